"""From a text to counted words: corpora, normalizers, pre-tokenizers."""

"""Read the vocabulary and merges files of other tools. Their content is not trusted.

======================================  ======================================================
``vocab.txt``                           BERT's: one token a line, its id the line number minus one
``tokenizer.json``                      the `tokenizers` library's: WordPiece or BPE
``merges.txt`` (and ``vocab.json``)     GPT-2's and subword-nmt's: two symbols a line
======================================  ======================================================

The first two are read by `read_vocabulary`, the third by `read_merges`; `encoder_of` makes the
encoder that they describe. `wordpiece.training.replay` replays their merges on a corpus. Of a
``tokenizer.json`` the model is read in full, normalizer and pre-tokenizer as far as this package
has them; `VocabularyFile.notes` says what was left out. Whatever is in a file, the only exception
raised is VocabularyError, whose message says what is wrong and where.

Each format has a file here; `checks` has what holds for all of them.
"""

from __future__ import annotations

import re

from wordpiece.files.readers.checks import MAX_FILE, File, decoded
from wordpiece.files.readers.merges_txt import read_merges
from wordpiece.files.readers.tokenizer_json import read_tokenizer_json
from wordpiece.files.readers.vocab_txt import read_vocab_txt
from wordpiece.files.readers.vocabulary import VocabularyFile, encoder_of
from wordpiece.message import message

__all__ = ["MAX_FILE", "File", "VocabularyFile", "encoder_of", "read_merges", "read_vocabulary"]


def read_vocabulary(file: File, *, lowercase: bool | None = None) -> VocabularyFile:
    """Read a vocabulary from a ``vocab.txt`` or a ``tokenizer.json``.

    >>> vocabulary = read_vocabulary("[UNK]\\nhug\\n##s\\n".encode())
    >>> vocabulary.kind, vocabulary.ids["##s"]
    ('wordpiece', 2)

    Args:
        file: the path of the file, or its bytes.
        lowercase: whether texts are lowercased, and lose their accents, before a ``vocab.txt``
            encodes them. It does not say, so None guesses by its tokens. A ``tokenizer.json``
            says it itself.

    Raises:
        VocabularyError: the file is neither, or contradicts itself; says where.
        OSError: the file cannot be read.
    """
    text = decoded(file, message("vocabulary"))
    # A vocab.txt may have the token { on its first line; JSON goes on with a key or the end.
    if text.lstrip().startswith("{") and not re.match(r'\{[^\s":]*\r?\n[^\s"}]', text):
        return read_tokenizer_json(text)
    return read_vocab_txt(text, lowercase)

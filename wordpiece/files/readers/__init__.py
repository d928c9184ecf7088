"""Read the vocabulary and merges files of other tools. Their content is not trusted.

======================================  ======================================================
``vocab.txt``                           BERT's: one token a line, its id the line number minus one
``{token: id}`` JSON                    the same vocabulary with its ids
``tokenizer.json``                      read and run by the `tokenizers` library
``.tiktoken``                           tokens as bytes in base64, each with its rank
``merges.txt`` (and ``vocab.json``)     GPT-2's, subword-nmt's and fastBPE's: two symbols a line
======================================  ======================================================

`read_vocabulary` recognizes a file by its content and reads all but the last, which `read_merges`
reads. `encoder_of` makes the encoder that a file describes. `wordpiece.training.replay` replays
merges on a corpus. An oddity of a file is a note, and no id moves because of it. For any content
the only exception raised is VocabularyError, whose message says what is wrong and where.
"""

from __future__ import annotations

from wordpiece.files.readers.checks import MAX_FILE, File
from wordpiece.files.readers.door import read_vocabulary
from wordpiece.files.readers.merges_txt import read_merges
from wordpiece.files.readers.vocabulary import VocabularyFile, encoder_of

__all__ = ["MAX_FILE", "File", "VocabularyFile", "encoder_of", "read_merges", "read_vocabulary"]

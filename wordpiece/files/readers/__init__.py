"""Readers of the vocabulary and merges files of other tools, whose content is not trusted.

======================================  ======================================================
``vocab.txt``                           BERT's: one token a line; the id is the line number - 1
``{token: id}`` JSON                    BERT's vocabulary with ids
``tokenizer.json``                      read and run by the `tokenizers` library
``.tiktoken``                           tokens as bytes in base64, each with its rank
``merges.txt`` (and ``vocab.json``)     GPT-2's, subword-nmt's and fastBPE's: two symbols a line
======================================  ======================================================

`read_vocabulary` recognizes a file by its content; `read_merges` reads the last kind. `encoder_of`
returns the encoder of a file. Oddities of a file are noted and do not change ids. For any content
the only exception is VocabularyError, with the problem and its line.
"""

from __future__ import annotations

from wordpiece.files.readers.checks import MAX_FILE, File
from wordpiece.files.readers.door import read_vocabulary
from wordpiece.files.readers.merges_txt import read_merges
from wordpiece.files.readers.vocabulary import VocabularyFile, encoder_of

__all__ = ["MAX_FILE", "File", "VocabularyFile", "encoder_of", "read_merges", "read_vocabulary"]

"""`read_file`: decide by its content which kind of vocabulary file a file is, and read it."""

from __future__ import annotations

import re

from wordpiece.files.library import LibraryTokenizer
from wordpiece.files.readers.checks import File, decoded
from wordpiece.files.readers.vocab_txt import read_vocab_txt
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.message import message

_HAS_MODEL = re.compile(r'"model"\s*:\s*\{')
"""No JSON of tokens and ids has it, even with a token ``model``."""


def read_file(file: File, *, lowercase: bool | None = None) -> VocabularyFile | LibraryTokenizer:
    """Read a vocabulary file.

    Args:
        file: the path of the file, or its bytes.
        lowercase: whether texts are lowercased before a ``vocab.txt`` encodes them; None guesses.

    Raises:
        VocabularyError: the file is of another kind, or contradicts itself; says where.
        OSError: the file cannot be read.
    """
    text = decoded(file, message("vocabulary"))
    if text.lstrip().startswith("{") and _HAS_MODEL.search(text):
        return LibraryTokenizer(text)
    return read_vocab_txt(text, lowercase)

"""Encoders: from a word, or a text, to tokens.

====================  ======================  ================================================
encoder               hugs, mug               how
====================  ======================  ================================================
`WordPieceEncoder`    hug ##s, [UNK]          the longest match first; knows only a vocabulary
`BPEEncoder`          hug s, [UNK] ug         the merges again, in the order they were learned
`Segmenter`           hug s, [UNK]            longest match that keeps what it has found
`LongestTokenFirst`   hug s, [UNK] ug         cuts the longest entry out, wherever it stands
====================  ======================  ================================================

Each has the same five methods: `encode_word` gives strings, `pieces` also where they stand,
`trace` every step on the way; `encode` and `tokenize` take a whole text. `WordPieceEncoder` and
`BPEEncoder` compute tokens the fast way and traces the plain way; the tests compare the two.

`base` has what all of them share; `longest_match`, `merge_replay` and `longest_token` have the
encoders.
"""

from wordpiece.encoding.encoders.base import Encoder, Entries, Offsets, ids_of
from wordpiece.encoding.encoders.longest_match import Segmenter, WordPieceEncoder
from wordpiece.encoding.encoders.longest_token import LongestTokenFirst
from wordpiece.encoding.encoders.merge_replay import BPEEncoder

__all__ = [
    "BPEEncoder",
    "Encoder",
    "Entries",
    "LongestTokenFirst",
    "Offsets",
    "Segmenter",
    "WordPieceEncoder",
    "ids_of",
]

"""Encoders: split a word, or a text, into tokens.

====================  ======================  ================================================
encoder               hugs, mug               method
====================  ======================  ================================================
`WordPieceEncoder`    hug ##s, [UNK]          longest match first; needs only a vocabulary
`BPEEncoder`          hug s, [UNK] ug         replays the merges in the order of learning
`Segmenter`           hug s, [UNK]            longest match that keeps the tokens found so far
`LongestTokenFirst`   hug s, [UNK] ug         cuts out the longest entry that occurs in the word
`UnigramEncoder`      hug s, [UNK] ug         takes the most probable split
====================  ======================  ================================================

Each has the same five methods: for one word, `encode_word` returns strings, `pieces` adds their
ranges, and `trace` returns every step; `encode` and `tokenize` take a text.
"""

from wordpiece.encoding.encoders.base import Encoder, Entries, Offsets, ids_of
from wordpiece.encoding.encoders.best_split import UnigramEncoder
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
    "UnigramEncoder",
    "WordPieceEncoder",
    "ids_of",
]

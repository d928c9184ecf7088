"""WordPiece and BPE, trained one merge at a time.

Notation, as used throughout::

    word      a string that pre-tokenization made, with its frequency in the corpus
    symbol    a piece of a word at some step; at the start, one character
    pair      two neighbouring symbols of a word, (left, right)
    merge     a pair becoming one symbol everywhere; the token it makes joins the vocabulary
    ##        continuation prefix: the symbol does not begin its word
    step k    the state after k merges; step 0 is before the first

Read the code in this order: `textbook` (the algorithm, in one screen), `marking` and
`scoring` (its two parameters), `records` (what comes out), `slots` and `pair_index` (how to
do it fast), `trainer` (stepping), `timeline` (going back), then `normalizers`,
`pre_tokenizers` and `corpus` (where words come from), and `encoders` and `decoders` (what a
training is good for). What teaches stands on these: `comparison`, `what_if`, `recipes`, `quiz`,
`exercises`, `answers` and `errata`, with `explanations` to say it in English.
"""

from wordpiece.encoding.decoders import (
    decode_bpe,
    decode_byte_level,
    decode_plain,
    decode_wordpiece,
    losses,
)
from wordpiece.encoding.encoders import BPEEncoder, LongestTokenFirst, Segmenter, WordPieceEncoder
from wordpiece.errors import (
    CorpusError,
    UnknownPairError,
    UnknownSymbolError,
    VocabularySizeError,
)
from wordpiece.marking import (
    CONTINUATION_PREFIX,
    END_OF_WORD,
    LEADING_SPACE,
    MARKINGS,
    NONE,
    UNDERSCORE,
    Marking,
    marking_of,
)
from wordpiece.records import (
    CutTrace,
    EncodedToken,
    Growth,
    Loss,
    MatchTrace,
    MergeStep,
    Pair,
    PairScore,
    Piece,
    Probe,
    Replay,
    ReplayTrace,
    StopReason,
    WordState,
)
from wordpiece.textbook import textbook_merges
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline
from wordpiece.training.what_if import WhatIf, what_if

__all__ = [
    "BERT_SPECIAL_TOKENS",
    "CONTINUATION_PREFIX",
    "END_OF_WORD",
    "LEADING_SPACE",
    "MARKINGS",
    "NONE",
    "UNDERSCORE",
    "BPEEncoder",
    "BPETrainer",
    "CorpusError",
    "CutTrace",
    "EncodedToken",
    "Growth",
    "LongestTokenFirst",
    "Loss",
    "Marking",
    "MatchTrace",
    "MergeStep",
    "Pair",
    "PairScore",
    "Piece",
    "Probe",
    "Replay",
    "ReplayTrace",
    "ScoreTable",
    "Segmenter",
    "StopReason",
    "Timeline",
    "Trainer",
    "UnknownPairError",
    "UnknownSymbolError",
    "VocabularySizeError",
    "WhatIf",
    "WordPieceEncoder",
    "WordPieceTrainer",
    "WordState",
    "decode_bpe",
    "decode_byte_level",
    "decode_plain",
    "decode_wordpiece",
    "losses",
    "marking_of",
    "textbook_merges",
    "what_if",
]

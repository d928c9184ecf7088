"""WordPiece and BPE, trained one merge at a time.

>>> from wordpiece import WordPieceEncoder, WordPieceTrainer
>>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
>>> trainer = WordPieceTrainer(words, max_merges=3)
>>> for step in trainer:
...     print(step.pair, "make", step.token)
('##g', '##s') make ##gs
('h', '##u') make hu
('hu', '##gs') make hugs
>>> WordPieceEncoder.from_timeline(trainer.timeline(), 3).encode_word("bugs")
['b', '##u', '##gs']

To learn the algorithm, read `wordpiece.textbook` first.

Notation, as used throughout::

    word      a string that pre-tokenization made, with its frequency in the corpus
    symbol    a piece of a word at some step; at the start, one character
    pair      two neighbouring symbols of a word, (left, right)
    merge     a pair becoming one symbol everywhere; the token it makes joins the vocabulary
    ##        continuation prefix: the symbol does not begin its word
    step k    the state after k merges; step 0 is before the first

The code, in the order in which to read it:

=====================  ==========================================================================
`textbook`             the algorithm on one screen
`marking`, `scoring`   the two parameters in which WordPiece and BPE differ
`records`              the results; also `message` (sentences), `errors`, and `arguments` (checks)
`text`                 from a text to counted words: `normalizers`, `pre_tokenizers`, `corpus`
`training`, `trainer`  the fast algorithm (`slots`, `pair_index`, `trainer`), and the state at any
                       step (`log`, `timeline`, `score_table`, `what_if`, `comparison`, `replay`)
`topdown`              WordPiece without merges: `textbook`, then `rounds`, `timeline`, `trainer`
`unigram`              training from many pieces to few; read its `textbook` first
`encoding`             `encoders`, `decoders`, and `losses`: what decoding does not restore
`recipes`              the systems of the literature as presets
`files`                `readers` and `writers` of the files of other tools
`tokenizer`            all of these in one object: train, encode, decode, save, load
`teaching`             `quiz` and `grading`, `by_hand`, `checking` of someone's own merges,
                       `answers`, and `wording`: sentences on merges
`cli`                  the command line
=====================  ==========================================================================

A module imports only modules above it.

The examples in docstrings use the names above, and five more: ``toy``, the words of the first
example, and ``timeline``, ``bpe_timeline``, ``top_down`` and ``unigram_timeline``, the trainings
of `WordPieceTrainer`, `BPETrainer`, `TopDownTrainer` (with the threshold 12) and `UnigramTrainer`
on them, run to the end.
"""

from wordpiece.encoding.decoders import (
    decode_bpe,
    decode_byte_level,
    decode_metaspace,
    decode_plain,
    decode_wordpiece,
)
from wordpiece.encoding.encoders import (
    BPEEncoder,
    LongestTokenFirst,
    Segmenter,
    UnigramEncoder,
    WordPieceEncoder,
)
from wordpiece.encoding.losses import losses
from wordpiece.errors import (
    ArgumentError,
    CorpusError,
    UnknownPairError,
    UnknownSymbolError,
    VocabularySizeError,
    WordPieceError,
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
    Decision,
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
from wordpiece.tokenizer import Tokenizer
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import Timeline
from wordpiece.training.what_if import WhatIf, what_if
from wordpiece.unigram.timeline import UnigramTimeline
from wordpiece.unigram.trainer import UnigramTrainer
from wordpiece.version import __version__

__all__ = [
    "BERT_SPECIAL_TOKENS",
    "CONTINUATION_PREFIX",
    "END_OF_WORD",
    "LEADING_SPACE",
    "MARKINGS",
    "NONE",
    "UNDERSCORE",
    "ArgumentError",
    "BPEEncoder",
    "BPETrainer",
    "CorpusError",
    "CutTrace",
    "Decision",
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
    "Tokenizer",
    "TopDownTimeline",
    "TopDownTrainer",
    "Trainer",
    "UnigramEncoder",
    "UnigramTimeline",
    "UnigramTrainer",
    "UnknownPairError",
    "UnknownSymbolError",
    "VocabularySizeError",
    "WhatIf",
    "WordPieceEncoder",
    "WordPieceError",
    "WordPieceTrainer",
    "WordState",
    "__version__",
    "decode_bpe",
    "decode_byte_level",
    "decode_metaspace",
    "decode_plain",
    "decode_wordpiece",
    "losses",
    "marking_of",
    "textbook_merges",
    "what_if",
]

"""Scores, which decide which pair merges, and tie-breaks, which decide among equal scores.

WordPiece (https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012),
in `ratio`::

    score(a, b) = count(a b) / (count(a) * count(b))

BPE (https://aclanthology.org/P16-1162, Sennrich, Haddow & Birch 2016), in `count`::

    score(a, b) = count(a b)

The gain in likelihood, which is how WordPiece is mostly described, in `gain`::

    gain(a, b) = n ln(n N / (A B)) + h(A) + h(B) - h(N),    h(x) = (x - n) ln(1 - n / x)

Parity-aware BPE, in `parity`: the count in the language that has the most tokens at this step.

The code of a blog post on WordPiece, in `rounded_ratio`: the ratio, but with a symbol counted once
for each pair that contains it, so twice inside a word, and with the score rounded to four
decimal places.

A score depends on nothing but whole numbers, so equal counts give equal scores. The ratio is
Python's true division: 5/75 and 10/150 tie.

==================  ===========================================================================
`counts`            the counts that a score is computed from
`score`             `Score`, the base class: the number, and what training must count for it
`written`           `Texts`, the texts of a score as a table, and `Formula`, the score of one pair
                    written out
`ratio`             the score of WordPiece
`count`             the score of BPE
`parity`            the score of parity-aware BPE
`gain`              the gain in likelihood
`rounded_ratio`     the score of the blog's code
`ties`              tie-breaks
==================  ===========================================================================

To add a score, write a file with a `Score` (`Score.values` and its `Texts`) and an instance, add
its names below, and add a recipe to `wordpiece.recipes`. No other code asks which scores exist.
"""

from wordpiece.scoring.count import PAIR_COUNT, Count
from wordpiece.scoring.counts import EXACT, Counted, Floats, Merging
from wordpiece.scoring.gain import LIKELIHOOD_GAIN, Gain
from wordpiece.scoring.parity import PARITY
from wordpiece.scoring.ratio import WORDPIECE, Ratio
from wordpiece.scoring.rounded_ratio import BLOG_CODE, RoundedRatio
from wordpiece.scoring.score import Score, check_score, side_by_side
from wordpiece.scoring.ties import TIE_BREAKS, TieBreak, TieOrder, break_tie, check_tie_break
from wordpiece.scoring.written import Cell, Formula, Listing, Texts, times

__all__ = [
    "BLOG_CODE",
    "EXACT",
    "LIKELIHOOD_GAIN",
    "PAIR_COUNT",
    "PARITY",
    "TIE_BREAKS",
    "WORDPIECE",
    "Cell",
    "Count",
    "Counted",
    "Floats",
    "Formula",
    "Gain",
    "Listing",
    "Merging",
    "Ratio",
    "RoundedRatio",
    "Score",
    "Texts",
    "TieBreak",
    "TieOrder",
    "break_tie",
    "check_score",
    "check_tie_break",
    "side_by_side",
    "times",
]

"""What makes a pair win: a score for each pair, and a tie-break among equal scores.

WordPiece (https://huggingface.co/learn/llm-course/chapter6/6, after Schuster & Nakajima 2012),
in `ratio`::

    score(a, b) = count(a b) / (count(a) * count(b))

BPE (https://aclanthology.org/P16-1162, Sennrich, Haddow & Birch 2016), in `count`::

    score(a, b) = count(a b)

The gain in likelihood, which is how WordPiece is mostly described, in `gain`::

    gain(a, b) = n ln(n N / (A B)) + h(A) + h(B) - h(N),    h(x) = (x - n) ln(1 - n / x)

The code of a blog post on WordPiece, in `rounded_ratio`: the ratio again, but a symbol is counted
once for each pair it takes part in, so twice inside a word, and the score is rounded to four
digits.

Counts are whole numbers, and a score depends on nothing but counts, so equal counts give equal
scores. The ratio is Python's true division: 5/75 and 10/150 tie.

==================  ===========================================================================
`counts`            what a score is computed from
`score`             `Score`, the base class of all rules: what training must count, the number,
                    and the sentences that explain the rule
`formula`           `Formula`, the base class of how the score of one pair is written
`ratio`             WordPiece's rule: a `Score`, its `Formula`, and the instance that recipes use
`count`             BPE's, likewise
`gain`              the likelihood gain's
`rounded_ratio`     that of the blog's code
`ties`              which of several pairs with the same score wins
`digits`            how many digits tell scores apart that stand side by side
==================  ===========================================================================

To add a score: a file here with a `Score` (at least ``values``, ``formula``, ``rule`` and ``how``),
its `Formula` (at least ``text`` and ``brief``) and an instance; its names below; a few lines in
`wordpiece.textbook`; and a recipe in `wordpiece.recipes`. Nothing else asks which score there is.
"""

from wordpiece.scoring.count import PAIR_COUNT, Count
from wordpiece.scoring.counts import EXACT, Counted, Floats, Merging
from wordpiece.scoring.digits import side_by_side
from wordpiece.scoring.formula import Cell, Formula, Listing, times
from wordpiece.scoring.gain import LIKELIHOOD_GAIN, Gain
from wordpiece.scoring.ratio import WORDPIECE, Ratio
from wordpiece.scoring.rounded_ratio import BLOG_CODE, RoundedRatio
from wordpiece.scoring.score import Score, check_score
from wordpiece.scoring.ties import TIE_BREAKS, TieBreak, break_tie, check_tie_break

__all__ = [
    "BLOG_CODE",
    "EXACT",
    "LIKELIHOOD_GAIN",
    "PAIR_COUNT",
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
    "TieBreak",
    "break_tie",
    "check_score",
    "check_tie_break",
    "side_by_side",
    "times",
]

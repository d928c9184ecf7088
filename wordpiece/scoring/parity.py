"""Parity-aware BPE: the score of a pair is its count in the language that has the most tokens.

BPE on texts in several languages merges the most frequent pair of all texts, so the languages with
the most, or the most repetitive, text gain most. Here the language whose text has the most tokens
at a step chooses the next merge, which is made in all languages. The texts should say the same in
each language. A language whose words are single symbols cannot choose, and among languages with
equally many tokens the first one chooses.

Source: Foroutan et al. 2025, https://arxiv.org/abs/2508.04796. ``ParityBpeTrainer`` of the
`tokenizers` library makes the same merges if the tie-break is "greatest".
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from wordpiece.message import message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring.count import PAIR_COUNT, Count
from wordpiece.scoring.counts import Counted
from wordpiece.scoring.score import Rival, Score
from wordpiece.scoring.written import AGAINST_PAPER, Formula

_RULE = message("count of the pair in the language that chooses the merge")


class CountInLanguage(Count):
    """The count of the pair in the language that chooses; see the top of this file."""

    by_language = True
    is_local = False
    rivals: ClassVar[tuple[Rival, ...]] = ("count",)

    def formula(self, row: Counted) -> Formula:
        assert isinstance(row, PairScore | MergeStep)  # its count is that in all languages
        there = int(row.score)
        return Formula(there, row.left_count, row.right_count, there, Fraction(there), self.texts)

    def is_worth_merging(self, value: float) -> bool:
        return value > 0

    texts = replace(
        PAIR_COUNT.texts,
        rule=_RULE,
        unit=_RULE,
        how=message(
            "Of the languages that still have pairs, the language with the most tokens chooses "
            "the next merge. The score of a pair is its count in this language."
        ),
        text=message("count {count} in the language that chooses the merge"),
        columns={"score": message("score")},
        compares="score",
        against_paper=AGAINST_PAPER,
    )


PARITY: Score = CountInLanguage("parity")
"""The score of parity-aware BPE."""

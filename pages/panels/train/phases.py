"""Slow motion: one merge in four phases, count, score, choose, merge; and the hidden winner.

Each phase has a card that explains it with one pair as an example.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages import locale
from pages.panels.html.templates import macro
from pages.panels.html.text import Said, sentence
from pages.panels.shared.card import card, formula, merge_line
from pages.panels.shared.chips import Lit, pair
from wordpiece.message import Message, message
from wordpiece.records import PairScore
from wordpiece.scoring import Score

_NEXT: dict[str, dict[str, Message]] = {
    "merge": {"": message("Next merge")},
    "reveal": {"": message("Show the winner"), "shown": message("Merge it")},
    "slow": {
        "": message("Count"),
        "count": message("Score", context="phase of a step"),
        "score": message("Choose"),
        "choose": message("Merge"),
    },
}
"""The phases of each pace, each with the label of the button to the next phase."""

_SLOW: dict[str, Message] = {
    "count": message("Count"),
    "score": message("Score", context="phase of a step"),
    "choose": message("Choose"),
    "": message("Merge"),
}

TERMS = 4
"""The most summands that are written out before the sum."""

LONG_WORD = 12
"""The least characters of a word that is shortened below its count."""

_TEMPLATE = "panels/train/phases.html"


def buttons(pace: str) -> dict[str, str]:
    """Return the label of the button to the next phase, for each phase of a pace."""
    return {phase: locale.to_text(said) for phase, said in _NEXT[pace].items()}


def title(phase: str) -> str:
    """Return the title of a phase of slow motion."""
    return locale.to_text(_SLOW[phase])


def strip(here: str, merge: int) -> Markup:
    """Return the line with the merge's number and its phases, with a mark on the current one."""
    return macro(_TEMPLATE, "strip")(here, merge, _SLOW)


def count_card(top: Markup, row: PairScore, words: Sequence[tuple[str, int]]) -> Markup:
    """Return the card of counting, with one pair as an example.

    Args:
        top: the line at the top.
        row: the pair and its counts.
        words: the words with the pair, each with its contribution to the count.
    """
    terms = [
        (word if len(word) <= LONG_WORD else word[: LONG_WORD - 1] + "…", count)
        for word, count in words[:TERMS]
    ]
    return macro(_TEMPLATE, "count_card")(
        top, pair(row.pair, Lit(row.pair)), row.pair_count, terms, max(0, len(words) - TERMS)
    )


def score_card(top: Markup, row: PairScore, score: Score) -> Markup:
    """Return the card of scoring, with one pair as an example."""
    lit = Lit(row.pair, bool(score.formula(row).parts))
    return macro(_TEMPLATE, "score_card")(top, pair(row.pair, lit), formula(row, score), score)


def choose_card(top: Markup | str, row: PairScore, score: Score, why: Said) -> Markup:
    """Return the card with the pair that merges next, before it is merged."""
    return card(top, merge_line(row.pair) + formula(row, score), sentence(why))


def ask_card(top: Markup | str, pairs: int, score: Score) -> Markup:
    """Return the card while the winner is still hidden."""
    return macro(_TEMPLATE, "ask_card")(top, pairs, score)

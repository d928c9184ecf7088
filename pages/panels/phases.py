"""Slow motion: one merge in four phases, count, score, choose, merge; and the hidden winner.

Each phase has a card of its own, which says what is done and does it once, with real numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

from pages.panels.card import card, formula, merge_line
from pages.panels.chips import pair
from pages.panels.html import EMPTY, Said, join, number, sentence, visible
from pages.panels.markup import Markup
from wordpiece.records import PairScore
from wordpiece.scoring import Score

NEXT = {
    "merge": {"": "Next merge"},
    "reveal": {"": "Show the winner", "shown": "Merge it"},
    "slow": {"": "Count", "count": "Score", "score": "Choose", "choose": "Merge"},
}
"""For each pace its phases, each with what the button for the one after it says."""

SLOW = {"count": "Count", "score": "Score", "choose": "Choose", "": "Merge"}

TERMS = 4
"""Summands written out before the sum."""

LONG_WORD = 12
"""Characters from which a word is cut short below its count."""


def strip(here: str, merge: int) -> Markup:
    """Which merge this is, and where in it the screen stands."""
    return Markup("Merge {}{}").format(
        number(merge),
        Markup('<span class="phases" role="list">{}</span>').format(
            join(
                Markup('<span role="listitem"{}>{} {}</span>').format(
                    Markup(' aria-current="step"') if phase == here else EMPTY, i, title
                )
                for i, (phase, title) in enumerate(SLOW.items(), 1)
            )
        ),
    )


def count_card(top: Markup, row: PairScore, words: Sequence[tuple[str, int]]) -> Markup:
    """Counting, shown on one pair.

    Args:
        top: the line above.
        row: the pair and its counts.
        words: the words it stands in, each with how often it is counted there in the corpus.
    """
    terms = [
        Markup('<span class="term">{}<small>{}</small></span>').format(
            number(count), visible(word if len(word) <= LONG_WORD else word[: LONG_WORD - 1] + "…")
        )
        for word, count in words[:TERMS]
    ]
    if len(words) > TERMS:
        more = len(words) - TERMS
        terms.append(
            Markup('<span class="term">…<small>{}</small></span>').format(f"{more:,} more")
        )
    main = Markup(
        '<div class="merge">{}</div><div class="formula">{}<span>= <b>{}</b></span></div>'
    )
    say = (
        "Count every pair of neighbours, and every symbol, in all words. "
        "A word counts as often as it occurs. ",
    )
    return card(
        top,
        main.format(pair(row.pair), join(terms, Markup("<span>+</span>")), number(row.pair_count)),
        sentence(say),
    )


def score_card(top: Markup, row: PairScore, score: Score) -> Markup:
    """Scoring, shown on one pair."""
    main = Markup('<div class="merge">{}</div>').format(pair(row.pair))
    return card(top, main + formula(row, score), sentence((_SCORING[_rule(score)],)))


_SCORING = {
    "ratio": "Divide how often a pair stands together by how often its left symbol and its right "
    "symbol stand anywhere. A frequent pair of frequent symbols can score low. ",
    "by pairs": "Divide how often a pair stands together by how many pairs its left symbol and "
    "its right symbol are in: inside a word that is two for each time. Then round. ",
    "count": "The score is the count itself. ",
    "gain": "Draw symbols at random, each as often as it stands in the corpus: how likely is the "
    "corpus? The score is what the merge adds to the logarithm of that. ",
}

_RULE = {
    "ratio": "together ÷ (left × right)",
    "by pairs": "together ÷ (left × right), counted in pairs and rounded",
    "count": "times together",
    "gain": "the gain in log-likelihood",
}


def _rule(score: Score) -> str:
    return "by pairs" if score.by_pairs else score.kind


def choose_card(top: Markup | str, row: PairScore, score: Score, why: Said) -> Markup:
    """The pair that merges next, before it is merged."""
    return card(top, merge_line(row.pair) + formula(row, score), sentence(why))


def ask_card(top: str, pairs: int, score: Score) -> Markup:
    """The winner is still hidden."""
    main = Markup(
        '<div class="merge"><span class="tok">?</span><i class="op">+</i>'
        '<span class="tok">?</span></div><div class="formula"><b>{}</b></div>'
    ).format("Which pair merges next?")
    say = (
        f"Of {pairs:,} pairs the one with the best score merges; the score is "
        f"{_RULE[_rule(score)]}. "
        if pairs > 1
        else "There is only one pair left. ",
    )
    return card(top, main, sentence(say))

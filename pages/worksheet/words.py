"""Words to tokenize on a worksheet: everyday words, or else words of the corpus itself."""

from __future__ import annotations

from pages.worksheet.planning import Plan

NATURAL = (
    "pugs bugs mug thug hum snug hung buns puns lowest wider slow newer west hugging chapters "
    "talks walker locked painting thinker unlocks stranger other water singing window "
    "kitchen morning music quiz jazz zebra wizard queen café naïve jalapeño λόγος"
).split()
"""Words that a learner knows, those of the published examples first."""

PIECES = range(2, 7)
"""How many tokens a word to tokenize should have."""

ENOUGH = 2
"""Learned tokens in a good word; more do not make it better."""

LONGEST = 14
"""The most characters of a word of the corpus, as it is written by hand."""


def known_words(plan: Plan, step: int, most: int) -> tuple[str, ...]:
    """Return words that become several tokens after a step, none of them unknown.

    Words with learned tokens come first, and among them everyday words that are not in the corpus.
    """
    timeline = plan.timeline
    encoder, alphabet = plan.encoder(step), {*timeline.alphabet}
    own = [word for word in timeline.words if word.isprintable() and len(word) <= LONGEST]
    learned: dict[str, int] = {}
    for word in [*_everyday(plan), *own]:
        pieces = encoder.pieces(word)
        if len(pieces) in PIECES and not any(piece.unknown for piece in pieces):
            learned[word] = min(ENOUGH, sum(piece.token not in alphabet for piece in pieces))
    return tuple(sorted(learned, key=learned.__getitem__, reverse=True)[:most])


def unknown_words(plan: Plan, step: int, most: int) -> tuple[str, ...]:
    """Return everyday words with something unknown, those with few unseen characters first."""
    encoder = plan.encoder(step)
    seen = {char for word in plan.timeline.words for char in word}
    words = [
        word for word in _everyday(plan) if any(piece.unknown for piece in encoder.pieces(word))
    ]
    return tuple(sorted(words, key=lambda word: max(1, len({*word} - seen)))[:most])


def _everyday(plan: Plan) -> list[str]:
    """Return the everyday words that are not in the corpus, in the form that the recipe expects."""
    words = dict.fromkeys(NATURAL, 1)
    shaped = plan.recipe.words(words) if plan.recipe else words
    return [word for word in shaped if word not in plan.timeline.words]

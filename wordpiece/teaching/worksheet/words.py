"""Words to tokenize on a worksheet: everyday words, or else words of the corpus itself."""

from __future__ import annotations

from wordpiece.teaching.worksheet.planning import Plan

NATURAL = (
    "pugs bugs mug thug hum snug hung buns puns lowest wider slow newer west hugging chapters "
    "talks walker locked painting thinker unlocks stranger other water singing window "
    "kitchen morning music quiz jazz zebra wizard queen café naïve jalapeño λόγος"
).split()
"""Words that a learner knows. Those of the published examples come first."""

PIECES = range(2, 7)
"""How many tokens a word to tokenize should have."""

ENOUGH = 2
"""Learned tokens in a word; more of them make it no better."""

LONGEST = 14
"""Characters of a word that is no trouble to write down."""


def known_words(plan: Plan, step: int, most: int) -> tuple[str, ...]:
    """Return words made of several tokens after a step, all of them known.

    Words with learned tokens come first, and among them everyday words that are not in the corpus.
    """
    timeline = plan.timeline
    encoder, alphabet = plan.encoder(step), {*timeline.alphabet}
    own = [word for word in timeline.words if word.isprintable() and len(word) <= LONGEST]
    found: list[tuple[int, bool, str]] = []
    for words, are_own in ((_everyday(plan), False), (own, True)):
        for word in words:
            pieces = encoder.pieces(word)
            if len(pieces) not in PIECES or any(piece.unknown for piece in pieces):
                continue
            learned = sum(piece.token not in alphabet for piece in pieces)
            found.append((-min(learned, ENOUGH), are_own, word))
    found.sort(key=lambda entry: entry[:2])
    return tuple(word for *_, word in found[:most])


def unknown_words(plan: Plan, step: int, most: int) -> tuple[str, ...]:
    """Return everyday words in which something is unknown; the less of it the better."""
    encoder = plan.encoder(step)
    seen = {char for word in plan.timeline.words for char in word}
    found = [
        (max(1, len({*word} - seen)), word)
        for word in _everyday(plan)
        if any(piece.unknown for piece in encoder.pieces(word))
    ]
    found.sort(key=lambda entry: entry[0])
    return tuple(word for _, word in found[:most])


def _everyday(plan: Plan) -> list[str]:
    """Return the everyday words that are not in the corpus, as the recipe wants words to look."""
    words = dict.fromkeys(NATURAL, 1)
    shaped = plan.recipe.words(words) if plan.recipe else words
    return [word for word in shaped if word not in plan.timeline.words]

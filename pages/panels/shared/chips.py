"""Tokens as chips: in words, in the vocabulary, and by themselves.

A look has the same meaning on every page: yellow with a base line for the last merge, a dashed
outline for the next merge, hollow for tokens that no word uses. In slow motion, counted pairs have
a solid outline, and a bar marks left symbols at their left and right symbols at their right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup

from pages.panels.html import pieces
from wordpiece.records import Pair, PairInWord, WordState

NEW, NEXT, UNUSED, UNKNOWN, CHOSEN = "new", "next", "unused", "unknown", "chosen"
COUNTED, LEFT, RIGHT = "counted", "left", "right"
"""The states of a token, each a CSS class; the template has their meanings."""

_piece = pieces("panels/shared/chips.html")


def chip(token: str, *states: str, id: int | None = None) -> Markup:
    """Return one token, with its id in the vocabulary if it is given."""
    return _piece("chip", token=token, states=states, id=id)


@dataclass(frozen=True, slots=True)
class Lit:
    """A pair to highlight in words, each with its contribution to the counts.

    Attributes:
        pair: the pair.
        parts: whether its two symbols are highlighted everywhere; otherwise only in the pair.
        state: the look of the pair.
    """

    pair: Pair
    parts: bool = False
    state: str = COUNTED

    def alone(self, symbol: str) -> list[str]:
        """Return the states of a symbol outside of words, as a legend to those in words."""
        if not self.parts:
            return [self.state] * (symbol in self.pair)
        return [LEFT] * (symbol == self.pair[0]) + [RIGHT] * (symbol == self.pair[1])


def pair(symbols: Pair, lit: Lit | None = None) -> Markup:
    """Return the chips of a pair, highlighted as in words."""
    return _piece("pair", symbols=symbols, lit=lit)


def counts(symbols: Iterable[tuple[str, int]], lit: Lit | None = None) -> Markup:
    """Return symbols, each with its count in the corpus."""
    return _piece("counts", symbols=symbols, lit=lit)


def words(
    states: Iterable[WordState],
    *,
    merged: Pair | None,
    outline: bool,
    positions: Sequence[int] = (),
    lit: Lit | None = None,
    found: Sequence[PairInWord] = (),
    more: Sequence[int] = (),
) -> Markup:
    """Return a list of words as chips.

    Args:
        states: the words.
        merged: the pair that the step merged, shown next to the words it changed.
        outline: whether to outline the pair that merges next.
        positions: the words' indexes in the corpus, by which the browser matches words of two
            steps; needed only on a page with a stepper.
        lit: a pair to highlight.
        found: for each word the places of that pair.
        more: for each word what it adds to the count of the pair that merges next; the stepper's
            animation shows it.
    """
    drawn = [
        (state, position, _symbols(state, outline, lit, places), _adds(lit, places), count)
        for state, position, places, count in zip_longest(states, positions, found, more)
    ]
    return _piece("words", words=drawn, merged=merged)


def _symbols(
    state: WordState, outline: bool, lit: Lit | None, places: PairInWord | None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the symbols of a word, each with its states."""
    lights: dict[str, Collection[int]] = {}
    if lit and places and lit.parts:
        lights = {LEFT: places.lefts, RIGHT: places.rights}
    elif lit and places and lit.state != NEXT:  # the next merge is outlined where it will happen
        lights = {lit.state: _both(places.together)}
    lights = {NEW: state.made, NEXT: _both(state.merging) if outline else (), **lights}
    for i, symbol in enumerate(state.symbols):
        yield symbol, [look for look, where in lights.items() if i in where]


def _both(lefts: Iterable[int]) -> set[int]:
    """Return the places of the symbols of pairs, by those of their left symbols."""
    return {i + k for i in lefts for k in (0, 1)}


def _adds(lit: Lit | None, places: PairInWord | None) -> list[tuple[str, int]]:
    """Return a word's contribution to the count of a pair, or to those of its two symbols."""
    if not lit or not places:
        return []
    if not lit.parts:
        return [("", places.pair_count)] if places.together else []
    counted = zip(lit.pair, (places.left_count, places.right_count), strict=True)
    return [(part, n) for part, n in dict(counted).items() if n]


def vocabulary(
    groups: Iterable[tuple[str, Sequence[tuple[int, str]], str]],
    *,
    in_use: Collection[str],
    new: str | None = None,
    chosen: Collection[str] = (),
) -> Markup:
    """Return the vocabulary in groups.

    Args:
        groups: the groups: title, tokens with ids, and a remark. Empty groups are left out.
        in_use: the tokens that occur in some word.
        new: the token of the last merge, if any.
        chosen: the tokens whose merge the user chose.
    """

    def states(token: str) -> list[str]:
        looks = {NEW: token == new, UNUSED: token not in in_use, CHOSEN: token in chosen}
        return [look for look, holds in looks.items() if holds]

    shown = [
        (title, [(id, token, states(token)) for id, token in tokens], remark)
        for title, tokens, remark in groups
        if tokens
    ]
    return _piece("vocabulary", groups=shown)

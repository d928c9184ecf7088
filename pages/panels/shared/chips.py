"""Tokens as chips: in words, in the vocabulary, and by themselves.

A look has the same meaning on every page: yellow with a base line for the last merge, a dashed
outline for the next merge, hollow for tokens that no word uses. In slow motion, counted pairs have
a solid outline, and a bar marks left symbols at their left and right symbols at their right.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from markupsafe import Markup, escape

from pages import locale
from pages.panels.html.elements import spaced
from pages.panels.html.templates import macro
from pages.panels.html.text import visible
from wordpiece.message import message
from wordpiece.records import Pair, PairInWord, WordState

NEW, NEXT, UNUSED, UNKNOWN, CHOSEN = "new", "next", "unused", "unknown", "chosen"
COUNTED, LEFT, RIGHT = "counted", "left", "right"
MEANING = {
    NEW: message("just merged"),
    NEXT: message("merges next"),
    UNUSED: message("in no word any more"),
    UNKNOWN: message("not in the vocabulary"),
    CHOSEN: message("you chose this merge"),
    COUNTED: message("counted here"),
    LEFT: message("left symbol"),
    RIGHT: message("right symbol"),
}
"""The states of a token, each a CSS class, and their meanings."""

_TEMPLATE = "panels/shared/chips.html"


def chip(token: str, *states: str, id: int | None = None) -> Markup:
    """Return one token.

    Args:
        token: its text.
        states: any of those in MEANING.
        id: its id in the vocabulary, to show it.
    """
    drawn = visible(token)
    written = spelled(token, drawn)
    if not states and id is None:
        return macro(_TEMPLATE, "plain")(drawn, written)
    css = " ".join(("tok", *states))
    meaning = "; ".join(locale.to_text(MEANING[state]) for state in states)
    return macro(_TEMPLATE, "chip")(drawn, written, css, meaning, id)


def spelled(token: str, drawn: Markup) -> str:
    """Return a token as JSON for ``data-token``; empty if the drawn text is the token.

    >>> spelled("##<b>", visible("##<b>")), spelled("a\\tb", visible("a\\tb"))
    ('', '"a\\\\tb"')
    """
    return "" if drawn == escape(token) else as_json(token)


def as_json(token: str) -> str:
    """Return a token as JSON for ``data-token``, short and without characters that HTML changes."""
    is_text = token.isprintable()  # without halves of surrogate pairs
    return json.dumps(token, ensure_ascii=not is_text)


def isolated(token: str) -> Markup:
    """Return a token as text that does not change the direction of the text around it."""
    return macro(_TEMPLATE, "isolated")(token)


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


def pair(symbols: Pair, lit: Lit | None = None) -> Markup:
    """Return the chips of a pair, highlighted as in words."""
    left, right = symbols
    both = (chip(left, *_lit_alone(left, lit)), chip(right, *_lit_alone(right, lit)))
    return spaced(both)


def counts(symbols: Iterable[tuple[str, int]], lit: Lit | None = None) -> Markup:
    """Return symbols, each with its count in the corpus."""
    drawn = [(chip(symbol, *_lit_alone(symbol, lit)), count) for symbol, count in symbols]
    return macro(_TEMPLATE, "counts")(drawn)


def _lit_alone(symbol: str, lit: Lit | None) -> Iterator[str]:
    """Yield the states of a single symbol, as a legend to those in words."""
    if lit is None:
        return
    if not lit.parts:
        yield from [lit.state] * (symbol in lit.pair)
        return
    yield from [LEFT] * (symbol == lit.pair[0])
    yield from [RIGHT] * (symbol == lit.pair[1])


def words(
    states: Iterable[WordState],
    *,
    merged: Pair | None,
    outline: bool,
    positions: Sequence[int] = (),
    lit: Lit | None = None,
    found: Sequence[PairInWord] = (),
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
    """
    drawn = [
        _word(state, merged, outline, position, lit, places)
        for state, position, places in zip_longest(states, positions, found)
    ]
    return macro(_TEMPLATE, "words")(drawn)


# In small corpora the screens of a class show the same words many times.
def _word(
    state: WordState,
    merged: Pair | None,
    outline: bool,
    position: int | None,
    lit: Lit | None,
    places: PairInWord | None,
) -> Markup:
    outlined = {i + k for i in state.merging for k in (0, 1)} if outline else set()
    lights: dict[int, list[str]] = {}
    adds: list[tuple[Markup | None, int]] = []
    if lit and places:
        lights = _lights(lit, places)
        if lit.parts:
            counted = [*zip(lit.pair, (places.left_count, places.right_count), strict=True)]
            adds = [(isolated(part), n) for part, n in dict(counted).items() if n]
        elif places.together:
            adds = [(None, places.pair_count)]
    chips = spaced(
        chip(symbol, *[NEW] * (i in state.made), *[NEXT] * (i in outlined), *lights.get(i, ()))
        for i, symbol in enumerate(state.symbols)
    )
    was = [*map(isolated, merged)] if merged and state.made else None
    return macro(_TEMPLATE, "word")(state.word, chips, was, state.frequency, position, adds)


def _lights(lit: Lit, places: PairInWord) -> dict[int, list[str]]:
    """Return the states of a word's symbols, by position."""
    lights: dict[int, list[str]] = {}
    if lit.parts:
        for i in places.lefts:
            lights.setdefault(i, []).append(LEFT)
        for i in places.rights:
            lights.setdefault(i, []).append(RIGHT)
    elif lit.state != NEXT:  # the next merge is outlined only where it will happen
        for i in {i + k for i in places.together for k in (0, 1)}:
            lights[i] = [lit.state]
    return lights


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

    def states(token: str) -> Iterator[str]:
        if token == new:
            yield NEW
        if token not in in_use:
            yield UNUSED
        if token in chosen:
            yield CHOSEN

    shown = [
        (title, spaced(chip(token, *states(token), id=id) for id, token in tokens), remark)
        for title, tokens, remark in groups
        if tokens
    ]
    return macro(_TEMPLATE, "vocabulary")(shown)

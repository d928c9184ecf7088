"""Tokens as chips: in words, in the vocabulary, wherever a token is shown by itself.

What a chip looks like always means the same, on every page: yellow with a base line for
what was just merged, a dashed outline for what merges next, faint for what no word uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from markupsafe import Markup

from pages.ui.html import EMPTY, join, number, visible
from wordpiece.records import Pair, WordState

NEW, NEXT, UNUSED = "new", "next", "unused"
MEANING = {NEW: "just merged", NEXT: "merges next", UNUSED: "in no word any more"}


def chip(token: str, *states: str, id: int | None = None) -> Markup:
    """One token. ``states`` are any of NEW, NEXT and UNUSED; ``id`` is its vocabulary id."""
    meaning = "; ".join(MEANING[state] for state in states)
    title = Markup(' title="{}"').format(meaning) if meaning else EMPTY
    small = Markup("<small>{}</small>").format(number(id)) if id is not None else EMPTY
    return Markup('<span class="{}"{}><bdi>{}</bdi>{}</span>').format(
        " ".join(["tok", *states]), title, visible(token), small
    )


def pair(symbols: Pair) -> Markup:
    """Two chips side by side."""
    return join(chip(symbol) for symbol in symbols)


def words(states: Iterable[WordState], *, outline: bool) -> Markup:
    """A list of words as chips; with ``outline`` the pair that merges next is outlined."""
    return Markup('<ul class="words">{}</ul>').format(join(_word(s, outline) for s in states))


def _word(state: WordState, outline: bool) -> Markup:
    outlined = {i + k for i in state.merging for k in (0, 1)} if outline else set()
    made = set(state.made)
    chips = join(
        chip(symbol, *[NEW] * (i in made), *[NEXT] * (i in outlined))
        for i, symbol in enumerate(state.symbols)
    )
    was = EMPTY
    if state.changed:
        was = Markup('<span class="was">was {}</span>').format(
            join((Markup("<bdi>{}</bdi>").format(visible(s)) for s in state.before), " ")
        )
    return Markup('<li>{}<span class="split">{}</span>{}<span class="n">×{}</span></li>').format(
        Markup('<span class="sr">{}: </span>').format(state.word),
        chips,
        was,
        number(state.frequency),
    )


def vocabulary_group(
    title: str,
    tokens: Iterable[tuple[int, str]],
    *,
    in_use: Collection[str],
    new: str | None = None,
    hint: str = "",
) -> Markup:
    """One group of the vocabulary; ``tokens`` are (id, token)."""
    chips = join(
        chip(token, *[NEW] * (token == new), *[UNUSED] * (token not in in_use), id=i)
        for i, token in tokens
    )
    return Markup(
        '<div class="group"><div class="group-title">{} <small>{}</small></div>'
        '<div class="chips">{}</div></div>'
    ).format(title, hint, chips)

"""Tokens as chips: in words, in the vocabulary, wherever a token is shown by itself.

What a chip looks like always means the same, on every page: yellow with a base line for
what was just merged, a dashed outline for what merges next, hollow for what no word uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pages.panels.html import EMPTY, heard, join, number, visible
from pages.panels.html_cache import kept
from pages.panels.markup import Markup
from wordpiece.records import Pair, WordState

NEW, NEXT, UNUSED, UNKNOWN, CHOSEN = "new", "next", "unused", "unknown", "chosen"
MEANING = {
    NEW: "just merged",
    NEXT: "merges next",
    UNUSED: "in no word any more",
    UNKNOWN: "not in the vocabulary",
    CHOSEN: "you chose this merge",
}


# The same tokens stand in many words, and on many screens of a class.
@kept(2**22)
def chip(token: str, *states: str, id: int | None = None) -> Markup:
    """One token. ``states`` are any of those in MEANING; ``id`` is its vocabulary id."""
    meaning = "; ".join(MEANING[state] for state in states)
    title = Markup(' title="{}"').format(meaning) if meaning else EMPTY
    said = heard(f", {meaning}") if meaning else EMPTY
    small = EMPTY
    if id is not None:
        small = heard(", id ") + Markup("<small>{}</small>").format(number(id))
    return Markup('<span class="{}"{}>{}{}</span>{}').format(
        " ".join(["tok", *states]), title, isolated(token), small, said
    )


def spaced(chips: Iterable[Markup]) -> Markup:
    """Chips one after the other, apart for screen readers and when they are copied."""
    return join(chips, " ")


@kept(2**21)
def isolated(token: str) -> Markup:
    """A token that keeps its marks on their side, and the text around it, in any script."""
    return Markup('<bdi dir="ltr">{}</bdi>').format(visible(token))


def pair(symbols: Pair) -> Markup:
    """Two chips side by side."""
    return spaced(chip(symbol) for symbol in symbols)


def counts(symbols: Iterable[tuple[str, int]]) -> Markup:
    """Symbols, each with how often it stands in the corpus."""
    return Markup('<p class="counts">{}</p>').format(
        join(
            Markup('<span class="count">{}{}<small>{}</small></span>').format(
                chip(symbol), heard(", counted "), number(count)
            )
            for symbol, count in symbols
        )
    )


def words(states: Iterable[WordState], *, merged: Pair | None, outline: bool) -> Markup:
    """A list of words as chips.

    Args:
        states: the words.
        merged: the pair that the step merged, shown beside the words it changed.
        outline: whether to outline the pair that merges next.
    """
    return Markup('<ul class="words">{}</ul>').format(
        join(_word(state, merged, outline) for state in states)
    )


# In small corpora a class looks at the same words again and again.
@kept(2**22)
def _word(state: WordState, merged: Pair | None, outline: bool) -> Markup:
    outlined = {i + k for i in state.merging for k in (0, 1)} if outline else set()
    made = set(state.made)
    chips = spaced(
        chip(symbol, *[NEW] * (i in made), *[NEXT] * (i in outlined))
        for i, symbol in enumerate(state.symbols)
    )
    was = EMPTY
    if merged is not None and made:
        was = Markup('<span class="was">was {}</span>').format(
            join((isolated(symbol) for symbol in merged), " ")
        )
    return Markup('<li>{}<span class="split">{}</span>{}<span class="n">×{}</span></li>').format(
        Markup('<span class="sr">{}: </span>').format(visible(state.word)),
        chips,
        was,
        number(state.frequency),
    )


def vocabulary(
    groups: Iterable[tuple[str, Sequence[tuple[int, str]], str]],
    *,
    in_use: Collection[str],
    new: str | None = None,
    chosen: Collection[str] = (),
) -> Markup:
    """The vocabulary in groups of (title, (id, token) ..., remark)."""

    def states(token: str) -> Iterator[str]:
        if token == new:
            yield NEW
        if token not in in_use:
            yield UNUSED
        if token in chosen:
            yield CHOSEN

    return Markup('<dl class="vocabulary">{}</dl>').format(
        join(
            Markup("<dt>{} <small>{}</small></dt><dd>{}</dd>").format(
                title,
                remark,
                spaced(chip(token, *states(token), id=i) for i, token in tokens),
            )
            for title, tokens, remark in groups
            if tokens
        )
    )


def nothing(remark: str) -> Markup:
    """What stands where a list is empty."""
    return Markup('<p class="none">{}</p>').format(remark)

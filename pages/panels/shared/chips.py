"""Tokens as chips: in words, in the vocabulary, wherever a token is shown by itself.

A look has the same meaning on every page: yellow with a base line for what was just merged, a
dashed outline for what merges next, hollow for what no word uses.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence

from markupsafe import Markup, escape

from pages import locale
from pages.panels.html.cache import kept
from pages.panels.html.elements import spaced
from pages.panels.html.templates import macro
from pages.panels.html.text import visible
from wordpiece.message import message
from wordpiece.records import Pair, WordState

NEW, NEXT, UNUSED, UNKNOWN, CHOSEN = "new", "next", "unused", "unknown", "chosen"
MEANING = {
    NEW: message("just merged"),
    NEXT: message("merges next"),
    UNUSED: message("in no word any more"),
    UNKNOWN: message("not in the vocabulary"),
    CHOSEN: message("you chose this merge"),
}
"""States of a token, each a CSS class, and what they mean."""

_TEMPLATE = "panels/shared/chips.html"


# The same tokens stand in many words, and on many screens of a class.
@kept(2**22)
def chip(token: str, *states: str, id: int | None = None) -> Markup:
    """Return one token.

    Args:
        token: its text.
        states: any of those in MEANING.
        id: its id in the vocabulary, if it is to be shown.
    """
    drawn = visible(token)
    written = spelled(token, drawn)
    if not states and id is None:
        return macro(_TEMPLATE, "plain")(drawn, written)
    css = " ".join(("tok", *states))
    meaning = "; ".join(locale.told(MEANING[state]) for state in states)
    return macro(_TEMPLATE, "chip")(drawn, written, css, meaning, id)


def spelled(token: str, drawn: Markup) -> str:
    """Return a token as JSON for ``data-token``; empty if what is drawn of it says as much.

    >>> spelled("##<b>", visible("##<b>")), spelled("a\tb", visible("a\tb"))
    ('', '"a\\tb"')
    """
    return "" if drawn == escape(token) else as_json(token)


def as_json(token: str) -> str:
    """Return a token for ``data-token``, short and with nothing that HTML would change."""
    is_text = token.isprintable()  # no half of a surrogate pair
    return json.dumps(token, ensure_ascii=not is_text)


@kept(2**21)
def isolated(token: str) -> Markup:
    """Return a token as text that does not change the direction of the text around it."""
    return macro(_TEMPLATE, "isolated")(token)


def pair(symbols: Pair) -> Markup:
    """Return two chips side by side."""
    left, right = symbols
    return spaced((chip(left), chip(right)))


def counts(symbols: Iterable[tuple[str, int]]) -> Markup:
    """Return symbols, each with how often it stands in the corpus."""
    return macro(_TEMPLATE, "counts")([(chip(symbol), count) for symbol, count in symbols])


def words(states: Iterable[WordState], *, merged: Pair | None, outline: bool) -> Markup:
    """Return a list of words as chips.

    Args:
        states: the words.
        merged: the pair that the step merged, shown beside the words it changed.
        outline: whether to outline the pair that merges next.
    """
    return macro(_TEMPLATE, "words")([_word(state, merged, outline) for state in states])


# In small corpora a class looks at the same words again and again.
@kept(2**22)
def _word(state: WordState, merged: Pair | None, outline: bool) -> Markup:
    outlined = {i + k for i in state.merging for k in (0, 1)} if outline else set()
    chips = spaced(
        chip(symbol, *[NEW] * (i in state.made), *[NEXT] * (i in outlined))
        for i, symbol in enumerate(state.symbols)
    )
    was = [*map(isolated, merged)] if merged and state.made else None
    return macro(_TEMPLATE, "word")(state.word, chips, was, state.frequency)


def vocabulary(
    groups: Iterable[tuple[str, Sequence[tuple[int, str]], str]],
    *,
    in_use: Collection[str],
    new: str | None = None,
    chosen: Collection[str] = (),
) -> Markup:
    """Return the vocabulary in groups.

    Args:
        groups: for each its title, its tokens with their ids, and a remark. Empty groups are
            left out.
        in_use: the tokens that stand in some word.
        new: the token that was just made, if any.
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

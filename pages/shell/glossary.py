"""The glossary of the field's terms, which every page can open.

`terms.html` is the one place where a term is defined, in one or two sentences and, where it helps,
an example. `docs/sources.md` lists the texts that explain each idea at length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import streamlit as st
from markupsafe import Markup

from pages.locale import code, comma, say
from pages.locale.alphabet import sort_key
from pages.panels.html.templates import render
from pages.panels.html.text import readable, visible
from pages.shell import theme
from pages.shell.rescue import rescued
from pages.trainings.turns import turn
from wordpiece.encoding.decoders import decode_wordpiece
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD
from wordpiece.message import Spaced, Token
from wordpiece.recipes import RECIPES
from wordpiece.scoring import times
from wordpiece.teaching.size import size
from wordpiece.teaching.wording import formula, plus
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes
from wordpiece.training.timeline import Timeline

KEY = "G"
"""The key that opens it."""

MAX_TYPED = 40
"""The most characters of a search text."""

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The words of the examples, and how often each occurs."""


@dataclass(frozen=True)
class Term:
    """A term in the language of the screen.

    Attributes:
        id: its name in code, which never changes.
        names: the term, then other names of the same thing.
        sentences: its meaning, then an example.
    """

    id: str
    names: Sequence[Markup]
    sentences: Sequence[Markup]


def button() -> bool:
    """Draw the button, and return whether it was clicked."""
    return st.button(say("Glossary"), key="glossary", shortcut=KEY, type="tertiary")


def show(first: str = "") -> None:
    """Open the glossary, with the term of an id at the top."""
    st.dialog(say("Glossary"), width="medium")(_draw)(first)


def _draw(first: str) -> None:
    """Draw the search field, and the terms found; a separate fragment."""
    with turn(), rescued():
        typed = st.text_input(
            say("Find a term"),
            key="glossary_find",
            max_chars=MAX_TYPED,
            live=True,
        )
        theme.show(listed(typed or "", first))


def listed(typed: str, first: str = "") -> Markup:
    """Return the terms that contain a text; if it is empty, the term of an id comes first."""
    found = find(typed)
    if not typed.strip():
        found.sort(key=lambda term: term.id != first)
    return render(
        "shell/glossary.html",
        terms=found,
        comma=comma(),
        typed=readable(typed.strip()),
    )


def find(typed: str) -> list[Term]:
    """Return the terms that contain a text in any case, those first that contain it in a name."""
    wanted = " ".join(typed.casefold().split())

    def holds(texts: Sequence[Markup]) -> bool:
        # A space within a token has a name on screen.
        plain = (text.replace(visible(" "), " ").striptags() for text in texts)
        return any(wanted in text.casefold() for text in plain)

    found = [term for term in terms() if holds([*term.names, *term.sentences])]
    return sorted(found, key=lambda term: not holds(term.names))


def terms() -> list[Term]:
    """Return all terms, sorted by the alphabet of the visitor's language."""
    found: list[Term] = []

    def term(names: Sequence[Markup], *sentences: Markup, id: str) -> str:
        found.append(Term(id, names, sentences))
        return ""

    render("shell/terms.html", term=term, same=Markup.escape, **_facts())
    return sorted(found, key=lambda each: sort_key(each.names[0].striptags(), code()))


@cache
def _facts() -> dict[str, Any]:
    """Return what the examples are computed from."""
    toy, bpe, likelihood = map(_trained, ("wordpiece", "bpe", "likelihood"))
    encoder = WordPieceEncoder.from_timeline(toy, len(toy))

    def replayed(timeline: Timeline, step: int, word: str) -> list[str]:
        return BPEEncoder.from_timeline(timeline, step).encode_word(word)

    return {
        "toy": toy,
        "bpe": bpe,
        "likelihood": likelihood,
        "matched": encoder.encode_word,
        "replayed": replayed,
        "prefix": CONTINUATION_PREFIX,
        "suffix": END_OF_WORD,
        "decode": decode_wordpiece,
        "compose": compose,
        "split_words": split_words,
        "text_to_bytes": text_to_bytes,
        "size": size,
        "token": Token,
        "spaced": lambda tokens: Spaced(tuple(tokens)),
        "plus": plus,
        "times": times,
        "formula": formula,
    }


def _trained(recipe: str) -> Timeline:
    """Train a recipe on the toy words, to the end."""
    trainer = RECIPES[recipe].trainer(TOY)
    trainer.run()
    return trainer.timeline()

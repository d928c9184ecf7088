"""The glossary of the field's terms, which every page can open."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from pages.glossary import Term, find
from pages.locale import language, message, say, to_text
from pages.panels.html.templates import render
from pages.panels.html.text import readable
from pages.shell import theme
from pages.shell.rescue import rescued
from pages.trainings.turns import turn
from wordpiece.message import Listed, Message

KEY = "G"
"""The key that opens it."""

MAX_TYPED = 40
"""The most characters of a search text."""


def button() -> bool:
    """Draw the button, and return whether it was clicked."""
    return st.button(say("Glossary"), key="glossary", shortcut=KEY, width="stretch")


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


def _also(term: Term) -> tuple[Message, ...]:
    """Return the other names of a term in a message, if it has any."""
    names = Listed(term.names[1:], "commas")
    return (message("also: {names}", names=names),) if term.names[1:] else ()


def listed(typed: str, first: str = "") -> Markup:
    """Return the terms that contain a text; if it is empty, the term of an id comes first."""
    terms_found = find(typed, language=language())
    if not typed.strip():
        terms_found.sort(key=lambda term: term.id != first)
    terms = [
        {
            "name": to_text(term.names[0]),
            "also": _also(term),
            "sentences": term.sentences,
        }
        for term in terms_found
    ]
    return render("shell/glossary.html", terms=terms, typed=readable(typed.strip()))

"""The front door of Train: on a first visit any sentence in tokens, in place of the start card.

The browser remembers that a visitor has been here: once the door was closed for good, or after
three merges, which the stepper counts. A door that is open is visible at the start only, and until
these merges; the stepper marks the document, for the style sheet. Boards are the same for
everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st
from markupsafe import Markup

from pages.components.remember import remember
from pages.locale import say, to_text
from pages.panels.html import pieces, readable
from pages.panels.train.view import TrainView
from pages.shell import sidebar, theme
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, files
from pages.state.remembered import Everywhere
from pages.state.session import current
from pages.trainings import ready
from pages.trainings.named import in_language
from pages.trainings.samples import samples
from pages.trainings.settings import Settings, suggest_settings
from wordpiece.message import Message
from wordpiece.records import EncodedToken
from wordpiece.teaching.wording import unseen_characters
from wordpiece.tokenizer import Tokenizer

_piece = pieces("shell/door.html")

MAX_TEXT = 2_000
"""The most characters of a sentence."""

EXAMPLE = "Where does a tokenizer cut sleeplessness?"
"""The sentence while the field is empty; in English, as the vocabulary is."""

FIRST_LESSON = "why-subwords"
"""The id of the first lesson."""


@fragment
def front_door() -> None:
    """Draw the front door for newcomers, and the component that reports whether one has come."""
    if current().presenting:  # an element without a height would move the panels
        return
    door = fields.get(Everywhere.door)
    remember("welcome", "1" if door == "for good" else None, _begin)
    is_open = (
        door == "open"
        and not sidebar.enters_own_text(trained=False)
        and fields.get(TrainView.pace) == "merge"
        and current_training.get().settings == Settings()
    )
    if is_open:
        address.save()
        with st.container(key="door"):
            _draw()


def _begin(remembered: str) -> None:
    """Callback: open the door for a newcomer, but not after a link to a later step."""
    fields.put(
        Everywhere.door, "for good" if remembered else "closed" if current().step else "open"
    )


def _draw() -> None:
    st.text_input(
        say("What pieces does a language model read?"),
        live=True,
        max_chars=MAX_TEXT,
        **fields.bind(Everywhere.sentence),
        placeholder=say("Type here to see the tokens"),
    )
    typed = fields.get(Everywhere.sentence)[:MAX_TEXT].strip()
    text = typed or EXAMPLE
    theme.show(sentence_in_tokens(text, ready.tokenizer(), is_example=not typed))
    with st.container(horizontal=True, vertical_alignment="center", key="door_ways"):
        theme.show(Markup("<b>{}</b>").format(say("See how such tokens are learned:")))
        st.button(
            to_text(samples()["toy"].title),
            on_click=fields.put,
            args=(Everywhere.door, "closed"),
            key="door_toy",
        )
        story = in_language("story")
        st.button(
            to_text(samples()[story].title),
            on_click=commands.show_example,
            args=(suggest_settings(story), 0, {}),
            key="door_story",
        )
        st.button(say("Train on this text"), on_click=files.train_on, args=(text,), key="door_text")
        st.page_link(
            "pages/screens/lessons.py",
            label=say("Lesson {number}", number=1),
            query_params={"lesson": FIRST_LESSON},
        )
        st.button(
            say("Close"),
            type="tertiary",
            on_click=fields.put,
            args=(Everywhere.door, "for good"),
            key="door_over",
        )


def sentence_in_tokens(text: str, tokenizer: Tokenizer, *, is_example: bool) -> Markup:
    """Draw a text with its tokens tinted, and sentences about them.

    Args:
        text: the text.
        tokenizer: splits it.
        is_example: whether the visitor has not typed it.
    """
    tokens = tokenizer.encode(text, special=False)
    unknown: Message | None = None
    if any(token.unknown for token in tokens) and tokenizer.timeline:
        unknown = unseen_characters(
            tokenizer.normalize(text), tokenizer.timeline.words, tokenizer.pre_tokenizer
        )
    return _piece(
        "door",
        parts=_parts(text, tokens),
        n=len(tokens),
        is_example=is_example,
        unknown=unknown,
        entries=len(tokenizer),
        least=ready.LEAST,
    )


def _parts(text: str, tokens: list[EncodedToken]) -> Iterator[tuple[Markup, EncodedToken | None]]:
    """Yield the parts of a text in order: tokens, and what is between them without a token."""
    at = 0
    for token in tokens:
        start = max(at, token.start)  # two tokens may be of one character
        if start > at:
            yield readable(text[at:start]), None
        if token.end > start:
            yield readable(text[start : token.end]), token
        at = max(at, token.end)
    if at < len(text):
        yield readable(text[at:]), None

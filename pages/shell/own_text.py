"""The field in which a visitor enters a text or a word table, above a page's panels."""

from __future__ import annotations

import streamlit as st

from pages.locale import say
from pages.state import commands, fields, files
from pages.state.links import MAX_OWN
from pages.state.remembered import Everywhere
from pages.trainings.settings import OWN_TABLE, OWN_TEXT
from wordpiece.text.corpus import Kind

KINDS: dict[str, Kind] = {OWN_TEXT: "text", OWN_TABLE: "table"}
"""The typed entries in the list of corpora, with their kinds."""

HEIGHT = 220
"""The height of the field in pixels."""


def is_open(trained: bool) -> bool:
    """Return whether the field is open: until its text is trained on, and when requested.

    Args:
        trained: whether the requested settings are on screen.
    """
    if commands.requested_settings().corpus not in KINDS:
        return False
    if fields.get(Everywhere.own_field) == "sent" and trained and commands.problem() is None:
        fields.reset(Everywhere.own_field)
    return commands.own_source() is None or fields.get(Everywhere.own_field) != ""


def field() -> None:
    """Draw the field. Ctrl+Enter sends its text to train on."""
    kind = KINDS[commands.requested_settings().corpus]
    is_text = kind == "text"
    key = f"own_{kind}"
    with st.form(f"{key}_form", enter_to_submit=True):
        st.text_area(
            say("Text") if is_text else say("Words and counts, separated by a tab"),
            height=HEIGHT,
            key=key,
            persist_state="session",
            placeholder="" if is_text else "hug\t10\npug\t5",
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            st.form_submit_button(
                say("Start training"),
                type="primary",
                on_click=_send,
                args=(key, kind),
                key=f"use_{kind}",
            )
            if commands.own_source():
                st.form_submit_button(
                    say("Close"),
                    on_click=fields.reset,
                    args=(Everywhere.own_field,),
                    key="close_own",
                )
            st.caption(
                say(
                    "Ctrl+Enter also starts the training. A link can contain a text of up to "
                    "{n} bytes; a longer one is kept for this session only.",
                    n=MAX_OWN,
                )
            )


def opener() -> None:
    """Draw the button next to the list of corpora that opens the field again."""
    if commands.own_source() is None or fields.get(Everywhere.own_field) == "open":
        st.caption(say("Enter your corpus at the top of the page."))
    else:
        st.button(
            say("Change your corpus"),
            icon=":material/edit:",
            on_click=fields.put,
            args=(Everywhere.own_field, "open"),
            key="change_own",
            width="stretch",
        )


def _send(key: str, kind: Kind) -> None:
    """Callback: train on the typed text; the field closes once the training is on screen."""
    fields.put(Everywhere.own_field, "sent")
    files.use_own_text(key, kind)

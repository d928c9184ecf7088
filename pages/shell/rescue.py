"""Catch unexpected errors while a page is drawn.

Bad input is handled where it arrives. This module is for bugs: it logs the error, undoes what the
visitor did last, and says so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import streamlit as st

from pages.locale import say, to_text
from pages.server.internals import catch_callback_errors
from pages.state import address, language, session
from wordpiece.message import message

P = ParamSpec("P")

LOG = logging.getLogger("merge_by_merge")

STUCK = message(
    "Sorry, this page cannot be shown at the moment, because of an error in the app. Try "
    "another page, or start again."
)


@contextmanager
def rescued() -> Iterator[None]:
    """Undo the visitor's last action if the page fails; if that does not help, draw a sentence."""
    try:
        yield
    except Exception as fault:
        LOG.error("A page could not be drawn", exc_info=fault)
        if session.undo():
            st.rerun()
        st.error(to_text(STUCK))
        st.button(say("Start again"), on_click=address.start_again, key="start_again")


def fragment(draw: Callable[P, None], every: float | None = None) -> Callable[P, None]:
    """Make a function a Streamlit fragment that is `rescued`.

    Args:
        draw: the function.
        every: seconds after which it runs again by itself; None for never.
    """

    @wraps(draw)
    def draw_rescued(*args: P.args, **kwargs: P.kwargs) -> None:
        with rescued():
            language.activate()
            draw(*args, **kwargs)

    return st.fragment(draw_rescued, run_every=every)


def rescue_callbacks() -> None:
    """Run callbacks in the visitor's language; undo the changes of one that fails."""
    catch_callback_errors(_undo, before=_prepare)


def _prepare() -> None:
    language.activate()
    session.remember()


def _undo(fault: Exception) -> None:
    LOG.error("What a visitor did could not be followed", exc_info=fault)
    session.undo()

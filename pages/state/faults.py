"""Recovery from a screen that cannot be drawn to one that can."""

from __future__ import annotations

import streamlit as st

from pages.server.internals import is_fragment_run
from pages.state import address
from pages.state.session import State, current
from wordpiece.message import message

TAKEN_BACK = message(
    "Sorry, something went wrong. Your last action was undone; this is the screen before it."
)


def mark_ok(*, part: bool = False) -> None:
    """Remember the state as the last good one. Call when a page was drawn without a fault.

    Args:
        part: whether only a fragment was drawn; it counts if the run was for that fragment alone.
    """
    if not part or is_fragment_run():
        state = current()
        state.last_good, state.faults = state.copy(), 0


def rescue() -> None:
    """Go back from a screen that cannot be drawn to the last good one.

    A second fault in a row also resets all widgets. Both run the script again; the third time, or
    without a good screen, this function returns.
    """
    state = current()
    faults = state.faults = state.faults + 1
    good, page = state.last_good, state.page
    if good is None or faults > 2:
        return
    if faults > 1:
        st.session_state.clear()
        st.session_state["state"] = state
    take_back()
    if good.page != page:
        st.switch_page(f"pages/screens/{good.page}.py")
    st.rerun()


def take_back() -> None:
    """Restore the last good state, and report it on the next screen."""
    state = current()
    state.become(state.last_good or State(page=state.page))
    state.next_remarks = [TAKEN_BACK]


def begin_anew() -> None:
    """Callback: show the first screen; the visitor's own corpora stay in the list."""
    state = current()
    state.become(State(own=state.own))
    state.faults = 0
    address.clear()

"""Return from a screen that cannot be drawn to one that can."""

from __future__ import annotations

import streamlit as st

from pages.server.internals import is_fragment_run
from pages.state import address
from pages.state.session import State, current
from wordpiece.message import message

TAKEN_BACK = message(
    "What you did last led to a fault in the app and was taken back: "
    "this is the last screen that worked."
)
BEGUN_ANEW = message(
    "This screen could not be drawn, because of a fault in the app. It begins anew; what you had "
    "opened or typed has to come in again."
)


def worked(*, part: bool = False) -> None:
    """Store a copy of the state: the page was drawn without a fault.

    Args:
        part: only a part of it was, which counts if it ran alone.
    """
    if not part or is_fragment_run():
        state = current()
        state.good, state.faults = state.copy(), 0


def rescue() -> None:
    """Go back from a screen that cannot be drawn, further each time until something can be.

    First to the last screen that worked; then there without what widgets say; then to the
    beginning. Returns only if even that cannot be drawn.
    """
    state = current()
    faults = state.faults = state.faults + 1
    good, page = state.good, state.page
    if faults > 3 or page is None:
        return
    if faults > 1:
        st.session_state.clear()
        st.session_state["state"] = state
    if good is None or faults == 3:
        state.become(State(page=page, news=[BEGUN_ANEW]))
        st.rerun()
    take_back()
    if good.page != page:
        st.switch_page(f"pages/screens/{good.page}.py")
    st.rerun()


def take_back() -> None:
    """Restore the state of the screen that was drawn last, and say so."""
    state = current()
    state.become(state.good or State(page=state.page))
    state.news = [TAKEN_BACK]


def begin_anew() -> None:
    """Callback: forget everything, the link in the address too."""
    state = current()
    state.become(State())
    state.faults = 0
    address.clear()

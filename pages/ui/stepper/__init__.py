"""The stepper: buttons, slider and keys that move at once in the page.

Streamlit loses clicks that come faster than its runs. So the stepper is a component that
keeps the step itself, paints it without waiting, and reports the *absolute* step, one report
at a time; however fast the clicks, the last report names the right step. The other direction
works too: whoever else moves the step (a click on a chart, a link) moves the stepper.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "merge_by_merge_stepper",
    html=(_HERE / "stepper.html").read_text("utf-8"),
    css=(_HERE / "stepper.css").read_text("utf-8"),
    js=(_HERE / "stepper.js").read_text("utf-8"),
)


def stepper(
    key: str, *, step: int, last: int, say: str, told: dict[str, Any], on_move: Callable[[], None]
) -> None:
    """Draw the stepper.

    Args:
        key: its widget key.
        step: where it should stand.
        last: the last step there is.
        say: what a screen reader announces once the step is on screen.
        told: its newest report, ``{"n": step, "seq": number}``, or empty. The number goes
            back to it, so that it knows which of its reports this ``step`` takes into account.
        on_move: called before the run that a report causes.
    """
    data = {"step": step, "last": last, "say": say, "seq": told.get("seq", 0)}
    _mount(key=key, data=data, on_step_change=on_move)

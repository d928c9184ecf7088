"""The stepper: buttons, slider and keys that move at once in the page.

Streamlit loses clicks that come faster than its runs. So the stepper is a component that
keeps the step itself, paints it without waiting, and reports the *absolute* step, one report
at a time; however fast the clicks, the last report names the right step. The other direction
works too: whoever else moves the step (a click on a chart, a link) moves the stepper.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from pages.locale import say as _say
from pages.state import asked, steps
from pages.state.remembered import Everywhere

_HERE = Path(__file__).parent

_mount = st.components.v2.component(
    "merge_by_merge_stepper",
    html=(_HERE / "stepper.html").read_text("utf-8"),
    css=(_HERE / "stepper.css").read_text("utf-8"),
    js=(_HERE / "stepper.js").read_text("utf-8"),
)


def stepper(
    key: str,
    *,
    step: int,
    last: int,
    say: str,
    phase: str = "",
    phases: Mapping[str, str] | None = None,
    marks: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Draw the stepper.

    Args:
        key: its widget key.
        step: where it should stand.
        last: the last step there is.
        say: what a screen reader announces once the step is on screen.
        phase: how far it stands on the way to the next merge.
        phases: the phases in which a merge is reached, "" first, each with what the button
            for the one after it says; by default a merge is reached in one.
        marks: where charts mark the step, by the names of their `charts.mark_inputs`.
    """
    # The number of its newest report goes back to it, so that it knows which of its reports
    # this ``step`` takes into account.
    seq = steps.stepper_report(key).get("seq", 0)
    phases = phases or {"": _say("Next merge")}
    data = {
        "step": step,
        "last": last,
        "say": say,
        "seq": seq,
        "phase": phase,
        # Tuples, as Streamlit looks through a list for data frames, at length.
        "phases": tuple(phases),
        "next": tuple(phases.values()),
        "marks": tuple(f"{chart} {mark}" for chart, mark in marks.items()),
        "clicker": asked.presenting(),
        # It differs after a server has died: the browser sends the newest report along, but
        # nobody has handled it.
        "session": Everywhere.STEPPER.get(),
    }
    _mount(key=key, data=data, on_step_change=lambda: steps.stepped(key))

"""The stepper: buttons, a slider and keys that change the step.

Streamlit loses clicks that come faster than its runs. So this component keeps the step itself,
shows it at once, and reports the absolute step, one report at a time. However fast the clicks are,
the last report has the right step. When Python changes the step, as after a click in a chart, the
stepper follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pages.components.component import Component
from pages.locale import say as _say
from pages.state import asked, steps
from pages.state.remembered import Everywhere

_stepper = Component("stepper")


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
        step: the step to show.
        last: the last step.
        say: what a screen reader announces once the step is on screen.
        phase: the phase on the way to the next merge.
        phases: the phases in which a merge is reached, "" first, each with the label of the
            button that leads to the next; by default only "".
        marks: where charts mark the step, by the names of their `charts.mark_inputs`.
    """
    # The number of its newest report tells it which reports this ``step`` takes into account.
    seq = steps.stepper_report(key).get("seq", 0)
    phases = phases or {"": _say("Next merge")}
    data = {
        "step": step,
        "last": last,
        "say": say,
        "seq": seq,
        "phase": phase,
        # Tuples, as Streamlit searches lists for data frames, which takes long.
        "phases": tuple(phases),
        "next": tuple(phases.values()),
        "marks": tuple(f"{chart} {mark}" for chart, mark in marks.items()),
        "clicker": asked.presenting(),
        # If it changes, another server has taken over. That one gets the newest report from the
        # browser as ``seq``, but has not handled it.
        "session": Everywhere.STEPPER.get(),
    }
    _stepper(key=key, data=data, on_step_change=lambda: steps.stepped(key))

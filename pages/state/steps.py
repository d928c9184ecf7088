"""The step on screen, and the callbacks that change it."""

from __future__ import annotations

from typing import Any, TypeGuard

import streamlit as st

from pages.state.fields import Field
from pages.state.links import MAX_STEP
from pages.state.remembered import LISTS, PACES, STAYING, Everywhere, Train
from pages.state.session import current


def step() -> int:
    """Return the step on screen."""
    return current().step


def hold(last: int) -> None:
    """Limit the step to the last one."""
    state = current()
    state.step = min(state.step, last)


def go(step: int, phase: str = "") -> None:
    """Callback: move to a step, or to a phase on the way to the next merge.

    This also ends the highlight of a pair, and turns lists to their first page, unless their rows
    keep their places.
    """
    state = current()
    if (step, phase) == (state.step, Train.PHASE.get()):
        return
    state.step = max(0, step)
    Train.PHASE.set(phase)
    Train.LOOK.set("")
    for name, page in LISTS.items():
        if name not in STAYING or STAYING[name].get() == "first":
            page.reset()


def first_pages() -> None:
    """Callback: turn all lists to their first page."""
    for page in LISTS.values():
        page.reset()


def change_order(name: str) -> None:
    """Callback: switch a list between rows that keep their places and changed rows first."""
    order = STAYING[name]
    order.set("kept" if order.get() == "first" else "first")
    LISTS[name].reset()


def take_filter(field: Field[Any]) -> None:
    """Callback: set a field to its widget's value, and turn all lists to their first page."""
    field.take()
    first_pages()


def report(key: str, field: str) -> dict[str, Any]:
    """Return the newest report of a component in one of its states; empty without a valid one."""
    newest = (st.session_state.get(key) or {}).get(field)
    return newest if isinstance(newest, dict) else {}


def stepper_report(key: str) -> dict[str, Any]:
    """Return the newest report of a stepper, or an empty one."""
    return report(key, "step")


def stepped(key: str) -> None:
    """Callback: go to the step that a stepper reports."""
    reported = stepper_report(key)
    number = reported.get("n")
    if is_step(number):
        phase = reported.get("phase")
        go(int(number), phase if phase in PACES[Train.PACE.get()] else "")


def phase() -> str:
    """Return Train's phase between the step and the next merge; "" if its pace lacks the phase."""
    phase = Train.PHASE.get()
    return phase if phase in PACES[Train.PACE.get()] else ""


def set_pace(pace: str) -> None:
    """Callback: set Train's pace, or go back to whole merges if the pace is set already."""
    Train.PACE.set("merge" if Train.PACE.get() == pace else pace)
    Train.PHASE.set("")


def picked_in_chart(key: str) -> None:
    """Callback: go to the step that was clicked in a chart.

    A chart reports the set of all selected steps, and each click adds or removes one. So the
    clicked step is the difference from the last report.
    """
    selected = Everywhere.SELECTED.get()
    now = _selected(st.session_state[key])
    changed = now ^ selected.get(key, frozenset())
    Everywhere.SELECTED.set({**selected, key: now})
    if len(changed) == 1:
        (only,) = changed
        go(only)


def _selected(chart: object) -> frozenset[int]:
    """Return the steps selected in a chart. Browsers may report any value."""
    selection = chart.get("selection") if isinstance(chart, dict) else None
    points = selection.get("pick") if isinstance(selection, dict) else None
    if not isinstance(points, list):
        return frozenset()
    steps = [point.get("step") for point in points if isinstance(point, dict)]
    return frozenset(int(step) for step in steps if is_step(step))


def is_step(number: object) -> TypeGuard[float]:
    """Return whether a value from a browser may be the number of a step."""
    return isinstance(number, (int, float)) and 0 <= number <= MAX_STEP

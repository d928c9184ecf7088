"""The step on screen, and the callbacks that change it."""

from __future__ import annotations

from typing import Any, TypeGuard

import streamlit as st

from pages.panels.actions import Action, Choose, Go, Next
from pages.panels.train.kind import Kind
from pages.panels.train.kinds import kind_of
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field, View
from pages.state import fields
from pages.state.links import MAX_STEP
from pages.state.remembered import OF_STEP, ORDERS, PAGES, Everywhere
from pages.state.session import current
from pages.trainings.settings import Settings


def hold(last: int) -> None:
    """Limit the step to the last one."""
    state = current()
    state.step = min(state.step, last)


def go(step: int, phase: str = "") -> None:
    """Callback: move to a step, or to a phase on the way to the next one.

    This also resets the fields of the step, such as the selected pair, and turns lists to their
    first page, unless their rows keep their places.
    """
    state = current()
    if (step, phase) == (state.step, fields.get(TrainView.phase)):
        return
    state.step = max(0, step)
    fields.put(TrainView.phase, phase)
    fields.reset(*OF_STEP)
    for order, page in ORDERS.items():
        if fields.get(order) == "first":
            fields.reset(page)


def first_pages() -> None:
    """Callback: turn all lists to their first page."""
    fields.reset(*PAGES)


def follow(view: type[View], action: Action) -> None:
    """Callback: move to a step, or set a field of a page's view; ignore any other action.

    A value that the field may not have is ignored. A list in a new order begins at its first page.
    """
    if isinstance(action, Go):
        go(action.step)
    elif isinstance(action, Choose | Next):
        for field in [field for field in view.fields() if field.name == action.field]:
            value = action.value if isinstance(action, Choose) else _next_value(field)
            if field.valid.accepts(value):
                fields.put(field, value)
                if field in ORDERS:
                    fields.reset(ORDERS[field])


def turn(field: Field[Any]) -> None:
    """Callback: set a field to its next value."""
    fields.put(field, _next_value(field))


def _next_value(field: Field[Any]) -> Any:
    """Return the value of a field that follows the current one, or after the last the first."""
    values = field.valid.values or (fields.get(field),)
    return values[(values.index(fields.get(field)) + 1) % len(values)]


def report(key: str, field: str) -> dict[str, Any]:
    """Return the newest report of a component in one of its states; empty without a valid one."""
    newest = (st.session_state.get(key) or {}).get(field)
    return newest if isinstance(newest, dict) else {}


def follow_stepper(key: str) -> None:
    """Callback: go to the step that a stepper reports, unless it only asks for boards."""
    reported = report(key, "step")
    number = reported.get("n")
    if is_step(number) and not reported.get("asks"):
        phase = str(reported.get("phase"))
        go(int(number), phase if phase in kind().paces[pace()] else "")


def kind() -> Kind[Scene]:
    """Return the kind of the training on screen."""
    shown = current().shown
    return kind_of(shown[0] if shown else Settings())


def pace() -> str:
    """Return Train's pace; that of whole steps if the training on screen lacks the chosen one."""
    pace = fields.get(TrainView.pace)
    return pace if pace in kind().paces else "merge"


def phase() -> str:
    """Return Train's phase between the step and the next one; "" if its pace lacks the phase."""
    phase = fields.get(TrainView.phase)
    return phase if phase in kind().paces[pace()] else ""


def set_pace(pace: str) -> None:
    """Callback: set Train's pace, or go back to whole merges if the pace is set already."""
    fields.put(TrainView.pace, "merge" if fields.get(TrainView.pace) == pace else pace)
    fields.put(TrainView.phase, "")
    fields.reset(Everywhere.dialog)  # which could show the answer, or open again after it


def follow_chart(key: str) -> None:
    """Callback: go to the step that was clicked in a chart.

    A chart reports the set of all selected steps, and each click adds or removes one. So the
    clicked step is the difference from the last report.
    """
    selected = fields.get(Everywhere.selected)
    now = _read_selection(st.session_state[key])
    changed = now ^ selected.get(key, frozenset())
    fields.put(Everywhere.selected, {**selected, key: now})
    if len(changed) == 1:
        (only,) = changed
        go(only)


def _read_selection(chart: object) -> frozenset[int]:
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

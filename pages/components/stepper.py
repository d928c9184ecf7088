"""The stepper: buttons, a slider and keys that change the step, and the board that shows it.

Streamlit loses clicks that come faster than its runs. So this component keeps the step itself,
shows it at once, and reports the absolute step, one report at a time. However fast the clicks are,
the last report has the right step. When Python changes the step, as after a click in a chart, the
stepper follows.

The component also draws the board of the step. Each report requests the boards that the browser
lacks: that of the step, and some that the next steps need, so that these appear without waiting for
the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pages.components.component import draw
from pages.locale import say, to_text
from pages.panels.layout import Board, Boards
from pages.panels.view import View
from pages.state import current_training, fields, steps
from pages.state.remembered import Everywhere
from pages.state.session import current

V = TypeVar("V", bound=View)


def stepper_with_board(
    key: str,
    view: V,
    boards: Boards[V],
    *,
    last: int,
    phase: str = "",
    phases: Mapping[str, str] | None = None,
) -> None:
    """Draw a stepper and the board of a view.

    Args:
        key: its widget key.
        view: what is on screen.
        boards: the boards of all positions of the page.
        last: the last step.
        phase: the phase on the way to the next merge.
        phases: the phases in which a merge is reached, "" first, each with the label of the
            button that leads to the next; by default only "".
    """
    per = list(phases or [""])
    at = view.step * len(per) + max(0, per.index(phase))
    # Everything that the boards depend on besides their position.
    base = f"{hash(boards.view_at(0)):x}"
    lacks = lacked(steps.report(key, "step"), base, at)
    now = None
    if view == boards.view_at(at):
        sent = boards.at(at, lacks)
    else:  # a list shows another page, or a pair is highlighted; the next step undoes both
        now = boards.make(view)
        sent = boards.at(at, [position for position in lacks if position != at])
    _draw(
        key,
        step=view.step,
        last=last,
        phase=phase,
        phases=phases,
        base=base,
        boards=tuple((position, *_to_tuple(board)) for position, board in sent.items()),
        now=_to_tuple(now) if now else None,
    )


def lacked(report: Mapping[str, Any], base: str, at: int) -> Sequence[int]:
    """Return the positions whose boards the browser lacks, by its newest report.

    Unless the report is about these boards and this position, they are the position and the next.
    """
    lacks = report.get("lacks")
    is_about_this = (report.get("base"), report.get("at")) == (base, at)
    if is_about_this and isinstance(lacks, list) and all(type(each) is int for each in lacks):
        return lacks
    return at, at + 1


BoardTuple = tuple[str, str, tuple[str, ...]]
"""A board for the browser: its HTML, which may be empty, the screen reader's announcement of the
step, and the charts' marks."""


def _to_tuple(board: Board) -> BoardTuple:
    # Tuples, since Streamlit searches lists for data frames, which is slow.
    marks = tuple(f"{chart} {mark}" for chart, mark in board.marks.items())
    return str(board.panels), board.say, marks


def stepper_alone(key: str) -> None:
    """Draw a stepper of the training on screen, without a board."""
    training, step, kind = current_training.get(), current().step, steps.kind()
    said = kind.announce(training, step) if step else say("Start")
    phases = {"": to_text(kind.paces["merge"][""])}
    _draw(key, step=step, last=len(training.steps), now=("", said, ()), phases=phases)


def _draw(
    key: str,
    *,
    step: int,
    last: int,
    now: BoardTuple | None,
    phase: str = "",
    phases: Mapping[str, str] | None = None,
    base: str = "",
    boards: tuple[Any, ...] = (),
) -> None:
    phases = phases or {"": say("Next merge")}
    data = {
        "step": step,
        "last": last,
        # The number of its newest report says which reports this ``step`` takes into account.
        "seq": steps.report(key, "step").get("seq", 0),
        "phase": phase,
        "phases": tuple(phases),
        "next": tuple(phases.values()),
        "base": base,
        "boards": boards,
        "now": now,
        "clicker": current().presenting,
        # If it changes, another server has taken over. That one gets the newest report from the
        # browser as ``seq``, but has not handled it.
        "session": fields.get(Everywhere.stepper),
    }
    draw("stepper", data, key=key, on_step_change=lambda: steps.stepped(key))

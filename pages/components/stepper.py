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

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from pages.components.component import draw
from pages.locale import say, to_text
from pages.panels.layout import Board
from pages.panels.view import View
from pages.state import current_training, fields, steps
from pages.state.remembered import Everywhere
from pages.state.session import current

V = TypeVar("V", bound=View)

MAX_SENT = 64
"""The most boards that a browser gets at once."""


def stepper_with_board(
    key: str,
    view: V,
    *,
    view_at: Callable[[int], V],
    make: Callable[[V], Board],
    is_secret: Callable[[V], bool],
    last: int,
    phase: str = "",
    phases: Mapping[str, str] | None = None,
    smallest: int | None = None,
) -> None:
    """Draw a stepper and the board of a view.

    Args:
        key: its widget key.
        view: what is on screen.
        view_at: returns the view after a move to a position, which counts phases of steps, from 0.
        make: makes the board of a view.
        is_secret: returns whether the board of a view hides the next merge.
        last: the last step.
        phase: the phase on the way to the next merge.
        phases: the phases in which a merge is reached, "" first, each with the label of the
            button that leads to the next; by default only "".
        smallest: the vocabulary size at step 0, if the steps are vocabulary sizes.
    """
    per = list(phases or [""])
    at = view.step * len(per) + max(0, per.index(phase))
    # Everything that the boards depend on besides their position.
    base = f"{hash(view_at(0)):x}"
    lacks = missing_positions(steps.report(key, "step"), base, at)
    now = None
    if view != view_at(at):
        # A list shows another page, or a pair is highlighted; the next step undoes both.
        now = make(view)
        lacks = [position for position in lacks if position != at]
    boards = boards_at(
        at, lacks, view_at=view_at, make=make, is_secret=is_secret, last=last * len(per)
    )
    _draw(
        key,
        step=view.step,
        last=last,
        phase=phase,
        phases=phases,
        smallest=smallest,
        base=base,
        # Tuples, since Streamlit searches lists for data frames, which is slow.
        boards=tuple((position, *board) for position, board in boards.items()),
        now=now,
    )


def boards_at(
    now: int,
    positions: Iterable[int],
    *,
    view_at: Callable[[int], V],
    make: Callable[[V], Board],
    is_secret: Callable[[V], bool],
    last: int,
) -> dict[int, Board]:
    """Return the boards of some positions.

    A board that shows a secret merge is left out until the visitor has reached it.

    Args:
        now: the position on screen.
        positions: the positions that the browser requests; it may request any.
        view_at, make, is_secret: as in `stepper_with_board`.
        last: the last position.
    """
    wanted = [each for each in islice(positions, MAX_SENT) if 0 <= each <= last]
    found: dict[int, Board] = {}
    limit = _first_hidden(now, max(wanted, default=now), view_at, is_secret)
    for position in wanted:
        if position != now and position >= limit:
            continue
        try:
            found[position] = make(view_at(position))
        except Exception:  # reported and logged when that position is actually shown
            if position == now:
                raise
    return found


def _first_hidden(
    now: int, last: int, view_at: Callable[[int], V], is_secret: Callable[[V], bool]
) -> int:
    """Return the first position whose board shows a merge that is secret at ``now``."""
    hides = False
    positions = range(now, min(last, now + MAX_SENT) + 1)
    for position in positions:
        hid, hides = hides, is_secret(view_at(position))
        if hid and not hides:
            return position
    return positions.stop


def missing_positions(report: Mapping[str, Any], base: str, at: int) -> Sequence[int]:
    """Return the positions whose boards the browser lacks, by its newest report.

    Unless the report is about these boards and this position, they are the position and the next.
    """
    lacks = report.get("lacks")
    is_about_this = (report.get("base"), report.get("at")) == (base, at)
    if is_about_this and isinstance(lacks, list) and all(type(each) is int for each in lacks):
        return lacks
    return at, at + 1


def stepper_alone(key: str) -> None:
    """Draw a stepper of the training on screen, without a board."""
    training, step, kind = current_training.get(), current().step, steps.kind()
    said = kind.announce(training, step) if step else say("Start")
    phases = {"": to_text(kind.paces["merge"][""])}
    _draw(key, step=step, last=len(training.steps), now=Board("", said), phases=phases)


def _draw(
    key: str,
    *,
    step: int,
    last: int,
    now: Board | None,
    phase: str = "",
    phases: Mapping[str, str] | None = None,
    smallest: int | None = None,
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
        "smallest": smallest or 0,
        "where": "" if smallest is None else say("vocabulary size {size}", size="{size}"),
        "base": base,
        "boards": boards,
        "now": now,
        "clicker": current().presenting,
        # If it changes, another server has taken over. That one gets the newest report from the
        # browser as ``seq``, but has not handled it.
        "session": fields.get(Everywhere.stepper),
    }
    draw("stepper", data, key=key, on_step_change=lambda: steps.follow_stepper(key))

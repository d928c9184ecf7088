"""The events of an exercise as text, so that another session can continue where one ended.

The text is JSON: the name of each event, and its values.

    [["Answer",["h","##u"],[15,15,36]],["Join",[[0,0],[4,0]]]]
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple
from typing import TypeGuard

from wordpiece.teaching.by_hand.exercise import Answer, Continue, Event, Join, Show, Turn

MOST_EVENTS = 200
"""The most events to read; an exercise has fewer that count."""

MAX_NUMBER = 9_999
"""The largest number to type and to read: a count, or a position."""


def write_events(events: Iterable[Event]) -> str:
    """Return events as text in ASCII.

    >>> write_events([Answer(None, (20,)), Join(frozenset({(1, 0), (0, 0)})), Continue(True)])
    '[["Answer",null,[20]],["Join",[[0,0],[1,0]]],["Continue",true]]'
    """
    every = [[type(event).__name__, *astuple(event)] for event in events]
    return json.dumps(every, default=sorted, separators=(",", ":"))


def read_events(text: str) -> list[Event]:
    """Return the events of any text, up to the first that `write_events` does not write.

    >>> read_events('[["Turn"],["Show"],["Continue",7],["Turn"]]'), read_events("Turn")
    ([Turn(), Show()], [])
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    events: list[Event] = []
    for each in found[:MOST_EVENTS] if isinstance(found, list) else ():
        event = _read(each)
        if event is None:
            break
        events.append(event)
    return events


def _read(found: object) -> Event | None:
    match found:
        case ["Turn"]:
            return Turn()
        case ["Show"]:
            return Show()
        case ["Continue", bool(own)]:
            return Continue(own)
        case ["Answer", None | str() as choice, numbers] if _are_typed(numbers):
            return Answer(choice, tuple(numbers))
        case ["Answer", [str(left), str(right)], numbers] if _are_typed(numbers):
            return Answer((left, right), tuple(numbers))
        case ["Join", [*places]]:
            read = [(at[0], at[1]) for at in places if _is_place(at)]
            return Join(frozenset(read)) if len(read) == len(places) else None
    return None


def _are_typed(found: object) -> TypeGuard[list[float | None]]:
    """Return whether a value is what fields for numbers hold; None in an empty one."""
    return isinstance(found, list) and all(
        n is None or (type(n) in (int, float) and 0 <= n <= MAX_NUMBER) for n in found
    )


def _is_place(found: object) -> TypeGuard[list[int]]:
    return (
        isinstance(found, list)
        and len(found) == 2
        and all(type(n) is int and 0 <= n <= MAX_NUMBER for n in found)
    )

"""The actions of buttons in panels. Each button has one, in its ``data-pick``.

`encode` returns the text of an action for the button. `decode` parses the text that the browser
reports on a click, which may be any text; it returns None for a text that `encode` never returns.
"""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass
from typing import get_args, get_type_hints

MAX_NUMBER = 999_999_999
"""The largest number in an action."""

MAX_TOKEN = 2_000
"""The most characters of a token in an action."""

_MAX_TEXT = 100 + 6 * MAX_TOKEN
"""The most characters of the text of an action; JSON may write a character with six."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Look:
    """Show the pair of a rank in the score table, or hide it again."""

    rank: int


@dataclass(frozen=True, slots=True)
class Close:
    """Hide the pair."""


@dataclass(frozen=True, slots=True)
class Force:
    """Choose the pair of a rank in the score table as the merge after a step."""

    step: int
    rank: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the merge chosen for a step."""

    step: int


@dataclass(frozen=True, slots=True)
class UndoAll:
    """Undo all chosen merges."""


@dataclass(frozen=True, slots=True)
class Go:
    """Go to a step."""

    step: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Set a field of the page to a value, by the field's name in links."""

    field: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Next:
    """Set a field of the page to its next value, or after the last one to the first."""

    field: str


@dataclass(frozen=True, slots=True)
class Guess:
    """Guess that the pair at a place of the table by count, from 1, merges next."""

    step: int
    place: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """Choose a symbol of a word as part of a pair, both given by their positions."""

    word: int
    place: int


@dataclass(frozen=True, slots=True)
class Joint:
    """Join a symbol of a word and the next one, or separate them."""

    word: int
    place: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Choose a piece to remove."""

    piece: str


@dataclass(frozen=True, slots=True)
class OwnText:
    """Open the field for an own text."""


@dataclass(frozen=True, slots=True)
class Open:
    """Open a popover, by its key."""

    popover: str


@dataclass(frozen=True, slots=True)
class OpenStory:
    """Open the story of a token, in the training with a name; empty for the page's training."""

    token: str
    training: str = ""


Action = (
    Look
    | Close
    | Force
    | Undo
    | UndoAll
    | Go
    | Choose
    | Next
    | Guess
    | Symbol
    | Joint
    | Piece
    | OwnText
    | Open
    | OpenStory
)

_KINDS: dict[str, type[Action]] = {kind.__name__: kind for kind in get_args(Action)}


def encode(action: Action) -> str:
    """Return an action as the text of a button's ``data-pick``: JSON of its name and its values.

    >>> encode(Force(3, 2)), encode(UndoAll())
    ('["Force",3,2]', '["UndoAll"]')
    """
    return json.dumps([type(action).__name__, *astuple(action)], separators=(",", ":"))


def decode(text: str) -> Action | None:
    """Return the action of a text, or None if the text is not one of `encode`.

    >>> decode('["Next","path"]'), decode('["Next",1]'), decode('["Force",3,-2]')
    (Next(field='path'), None, None)
    """
    if len(text) > _MAX_TEXT:
        return None
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not found or not isinstance(found[0], str):
        return None
    kind, values = _KINDS.get(found[0]), found[1:]
    if kind is None:
        return None
    types = get_type_hints(kind).values()
    if len(values) != len(types) or not all(map(_is_valid, values, types)):
        return None
    return kind(*values)


def _is_valid(value: object, kind: object) -> bool:
    """Return whether a value from a browser may be in a field of a type.

    Args:
        value: the value.
        kind: int, str, or both.
    """
    if type(value) not in (get_args(kind) or (kind,)):
        return False
    if isinstance(value, str):
        return len(value) <= MAX_TOKEN and not _SURROGATE.search(value)
    return isinstance(value, int) and 0 <= value <= MAX_NUMBER

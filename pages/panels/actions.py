"""The actions of buttons in panels. Each button has one, in its ``data-pick``.

`encode` returns the text of an action for the button. `decode` parses the text that the browser
reports on a click, which may be any text; it returns None if the text has no valid action.
"""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass
from typing import Any, get_args, get_type_hints

MAX_NUMBER = 999_999_999
"""The largest number in an action."""

MAX_TOKEN = 2_000
"""The most characters of a token in an action."""

_MAX_TEXT = 100 + 6 * MAX_TOKEN
"""The most characters of the text of an action; JSON may write a character with six."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Action:
    """An action. Each kind is a subclass with its values."""


@dataclass(frozen=True)
class Look(Action):
    """Show the pair of a rank in the score table, or hide it again; rank 0 hides any."""

    rank: int


@dataclass(frozen=True)
class Force(Action):
    """Choose the pair of a rank in the score table as the merge after a step."""

    step: int
    rank: int


@dataclass(frozen=True)
class Undo(Action):
    """Undo the merges chosen for a step and for later ones."""

    step: int


@dataclass(frozen=True)
class Go(Action):
    """Go to a step."""

    step: int


@dataclass(frozen=True)
class Choose(Action):
    """Set a field of the page to a value, by the field's name in links."""

    field: str
    value: int | str


@dataclass(frozen=True)
class Next(Action):
    """Set a field of the page to its next value, or after the last one to the first."""

    field: str


@dataclass(frozen=True)
class Symbol(Action):
    """Choose a symbol of a word as part of a pair, both given by their positions."""

    word: int
    place: int


@dataclass(frozen=True)
class Joint(Action):
    """Join a symbol of a word and the next one, or separate them."""

    word: int
    place: int


@dataclass(frozen=True)
class Piece(Action):
    """Choose a piece to remove."""

    piece: str


@dataclass(frozen=True)
class OwnText(Action):
    """Open the field for an own text."""


@dataclass(frozen=True)
class Open(Action):
    """Open a dialog, by its name."""

    dialog: str


@dataclass(frozen=True)
class OpenStory(Action):
    """Open the story of a token, in the training with a name; empty for the page's training."""

    token: str
    training: str = ""


_KINDS: dict[str, Any] = {kind.__name__: kind for kind in Action.__subclasses__()}


def encode(action: Action) -> str:
    """Return an action as the text of a button's ``data-pick``: JSON of its name and its values.

    >>> encode(Force(3, 2)), encode(OwnText())
    ('["Force",3,2]', '["OwnText"]')
    """
    return json.dumps([type(action).__name__, *astuple(action)], separators=(",", ":"))


def decode(text: str) -> Action | None:
    """Return the action that a text has in JSON, with any spaces, or None if it has no valid one.

    >>> decode('["Next","path"]'), decode('["Next",1]'), decode('["Force",3,-2]')
    (Next(field='path'), None, None)
    >>> decode('[ "Look" , 3 ]')
    Look(rank=3)
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
    action: Action = kind(*values)
    return action


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

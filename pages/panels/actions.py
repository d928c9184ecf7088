"""The actions of buttons in panels. Each button has one, in its ``data-pick``.

`encode` returns the text of an action for the button. `decode` parses the text that the browser
reports on a click, which may be any text; it returns None for a text that `encode` never returns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_NUMBER = 999_999_999
"""The largest number in an action."""

MAX_TOKEN = 2_000
"""The most characters of a token in an action."""


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
class ShowAll:
    """Switch between the whole vocabulary and its newest tokens."""


@dataclass(frozen=True, slots=True)
class Order:
    """Order the score table by "score" or by "count"."""

    by: str


@dataclass(frozen=True, slots=True)
class Read:
    """Show the words as a list, "words", or in the text itself, "text"."""

    how: str


@dataclass(frozen=True, slots=True)
class SpecialAs:
    """Match special tokens in a text as a whole, "found", or "split" them like other words."""

    how: str


@dataclass(frozen=True, slots=True)
class ChangedFirst:
    """Switch between words that a step changed first, and words that keep their places."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Guess that the pair at a place of the table by count, from 1, merges next."""

    step: int
    place: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a list to a page, counted from 1."""

    list: str
    page: int


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
    | ShowAll
    | Order
    | ChangedFirst
    | Guess
    | Read
    | SpecialAs
    | Turn
    | Open
    | OpenStory
)

ORDERS = ("score", "count")
"""The values of `Order`."""

READ_AS = ("words", "text")
"""The values of `Read`."""

SPECIAL_AS = ("found", "split")
"""The values of `SpecialAs`."""

_WORDS: dict[str, Action] = {
    "close": Close(),
    "undo all": UndoAll(),
    "all": ShowAll(),
    "changed first": ChangedFirst(),
    **{f"by {by}": Order(by) for by in ORDERS},
    **{f"read {how}": Read(how) for how in READ_AS},
    **{f"special {how}": SpecialAs(how) for how in SPECIAL_AS},
}
_NUMBER = "([0-9]{1,9})"
_PATTERN = re.compile(
    f"(?P<look>{_NUMBER})|(force|guess) at {_NUMBER}:{_NUMBER}|undo:{_NUMBER}|go:{_NUMBER}"
    f"|([a-z_]{{1,40}}) page:{_NUMBER}|open:([a-z_]{{1,40}})"
    f"|story ([a-z-]{{0,20}}):((?s:.){{1,{MAX_TOKEN}}})"
)


def encode(action: Action) -> str:
    """Return an action as the text of a button's ``data-pick``.

    >>> [encode(action) for action in (Force(3, 2), Turn("train_words", 2), UndoAll(), Look(7))]
    ['force at 3:2', 'train_words page:2', 'undo all', '7']
    """
    match action:
        case Look(rank):
            return str(rank)
        case Close():
            return "close"
        case Force(step, rank):
            return f"force at {step}:{rank}"
        case Undo(step):
            return f"undo:{step}"
        case UndoAll():
            return "undo all"
        case Go(step):
            return f"go:{step}"
        case ShowAll():
            return "all"
        case Order(by):
            return f"by {by}"
        case Read(how):
            return f"read {how}"
        case SpecialAs(how):
            return f"special {how}"
        case ChangedFirst():
            return "changed first"
        case Guess(step, place):
            return f"guess at {step}:{place}"
        case Turn(name, page):
            return f"{name} page:{page}"
        case Open(popover):
            return f"open:{popover}"
        case OpenStory(token, training):
            return f"story {training}:{token}"


def decode(text: str) -> Action | None:
    """Return the action of a text, or None if the text is not one of `encode`.

    >>> decode("force at 3:2"), decode("by count"), decode("force at 3:-2")
    (Force(step=3, rank=2), Order(by='count'), None)
    """
    if text in _WORDS:
        return _WORDS[text]
    found = _PATTERN.fullmatch(text)
    if found is None:
        return None
    _, look, what, at, rank, undo, go, turned, page, popover, training, token = found.groups()
    if look is not None:
        return Look(int(look))
    if at is not None:
        return (Force if what == "force" else Guess)(int(at), int(rank))
    if undo is not None:
        return Undo(int(undo))
    if go is not None:
        return Go(int(go))
    if turned is not None:
        return Turn(turned, int(page))
    if token is not None:
        return OpenStory(token, training)
    return Open(popover)

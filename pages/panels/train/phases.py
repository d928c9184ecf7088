"""Slow motion: one merge in four phases, count, score, choose, merge; and the hidden winner.

Each phase has a card that explains it with one pair as an example.
"""

from __future__ import annotations

from markupsafe import Markup

from pages import locale
from pages.panels.html.templates import pieces
from wordpiece.message import Message, message

NEXT: dict[str, dict[str, Message]] = {
    "merge": {"": message("Next merge")},
    "reveal": {"": message("Show the winner"), "shown": message("Merge")},
    "slow": {
        "": message("Count"),
        "count": message("Score", context="phase of a step"),
        "score": message("Choose"),
        "choose": message("Merge"),
    },
}
"""The phases of each pace, each with the label of the button to the next phase."""

_SLOW = dict(zip([*NEXT["slow"], ""][1:], NEXT["slow"].values(), strict=True))
"""The title of each phase of slow motion: the label of the button that leads to it."""

phase_card = pieces("panels/train/phases.html")
"""Draws the card of a phase, by the name of its macro."""


def title(phase: str) -> str:
    """Return the title of a phase of slow motion."""
    return locale.to_text(_SLOW[phase])


def strip(here: str, merge: int) -> Markup:
    """Return the line with the merge's number and its phases, with a mark on the current one."""
    return phase_card("strip", here=here, merge=merge, titles=_SLOW)

"""A text in tokens: prose whose tokens are tinted, and follow the stepper in the page.

The page gets a part of the text and, for each boundary inside its words, the step that removes it.
So it draws any step by itself: the stepper tells it by the event ``merge-by-merge:position``. Only
lines that are on screen are drawn. Near the end of its part it asks for the next one.
"""

from __future__ import annotations

from pages.components.component import Component
from pages.state import steps

_prose = Component("prose", "tokens.js", "prose.js", isolated=False)


def show_prose(
    key: str, *, step: int, text: str, removed: str, lines: int, beside: bool = False
) -> None:
    """Draw a part of a text.

    Args:
        key: the widget key; one for each text, or the part asked for last is another text's.
        step: the position to show until the stepper tells another.
        text, removed: of a `pages.panels.shared.prose.TextPart`.
        lines: of the text on screen.
        beside: the text of each training stands beside the others', not below.
    """
    data = {
        "step": step,
        "text": text,
        "removed": removed,
        "lines": lines,
        "beside": beside,
        "asked": part_asked(key),
    }
    _prose(key=key, data=data, on_part_change=lambda: None)


def part_asked(key: str) -> int:
    """Return where the part begins that the page asks for; 0 if it has asked for none."""
    at = steps.report(key, "part").get("at")
    return int(at) if isinstance(at, (int, float)) and 0 <= at < 2**53 else 0

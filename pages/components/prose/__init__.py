"""A text in tokens: tinted tokens that follow the stepper without a run of the page.

The browser gets a part of the text and, for each boundary inside its words, the step that removes
the boundary. So the script can draw any step; the stepper's event ``merge-by-merge:position`` says
which. It draws tokens only near the screen. Near the end of its part it requests the next one.
"""

from __future__ import annotations

from pages.components.component import Component
from pages.panels.shared.prose import TextPart
from pages.state import steps

_prose = Component("prose", "../shared/mount.js", "tokens.js", "prose.js", isolated=False)


def show_prose(
    key: str, part: TextPart, *, step: int, lines: int, in_columns: bool = False
) -> None:
    """Draw a part of a text.

    Args:
        key: the widget key. Each text needs a separate one, since the key holds the requested part.
        part: the part.
        step: the position to show until the stepper announces another.
        lines: the number of lines on screen.
        in_columns: whether the texts of the trainings are next to each other; otherwise they are
            one below the other.
    """
    data = {
        "step": step,
        "text": part.text,
        "removed": part.removed,
        "lines": lines,
        "inColumns": in_columns,
        "asked": part_asked(key),
    }
    _prose(key=key, data=data, on_part_change=lambda: None)


def part_asked(key: str) -> int:
    """Return the start of the part that the browser requested last; 0 if it requested none."""
    at = steps.report(key, "part").get("at")
    return int(at) if isinstance(at, (int, float)) and 0 <= at < 2**53 else 0

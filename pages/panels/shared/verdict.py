"""The verdict on an answer."""

from __future__ import annotations

from markupsafe import Markup

from pages.panels.html import pieces
from wordpiece.teaching.grading import Verdict

RIGHT, WRONG, OPEN, SKIPPED = "right", "wrong", "open", "skipped"
"""The looks of a question: answered right or wrong, not answered yet, and skipped."""

_piece = pieces("panels/shared/verdict.html")


def state_of(answer: Verdict) -> str:
    """Return the look of an answered question."""
    if answer.skipped:
        return SKIPPED
    return RIGHT if answer.right else WRONG


def verdict(answer: Verdict, *, figures: bool = False) -> Markup:
    """Draw the verdict on an answer, and its reason; with ``figures`` those of both sides, too."""
    said = answer.feedback if figures else answer.reason
    return _piece("verdict", state=state_of(answer), why=said)

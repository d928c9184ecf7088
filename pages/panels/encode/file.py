"""What is said of a vocabulary file beside its tokens."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.panels.html.templates import pieces
from wordpiece.message import Message

_piece = pieces("panels/encode/file.html")

MAX_NOTES = 3
"""Remarks on a file that stand open; more are folded."""


def notes(remarks: Sequence[Message]) -> Markup:
    """Draw the remarks on a file, such as on what of it is left out."""
    return _piece("notes", remarks=remarks, folded=len(remarks) > MAX_NOTES)

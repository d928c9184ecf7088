"""QR codes, drawn in our own HTML."""

from __future__ import annotations

import segno
from markupsafe import Markup

from pages.panels.html.templates import pieces

QUIET = 4
"""Modules of quiet zone, which readers need."""

_piece = pieces("panels/room/qr.html")


def qr(text: str, name: str) -> Markup:
    """Draw a QR code, dark on light in every colour scheme.

    Args:
        text: what it says, such as an address.
        name: what it is, for screen readers.

    Raises:
        ValueError: the text does not fit into one.
    """
    modules = segno.make(text, error="m", micro=False).matrix
    svg = _piece("drawing", size=len(modules) + 2 * QUIET, path=_path(modules))
    return _piece("picture", svg=svg, name=name)


def _path(modules: tuple[bytearray, ...]) -> str:
    """Return the dark modules as an SVG path: each run of them in a row is one rectangle.

    >>> _path((bytearray([1, 1, 0, 1]),))
    'M4 4h2v1h-2zM7 4h1v1h-1z'
    """
    runs: list[str] = []
    for y, row in enumerate(modules, QUIET):
        start = None
        for x, is_dark in enumerate([*row, 0], QUIET):
            if is_dark and start is None:
                start = x
            elif not is_dark and start is not None:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
                start = None
    return "".join(runs)

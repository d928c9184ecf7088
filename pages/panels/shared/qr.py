"""A QR code as SVG, for every page that shows one: a link to a screen, the address of a room.

`qr(text)` draws it. It scales to the size that a style sheet gives the class ``qr``.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import segno
from markupsafe import Markup

from pages.locale import say
from pages.panels.html.templates import macro

QUIET = 4
"""Modules of white around a code, as ISO/IEC 18004 asks for."""

MAX_VERSION = 13
"""The largest version that is drawn, which has 69 x 69 modules.

With its quiet zone it is 77 modules high. On a projected picture 1.2 m high a module is then
15.6 mm. A phone whose camera sees 69 degrees in 1,920 pixels has three pixels for it, and so can
read it, from 7 m: the last row of a classroom.
"""

MAX_BYTES = 425
"""The most bytes of UTF-8 in a code of that version, at the lowest error correction, L.

A projected code is neither dirty nor torn. Where a higher level fits in the same version, the code
has that.
"""


class TooLongError(ValueError):
    """The text does not fit into a code that can be read from the last row."""


def fits(text: str) -> bool:
    """Return whether `qr` can draw a text.

    >>> fits("https://example.org/?step=3"), fits("x" * (MAX_BYTES + 1))
    (True, False)
    """
    return 0 < len(text.encode("utf-8", "replace")) <= MAX_BYTES


def qr(text: str, name: str = "") -> Markup:
    """Draw a text as a QR code.

    Args:
        text: what a phone reads.
        name: what screen readers call it; by default "QR code".

    Raises:
        TooLongError: it has no byte, or more than `MAX_BYTES`.
    """
    if not fits(text):
        raise TooLongError
    size, path = _drawn(text.encode("utf-8", "replace").decode("utf-8"))
    return macro("panels/shared/qr.html", "code")(name or say("QR code"), size, path)


def qr_image(text: str, name: str) -> Markup:
    """Draw a text as a QR code that is a picture, for `st.html`, which drops drawings.

    Args:
        text: what a phone reads.
        name: what screen readers call it.

    Raises:
        TooLongError: it has no byte, or more than `MAX_BYTES`.
    """
    return macro("panels/shared/qr.html", "picture")(qr(text, name), name)


@lru_cache(maxsize=16)
def _drawn(text: str) -> tuple[int, str]:
    """Return how many modules wide the code is, with its quiet zone, and the path of the dark ones.

    A code whose modules are single rectangles would have thousands of elements, so each row's
    neighbours are joined.
    """
    matrix = segno.make(text, error="L", mode="byte", encoding="utf-8", micro=False).matrix
    path = []
    for y, row in enumerate(matrix, QUIET):
        x = QUIET
        for is_dark, modules in groupby(row):
            run = len([*modules])
            if is_dark:
                path.append(f"M{x} {y}h{run}v1h-{run}z")
            x += run
    return len(matrix) + 2 * QUIET, "".join(path)

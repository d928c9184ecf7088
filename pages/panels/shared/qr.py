"""QR codes as SVG: of the link to a screen, and of the address of a room.

A code has the size that a style sheet gives to the class ``qr``.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from pages.locale import message, say
from pages.panels.html import pieces
from wordpiece.message import Message

QUIET = 4
"""The width of the white margin in modules, as ISO/IEC 18004 requires."""

MAX_BYTES = 425
"""The most bytes of UTF-8 in a code of version 13, the largest, at the lowest error correction, L.

Such a code has 69 x 69 modules, with its margin 77. On a projected picture 1.2 m high a module is
then 15.6 mm. A phone whose camera covers 69 degrees with 1,920 pixels has three pixels per module
from 7 m, the last row of a classroom, which is enough to read the code. Level L is enough, since a
projected code is never damaged. The code has a higher level if it fits in the same version.
"""

_piece = pieces("panels/shared/qr.html")


def fits(text: str) -> bool:
    """Return whether `qr` can draw a text.

    >>> fits("https://example.org/?step=3"), fits("x" * (MAX_BYTES + 1))
    (True, False)
    """
    return 0 < len(text.encode("utf-8", "replace")) <= MAX_BYTES


def qr(text: str, name: str = "") -> Markup:
    """Draw a text as a QR code, in an image element.

    Args:
        text: the content of the code.
        name: the label for screen readers; by default "QR code".

    Raises:
        ValueError: the text is empty, or has more than `MAX_BYTES`.
    """
    if not fits(text):
        raise ValueError("no text, or too long a text for a QR code")
    drawing = draw(text.encode("utf-8", "replace"))
    return _piece("code", drawing, name or say("QR code"))


@lru_cache(maxsize=16)
def draw(content: bytes) -> str:
    """Return the code of a text in UTF-8 as SVG; cached, because segno takes 15 to 60 ms."""
    code = segno.make(content, error="L", mode="byte", encoding="utf-8", micro=False)
    drawing = code.svg_inline(border=QUIET, dark="#000", light="#fff", omitsize=True)
    # Without crispEdges bright lines show between its rows.
    names = 'xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges"'
    return drawing.replace("<svg ", f"<svg {names} ", 1)


def scan(link: str) -> tuple[Markup, Markup]:
    """Return the code of a link, empty if it is too long for one, and the words next to it."""
    code = qr(link, say("QR code of this screen")) if fits(link) else Markup()
    problem = None if is_reachable(link) else own_address()
    length = len(link.encode("utf-8", "replace"))
    return code, _piece("scan", bool(code), problem, length, MAX_BYTES)


def own_address() -> Message:
    """Return why a phone cannot use an address of the computer itself, and what to do."""
    return message(
        "On a phone this address means the phone itself, not this computer. Start the app with "
        "{command}, and open it at this computer's IP address.",
        command="HOST=0.0.0.0 make run",
    )


def is_reachable(link: str) -> bool:
    """Return whether other devices may reach the address of a link.

    >>> is_reachable("http://192.168.1.20:8501/"), is_reachable("http://127.0.0.1:8501/")
    (True, False)
    """
    host = urlsplit(link).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        number = ip_address(host)
    except ValueError:  # a host name
        return True
    return not (number.is_loopback or number.is_unspecified)

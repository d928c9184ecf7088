"""The link to a screen as a QR code that covers the screen of a projector."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from markupsafe import Markup

from pages.locale import message, say
from pages.panels.html.templates import pieces
from pages.panels.shared.qr import MAX_BYTES, fits, qr
from wordpiece.message import Message

MAX_LINK = 16_000
"""The most characters of a link for which a browser may request a code."""

TYPED = ("own", "text", "sentence", "find")
"""Parameters of a link with a visitor's text."""


def scan(link: str, behind: Sequence[Message] = ()) -> Markup:
    """Draw the code of a link, or the reason why it has none, with remarks for the class.

    Args:
        link: an address of the app, as `is_link` accepts it.
        behind: sentences about what the link cannot carry.
    """
    notes, reachable = [*behind], is_reachable(link)
    if not reachable:
        notes.insert(0, own_address())
    code = qr(link, say("QR code of this screen")) if fits(link) else ""
    draw = partial(pieces("panels/shared/scan.html"), "scan")
    return draw(code, link, reachable, notes, _too_long(link))


def own_address() -> Message:
    """Return why a phone cannot use an address of the computer itself, and what to do."""
    return message(
        "On a phone this address means the phone itself, not this computer. Start the app with "
        "{option}, and open it by this computer's network name or IP address.",
        option="--host 0.0.0.0",
    )


def is_link(text: object) -> bool:
    """Return whether a value from a browser is an address that may be drawn.

    >>> is_link("https://example.org/?step=1"), is_link("javascript:alert(1)"), is_link(None)
    (True, False, False)
    """
    if not isinstance(text, str) or len(text) > MAX_LINK:
        return False
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


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


def _too_long(link: str) -> tuple[Message, Message]:
    """Return the reason why a link has no code, and the alternative."""
    typed = any(name in TYPED for name in parse_qs(urlsplit(link).query))
    return (
        message(
            "This link is too long for a QR code: it has {length} bytes. A code that phones can "
            "read from the last row of a classroom has at most {most} bytes.",
            length=len(link.encode("utf-8", "replace")),
            most=MAX_BYTES,
        ),
        message("Shorten the text that you typed, or copy the link and send it.")
        if typed
        else message("Copy the link under “Share this screen” in the sidebar, and send it."),
    )

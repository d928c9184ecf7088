"""The invitation to a room: a QR code, and a code to type."""

from __future__ import annotations

from markupsafe import Markup

from pages import locale
from pages.locale import comma, say
from pages.panels.html import EMPTY, element, pieces
from pages.panels.shared.qr import is_reachable, own_address, qr
from pages.rooms.codes import in_groups

_piece = pieces("panels/room/invite.html")


def invite(code: str, origin: str) -> Markup:
    """Draw the QR code, the address to type and the code, readable from the back row.

    Args:
        code: the room's code.
        origin: the address of the app in the teacher's browser; empty if it is not known.
    """
    address = address_of(origin)
    link = f"{origin}/join?code={code}"
    if len(locale.LANGUAGES) > 1:
        link += f"&lang={locale.code()}"
    drawn = qr(link) if address else EMPTY
    reached = bool(origin) and is_reachable(origin)
    return _piece("invite", drawn, address, in_groups(code), reached, own_address())


def go_on(code: str, phones: int) -> str:
    """Return the label of the button that continues with a room."""
    return say(
        "Continue with room {code}, {n} phone",
        "Continue with room {code}, {n} phones",
        n=phones,
        code=in_groups(code),
    )


def reminder(code: str, origin: str) -> Markup:
    """Draw the address and the code in one small line, for latecomers."""
    return element("p", "reminder", reminder_in_words(code, origin))


def reminder_in_words(code: str, origin: str) -> str:
    """Return the text of `reminder`."""
    address = address_of(origin)
    said = say("code {code}", code=in_groups(code))
    return comma().join([address, said]) if address else said


def address_of(origin: str) -> str:
    """Return the address at which a phone joins, short enough to type.

    >>> address_of("https://learn.example:8501"), address_of("http://a.example/learn")
    ('learn.example:8501/join', 'a.example/learn/join')
    >>> address_of("")
    ''
    """
    return origin.partition("://")[2] + "/join" if origin else ""

"""The script that every page needs in the browser. The component draws nothing.

It sets the language of the document, completes the address, removes characters from text fields
that cannot be sent, runs the page again after a reconnection, and explains why a file was refused.
"""

from __future__ import annotations

from pages import locale
from pages.components.component import Component
from pages.components.page.borrowed import by_english
from pages.locale import message, to_text
from pages.state import address, faults, language
from pages.state.files import FULL, GONE, MAX_TYPED

REFUSALS = {
    403: message(
        "The file was refused, because the browser sent no cookie of this site. Allow cookies for "
        "this site and reload the page."
    ),
    413: FULL,
    507: FULL,
}
"""The message for a refused file, by HTTP status; for any other one, it is `files.GONE`."""

# One character more than a typed text may have, so that Python notices a text that is too long.
_page = Component(
    "page",
    "borrowed.js",
    "page.js",
    constants={"MAX_LENGTH": MAX_TYPED + 1, "COOKIE": language.COOKIE},
)


def end() -> None:
    """Write the screen into the address, and draw the component. Call last on every page."""
    address.save()
    data = {
        "query": address.to_complete(),
        "refusals": {str(status): to_text(sentence) for status, sentence in REFUSALS.items()},
        "lost": to_text(GONE),
        "language": locale.code(),
        "direction": locale.language().direction,
        "chosen": language.chosen(),
        "borrowed": by_english(),
    }
    _page(key="address", data=data, height=1, on_connected_change=lambda: None)
    faults.mark_ok()

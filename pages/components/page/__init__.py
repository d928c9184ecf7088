"""The script that every page needs in the browser. The component draws nothing.

It sets the language of the document, completes the address, removes characters from text fields
that cannot be sent, runs the page again after a reconnection, and explains why a file was refused.
"""

from __future__ import annotations

from pages import locale
from pages.components.component import Component
from pages.components.page.borrowed import by_english
from pages.components.scan import scannable
from pages.locale import message, to_text
from pages.state import address, faults, language
from pages.state.files import MAX_TYPED

REFUSALS = {
    400: message("The server no longer knows this page. Reload it and open the file again."),
    403: message(
        "The file was refused, because the browser sent no cookie of this site. Allow cookies for "
        "this site and reload the page."
    ),
    408: message("The file took too long to arrive. Open it again over a faster connection."),
    413: message(
        "There is no room for this file: it is too large, or too many files are open. Open a "
        "smaller file, or remove another one, and try again."
    ),
    507: message("The server has no room for this file now. Try again in a few minutes."),
}
"""The message for a refused file, by HTTP status; see `pages.server.guard`."""

LOST = message("The file did not arrive. Check the connection, and open the file again.")
"""The message for any other status, and for a request without a response."""

# One character more than a typed text may have, so that Python notices a text that is too long.
_page = Component(
    "page",
    "refusals.js",
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
        "lost": to_text(LOST),
        "language": locale.code(),
        "direction": locale.language().direction,
        "chosen": language.chosen(),
        "borrowed": by_english(),
        "inLinks": len(locale.LANGUAGES) > 1,
    }
    _page(key="address", data=data, height=1, on_connected_change=lambda: None)
    scannable("scan")
    faults.mark_ok()

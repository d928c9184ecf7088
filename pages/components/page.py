"""The script that every page needs in the browser. The component draws nothing.

It sets the language of the document, completes the address, removes characters from text fields
that cannot be sent, runs the page again after a reconnection, and explains why a file was refused.

It also replaces Streamlit's own texts, which are in English only, by their translations, on
elements that Streamlit draws. The style sheet hides elements whose texts are not listed here, such
as the toolbar of a chart.
"""

from __future__ import annotations

from pages import locale
from pages.components.component import draw
from pages.locale import message, to_text
from pages.state import address, language
from pages.state.files import FULL, GONE, MAX_TYPED
from pages.state.session import current
from wordpiece.message import ENGLISH, Message

_SAID: tuple[Message, ...] = (
    message("Skip to main content", context="Streamlit"),
    message("Sidebar", context="Streamlit"),
    message("Collapse sidebar", context="Streamlit"),
    message("Expand sidebar", context="Streamlit"),
    message("{many} more", context="Streamlit", many=""),
    message("Main menu", context="Streamlit"),
    message("Theme", context="Streamlit"),
    message("System", context="Streamlit"),
    message("Light", context="Streamlit"),
    message("Dark", context="Streamlit"),
    message("Open", context="Streamlit"),
    message("Choose an option", context="Streamlit"),
    message("No results"),
    message("Copy to clipboard", context="Streamlit"),
    message("Copied"),
    message("Upload", context="Streamlit"),
    message("Error:", context="Streamlit"),
    message("Close"),
    message("Connecting", context="Streamlit"),
    message("Press Enter to apply", context="Streamlit"),
    message("Help for {what}", context="Streamlit", what=""),
    message("Remove {what}", context="Streamlit", what=""),
    message("File must be {size} or smaller.", context="Streamlit", size=""),
    message("{many} options available.", context="Streamlit", many=""),
    message("1 option available.", context="Streamlit"),
)

SAID: dict[str, Message] = {
    **{said.template: said for said in _SAID},
    "Add files": message("Upload", context="Streamlit"),
    "add icon": message("Upload", context="Streamlit"),
    "App pages": message("Pages"),
    "Clear all": message("Clear"),
    "Clear value": message("Clear"),
    "Dismiss": message("Close"),
    "file upload": message("Upload", context="Streamlit"),
}
"""Messages by Streamlit's templates, with a placeholder where Streamlit fills in a value."""


def by_english() -> dict[str, str]:
    """Return the translated templates by the English ones; an empty dict in English."""
    spoken = locale.language()
    if spoken is ENGLISH:
        return {}
    return {english: spoken.template(said) for english, said in SAID.items()}


REFUSALS = {
    403: message(
        "The file was refused, because the browser sent no cookie of this site. Allow cookies for "
        "this site and reload the page."
    ),
    413: FULL,
    507: FULL,
}
"""The message for a refused file, by HTTP status; for any other one, it is `files.GONE`."""


def end() -> None:
    """Write the screen into the address, and draw the component. Call last on every page."""
    address.save()
    data = {
        "query": address.to_complete(),
        "refusals": {str(status): to_text(sentence) for status, sentence in REFUSALS.items()},
        "lost": to_text(GONE),
        "language": locale.code(),
        "direction": locale.language().direction,
        "chosen": current().language_chosen or "",
        "cookie": language.COOKIE,
        # One character more than a typed text may have, so that Python notices a longer one.
        "longest": MAX_TYPED + 1,
        "borrowed": by_english(),
    }
    draw("page", data, key="address", height=1, on_connected_change=lambda: None)

"""Streamlit's own texts as messages, since Streamlit has them in English only.

`borrowed.js` replaces the English by their translations, on elements that Streamlit draws. The
style sheet hides elements whose texts are not listed here, such as the toolbar of a chart.
"""

from __future__ import annotations

from pages import locale
from pages.locale import message
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

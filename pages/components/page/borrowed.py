"""Streamlit's own texts as messages, since Streamlit has them in English only.

`borrowed.js` replaces the English by their translations, on elements that Streamlit draws.
"""

from __future__ import annotations

from pages import locale
from pages.locale import message
from wordpiece.message import ENGLISH, Message

SAID: tuple[Message, ...] = (
    message("Skip to main content", context="Streamlit"),
    message("Sidebar", context="Streamlit"),
    message("Collapse sidebar", context="Streamlit"),
    message("Expand sidebar", context="Streamlit"),
    message("App pages", context="Streamlit"),
    message("{many} more", context="Streamlit", many=""),
    message("Main menu", context="Streamlit"),
    message("Theme", context="Streamlit"),
    message("System", context="Streamlit"),
    message("Light", context="Streamlit"),
    message("Dark", context="Streamlit"),
    message("Print", context="Streamlit"),
    message("Record screen", context="Streamlit"),
    message("Copy version to clipboard", context="Streamlit"),
    message("Open", context="Streamlit"),
    message("Clear all", context="Streamlit"),
    message("Clear value", context="Streamlit"),
    message("Increment", context="Streamlit"),
    message("Decrement", context="Streamlit"),
    message("Choose an option", context="Streamlit"),
    message("Choose options", context="Streamlit"),
    message("No results"),
    message("Dismiss", context="Streamlit"),
    message("Copy to clipboard", context="Streamlit"),
    message("Copied"),
    message("file upload", context="Streamlit"),
    message("Upload", context="Streamlit"),
    message("Add files", context="Streamlit"),
    message("add icon", context="Streamlit"),
    message("Error:", context="Streamlit"),
    message("Close"),
    message("Fullscreen", context="Streamlit"),
    message("Close fullscreen", context="Streamlit"),
    message("Running...", context="Streamlit"),
    message("Stop", context="Streamlit"),
    message("Rerun", context="Streamlit"),
    message("Connecting", context="Streamlit"),
    message("Press Enter to apply", context="Streamlit"),
    message("Help for {what}", context="Streamlit", what=""),
    message("{size} per file", context="Streamlit", size=""),
    message("Remove {what}", context="Streamlit", what=""),
    message("File must be {size} or smaller.", context="Streamlit", size=""),
    message("{many} options available.", context="Streamlit", many=""),
    message("Show data: {what}", context="Streamlit", what=""),
    message("Hide data: {what}", context="Streamlit", what=""),
    message("Download as PNG: {what}", context="Streamlit", what=""),
    message("Copy Vega-Lite spec: {what}", context="Streamlit", what=""),
    message("Fullscreen: {what}", context="Streamlit", what=""),
    message("Close fullscreen: {what}", context="Streamlit", what=""),
)
"""The texts as templates, with a placeholder where Streamlit fills in a value."""


def by_english() -> dict[str, str]:
    """Return the translated templates by the English ones; an empty dict in English."""
    spoken = locale.language()
    if spoken is ENGLISH:
        return {}
    return {said.template: spoken.template(said) for said in SAID}

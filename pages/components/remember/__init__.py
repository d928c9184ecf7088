"""Keep the progress in the lessons in the browser's local storage.

The component draws nothing. When the page opens, it reports the stored text; from then on it stores
the text that Python sends. In a browser without local storage it does nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from pages.components.component import Component
from pages.state import steps

_remember = Component("remember", "../shared/storage.js", "remember.js")


def remember(key: str, text: str, *, forgotten: int, on_report: Callable[[str], None]) -> None:
    """Store a text in the browser.

    Args:
        key: the component's widget key.
        text: the text to store: digits, dots and commas.
        forgotten: a number that increases by one to clear the storage.
        on_report: called once with the stored text, if it is not ``text``. It comes from the
            browser, so it may be any text.
    """

    def reported() -> None:
        value = steps.report(key, "remembered").get("text")
        if isinstance(value, str):
            on_report(value)

    # The number of the report that ``text`` takes into account.
    heard = steps.report(key, "remembered").get("seq", 0)
    data = {"text": text, "forgotten": forgotten, "heard": heard}
    _remember(key=key, data=data, on_remembered_change=reported, height=1)

"""Keep a text in the browser's storage, such as the progress in the lessons.

The component draws nothing. When the page opens, it reports the stored text; from then on it stores
the text that Python sends. Without storage the stored text is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pages.components.component import draw
from pages.state import fields, steps
from pages.state.remembered import Everywhere


def remember(
    name: str,
    text: str | None,
    on_report: Callable[[str], None],
    *,
    store: Literal["localStorage", "sessionStorage"] = "localStorage",
) -> None:
    """Store a text in the browser.

    Args:
        name: the name of the text in the storage, from which the component's key is made.
        text: the text to store, in ASCII, at most 9,999 characters; "" to remove it; None until a
            report, or for what is stored already.
        on_report: called once with the stored text, empty if none is stored, if it is not
            ``text``. It comes from the browser, so it may be any text.
        store: the storage: that of the browser, or that of the tab, which survives a reload.
    """
    key = f"{name}_remember"

    def handle_report() -> None:
        value = steps.report(key, "remembered").get("text")
        if isinstance(value, str):
            on_report(value)

    data = {
        "store": store,
        "name": name,
        "text": text,
        # The number of the report that ``text`` takes into account.
        "heard": steps.report(key, "remembered").get("seq", 0),
        "session": fields.get(Everywhere.stepper),
    }
    draw("remember", data, key=key, on_remembered_change=handle_report, height=1)

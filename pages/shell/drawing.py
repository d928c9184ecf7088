"""Draw charts, and the dialog that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

import streamlit as st

from pages.locale import to_text
from pages.panels.shared.charts import Chart
from pages.shell.rescue import rescued
from pages.state import fields, steps
from pages.state.remembered import Everywhere
from pages.state.views import close_dialog, open_dialog
from wordpiece.message import Message


class Dialog(NamedTuple):
    """A dialog: its title, the function that draws its content, and its width."""

    title: Message
    content: Callable[[], object]
    width: Literal["medium", "large"] = "medium"


def dialog_button(name: str, dialog: Dialog, **options: Any) -> None:
    """Draw the button that opens a dialog; ``options`` are more arguments of Streamlit's button."""
    title = to_text(dialog.title)
    st.button(title, on_click=open_dialog, args=(name,), key=name, type="tertiary", **options)


def show_dialog(dialogs: Mapping[str, Dialog]) -> None:
    """Draw the open dialog, if it is one of these; see `pages.state.views.open_dialog`."""
    if found := dialogs.get(fields.get(Everywhere.dialog)):
        draw_dialog(found)


def draw_dialog(dialog: Dialog) -> None:
    """Draw a dialog. The page follows once it is closed, by the visitor or by a callback."""

    def draw_content() -> None:
        with rescued():
            if not (fields.get(Everywhere.dialog) or fields.get(Everywhere.story)):
                st.rerun()
            dialog.content()

    st.dialog(to_text(dialog.title), width=dialog.width, on_dismiss=close_dialog)(draw_content)()


def draw_charts(charts: Iterable[Chart]) -> None:
    """Draw charts in which a click goes to a step. The stepper moves their mark."""
    for chart in charts:
        st.vega_lite_chart(
            spec=chart.spec,
            key=chart.key,
            on_select=partial(steps.follow_chart, chart.key),
            selection_mode="pick",
            alt=chart.alt,
        )

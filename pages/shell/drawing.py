"""Draw the pieces of panels; see `pages.panels.layout`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

import streamlit as st
from markupsafe import Markup

from pages.locale import to_text
from pages.panels.actions import Action, Open
from pages.panels.layout import Areas, Bar, Menu, Piece, Stack
from pages.panels.shared.charts import Chart
from pages.shell import theme
from pages.state import steps
from pages.state.views import open_popover

DRAWN = "drawn"
"""The key of the container of a board that the screen draws, for the style sheet."""

Widgets = Mapping[str, Callable[[], object]]
"""Functions that draw each `Widget`, by its name, and the content of each popover, by its key."""


def draw_board(board: Piece, widgets: Widgets) -> None:
    """Draw a board that the stepper leaves to the screen.

    It is hidden as soon as the stepper draws a board again.
    """
    with st.container(key=DRAWN):
        draw([board], widgets)


def draw(pieces: Iterable[Piece], widgets: Widgets) -> None:
    """Draw pieces below each other; adjacent pieces of HTML become one element."""
    parts: list[Markup] = []
    for piece in pieces:
        if isinstance(piece, Markup):
            parts.append(piece)
            continue
        theme.show(*parts)
        parts.clear()
        if isinstance(piece, Stack):
            draw(piece.pieces, widgets)
        elif isinstance(piece, Areas):
            _draw_areas(piece, widgets)
        elif isinstance(piece, Bar):
            _draw_bar(piece, widgets)
        else:
            widgets[piece.name]()
    theme.show(*parts)


def _draw_areas(piece: Areas, widgets: Widgets) -> None:
    # In one block, so that later elements keep their index among the board's children.
    with st.container(key=f"{piece.board}_panels"):
        for area, pieces in piece.areas:
            with st.container(key=f"{piece.board}_{area}"):
                draw(pieces, widgets)


def _draw_bar(bar: Bar, widgets: Widgets) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key=bar.key):
        theme.show(bar.line)
        for menu in bar.menus:
            _draw_menu(menu, widgets)


def _draw_menu(menu: Menu, widgets: Widgets) -> None:
    # The style sheet hides the part in italics from all but screen readers.
    label = to_text(menu.label) + (f" *{to_text(menu.about)}*" if menu.about else "")
    popover = st.popover(label, type="tertiary", key=menu.key, on_change="rerun")
    if popover.open:
        with popover:
            widgets[menu.key]()


def draw_charts(charts: Iterable[Chart]) -> None:
    """Draw charts in which a click goes to a step. The stepper moves their mark."""
    for chart in charts:
        st.vega_lite_chart(
            spec=chart.spec,
            key=chart.key,
            on_select=partial(steps.picked_in_chart, chart.key),
            selection_mode="pick",
            alt=chart.alt,
        )


def open_if_asked(action: Action, keys: Collection[str]) -> bool:
    """Callback: open the popover of an action, if it is one of ``keys``; return whether it is."""
    if not isinstance(action, Open) or action.popover not in keys:
        return False
    open_popover(action.popover)
    return True

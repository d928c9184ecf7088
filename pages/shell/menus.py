"""Popovers beside a panel's title, which exist only while they are open.

A popover is a widget, and each widget and each element of its own costs part of a click. So until
it is opened a button in the HTML of the title stands in for it; see `pages.components.picks`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from pages.panels.html import EMPTY, heading, join
from pages.panels.markup import Markup
from pages.shell import theme
from pages.state import session

OPEN = "open"
"""What a stand-in's pick begins with, before a colon and the popover's key."""


@dataclass(frozen=True)
class Menu:
    """A popover.

    Attributes:
        key: its widget key.
        label: what its button says.
        content: draws what is in it.
        about: more of the label, for screen readers alone.
    """

    key: str
    label: str
    content: Callable[[], None]
    about: str = ""

    def show(self) -> None:
        """The popover itself."""
        # What is in italics is for screen readers alone; see theme.css.
        label = f"{self.label} *{self.about}*" if self.about else self.label
        popover = st.popover(label, type="tertiary", key=self.key, on_change="rerun")
        if popover.open:
            with popover:
                self.content()

    def stand_in(self) -> Markup:
        """A button that looks like it and opens it."""
        about = Markup(' <span class="sr">{}</span>').format(self.about) if self.about else EMPTY
        return Markup(
            '<button type="button" class="menu" data-pick="{}:{}" aria-haspopup="dialog" '
            'aria-expanded="false">{}{}</button>'
        ).format(OPEN, self.key, self.label, about)


def opened(value: str, keys: Collection[str]) -> bool:
    """Callback: open the popover that a pick asks for, if it asks for one of these."""
    what, _, key = value.partition(":")
    if what != OPEN or key not in keys:
        return False
    session.open_popover(key)
    return True


def stand_ins(menus: Sequence[Menu]) -> Markup | None:
    """Buttons that stand in for popovers; None if one of them is open, so all are to be shown."""
    if session.any_open([menu.key for menu in menus]):
        return None
    return join(menu.stand_in() for menu in menus)


def head(
    key: str, title: str, remark: str, menus: Sequence[Menu], buttons: Markup = EMPTY
) -> theme.Piece:
    """A panel's title with its popovers.

    Args:
        key: for the style sheet, while a popover is open.
        title, remark, buttons: as in `html.heading`.
        menus: the popovers; presenter mode has none.
    """
    return menu_bar(key, partial(heading, title, remark), menus, buttons)


def menu_bar(
    key: str, line: Callable[[Markup], Markup], menus: Sequence[Menu], buttons: Markup = EMPTY
) -> theme.Piece:
    """A line of HTML with popovers at its end; ``line`` makes it with buttons in it."""
    closed = EMPTY if session.presenting() else stand_ins(menus)
    if closed is not None:
        return line(closed + buttons)

    def opened_bar() -> None:
        with st.container(horizontal=True, vertical_alignment="bottom", key=key):
            theme.show(line(buttons))
            for menu in menus:
                menu.show()

    return opened_bar

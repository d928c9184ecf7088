"""Presenter mode, paces and keyboard shortcuts, for a teacher with a projector."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import streamlit as st

from pages.components.component import draw
from pages.locale import comma, say, to_text
from pages.panels.actions import Action
from pages.panels.html import render
from pages.panels.train.kind import Kind
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.shell import glossary, sidebar, theme
from pages.shell.drawing import Dialog, dialog_button, show_dialog
from pages.state import commands, fields, steps
from pages.state.session import current
from wordpiece.message import Message, message

Keys = Mapping[str, Message]
"""The keys of a page and their effects. Two spaces separate keys that share a line."""

STEPS: Keys = {
    "←  →": message("back or forward; in presenter mode also Enter and a clicker's page keys"),
    "Home  End": message("first and last step"),
    "Space": message("Play"),
}
"""Keys of a page with a stepper."""

READING: Keys = {"W": message("Words or text")}
"""Keys of a page that shows the words of a corpus."""

SHORTCUTS = {"glossary": "G", "share": "Q"}
"""The keys that open dialogs."""

PAGES = {"n": 1, "b": -1}
"""Keys that lead to another page, and the number of pages forward."""


def train_controls(kind: Kind[Scene], picked: Callable[[Action], None]) -> None:
    """Draw the buttons of Train for a kind of training; ``picked`` handles the actions of keys."""
    keys: dict[str, Message] = {**STEPS, **(READING if kind.has_text else {})}
    if "slow" in kind.paces:
        keys |= {"S": message("Slow motion")}
    keys |= {
        "H": message("Hide the next step"),
        "A": message("ask the class while the next step is hidden"),
    }
    keys |= {key: title for key, (_, title) in kind.keys.items()}
    read = TrainView.read if kind.has_text else None
    controls(keys, kind.panels, kind.view.panel, read=read)
    with st.container(key="own_keys"):
        for key, (action, title) in kind.keys.items():
            st.button(
                to_text(title), on_click=picked, args=(action,), key=f"own_{key}", shortcut=key
            )


def controls(
    keys: Keys,
    panels: Mapping[str, Message] = MappingProxyType({}),
    field: Field[str] = TrainView.panel,
    clicker: tuple[str, str] | None = None,
    read: Field[str] | None = None,
    others: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Draw the buttons of every page, and enlarge everything in presenter mode.

    The button of presenter mode is at the top of the page, the others are in the sidebar.

    Args:
        keys: the page's keys and their effects, for the key card.
        panels: the titles, by name, of the panels of which presenter mode shows one at a time;
            they get the keys 1, 2, ... Empty if the page has only one panel.
        field: the field with the current panel.
        clicker: the widget keys of the buttons that a clicker's page keys press in presenter mode,
            back and forward; None if a stepper handles them, or if the page has no steps.
        read: the field that says whether words are listed or shown in the text, if the page lists
            words.
        others: the widget keys of buttons, by keys that Streamlit does not accept as shortcuts.
    """
    on = current().presenting
    if on:
        theme.enlarge()
    with st.container(key="views"):
        st.button(
            say("Stop presenting") if on else say("Present"),
            on_click=commands.present,
            key="present",
            shortcut="P",
            type="tertiary",
        )
        for number, (name, title) in enumerate(panels.items() if on else (), 1):
            st.button(
                to_text(title),
                on_click=fields.put,
                args=(field, name),
                key=f"panel_{name}",
                shortcut=str(number),
            )
        if read:
            st.button(
                to_text(READING["W"]), on_click=steps.turn, args=(read,), key="read", shortcut="W"
            )
    dialogs = {
        "glossary": Dialog(message("Glossary"), lambda: theme.show(glossary.draw_terms())),
        "key_card": Dialog(message("Keys"), partial(_key_card, keys, panels), "large"),
        "share": Dialog(message("Share this screen"), sidebar.share, "large"),
    }
    with st.sidebar, st.expander(say("Help, link, language"), key="help"):
        for name, dialog in dialogs.items():
            icon = ":material/share:" if name == "share" else None
            dialog_button(name, dialog, icon=icon, shortcut=SHORTCUTS.get(name))
        sidebar.choose_language()
    show_dialog(dialogs)
    buttons = {"?": "key_card", **others}
    if clicker and on:
        buttons |= dict(zip(("PageUp", "PageDown"), clicker, strict=True))
    if on:
        buttons["Escape"] = "present"
    skip = say("To the step buttons") if "Space" in keys else ""
    data = {"buttons": buttons, "pages": PAGES, "presenting": on, "skip": skip}
    draw("keys", data, key="keys", height=1)


def paces() -> None:
    """Draw the buttons of slow motion and of the hidden step, next to the stepper."""
    pace, kind = steps.pace(), steps.kind()
    with st.container(horizontal=True, key="paces"):
        for name, label, key in (
            ("slow", say("Slow motion"), "S"),
            ("reveal", say("Hide the next step"), "H"),
        ):
            if name not in kind.paces:
                continue
            st.button(
                say("{pace}: on", pace=label) if pace == name else label,
                on_click=steps.set_pace,
                args=(name,),
                key=f"pace_{name}",
                shortcut=key,
                type="primary" if pace == name else "secondary",
            )


def _key_card(keys: Keys, panels: Mapping[str, Message]) -> None:
    """Draw keys and their effects."""
    card = {names: to_text(what) for names, what in keys.items()}
    if panels:
        listed = comma().join(map(to_text, panels.values()))
        card[f"1 – {len(panels)}"] = say(
            "one of the panels in presenter mode: {panels}", panels=listed
        )
    card |= {
        "T": say(
            "Tokens on this page: arrow keys move between them, Enter opens a token’s story if it "
            "has one, Esc leaves them"
        ),
        "N  B": say("next and previous page"),
        "P": say("Present"),
        SHORTCUTS["glossary"]: say("Glossary"),
        SHORTCUTS["share"]: say("QR code of this screen"),
        "?": say("Keys"),
        "Esc": say("leave a field, close a dialog, or leave presenter mode"),
    }
    rows = [(names.split("  "), what) for names, what in card.items()]
    theme.show(render("shell/keys.html", keys=rows))
    if "Space" in keys:
        draw("animate", key="motion")  # the browser stores the switch, the stepper reads it

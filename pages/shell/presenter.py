"""Presenter mode and the keys: what a teacher at a projector needs on every page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from pages.panels.html import join
from pages.panels.markup import Markup
from pages.shell import theme
from pages.state import session

_KEYS = Path(__file__).parents[1] / "components" / "keys"

_keys = st.components.v2.component(
    "merge_by_merge_keys",
    html='<p role="status" aria-live="polite"></p>',
    css="p { margin: 0; overflow: hidden; clip-path: inset(50%); width: 1px; height: 1px; }",
    js="".join((_KEYS / name).read_text("utf-8") for name in ("focus.js", "keys.js")),
)
"""The page's keys; it also keeps the focus in its place, and says verdicts. It draws nothing."""

STEPS = {
    "←  →": "one step back and on; a clicker's page keys in presenter mode",
    "Home  End": "first and last step",
    "Space": "play and pause",
}
"""Keys of a page with a stepper, and what they do."""

STEPPING = STEPS | {
    "S": "slow motion: count, score, choose, merge",
    "H": "hide the winner until the next →",
}
"""Keys of Train."""


def controls(
    keys: Mapping[str, str],
    panels: Mapping[str, str] = MappingProxyType({}),
    note: str = "panel",
    clicker: tuple[str, str] | None = None,
) -> None:
    """Draw the buttons in the sidebar, and enlarge everything in presenter mode.

    Args:
        keys: the page's own keys and what they do, for the key card.
        panels: the panels of which presenter mode shows one at a time, name to title; they
            get the keys 1, 2, ... Empty if the page shows one thing anyway.
        note: the page's note that says which.
        clicker: the buttons that a clicker's page keys press in presenter mode, back and on; a
            stepper hears them itself.
    """
    if session.presenting():
        theme.enlarge()
    shown = dict(keys)
    with st.sidebar, st.container(key="views"):
        if "S" in keys:
            _pace("slow", "Slow motion", "S")
            _pace("reveal", "Hide the winner", "H")
        on = session.presenting()
        st.button(
            "Stop presenting" if on else "Present",
            on_click=session.present,
            key="present",
            shortcut="P",
            width="stretch",
        )
        if panels:
            numbers = {str(i): name for i, name in enumerate(panels, 1)}
            if on:
                for number, name in numbers.items():
                    st.button(
                        panels[name],
                        on_click=session.set_note,
                        args=(note, name),
                        key=f"panel_{name}",
                        shortcut=number,
                    )
            listed = ", ".join(title.lower() for title in panels.values())
            shown[f"1 – {len(panels)}"] = f"in presenter mode the panel: {listed}"
        shown |= {"P": "presenter mode", "?": "this card; Esc closes it"}
        if st.button("Keys ?", key="key_card", width="stretch"):
            _show(shown)
    buttons = {"?": "key_card"}
    if clicker and session.presenting():
        buttons |= dict(zip(("PageUp", "PageDown"), clicker, strict=True))
    _keys(key="keys", data={"buttons": buttons, "presenting": session.presenting()}, height=1)


def _pace(pace: str, label: str, key: str) -> None:
    on = session.note("train", "pace") == pace
    st.button(
        f"{label}: on" if on else label,
        on_click=session.set_pace,
        args=(pace,),
        key=f"pace_{pace}",
        shortcut=key,
        width="stretch",
    )


@st.dialog("Keys")
def _show(keys: Mapping[str, str]) -> None:
    rows = join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(
            join((Markup("<kbd>{}</kbd>").format(key) for key in names.split("  ")), " "), what
        )
        for names, what in keys.items()
    )
    theme.show(Markup('<dl class="keys">{}</dl>').format(rows))

"""Draw components: parts of the page that need JavaScript.

For Streamlit all of them are one component, whose script, `scripts/mount.js`, runs the script that
the data name. So browsers fetch each script once, and Streamlit sends none with a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages.panels.html import render
from pages.server.internals import serve_component

_HERE = Path(__file__).parent


def serve_scripts() -> None:
    """Serve the scripts of all components, before the first visitor.

    A replica may have to send them before it has drawn a page, if a browser with two tabs finds a
    replica for each after theirs has died.
    """
    serve_component("merge_by_merge", "scripts", _HERE / "scripts")


def draw(name: str, data: Mapping[str, Any] | None = None, **mounting: Any) -> None:
    """Draw a component.

    Args:
        name: its name. Its script is ``scripts/name.js``. Its HTML, if it has any, is the template
            ``name.html`` with the texts in the visitor's language; those that the script needs are
            in ``data-`` attributes. Its styles are in ``style.css``.
        data: what else the script gets.
        mounting: its key, height and callbacks; see Streamlit's `ComponentRenderer`.
    """
    serve_scripts()
    template = _HERE / f"{name}.html"
    html = str(render(f"components/{template.name}")) if template.exists() else ""
    _register()(data={"script": name, "html": html, **(data or {})}, **mounting)


@cache
def _register() -> Any:
    """Register the component with Streamlit, and return the function that draws it."""
    return st.components.v2.component(
        "merge_by_merge.scripts",
        html='<div class="component"></div>',
        js="mount.js",
        isolate_styles=False,
    )

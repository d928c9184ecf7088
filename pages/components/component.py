"""Streamlit components, made from the files in the folders next to this module."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from pages import locale
from pages.panels.html import render
from pages.server.internals import serve_component
from wordpiece.message import ENGLISH, Language

_HERE = Path(__file__).parent
_SERVED = "served"
_SHARED = "shared"
_PACKAGE = "merge_by_merge"


def _suffix(language: Language) -> str:
    kind = f"_{type(language).__name__}_{language.code}"
    return "" if language is ENGLISH else kind.lower().replace("-", "_")


def serve_files() -> None:
    """Serve the files of all components in all languages, before the first visitor.

    A replica may have to send them before it has drawn a page, if a browser with two tabs finds a
    replica for each after theirs has died.
    """
    serve_component(_PACKAGE, _SHARED, _HERE / _SHARED)
    for folder in _HERE.glob(f"*/{_SERVED}"):
        for language in locale.LANGUAGES.values():
            serve_component(_PACKAGE, folder.parent.name + _suffix(language), folder)


class Component:
    """A component whose texts are in the visitor's language.

    The folder ``name`` holds its scripts and, if it needs them, ``name.css`` and ``name.html``.
    Streamlit sends these files again with every run. Scripts in a folder ``served`` are fetched by
    browsers once instead; the page's style sheet has their styles. The folder ``shared`` has
    scripts that several components import.

    The HTML is a template with all texts. Those that a script needs are in ``data-`` attributes.
    Streamlit requires that the HTML of a component never changes, so one component is registered
    for each language, when it is first drawn in that language.

    Args:
        name: the name of the folder; Streamlit knows the component as ``merge_by_merge_`` + name.
        scripts: the script's files, each after those that it imports; ``name.js`` by default. They
            are joined into one script.
        isolated: whether its style sheet and the page's do not apply to each other.
    """

    def __init__(self, name: str, *scripts: str, isolated: bool = True):
        self._name = name
        self._scripts = scripts or (f"{name}.js",)
        self._served = _HERE / name / _SERVED
        self._is_served = self._served.exists()
        self._isolated = isolated
        self._registered = cache(self._register)

    def __call__(self, **mounting: Any) -> None:
        """Draw the component; see Streamlit's `ComponentRenderer` for the arguments."""
        language = locale.language()
        if self._is_served:
            serve_component(_PACKAGE, _SHARED, _HERE / _SHARED)
            serve_component(_PACKAGE, self._name + _suffix(language), self._served)
        self._registered(language)(**mounting)

    def _register(self, language: Language) -> Any:
        """Register the component with Streamlit, and return the function that draws it."""
        name = self._name + _suffix(language)
        style, script = (
            (None, f"{self._name}.js") if self._is_served else (self._style(), self._script())
        )
        return st.components.v2.component(
            f"{_PACKAGE}{'.' if self._is_served else '_'}{name}",
            html=self.html(),
            css=style,
            js=script,
            isolate_styles=self._isolated,
        )

    def _style(self) -> str | None:
        """Return the style sheet if there is one."""
        css = _HERE / self._name / f"{self._name}.css"
        return css.read_text("utf-8") if css.exists() else None

    def _script(self) -> str:
        """Return the scripts, joined."""
        folder = _HERE / self._name
        # Joined files need no imports. Comments are removed, since Streamlit sends the script with
        # every click.
        scripts = [
            re.sub(r"(?m)^(\s*//|import ).*\n", "", (folder / file).read_text("utf-8"))
            for file in self._scripts
        ]
        return "\n".join(scripts)

    def html(self) -> str:
        """Return the HTML in the visitor's language."""
        template = f"{self._name}/{self._name}.html"
        return str(render(f"components/{template}")) if (_HERE / template).exists() else ""

"""Texts, tables and files that visitors provide to train on.

One that cannot be read only sets the state's ``problem``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import streamlit as st

from pages.locale import to_text
from pages.server.internals import is_deleted, take_content
from pages.state.session import State, current
from pages.trainings import training_cache
from pages.trainings.job import Source
from pages.trainings.parameters import printable
from pages.trainings.settings import (
    OWN_FILE,
    OWN_TABLE,
    OWN_TEXT,
    REPLAY,
    kind_of_file,
    suggest_settings,
)
from pages.trainings.training_cache import FULL as FULL
from wordpiece.errors import WordPieceError
from wordpiece.message import message
from wordpiece.text.corpus import Kind, decode
from wordpiece.text.unspaced import is_unspaced

MAX_NAME = 60
"""The most characters of a file's name that are shown."""

MAX_TYPED = 1_000_000
"""The most UTF-16 units, which browsers count as characters, in a text area. The browser sends its
text with every click; see `pages.components.page`, and MESSAGE_SIZE in pages/server/guard.py."""

GONE = message(
    "This file did not arrive, or it is no longer available. Check the connection and open the "
    "file again. If that fails, reload the page and open the file once more."
)
YOURS = message("your corpus")
"""The name of a pasted text or table."""


def use_own_text(key: str, kind: Kind) -> None:
    """Callback: train on the text in a text area."""
    text: str = st.session_state[key] or ""
    if len(text.encode("utf-16-le", "surrogatepass")) > 2 * MAX_TYPED:
        current().problem = message(
            "This text is too long to be pasted: at most {n} characters fit, and most emoji "
            "count as two or more. Save the text as a file (a word table as a .tsv file) and open "
            "that file, which may have up to 20 MB.",
            n=MAX_TYPED,
        )
        return
    _use_own(OWN_TEXT if kind == "text" else OWN_TABLE, to_text(YOURS), kind, text)


def train_on(text: str, step: int = 0) -> None:
    """Callback: train on a text that was typed elsewhere, and show a step."""
    state = current()
    state.settings = suggest_settings(OWN_TEXT, state.settings.recipe)
    state.step, state.step_is_asked, state.vocabulary = step, True, None
    state.awaited = None
    fit(state)  # to the text before, so that the rule counts as automatic
    st.session_state[f"own_{OWN_TEXT}"] = text  # the field for an own text
    _use_own(OWN_TEXT, to_text(YOURS), "text", text)


def use_own_file(key: str) -> None:
    """Callback: train on an uploaded file, if it can be read."""
    if uploaded := take(key):
        name, content = uploaded
        with refusing(name):
            _use_own(OWN_FILE, name, kind_of_file(name), decode(content))


def take(key: str) -> tuple[str, bytes] | None:
    """Take the file of an uploader; return its name for sentences, and its content.

    Return None without a file, or with a ``problem`` if it did not arrive.
    """
    state, uploaded = current(), st.session_state[key]
    state.problem = GONE if is_deleted(uploaded) else None
    if state.problem or uploaded is None:
        return None
    return printable(uploaded.name, MAX_NAME), take_content(uploaded)


@contextmanager
def refusing(name: str) -> Iterator[None]:
    """Set the ``problem`` if a file or text cannot be used: the block raises a WordPieceError."""
    try:
        yield
    except WordPieceError as error:
        current().problem = message("{name}: {why}", name=name, why=error.message)


def _use_own(entry: str, name: str, kind: Kind, text: str) -> None:
    state = current()
    with refusing(name):
        source = Source.of(name, kind, text)
        training_cache.hold(source, sys.getsizeof(text))
        before = state.own.get(entry)
        if before and before.digest != source.digest:
            state.settings = replace(state.settings, forced=())
        state.own[entry] = source
        fit(state, before)
        state.problem, state.failed = None, None


def fit(state: State, before: Source | None = None) -> None:
    """Split the requested own text into runs of one script if BERT's rule would leave too little.

    See `wordpiece.text.unspaced`. The pre-tokenizer does not change if the visitor, a link, the
    recipe or a merges file has chosen it: if it is not the automatic one.

    Args:
        state: the state, with the text.
        before: the text for which the pre-tokenizer was automatic, if there was one.
    """
    source, settings = state.own.get(state.settings.corpus), state.settings
    is_automatic = (
        settings.pre_tokenizer == _choose_pre_tokenizer(before) and settings.recipe != REPLAY
    )
    if source is None or state.awaited or not is_automatic:
        return
    if (fitting := _choose_pre_tokenizer(source)) != settings.pre_tokenizer:
        state.settings = replace(settings, pre_tokenizer=fitting, forced=())


def _choose_pre_tokenizer(source: Source | None) -> str:
    """Return the automatic pre-tokenizer for an own corpus, or before there is one."""
    by_scripts = source is not None and source.kind == "text" and is_unspaced(source.text)
    return "scripts" if by_scripts else "bert"

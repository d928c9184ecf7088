"""Take in what visitors bring: texts, tables and files of their own, and vocabularies.

One that cannot be read changes nothing but the state's ``problem``.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.locale import told
from pages.server.internals import is_deleted, take_content
from pages.state.remembered import CASES, Encode
from pages.state.session import current
from pages.state.splitting import fit
from pages.trainings import kept
from pages.trainings.job import Source
from pages.trainings.opening import open_file
from pages.trainings.reading import File, Opened
from pages.trainings.settings import OWN_FILE, OWN_TABLE, OWN_TEXT, kind_of_file, printable
from pages.trainings.store import FullError
from wordpiece.errors import CorpusError, VocabularyError
from wordpiece.message import Fact, Message, message
from wordpiece.text.corpus import Kind, decode
from wordpiece.text.pre_tokenizers import is_byte_level

MAX_NAME = 60
"""The most characters of a file's name that are shown."""

MAX_TYPED = 1_000_000
"""The most UTF-16 units, which browsers count as characters, in a text area. Its text is sent with
every click; see `pages.components.page`, and MESSAGE_SIZE in pages/server/messages.py."""

FULL = message(
    "There is no room for it beside what else is open here. Take a smaller one, or try again "
    "when others have left."
)
GONE = message("This file did not arrive, or is no longer here. Open it once more.")
YOUR = {"text": message("your text"), "table": message("your table")}
"""The name of a pasted corpus, by its kind."""


def use_own_text(key: str, kind: Kind) -> None:
    """Callback: train on the text in a text area."""
    text: str = st.session_state[key] or ""
    if len(text.encode("utf-16-le", "surrogatepass")) > 2 * MAX_TYPED:
        too_long = (
            message(
                "A pasted text can have {n} characters, and this one has more. "
                "Save it as a file and open that: a file can have 20 MB.",
                n=MAX_TYPED,
            )
            if kind == "text"
            else message(
                "A pasted table can have {n} characters, and this one has more. "
                "Save it as a file and open that: a file can have 20 MB.",
                n=MAX_TYPED,
            )
        )
        current().problem = too_long
        return
    _use_own(OWN_TEXT if kind == "text" else OWN_TABLE, told(YOUR[kind]), kind, text)


def use_own_file(key: str) -> None:
    """Callback: train on an uploaded file. A file that cannot be read changes nothing."""
    state = current()
    uploaded = st.session_state[key]
    if is_deleted(uploaded):
        state.problem = GONE
        return
    if uploaded is None:
        return
    try:
        text = decode(take_content(uploaded))
    except CorpusError as error:
        state.problem = _refused(_name_of(uploaded), error.message)
        return
    _use_own(OWN_FILE, _name_of(uploaded), kind_of_file(uploaded.name), text)


def _name_of(uploaded: Any) -> str:
    """Return a file's name for a sentence."""
    return printable(uploaded.name, MAX_NAME)


def _refused(name: str, why: Fact) -> Message:
    return message("{name}: {why}", name=name, why=why)


def _use_own(entry: str, name: str, kind: Kind, text: str) -> None:
    state = current()
    try:
        source = Source.of(name, kind, text)
        kept.hold(source, sys.getsizeof(text))
    except CorpusError as error:
        state.problem = error.message
        return
    except FullError:
        state.problem = _refused(name, FULL)
        return
    before = state.own.get(entry)
    if before and before.digest != source.digest:
        state.settings = replace(state.settings, forced=())
    state.own[entry] = source
    fit(state)
    state.problem, state.under_way.failed = None, None


def use_merges(merges: str, vocabulary: str) -> None:
    """Callback: replay an uploaded merges file. One that cannot be read changes nothing.

    Args:
        merges, vocabulary: the keys of the uploaders of merges.txt and of vocab.json.
    """
    state = current()
    file, ids = st.session_state[merges], st.session_state[vocabulary]
    gone = is_deleted(file) or is_deleted(ids)
    state.problem = GONE if gone else None
    if file is None or gone:
        return
    opened = _opened_from(File(file.getvalue(), True, ids.getvalue() if ids else None), file)
    if opened is None:
        return
    state.merges = opened
    # Byte-level merges need words split and spelled as by GPT-2.
    split = "gpt2" if is_byte_level(opened.vocabulary.pre_tokenizer) else "bert"
    state.settings = replace(state.settings, pre_tokenizer=split, forced=())


def _opened_from(file: File, uploaded: Any) -> Opened | None:
    """Return an uploaded vocabulary, or set ``problem`` and return None if it cannot be used."""
    try:
        return open_file(file)
    except (VocabularyError, CorpusError) as error:
        current().problem = _refused(_name_of(uploaded), error.message)
    except FullError:
        current().problem = _refused(_name_of(uploaded), FULL)
    return None


def vocabulary() -> tuple[str, Opened] | None:
    """Return name and content of the uploaded vocabulary that encodes instead of the training's."""
    return current().vocabulary


def use_vocabulary(key: str) -> None:
    """Callback: encode with an uploaded file. A file that cannot be read changes nothing."""
    state = current()
    uploaded = st.session_state[key]
    gone = is_deleted(uploaded)
    state.problem = GONE if gone else None
    if gone:
        return
    if uploaded is None:
        state.vocabulary = None
        return
    opened = _opened_from(File(take_content(uploaded)), uploaded)
    if opened:
        state.vocabulary = (_name_of(uploaded), opened)
        Encode.CASE.set(CASES[0] if opened.vocabulary.lowercase else CASES[1])


def drop_vocabulary() -> None:
    """Callback: encode with the training's own vocabulary again."""
    current().vocabulary = None

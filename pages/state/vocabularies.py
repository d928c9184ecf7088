"""Vocabularies and lists of merges that visitors open, and the answers about them.

One that cannot be read only sets the state's ``problem``.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast
from weakref import WeakSet

import streamlit as st

from pages.foreign import hub, pool
from pages.foreign.file import Facts, Few, File, Opened
from pages.locale import say
from pages.panels.encode.view import EncodeView
from pages.state import fields
from pages.state.files import MAX_NAME, refusing, take
from pages.state.remembered import TakeHome
from pages.state.session import current
from pages.trainings import training_cache
from pages.trainings.job import Training
from pages.trainings.parameters import printable
from wordpiece.errors import VocabularyError
from wordpiece.files.readers.pairs import read_pairs
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.teaching.checking import MergesCheck, check_merges
from wordpiece.text.corpus import decode

MERGES = ("merges_file", "merges_vocabulary")
"""The keys of the uploaders of a merges.txt and of its vocab.json."""

MAX_LIST = 100_000
"""The most characters of a list of merges."""

MAX_SYMBOLS = 100_000
"""The most symbols of a corpus on which the cause of a difference is searched."""

_all_held: WeakSet[File] = WeakSet()
"""The files that are counted against the private memory."""


def use_vocabulary(key: str) -> None:
    """Callback: encode with an uploaded file, if it can be read."""
    if uploaded := take(key):
        name, content = uploaded
        with refusing(name):
            _encode_with(name, File(content))
    elif current().problem is None:  # the file was removed
        current().vocabulary = None


def use_name(key: str) -> None:
    """Callback: encode with the tokenizer of a repository on the Hub, if it can be read."""
    state = current()
    name = st.session_state[key]
    if not isinstance(name, str) or not name.strip():
        return
    st.session_state[key] = None  # so that the same name can be chosen again
    state.problem = None
    shown = printable(name.strip(), MAX_NAME)
    with refusing(shown):
        with st.spinner(say("Looking for {name} on the Hugging Face Hub …", name=shown)):
            file = hub.fetch(name.strip())
        _encode_with(shown, file)


def _encode_with(name: str, file: File) -> None:
    opened = current().vocabulary = _open(name, file)
    fields.put(EncodeView.lowercase, opened.facts.case == "uncased")


def drop_vocabulary() -> None:
    """Callback: encode with the training's vocabulary again."""
    current().vocabulary = None
    current().answers.clear()


def use_merges(key: str) -> None:
    """Callback: replay the uploaded merges.txt, with the vocab.json if there is one.

    Args:
        key: the key of the uploader that has changed, one of `MERGES`.
    """
    state, parts = current(), current().merges_parts
    parts.pop(key, None)
    if uploaded := take(key):
        name, content = uploaded
        with refusing(name):
            parts[key] = name, _hold(File(content))
    name, merges = parts.get(MERGES[0], ("", None))
    if state.problem or merges is None:
        return
    vocabulary, ids = parts.get(MERGES[1], ("", None))
    with refusing(f"{name}, {vocabulary}" if ids else name):
        opened = _open(name, File(merges.content, True, ids.content if ids else None))
        state.merges = opened
        # Byte-level merges need words split and spelled as by GPT-2.
        split = "gpt2" if opened.facts.byte_level else "bert"
        state.settings = replace(state.settings, pre_tokenizer=split, forced=())


def _open(name: str, file: File) -> Opened:
    """Return an opened file.

    Raises:
        FullError, VocabularyError: it cannot be used.
    """
    current().answers.pop("facts", None)  # a failed request may be tried again
    shared = _hold(file.intern())
    return Opened(name, shared, ask(shared, "facts"))


def _hold(file: File) -> File:
    """Count a file against the private memory once, and return it.

    Raises:
        FullError: it does not fit.
    """
    if file not in _all_held:
        training_cache.hold(file, file.size)
        _all_held.add(file)
    return file


def facts(opened: Opened, case: str) -> Facts:
    """Return the description of a file; ``case`` is as in `Reader.facts`."""
    if case in ("", opened.facts.case) or not opened.facts.case:
        return opened.facts
    try:
        found: Facts = ask(opened.file, "facts", case)
    except VocabularyError:
        return opened.facts
    return found


def check(case: str) -> None:
    """Callback: search the opened file for tokens that no text produces; see `Reader.facts`."""
    opened = current().vocabulary
    if opened:
        current().answers.pop("unreachable", None)
        with suppress(VocabularyError):
            ask(opened.file, "unreachable", case)


def check_result(opened: Opened, case: str) -> Few | Message | None:
    """Return the result of `check`, or its error; None if it was not called with this case."""
    question, outcome = current().answers.get("unreachable", (None, None))
    if question != (opened.file.digest, (case,)):
        return None
    return outcome.message if isinstance(outcome, VocabularyError) else cast(Few, outcome)


def ask(file: File, name: str, *arguments: Any) -> Any:
    """Return the answer of a file's process. The last answer or error is cached.

    Args:
        file: the file.
        name, arguments: the request; see `pages.foreign.reader.Reader`.

    Raises:
        VocabularyError: the request failed; the message says why.
    """
    question = (file.digest, arguments)
    return _answer(name, question, lambda: pool.ask(file, name, *arguments))


def _answer(name: str, question: object, find: Callable[[], Any]) -> Any:
    """Return what ``find`` returns for a question, or raise its error; the last one is cached."""
    answers = current().answers
    known, outcome = answers.get(name, (None, None))
    if known != question:
        try:
            outcome = find()
        except pool.BusyError:
            raise
        except VocabularyError as error:
            outcome = error
        answers[name] = question, outcome
    if isinstance(outcome, VocabularyError):
        raise outcome.with_traceback(None)  # otherwise it would keep the frames of every run
    return outcome


# A visitor's own merges, which Take home holds against the training on screen.


def use_list(key: str) -> None:
    """Callback: put the content of an uploaded file into the field for own merges."""
    uploaded = take(key)
    if not uploaded:
        return
    name, content = uploaded
    with refusing(name):
        text = decode(content)
        _check_length(text)
        read_pairs(content, byte_level=True)  # a file of another kind leaves the field as it is
        fields.put(TakeHome.merges, text)


def check_list(training: Training) -> tuple[list[Pair], MergesCheck] | None:
    """Return the list in the field and how it differs from the training; None if it is empty.

    Raises:
        VocabularyError: the list cannot be read.
    """
    timeline, text = training.timeline, fields.get(TakeHome.merges)
    if not text.strip():
        return None

    def check() -> tuple[list[Pair], MergesCheck]:
        _check_length(text)
        content = text.encode("utf-8", "surrogatepass")
        merges = read_pairs(content, byte_level=timeline.is_byte_level)
        return merges, check_merges(timeline, merges, most=MAX_SYMBOLS)

    return cast("tuple[list[Pair], MergesCheck]", _answer("merges", (timeline, text), check))


def _check_length(text: str) -> None:
    if len(text) > MAX_LIST:
        raise VocabularyError(
            message(
                "This list has {n} characters; at most {limit} fit. Paste only its first merges.",
                n=len(text),
                limit=MAX_LIST,
            )
        )

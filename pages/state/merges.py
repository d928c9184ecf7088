"""A visitor's own merges, which Take home holds against the training on screen."""

from __future__ import annotations

from typing import cast

from pages.state import fields
from pages.state.files import refusing, take
from pages.state.remembered import TakeHome
from pages.state.session import current
from pages.trainings.job import Training
from wordpiece.errors import VocabularyError
from wordpiece.files.readers.pairs import read_pairs
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.teaching.checking import MergesCheck, check_merges
from wordpiece.text.corpus import decode

MAX_LIST = 100_000
"""The most characters of a list of merges."""

MAX_SYMBOLS = 100_000
"""The most symbols of a corpus on which the cause of a difference is searched."""

Checked = tuple[list[Pair], MergesCheck]


def use_file(key: str) -> None:
    """Callback: put the content of an uploaded file into the field."""
    uploaded = take(key)
    if not uploaded:
        return
    name, content = uploaded
    with refusing(name):
        text = decode(content)
        _check_length(text)
        read_pairs(content, byte_level=True)  # a file of another kind leaves the field as it is
        fields.put(TakeHome.merges, text)


def checked(training: Training) -> Checked | Message | None:
    """Return the list in the field and how it differs from the training; the last one is cached.

    Returns:
        None for an empty field, or the sentence on a list that cannot be read.
    """
    text = fields.get(TakeHome.merges)
    if not text.strip():
        return None
    answers, question = current().answers, (training.timeline, text)
    known, outcome = answers.get("merges", (None, None))
    if known != question:
        outcome = _checked(training, text)
        answers["merges"] = question, outcome
    return cast("Checked | Message", outcome)


def _checked(training: Training, text: str) -> Checked | Message:
    timeline = training.timeline
    try:
        _check_length(text)
        merges = read_pairs(
            text.encode("utf-8", "surrogatepass"), byte_level=timeline.is_byte_level
        )
    except VocabularyError as error:
        return error.message
    return merges, check_merges(timeline, merges, most=MAX_SYMBOLS)


def _check_length(text: str) -> None:
    if len(text) > MAX_LIST:
        raise VocabularyError(
            message(
                "This list has {n} characters; at most {limit} fit. Paste only its first merges.",
                n=len(text),
                limit=MAX_LIST,
            )
        )

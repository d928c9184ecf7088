"""A text in tokens: the data of `pages.components.prose`, part by part."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from markupsafe import Markup

from pages.locale import say
from pages.panels.actions import Choose, encode
from pages.panels.html import EMPTY, switch
from pages.panels.view import Field
from wordpiece.encoding.encoders import ids_of
from wordpiece.recipes import SPACE
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.text.passage import Passage, PlacedWord, read_passage, respell
from wordpiece.text.pre_tokenizers import PreTokenizer, text_to_bytes
from wordpiece.training.timeline import Timeline

SIZE = 20_000
"""The characters in a part of a text; a shorter text has one part."""

PLACE = Markup('<i class="prose-place" hidden></i>')
"""The place of a text on a board, for which the style sheet reserves space."""

_SURROGATE = re.compile("[\ud800-\udfff]")

Position = Callable[[int], int]
"""Returns the page's position at which a training has made a step."""

Encode = Callable[[int, int], Iterable[EncodedToken]]
"""Returns the tokens of a text between two places, with offsets from the first place."""

_Cut = tuple[str, int | None, bool, int, int]
"""A token of a word, in the format of prose.js."""


def words_or_text(field: Field[str], how: str, *, has_text: bool) -> Markup:
    """Return the switch between a list of words and the text itself; empty without a text.

    Args:
        field: the field that it sets.
        how: the value of the field.
        has_text: whether there is a text.
    """
    if not has_text:
        return EMPTY
    titles = {"words": say("Words"), "text": say("Text")}
    options = {encode(Choose(field.name, each)): title for each, title in titles.items()}
    return switch(say("Show"), options, encode(Choose(field.name, how)))


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of a text in the component's format, which prose.js documents.

    Attributes:
        text: JSON of the text and its words, the same at every step of a training.
        removed: JSON of the steps that remove boundaries in these words.
    """

    text: str
    removed: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a text: the encoder's name, and a remark."""

    title: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Pane:
    """The words of a part as one training splits them, each distinct one once.

    Attributes:
        words: their fields in the component's format.
        removed: for each boundary inside each of them the step that removes it.
        made: for each of these steps the id of its token.
    """

    words: dict[str, Any]
    removed: np.ndarray[Any, np.dtype[np.int64]]
    made: dict[int, int | None]


def read_panes(
    timelines: Sequence[Timeline],
    text: str,
    at: int,
    normalizer: tuple[str, ...],
    pre_tokenizers: Sequence[str],
) -> tuple[Passage, list[Pane]]:
    """Return the part of a text that begins near a character, and its words in each training.

    Args:
        timelines: the trainings.
        text: their corpus.
        at: the character.
        normalizer: the names of its normalizers.
        pre_tokenizers: the pre-tokenizer of each training.
    """
    start = 0 if len(text) <= SIZE else at
    found = {
        rule: read_passage(text, start, SIZE, compose(normalizer), rule)
        for rule in dict.fromkeys(pre_tokenizers)
    }
    here = found[pre_tokenizers[0]]
    return here, [
        _pane(timeline, here, found[rule].words)
        for timeline, rule in zip(timelines, pre_tokenizers, strict=True)
    ]


def living_part(
    text: str,
    here: Passage,
    panes: Sequence[Pane],
    headings: Sequence[Heading],
    *,
    positions: Sequence[Position] = (),
) -> TextPart:
    """Return a part of a text that trainings split at any of their steps.

    Args:
        text: the text.
        here, panes: the part, from `read_panes`.
        headings: the heading of each training's text.
        positions: for each training a function from steps to positions, if they differ.
    """
    texts, removed = [], []
    for i, (heading, pane) in enumerate(zip(headings, panes, strict=True)):
        texts.append({"title": heading.title, "remark": heading.remark, **pane.words})
        position = positions[i] if positions else int
        made = [each for step, id in pane.made.items() for each in (step, id, position(step))]
        removed.append({"steps": pane.removed.tolist(), "made": made})
    return TextPart(_written(text, here, texts), json.dumps(removed, separators=(",", ":")))


def _pane(timeline: Timeline, part: Passage, placed_words: Iterable[PlacedWord]) -> Pane:
    ids = ids_of(timeline.vocabulary(len(timeline)))
    numbers: dict[tuple[str, tuple[int, ...] | None], int | None] = {}
    words: list[str] = []
    inner: list[tuple[int, ...] | int] = []
    removed: list[int] = []
    places: list[int] = []
    first: dict[str, int] = {}
    for placed in _within(part, placed_words):
        key = placed.word, placed.inner
        if key not in numbers:
            numbers[key] = None
            known = _as_trained(timeline, placed)
            if known:
                position, spelled = known
                numbers[key] = len(words)
                words.append(_sendable(spelled.word))
                inner.append(0 if spelled.inner is None else spelled.inner)
                removed += timeline.boundary_steps(position)
                for symbol in timeline.marking.split(spelled.word):
                    if symbol in ids:
                        first[_sendable(symbol)] = ids[symbol]
        number = numbers[key]
        if number is not None:  # a word that the training does not have is drawn as plain text
            places += (placed.start - part.start, placed.end - part.start, number)
    steps = sorted({*removed} - {0})
    made = dict(zip(steps, map(ids.get, timeline.tokens_made(steps)), strict=True))
    spelling = {
        "prefix": timeline.marking.prefix,
        "suffix": timeline.marking.suffix,
        "places": places,
        "words": words,
        "inner": inner,
        "first": first,
    }
    return Pane(spelling, np.array(removed, dtype=np.int64), made)


def _within(part: Passage, words: Iterable[PlacedWord]) -> Iterator[PlacedWord]:
    """Yield the words that lie completely in a part, whose ends another pre-tokenizer chose."""
    return (word for word in words if part.start <= word.start and word.end <= part.end)


def _as_trained(timeline: Timeline, placed: PlacedWord) -> tuple[int, PlacedWord] | None:
    """Return a word's index in a training, and the word as spelled there; None if it lacks it."""
    position = timeline.position_of(placed.word)
    if position is not None:
        return position, placed
    raw = text_to_bytes(placed.word)
    for spelling in (SPACE + raw, raw, placed.word + "_"):
        position = timeline.position_of(spelling)
        spelled = position is not None and respell(placed, spelling)
        if position is not None and spelled:
            return position, spelled
    return None


def encoded_part(
    text: str,
    at: int,
    encoders: Sequence[tuple[Heading, Encode]],
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer | str,
) -> TextPart:
    """Return the part of a text that begins near a character, as encoders split it.

    Args:
        text: the text.
        at: the character.
        encoders: for each encoder the heading of the text, and a function that encodes a part.
        normalizer, pre_tokenizer: find the words, at which a long text is cut into parts.
    """
    part = Passage(0, len(text), ())
    if len(text) > SIZE:
        part = read_passage(text, at, SIZE, normalizer, pre_tokenizer)
    panes = []
    for heading, tokens_of in encoders:
        numbers: dict[tuple[_Cut, ...], int] = {}
        places: list[int] = []
        for group in _apart(tokens_of(part.start, part.end)):
            start = min(token.start for token in group)
            end = max(token.end for token in group)
            word = tuple(
                (_sendable(it.token), it.id, it.unknown, it.start - start, it.end - start)
                for it in group
            )
            places += (start, end, numbers.setdefault(word, len(numbers)))
        panes.append(
            {
                "title": heading.title,
                "remark": heading.remark,
                "places": places,
                "tokens": [*numbers],
            }
        )
    return TextPart(
        _written(text, part, panes), json.dumps([{"steps": (), "made": ()}] * len(panes))
    )


def _apart(encoded: Iterable[EncodedToken]) -> Iterator[list[EncodedToken]]:
    """Yield the tokens word by word; words that share a character of the text are joined."""
    group: list[EncodedToken] = []
    end = 0
    for token in encoded:
        is_new = token.word != group[-1].word or token.word < 0 if group else False
        if is_new and token.start >= end and token.start < token.end:
            yield group
            group = []
        group.append(token)
        end = max(end, token.end)
    if end:
        yield group


def _written(text: str, part: Passage, panes: Sequence[dict[str, Any]]) -> str:
    data = {
        "start": part.start,
        "end": part.end,
        "total": len(text),
        "text": _sendable(text[part.start : part.end]),
        "panes": panes,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _sendable(text: str) -> str:
    """Replace halves of surrogate pairs, which UTF-8 cannot encode, by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)

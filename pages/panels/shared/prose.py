"""A text in tokens: its parts, and what `pages.components.prose` draws of one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache

from markupsafe import Markup

from pages.locale import say
from pages.panels.html import EMPTY, choices, find_page
from pages.panels.view import Field
from wordpiece.encoding.encoders import ids_of
from wordpiece.recipes import SPACE
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import compose
from wordpiece.text.passage import PlacedWord, place_words
from wordpiece.text.pre_tokenizers import text_to_bytes
from wordpiece.training.timeline import Timeline

SIZE = 2_500
"""The characters in a part of a text; a shorter text has one part."""

PLACE = Markup('<i class="prose-place" hidden></i>')
"""The place of a text on a board, for which the style sheet reserves space."""

_SURROGATE = re.compile("[\ud800-\udfff]")

_Word = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]
"""A distinct word of a text: see `Pane.words`."""


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
    return choices(say("Show"), field.name, titles, how)


@dataclass(frozen=True, slots=True)
class Pane:
    """A part of a text, as a training splits it at any of its steps, or as an encoder splits it.

    Attributes:
        start: the position of the part in the text.
        run: the part from beginning to end: characters between words, and words as indexes into
            ``words``.
        words: each distinct word: its symbols, without continuation prefix; the characters of the
            text that each of them was made from, empty if these are those of the symbol before it;
            and for each boundary between symbols the step that removes it, 0 if none does.
        prefix: the continuation prefix.
        ids: the ids of the tokens.
        unknown: the unknown tokens.
    """

    start: int
    run: list[str | int]
    words: list[_Word]
    prefix: str = ""
    ids: Mapping[str, int | None] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    def to_json(self, position_of: Callable[[int], int] | None = None) -> str:
        """Return it for the browser.

        Args:
            position_of: returns the page's position at which the training has made a step, if
                positions are not steps.
        """
        steps = {step for _, _, steps in self.words for step in steps if step}
        positions = {step: position_of(step) for step in steps} if position_of else None
        data = json.dumps({**asdict(self), "positions": positions}, ensure_ascii=False)
        # UTF-8 cannot encode halves of surrogate pairs.
        return _SURROGATE.sub("\ufffd", data)


def part_of(text: str, page: int) -> tuple[int, int]:
    """Return the range of characters in a part of a text, by the requested page from 1."""
    page, _ = find_page(len(text), SIZE, page)
    return (page - 1) * SIZE, min(page * SIZE, len(text))


def trained_pane(
    timelines: tuple[Timeline],
    text: str,
    part: tuple[int, int],
    normalizer: tuple[str, ...],
    pre_tokenizer: str,
) -> Pane:
    """Return a part of a text as a training splits it.

    Args:
        timelines: the training alone, as `current_training.memoize` passes it.
        text: its corpus.
        part: the range of the part.
        normalizer, pre_tokenizer: their names.
    """
    (timeline,) = timelines
    vocabulary = ids_of(timeline.vocabulary(len(timeline)))
    marking = timeline.marking
    suffix = [marking.suffix] if marking.suffix else []
    tokens: dict[str, None] = {}

    @cache
    def spell_word(word: str, pieces: tuple[str, ...]) -> _Word | None:
        """Return a word as the training spells it; None if the training does not have it."""
        raw = text_to_bytes(word)
        for spelling in (word, SPACE + raw, raw, word + "_"):
            index = timeline.position_of(spelling)
            spelled = PlacedWord(word, 0, pieces).respelled(spelling)
            if index is not None and spelled:
                steps = timeline.boundary_steps(index)
                made = timeline.tokens_made(filter(None, steps))
                tokens.update(dict.fromkeys([*marking.split(spelling), *made]))
                return (*spelling, *suffix), (*spelled.pieces, *[""] * len(suffix)), steps
        return None

    placed = place_words(text, *part, compose(normalizer), pre_tokenizer)
    words = [(it.start, spell_word(it.word, it.pieces)) for it in placed]
    run = _run(text, part, ((start, word) for start, word in words if word))
    ids = {token: vocabulary[token] for token in tokens if token in vocabulary}
    return Pane(*run, prefix=marking.prefix, ids=ids)


def encoded_pane(text: str, part: tuple[int, int], tokens: Sequence[EncodedToken]) -> Pane:
    """Return a part of a text as an encoder splits it, from the tokens of this part."""
    return Pane(
        *_run(text, part, _group_words(text, tokens)),
        ids={token.token: token.id for token in tokens},
        unknown=[*{token.token for token in tokens if token.unknown}],
    )


def _group_words(text: str, tokens: Iterable[EncodedToken]) -> Iterator[tuple[int, _Word]]:
    """Yield the start of each word, and the word; words that share characters are joined."""
    names: list[str] = []
    pieces: list[str] = []
    start = end = number = 0

    def group() -> tuple[int, _Word]:
        return start, ((*names,), (*pieces,), (0,) * (len(names) - 1))

    for token in tokens:
        if names and token.start >= end and (token.start > end or token.word != number):
            yield group()
            names, pieces = [], []
        if not names:
            start = end = token.start
        shares, new = token.start < end, text[end : token.end]
        if shares:
            pieces[-1] += new
        names.append(token.token)
        pieces.append("" if shares else new)
        end, number = max(end, token.end), token.word
    if names:
        yield group()


def _run(
    text: str, part: tuple[int, int], words: Iterable[tuple[int, _Word]]
) -> tuple[int, list[str | int], list[_Word]]:
    """Return ``start``, ``run`` and ``words`` of a pane.

    A word is drawn in the part in which it begins.
    """
    begin, stop = part
    at = begin
    run: list[str | int] = []
    numbers: dict[_Word, int] = {}
    for start, word in words:
        end = start + sum(map(len, word[1]))
        if start < begin:
            begin = at = max(begin, end)
        elif start < stop:
            run += (text[at:start], numbers.setdefault(word, len(numbers)))
            at = end
    return begin, [*run, text[at:stop]], [*numbers]

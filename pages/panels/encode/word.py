"""How one word of the text came to its tokens."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.encode.beside import beside_each_other, foot
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import nothing
from pages.panels.layout import Piece
from pages.panels.shared.trace import remark, traced
from wordpiece.teaching.wording import vocabulary_or_merges

WORDS = 10
"""Distinct words offered for a look at how they were encoded."""

MAX_TRACED = 200
"""Characters of a word whose encoding is shown step by step."""


def word_panel(scene: EncodeScene) -> Iterator[Piece]:
    """Return how one word came to its tokens: the one that was chosen, or the first."""
    words = words_of(scene)
    if not words:  # nothing but special tokens
        return
    word = scene.view.word if scene.view.word in words else words[0]
    if len(word) > MAX_TRACED:
        yield nothing(
            say("A word of {size} characters is too long to be traced here.", size=len(word))
        )
        return
    pieces = [way.encoder.encode_word(word) for way in scene.ways]
    if scene.view.with_ == "replay" and len(pieces) == 2 and pieces[0] != pieces[1]:
        difference = vocabulary_or_merges(word, pieces[0], pieces[1])
        yield remark(difference)
    yield beside_each_other(traced(way.encoder.trace(word)) for way in scene.ways)
    yield foot(scene, "trace_foot", "trace")


def words_of(scene: EncodeScene) -> list[str]:
    """Return the distinct words of the text, as the first way splits it."""
    words = scene.ways[0].words(scene.text, scene.encoded[0])
    return list(dict.fromkeys(words))[:WORDS]

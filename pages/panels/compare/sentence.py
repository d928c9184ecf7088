"""One sentence, as each training encodes it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from pages.locale import say
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import heading
from pages.panels.html.templates import pieces
from pages.panels.shared.algorithms import titles
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import common_cuts

_piece = pieces("panels/compare/sentence.html")


Word = list[EncodedToken]
"""The tokens of a word."""


def sentence_panel(scene: CompareScene) -> tuple[Markup, Markup]:
    """Return the title of the sentence, and its tokens in each training.

    Words that some trainings split differently are underlined.
    """
    typed = scene.view.sentence
    text = typed if typed.strip() else scene.trainings["wordpiece"].first_words
    words: dict[str, list[Word]] = {}
    for name, training in scene.trainings.items():
        settings, step = training.settings, scene.comparison.step(name, scene.position)
        kind = BPEEncoder if name == "bpe" else WordPieceEncoder
        encoder = kind.from_timeline(training.timeline, step)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        words[name] = [[*group] for _, group in groupby(tokens, key=lambda token: token.word)]
    differing = _differing([*words.values()])
    titles_ = titles()
    tokens_ = _piece(
        "encoded",
        rows=[
            (name, titles_[name], [(word, _is_within(word, differing)) for word in each])
            for name, each in words.items()
        ],
        differing=len(differing),
        words=len(next(iter(words.values()))),
    )
    return heading(say("One sentence")), tokens_


def _span(word: Word) -> tuple[int, int]:
    """Return start and end of a word, in characters."""
    return word[0].start, max(token.end for token in word)


def _differing(each: Sequence[list[Word]]) -> list[tuple[int, int]]:
    """Return the spans of the words of the first training that some trainings split differently."""
    spans = [*map(_span, each[0])]
    places = [{token.start for word in words for token in word} for words in each]
    alike = common_cuts(spans, places)
    return [span for span, same in zip(spans, alike, strict=True) if not same]


def _is_within(word: Word, spans: Sequence[tuple[int, int]]) -> bool:
    start, end = _span(word)
    return any(start < right and left < end for left, right in spans)

"""One sentence, as each training encodes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from pages.locale import say
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import heading, spaced
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, Widget
from pages.panels.shared.algorithms import titles
from pages.panels.shared.chips import chip
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import bytes_to_text
from wordpiece.training.comparison import Comparison, common_cuts

_piece = pieces("panels/compare/sentence.html")


@dataclass(frozen=True, slots=True)
class Encoded:
    """The tokens of a text by one training."""

    name: str
    how: str
    tokens: Sequence[EncodedToken]


def differing_words(each: Sequence[Encoded]) -> list[tuple[int, int]]:
    """Return start and end, in characters, of the words that some trainings split differently.

    The words are those of the first training.
    """
    spans = []
    for _, group in groupby(each[0].tokens, key=lambda token: token.word):
        tokens = list(group)
        spans.append((tokens[0].start, max(token.end for token in tokens)))
    places = [{token.start for token in one.tokens} for one in each]
    alike = common_cuts(spans, places)
    return [span for span, same in zip(spans, alike, strict=True) if not same]


def encoded(each: Sequence[Encoded]) -> Markup:
    """Draw a text, with a row of tokens for each training; underline words that differ."""
    differing, titles_ = differing_words(each), titles()
    return _piece(
        "encoded",
        rows=[
            {
                "name": one.name,
                "title": titles_[one.name],
                "tokens": len(one.tokens),
                "how": one.how,
                "words": _words(one, differing),
            }
            for one in each
        ],
        differing=len(differing),
        words=len({token.word for token in each[0].tokens}),
    )


def _words(one: Encoded, differing: Sequence[tuple[int, int]]) -> list[tuple[Markup, bool]]:
    """Return each word as chips, and whether its splits differ."""
    words = []
    for _, group in groupby(one.tokens, key=lambda token: token.word):
        tokens = list(group)
        start, end = tokens[0].start, max(token.end for token in tokens)
        differs = any(start < right and left < end for left, right in differing)
        words.append((spaced(chip(token.token) for token in tokens), differs))
    return words


def sentence_panel(scene: CompareScene) -> tuple[Markup, Markup]:
    """Return the title of the sentence, and its tokens by all three trainings."""
    typed = scene.view.sentence
    text = typed if typed.strip() else example_sentence(scene.comparison)
    each = []
    for name, training in scene.trainings.items():
        settings, step = training.settings, scene.comparison.step(name, scene.position)
        replays = name == "bpe"
        encoder = scene.encoder_of(name, step, replays=replays)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        encoder.forget()  # a visitor's text must not stay in a shared cache
        how = say("merges replayed") if replays else say("longest match")
        each.append(Encoded(name, how, tokens))
    title = heading(say("One sentence"), say("encoded by all three at this point"))
    return title, encoded(each)


def with_field(title: Markup, tokens: Markup) -> tuple[Piece, ...]:
    """Return the panel of a sentence with the field to type the sentence."""
    return title, Widget("sentence"), tokens


def example_sentence(comparison: Comparison) -> str:
    """Return the first words of the corpus."""
    words = next(iter(comparison.timelines.values())).words
    return " ".join(bytes_to_text(word).strip() for word in words[:6])

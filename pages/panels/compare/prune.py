"""The words by training with merges and without: WordPiece, BPE, Unigram, top-down WordPiece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pages.locale import message, say, to_text
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import heading, paged, pager
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece
from pages.trainings.job import Training
from wordpiece.recipes import ALL_RECIPES
from wordpiece.records import WordState

OTHERS = ("unigram", "top-down-code")
"""The recipes that do not merge."""

NOTE = message(
    "WordPiece and BPE merge characters into longer tokens. Unigram removes pieces until only "
    "characters are left; it is shown with as many tokens as BPE, as far as possible. Top-down "
    "WordPiece keeps substrings with a count of at least {threshold}; it is shown after its last "
    "round."
)

_words = pieces("panels/compare/words.html")


def prune_panel(scene: CompareScene, rows: int) -> Iterator[Piece]:
    """Yield the words with the splits of all kinds of training, at the same vocabulary size."""
    comparison, position = scene.comparison, scene.position
    sizes: dict[str, int] = {
        name: training.timeline.growth(comparison.step(name, position)).vocabulary
        - len(training.timeline.special_tokens)
        for name, training in scene.trainings.items()
    }
    steps = {
        name: training.steps.step_with(sizes["bpe"]) for name, training in scene.others.items()
    }
    for name, training in scene.others.items():
        sizes[name] = training.steps.growth(steps[name]).vocabulary
    threshold = scene.others["top-down-code"].settings.threshold
    note = "" if scene.view.presenting else to_text(NOTE.fill(threshold=threshold))
    yield heading(say("With merges and without"), note)
    words = next(iter(comparison.timelines.values())).words
    page, pages = paged(len(words), rows, scene.view.words_page)
    shown = range(len(words))[(page - 1) * rows : page * rows]
    cuts = []
    for at, word in zip(shown, comparison.words(position, shown), strict=True):
        others = [
            _state(training, steps[name], word.word) for name, training in scene.others.items()
        ]
        cuts.append((at, replace(word, states=(*word.states, *others), differs=False)))
    titles = [
        (name, ALL_RECIPES[name].title, say("{n} {n:token|tokens}", n=size))
        for name, size in sizes.items()
    ]
    yield _words("cuts", words=cuts, names=titles)
    yield pager("words_page", page, pages, say("Words"))


def _state(training: Training, step: int, word: str) -> WordState | None:
    """Return the state of a word, without marks; None if the training does not have it."""
    position = training.steps.position_of(word)
    return None if position is None else replace(training.steps.word(step, position), made=())

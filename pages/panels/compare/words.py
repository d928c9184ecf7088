"""The words and a sentence, as every training splits them.

The trainings are those by merges, and on request Unigram and top-down WordPiece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from markupsafe import Markup

from pages.locale import message, say, to_text
from pages.panels.actions import Next, encode
from pages.panels.compare.view import TITLES, CompareScene, CompareView
from pages.panels.html import EMPTY, heading, nothing, paged, pager, pieces, switch
from pages.panels.layout import Menu, Piece, head
from pages.panels.shared.prose import words_or_text
from pages.trainings.job import Training
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.recipes import ALL_RECIPES
from wordpiece.records import EncodedToken, WordState
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import common_cuts

_piece = pieces("panels/compare/board.html")

OTHERS = ("unigram", "top-down-code")
"""The recipes that do not merge."""

NOTE = message(
    "WordPiece and BPE merge characters into longer tokens. Unigram removes pieces until only "
    "characters are left. Top-down WordPiece keeps or drops substrings, comparing their counts "
    "with the threshold {threshold}. Unigram is shown at the step whose number of tokens is "
    "nearest to that of BPE. Top-down WordPiece is shown after its last round."
)


def words_panel(scene: CompareScene, rows: int) -> Iterator[Piece]:
    """Yield the words with the splits of all trainings, or only the title of the text."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    has_text = scene.trainings["wordpiece"].kind == "text"
    read = words_or_text(CompareView.read, view.read, has_text=has_text)
    remark = say(
        "words split differently: {differing} of {total}", differing=differing, total=total
    )
    if scene.in_text:
        yield head(view, say("Text"), remark, (), read)
        return
    found = comparison.find_words(position, contains=view.find)
    page, pages = paged(len(found), rows, view.words_page)
    first = pages > 1 and view.differing == "first"
    if first:
        found = comparison.find_words(position, contains=view.find, differing_first=True)
    menus = [Menu("cuts_menu", message("Find"))]
    yield head(view, say("Words"), remark, menus, read)
    at = (page - 1) * rows
    if found:
        shown = found[at : at + rows]
        words = zip(shown, comparison.words(position, shown), strict=True)
        yield _piece(
            "cuts", words=words, names=[(name, TITLES[name], "") for name in scene.trainings]
        )
    else:
        yield nothing(say("No results"))
    pick, order = encode(Next("differing")), EMPTY
    if not view.presenting:
        order = switch(say("Order"), {pick: say("Different first")}, pick if first else "")
    yield pager("words_page", page, pages, say("Words"), order)


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
    yield _piece("cuts", words=cuts, names=titles)
    yield pager("words_page", page, pages, say("Words"))


def _state(training: Training, step: int, word: str) -> WordState | None:
    """Return the state of a word, without marks; None if the training does not have it."""
    position = training.steps.position_of(word)
    return None if position is None else replace(training.steps.word(step, position), made=())


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
    tokens_ = _piece(
        "encoded",
        rows=[
            (name, to_text(TITLES[name]), [(word, _is_within(word, differing)) for word in each])
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

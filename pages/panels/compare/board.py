"""The board of Compare: trainings in a race, their words and a sentence as each splits them.

The trainings are those by merges, and on request Unigram and top-down WordPiece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from pages.locale import capital, comma, message, number, say, to_text
from pages.panels.actions import Go, encode
from pages.panels.compare.view import TITLES, CompareScene, CompareView
from pages.panels.html import EMPTY, act, find_page, heading, nothing, pager, pieces
from pages.panels.layout import Board, filter_menu, head, layout_areas, menus, step_of, strip
from pages.panels.shared import charts
from pages.panels.shared.prose import words_or_text
from pages.panels.shared.score_table import divergence_table
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.recipes import ALL_RECIPES
from wordpiece.records import WordState
from wordpiece.teaching.wording import explain_divergence
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import Comparison, Learned


def measures(comparison: Comparison, positions: Sequence[int]) -> list[charts.Lines]:
    """Return the four charts at some positions."""
    measured = comparison.measures_at(positions)
    titles = {name: to_text(title) for name, title in TITLES.items()}
    places = [comparison.at(position) for position in positions]

    def chart(
        title: str, remark: str, counted: str, values: Mapping[str, Any], style: str = "fixed2"
    ) -> charts.Lines:
        lines = {titles[name]: line for name, line in values.items()}
        by = comparison.by
        return charts.Lines(title, counted, lines, places, by, positions, style, remark)

    both = {
        name: comparison.shared_at(name, "bpe", positions)
        for name in comparison.timelines
        if name != "bpe"
    }
    fertility, whole = say("tokens per word"), say("words that are one token")
    length, wholes = say("characters per token"), capital(say("whole words"))
    return [
        chart(say("Learned tokens shared with BPE"), "", say("tokens"), both, "fixed0"),
        chart(capital(fertility), say("fertility"), fertility, measured["tokens_per_word"]),
        chart(capital(length), "", length, measured["token_length"]),
        chart(wholes, say("repeats included"), whole, measured["whole_words"], "percent"),
    ]


def charts_of(comparison: Comparison, *, big: bool) -> list[charts.Chart]:
    """Return the four charts over the whole training."""
    height, letters = (200, charts.BIG_TEXT) if big else (180, charts.TEXT)
    positions = charts.sampled_steps(comparison.last)
    return [
        lines.chart(height, chart_key(comparison.by, i), text=letters)
        for i, lines in enumerate(measures(comparison, positions))
    ]


def chart_key(by: str, at: int) -> str:
    """Return the widget key of a chart by its index, from 0."""
    return f"compare_{at}_{by}"


_piece = pieces("panels/compare/board.html")

_NAMES = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}
"""Short names of the trainings, the same in all languages."""

OTHERS = ("unigram", "top-down-code")
"""The recipes that do not merge."""

NOTE = message(
    "WordPiece and BPE merge symbols into longer tokens. Unigram starts with many pieces and "
    "removes one at each step. Top-down WordPiece keeps or drops substrings by comparing their "
    "counts with the threshold {threshold}. Unigram is shown at the step at which its vocabulary, "
    "without special tokens, is nearest in size to that of BPE. Top-down WordPiece is shown after "
    "its last round."
)

RULES = {
    "wordpiece": message("score: pair count ÷ (left count × right count)"),
    "bpe": message("score: pair count (symbols without ##)"),
    "hugging-face": message("score: pair count (symbols with ##)"),
}


def merges_panel(scene: CompareScene, most: int) -> Iterator[Markup]:
    """Yield the merges of all trainings, the newest first, at most some of them."""
    yield head(scene.view, say("Merges"), "", menus("columns"))
    comparison, position = scene.comparison, scene.view.step
    steps = comparison.steps(position)
    last = max(steps.values())
    if last > most:
        most -= 1  # for the line that says so
    rows = [
        (
            step,
            [
                comparison.learned(name, step, position) if step <= made else None
                for name, made in steps.items()
            ],
        )
        for step in range(last, max(0, last - most), -1)
    ]
    columns = [(name, TITLES[name], it.score) for name, it in comparison.timelines.items()]
    yield _piece("merges", columns, rows, last - most, also)
    is_shared = any(one and one.elsewhere for _, cells in rows for one in cells)
    if is_shared and not scene.view.presenting:
        yield _piece("sameness")


def also(learned: Learned) -> str:
    """Return the other trainings that have learned a token, each with the merge."""
    return comma().join(f"{_NAMES[name]} {number(step)}" for name, step in learned.elsewhere)


def column(comparison: Comparison, position: int, name: Algorithm) -> dict[str, Any]:
    """Return the newest merge of a training at a position, and how far the training is."""
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = say(
            "training has not begun: its vocabulary starts with more than {size} entries",
            size=comparison.at(position),
        )
    elif step == len(timeline) and position > comparison.position_of(name, step):
        remark = say("training has stopped")
    made = say("merges made: {step} of {steps}", step=step, steps=len(timeline))
    size = say("vocabulary size {size}", size=timeline.growth(step).vocabulary)
    return {
        "name": name,
        "title": TITLES[name],
        "rule": RULES[name],
        "newest": timeline.merge(step) if step else None,
        "at": comma().join([made, size]),
        "remark": remark,
        "score": timeline.score,
    }


ROWS, BIG_ROWS, SHORT = 12, 4, 5
"""Words on one page of the list, normally and in presenter mode; a list this short has one page."""

MOST, BIG_MOST, THREE_MOST = 40, 9, 6
"""The most merges in the list: normally, and in presenter mode of two and of three trainings."""


def compare_board(scene: CompareScene) -> Board:
    """Return the board of a scene."""
    view, comparison, position = scene.view, scene.comparison, scene.view.step
    each = [column(comparison, position, name) for name in scene.trainings]
    announced = announcement(comparison, position, each)
    panels: dict[str, Iterable[Markup]] = {}
    marks: list[str] = []
    if view.presenting:
        here = where(comparison, position)
        name = scene.trainings["wordpiece"].source_name
        panels["line"] = [strip(say("Compare"), name, here)]
    if view.show == "growth":
        for i, lines in enumerate(measures(comparison, [position])):
            marks.append(f"{chart_key(comparison.by, i)} {lines.mark()}")
            panels[f"head{i}"] = [heading(lines.title, lines.remark), lines.key()]
    else:
        panels |= {"columns": [_piece("newest", each=each)], **race(scene)}
    return Board(str(layout_areas(board_key(view.show), panels)), announced, tuple(marks))


def race(scene: CompareScene) -> dict[str, Iterable[Markup]]:
    """Return the panels below the newest merges, by their areas."""
    view = scene.view
    if view.show == "parting":
        return {"wide": divergence_panel(scene)}
    if view.show == "prune":
        return {"wide": prune_panel(scene, BIG_ROWS if view.presenting else ROWS)}
    if view.show == "sentence":
        title, tokens = sentence_panel(scene)
        return {"wide": [title], "tokens": [tokens]}
    is_short = len(scene.trainings["wordpiece"].timeline.words) <= SHORT
    rows = ROWS if not view.presenting else SHORT if is_short else BIG_ROWS
    words = words_panel(scene, rows)
    # Next to three columns of merges, long words would break into many lines.
    is_wide = not view.step or (view.hugging_face and not is_short)
    if scene.in_text or (view.presenting and is_wide):
        return {"wide": words}
    big = THREE_MOST if view.hugging_face else BIG_MOST
    merges = merges_panel(scene, big if view.presenting else MOST)
    explained = {"tokens": [_piece("library")]} if view.hugging_face and not view.presenting else {}
    return {"left": words, "right": merges, **explained}


def words_panel(scene: CompareScene, rows: int) -> Iterator[Markup]:
    """Yield the words with the splits of all trainings, or only the title of the text."""
    view, comparison, position = scene.view, scene.comparison, scene.view.step
    differs = comparison.differing(position)
    has_text = scene.trainings["wordpiece"].kind == "text"
    read = words_or_text(CompareView.read, view.read, has_text=has_text)
    remark = say(
        "different words split differently: {differing} of {total}",
        differing=int(differs.sum()),
        total=len(differs),
    )
    if scene.in_text:
        yield head(view, say("Text"), remark, (), read)
        return
    found = comparison.find_words(position, contains=view.find, differing_first=True)
    page, pages = find_page(len(found), rows, view.words_page)
    if pages == 1:
        found.sort()  # all of them are on the page, in the order of the corpus
    menus = [filter_menu("cuts_menu", message("Find"), view.find)]
    yield head(view, say("Words"), remark, menus, read)
    at = (page - 1) * rows
    if found:
        shown = found[at : at + rows]
        words = zip(shown, comparison.words(position, shown), strict=True)
        yield _piece("cuts", words, [(name, TITLES[name], "") for name in scene.trainings])
    else:
        yield nothing(say("No results"))
    yield pager("words_page", page, pages, say("Words"))


def prune_panel(scene: CompareScene, rows: int) -> Iterator[Markup]:
    """Yield the words with the splits of all kinds of training, at the same vocabulary size."""
    comparison, position = scene.comparison, scene.view.step
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
    yield heading(say("With and without merges"), note)
    words = next(iter(comparison.timelines.values())).words
    page, pages = find_page(len(words), rows, scene.view.words_page)
    shown = range(len(words))[(page - 1) * rows : page * rows]
    cuts = []
    for at, word in zip(shown, comparison.words(position, shown), strict=True):
        others = [
            _state(training, steps[name], word.word) for name, training in scene.others.items()
        ]
        cuts.append((at, replace(word, states=(*word.states, *others), differs=False)))
    titles = [
        (name, ALL_RECIPES[name].title, say("{n} {n:entry|entries}", n=size))
        for name, size in sizes.items()
    ]
    yield _piece("cuts", cuts, titles)
    yield pager("words_page", page, pages, say("Words"))


def _state(training: Training, step: int, word: str) -> WordState | None:
    """Return the state of a word, without marks; None if the training does not have it."""
    position = training.steps.position_of(word)
    return None if position is None else replace(training.steps.word(step, position), made=())


def sentence_panel(scene: CompareScene) -> tuple[Markup, Markup]:
    """Return the title of the sentence, and its tokens in each training.

    All trainings have the same words; those that they split differently are underlined, as are
    those that are unknown only to some of them.
    """
    typed = scene.view.sentence
    text = typed if typed.strip() else scene.trainings["wordpiece"].first_words
    encoded, bare = [], []
    for name, training in scene.trainings.items():
        settings, step = training.settings, scene.comparison.step(name, scene.view.step)
        kind = BPEEncoder if name == "bpe" else WordPieceEncoder
        encoder = kind.from_timeline(training.timeline, step)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        words = [[*group] for _, group in groupby(tokens, key=lambda token: token.word)]
        encoded.append(words)
        prefix = training.timeline.marking.prefix
        # Without their offsets: the bytes of a character have the same ones.
        bare.append(
            [
                tuple((it.token.removeprefix(prefix * (i > 0)), it.unknown) for i, it in each)
                for each in map(enumerate, words)
            ]
        )
    differs = [len({*each}) > 1 for each in zip(*bare, strict=True)]
    rows = [
        (name, TITLES[name], [*zip(words, differs, strict=True)])
        for name, words in zip(scene.trainings, encoded, strict=True)
    ]
    return heading(say("One sentence")), _piece("encoded", rows, sum(differs), len(differs))


def divergence_panel(scene: CompareScene) -> Iterator[Markup]:
    """Yield the panel of the first difference between WordPiece and BPE."""
    title = say("First difference")
    comparison = scene.comparison
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    there = EMPTY
    if divergence is not None and not scene.view.presenting:
        step = divergence.step
        position = max(
            comparison.position_of(name, min(step, len(comparison.timelines[name])))
            for name in divergence.names
        )
        label = say("Go to merge {step}", step=step)
        if comparison.by == "size":  # there, only one of them is at this merge
            label = say("Go to vocabulary size {size}", size=comparison.at(position))
        there = act(encode(Go(position)), label)
    yield head(scene.view, title, "", menus("parting"), there)
    yield divergence_table(divergence, said, scores, TITLES)


def board_key(show: str) -> str:
    """Return the key of the board, for the style sheet."""
    return "measures_board" if show == "growth" else "compare_board"


def announcement(comparison: Comparison, position: int, each: list[dict[str, Any]]) -> str:
    """Return the screen reader's announcement: the position, and the newest merges.

    The newest merge of a training that has stopped was announced at an earlier position.
    """
    begun = [one for one in each if one["newest"]]
    if not begun:
        return say("Start")
    going = [one for one in begun if not one["remark"]]
    newest = [f"{to_text(one['title'])} {one['newest'].token}" for one in going]
    return comma().join([where(comparison, position), *newest])


def where(comparison: Comparison, position: int) -> str:
    """Return the position as text: the step, or the size of the vocabularies."""
    if comparison.by == "step":
        return step_of(position, comparison.last)
    return say("vocabulary size {size}", size=comparison.at(position))

"""The worksheet as a document to print: one self-contained HTML file.

`pages.worksheet` has the exercises; this module renders them, with the answers on a
separate page.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from pages import worksheet as teaching
from pages.locale import number, say, to_text
from pages.panels.html.elements import join, spaced
from pages.panels.html.templates import render
from pages.panels.html.text import readable
from pages.panels.shared.chips import chip
from pages.worksheet import Exercise, Plan, Question
from wordpiece import Timeline
from wordpiece.recipes import Recipe
from wordpiece.records import Pair, PairScore

FEW_LETTERS = 5
"""The most characters of a word whose symbols fit on a short line."""


def worksheet(timeline: Timeline, recipe: Recipe | None, *, corpus: str) -> Markup:
    """Render the worksheet of a training as an HTML document.

    Args:
        timeline: the training; see `pages.worksheet.unavailable_because`.
        recipe: its recipe; None for a merges file that was replayed.
        corpus: the name of the corpus.

    Raises:
        ValueError: a worksheet is unavailable for this training.
    """
    if reason := teaching.unavailable_because(timeline):
        raise ValueError(to_text(reason))
    plan = teaching.plan(timeline, recipe)
    splits, score = timeline.splits(0), timeline.score
    longest = max(len(timeline.words[i]) for i in plan.words)
    asked = teaching.questions_on(plan)
    columns = [("pair", say("pair")), ("together", say("together"))]
    if not score.ranks_by_count:
        columns += [("product", say("left × right")), ("score", say("score"))]
    return render(
        "panels/take_home/worksheet.html",
        corpus=readable(corpus),
        title=recipe.title if recipe else say("A merges file, replayed"),
        words=[
            (timeline.words[i], int(timeline.frequencies[i]), _chips(splits[timeline.words[i]]))
            for i in plan.words
        ],
        different=len(timeline.words),
        marks=teaching.marks(plan),
        divides=not score.ranks_by_count,
        rule=teaching.rule(plan),
        columns=columns,
        steps=[_step(plan, exercise) for exercise in plan.exercises],
        lines=_lines(plan),
        short=longest <= FEW_LETTERS,
        questions=[_question(each) for each in asked],
        minutes=teaching.minutes(plan, asked),
    )


def _step(plan: Plan, exercise: Exercise) -> dict[str, object]:
    """Return the questions and answers of a step."""
    counted = plan.by_hand and exercise.is_first and not plan.timeline.score.ranks_by_count
    example = teaching.example_row(plan, exercise)
    symbols = [(chip(symbol), count) for symbol, count in exercise.symbols.items()]
    return {
        "index": exercise.merge.index,
        "boxes": [drawn for drawn, _ in symbols] if counted else [],
        "lead": teaching.lead(plan, exercise),
        "rows": [
            (
                _cells(
                    plan,
                    row,
                    pair=exercise.is_first or not plan.by_hand,
                    counts=not plan.by_hand or row == example,
                    score=row == example,
                ),
                "",
            )
            for row in exercise.rows
        ],
        "task": teaching.task(plan, exercise),
        "counts": symbols if counted else [],
        "solved": [
            (_cells(plan, row, pair=True, counts=True, score=True), _mark(exercise, row.pair))
            for row in exercise.rows
        ],
        "solution": teaching.solution(plan, exercise),
        "changed": [
            (at, _chips(after)) for at, after in teaching.changed_words(plan, exercise.merge)
        ],
        "all_changes": teaching.all_changes(plan, exercise),
    }


def _mark(exercise: Exercise, pair: Pair) -> str:
    """Return the mark of a pair in the answers: whether it merges, or has the same score."""
    if pair == exercise.merge.pair:
        return "merges"
    return "tied" if pair in exercise.best else ""


def _cells(plan: Plan, row: PairScore, *, pair: bool, counts: bool, score: bool) -> list[str]:
    """Return the cells of a pair's row; those to fill in are blank."""
    rule = plan.timeline.score
    cells: list[str] = [
        _pair(row.pair) if pair else "",
        number(row.pair_count) if counts else "",
    ]
    if not rule.ranks_by_count:
        cells.append(_product(row) if counts else "")
        cells.append(to_text(teaching.ratio_steps(row, rule)) if score else "")
    return cells


def _lines(plan: Plan) -> list[int]:
    """Return the numbers of the lines to write on, 0 for a line without a number.

    There is one line for each word, or a few lines for a choice of words.
    """
    if plan.by_hand:
        return [at for at, _ in enumerate(plan.words, 1)]
    return [0] * max(3, *(len(teaching.changed_words(plan, e.merge)) for e in plan.exercises))


def _question(asked: Question) -> dict[str, object]:
    """Return a question with what there is to choose from, and its answer."""
    options: list[Markup] = [_pair(pair) for pair in asked.pairs]
    options += [
        Markup("{}: {} / ({})").format(_pair(row.pair), number(row.pair_count), _product(row))
        for row in asked.rows
    ]
    choices = [*map(chip, asked.tokens), *map(_pair, asked.merges)]
    return {
        "ask": asked.ask,
        "words": [chip(word) for word in asked.words],
        "choices": spaced(choices),
        "options": options,
        "answer": asked.answer,
    }


def _product(row: PairScore) -> str:
    return f"{number(row.left_count)} × {number(row.right_count)}"


def _pair(pair: Pair) -> Markup:
    return Markup("{}+ {}").format(chip(pair[0]), chip(pair[1]))


def _chips(symbols: Iterable[str]) -> Markup:
    return join(chip(symbol) for symbol in symbols)

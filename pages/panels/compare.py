"""Trainings side by side: three columns, where they part, and words cut three ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from pages import locale
from pages.locale import comma, message, number, say, told
from pages.panels import charts
from pages.panels.card import merge_line
from pages.panels.chips import chip, pair, spaced
from pages.panels.html import EMPTY, Said, join, sentence
from pages.panels.html_cache import kept
from pages.panels.markup import Markup
from pages.panels.templates import pieces
from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Language
from wordpiece.records import EncodedToken, MergeStep, PairScore
from wordpiece.scoring import Floats, Score
from wordpiece.training.comparison import (
    Axis,
    Choice,
    Comparison,
    Divergence,
    Learned,
    WordCuts,
    common_cuts,
)
from wordpiece.training.timeline import Timeline

_piece = pieces("panels/compare.html")

TITLES = {
    "wordpiece": message("WordPiece"),
    "bpe": message("BPE"),
    "hugging-face": message("Hugging Face style"),
}
SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}

RULES = {
    "wordpiece": message("score: together ÷ (left × right)"),
    "bpe": message("score: times together; no ##"),
    "hugging-face": message("score: times together, but with ##"),
}

MOST = 40
"""Merges in a column's list."""

POINTS = 200
"""Steps drawn in a chart."""


Timelines = tuple[Timeline, ...]


def titles() -> dict[str, str]:
    """Return what each training is called on screen."""
    return {name: told(title) for name, title in TITLES.items()}


def comparison_of(
    timelines: Timelines, names: Sequence[str], by: Axis, byte_level: frozenset[str]
) -> Comparison:
    """Compare some trainings by name."""
    return Comparison(dict(zip(names, timelines, strict=True)), by=by, byte_level=byte_level)


def encoder_of(timelines: Timelines, step: int, replays: bool) -> Encoder:
    """Make an encoder of a training, the only one, after a step."""
    (timeline,) = timelines
    kind = BPEEncoder if replays else WordPieceEncoder
    return kind.from_timeline(timeline, step)


# The columns.


@dataclass(frozen=True, slots=True)
class Column:
    """One training in the row of columns.

    Attributes:
        name: the training's name.
        rule: its score in words.
        learned: its merges, the newest first, at most MOST.
        step, steps: where it stands, and how many merges there are.
        vocabulary: entries in its vocabulary now.
        remark: why it stands still, if it does.
        score: its scoring rule.
    """

    name: str
    rule: str
    learned: Sequence[Learned]
    step: int
    steps: int
    vocabulary: int
    remark: str
    score: Score


def columns(each: Sequence[Column]) -> Markup:
    """Draw the trainings beside each other."""
    return _piece("columns", each=[_column(column) for column in each])


def _column(column: Column) -> dict[str, object]:
    newest = column.learned[0].merge if column.learned else None
    return {
        "name": column.name,
        "title": told(TITLES[column.name]),
        "rule": column.rule,
        "step": column.step,
        "steps": column.steps,
        "vocabulary": column.vocabulary,
        "remark": column.remark,
        "line": merge_line(newest.pair, newest.token) if newest else EMPTY,
        "worth": worth(newest, column.score) if newest else EMPTY,
        "merges": join(_merge(learned, column.score) for learned in column.learned),
        "before": column.step - len(column.learned),
    }


def worth(row: MergeStep | PairScore, score: Score) -> Markup:
    """Draw a pair's score with the counts it comes from, on one line.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> worth(row, PAIR_COUNT)
    Markup('<b>5</b> times together')
    >>> worth(row, WORDPIECE)
    Markup('5 / (20 × 5) = <b>1/20</b> = 0.05')
    """
    return sentence(score.formula(row).line)


# All but one of a column's merges were there in the click before.
@kept(2**21)
def _merge(learned: Learned, score: Score) -> Markup:
    merge = learned.merge
    value = told(score.formula(merge).brief)
    where, said = _also(tuple(learned.elsewhere), locale.language())
    token = chip(merge.token)
    return _piece("merge", step=merge.index, token=token, value=value, where=where, said=said)


# No text of a visitor's is in it, and the next click asks for nearly all of them again.
@lru_cache(maxsize=4096)
def _also(elsewhere: tuple[tuple[str, int], ...], language: Language) -> tuple[str, str]:
    """Return who else has learned a token, at most two: in short, and as a sentence."""
    if not elsewhere:
        return "", ""
    short = comma().join(f"{SHORT[name]} {number(step)}" for name, step in elsewhere)
    each = [
        message("{training} in merge {step}", training=TITLES[name], step=step)
        for name, step in elsewhere
    ]
    if len(each) == 1:
        return short, say("also learned by {training}", training=each[0])
    return short, say("also learned by {training}, {other}", training=each[0], other=each[1])


def sameness(buttons: Markup) -> Markup:
    """Draw what the mark on shared tokens means, with buttons at the end of the line."""
    return _piece("sameness", buttons=buttons)


# Where they part.


def parting(divergence: Divergence | None, said: Said, scores: Mapping[str, Score]) -> Markup:
    """Draw where two trainings part: a sentence, and both pairs as both rules see them.

    Args:
        divergence: where they part; None if they never do.
        said: the sentence.
        scores: the rule of each training, by its name.
    """
    if divergence is None or None in divergence.choices:
        return _piece("parting", why=said, first="", second="", rows=[])
    a, b = divergence.names
    first, second = divergence.choices
    assert first is not None and second is not None
    rows = [
        _pair_row(a, first, [first.chosen], list(first.other), scores[a], scores[b]),
        _pair_row(b, second, list(second.other), [second.chosen], scores[a], scores[b]),
    ]
    return _piece("parting", why=said, first=told(TITLES[a]), second=told(TITLES[b]), rows=rows)


def _pair_row(
    name: str,
    choice: Choice,
    left: list[PairScore],
    right: list[PairScore],
    left_score: Score,
    right_score: Score,
) -> dict[str, object]:
    return {
        "title": told(TITLES[name]),
        "pair": pair(choice.chosen.pair),
        "seen": [_seen(left, left_score, choice), _seen(right, right_score, choice)],
    }


def _seen(rows: list[PairScore], score: Score, choice: Choice) -> list[dict[str, object]]:
    counts = score.ranks_by_count
    return [
        {
            "taken": row is choice.chosen,
            "value": (
                Markup("<b>{}</b>").format(number(row.pair_count)) if counts else worth(row, score)
            ),
            "rank": row.count_rank if counts else row.rank,
            "named": "" if row.pair == choice.chosen.pair else " ".join(row.pair),
        }
        for row in rows
    ]


# Words.


def cuts(words: Sequence[WordCuts], names: Sequence[str]) -> Markup:
    """Draw words, each as every training cuts it, one above the other."""
    titles_ = titles()
    return _piece(
        "cuts",
        words=[
            {
                "word": word.word,
                "frequency": word.frequency,
                "differs": word.differs,
                "rows": [
                    (
                        titles_[name],
                        SHORT[name],
                        None if split is None else spaced(chip(symbol) for symbol in split),
                    )
                    for name, split in zip(names, word.splits, strict=True)
                ],
            }
            for word in words
        ],
    )


# A sentence.


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text as one training's tokens."""

    name: str
    how: str
    tokens: Sequence[EncodedToken]


def differing_words(each: Sequence[Encoded]) -> list[tuple[int, int]]:
    """Return where the words of the first are that are not cut at the same places by all.

    Returns:
        Start and end of each in the text, in characters.
    """
    spans = []
    for _, group in groupby(each[0].tokens, key=lambda token: token.word):
        tokens = list(group)
        spans.append((tokens[0].start, max(token.end for token in tokens)))
    places = [{token.start for token in one.tokens} for one in each]
    alike = common_cuts(spans, places)
    return [span for span, same in zip(spans, alike, strict=True) if not same]


def encoded(each: Sequence[Encoded]) -> Markup:
    """Draw one text, a row of tokens for each training; words not cut alike are underlined."""
    differing = differing_words(each)
    return _piece(
        "encoded",
        rows=[
            {
                "title": told(TITLES[one.name]),
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
    """Return each word as chips, and whether it is one of those that differ."""
    words = []
    for _, group in groupby(one.tokens, key=lambda token: token.word):
        tokens = list(group)
        start, end = tokens[0].start, max(token.end for token in tokens)
        differs = any(start < right and left < end for left, right in differing)
        words.append((spaced(chip(token.token) for token in tokens), differs))
    return words


# Charts.


@dataclass(frozen=True, slots=True)
class Measure:
    """One chart: a title, its lines, and the style in which a value is written."""

    title: str
    remark: str
    lines: Mapping[str, Sequence[float] | npt.NDArray[Any]]
    style: str

    def written(self, value: float) -> str:
        """Write a value."""
        return number(value, self.style)


def measures(comparison: Comparison, positions: Sequence[int]) -> list[Measure]:
    """Return the four charts at some positions."""
    measured = comparison.measures_at(positions)
    titles_ = titles()

    def each(value: str) -> dict[str, Floats]:
        return {titles_[name]: values for name, values in measured[value].items()}

    both = {
        say("with WordPiece"): comparison.shared_at("wordpiece", "bpe", positions),
        say("with Hugging Face style"): comparison.shared_at("bpe", "hugging-face", positions),
    }
    return [
        Measure(say("Tokens BPE shares"), say("learned by both"), both, "fixed0"),
        Measure(say("Tokens per word"), say("in the corpus"), each("tokens_per_word"), "fixed2"),
        Measure(
            say("Token length"), say("characters, in the corpus"), each("token_length"), "fixed2"
        ),
        Measure(
            say("Whole words"), say("words that are one token"), each("whole_words"), "percent"
        ),
    ]


def measure_data(
    measure: Measure, comparison: Comparison, positions: Sequence[int]
) -> charts.Columns:
    """Return the data of `charts.lines_spec`."""
    at = [comparison.at(position) for position in positions]
    columns = {"step": np.asarray(positions), comparison.by: np.asarray(at)}
    return columns | {name: np.asarray(values) for name, values in measure.lines.items()}


def measure_in_words(measure: Measure, comparison: Comparison) -> str:
    """Return the chart of a whole training as a sentence, for those who cannot see it."""
    lines = comma().join(
        say(
            "{line} goes from {first} to {last}",
            line=name,
            first=measure.written(values[0]),
            last=measure.written(values[-1]),
        )
        for name, values in measure.lines.items()
    )
    first, last = comparison.at(0), comparison.at(comparison.last)
    facts: dict[str, Any] = {"title": measure.title, "lines": lines, "first": first, "last": last}
    if comparison.by == "step":
        return say("{title}, from step {first} to {last}: {lines}.", **facts)
    return say("{title}, from vocabulary size {first} to {last}: {lines}.", **facts)


def third_column() -> Markup:
    """Draw what "Hugging Face style" is, and why it has a column."""
    return _third_column(locale.language())


@cache
def _third_column(language: Language) -> Markup:
    return _piece("third_column")

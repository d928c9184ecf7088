"""Trainings side by side: three columns, where they part, and words cut three ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from pages.panels import charts
from pages.panels.card import merge_line
from pages.panels.chips import chip, pair, spaced
from pages.panels.html import EMPTY, heard, join, number, ordinal, sentence
from pages.panels.html_cache import kept
from pages.panels.markup import Markup
from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.records import EncodedToken, MergeStep, PairScore
from wordpiece.scoring import Floats, Score
from wordpiece.teaching.wording import Sentence
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

TITLES = {"wordpiece": "WordPiece", "bpe": "BPE", "hugging-face": "Hugging Face style"}
SHORT = {"wordpiece": "WP", "bpe": "BPE", "hugging-face": "HF"}

RULES = {
    "wordpiece": "score: together ÷ (left × right)",
    "bpe": "score: times together; no ##",
    "hugging-face": "score: times together, but with ##",
}

MOST = 40
"""Merges in a column's list."""

POINTS = 200
"""Steps drawn in a chart."""


Timelines = tuple[Timeline, ...]


def comparison_of(
    timelines: Timelines, names: Sequence[str], by: Axis, byte_level: frozenset[str]
) -> Comparison:
    """The comparison of some trainings by name."""
    return Comparison(dict(zip(names, timelines, strict=True)), by=by, byte_level=byte_level)


def encoder_of(timelines: Timelines, step: int, replays: bool) -> Encoder:
    """An encoder of a training, the only one, after a step."""
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
    """The trainings beside each other."""
    return Markup('<div class="columns">{}</div>').format(join(map(_column, each)))


def _column(column: Column) -> Markup:
    where = f"merge {column.step:,} of {column.steps:,}, vocabulary {column.vocabulary:,}"
    return Markup(
        '<section class="column {}"><h2 class="panel">{} <small>{}</small></h2>'
        '<p class="at">{}{}</p>{}{}</section>'
    ).format(
        column.name,
        TITLES[column.name],
        column.rule,
        where,
        Markup(" <b>{}</b>").format(column.remark) if column.remark else EMPTY,
        _last_merge(column),
        _merges(column),
    )


def _last_merge(column: Column) -> Markup:
    if not column.learned:
        return Markup('<div class="last"><p class="none">{}</p></div>').format(
            "Every word is single characters."
        )
    merge = column.learned[0].merge
    return Markup('<div class="last">{}<div class="worth">{}</div></div>').format(
        merge_line(merge.pair, merge.token), worth(merge, column.score)
    )


def worth(row: MergeStep | PairScore, score: Score) -> Markup:
    """A pair's score with the counts it comes from, on one line.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> worth(row, PAIR_COUNT)
    Markup('<b>5</b> times together')
    >>> worth(row, WORDPIECE)
    Markup('5 / (20 × 5) = <b>1/20</b> = 0.05')
    """
    return sentence(score.formula(row).line)


def _merges(column: Column) -> Markup:
    cut = EMPTY
    if column.step > len(column.learned):
        cut = Markup('<li class="muted">Step back for the {} before.</li>').format(
            number(column.step - len(column.learned))
        )
    return Markup('<ol class="merges" tabindex="0" aria-label="{}">{}{}</ol>').format(
        f"Merges of {TITLES[column.name]}, newest first",
        join(_merge(learned, column.score) for learned in column.learned),
        cut,
    )


# All but one of a column's merges were there in the click before.
@kept(2**21)
def _merge(learned: Learned, score: Score) -> Markup:
    merge = learned.merge
    value = sentence(score.formula(merge).brief)
    token = chip(merge.token)
    also = EMPTY
    if learned.elsewhere:
        token = Markup('<span class="shared">{}</span>').format(token)
        where = ", ".join(f"{SHORT[name]} {step:,}" for name, step in learned.elsewhere)
        said = ", ".join(f"{TITLES[name]} in merge {step:,}" for name, step in learned.elsewhere)
        said = f"also learned by {said}"
        also = Markup(
            '<span class="also" title="{}"><span aria-hidden="true"><i>≡</i> {}</span>{}</span>'
        ).format(said, where, heard(said))
    return Markup('<li><span class="k">{}</span>{}{}<span class="score">{}</span></li>').format(
        number(merge.index), token, also, value
    )


def sameness(buttons: Markup) -> Markup:
    """What the mark on shared tokens means, with buttons at the end of the line."""
    return Markup(
        '<div class="head"><p class="note"><b>≡ HF 4</b>: Hugging Face style (HF) has it too, from '
        "its merge 4; WP is WordPiece. BPE has no ##, so with BPE only the letters count: ##ug ≡ "
        "ug.</p>{}</div>"
    ).format(buttons)


# Where they part.


def parting(divergence: Divergence | None, said: Sentence, scores: Mapping[str, Score]) -> Markup:
    """Where two trainings part: a sentence, and both pairs as both rules see them."""
    told = Markup('<p class="parting">{}</p>').format(sentence(said))
    if divergence is None or None in divergence.choices:
        return told
    a, b = divergence.names
    first, second = divergence.choices
    assert first is not None and second is not None
    rows = (
        _pair_row(a, first, [first.chosen], list(first.other), scores[a], scores[b]),
        _pair_row(b, second, list(second.other), [second.chosen], scores[a], scores[b]),
    )
    head = join(
        Markup('<th scope="col">{}</th>').format(text)
        for text in ("takes", f"{TITLES[a]}’s score", f"{TITLES[b]}’s count")
    )
    return told + Markup(
        '<div class="scroll"><table class="scores parting"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, join(rows))


def _pair_row(
    name: str,
    choice: Choice,
    left: list[PairScore],
    right: list[PairScore],
    left_score: Score,
    right_score: Score,
) -> Markup:
    return Markup('<tr><th scope="row"><span>{}</span> {}</th>{}{}</tr>').format(
        TITLES[name],
        pair(choice.chosen.pair),
        _seen(left, left_score, choice),
        _seen(right, right_score, choice),
    )


def _seen(rows: list[PairScore], score: Score, choice: Choice) -> Markup:
    cells = []
    for row in rows:
        chosen = row is choice.chosen
        value = (
            Markup("<b>{}</b>").format(number(row.pair_count))
            if score.ranks_by_count
            else worth(row, score)
        )
        rank = row.count_rank if score.ranks_by_count else row.rank
        place = "1st: taken" if chosen else ordinal(rank)
        named = EMPTY
        if row.pair != choice.chosen.pair:
            named = Markup("as <span>{}</span>, ").format(" ".join(row.pair))
        cells.append(
            Markup('<div class="seen{}">{}<small>{}{}</small></div>').format(
                " taken" if chosen else "", value, named, place
            )
        )
    return Markup("<td>{}</td>").format(join(cells))


# Words.


def cuts(words: Sequence[WordCuts], names: Sequence[str]) -> Markup:
    """Words, each as every training cuts it, one above the other."""
    return Markup('<ul class="cuts">{}</ul>').format(join(_cut(word, names) for word in words))


def _cut(word: WordCuts, names: Sequence[str]) -> Markup:
    verdict = "≠ cut differently" if word.differs else "= cut alike"
    rows = join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(
            Markup('<abbr title="{}" aria-hidden="true">{}</abbr>{}').format(
                TITLES[name], SHORT[name], heard(TITLES[name])
            ),
            Markup('<span class="muted">no such word</span>')
            if split is None
            else spaced(chip(symbol) for symbol in split),
        )
        for name, split in zip(names, word.splits, strict=True)
    )
    return Markup(
        '<li{}><p><bdi>{}</bdi> <small>×{}</small> <small class="judged">{}</small></p>'
        "<dl>{}</dl></li>"
    ).format(
        Markup(' class="differs"') if word.differs else EMPTY,
        word.word,
        number(word.frequency),
        verdict,
        rows,
    )


# A sentence.


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text as one training's tokens."""

    name: str
    how: str
    tokens: Sequence[EncodedToken]


def differing_words(each: Sequence[Encoded]) -> list[tuple[int, int]]:
    """Where the words of the first are that are not cut at the same places by all."""
    spans = []
    for _, group in groupby(each[0].tokens, key=lambda token: token.word):
        tokens = list(group)
        spans.append((tokens[0].start, max(token.end for token in tokens)))
    places = [{token.start for token in one.tokens} for one in each]
    alike = common_cuts(spans, places)
    return [span for span, same in zip(spans, alike, strict=True) if not same]


def encoded(each: Sequence[Encoded]) -> Markup:
    """One text, a row of tokens for each training; words not cut alike are underlined."""
    differing = differing_words(each)
    rows = join(
        Markup("<dt>{} <small>{}</small></dt><dd>{}</dd>").format(
            TITLES[one.name], _counted(one), spaced(_words(one, differing))
        )
        for one in each
    )
    verdict = "Every word is cut alike by all three."
    if differing:
        words = len({token.word for token in each[0].tokens})
        verdict = f"Dotted: not cut at the same places, {len(differing):,} of {words:,} words."
    return Markup('<dl class="sentence">{}</dl><p class="note">{}</p>').format(rows, verdict)


def _counted(one: Encoded) -> str:
    count = len(one.tokens)
    tokens = "1 token" if count == 1 else f"{count:,} tokens"
    return f"{tokens}, {one.how}"


def _words(one: Encoded, differing: Sequence[tuple[int, int]]) -> list[Markup]:
    words = []
    for _, group in groupby(one.tokens, key=lambda token: token.word):
        tokens = list(group)
        start, end = tokens[0].start, max(token.end for token in tokens)
        differs = any(start < right and left < end for left, right in differing)
        words.append(
            Markup('<span class="word{}">{}</span>').format(
                " differs" if differs else "", spaced(chip(token.token) for token in tokens)
            )
        )
    return words


# Charts.


@dataclass(frozen=True, slots=True)
class Measure:
    """One chart: a title, its lines, and how a value is written."""

    title: str
    remark: str
    lines: Mapping[str, Sequence[float] | npt.NDArray[Any]]
    pattern: str

    def written(self, value: float) -> str:
        """A value as text."""
        return self.pattern.format(value)


def measures(comparison: Comparison, positions: Sequence[int]) -> list[Measure]:
    """The four charts at some positions."""
    measured = comparison.measures_at(positions)

    def each(value: str) -> dict[str, Floats]:
        return {TITLES[name]: values for name, values in measured[value].items()}

    both = {
        "with WordPiece": comparison.shared_at("wordpiece", "bpe", positions),
        "with Hugging Face style": comparison.shared_at("bpe", "hugging-face", positions),
    }
    return [
        Measure("Tokens BPE shares", "learned by both", both, "{:,.0f}"),
        Measure("Tokens per word", "in the corpus", each("tokens_per_word"), "{:.2f}"),
        Measure("Token length", "characters, in the corpus", each("token_length"), "{:.2f}"),
        Measure("Whole words", "words that are one token", each("whole_words"), "{:.0%}"),
    ]


def measure_data(
    measure: Measure, comparison: Comparison, positions: Sequence[int]
) -> charts.Columns:
    """The data of `charts.lines_spec`."""
    at = [comparison.at(position) for position in positions]
    columns = {"step": np.asarray(positions), comparison.by: np.asarray(at)}
    return columns | {name: np.asarray(values) for name, values in measure.lines.items()}


def measure_in_words(measure: Measure, comparison: Comparison) -> str:
    """The chart of a whole training as a sentence, for those who cannot see it."""
    parts = [
        f"{name} goes from {measure.written(values[0])} to {measure.written(values[-1])}"
        for name, values in measure.lines.items()
    ]
    by = "step" if comparison.by == "step" else "vocabulary size"
    first, last = comparison.at(0), comparison.at(comparison.last)
    return f"{measure.title}, from {by} {first:,} to {last:,}: {', '.join(parts)}."


# The third column.

_ISSUE = "https://github.com/huggingface/tokenizers/issues/{}"


def third_column() -> Markup:
    """What "Hugging Face style" is, and why it has a column."""
    link = Markup('<a href="{}" target="_blank" rel="noopener">{}</a>')
    return Markup(
        '<h2 class="panel">Why a third column?</h2><p class="third">'
        "Hugging Face style is WordPiece’s ## with BPE’s count. That is what the <code>tokenizers"
        "</code> library runs under the name WordPieceTrainer: it ranks pairs by how often they "
        "meet ({}, {}), so what it learns is close to BPE and not what WordPiece’s "
        "formula chooses. It differs from BPE only where it matters whether a symbol begins its "
        "word. The library’s own result also varies from run to run, because equal counts come in "
        "the order of a hash; here ties follow the rule chosen on the left, so the same words "
        "always give the same merges.</p>"
    ).format(
        link.format(_ISSUE.format(570), "issue 570"), link.format(_ISSUE.format(1086), "issue 1086")
    )

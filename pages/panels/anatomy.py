"""A pair by itself: its formula, its words, and what merging it would do to the other scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from pages.panels.card import merge_line
from pages.panels.chips import chip, pair, spaced
from pages.panels.compare import worth
from pages.panels.html import EMPTY, counted, heard, join, number, ordinal, sentence
from pages.panels.markup import Markup
from wordpiece.records import PairScore, WordState
from wordpiece.scoring import Score
from wordpiece.teaching.wording import fraction, gained, in_lowest_terms, oddities
from wordpiece.training.timeline import Timeline
from wordpiece.training.what_if import ChangeKind, ScoreChange, WhatIf

WORDS, CHIPS = 4, 18
"""Words shown, and symbols in them all, so that long words do not make the panel high."""

CHANGES = 4
"""Other pairs shown."""

LONG = 9
"""Characters of a fraction beyond which scores are shown as decimals."""

MANY: dict[ChangeKind, str] = {
    "rises": "rise",
    "falls": "fall",
    "appears": "appear",
    "vanishes": "vanish",
}
MARKS: dict[ChangeKind, str] = {
    "rises": "↑ rises",
    "falls": "↓ falls",
    "appears": "+ new",
    "vanishes": "× gone",
    "stays": "= stays",
}


def anatomy(row: PairScore, what: WhatIf, timeline: Timeline, actions: Markup = EMPTY) -> Markup:
    """The panel.

    Args:
        row: the pair's row of the score table.
        what: what merging it would do.
        timeline: the training.
        actions: buttons for the corner.
    """
    step = what.merge.index - 1
    left, right = row.pair
    return Markup(
        '<section class="anatomy" role="region" aria-label="The pair {} {}">'
        '<h2 class="sr">The pair {} {}</h2><header>{}<div class="acts">{}</div></header>'
        "<p>{} {}</p>"
        '<div class="halves"><div>{}</div><div>{}</div></div></section>'
    ).format(
        left,
        right,
        left,
        right,
        merge_line(row.pair, what.merge.token),
        actions,
        _standing(row, timeline, step),
        sentence(oddities(replace(what.merge, forced=False))),
        _words(what),
        _changes(what, timeline.score),
    )


def _standing(row: PairScore, timeline: Timeline, step: int) -> Markup:
    """The score and the ranks, and whether the pair merges next without anybody's help."""
    score, total = timeline.score, len(timeline.scores(step))
    tie = ", tied" if row.tied else ""
    by_count = f"; {ordinal(row.count_rank)} by count" if score.kind != "count" else ""
    anyway = EMPTY
    if step < len(timeline) and timeline.pair(step + 1) == row.pair:
        anyway = Markup(" <b>{}</b>").format("It merges next anyway.")
    return Markup(
        '<span class="worth">{}</span> <span class="ranks">rank {} of {}{}{}.</span>{}'
    ).format(worth(row, score), number(row.rank), number(total), tie, by_count, anyway)


def _words(what: WhatIf) -> Markup:
    shown: list[WordState] = []
    for position in what.words[:WORDS]:
        state = what.word(position)
        if shown and sum(len(it.symbols) for it in shown) + len(state.symbols) > CHIPS:
            break
        shown.append(state)
    rest = len(what.words) - len(shown)
    return Markup('<h3>In {}</h3><ul class="words">{}</ul>{}').format(
        counted(len(what.words), "word"),
        join(map(_word, shown)),
        Markup('<p class="note">and {} more</p>').format(number(rest)) if rest else EMPTY,
    )


def _word(state: WordState) -> Markup:
    parts: list[Markup] = []
    for i, symbol in enumerate(state.symbols):
        if i in state.merging:
            parts.append(
                Markup('<span class="here" title="would merge">{}</span>{}').format(
                    pair((symbol, state.symbols[i + 1])), heard(", would merge")
                )
            )
        elif i - 1 not in state.merging:
            parts.append(chip(symbol))
    return Markup(
        '<li><span class="sr">{}: </span><span class="split">{}</span>'
        '<span class="n">×{}</span></li>'
    ).format(state.word, spaced(parts), number(state.frequency))


def _changes(what: WhatIf, score: Score) -> Markup:
    totals = {kind: what.totals[kind] for kind in MANY}
    total = sum(totals.values())
    each = ", ".join(f"{n:,} {kind if n == 1 else MANY[kind]}" for kind, n in totals.items() if n)
    title = f"{counted(total, 'score')} would change" if total else "No other score would change"
    return Markup(
        '<h3>{} <small>{}</small></h3><table class="scores changes"><tbody>{}</tbody></table>'
        '<p class="note">{}</p>'
    ).format(
        title,
        each,
        join(_change(change, score) for change in what.changes(0, min(total, CHANGES))),
        _best_then(what, score),
    )


def _change(change: ScoreChange, score: Score) -> Markup:
    now, then = _values([change.before, change.after], score)
    return Markup(
        '<tr><th scope="row">{}</th><td>{}</td><td>→</td><td><b>{}</b></td><td>{}</td></tr>'
    ).format(pair(change.pair), now, then, MARKS[change.kind])


def _best_then(what: WhatIf, score: Score) -> Markup | str:
    if what.winner is None:
        return "No pair would be left then."
    tied = f", {what.ties:,} tied" if what.ties > 1 else ""
    [value] = _values([what.winner], score)
    return Markup("Best then: {}with {}{}").format(pair(what.winner.pair), value, tied)


def _values(rows: Sequence[PairScore | None], score: Score) -> list[str]:
    """Scores that stand side by side, as briefly as it can be told that they differ.

    Counts, fractions if all are short, or else decimals; a dash for none.
    """
    there = [row for row in rows if row]
    scores = [row.score for row in there]
    if score.kind == "count":
        texts = [number(row.pair_count) for row in there]
    elif score.kind == "gain":
        texts = [gained(value) for value in scores]
        digits = count(3)
        while len(set(texts)) < len(set(scores)):
            texts = [f"{value:+,.{next(digits)}f}".replace("-", "−") for value in scores]
    elif score.digits is not None:
        texts = [in_lowest_terms(row, score) for row in there]
    else:
        texts = [fraction(row.pair_count, row.left_count * row.right_count) for row in there]
        if max(map(len, texts)) > LONG:
            texts = next(
                each
                for digits in range(4, 18)
                for each in [[f"{value:.{digits}g}".replace("e-0", "e-") for value in scores]]
                if len(set(each)) == len(set(scores))
            )
    text = iter(texts)
    return [next(text) if row else "–" for row in rows]

"""A single pair: its formula, its words, and the effect of its merge on other scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markupsafe import Markup

from pages import locale
from pages.locale import say
from pages.panels.actions import Close, Force, encode
from pages.panels.html.elements import EMPTY, act, join
from pages.panels.html.templates import render
from pages.panels.layout import Piece
from pages.panels.train.view import TrainScene
from wordpiece.records import PairScore, WordState
from wordpiece.scoring import side_by_side
from wordpiece.teaching.wording import oddities
from wordpiece.training.timeline import Timeline
from wordpiece.training.what_if import WhatIf, what_if

WORDS, CHIPS = 4, 18
"""The most words, and symbols in all of them: long words would make the panel too high."""

CHANGES, BIG_CHANGES = 6, 5
"""The most other pairs, normally and in presenter mode."""


def pair_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield the panel of the selected pair, with buttons to merge it and to close the panel."""
    row = scene.looked_at
    if row is None:
        return
    force = EMPTY
    if scene.has_next and scene.next.pair != row.pair and not scene.replayed:
        force = act(encode(Force(scene.step, row.rank)), say("Merge this instead"), primary=True)
    buttons = join([force, act(encode(Close()), say("Close"), back=True)])
    what = what_if(scene.timeline, scene.step, row.pair)
    most = BIG_CHANGES if scene.view.presenting else CHANGES
    yield anatomy(row, what, scene.timeline, buttons, most)


def anatomy(
    row: PairScore,
    what: WhatIf,
    timeline: Timeline,
    actions: Markup = EMPTY,
    most: int = CHANGES,
) -> Markup:
    """Return the panel of a pair.

    Args:
        row: the pair's row of the score table.
        what: the effect of its merge.
        timeline: the training.
        actions: buttons for the corner.
        most: the most other pairs to list.
    """
    step, score, language = what.merge.index - 1, timeline.score, locale.language()
    words = _words(what)
    totals = {kind: n for kind, n in what.totals.items() if n and kind != "stays"}
    changed = sum(totals.values())
    changes = what.changes(0, min(changed, most))
    merges_next = step < len(timeline) and timeline.pair(step + 1) == row.pair
    return render(
        "panels/train/pair.html",
        row=row,
        token=what.merge.token,
        actions=actions,
        formula=score.formula(row),
        total=len(timeline.scores(step)),
        anyway=merges_next,
        oddities=oddities(replace(what.merge, forced=False)),
        words=words,
        more=len(what.words) - len(words),
        totals=totals,
        changed=changed,
        unlisted=changed - len(changes),
        changes=[
            (change, *side_by_side([change.before, change.after], score, language))
            for change in changes
        ],
        winner=what.winner,
        winners_value=side_by_side([what.winner], score, language)[0],
        ties=what.ties,
    )


def _words(what: WhatIf) -> list[WordState]:
    """Return the first words with the pair, as many as fit."""
    shown: list[WordState] = []
    for position in what.words[:WORDS]:
        state = what.word(position)
        if shown and sum(len(it.symbols) for it in shown) + len(state.symbols) > CHIPS:
            break
        shown.append(state)
    return shown

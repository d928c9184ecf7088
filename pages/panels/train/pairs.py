"""The score table of the step, the symbols in use with their counts, and a single pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup

from pages import locale
from pages.locale import capital, say
from pages.panels.actions import Choose, Close, Force, encode
from pages.panels.html import EMPTY, act, heading, join, paged, pager, render, switch
from pages.panels.layout import Piece, head, menus
from pages.panels.shared import chips
from pages.panels.shared.score_table import ALL, SECRET, score_table
from pages.panels.train.view import TrainScene
from pages.panels.train.words import light
from wordpiece.records import PairScore, WordState
from wordpiece.scoring import WORDPIECE, side_by_side
from wordpiece.teaching.wording import oddities
from wordpiece.training.timeline import Timeline
from wordpiece.training.what_if import WhatIf, what_if

LATER = {
    "": ("rank", "score", "decimal", "by count"),
    "count": ("rank", "score", "decimal"),
    "score": ("rank",),
}
"""The columns that are still empty in the phases of slow motion before the choice."""

BIG = ("rank", "pair", "together", "left × right", "score")
"""The columns that fit next to the words in presenter mode."""

TOY = 30
"""The most words of a corpus whose scores are short enough as fractions alone."""


def scores_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the score table; while the winner is secret, by count and without ranks."""
    table, timeline, view = scene.now, scene.timeline, scene.view
    slow = view.pace == "slow"
    # Before BPE is met, the order by count would be an answer without a question.
    counts = view.settings.recipe != "wordpiece" or view.scores_by == "count"
    is_exact = timeline.score.name == WORDPIECE.name
    left_out = {"decimal": is_exact and len(timeline.words) <= TOY, "by count": not counts}
    columns: Sequence[str] = [name for name in ALL if not left_out.get(name)]
    if slow and view.presenting:
        columns = BIG
    elif scene.secret and not slow:
        columns = SECRET
    by = "count" if scene.secret else view.scores_by
    titles = {"score": say("by score"), "count": say("by count")}
    orders = {encode(Choose("scores_by", each)): label for each, label in titles.items()}
    title, remark = _heading(scene)
    fixed = scene.secret or view.presenting or not counts
    order = EMPTY if fixed else switch(say("Order"), orders, encode(Choose("scores_by", by)))
    yield head(view, title, remark, menus("scores", hidden=scene.secret), order)
    if not len(table):
        return
    page, pages = paged(len(table), rows, view.scores_page)
    first = (page - 1) * rows
    picked = scene.guess or scene.looked_at
    spoken = scene.spoken_of if scene.secret else None
    yield score_table(
        table.rows(first, first + rows, by="count" if by == "count" else "score"),
        timeline.score,
        best=table.rows(0, 1)[0].score,
        winner=scene.next.pair if scene.has_next else None,
        columns=columns,
        pickable=not scene.secret,
        picked=picked.pair if picked else None,
        later=LATER[view.phase] if slow and scene.secret else (),
        example=spoken.pair if spoken else None,
        guesses=(scene.step, first + 1) if scene.secret and not slow else None,
        verdict=scene.verdict,
    )
    yield pager("scores_page", page, pages, say("Scores"))


def _heading(scene: TrainScene) -> tuple[str, str]:
    """Return the table's title and remark."""
    if scene.secret:
        if scene.view.pace == "reveal":
            return say("Pairs"), say("click your guess")
        return say("Pairs"), say("{n} {n:pair|pairs}", n=len(scene.now))
    title = say("Scores")
    if not scene.has_next:
        return title, say("training has stopped")
    if scene.next.rank > 1:
        why = say("from your file") if scene.replayed else say("chosen by hand")
        return title, say("rank {rank} merges next: {why}", rank=scene.next.rank, why=why)
    if scene.now.ties > 1:
        return title, say("{ties} pairs tie; rank 1 merges next", ties=scene.now.ties)
    return title, say("rank 1 merges next")


SYMBOLS, FEW = 24, 5
"""The most symbols with their counts, normally and in presenter mode."""


def symbols_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield the most frequent symbols with their counts, by which scores are divided."""
    symbols = scene.timeline.symbol_counts(scene.step)
    most = FEW if scene.view.presenting else SYMBOLS
    remark = say("{n} {n:symbol|symbols}", n=len(symbols))
    if len(symbols) > most:
        remark = say("{shown} of {total}", shown=most, total=len(symbols))
    if not scene.view.presenting:
        yield heading(capital(say("symbols")), remark)
    lit = light(scene) if scene.view.phase == "score" else None
    spoken = lit.pair if lit else ()
    rest = [each for each in symbols[most:] if each[0] in spoken]
    yield chips.counts(symbols[:most] + rest, lit)


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

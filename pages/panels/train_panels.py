"""The panels of Train: one step of a training."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from pages.locale import say, told
from pages.panels import anatomy, card, charts, chips, phases, scores
from pages.panels.actions import Close, Force, Order, ShowAll, encode
from pages.panels.boards import Board
from pages.panels.html import EMPTY, act, heading, join, pager, switch
from pages.panels.markup import Markup
from pages.panels.pieces import Menu, Piece, Widget, beside, head, menu_bar, stacked
from pages.panels.questions import questions
from pages.panels.view import TrainScene
from wordpiece import Timeline
from wordpiece.message import Message
from wordpiece.teaching.errata import against_print, printed_merge
from wordpiece.teaching.wording import explain, spoken, stopped
from wordpiece.training.what_if import what_if

LEAST_ROWS, BIG_ROWS = 6, 5
"""Words and score rows on one page of a list at least; and in presenter mode."""

ALPHABET, NEWEST, ALL = 60, 48, 200
"""Alphabet and learned tokens shown at first, and tokens on one page of the whole vocabulary."""

SYMBOLS = 40
"""Symbols shown with their counts, the most frequent first."""

BOARD = "train_board"
"""The key of the board, for the style sheet."""

GROWTH = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
"""The lines of each chart of growth, by its widget key."""

LEFT = {
    "slow": ("words",),
    "count": ("words",),
    "score": ("symbols",),
    "choose": ("words",),
}
RIGHT = {
    "slow": ("vocabulary",),
    "count": ("scores", "symbols"),
    "score": ("scores",),
    "choose": ("scores",),
}
"""The panels of each phase of slow motion; otherwise all are shown."""

COLUMNS = {"count": scores.COUNTED, "score": scores.SCORED}
"""What the score table shows in the phases before the winner is chosen."""


def board(scene: TrainScene) -> Board:
    """Return everything that Train shows of a step."""
    view = scene.view
    card_panel: list[Piece] = [
        menu_bar(view, "card_why", card.corner, asks(scene, "card")),
        the_card(scene),
    ]
    panels: Piece
    if view.presenting:
        panels = stacked(card_panel, PANELS[big_panel(scene)](scene, BIG_ROWS))
    else:
        left, right = left_panels(scene), right_panels(scene)
        # The words' menu says how long both lists are; without the words all fits on one screen.
        rows = view.rows if "words" in left else LEAST_ROWS
        panels = beside(
            BOARD,
            {
                "card": card_panel,
                "left": chain.from_iterable(PANELS[name](scene, rows) for name in left),
                "right": chain.from_iterable(PANELS[name](scene, rows) for name in right),
            },
        )
    return Board(announcement(scene), growth_marks(scene.timeline, scene.step), panels)


def left_panels(scene: TrainScene) -> tuple[str, ...]:
    """Return the panels on the left; a pair that is looked at takes the place of the words."""
    if scene.looked_at:
        return ("pair",)
    return LEFT.get(scene.view.phase or scene.view.pace, ("words", "vocabulary"))


def right_panels(scene: TrainScene) -> tuple[str, ...]:
    """Return the panels on the right; without growth beside a pair, so that all fits."""
    if scene.looked_at:
        return ("scores",)
    return RIGHT.get(scene.view.phase or scene.view.pace, ("scores", "growth"))


def big_panel(scene: TrainScene) -> str:
    """Return the one panel that presenter mode shows."""
    if scene.looked_at:
        return "pair"
    if scene.view.pace == "slow":
        return "scores" if scene.view.phase else "words"
    return scene.view.panel


def announcement(scene: TrainScene) -> str:
    """Return what a screen reader announces."""
    view = scene.view
    if scene.secret and view.phase:
        return say(
            "After step {step}: {phase}. Which pair merges next?",
            step=scene.step,
            phase=phases.title(view.phase),
        )
    if scene.secret and view.pace == "reveal":
        return say("After step {step}. Which pair merges next?", step=scene.step)
    if view.phase:
        left, right = scene.next.pair
        return say("{left} and {right} win and merge next.", left=left, right=right)
    if not scene.step:
        return say("Start.")
    return told(spoken(scene.timeline.step(scene.step), len(scene.timeline)))


def asks(scene: TrainScene, panel: str) -> list[Menu]:
    """Return the panel's popover of questions, unless the answers would tell the winner."""
    return [] if scene.secret else [questions(panel)]


def in_print(scene: TrainScene) -> Markup:
    """Return what the print says where it differs from the formula, and a way to follow it."""
    printed = printed_merge(scene.timeline, scene.step)
    row = scene.now.find(printed.pair) if printed else None
    if not printed or not row:
        return EMPTY
    follow = EMPTY
    if not scene.has_next or scene.next.pair != row.pair:
        follow = act(encode(Force(scene.step, row.rank)), say("Follow the print"))
    return card.aside(against_print(printed, row), follow)


def the_card(scene: TrainScene) -> Markup:
    """Return what was merged and why, or what is to be seen on the way to the next merge."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    if view.pace == "slow" and view.phase:
        return phase_card(scene, phases.strip(view.phase, step + 1))
    if view.pace == "reveal" and view.phase:
        return phases.choose_card(
            say("Merge {merge}", merge=step + 1),
            scene.next,
            timeline.score,
            reason(scene, step + 1),
        )
    if view.pace == "reveal" and scene.has_next:
        return phases.ask_card(say("Merge {merge}", merge=step + 1), len(scene.now), timeline.score)
    end = None if scene.has_next else stopped(timeline.stop_reason, step, timeline.score)
    after = told(end) if end else ""
    own = card.own_merges([at for at, _ in view.settings.forced], step)
    if not step:
        return card.start_card(
            len(timeline.words), timeline.occurrences, len(timeline.alphabet), after, own
        )
    top = (
        phases.strip("", step)
        if view.pace == "slow"
        else Markup.escape(say("Merge {merge}", merge=step)) + in_print(scene)
    )
    return card.merge_card(
        timeline.step(step),
        timeline.score,
        reason(scene, step),
        after=after,
        top=top,
        own=own,
        forced=say("from your file") if scene.replayed else say("chosen by you"),
    )


def phase_card(scene: TrainScene, top: Markup) -> Markup:
    """Return the card of a phase of slow motion; counting and scoring are shown on one pair."""
    timeline = scene.timeline
    example, _ = scene.now.most_frequent()
    if scene.view.phase == "count":
        found = timeline.counted_in(scene.step, example.pair)
        words = [(timeline.words[i], count) for i, count in found]
        return phases.count_card(top, example, words)
    if scene.view.phase == "score":
        return phases.score_card(top, example, timeline.score)
    return phases.choose_card(top, scene.next, timeline.score, reason(scene, scene.step + 1))


def reason(scene: TrainScene, merge: int) -> tuple[Message, ...]:
    """Return why a merge was or will be made."""
    timeline = scene.timeline
    before = timeline.scores(merge - 1)
    return explain(
        timeline.step(merge),
        timeline.score,
        timeline.tie_break,
        *before.most_frequent(),
        forced_by="file" if scene.replayed else "user",
        ratio=before.best_ratio() if "ratio" in timeline.score.rivals else None,
    )


def words_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """The words, as the step has cut them."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    changed = len(timeline.changed_words(step))
    total = len(timeline.words)
    remark = (
        say("{changed} of {total} changed", changed=changed, total=total)
        if step
        else say("{n} different word", "{n} different words", n=total)
    )
    menus = [*asks(scene, "words"), Menu("words_menu", say("Find, sort"))]
    yield head(view, "words_head", say("Words now"), remark, menus)
    found = timeline.find_words(step, contains=view.words_filter, order=view.words_order)
    page, pages = paged(len(found), rows, view.words_page)
    first = (page - 1) * rows
    states = [timeline.word(step, i) for i in found[first : first + rows].tolist()]
    if states:
        merged = timeline.pair(step) if step else None
        yield chips.words(states, merged=merged, outline=view.outline and not scene.secret)
    else:
        yield chips.nothing(say("No word contains that."))
    if pages > 1:
        yield pager("train_words", page, pages, say("the words"))


def symbols_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Every symbol with its count, which the scores are divided by."""
    symbols = scene.timeline.symbol_counts(scene.step)
    remark = say("{n} symbol", "{n} symbols", n=len(symbols))
    if len(symbols) > SYMBOLS:
        remark = say("the {shown} most frequent of {total}", shown=SYMBOLS, total=len(symbols))
    yield heading(say("Symbols, counted"), remark)
    yield chips.counts(symbols[:SYMBOLS])


def vocabulary_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """The vocabulary, in groups; or all of it by id."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    vocabulary = timeline.vocabulary(step)
    special = len(timeline.special_tokens)
    learned = special + len(timeline.alphabet)
    groups = [
        newest(say("learned"), vocabulary, range(learned, len(vocabulary))),
        first_of(say("alphabet"), vocabulary, range(special, learned)),
        first_of(say("special"), vocabulary, range(special)),
    ]
    cut = any(remark for _, _, remark in groups)
    everything = cut and view.vocabulary_all
    pick = encode(ShowAll())
    yield head(
        view,
        "vocabulary_head",
        say("Vocabulary"),
        say(
            "{n} tokens, {used} of them in use now",
            n=len(vocabulary),
            used=timeline.growth(step).in_use,
        ),
        asks(scene, "vocabulary"),
        switch(say("How much of it"), {pick: say("All")}, pick if everything else "")
        if cut
        else EMPTY,
    )
    page = pages = 1
    if everything:
        yield Widget("vocabulary_filter")
        contains = view.vocabulary_filter
        found = [(i, token) for i, token in enumerate(vocabulary) if contains in token]
        page, pages = paged(len(found), ALL, view.vocabulary_page)
        some = found[(page - 1) * ALL : page * ALL]
        groups = [(say("by id"), some, say("{found} found", found=len(found)))]
    record = timeline.step(step) if step else None
    new = record.token if record and record.is_new_token else None
    if any(tokens for _, tokens, _ in groups):
        chosen = {timeline.merge(at).token for at, _ in view.settings.forced if at <= step}
        yield chips.vocabulary(groups, in_use=timeline.in_use(step), new=new, chosen=chosen)
    else:
        yield chips.nothing(say("No token contains that."))
    if pages > 1:
        yield pager("train_vocabulary", page, pages, say("the vocabulary"))


Group = tuple[str, list[tuple[int, str]], str]
"""Tokens of a vocabulary: a title, ids and tokens, and a remark if these are not all."""


def newest(title: str, vocabulary: list[str], ids: range) -> Group:
    """Return a group of at most NEWEST tokens, the newest first if there are more."""
    remark = ""
    if len(ids) > NEWEST:
        remark = say("newest first, {shown} of {total}", shown=NEWEST, total=len(ids))
        ids = ids[: -NEWEST - 1 : -1]
    return title, [(i, vocabulary[i]) for i in ids], remark


def first_of(title: str, vocabulary: list[str], ids: range) -> Group:
    """Return a group of at most ALPHABET tokens, the first."""
    remark = ""
    if len(ids) > ALPHABET:
        remark = say("{shown} of {total}", shown=ALPHABET, total=len(ids))
        ids = ids[:ALPHABET]
    return title, [(i, vocabulary[i]) for i in ids], remark


def scores_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """The score table; while the winner is secret in the order of counts, without ranks."""
    table, timeline, view = scene.now, scene.timeline, scene.view
    columns = COLUMNS.get(view.phase, scores.SECRET) if scene.secret else scores.ALL
    by = "count" if scene.secret else view.scores_by
    orders = {encode(Order("score")): say("by score"), encode(Order("count")): say("by count")}
    title, remark = scores_heading(scene)
    fixed = scene.secret or view.presenting
    order = EMPTY if fixed else switch(say("Order"), orders, encode(Order(by)))
    yield head(view, "scores_head", title, remark, asks(scene, "scores"), order)
    if not len(table):
        yield chips.nothing(say("No pair is left: every word is one symbol."))
        return
    page, pages = paged(len(table), rows, view.scores_page)
    first = (page - 1) * rows
    yield scores.score_table(
        table.rows(first, first + rows, by="count" if by == "count" else "score"),
        timeline.score,
        best=table.rows(0, 1)[0].score,
        winner=scene.next.pair if scene.has_next else None,
        columns=columns,
        pickable=not scene.secret,
        picked=scene.looked_at.pair if scene.looked_at else None,
    )
    if pages > 1:
        yield pager("train_scores", page, pages, say("the scores"))


def scores_heading(scene: TrainScene) -> tuple[str, str]:
    """Return the table's title, and what to see in it."""
    if scene.secret:
        remark = say(
            "{n} pair, the most frequent first",
            "{n} pairs, the most frequent first",
            n=len(scene.now),
        )
        if scene.view.phase == "count":
            return say("Pairs, counted"), remark
        if scene.view.phase == "score":
            return say("Pairs, scored"), remark
        return say("Pairs"), remark
    title = say("Scores now")
    if not scene.has_next:
        return title, say("no further merge")
    if scene.next.rank > 1 and scene.replayed:
        return title, say("number {rank} merges, from your file", rank=scene.next.rank)
    if scene.next.rank > 1:
        return title, say("number {rank} merges, chosen", rank=scene.next.rank)
    if scene.now.ties > 1:
        return title, say("{ties} tied; the top one merges", ties=scene.now.ties)
    return title, say("the top one merges next")


def pair_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """A pair by itself: its words, its formula, and what merging it would change."""
    row = scene.looked_at
    if row is None:
        return
    force = EMPTY
    if scene.has_next and scene.next.pair != row.pair and not scene.replayed:
        force = act(encode(Force(scene.step, row.rank)), say("Merge this instead"), primary=True)
    buttons = join([force, act(encode(Close()), say("Close"), back=True)])
    what = what_if(scene.timeline, scene.step, row.pair)
    yield anatomy.anatomy(row, what, scene.timeline, buttons)


def growth_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """What the charts' lines are; the charts themselves follow, and do not depend on the step."""
    title, remark = say("Growth"), say("click to go there")
    yield head(scene.view, "growth_head", title, remark, asks(scene, "growth"))
    yield charts.growth_keys(scene.timeline.growth(scene.step), list(GROWTH.values()))


def growth_marks(timeline: Timeline, step: int) -> dict[str, str]:
    """Return where the charts mark the step, by the key of the chart."""
    growth = timeline.growth(step)
    return {key: charts.growth_mark(growth, names) for key, names in GROWTH.items()}


def paged(total: int, rows: int, page: int) -> tuple[int, int]:
    """Return the page that a list shows, and how many it has.

    Args:
        total: entries of the list.
        rows: entries of a page.
        page: the page asked for; the first is shown if there are no longer so many.

    >>> paged(13, 6, 3), paged(12, 6, 3), paged(0, 6, 1)
    ((3, 3), (1, 2), (1, 1))
    """
    pages = max(1, -(-total // rows))
    return (page if page <= pages else 1), pages


PANELS: dict[str, Callable[[TrainScene, int], Iterable[Piece]]] = {
    "words": words_panel,
    "symbols": symbols_panel,
    "vocabulary": vocabulary_panel,
    "scores": scores_panel,
    "growth": growth_panel,
    "pair": pair_panel,
}

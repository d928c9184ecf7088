"""Train: one merge at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain

import streamlit as st

from pages.components.picks import MAX_NUMBER, picks
from pages.components.stepper import stepper
from pages.panels import anatomy, card, charts, chips, phases, scores
from pages.panels.html import EMPTY, act, counted, heading, join, switch
from pages.panels.markup import Markup
from pages.panels.view import View
from pages.shell import presenter, sidebar, theme, why
from pages.shell.boards import Board, shared
from pages.shell.menus import Menu, head, menu_bar, opened
from pages.shell.rescue import fragment
from pages.shell.theme import Piece
from pages.state import session
from pages.trainings.job import Training
from pages.trainings.settings import REPLAY, whole_number
from wordpiece import Timeline
from wordpiece.records import PairScore
from wordpiece.teaching.errata import against_print, printed_merge
from wordpiece.teaching.wording import YOU_CHOSE, Sentence, explain, spoken, stopped
from wordpiece.training.timeline import WORD_ORDERS
from wordpiece.training.what_if import what_if

ROWS = (6, 12, 24, 48)
"""Words and score rows on one page of a list; the first keeps all panels on one screen."""

BIG_ROWS = 5
"""The same in presenter mode."""

ALPHABET, NEWEST, ALL = 60, 48, 200
"""Alphabet and learned tokens shown at first, and tokens on one page of the whole vocabulary."""

BOARD, BIG_BOARD = "train_board", "train_big"
"""The keys of the board, for the style sheet; in presenter mode."""

SYMBOLS = 40
"""Symbols shown with their counts, the most frequent first."""

MENUS = ("words_menu", *(f"train_why_{panel}" for panel in why.PANELS))
"""The popovers that a button stands in for."""

PANELS = {"words": "Words", "scores": "Scores", "vocabulary": "Vocabulary", "growth": "Growth"}


@fragment
def stepping() -> None:
    """Everything that depends on the step."""
    session.save()  # before the stepper, which relies on the address
    training, step = session.shown(), session.step()
    timeline = training.timeline
    pace = session.note("train", "pace")
    phase = session.phase() if step < len(timeline) else ""
    shown = shared(session.common_place(training), partial(board, training, step, pace, phase))
    stepper(
        "train_stepper",
        step=step,
        last=len(timeline),
        say=shown.say,
        phase=phase,
        phases=phases.buttons(pace),
        marks=shown.marks,
    )
    theme.draw([shown.panels])


def board(training: Training, step: int, pace: str, phase: str) -> Board:
    """What is to be seen."""
    timeline = training.timeline
    replayed = training.settings.recipe == REPLAY
    view = View(training, step, pace, phase, timeline.scores(step), replayed)
    card_panel: list[Piece] = [why_of_card(view), the_card(view)]
    if session.presenting():
        panels = theme.stacked(card_panel, PANEL[big_panel(view)](view, BIG_ROWS))
    else:
        left, right = left_panels(view), right_panels(view)
        # The words' menu says how long both lists are; without the words all fits on one screen.
        rows = session.chosen("train_rows", ROWS[0]) if "words" in left else ROWS[0]
        panels = theme.beside(
            BOARD,
            {
                "card": card_panel,
                "left": chain.from_iterable(PANEL[name](view, rows) for name in left),
                "right": chain.from_iterable(PANEL[name](view, rows) for name in right),
            },
        )
    return Board(said(view), growth_marks(timeline, step), panels)


def left_panels(view: View) -> tuple[str, ...]:
    """A pair that is looked at takes the place of the words."""
    if looked_at_pair(view):
        return ("pair",)
    return LEFT.get(view.phase or view.pace, ("words", "vocabulary"))


def right_panels(view: View) -> tuple[str, ...]:
    """The other half; without growth beside a pair, so that all fits on one screen."""
    if looked_at_pair(view):
        return ("scores",)
    return RIGHT.get(view.phase or view.pace, ("scores", "growth"))


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


def big_panel(view: View) -> str:
    """The one panel that presenter mode shows."""
    if looked_at_pair(view):
        return "pair"
    if view.pace == "slow":
        return "scores" if view.phase else "words"
    return session.note("train", "panel")


def said(view: View) -> str:
    """What a screen reader announces."""
    if view.secret and (view.phase or view.pace == "reveal"):
        where = f": {phases.title(view.phase)}" if view.phase else ""
        return f"After step {view.step:,}{where}. Which pair merges next?"
    if view.phase:
        left, right = view.next.pair
        return f"{left} and {right} win and merge next."
    if not view.step:
        return "Start."
    return spoken(view.timeline.step(view.step), len(view.timeline))


def asks(view: View, panel: str) -> list[Menu]:
    """The panel's questions and answers, unless they would tell the winner."""
    if view.secret:
        return []
    return [why.questions(panel, lambda: why.context_of(view.training, view.step))]


def why_of_card(view: View) -> Piece:
    """The card's questions, in its upper corner."""
    return menu_bar("card_why", card.corner, asks(view, "card"))


def picked(value: str) -> None:
    """A button within our HTML was clicked: a row of the table, or what can be done with it."""
    what, _, digits = value.rpartition(":")
    number = whole_number(digits, MAX_NUMBER)
    if number is not None:
        force = f"force at {session.step()}"  # not what was asked for at a step before
        do = {"": look, force: session.force, "undo": session.undo, "go": session.go}.get(what)
        if do:
            do(number)
        else:
            sidebar.turned(value)
    elif value == "close":
        look(0)
    elif value == "undo all":
        session.undo_all()
    elif value == "all":
        session.choose("train_vocabulary_all", not session.chosen("train_vocabulary_all", False))
    elif value in ORDERS:
        session.choose("train_scores_by", ORDERS[value])
        session.first_pages()
    else:
        opened(value, MENUS)


def look(rank: int) -> None:
    """Look at the pair of a rank, or no longer if it is looked at already."""
    now = session.note("train", "look")
    session.set_note("look", "" if now == str(rank) or not rank else str(rank))


def in_print(view: View) -> Markup:
    """What the print says where it parts from the formula, and a way to follow it."""
    printed = printed_merge(view.timeline, view.step)
    row = view.now.find(printed.pair) if printed else None
    if not printed or not row:
        return EMPTY
    follow = EMPTY
    if not view.has_next or view.next.pair != row.pair:
        follow = act(f"force at {view.step}:{row.rank}", "Follow the print")
    return card.aside(against_print(printed, row), follow)


def the_card(view: View) -> Markup:
    """What was merged and why, or what is to be seen on the way to the next merge."""
    timeline, step = view.timeline, view.step
    if view.pace == "slow" and view.phase:
        return phase_card(view, phases.strip(view.phase, step + 1))
    if view.pace == "reveal" and view.phase:
        return phases.choose_card(
            f"Merge {step + 1:,}", view.next, timeline.score, reason(view, step + 1)
        )
    if view.pace == "reveal" and view.has_next:
        return phases.ask_card(f"Merge {step + 1:,}", len(view.now), timeline.score)
    after = "" if view.has_next else stopped(timeline.stop_reason, step)
    own = card.own_merges([at for at, _ in session.forced()], step)
    if not step:
        return card.start_card(
            len(timeline.words), timeline.occurrences, len(timeline.alphabet), after, own
        )
    top = phases.strip("", step) if view.pace == "slow" else f"Merge {step:,}" + in_print(view)
    return card.merge_card(
        timeline.step(step),
        timeline.score,
        reason(view, step),
        after=after,
        top=top,
        own=own,
        forced="from your file" if view.replayed else "chosen by you",
    )


def phase_card(view: View, top: Markup) -> Markup:
    """Slow motion on its way to the next merge; counting and scoring are shown on one pair."""
    timeline = view.timeline
    example, _ = view.now.most_frequent()
    if view.phase == "count":
        found = timeline.counted_in(view.step, example.pair)
        words = [(timeline.words[i], count) for i, count in found]
        return phases.count_card(top, example, words)
    if view.phase == "score":
        return phases.score_card(top, example, timeline.score)
    return phases.choose_card(top, view.next, timeline.score, reason(view, view.step + 1))


def reason(view: View, merge: int) -> Sentence:
    """Why a merge was or will be made."""
    timeline = view.timeline
    before = timeline.scores(merge - 1)
    return explain(
        timeline.step(merge),
        timeline.score,
        timeline.tie_break,
        *before.most_frequent(),
        forced="Your file has" if view.replayed else YOU_CHOSE,
        ratio=before.best_ratio() if "ratio" in timeline.score.rivals else None,
    )


def words_panel(view: View, rows: int) -> Iterator[Piece]:
    timeline, step = view.timeline, view.step
    changed = len(timeline.changed_words(step))
    total = len(timeline.words)
    remark = f"{changed:,} of {total:,} changed" if step else counted(total, "different word")
    menus = [*asks(view, "words"), Menu("words_menu", "Find, sort", words_menu)]
    yield head("words_head", "Words now", remark, menus)
    contains = session.chosen("train_words_filter", "")
    order = session.chosen("train_words_order", WORD_ORDERS[0])
    outline = session.chosen("train_outline", True)
    found = timeline.find_words(step, contains=contains, order=order)
    first, pages = sidebar.paged(len(found), rows, session.WORDS_PAGE)
    states = [timeline.word(step, i) for i in found[first : first + rows].tolist()]
    if states:
        merged = timeline.pair(step) if step else None
        yield chips.words(states, merged=merged, outline=outline and not view.secret)
    else:
        yield chips.nothing("No word contains that.")
    yield from sidebar.pager(pages, session.WORDS_PAGE, "the words")


def words_menu() -> None:
    """What `words_panel` shows and in which order; made only while it is open."""
    st.text_input(
        "Words that contain",
        key=session.choice_key("train_words_filter", ""),
        on_change=session.take_filter,
        args=("train_words_filter",),
        placeholder="a text, or a token such as ##g",
    )
    st.selectbox(
        "Sort by",
        WORD_ORDERS,
        format_func=lambda name: "order in the corpus" if name == "corpus" else name,
        key=session.choice_key("train_words_order", WORD_ORDERS[0]),
        on_change=session.take_filter,
        args=("train_words_order",),
    )
    st.toggle(
        "Outline the next pair",
        key=session.choice_key("train_outline", True),
        on_change=session.take_choice,
        args=("train_outline",),
    )
    st.segmented_control(
        "Rows in both lists",
        ROWS,
        required=True,
        key=session.choice_key("train_rows", ROWS[0]),
        on_change=session.take_filter,
        args=("train_rows",),
    )


def symbols_panel(view: View, rows: int) -> Iterator[Piece]:
    """Every symbol with its count, which the scores are divided by."""
    symbols = view.timeline.symbol_counts(view.step)
    remark = counted(len(symbols), "symbol")
    if len(symbols) > SYMBOLS:
        remark = f"the {SYMBOLS} most frequent of {len(symbols):,}"
    yield heading("Symbols, counted", remark)
    yield chips.counts(symbols[:SYMBOLS])


def vocabulary_panel(view: View, rows: int) -> Iterator[Piece]:
    timeline, step = view.timeline, view.step
    vocabulary = timeline.vocabulary(step)
    special = len(timeline.special_tokens)
    learned = special + len(timeline.alphabet)
    used = timeline.growth(step).in_use
    groups = [
        shortened("learned", vocabulary, range(learned, len(vocabulary)), NEWEST, newest=True),
        shortened("alphabet", vocabulary, range(special, learned), ALPHABET, newest=False),
        shortened("special", vocabulary, range(special), ALPHABET, newest=False),
    ]
    cut = any(remark for _, _, remark in groups)
    everything = cut and session.chosen("train_vocabulary_all", False)
    yield head(
        "vocabulary_head",
        "Vocabulary",
        f"{len(vocabulary):,} tokens, {used:,} of them in use now",
        asks(view, "vocabulary"),
        switch("How much of it", {"all": "All"}, "all" if everything else "") if cut else EMPTY,
    )
    pages = 1
    if everything:
        yield vocabulary_filter
        contains = session.chosen("train_vocabulary_filter", "")
        found = [(i, token) for i, token in enumerate(vocabulary) if contains in token]
        first, pages = sidebar.paged(len(found), ALL, session.VOCABULARY_PAGE)
        groups = [("by id", found[first : first + ALL], f"{len(found):,} found")]
    record = timeline.step(step) if step else None
    new = record.token if record and record.is_new_token else None
    if any(tokens for _, tokens, _ in groups):
        chosen = {timeline.merge(at).token for at, _ in session.forced() if at <= step}
        yield chips.vocabulary(groups, in_use=timeline.in_use(step), new=new, chosen=chosen)
    else:
        yield chips.nothing("No token contains that.")
    yield from sidebar.pager(pages, session.VOCABULARY_PAGE, "the vocabulary")


def vocabulary_filter() -> None:
    """Which tokens of the whole vocabulary are listed."""
    st.text_input(
        "Tokens that contain",
        key=session.choice_key("train_vocabulary_filter", ""),
        on_change=session.take_filter,
        args=("train_vocabulary_filter",),
    )


def shortened(
    title: str, vocabulary: list[str], ids: range, most: int, *, newest: bool
) -> tuple[str, list[tuple[int, str]], str]:
    """A group of the vocabulary with at most ``most`` tokens, and a remark if that is not all."""
    remark = ""
    if len(ids) > most:
        remark = f"newest first, {most} of {len(ids):,}" if newest else f"{most} of {len(ids):,}"
        ids = ids[: -most - 1 : -1] if newest else ids[:most]
    return title, [(i, vocabulary[i]) for i in ids], remark


ORDERS = {"by score": "score", "by count": "count"}
"""By what the score table may be ordered: what its buttons say and report, and the order."""

COLUMNS = {"count": scores.COUNTED, "score": scores.SCORED}
"""What the table shows in the phases before the winner is chosen."""


def scores_panel(view: View, rows: int) -> Iterator[Piece]:
    """The score table; while the winner is secret in the order of counts, without ranks."""
    table, timeline = view.now, view.timeline
    columns = COLUMNS.get(view.phase, scores.SECRET) if view.secret else scores.ALL
    by = "count" if view.secret else session.chosen("train_scores_by", "score")
    order = switch("Order", {said: said for said in ORDERS}, f"by {by}")
    title, remark = scores_heading(view)
    fixed = view.secret or session.presenting()
    yield head("scores_head", title, remark, asks(view, "scores"), EMPTY if fixed else order)
    if not len(table):
        yield chips.nothing("No pair is left: every word is one symbol.")
        return
    first, pages = sidebar.paged(len(table), rows, session.SCORES_PAGE)
    looked_at = looked_at_pair(view)
    yield scores.score_table(
        table.rows(first, first + rows, by="count" if by == "count" else "score"),
        timeline.score,
        best=table.rows(0, 1)[0].score,
        winner=view.next.pair if view.has_next else None,
        columns=columns,
        pickable=not view.secret,
        picked=looked_at.pair if looked_at else None,
    )
    yield from sidebar.pager(pages, session.SCORES_PAGE, "the scores")


def scores_heading(view: View) -> tuple[str, str]:
    """The table's title, and what to see in it."""
    if view.secret:
        title = {"count": "Pairs, counted", "score": "Pairs, scored"}.get(view.phase, "Pairs")
        return title, f"{counted(len(view.now), 'pair')}, the most frequent first"
    if not view.has_next:
        return "Scores now", "no further merge"
    if view.next.rank > 1:
        who = "from your file" if view.replayed else "chosen"
        remark = f"number {view.next.rank:,} merges, {who}"
    elif view.now.ties > 1:
        remark = f"{view.now.ties:,} tied; the top one merges"
    else:
        remark = "the top one merges next"
    return "Scores now", remark


def looked_at_pair(view: View) -> PairScore | None:
    """The pair that is looked at, if any."""
    rank = session.note("train", "look")
    if view.secret or not rank.isdecimal():
        return None
    rows = view.now.rows(int(rank) - 1, int(rank)) if rank != "0" else []
    return rows[0] if rows else None


def pair_panel(view: View, rows: int) -> Iterator[Piece]:
    """A pair by itself: its words, its formula, and what merging it would change."""
    row = looked_at_pair(view)
    if row is None:
        return
    force = EMPTY
    if view.has_next and view.next.pair != row.pair and not view.replayed:
        value = f"force at {view.step}:{row.rank}"
        force = act(value, "Merge this instead", primary=True)
    buttons = join([force, act("close", "Close", back=True)])
    what = what_if(view.timeline, view.step, row.pair)
    yield anatomy.anatomy(row, what, view.timeline, buttons)


GROWTH = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
"""The lines of each chart of growth, by its widget key."""


def growth_panel(view: View, rows: int) -> Iterator[Piece]:
    """What the charts' lines are; the charts themselves follow, and do not depend on the step."""
    yield head("growth_head", "Growth", "click to go there", asks(view, "growth"))
    yield charts.growth_keys(view.timeline.growth(view.step), list(GROWTH.values()))


def growth_marks(timeline: Timeline, step: int) -> dict[str, str]:
    """Where the charts mark the step."""
    growth = timeline.growth(step)
    return {key: charts.growth_mark(growth, names) for key, names in GROWTH.items()}


def growth_charts() -> None:
    """The charts, wherever a step may show them; the style sheet hides them where one does not."""
    big = session.presenting()
    if session.note("train", "pace") == "slow" or (
        big and session.note("train", "panel") != "growth"
    ):
        return
    timeline = session.shown().timeline
    for key, names in GROWTH.items():
        spec = charts.growth_spec(names, 340 if big else 100, key)
        st.vega_lite_chart(
            spec=charts.with_data(spec, charts.growth_data(timeline, names)),
            key=key,
            on_select=partial(session.picked, key),
            selection_mode="pick",
            alt=charts.growth_in_words(timeline, names),
        )


PANEL: dict[str, Callable[[View, int], Iterable[Piece]]] = {
    "words": words_panel,
    "symbols": symbols_panel,
    "vocabulary": vocabulary_panel,
    "scores": scores_panel,
    "growth": growth_panel,
    "pair": pair_panel,
}


theme.apply("Train")
session.begin("train")
sidebar.sidebar()
presenter.controls(presenter.STEPPING, PANELS)
sidebar.messages(session.training())
with st.container(key=BIG_BOARD if session.presenting() else BOARD):
    theme.show(charts.mark_inputs(GROWTH))
    stepping()
    growth_charts()
picks("train_picks", picked)
session.end()

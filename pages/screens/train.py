"""Train: one merge at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from markupsafe import Markup

from pages.ui import (
    anatomy,
    card,
    charts,
    chips,
    controls,
    phases,
    presenter,
    session,
    tables,
    theme,
    why,
)  # fmt: skip
from pages.ui.html import EMPTY, act, counted, join
from pages.ui.menus import Menu, head, opened, stand_ins
from pages.ui.picks import picks
from pages.ui.settings import REPLAY
from pages.ui.stepper import stepper
from pages.ui.trainings import Training
from wordpiece import Timeline
from wordpiece.errata import against_print, printed_merge
from wordpiece.explanations import YOU_CHOSE, Sentence, explain, spoken, stopped
from wordpiece.records import PairScore
from wordpiece.score_table import ScoreTable
from wordpiece.timeline import WORD_ORDERS
from wordpiece.what_if import what_if

ROWS = (6, 12, 24, 48)
"""Words and score rows on one page of a list; the first keeps all panels on one screen."""

BIG_ROWS = 5
"""The same in presenter mode."""

ALPHABET, NEWEST, ALL = 60, 48, 200
"""Alphabet and learned tokens shown at first, and tokens on one page of the whole vocabulary."""

SYMBOLS = 40
"""Symbols shown with their counts, the most frequent first."""

MENUS = ("words_menu", *(f"train_why_{panel}" for panel in why.PANELS))
"""The popovers that a button stands in for."""

PANELS = {"words": "Words", "scores": "Scores", "vocabulary": "Vocabulary", "growth": "Growth"}


@dataclass(frozen=True)
class View:
    """What the screen shows: a state of the training, and how much of it may be told.

    ``phase`` is how far the way to the next merge has been gone at the pace chosen; ``replayed``
    tells that a file decides the merges.
    """

    training: Training
    step: int
    pace: str
    phase: str
    now: ScoreTable
    replayed: bool

    @property
    def timeline(self) -> Timeline:
        return self.training.timeline

    @property
    def has_next(self) -> bool:
        return self.step < len(self.timeline)

    @property
    def secret(self) -> bool:
        """Whether the winner must not be told yet."""
        asked = self.pace == "reveal" and not self.phase
        return self.has_next and (asked or (self.pace == "slow" and self.phase != "choose"))

    @property
    def next(self) -> PairScore:
        """The pair that merges next, whether it won or was chosen."""
        row = self.now.find(self.timeline.pair(self.step + 1))
        assert row is not None
        return row


@st.fragment
def stepping() -> None:
    """Everything that depends on the step."""
    session.save()  # before the stepper, which relies on the address
    training, step = session.shown(), session.step()
    timeline = training.timeline
    pace = session.note("train", "pace")
    phase = session.phase() if step < len(timeline) else ""
    replayed = training.settings.recipe == REPLAY
    view = View(training, step, pace, phase, timeline.scores(step), replayed)
    stepper(
        "train_stepper",
        step=step,
        last=len(timeline),
        say=said(view),
        phase=phase,
        phases=phases.NEXT[pace],
    )
    why_of_card(view)
    theme.show(the_card(view))
    if session.presenting():
        PANEL[big_panel(view)](view, BIG_ROWS)
        return
    left, right = st.columns([1, 1.28], gap="medium")
    rows = ROWS[0]
    with left:
        for name in left_panels(view):
            rows = PANEL[name](view, rows) or rows
    with right:
        for name in right_panels(view):
            PANEL[name](view, rows)


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
        where = f": {phases.SLOW[view.phase]}" if view.phase else ""
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


def why_of_card(view: View) -> None:
    """The card's questions, in its upper corner."""
    menus = [] if session.presenting() else asks(view, "card")
    closed = stand_ins(menus)
    if closed is not None:
        theme.show(Markup('<div class="card-menu">{}</div>').format(closed) if closed else EMPTY)
        return
    with st.container(key="card_why", horizontal=True, horizontal_alignment="right"):
        for menu in menus:
            menu.show()


def picked(value: str) -> None:
    """A button within our HTML was clicked: a row of the table, or what can be done with it."""
    what, _, number = value.rpartition(":")
    if number.isdecimal() and len(number) < 10:
        force = f"force at {session.step()}"  # not what was asked for at a step before
        do = {"": look, force: session.force, "undo": session.undo, "go": session.go}.get(what)
        if do:
            do(int(number))
    elif value == "close":
        look(0)
    elif value == "undo all":
        session.undo_all()
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
        ratio=before.best_ratio() if timeline.score.kind == "gain" else None,
    )


def words_panel(view: View, rows: int) -> int:
    """Returns how many rows a list should show."""
    timeline, step = view.timeline, view.step
    changed = len(timeline.changed_words(step))
    total = len(timeline.words)
    remark = f"{changed:,} of {total:,} changed" if step else counted(total, "different word")
    menus = [*asks(view, "words"), Menu("words_menu", "Find, sort", words_menu)]
    head("words_head", "Words now", remark, menus)
    contains = session.chosen("train_words_filter", "")
    order = session.chosen("train_words_order", WORD_ORDERS[0])
    outline = session.chosen("train_outline", True)
    rows = rows if session.presenting() else session.chosen("train_rows", ROWS[0])
    found = timeline.find_words(step, contains=contains, order=order)
    first, pages = paged(len(found), rows, session.WORDS_PAGE)
    states = [timeline.word(step, i) for i in found[first : first + rows]]
    if states:
        merged = timeline.pair(step) if step else None
        theme.show(chips.words(states, merged=merged, outline=outline and not view.secret))
    else:
        theme.show(chips.nothing("No word contains that."))
    pager(pages, session.WORDS_PAGE)
    return rows


def words_menu() -> None:
    """What `words_panel` shows and in which order; made only while it is open."""
    st.text_input(
        "Words that contain",
        key="train_words_filter",
        on_change=session.first_pages,
        placeholder="a text, or a token such as ##g",
        persist_state="session",
    )
    st.selectbox(
        "Sort by",
        WORD_ORDERS,
        format_func=lambda name: "order in the corpus" if name == "corpus" else name,
        key="train_words_order",
        persist_state="session",
        on_change=session.first_pages,
    )
    st.toggle("Outline the next pair", value=True, key="train_outline", persist_state="session")
    st.segmented_control(
        "Rows in both lists",
        ROWS,
        default=ROWS[0],
        required=True,
        key="train_rows",
        persist_state="session",
        on_change=session.first_pages,
    )


def symbols_panel(view: View, rows: int) -> None:
    """Every symbol with its count, which the scores are divided by."""
    symbols = view.timeline.symbol_counts(view.step)
    remark = counted(len(symbols), "symbol")
    if len(symbols) > SYMBOLS:
        remark = f"the {SYMBOLS} most frequent of {len(symbols):,}"
    theme.heading("Symbols, counted", remark)
    theme.show(chips.counts(symbols[:SYMBOLS]))


def vocabulary_panel(view: View, rows: int) -> None:
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
    head(
        "vocabulary_head",
        "Vocabulary",
        f"{len(vocabulary):,} tokens, {used:,} of them in use now",
        asks(view, "vocabulary"),
        beside=(lambda: st.toggle("All", key="train_vocabulary_all")) if cut else None,
    )
    everything = cut and session.chosen("train_vocabulary_all", False)
    pages = 1
    if everything:
        contains = st.text_input(
            "Tokens that contain", key="train_vocabulary_filter", on_change=session.first_pages
        )
        found = [(i, token) for i, token in enumerate(vocabulary) if contains in token]
        first, pages = paged(len(found), ALL, session.VOCABULARY_PAGE)
        groups = [("by id", found[first : first + ALL], f"{len(found):,} found")]
    record = timeline.step(step) if step else None
    new = record.token if record and record.is_new_token else None
    if any(tokens for _, tokens, _ in groups):
        chosen = {timeline.merge(at).token for at, _ in session.forced() if at <= step}
        theme.show(chips.vocabulary(groups, in_use=timeline.in_use(step), new=new, chosen=chosen))
    else:
        theme.show(chips.nothing("No token contains that."))
    pager(pages, session.VOCABULARY_PAGE)


def shortened(
    title: str, vocabulary: list[str], ids: range, most: int, *, newest: bool
) -> tuple[str, list[tuple[int, str]], str]:
    """A group of the vocabulary with at most ``most`` tokens, and a remark if that is not all."""
    remark = ""
    if len(ids) > most:
        remark = f"newest first, {most} of {len(ids):,}" if newest else f"{most} of {len(ids):,}"
        ids = ids[: -most - 1 : -1] if newest else ids[:most]
    return title, [(i, vocabulary[i]) for i in ids], remark


COLUMNS = {"count": tables.COUNTED, "score": tables.SCORED}
"""What the table shows in the phases before the winner is chosen."""


def scores_order() -> None:
    """By what `scores_panel` is ordered."""
    st.segmented_control(
        "Order",
        ["score", "count"],
        default="score",
        required=True,
        format_func=lambda name: f"by {name}",
        key="train_scores_by",
        persist_state="session",
        label_visibility="collapsed",
        on_change=session.first_pages,
    )


def scores_panel(view: View, rows: int) -> None:
    """The score table; while the winner is secret in the order of counts, without ranks."""
    table, timeline = view.now, view.timeline
    columns = COLUMNS.get(view.phase, tables.SECRET) if view.secret else tables.ALL
    head(
        "scores_head",
        *scores_heading(view),
        asks(view, "scores"),
        beside=None if view.secret else scores_order,
    )
    by = "count" if view.secret else session.chosen("train_scores_by", "score")
    if not len(table):
        theme.show(chips.nothing("No pair is left: every word is one symbol."))
        return
    first, pages = paged(len(table), rows, session.SCORES_PAGE)
    looked_at = looked_at_pair(view)
    theme.show(
        tables.score_table(
            table.rows(first, first + rows, by="count" if by == "count" else "score"),
            timeline.score,
            best=table.rows(0, 1)[0].score,
            winner=view.next.pair if view.has_next else None,
            columns=columns,
            pickable=not view.secret,
            picked=looked_at.pair if looked_at else None,
        )
    )
    pager(pages, session.SCORES_PAGE)


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


def pair_panel(view: View, rows: int) -> None:
    """A pair by itself: its words, its formula, and what merging it would change."""
    row = looked_at_pair(view)
    if row is None:
        return
    force = EMPTY
    if view.has_next and view.next.pair != row.pair and not view.replayed:
        value = f"force at {view.step}:{row.rank}"
        force = act(value, "Merge this instead", primary=True)
    buttons = join([force, act("close", "Close")])
    what = what_if(view.timeline, view.step, row.pair)
    theme.show(anatomy.anatomy(row, what, view.timeline, buttons))


def growth_panel(view: View, rows: int) -> None:
    timeline, step = view.timeline, view.step
    head("growth_head", "Growth", "click to go there", asks(view, "growth"))
    each = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
    theme.show(charts.growth_keys(timeline.growth(step), list(each.values())))
    with st.container(horizontal=True, gap="small", key="growth_charts"):
        for key, names in each.items():
            growth_chart(key, timeline, names, step)


def growth_chart(key: str, timeline: Timeline, names: tuple[str, ...], step: int) -> None:
    height = 340 if session.presenting() else 100
    st.vega_lite_chart(
        spec=charts.with_data(
            charts.growth_spec(names, height), charts.growth_data(timeline, names, step)
        ),
        key=key,
        on_select=lambda: session.picked(key),
        selection_mode="pick",
        alt=charts.growth_in_words(timeline, names, step),
    )


PANEL: dict[str, Callable[[View, int], int | None]] = {
    "words": words_panel,
    "symbols": symbols_panel,
    "vocabulary": vocabulary_panel,
    "scores": scores_panel,
    "growth": growth_panel,
    "pair": pair_panel,
}


def paged(total: int, rows: int, name: str) -> tuple[int, int]:
    """The first row of the page a list is at, and how many pages it has."""
    pages = max(1, -(-total // rows))
    return (session.list_page(name, pages) - 1) * rows, pages


def pager(pages: int, name: str) -> None:
    if pages > 1:
        st.pagination(pages, key=session.list_key(name), max_visible_pages=5)


theme.apply()
session.begin("train")
controls.sidebar()
presenter.controls(presenter.STEPPING, PANELS)
controls.messages(session.training())
stepping()
picks("train_picks", picked)
session.end()

"""Train: one merge at a time."""

from __future__ import annotations

import streamlit as st

from pages.ui import card, charts, chips, controls, session, tables, theme
from pages.ui.html import counted
from pages.ui.stepper import stepper
from wordpiece import Growth, Timeline
from wordpiece.explanations import explain, spoken, stopped
from wordpiece.timeline import WORD_ORDERS, ScoreTable

ROWS = (6, 12, 24, 48)
"""Words and score rows on one page of a list; the first keeps all panels on one screen."""

ALPHABET, NEWEST, ALL = 60, 48, 200
"""Alphabet and learned tokens shown at first, and tokens on one page of the whole vocabulary."""


@st.fragment
def stepping() -> None:
    """Everything that depends on the step."""
    session.save()  # before the stepper, which relies on the address
    training = session.shown()
    timeline, step = training.timeline, session.step()
    before = timeline.scores(step - 1) if step else None
    now = timeline.scores(step)
    say = spoken(timeline.step(step), len(timeline)) if step else "Start."
    stepper("train_stepper", step=step, last=len(timeline), say=say)
    what_happened(timeline, step, before)
    left, right = st.columns([1, 1.28], gap="medium")
    with left:
        rows = words_panel(timeline, step)
        vocabulary_panel(timeline, step)
    with right:
        scores_panel(timeline, step, now, rows)
        growth_panel(timeline, step)


def what_happened(timeline: Timeline, step: int, before: ScoreTable | None) -> None:
    at_end = step == len(timeline)
    after = stopped(timeline.stop_reason, step) if at_end else ""
    if before is None:
        theme.show(
            card.start_card(
                len(timeline.words), timeline.occurrences, len(timeline.alphabet), after
            )
        )
        return
    record = timeline.step(step)
    why = explain(record, timeline.score, timeline.tie_break, *before.most_frequent())
    theme.show(card.merge_card(record, timeline.score, why, after))


def words_panel(timeline: Timeline, step: int) -> int:
    """Returns how many rows a list should show."""
    changed = len(timeline.changed_words(step))
    with st.container(horizontal=True, vertical_alignment="bottom", key="words_head"):
        total = len(timeline.words)
        remark = f"{changed:,} of {total:,} changed" if step else counted(total, "different word")
        theme.heading("Words now", remark)
        with st.popover("Find, sort", type="tertiary", key="words_menu"):
            contains = st.text_input(
                "Words that contain",
                key="train_words_filter",
                on_change=session.first_pages,
                placeholder="a text, or a token such as ##g",
            )
            order = st.selectbox(
                "Sort by",
                WORD_ORDERS,
                format_func=lambda name: "order in the corpus" if name == "corpus" else name,
                key="train_words_order",
                on_change=session.first_pages,
            )
            outline = st.toggle("Outline the next pair", value=True, key="train_outline")
            rows = st.segmented_control(
                "Rows in both lists",
                ROWS,
                default=ROWS[0],
                required=True,
                key="train_rows",
                on_change=session.first_pages,
            )
    found = timeline.find_words(step, contains=contains, order=order)
    first, pages = paged(len(found), rows, session.WORDS_PAGE)
    states = [timeline.word(step, i) for i in found[first : first + rows]]
    if states:
        merged = timeline.pair(step) if step else None
        theme.show(chips.words(states, merged=merged, outline=outline))
    else:
        theme.show(chips.nothing("No word contains that."))
    pager(pages, session.WORDS_PAGE)
    return rows


def vocabulary_panel(timeline: Timeline, step: int) -> None:
    vocabulary = list(enumerate(timeline.vocabulary(step)))
    in_use = timeline.in_use(step)
    special = len(timeline.special_tokens)
    learned = special + len(timeline.alphabet)
    used = timeline.growth(step).in_use
    groups = [
        shortened("learned", vocabulary[learned:], NEWEST, newest=True),
        shortened("alphabet", vocabulary[special:learned], ALPHABET, newest=False),
        shortened("special", vocabulary[:special], ALPHABET, newest=False),
    ]
    cut = any(remark for _, _, remark in groups)
    everything = False
    with st.container(horizontal=True, vertical_alignment="bottom", key="vocabulary_head"):
        theme.heading("Vocabulary", f"{len(vocabulary):,} tokens, {used:,} of them in use now")
        if cut:
            everything = st.toggle("All", key="train_vocabulary_all")
    pages = 1
    if everything:
        contains = st.text_input(
            "Tokens that contain", key="train_vocabulary_filter", on_change=session.first_pages
        )
        found = [(i, token) for i, token in vocabulary if contains in token]
        first, pages = paged(len(found), ALL, session.VOCABULARY_PAGE)
        groups = [("by id", found[first : first + ALL], f"{len(found):,} found")]
    record = timeline.step(step) if step else None
    new = record.token if record and record.is_new_token else None
    if any(tokens for _, tokens, _ in groups):
        theme.show(chips.vocabulary(groups, in_use=in_use, new=new))
    else:
        theme.show(chips.nothing("No token contains that."))
    pager(pages, session.VOCABULARY_PAGE)


def shortened(
    title: str, tokens: list[tuple[int, str]], most: int, *, newest: bool
) -> tuple[str, list[tuple[int, str]], str]:
    """A group of the vocabulary with at most ``most`` tokens, and a remark if that is not all."""
    if len(tokens) <= most:
        return title, tokens, ""
    if newest:
        return title, tokens[: -most - 1 : -1], f"newest first, {most} of {len(tokens):,}"
    return title, tokens[:most], f"{most} of {len(tokens):,}"


def scores_panel(timeline: Timeline, step: int, table: ScoreTable, rows: int) -> None:
    is_next = step < len(timeline)
    with st.container(horizontal=True, vertical_alignment="bottom", key="scores_head"):
        remark = "the top one merges next" if is_next else "no further merge"
        if table.ties > 1:
            remark += f"; {table.ties:,} tied for best"
        theme.heading("Scores now", remark)
        by = st.segmented_control(
            "Order",
            ["score", "count"],
            default="score",
            required=True,
            format_func=lambda name: f"by {name}",
            key="train_scores_by",
            label_visibility="collapsed",
            on_change=session.first_pages,
        )
    if not len(table):
        theme.show(chips.nothing("No pair is left: every word is one symbol."))
        return
    first, pages = paged(len(table), rows, session.SCORES_PAGE)
    shown = table.rows(first, first + rows, by="count" if by == "count" else "score")
    best = table.rows(0, 1)[0].score
    theme.show(tables.score_table(shown, timeline.score, best=best, winner_is_next=is_next))
    pager(pages, session.SCORES_PAGE)


def growth_panel(timeline: Timeline, step: int) -> None:
    theme.heading("Growth", "click to go there")
    growths = [timeline.growth(k) for k in charts.sampled_steps(len(timeline), step)]
    sizes, length = st.columns([1.15, 1], gap="small")
    with sizes:
        growth_chart("train_sizes", growths, ("vocabulary", "in_use"), step)
    with length:
        growth_chart("train_length", growths, ("corpus_tokens",), step)


def growth_chart(key: str, growths: list[Growth], names: tuple[str, ...], step: int) -> None:
    theme.show(charts.growth_key(next(g for g in growths if g.step == step), names))
    st.vega_lite_chart(
        charts.growth_data(growths, names, step),
        charts.growth_spec(names, height=100),
        key=key,
        on_select=lambda: session.picked(key),
        selection_mode="pick",
        alt=charts.growth_in_words(growths, names, step),
    )


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
controls.messages(session.training())
stepping()
session.end()

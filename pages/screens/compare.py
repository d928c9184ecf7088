"""Compare: WordPiece, BPE and Hugging Face style in lockstep."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import streamlit as st
from markupsafe import Markup

from pages.ui import charts, chips, compare_views, controls, presenter, session, theme
from pages.ui.compare_views import TITLES
from pages.ui.menus import Menu, head, opened, stand_ins
from pages.ui.picks import picks
from pages.ui.settings import Algorithm
from pages.ui.stepper import stepper
from pages.ui.trainings import Training
from pages.ui.why import context_of, questions
from wordpiece.answers import Context
from wordpiece.comparison import Comparison, Divergence, explain_divergence
from wordpiece.errors import CorpusError, VocabularySizeError
from wordpiece.normalizers import compose
from wordpiece.pre_tokenizers import bytes_to_text

ROWS, BIG_ROWS = 8, 6
"""Words on one page of the list; in presenter mode."""

MENUS = ("cuts_menu", "compare_why_columns", "compare_why_parting")
"""The popovers that a button stands in for."""

PANELS = {
    "columns": "Three trainings",
    "parting": "Where they part",
    "words": "The same words",
    "sentence": "One sentence",
    "growth": "Over the training",
}

MAX_SENTENCE = 2_000
"""Characters of the sentence."""

AXES = {"step": "by step", "size": "by vocabulary size"}
WORDS = {"same": "BPE on same words", "gpt2": "BPE on GPT-2 words"}
GPT2: Literal["gpt2"] = "gpt2"

Trainings = dict[Algorithm, Training]


def lockstep(training: Training) -> str | None:
    """How to go, and on what BPE trains; returns BPE's pre-tokenizer if it is its own."""
    why_not = ""
    if training.kind == "table":
        why_not = "A table's words are split already, so BPE gets the same."
    elif training.settings.pre_tokenizer == GPT2:
        why_not = "All three split words in GPT-2 style already."
    with st.container(horizontal=True, vertical_alignment="center", key="compare_head"):
        switch("by", "In lockstep", AXES)
        switch("words", "What BPE trains on", WORDS, disabled=bool(why_not))
        if why_not:
            st.caption(why_not)
    if why_not or session.note("compare", "words") != GPT2:
        session.compared()
        return None
    try:
        session.compared(GPT2)
    except (CorpusError, VocabularySizeError) as error:
        session.compared()
        st.error(
            controls.plain(f"BPE on GPT-2 words: {error} Still on screen: BPE on the same words.")
        )
        return None
    return GPT2


def switch(name: str, label: str, options: dict[str, str], *, disabled: bool = False) -> None:
    """One of a few values for a note that goes into the link."""
    st.segmented_control(
        label,
        list(options),
        required=True,
        format_func=lambda option: options[option],
        key=session.note_key("compare", name),
        on_change=session.take_note,
        args=("compare", name),
        label_visibility="collapsed",
        disabled=disabled,
    )


@st.fragment
def stepping(bpe_words: str | None) -> None:
    """Everything that depends on the step."""
    session.save()  # before the stepper, which relies on the address
    trainings = session.compared(bpe_words)
    byte_level = frozenset(
        name
        for name, training in trainings.items()
        if training.kind == "text" and training.settings.pre_tokenizer == GPT2
    )
    comparison = compare_views.comparison_of(
        tuple((name, training.timeline) for name, training in trainings.items()),
        "size" if session.note("compare", "by") == "size" else "step",
        byte_level,
    )
    session.hold(comparison.last)
    position = session.step()
    columns = [column(comparison, name, position, bpe_words) for name in trainings]
    newest = [f"{TITLES[c.name]} {c.learned[0].merge.token}" for c in columns if c.learned]
    stepper(
        "compare_stepper",
        step=position,
        last=comparison.last,
        say=f"{place(comparison, position)}: {', '.join(newest)}." if newest else "Start.",
    )
    big = session.note("compare", "show") if session.presenting() else ""
    if big in ("", "columns"):
        theme.show(compare_views.columns(columns))
    same_words = {name: t for name, t in trainings.items() if name != "bpe" or not bpe_words}
    ask = partial(
        context_of,
        trainings["wordpiece"],
        comparison.step("wordpiece", position),
        trainings=same_words,
    )
    if big:
        big_panel(big, trainings, comparison, position, bpe_words, ask)
        return
    columns_foot(questions("columns", ask))
    left, right = st.columns([1, 1.1], gap="medium")
    with left:
        parting_panel(comparison, bpe_words, ask)
        sentence_panel(trainings, comparison, position)
    with right:
        words_panel(comparison, position, ROWS)
    measures_panel(comparison, position)
    theme.show(compare_views.third_column())


def big_panel(
    name: str,
    trainings: Trainings,
    comparison: Comparison,
    position: int,
    bpe_words: str | None,
    ask: Callable[[], Context],
) -> None:
    """The one panel that presenter mode shows; the columns are drawn already."""
    if name == "parting":
        parting_panel(comparison, bpe_words, ask)
    elif name == "words":
        words_panel(comparison, position, BIG_ROWS)
    elif name == "sentence":
        sentence_panel(trainings, comparison, position)
    elif name == "growth":
        measures_panel(comparison, position)


def columns_foot(asks: Menu) -> None:
    """What the mark on shared tokens means, and the questions about the columns."""
    closed = stand_ins([asks])
    if closed is not None:
        theme.show(Markup('<div class="head">{}{}</div>').format(compare_views.sameness(), closed))
        return
    with st.container(horizontal=True, vertical_alignment="center", key="columns_foot"):
        theme.show(compare_views.sameness())
        asks.show()


def place(comparison: Comparison, position: int) -> str:
    """Where the page stands."""
    if comparison.by == "step":
        return f"Step {position:,} of {comparison.last:,}"
    return f"Vocabulary of {comparison.smallest + position:,}"


def column(
    comparison: Comparison, name: str, position: int, bpe_words: str | None
) -> compare_views.Column:
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = f"waits: its alphabet is larger than {comparison.smallest + position:,}"
    elif step == len(timeline) and position > comparison.position_of(name, step):
        remark = "has stopped"
    rule = compare_views.RULES[name]
    if name == "bpe" and bpe_words:
        rule = "score: times together; GPT-2 style words"
    newest = range(step, max(0, step - compare_views.MOST), -1)
    return compare_views.Column(
        name=name,
        rule=rule,
        learned=[comparison.learned(name, k, position) for k in newest],
        step=step,
        steps=len(timeline),
        vocabulary=timeline.growth(step).vocabulary,
        remark=remark,
        score=timeline.score,
    )


def parting_panel(
    comparison: Comparison, bpe_words: str | None, ask: Callable[[], Context]
) -> None:
    if bpe_words:
        theme.heading("Where they part")
        theme.show(
            chips.nothing(
                "BPE trains on other words than WordPiece now, so they differ from the start. "
                "On the same words only the score would differ."
            )
        )
        return
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    remark, beside = "", None
    if divergence is not None:
        remark = f"WordPiece and BPE, merge {divergence.step:,}"
        beside = partial(go_there, comparison, divergence)
    head("parting_head", "Where they part", remark, [questions("parting", ask)], beside)
    theme.show(compare_views.parting(divergence, said, scores))


def go_there(comparison: Comparison, divergence: Divergence) -> None:
    """A button to where two trainings part."""
    both = [
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    ]
    st.button("Go there", on_click=session.go, args=(max(both),), key="compare_go", type="tertiary")


def words_menu() -> None:
    """Which words `words_panel` shows; made only while it is open."""
    st.text_input(
        "Words that contain",
        key=session.note_key("compare", "find"),
        on_change=found_anew,
        placeholder="a text, or a token such as ##g",
    )
    st.toggle(
        "Only words where they differ",
        key="compare_only",
        on_change=session.first_pages,
        persist_state="session",
    )


def words_panel(comparison: Comparison, position: int, rows: int) -> None:
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    remark = f"{differing:,} of {total:,} cut differently, on top"
    head("cuts_head", "The same words", remark, [Menu("cuts_menu", "Find", words_menu)])
    contains = session.note("compare", "find")
    only = session.chosen("compare_only", False)
    found = comparison.find_words(position, contains=contains, only_differing=only)
    pages = max(1, -(-len(found) // rows))
    first = (session.list_page(session.COMPARED_PAGE, pages) - 1) * rows
    if found:
        words = comparison.words(position, found[first : first + rows])
        theme.show(compare_views.cuts(words, list(comparison.timelines)))
    else:
        some = contains or total
        theme.show(chips.nothing("No such word." if some else "There are no words."))
    if pages > 1:
        st.pagination(pages, key=session.list_key(session.COMPARED_PAGE), max_visible_pages=5)


def found_anew() -> None:
    session.take_note("compare", "find")
    session.first_pages()


def sentence_panel(trainings: Trainings, comparison: Comparison, position: int) -> None:
    theme.heading("One sentence", "encoded by all three at this point")
    example = example_sentence(comparison)
    typed = st.text_input(
        "Type a sentence",
        key=session.note_key("compare", "sentence"),
        on_change=session.take_note,
        args=("compare", "sentence"),
        placeholder=example,
        max_chars=MAX_SENTENCE,
        live=True,
    )
    text = typed if (typed or "").strip() else example
    each = []
    for name, training in trainings.items():
        settings, step = training.settings, comparison.step(name, position)
        replays = name == "bpe"
        encoder = compare_views.encoder_of(training.timeline, step, replays=replays)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        how = "merges replayed" if replays else "longest match"
        each.append(compare_views.Encoded(name, how, tokens))
    theme.show(compare_views.encoded(each))


def example_sentence(comparison: Comparison) -> str:
    """The first words of the corpus."""
    words = next(iter(comparison.timelines.values())).words
    return " ".join(bytes_to_text(word).strip() for word in words[:6])


def measures_panel(comparison: Comparison, position: int) -> None:
    positions = charts.sampled_steps(comparison.last, position, compare_views.POINTS)
    here = positions.index(position)
    shown = compare_views.measures(comparison, positions)
    for row in (shown[:2], shown[2:]):
        for place_, measure in zip(st.columns(2, gap="medium"), row, strict=True):
            with place_:
                theme.heading(measure.title, measure.remark)
                theme.show(
                    charts.lines_key(
                        [(n, measure.written(v[here])) for n, v in measure.lines.items()]
                    )
                )
                key = f"compare_{shown.index(measure)}_{comparison.by}"
                st.vega_lite_chart(
                    spec=charts.with_data(
                        charts.lines_spec(
                            tuple(measure.lines),
                            130,
                            comparison.by,
                            ".0%" if "%" in measure.pattern else "~s",
                        ),
                        compare_views.measure_data(measure, comparison, positions, position),
                    ),
                    key=key,
                    on_select=lambda key=key: session.picked(key),
                    selection_mode="pick",
                    alt=compare_views.measure_in_words(
                        measure, here, place(comparison, position).lower()
                    ),
                )


theme.apply()
session.begin("compare")
controls.sidebar()
presenter.controls(presenter.STEPS, PANELS, "show")
shown = session.training(longer=True)
controls.messages(shown)
controls.only_the_three("Compare")
stepping(lockstep(shown))
picks("compare_picks", lambda value: opened(value, MENUS))
session.end()

"""Compare: WordPiece, BPE and Hugging Face style in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

import streamlit as st

from pages.components.picks import MAX_NUMBER, picks
from pages.components.stepper import stepper
from pages.panels import charts, chips, compare_views
from pages.panels.compare_views import TITLES, Measure
from pages.panels.html import EMPTY, act, heading
from pages.panels.markup import Markup
from pages.shell import presenter, sidebar, theme
from pages.shell.boards import Board, shared
from pages.shell.menus import Menu, head, menu_bar, opened
from pages.shell.rescue import fragment
from pages.shell.theme import Piece
from pages.shell.why import context_of, questions
from pages.state import session
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm, whole_number
from wordpiece.errors import CorpusError, VocabularySizeError
from wordpiece.teaching.answers import Context
from wordpiece.teaching.wording import explain_divergence
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import bytes_to_text
from wordpiece.training.comparison import Comparison, Divergence

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
            sidebar.plain(f"BPE on GPT-2 words: {error} Still on screen: BPE on the same words.")
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


def comparison_of(bpe_words: str | None) -> Comparison:
    """The three trainings, by step or by vocabulary size."""
    trainings = session.compared(bpe_words)
    byte_level = frozenset(
        name
        for name, training in trainings.items()
        if training.kind == "text" and training.settings.pre_tokenizer == GPT2
    )
    by = "size" if session.note("compare", "by") == "size" else "step"
    names = tuple(trainings)
    make = compare_views.comparison_of
    return session.worked_out(make, [*trainings.values()], names, by, byte_level)


@fragment
def stepping(bpe_words: str | None) -> None:
    """Everything that depends on the step."""
    session.save()  # before the stepper, which relies on the address
    trainings = session.compared(bpe_words)
    comparison = comparison_of(bpe_words)
    session.hold(comparison.last)
    position = session.step()
    make = partial(board, trainings, comparison, position, bpe_words)
    shown = shared(session.common_place(*trainings.values()), make)
    stepper(
        "compare_stepper", step=position, last=comparison.last, say=shown.say, marks=shown.marks
    )
    theme.draw([shown.panels])
    if not session.presenting():
        sentence_field(comparison)


def board(
    trainings: Trainings, comparison: Comparison, position: int, bpe_words: str | None
) -> Board:
    """What is to be seen."""
    columns = [column(comparison, name, position, bpe_words) for name in trainings]
    newest = [f"{TITLES[c.name]} {c.learned[0].merge.token}" for c in columns if c.learned]
    measures = compare_views.measures(comparison, [position])
    marks = {
        chart_key(comparison.by, number): charts.mark(
            comparison.at(position), [line[0] for line in measure.lines.values()]
        )
        for number, measure in enumerate(measures)
    }
    say = f"{place(comparison, position)}: {', '.join(newest)}." if newest else "Start."
    same_words = {name: t for name, t in trainings.items() if name != "bpe" or not bpe_words}
    ask = partial(
        context_of,
        trainings["wordpiece"],
        comparison.step("wordpiece", position),
        trainings=same_words,
    )
    if session.presenting():
        show = session.note("compare", "show")
        if show == "growth":
            return Board(say, marks, theme.beside(board_key(), measure_heads(measures)))
        panel: dict[str, Callable[[], Iterable[Piece]]] = {
            "columns": lambda: [compare_views.columns(columns)],
            "parting": lambda: parting_panel(comparison, bpe_words, ask),
            "words": lambda: words_panel(comparison, position, BIG_ROWS),
            "sentence": lambda: sentence_panel(trainings, comparison, position),
        }
        return Board(say, marks, theme.stacked(panel[show]()))
    foot = menu_bar("columns_foot", compare_views.sameness, [questions("columns", ask)])
    sentence_head, _, tokens = sentence_panel(trainings, comparison, position)
    panels = theme.beside(
        board_key(),
        {
            "columns": [compare_views.columns(columns), foot],
            "left": [*parting_panel(comparison, bpe_words, ask), sentence_head],
            "tokens": [tokens],
            "right": words_panel(comparison, position, ROWS),
            **measure_heads(measures),
            "third": [compare_views.third_column()],
        },
    )
    return Board(say, marks, panels)


def place(comparison: Comparison, position: int) -> str:
    """Where the page stands."""
    if comparison.by == "step":
        return f"Step {position:,} of {comparison.last:,}"
    return f"Vocabulary of {comparison.at(position):,}"


def column(
    comparison: Comparison, name: str, position: int, bpe_words: str | None
) -> compare_views.Column:
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = f"waits: its alphabet is larger than {comparison.at(position):,}"
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
) -> Iterator[Piece]:
    if bpe_words:
        yield heading("Where they part")
        yield chips.nothing(
            "BPE trains on other words than WordPiece now, so they differ from the start. "
            "On the same words only the score would differ."
        )
        return
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    remark, there = "", EMPTY
    if divergence is not None:
        remark = f"WordPiece and BPE, merge {divergence.step:,}"
        if not session.presenting():
            there = act(f"go:{position_of(comparison, divergence)}", "Go there")
    yield head("parting_head", "Where they part", remark, [questions("parting", ask)], there)
    yield compare_views.parting(divergence, said, scores)


def position_of(comparison: Comparison, divergence: Divergence) -> int:
    """Where both trainings have made the merge in which they part."""
    return max(
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    )


def picked(value: str) -> None:
    """A button within our HTML was clicked."""
    what, _, digits = value.partition(":")
    number = whole_number(digits, MAX_NUMBER)
    if what == "go" and number is not None:
        session.go(number)
    elif not sidebar.turned(value):
        opened(value, MENUS)


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
        key=session.choice_key("compare_only", False),
        on_change=session.take_filter,
        args=("compare_only",),
    )


def words_panel(comparison: Comparison, position: int, rows: int) -> Iterator[Piece]:
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    remark = f"{differing:,} of {total:,} cut differently, on top"
    yield head("cuts_head", "The same words", remark, [Menu("cuts_menu", "Find", words_menu)])
    contains = session.note("compare", "find")
    only = session.chosen("compare_only", False)
    found = comparison.find_words(position, contains=contains, only_differing=only)
    first, pages = sidebar.paged(len(found), rows, session.COMPARED_PAGE)
    if found:
        words = comparison.words(position, found[first : first + rows])
        yield compare_views.cuts(words, list(comparison.timelines))
    else:
        some = contains or total
        yield chips.nothing("No such word." if some else "There are no words.")
    yield from sidebar.pager(pages, session.COMPARED_PAGE, "the words")


def found_anew() -> None:
    session.take_note("compare", "find")
    session.first_pages()


def sentence_panel(
    trainings: Trainings, comparison: Comparison, position: int
) -> tuple[Markup, Callable[[], None], Markup]:
    """A title, a field to type a sentence, and what the three make of it."""
    typed = session.note("compare", "sentence")
    text = typed if typed.strip() else example_sentence(comparison)
    each = []
    for name, training in trainings.items():
        settings, step = training.settings, comparison.step(name, position)
        replays = name == "bpe"
        encoder = session.worked_out(compare_views.encoder_of, [training], step, replays)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        encoder.forget()  # what somebody has typed is nobody else's
        how = "merges replayed" if replays else "longest match"
        each.append(compare_views.Encoded(name, how, tokens))
    title = heading("One sentence", "encoded by all three at this point")
    return title, partial(sentence_field, comparison), compare_views.encoded(each)


def sentence_field(comparison: Comparison) -> None:
    st.text_input(
        "Type a sentence",
        key=session.note_key("compare", "sentence"),
        on_change=session.take_note,
        args=("compare", "sentence"),
        placeholder=example_sentence(comparison),
        max_chars=MAX_SENTENCE,
        live=True,
    )


def example_sentence(comparison: Comparison) -> str:
    """The first words of the corpus."""
    words = next(iter(comparison.timelines.values())).words
    return " ".join(bytes_to_text(word).strip() for word in words[:6])


def board_key() -> str:
    """The key of the board, for the style sheet."""
    if not session.presenting():
        return "compare_board"
    return "measures_board" if session.note("compare", "show") == "growth" else "compare_big"


def measure_heads(measures: Sequence[Measure]) -> dict[str, list[Piece]]:
    """The title and the key of each chart, by its area on the board."""
    heads: dict[str, list[Piece]] = {}
    for number, measure in enumerate(measures):
        values = [(name, measure.written(line[0])) for name, line in measure.lines.items()]
        heads[f"head{number}"] = [heading(measure.title, measure.remark), charts.lines_key(values)]
    return heads


def chart_key(by: str, number: int) -> str:
    return f"compare_{number}_{by}"


def measure_charts(comparison: Comparison) -> None:
    """The charts; they do not depend on the step, which they only mark."""
    if session.presenting() and session.note("compare", "show") != "growth":
        return
    positions = charts.sampled_steps(comparison.last, compare_views.POINTS)
    for number, measure in enumerate(compare_views.measures(comparison, positions)):
        key = chart_key(comparison.by, number)
        pattern = ".0%" if "%" in measure.pattern else "~s"
        height = 200 if session.presenting() else 130
        spec = charts.lines_spec(tuple(measure.lines), height, comparison.by, pattern, key)
        st.vega_lite_chart(
            spec=charts.with_data(spec, compare_views.measure_data(measure, comparison, positions)),
            key=key,
            on_select=partial(session.picked, key),
            selection_mode="pick",
            alt=compare_views.measure_in_words(measure, comparison),
        )


def announced(training: Training) -> str | None:
    """What is to be said before the columns, and the choices above them; see `lockstep`.

    A function, as the page's own names live as long as its fragment, and with them a training.
    """
    sidebar.messages(training)
    sidebar.only_the_three("Compare")
    return lockstep(training)


theme.apply("Compare")
session.begin("compare")
sidebar.sidebar()
presenter.controls(presenter.STEPS, PANELS, "show")
bpe_words = announced(session.training(longer=True))
with st.container(key=board_key()):
    theme.show(charts.mark_inputs(chart_key(by, number) for by in AXES for number in range(4)))
    stepping(bpe_words)
    measure_charts(comparison_of(bpe_words))
picks("compare_picks", picked)
session.end()

"""Predict: what comes next? Ten questions, asked and graded by the engine."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from pages.panels import chips, encode, predict
from pages.panels.html import heading
from pages.panels.predict import Run, code
from pages.shell import presenter, sidebar, theme
from pages.shell.rescue import fragment
from pages.state import session
from pages.trainings.settings import NOTE_CHOICES, whole_number
from wordpiece import Timeline
from wordpiece.teaching.quiz import PairQuestion, SplitQuestion

ASK = dict(
    zip(
        NOTE_CHOICES["ask"],
        ("A bit of everything", "The next merge", "BPE's next merge", "Tokens of a word",
         "Scores that change"),
        strict=True,
    )
)  # fmt: skip

MAX_SET = 999_999


@fragment
def asking() -> None:
    """The run: one question at a time, then the result."""
    session.save()
    trainings = session.compared()
    training, bpe = trainings["wordpiece"], trainings["bpe"].timeline
    number = question_set()
    run = session.memory("predict", Run)
    kind = session.note("predict", "ask")
    asked = (training.settings, training.source_name)
    run.take_up(asked, training.timeline, bpe, kind, number)
    presenting = session.presenting()
    if not presenting:
        chooser(run)
    if not run.questions:
        theme.show(chips.nothing(why_none(training.timeline)))
        return
    if run.at == len(run.questions):
        result_panel(run, number)
        return
    question = run.questions[run.at]
    theme.show(predict.asked(question, run))
    if isinstance(question, SplitQuestion):
        split_panel(run, question)
    else:
        pair_panel(run, question)


def verdict_panel(run: Run) -> None:
    """Right or not, and the way on."""
    said, on = st.columns([7, 2], vertical_alignment="center")
    with said:
        theme.show(predict.verdict(run.answers[run.at][1]))
    last = run.at + 1 == len(run.questions)
    on.button(
        "See the result" if last else "Next question",
        type="primary",
        shortcut="Enter",
        on_click=run.go_on,
        key="predict_next",
        width="stretch",
        wrap=True,
    )


def question_set() -> int:
    """The number of the set; whatever a link or the field says, there is one."""
    said = session.note("predict", "set")
    number = whole_number(said, MAX_SET) or 1
    if str(number) != said:
        session.set_note("set", str(number))
    return number


def why_none(timeline: Timeline) -> str:
    """Why this corpus gives no questions."""
    if not len(timeline):
        return (
            "This corpus gives no questions: its training makes no merge. Choose another corpus "
            "on the left, longer words, or a larger vocabulary."
        )
    return "This corpus gives no questions of this kind; choose another kind."


def chooser(run: Run) -> None:
    """Kind and set of questions, and how far the run is."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_head"):
        st.selectbox(
            "Questions",
            list(ASK),
            format_func=lambda name: ASK[name],
            key=session.note_key("predict", "ask"),
            on_change=session.take_note,
            args=("predict", "ask"),
            width=200,
        )
        st.text_input(
            "Question set",
            max_chars=len(str(MAX_SET)),
            key=session.note_key("predict", "set"),
            on_change=session.take_note,
            args=("predict", "set"),
            width=110,
        )
        if run.questions:
            theme.show(predict.marks(run))


def pair_panel(run: Run, question: PairQuestion) -> None:
    """Up to four pairs to choose from, and below them what there is to go by."""
    if run.answered:
        answer, _ = run.answers[run.at]
        verdict_panel(run)
        theme.show(predict.revealed(question, (answer[0], answer[1])))
    else:
        pair_buttons(run, question)
    helps = words_panel(run, question)
    if helps and not run.answered:
        with st.container(key="predict_counts_table"):
            theme.show(predict.counts(question))


def pair_buttons(run: Run, question: PairQuestion) -> None:
    with st.container(key="predict_answers"):
        for row in range(0, len(question.candidates), 2):
            columns = st.columns(2, gap="small")
            both = question.candidates[row : row + 2]
            for i, (column, candidate) in enumerate(zip(columns, both, strict=False), row):
                left, right = candidate.row.pair
                column.button(
                    f"{code(left)} + {code(right)}",
                    on_click=run.answer,
                    args=(run.at, candidate.row.pair),
                    key=f"predict_answer_{run.at}_{i}",
                    shortcut=str(i + 1),
                    width="stretch",
                )


def words_panel(run: Run, question: PairQuestion) -> bool:
    """The words that matter; returns whether the counts are asked for."""
    timeline = run.timeline(question)
    words = run.words(question)
    some = len(words) < len(timeline.words)
    remark = f"{len(words)} of {len(timeline.words):,} words; counts are over all of them"
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_state"):
        theme.show(heading("The words now", remark if some else "and how often each occurs"))
        helps = st.toggle(
            "Show the counts",
            # Where not all words are on screen nobody can count; for BPE the counts say it all.
            value=some and question.kind != "bpe",
            disabled=run.answered,
            key=f"predict_counts_{'some' if some else 'all'}_{question.kind == 'bpe'}",
        )
    with st.container(key="predict_words"):
        states = [replace(timeline.word(question.step, i), made=()) for i in words]
        theme.show(
            chips.words(states, merged=None, outline=question.kind == "change" or run.answered)
        )
    return helps


def split_panel(run: Run, question: SplitQuestion) -> None:
    """Tokens to click or to type."""
    if run.answered:
        answer, verdict = run.answers[run.at]
        verdict_panel(run)
        if not verdict.right:
            theme.show(predict.tokens(str(answer).split(), "your answer", "wrong"))
        theme.show(predict.tokens(question.tokens, "longest match", "right"))
        theme.show(*encode.traced(question.trace))
        return
    offered = len(question.choices) - 1
    remark = "all of it"
    if offered < question.vocabulary:
        remark = f"{offered} of {question.vocabulary:,} tokens; all that fit into the word are here"
    theme.show(heading("The vocabulary now", f"{remark}; click tokens in order, or type them"))
    clicked = None
    with st.container(horizontal=True, key="predict_tokens"):
        for i, token in enumerate(question.choices):
            if st.button(code(token), key=f"predict_token_{run.at}_{i}"):
                clicked = token
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_field"):
        run.typed = st.text_input(
            "Your tokens, a space between them",
            value=run.typed,
            live=True,
            max_chars=500,
            key=f"predict_typed_{run.version}",
            placeholder="for example h ##u ##g",
        )
        undo = st.button("Undo", key="predict_undo")
        clear = st.button("Clear", key="predict_clear")
        check = st.button("Check", type="primary", key="predict_check")
    theme.show(predict.tokens(run.typed.split(), "your answer"))
    # Not by callbacks: only here the field has been read.
    given = run.typed.split()
    if check and given:
        run.answer(run.at, run.typed)
    elif clicked is not None:
        run.type(" ".join([*given, clicked]))
    elif undo:
        run.type(" ".join(given[:-1]))
    elif clear:
        run.type("")
    if clicked is not None or undo or clear or (check and given):
        st.rerun()


def result_panel(run: Run, number: int) -> None:
    """The score, every question again, and where to go from here."""
    theme.show(predict.result(run))
    with st.container(horizontal=True):
        following = number % MAX_SET + 1
        st.button(
            "Next set",
            type="primary",
            on_click=session.set_note,
            args=("set", str(following)),
            key="predict_following",
        )
        st.button("Same set again", on_click=run.again, key="predict_again")


KEYS = {
    "1 – 4": "the answer of that number",
    "Enter": "check what you typed; the next question, as a clicker's page keys in presenter mode",
}

theme.apply("Predict")
session.begin("predict")
sidebar.sidebar()
presenter.controls(KEYS, clicker=("predict_next", "predict_next"))
sidebar.messages(session.training())
sidebar.only_the_three("Predict")
session.compared()
predict.enter_checks()
asking()
session.end()

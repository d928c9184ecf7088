"""Predict: ten questions about the next step, created and graded by the engine."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.remember import remember
from pages.locale import message, say
from pages.panels.html import nothing
from pages.panels.layout import strip
from pages.panels.predict import question as question_html
from pages.panels.predict.question import code
from pages.panels.room.vote import ask_of
from pages.panels.shared.card import RIGHT, WRONG, verdict
from pages.panels.shared.story import StorySources
from pages.shell import presenter, room, sidebar, story, theme
from pages.shell.question_help import question_help
from pages.shell.rescue import fragment
from pages.state import address, current_training, fields, steps
from pages.state.remembered import Predict
from pages.state.run import Kind, Run
from pages.state.session import current
from pages.trainings.job import Training
from wordpiece.message import Message
from wordpiece.teaching.by_hand import MAX_SEED
from wordpiece.teaching.quiz import (
    ChoiceQuestion,
    PairQuestion,
    Question,
    ReplayQuestion,
    TypedQuestion,
)

FORWARD = "predict_next predict_skip"
"""The widget keys of the buttons that continue, or show the answer."""

ALONE = {"Enter": "predict_skip"}
"""The keys in presenter mode while no class votes: a single visitor might press Enter twice."""


@fragment
def draw_run() -> None:
    """Draw the run: one question at a time, then the result."""
    room.draw_all_if_turned()
    address.save()
    training, chosen = trainings()[0], fields.get(Predict.set)
    run = current_run()
    if not room.is_on():
        remember("predict", run.saved, run.restore, store="sessionStorage")
    presenting = current().presenting
    if presenting:
        where = where_in(run) if run.questions else ""
        theme.show(strip(room.strip_title(say("Predict")), training.source_name, where))
    elif not room.is_on():
        chooser(run)
    if room.is_on():
        class_panel(run, chosen)
        return
    if not run.questions:
        theme.show(
            nothing(
                say(
                    "This training gives no question that fits your choice. Change the corpus "
                    "or the limits in the sidebar. If only one kind of question is chosen, try "
                    "another kind."
                )
            )
        )
        return
    if run.at == len(run.questions):
        result_panel(run, chosen)
        return
    question = run.questions[run.at]
    theme.show(question_html.question_title(question, place(run)))
    if isinstance(question, TypedQuestion):
        typed_panel(run, question)
    else:
        choice_panel(run, question)


def trainings() -> tuple[Training, ...]:
    """Return the trainings that the questions are about."""
    of = steps.kind().quiz.of
    return tuple(current_training.by_algorithm(names=of).values()) or (current_training.get(),)


def current_run() -> Run:
    """Return the run; it begins again if the training or the choice of questions has changed."""
    run, digest = fields.get(Predict.run), current_training.source().digest
    run.start_or_resume(
        steps.kind().quiz, trainings(), digest, kind_of_question(), fields.get(Predict.set)
    )
    return run


def choices_of_questions() -> dict[str, Message]:
    """Return the choices of questions about the trainings."""
    choices = {"mixed": message("All kinds")}
    return choices | {name: question_html.KINDS[name] for name in steps.kind().quiz.kinds}


def kind_of_question() -> Kind:
    """Return the chosen kind of questions, or "mixed" if the training has no such questions."""
    if fields.get(Predict.ask) not in choices_of_questions():
        fields.put(Predict.ask, "mixed")
    return fields.get(Predict.ask)


def place(run: Run) -> str:
    """Return which question is on screen."""
    return say("Question {number} of {total}", number=run.at + 1, total=len(run.questions))


def where_in(run: Run) -> str:
    """Return the progress of the run; for a class only the number of the question."""
    total = len(run.questions)
    verdicts = [] if room.is_on() and run.at < total else run.verdicts
    return question_html.where(verdicts, run.at, total)


def verdict_panel(run: Run) -> None:
    """Draw the verdict on the answer, and the button to the next question."""
    said, on = st.columns([7, 2], vertical_alignment="center")
    with said:
        theme.show(verdict(run.answers[run.at][1]))
    on.button(
        say("Continue"),
        type="primary",
        shortcut="Enter",
        on_click=run.next,
        key="predict_next",
        width="stretch",
        wrap=True,
    )


def chooser(run: Run) -> None:
    """Draw the choice of questions, and the progress of the run."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_head"):
        choices = choices_of_questions()
        sidebar.select(say("Questions"), choices, **fields.bind(Predict.ask), width=200)
        st.number_input(
            say("Question set"),
            min_value=1,
            max_value=MAX_SEED,
            width=110,
            **fields.bind(Predict.set),
        )
        if run.questions:
            theme.show(question_html.marks(run.verdicts, run.at, len(run.questions)))


def choice_panel(run: Run, question: ChoiceQuestion) -> None:
    """Draw up to four answers to choose from, with the words and the counts below."""
    steps = training_of(question).steps
    if run.answered:
        verdict_panel(run)
        theme.show(question_html.draw_candidates(question, run.answers[run.at][0]))
        question_help(steps, question, answered=True)
        return
    joint = " + " if isinstance(question, PairQuestion) else " "
    with st.container(key="predict_answers"):
        for i, tokens in enumerate([candidate.tokens for candidate in question.candidates]):
            if i % 2 == 0:
                columns = st.columns(2, gap="small")
            columns[i % 2].button(
                joint.join(map(code, tokens)),
                on_click=run.answer,
                args=(run.at, tokens),
                key=f"predict_answer_{run.at}_{i}",
                shortcut=str(i + 1),
                width="stretch",
            )
    question_help(steps, question, draw_buttons=partial(skip_buttons, run))


def skip_buttons(run: Run) -> None:
    """Draw the buttons next to a question: show its answer, skip it, ask the class.

    A question without an answer does not count as right.
    """
    st.button(
        say("Show the answer"),
        on_click=run.reveal,
        args=(run.at,),
        key="predict_skip",
        shortcut="S",
    )
    st.button(say("Skip"), on_click=run.skip, args=(run.at,), key="predict_pass", shortcut="X")
    start = room.classroom().start
    st.button(say("Ask the class"), on_click=start, key="predict_class", shortcut="A")


def typed_panel(run: Run, question: TypedQuestion) -> None:
    """Draw tokens to click, and a field to type them."""
    replays = isinstance(question, ReplayQuestion)
    if run.answered:
        answer, graded = run.answers[run.at]
        verdict_panel(run)
        if not graded.right and answer:
            theme.show(question_html.tokens(str(answer).split(), say("your answer"), WRONG))
        how = say("merge replay") if replays else say("longest match")
        theme.show(question_html.tokens(question.tokens, how, RIGHT))
        theme.show(question_html.how(question, training_of(question).pre_tokenizer))
        return
    theme.show(question_html.draw_material(question))
    clicked = None
    with st.container(horizontal=True, key="predict_tokens"):
        for i, token in enumerate(question.choices):
            if st.button(code(token), key=f"predict_token_{run.at}_{i}"):
                clicked = token
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_field"):
        run.typed = st.text_input(
            say("Your tokens, with spaces between them"),
            value=run.typed,
            live=True,
            max_chars=500,
            key=f"predict_typed_{run.version}",
            placeholder="h ug" if replays else "h ##u ##g",
        )
        undo = st.button(say("Undo"), key="predict_undo")
        check = st.button(say("Check"), type="primary", key="predict_check")
        skip_buttons(run)
    theme.show(question_html.tokens(run.typed.split(), say("your answer")))
    # Without callbacks, which would run before the field is read.
    given = run.typed.split()
    if check and given:
        run.answer(run.at, run.typed)
    elif clicked is not None:
        run.type(" ".join([*given, clicked]))
    elif undo:
        run.type(" ".join(given[:-1]))
    if clicked is not None or undo or (check and given):
        st.rerun()


def class_panel(run: Run, chosen: int) -> None:
    """Draw the run for a class."""
    classroom = room.classroom()
    if classroom.reading_run and not classroom.is_open:
        room.run_table()
        return
    find_again(run)
    if run.at == len(run.questions):
        result_panel(run, chosen)
        return
    question = run.questions[run.at]
    room.vote(
        id=question_id(run.at),
        question=question,
        title=question_html.question_title(question, place(run)),
        draw_help=partial(draw_class_help, question),
        draw_explanation=partial(draw_class_explanation, run, question),
        on_reveal=partial(run.reveal, run.at),
        on_next=partial(ask_next, run),
        next_label=say("Continue"),
    )


def question_id(at: int) -> str:
    """Return the id in the room of the question at an index of the run."""
    return f"predict {at}"


def find_again(run: Run) -> None:
    """After a reload of the page, go to the question that the room asks."""
    classroom = room.classroom()
    if classroom.is_adopted:
        for at, question in enumerate(run.questions):
            if classroom.matches(question_id(at), partial(ask_of, question)):
                run.resume(at)
                if classroom.state and classroom.state.phase == "revealed":
                    run.reveal(at)
                return


def ask_next(run: Run) -> None:
    """Callback: ask the class the next question, or show the result after the last."""
    run.skip(run.at)
    if run.at < len(run.questions):
        room.classroom().ask(question_id(run.at), ask_of(run.questions[run.at]))
    else:
        room.classroom().clear_question()


def draw_class_help(question: Question) -> None:
    """Draw the information that the class needs for an answer."""
    if isinstance(question, TypedQuestion):
        theme.show(question_html.draw_material(question, alone=False))
    else:
        question_help(training_of(question).steps, question)


def draw_class_explanation(run: Run, question: Question) -> None:
    """Draw the explanation of the answer."""
    if run.answered:
        theme.show(verdict(run.answers[run.at][1]))
    if isinstance(question, TypedQuestion):
        theme.show(question_html.how(question, training_of(question).pre_tokenizer))


def result_panel(run: Run, chosen: int) -> None:
    """Draw every question with its answer or its votes, and the buttons to continue."""
    is_class = room.is_on()
    if is_class:
        theme.show(room.outcomes_so_far())
    else:
        answers = zip(run.questions, run.answers, strict=True)
        theme.show(question_html.result([(question, *answer) for question, answer in answers]))
    with st.container(horizontal=True, key="room_run" if is_class else None):
        st.button(
            say("Next set"),
            type="primary",
            on_click=fields.put,
            args=(Predict.set, chosen % MAX_SEED + 1),
            key="predict_following",
        )
        st.button(say("Start again"), on_click=run.again, key="predict_again")
        if is_class:
            room.run_file()
            room.close_button()


def story_sources() -> StorySources:
    """Return the sources of token stories; none before the answer is given.

    Stories end at the question's step, since the run may ask about later ones. After the run, and
    if there are no questions, they have no end.
    """
    run = current_run()
    if run.at == len(run.questions):
        return {
            each.settings.recipe: story.source_of(each, len(each.steps)) for each in trainings()
        }
    if not run.answered:
        return {}
    question = run.questions[run.at]
    training = training_of(question)
    until = question.step + isinstance(question, PairQuestion)
    return {training.settings.recipe: story.source_of(training, question.step, until)}


def training_of(question: Question) -> Training:
    """Return the training that a question is about."""
    return trainings()[question.algorithm == "bpe"]


theme.apply(say("Predict"))
address.begin("predict")
sidebar.sidebar()
room.begin()
presenter.controls(
    room.KEYS
    if room.is_on()
    else {
        "1 – 4": message("choose the answer with this number"),
        "A": message("Ask the class"),
        "S": message("Show the answer"),
        "X": message("Skip"),
        "Enter": message(
            "check the answer or, in presenter mode, show it; press again to continue"
        ),
    },
    clicker=(room.NEXT, room.NEXT) if room.is_on() else ("predict_next", FORWARD),
    others=room.keys() if room.is_on() else ALONE if current().presenting else {},
)
sidebar.messages(current_training.prepare())
if of := steps.kind().quiz.of:
    sidebar.explain_limited_recipes(say("Predict"), of)
trainings()
story.show(story_sources)
draw_run()
picks("predict_picks", lambda action: None)
end()

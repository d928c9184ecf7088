"""By hand: the learner makes every step of a training, and the engine grades each of them."""

from __future__ import annotations

from functools import partial
from secrets import randbelow
from typing import Literal

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.remember import remember
from pages.locale import capital, message, say, to_text
from pages.panels.by_hand import work as work_html
from pages.panels.html import EMPTY
from pages.panels.layout import strip
from pages.panels.predict.question import code
from pages.panels.shared.card import verdict
from pages.panels.shared.story import StorySources
from pages.panels.train.kinds import KINDS
from pages.server.environment import result_key
from pages.shell import presenter, room, sidebar, story, theme
from pages.shell.rescue import fragment
from pages.state import address, current_training, fields
from pages.state.hand import Hand
from pages.state.remembered import ByHand
from pages.state.session import current
from wordpiece.teaching.by_hand import (
    MAX_NUMBER,
    MAX_SEED,
    Answer,
    Continue,
    Event,
    Join,
    Level,
    Phase,
    Show,
    Task,
    Turn,
    Work,
    write_code,
)
from wordpiece.teaching.by_hand.training import Choice, Number

MAX_CODES = 50_000
"""The most characters of result codes."""

FORWARD = "by_hand_turn by_hand_right by_hand_following"
"""The widget keys of the buttons that continue."""


def task() -> Task:
    """Return the exercise of the fields."""
    rule, level = fields.get(ByHand.rule), fields.get(ByHand.level)
    return Task(fields.get(ByHand.table), rule, level, fields.get(ByHand.focus))


def progress_of_class() -> None:
    """Draw how far the students of the room are; the teacher's screen only."""
    classroom = room.classroom()
    classroom.look()
    state = classroom.state
    if state and state.question and state.question.steps:
        theme.show(work_html.wall(state.tallies[-1], state.question.steps))


watching = fragment(progress_of_class, every=3)
"""`progress_of_class`, drawn again every three seconds."""


def exercise_id() -> str:
    """Return the id of the exercise on screen among the questions of a room."""
    return f"by_hand {fields.get(ByHand.hand).task.seed}"


def ask_for_progress() -> None:
    """Callback: open a room, or use the open one, to which the students' screens report."""
    classroom, exercise = room.classroom(), fields.get(ByHand.hand).task
    if not classroom.is_open:
        classroom.start()
    classroom.ask(exercise_id(), work_html.ask_of(exercise))
    fields.put(ByHand.room, classroom.code)


def asks_for_progress() -> bool:
    """Return whether the class does the exercise on screen."""
    exercise = fields.get(ByHand.hand).task
    return room.classroom().matches(exercise_id(), partial(work_html.ask_of, exercise))


def leave_room() -> None:
    """Callback: report no more to the room, after another exercise is chosen."""
    fields.reset(ByHand.room)


def begin_again() -> None:
    """Callback: forget the room and the last mistakes, after another rule or table is chosen."""
    fields.reset(ByHand.room, ByHand.focus)


@fragment
def draw_exercise() -> None:
    """Draw the step on screen, or the result."""
    room.draw_all_if_turned()
    address.save()
    hand = fields.get(ByHand.hand)
    hand.begin(task())
    work = hand.work
    code = fields.get(ByHand.room)
    is_student = code and code != room.classroom().held[0]
    if is_student:
        hand.report(code)
    if current().presenting:
        where = say("Step {step}", step=work.step + 1) if work.phase is not Phase.DONE else ""
        theme.show(strip(say("By hand"), work_html.RULE_TITLES[work.task.rule], where))
    else:
        chooser(work)
    if work.phase is Phase.DONE:
        draw_result(hand, work)
    else:
        draw_question(hand, work)
    if not current().presenting:
        check()
        with st.container(horizontal=True, key="by_hand_class"):
            if asks_for_progress():
                room.close_button()
            else:
                said = say("Show how far the class is")
                st.button(said, on_click=ask_for_progress, key="by_hand_progress")
    remember("by_hand", hand.saved, hand.restore, store="sessionStorage")
    if is_student:
        remember("by_hand_voter", hand.voter, hand.restore_voter)


def draw_question(hand: Hand, work: Work) -> None:
    """Draw the verdict on the last answer, and the question."""
    last = verdict(work.verdict, figures=True) if work.verdict else EMPTY
    theme.show(last, work_html.title(work))
    left, right = st.columns([4, 5], gap="medium")
    with left:
        if work.phase is Phase.JOIN:
            theme.show(work_html.joinable(work, hand.joined))
        else:
            theme.show(work_html.of(work).words(hand.choice, hand.clicked))
    with right, st.container(key="by_hand_answer"):
        STEPS[work.phase](hand, work)


def chooser(work: Work) -> None:
    """Draw the choice of the exercise, and the progress."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="by_hand_head"):
        sidebar.switch(say("Rule"), work_html.RULE_TITLES, **fields.bind(ByHand.rule, begin_again))
        st.number_input(
            say("Table number"),
            min_value=1,
            max_value=MAX_SEED,
            width=120,
            **fields.bind(ByHand.table, begin_again),
        )
        levels = work_html.LEVEL_TITLES
        sidebar.switch(say("What you do"), levels, **fields.bind(ByHand.level, leave_room))
        theme.show(work_html.progress(work))


def draw_step(hand: Hand, work: Work) -> None:
    """Draw the step to read, and the button to the next."""
    theme.show(work_html.of(work).card())
    button(hand, Turn(), say("Continue"), "by_hand_turn", primary=True)


def button(hand: Hand, event: Event, label: str, key: str, *, primary: bool = False) -> None:
    """Draw a button that does something in the exercise."""
    look: Literal["primary", "secondary"] = "primary" if primary else "secondary"
    st.button(label, type=look, on_click=hand.do, args=(event,), key=key)


def answer(hand: Hand, work: Work) -> None:
    """Draw the fields for the numbers of the step."""
    if work.task.chooses:
        theme.show(work_html.draw_choice(work, hand.choice or work.chosen))
    else:
        theme.show(work_html.of(work).gap())
    with st.form(f"by_hand_form_{hand.version}", border=False):
        layout = "by_hand_fraction" if len(work.asked) == 3 else "by_hand_count"
        with st.container(horizontal=True, key=layout):
            numbers = tuple(number_field(name, hand.version) for name in work.asked)
        if work.missing:
            theme.show(work_html.draw_missing(work.missing))
        with st.container(horizontal=True):
            check = st.form_submit_button(say("Check"), type="primary", key="by_hand_check")
            st.form_submit_button(
                say("Show the answer"), on_click=hand.do, args=(Show(),), key="by_hand_show"
            )
    if check:
        hand.do(Answer(hand.choice, numbers))
        st.rerun()  # the fields have been read only now


def number_field(name: Number, version: int) -> float | None:
    """Draw the field for a number, and return the number: a whole one, or a cost."""
    kind = float if name == "cost" else int
    return st.number_input(
        to_text(work_html.NUMBER_TITLES[name]),
        min_value=kind(0),
        max_value=kind(MAX_NUMBER),
        value=None,
        step=kind(1),
        key=f"by_hand_{name}_{version}",
        width=190,
    )


def fork(hand: Hand, work: Work) -> None:
    """Draw the choice between the right answer and the learner's own."""
    assert work.chosen
    own, right = say("your answer"), say("right")
    with st.container(key="by_hand_fork"):
        label = f"{capital(right)} {plus(work.best)}"
        button(hand, Continue(False), label, "by_hand_right", primary=True)
        button(hand, Continue(True), f"{capital(own)} {plus(work.chosen)}", "by_hand_own")


def plus(choice: Choice) -> str:
    """Return a pair or a piece as Markdown."""
    tokens = (choice,) if isinstance(choice, str) else choice
    return " + ".join(map(code, tokens))


def join(hand: Hand, work: Work) -> None:
    """Draw the button that checks the places joined or cut."""
    with st.container(horizontal=True):
        button(hand, Join(hand.joined), say("Check"), "by_hand_join", primary=True)
        button(hand, Show(), say("Show the answer"), "by_hand_show")


STEPS = {Phase.READ: draw_step, Phase.ANSWER: answer, Phase.FORK: fork, Phase.JOIN: join}
"""The function that draws the answer to each phase."""


def draw_result(hand: Hand, work: Work) -> None:
    """Draw the result, what to do next, and the code for the teacher."""
    theme.show(work_html.result(work))
    level = work.task.level
    following = work.task.next_level if work.went_well else None
    with st.container(horizontal=True, key="by_hand_next"):
        if following:
            label = say("Next: {level}", level=to_text(work_html.LEVEL_TITLES[following]))
            go(label, following, another=True, key="by_hand_following", primary=True)
        go(say("Another table"), level, another=True, key="by_hand_another", primary=not following)
        st.button(say("Start again"), on_click=hand.again, key="by_hand_again")
        if level != "worked":
            worked = to_text(work_html.LEVEL_TITLES["worked"])
            go(worked, "worked", another=False, key="by_hand_model")
    if level != "worked" and not current().presenting:
        theme.show(work_html.later(work))
        st.caption(say("Code of this result, for your teacher. It does not contain your name."))
        st.code(write_code(hand.result, result_key()), language=None)


def check() -> None:
    """Draw the field in which a teacher checks the codes of a class."""
    said = say("For teachers: check result codes, one on each line")
    with st.expander(said):
        codes = st.text_area(
            said, max_chars=MAX_CODES, key="by_hand_codes", label_visibility="collapsed"
        )
        if codes.strip():
            theme.show(work_html.of_class(codes, result_key()))


def go(label: str, level: Level, *, another: bool, key: str, primary: bool = False) -> None:
    """Draw a button to a level, of another table or of this one."""

    def turn() -> None:
        leave_room()
        fields.put(ByHand.level, level)
        if another:
            fields.put(ByHand.table, 1 + randbelow(MAX_SEED))
            fields.reset(ByHand.focus)

    st.button(label, type="primary" if primary else "secondary", on_click=turn, key=key)


def story_sources() -> StorySources:
    """Return the source of token stories; none while the learner answers."""
    work = fields.get(ByHand.hand).work
    rule, timeline = work.task.rule, work.timeline
    if work.phase in (Phase.ANSWER, Phase.JOIN):
        return {}
    source = KINDS[timeline.kind].story
    return {rule: source(work_html.RULE_TITLES[rule], timeline, work.step, work.step)}


theme.apply(say("By hand"))
address.begin("by_hand")
sidebar.short_sidebar()
room.begin()
presenter.controls(
    {"Enter": message("check the answer or, in a worked example, continue")},
    clicker=("by_hand_turn", FORWARD),
    # Not as shortcuts: those would press Check also while another button has the focus.
    others={"Enter": "by_hand_turn by_hand_join"},
)
current_training.prepare()  # keeps the training for the other pages, and in the address
sidebar.remarks()
fields.get(ByHand.hand).begin(task())
story.show(story_sources)
if asks_for_progress():
    watching()
draw_exercise()
picks("by_hand_picks", lambda action: fields.get(ByHand.hand).pick(action))
end()

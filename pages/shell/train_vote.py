"""The class's vote on Train: on the next step while it is hidden, or with a drawn line."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.locale import message, say, to_text
from pages.panels.html import nothing
from pages.panels.layout import step_of, strip
from pages.panels.predict import question as question_html
from pages.panels.shared.card import verdict
from pages.panels.shared.sketch import Curve
from pages.panels.train.kind import curve_of_training
from pages.panels.train.view import TrainView
from pages.shell import room, theme
from pages.shell.question_help import question_help
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, steps
from wordpiece.message import Message
from wordpiece.teaching.grading import skipped
from wordpiece.teaching.quiz import StepQuestion

NOTHING_HIDDEN = message(
    "There is nothing to vote on: ask at a step before the last, while the next one is hidden."
)


def is_on() -> bool:
    """Return whether a vote or the class's run replaces the board."""
    classroom = room.classroom()
    if classroom.reading_run or not classroom.is_open:
        return classroom.reading_run
    question_id, question = _asked()
    is_asked = room.asks(question_id, None if isinstance(question, Message) else question)
    return bool(question_id) and (classroom.inviting or is_asked)


def is_sketching() -> bool:
    """Return whether the field for a sketch of the growth is on screen."""
    kind = steps.kind()
    is_seen = not commands.presenting() or fields.get(kind.panel) == "growth"
    is_drawn = fields.get(TrainView.sketching) and steps.pace() != "slow"
    can_draw = is_seen and is_drawn and kind.growth.can_sketch
    return can_draw and len(current_training.get().steps) > 0


def buttons() -> None:
    """If there may be a question, draw the buttons that ask the class in the sidebar."""
    classroom = room.classroom()
    if not (steps.pace() == "reveal" or is_sketching()):
        return
    with st.sidebar, st.container(key="room_side"):
        st.button(
            say("Ask the class"), on_click=_ask, key="train_class", shortcut="A", width="stretch"
        )
        if classroom.is_open:
            if classroom.run:
                st.button(say("Votes so far"), on_click=classroom.read_run, key="room_votes")
            room.close_button()


@fragment
def voting() -> None:
    """Draw the question for the class, or the run."""
    room.draw_all_if_turned()
    address.save()
    classroom = room.classroom()
    training, step = current_training.get(), steps.step()
    if commands.presenting():
        where = step_of(step, len(training.steps))
        theme.show(strip(room.strip_title(say("Train")), training.source_name, where))
    if classroom.reading_run:
        room.run_table()
        return
    question_id, question = _asked()
    if isinstance(question, Message):
        theme.show(nothing(to_text(question)))
        room.close_button()
        return
    if isinstance(question, Curve):
        room.vote_on_line(question_id, question, _show_chart)
        return
    room.vote(
        room.RoomQuestion(
            id=question_id,
            question=question,
            title=question_html.question_title(question, in_run=False),
            draw_help=partial(question_help, training.steps, question, counted=_counted()),
            draw_explanation=lambda: theme.show(verdict(skipped(question))),
            on_next=partial(_go_on, step),
            next_label=to_text(steps.kind().paces["reveal"]["shown"]),
        )
    )


def _asked() -> tuple[str, StepQuestion | Curve | Message]:
    """Return the question that the page asks, or the reason why it asks nothing, and its id.

    The id is empty if the page shows the answer.

    After a reload, the room asks for a line while the field for a sketch is closed.
    """
    classroom, training, step = room.classroom(), current_training.get(), steps.step()
    state = classroom.state
    if (
        steps.kind().growth.can_sketch
        and len(training.steps)
        and (is_sketching() or (state and state.question and state.question.axes))
    ):
        curve = curve_of_training(training.steps)
        question_id = f"train {curve.id}"
        if room.asks(question_id, curve) or is_sketching():
            return question_id, curve
    if steps.pace() != "reveal" or steps.phase():
        return "", NOTHING_HIDDEN
    follows = step < len(training.steps)
    return f"train {step}", steps.kind().ask(training.steps, step) if follows else NOTHING_HIDDEN


def _counted() -> bool:
    """Return whether the board shows the counts of pairs."""
    return not commands.presenting() or fields.get(TrainView.panel) in ("words", "scores")


def _ask() -> None:
    """Callback: open a room, or ask the class in the open one."""
    question_id, question = _asked()
    if isinstance(question, Message):
        commands.remark(question)
    else:
        room.ask_class(question_id, question)


def _show_chart() -> None:
    """Callback: close the field for a sketch, and go back to the board."""
    fields.put(TrainView.sketching, False)
    room.classroom().clear_question()


def _go_on(step: int) -> None:
    """Callback: go to the step of the question, and back to the board."""
    steps.go(step + 1)
    room.classroom().clear_question()

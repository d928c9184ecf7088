"""The class's vote on Train: on the next merge while its winner is hidden, or with a drawn line."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.locale import message, say, to_text
from pages.panels.html.elements import nothing
from pages.panels.predict import question as question_html
from pages.panels.shared.sketch import Curve
from pages.panels.shared.strip import step_of, strip
from pages.panels.shared.verdict import verdict
from pages.panels.train.growth import curve_of_training
from pages.panels.train.view import TrainView
from pages.shell import room, theme
from pages.shell.question_help import pair_help
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, steps
from pages.trainings.job import Training
from wordpiece.message import Message
from wordpiece.teaching.grading import skipped
from wordpiece.teaching.quiz import PairQuestion, merge_question

NO_MERGE = message("There is nothing to vote on: no merge follows.")
ALL_TIED = message(
    "There is nothing to vote on: all pairs share the best score, so each answer would be right."
)
CHOSEN = message("There is nothing to vote on: the next merge was chosen by you or by your file.")

ALREADY_SHOWN = message("The winner of this merge is already on screen. Ask at the next step.")


def is_on() -> bool:
    """Return whether a vote or the class's run replaces the board."""
    classroom = room.classroom()
    if classroom.reading_run or not classroom.is_open:
        return classroom.reading_run
    question_id, question = _asked()
    is_asked = room.asks(question_id, question)
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
        room.run_table(say("Back to the merges"))
        return
    question_id, question = _asked()
    if question is None:
        theme.show(nothing(to_text(_why_none(training, step))))
        room.close_button()
        return
    if isinstance(question, Curve):
        room.vote_on_line(question_id, question, _show_chart)
        return
    room.vote(
        room.RoomQuestion(
            id=question_id,
            question=question,
            title=question_html.question_title(question, 0),
            draw_help=partial(pair_help, training.timeline, question, counted=_counted()),
            draw_explanation=lambda: theme.show(verdict(skipped(question))),
            on_next=partial(_merge, step),
            next_label=say("Merge"),
        )
    )


def _asked() -> tuple[str, PairQuestion | Curve | None]:
    """Return the question that the page asks, and its id; the id is empty if it asks none.

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
    if not _hides_winner():
        return "", None
    return f"train {step}", merge_question(training.timeline, step)


def _why_none(training: Training, step: int) -> Message:
    """Return why a step has no question; see `merge_question`."""
    if step >= len(training.timeline):
        return NO_MERGE
    table = training.timeline.scores(step)
    is_forced = training.timeline.merge(step + 1).forced
    return ALL_TIED if len(table) == table.ties and not is_forced else CHOSEN


def _counted() -> bool:
    """Return whether the board shows the counts of pairs."""
    return not commands.presenting() or fields.get(TrainView.panel) in ("words", "scores")


def _hides_winner() -> bool:
    return steps.pace() == "reveal" and not steps.phase()


def _ask() -> None:
    """Callback: open a room, or ask the class in the open one."""
    question_id, question = _asked()
    if not question_id:
        commands.remark(ALREADY_SHOWN)
    elif question is None:
        commands.remark(_why_none(current_training.get(), steps.step()))
    else:
        room.ask_class(question_id, question)


def _show_chart() -> None:
    """Callback: close the field for a sketch, and go back to the board."""
    fields.put(TrainView.sketching, False)
    room.classroom().clear_question()


def _merge(step: int) -> None:
    """Callback: make the merge of the question, and go back to the board."""
    steps.go(step + 1)
    room.classroom().clear_question()

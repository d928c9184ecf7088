"""The class's vote on the next merge, while Train hides the winner."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.locale import message, say, to_text
from pages.panels.html.elements import nothing
from pages.panels.predict import question as question_html
from pages.panels.room.ask import ask_of
from pages.panels.shared.strip import step_of, strip
from pages.panels.train.view import TrainView
from pages.shell import room, theme
from pages.shell.pair_help import pair_help
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, steps
from wordpiece.teaching.grading import skipped
from wordpiece.teaching.quiz import PairQuestion, merge_question

NO_QUESTION = message(
    "There is nothing to vote on: no merge follows, all pairs share the best score, or the merge "
    "was chosen by you or by your file."
)

ALREADY_SHOWN = message("The winner of this merge is already on screen. Ask at the next step.")


def is_on() -> bool:
    """Return whether a vote or the class's run replaces the board."""
    classroom = room.classroom()
    if classroom.reading_run:
        return True
    if not _hides_winner():
        return False
    question_id = _question_id(steps.step())
    if classroom.is_adopted and (question := _question()):
        classroom.matches(question_id, ask_of(question))
    return classroom.inviting or (classroom.is_open and classroom.question_id == question_id)


def buttons() -> None:
    """If the pace hides winners, draw the buttons that ask the class in the sidebar."""
    classroom = room.classroom()
    if fields.get(TrainView.pace) != "reveal" or is_on():
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
        where = step_of(step, len(training.timeline))
        theme.show(strip(room.strip_title(say("Train")), training.source_name, where))
    if classroom.reading_run:
        room.run_table(say("Back to the merges"))
        return
    question = _question()
    if question is None:
        theme.show(nothing(to_text(NO_QUESTION)))
        room.close_button()
        return
    room.vote(
        room.RoomQuestion(
            id=_question_id(step),
            question=question,
            title=question_html.question_title(question, 0),
            draw_help=partial(pair_help, training.timeline, question, counted=_counted()),
            draw_explanation=lambda: theme.show(question_html.verdict(skipped(question))),
            on_reveal=lambda: None,
            on_next=partial(_merge, step),
            next_label=say("Merge"),
        )
    )


def _question_id(step: int) -> str:
    return " ".join(("train", str(step)))


def _question() -> PairQuestion | None:
    return merge_question(current_training.get().timeline, steps.step())


def _counted() -> bool:
    """Return whether the board shows the counts of pairs."""
    return not commands.presenting() or fields.get(TrainView.panel) in ("words", "scores")


def _hides_winner() -> bool:
    return fields.get(TrainView.pace) == "reveal" and not steps.phase()


def _ask() -> None:
    """Callback: open a room, or ask the class in the open one."""
    classroom, question = room.classroom(), _question()
    if not _hides_winner():
        commands.remark(ALREADY_SHOWN)
    elif question is None:
        commands.remark(NO_QUESTION)
    else:
        if not classroom.is_open:
            classroom.start()
        if not classroom.inviting:
            classroom.ask(_question_id(steps.step()), ask_of(question))


def _merge(step: int) -> None:
    """Callback: make the merge of the question, and go back to the board."""
    steps.go(step + 1)
    room.classroom().clear_question()

"""Questions for a class: the invitation with the code, the vote, its answer, and the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from markupsafe import Markup

from pages.components.room import live, room_key, take_hands
from pages.locale import bind_language, message, say
from pages.panels.html import heading, stack
from pages.panels.room.vote import (
    Votable,
    as_csv,
    ask_of,
    continue_label,
    histogram,
    invite,
    line_title,
    options,
    outcomes,
    problem,
    reminder,
    reminder_in_words,
    shares,
)
from pages.panels.shared.sketch import Curve
from pages.rooms.state import ROUNDS
from pages.shell import theme
from pages.state import fields
from pages.state.classroom import Classroom, origin
from pages.state.remembered import Everywhere
from pages.state.session import current
from wordpiece.message import Message

NEXT = "room_next"
"""The widget key of the primary button, which a clicker's page keys press."""

AGAIN = "room_again"
"""The widget key of the button for a second vote."""

KEYS: Mapping[str, Message] = {
    "A": message("Show the code"),
    "1 – 6": message("count one more raised hand for an answer from A to F; with Shift, one fewer"),
    "R": message("Ask again"),
    "Enter  →": message("Show the answer"),
    "X": message("Skip"),
}
"""Keys while the class votes."""


def classroom() -> Classroom:
    """Return the session's room."""
    return fields.get(Everywhere.room)


def begin() -> None:
    """Prepare a page that can ask the class. Call once on the page, before `presenter.controls`.

    This keeps the room's key in the browser, and finds the room again after a reload.
    """
    room = classroom()
    room.drawn = _visible_state(room)
    room_key(room)


def keys() -> Mapping[str, str]:
    """Return the keys of the vote that Streamlit does not accept, and the buttons they press."""
    on = {"r": AGAIN, "ArrowRight": NEXT}
    return {**on, "a": NEXT} if classroom().inviting else on


def results() -> None:
    """Draw how many votes are right, for the teacher alone: the class must not see the page."""
    room = classroom()
    if code := room.held[0]:
        theme.show(reminder(code, origin()))
        live(room, results=True)


def draw_all_if_turned() -> None:
    """Run the whole page if the parts around the vote are out of date."""
    room = classroom()
    if room.drawn != _visible_state(room):
        st.rerun()


def _visible_state(room: Classroom) -> object:
    # Such a vote is drawn on the page of its board.
    is_of_board = room.question_id.startswith(("train", "lesson", "by_hand"))
    return room.code, room.reading_run, is_of_board, room.inviting


def outcomes_so_far() -> Markup:
    """Return every question of the run with its votes."""
    return stack([heading(say("Votes so far")), outcomes(classroom().run)])


def is_on() -> bool:
    """Return whether a vote or the class's run replaces the content of a page."""
    room = classroom()
    return room.is_open or room.reading_run


def asks(id: str, question: Votable | None) -> bool:
    """Return whether the room asks a question; after a reload it finds the question again."""
    room = classroom()
    if room.is_adopted and question:
        room.matches(id, partial(ask_of, question))
    return room.question_id == id


def ask_class(id: str, question: Votable) -> None:
    """Callback: open a room, or ask the class in the open one."""
    room = classroom()
    if not room.is_open:
        room.start()
    if not room.inviting:
        room.ask(id, ask_of(question))


def vote_on_line(id: str, curve: Curve, on_next: Callable[[], None]) -> None:
    """Draw a question for a line; ``on_next`` shows the chart."""
    vote(id, curve, line_title(curve), on_next=on_next, next_label=say("Show the chart"))


def vote(
    id: str,
    question: Votable,
    title: Markup,
    *,
    on_next: Callable[[], None],
    next_label: str,
    draw_help: Callable[[], None] = lambda: None,
    draw_explanation: Callable[[], None] = lambda: None,
    on_reveal: Callable[[], None] = lambda: None,
) -> None:
    """Draw the question on screen as the class votes on it.

    Args:
        id: the id of the question, unique within the page.
        question: the question.
        title: the question as HTML.
        on_next: shows the next question; the page may ask it at once.
        next_label: the label of the button for the next question.
        draw_help: draws the information that the class needs for an answer.
        draw_explanation: draws the explanation of the answer.
        on_reveal: called once the answer is shown.
    """
    room = classroom()
    room.look()
    ask = partial(room.ask, id, ask_of(question))
    is_asked = room.matches(id, partial(ask_of, question))
    if room.inviting:
        _invitation(room, ask, is_asked)
        return
    top = [problem(room.problem)] if room.problem else []
    if not current().presenting:
        top.append(reminder(room.code, origin()))
    theme.show(*top, title)
    state = room.state if is_asked else None
    is_open = state is not None and state.phase == "open"
    theme.show(options(question) if not state or is_open else histogram(question, state.tallies))
    key = "room_bar" if is_open else "room_buttons"
    with st.container(horizontal=True, vertical_alignment="center", key=key):
        if state is None:
            _primary(say("Ask this question"), ask)
            _others(room, skips=on_next)
        elif is_open:
            live(room)
            _primary(say("Show the answer"), partial(_end_round, room, room.reveal, on_reveal))
            if state.round < ROUNDS:
                label = f"{say('Ask again')} `R`"  # Streamlit does not accept R as a shortcut
                st.button(label, on_click=partial(_end_round, room, room.again), key=AGAIN)
            _others(room, skips=partial(_skip, room, on_next, state.number))
        else:
            _primary(next_label, on_next)
            theme.show(shares(question, state.tallies))
            _others(room)
    if state is None or is_open:
        draw_help()
    else:
        draw_explanation()


def run_table() -> None:
    """Draw every question of the run with its votes, and offer it as a file."""
    room = classroom()
    theme.show(outcomes_so_far())
    with st.container(horizontal=True, key="room_run"):
        st.button(
            say("Back"), type="primary", on_click=room.read_run, key="room_back", shortcut="Enter"
        )
        run_file()


def run_file() -> None:
    """Draw the button that downloads the run."""
    st.download_button(
        say("Download the table"),
        data=bind_language(partial(as_csv, classroom().run)),
        file_name="votes.csv",
        mime="text/csv",
        on_click="ignore",
        key="room_csv",
        icon=":material/download:",
    )


def close_button() -> None:
    """Draw the button that closes the room."""
    st.button(say("Close the room"), on_click=classroom().close, key="room_close")


def _invitation(room: Classroom, ask: Callable[[], None], is_asked: bool) -> None:
    with st.container(key="room_invitation"):
        theme.show(invite(room.code, origin()))
        with st.container(key="room_invitation_side"):
            live(room)
            with st.container(horizontal=True, key="room_buttons"):
                if is_asked:
                    _primary(say("Back"), room.invite)
                elif room.is_adopted and room.state:
                    _primary(continue_label(room.code, room.state.joined), ask)
                else:
                    _primary(say("Ask this question"), ask)
                if room.is_adopted:
                    st.button(say("Open a new room"), on_click=room.open, key="room_new")
                close_button()


def strip_title(page: str) -> str:
    """Return the end of the top line in presenter mode: how to join, or the page's title."""
    room = classroom()
    return reminder_in_words(room.code, origin()) if room.is_open else page


def _primary(label: str, do: Callable[[], None]) -> None:
    st.button(label, type="primary", on_click=do, key=NEXT, shortcut="Enter")


def _others(room: Classroom, skips: Callable[[], None] | None = None) -> None:
    """Draw the secondary buttons."""
    if skips:
        st.button(say("Skip"), on_click=skips, key="room_skip", shortcut="X")
    st.button(say("Show the code"), on_click=room.invite, key="room_code", shortcut="A")
    close_button()


def _skip(room: Classroom, on_next: Callable[[], None], number: int) -> None:
    on_next()
    room.end_question(number)


def _end_round(room: Classroom, *do: Callable[[], None]) -> None:
    """Count the hands that are reported with the click, then act."""
    take_hands(room)
    for each in do:
        each()

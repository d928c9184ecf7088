"""The state of one visitor's session: one object in ``st.session_state``.

Only the modules of `pages.state` change it; other packages may read it.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import streamlit as st

from pages.foreign.file import File, Opened
from pages.trainings.job import Key, Source
from pages.trainings.queue import Task
from pages.trainings.settings import Settings
from pages.trainings.training_cache import drop_owner
from wordpiece.message import Message, message

UNDONE = message(
    "Sorry, something went wrong. Your last action was undone: the screen is as it was before "
    "this action."
)


@dataclass
class State:
    """The state of one session.

    Attributes:
        settings: the requested settings, from the sidebar or a link.
        shown: settings and source of the training on screen; None before the first.
        step: the step on screen.
        step_is_asked: whether the step was requested with the settings, so that a training on
            another corpus begins there and not at 0.
        own: the user's own corpora, by their entry in the list: OWN_TEXT, OWN_TABLE or OWN_FILE.
        task: the long training in progress, if any.
        failed: the key and the error of the last long training that failed.
        problem: the reason why the requested settings are not on screen.
        remarks: sentences for this run, such as about a link with an invalid parameter.
        next_remarks: sentences for the next run of the page.
        page: the name of the page on screen; None before the first run.
        completed_page: the last page whose address the browser had to complete.
        vocabulary: the opened vocabulary that encodes next to the training's, if one is open.
        merges: the opened merges file, if there is one.
        merges_parts: the uploads of merges.txt and vocab.json: name and content, by the uploader's
            key.
        answers: the last request to the process of a file, and its answer or error, by the name of
            the request.
        values: the values of fields, by the key of the `Field`; see `pages.state.remembered`.
        presenting: whether presenter mode is on.
        attempted: the settings that the last run of a page tried to show.
        awaited: fingerprint and step of a link whose corpus the visitor has yet to open;
            ``settings`` are those of the link.
        language_chosen: the code of the language that the visitor has chosen, "" without a choice;
            None before the first run.
        language_asked: the language code of the link, or "".
        before: a copy of the state before the callbacks of this run; see `undo`.
    """

    settings: Settings = field(default_factory=Settings)
    shown: tuple[Settings, Source] | None = None
    step: int = 0
    step_is_asked: bool = True
    own: dict[str, Source] = field(default_factory=dict)
    task: Task | None = None
    failed: tuple[Key, Exception] | None = None
    problem: Message | None = None
    remarks: list[Message] = field(default_factory=list)
    page: str | None = None
    completed_page: str | None = None
    vocabulary: Opened | None = None
    merges: Opened | None = None
    merges_parts: dict[str, tuple[str, File]] = field(default_factory=dict)
    answers: dict[str, tuple[object, object]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    presenting: bool = False
    attempted: Settings | None = None
    awaited: tuple[str, int] | None = None
    next_remarks: list[Message] = field(default_factory=list)
    language_chosen: str | None = None
    language_asked: str = ""
    before: State | None = None

    def copy(self) -> State:
        """Return a copy with copied containers."""
        copied = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (dict, list)):
                setattr(copied, name, value.copy())
        return copied


def current() -> State:
    """Return this visitor's state."""
    state: State | None = st.session_state.get("state")
    if state is None:
        state = st.session_state["state"] = State()
    return state


def remember() -> None:
    """Keep a copy of the state for `undo`. Call in each run, before the callbacks."""
    state = current()
    state.before = None
    state.before = state.copy()


def undo() -> bool:
    """Restore the state before the callbacks of this run, with a remark; return whether it helps.

    It does not help if the remark is on screen already: then the restored screen fails.
    """
    state = current().before
    if state is None or UNDONE in (*state.remarks, *state.next_remarks):
        return False
    state.next_remarks = [UNDONE]
    st.session_state["state"] = state
    return True


@st.cache_resource(show_spinner=False, scope="session", on_release=drop_owner)
def owner() -> str:
    """Return the owner of this visitor's private trainings in `pages.trainings.training_cache`.

    They are dropped when the session ends.
    """
    return uuid4().hex

"""What one visitor's session remembers, in one object kept in ``st.session_state``.

The other modules of this room read and change it; nothing outside the room does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import streamlit as st

from pages.server.internals import kept_for_run
from pages.trainings.job import Source
from pages.trainings.kept import UnderWay, drop_owner
from pages.trainings.reading import Opened
from pages.trainings.settings import Settings
from wordpiece.message import Message


@dataclass
class State:
    """One session.

    Attributes:
        settings: what the user asked for, in the sidebar or by a link.
        shown: settings and source of the training on screen; None before the first.
        step: the step on screen.
        step_is_asked: the step came with the settings, so it holds for the next training too.
        own: the user's own corpora, by kind of entry.
        under_way: the long training that is waited for.
        problem: why the settings asked for are not on screen.
        remarks: sentences about a link that could only be followed in part.
        page: the page on screen; None before the first run.
        amended: the page whose address the browser was last told to complete.
        vocabulary: name and content of an uploaded vocabulary, if one is used to encode.
        merges: an uploaded merges file, if there is one to replay.
        values: what pages remember, by the key of its `Field`; see `pages.state.remembered`.
        presenting: whether the screen is set for the back row.
        tried: the settings that the last run of a page tried to show.
        awaited: fingerprint and step of a link whose corpus stayed with somebody else; the
            settings asked for are that link's until the corpus is opened.
        news: remarks for the next run of the page.
        good: a copy from when a screen was drawn last without a fault.
        faults: how often in a row a page could not be drawn; see `pages.state.faults`.
    """

    settings: Settings = field(default_factory=Settings)
    shown: tuple[Settings, Source] | None = None
    step: int = 0
    step_is_asked: bool = True
    own: dict[str, Source] = field(default_factory=dict)
    under_way: UnderWay = field(default_factory=UnderWay)
    problem: Message | None = None
    remarks: list[Message] = field(default_factory=list)
    page: str | None = None
    amended: str | None = None
    vocabulary: tuple[str, Opened] | None = None
    merges: Opened | None = None
    values: dict[str, Any] = field(default_factory=dict)
    presenting: bool = False
    tried: Settings | None = None
    awaited: tuple[str, int] | None = None
    news: list[Message] = field(default_factory=list)
    good: State | None = None
    faults: int = 0

    def copy(self) -> State:
        """Return a copy with containers of its own, and without ``good``."""
        values = {**vars(self), "good": None, "under_way": replace(self.under_way)}
        for name, value in values.items():
            if isinstance(value, (dict, list)):
                values[name] = value.copy()
        return State(**values)

    def become(self, other: State) -> None:
        """Take over everything from another, but for what is known about faults."""
        for name, value in vars(other.copy()).items():
            if name not in ("good", "faults"):
                setattr(self, name, value)


def current() -> State:
    """Return this visitor's state; it is looked up once in a run of the script."""
    return kept_for_run("merge_by_merge_state", _of_session)


def _of_session() -> State:
    if "state" not in st.session_state:
        st.session_state["state"] = State()
    state: State = st.session_state["state"]
    return state


@st.cache_resource(show_spinner=False, scope="session", on_release=drop_owner)
def owner() -> str:
    """Return the name under which `pages.trainings.kept` keeps what is this visitor's own.

    What is kept under it is dropped when the session ends.
    """
    return uuid4().hex

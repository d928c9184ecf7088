"""Keep the address bar equal to the screen, so that reload, Back and a copied link restore it.

Only this module reads or writes ``st.query_params``, except for the language, which is needed
earlier.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages import locale
from pages.locale import to_text
from pages.server.internals import is_fragment_run, is_history_navigation
from pages.state import current_training, fields, language
from pages.state.files import YOURS
from pages.state.links import FINGERPRINT, QUERY, Screen, from_link, to_link
from pages.state.remembered import IN_LINKS, Everywhere
from pages.state.session import State, current
from pages.trainings.job import Source
from pages.trainings.settings import OWN_FILE, OWN_TABLE, OWN_TEXT
from wordpiece.message import Message, message
from wordpiece.text.corpus import Kind

WITHOUT_CORPUS = {"lessons", "by_hand"}
"""The pages that show no training, so that a link to them needs no corpus."""

UNSENT = message(
    "The link does not contain {corpus}. Anyone who opens the link is asked for this corpus: "
    "download it below and send it with the link."
)
AWAITED = message(
    "This screen needs a corpus that is not in the link. Open the corpus file in the sidebar to "
    "restore the screen."
)


def begin(page: str) -> None:
    """Read the address. Call first on every page.

    The state follows the address when a session begins, on Back and Forward, and when the address
    leads to another page. Other runs ignore it, since the browser may have sent it before the last
    change.
    """
    state = current()
    back = is_history_navigation()
    query = {name: text for name, text in st.query_params.to_dict().items() if name in QUERY}
    arrived = state.page is None
    if back or page != state.page:
        fields.reset(Everywhere.dialog)  # unlike a story it belongs to no address
    if arrived or ((back or page != state.page) and "step" in query):
        screen, problems = from_link(page, query)
        present_before = state.presenting and not back and "present" not in query
        state.settings, state.step, state.step_is_asked = screen.settings, screen.step, True
        for field in IN_LINKS[page]:
            fields.put(field, screen.notes[field.name])
        state.presenting = screen.presenting or present_before
        state.remarks, state.awaited, state.problem = problems, None, None
        if screen.settings.is_own:
            _follow_own(state, screen)
    elif not back:
        state.remarks, state.next_remarks = state.next_remarks, []
    state.page = page


def _follow_own(state: State, screen: Screen) -> None:
    """Find a link's own corpus in the link or the session, else wait for the visitor's file."""
    settings = screen.settings
    if screen.own is not None:
        kind: Kind = "table" if settings.corpus == OWN_TABLE else "text"
        source = Source.of(to_text(YOURS), kind, screen.own)
        if state.own.get(settings.corpus) != source:
            state.own[settings.corpus] = source
            st.session_state[f"own_{kind}"] = screen.own
        return
    for entry, source in state.own.items():
        if screen.of and source.digest.startswith(screen.of):
            state.settings = replace(settings, corpus=entry)
            return
    state.settings = replace(settings, corpus=OWN_FILE)
    state.own.pop(OWN_FILE, None)
    state.awaited = (screen.of, screen.step)


def save() -> None:
    """Write the screen into the address. Call in every fragment and at the end of every page.

    A training is made only when a whole page runs. So if a click inside a fragment has requested
    other settings, this function runs the whole page.
    """
    state = current()
    if state.shown is None:
        return
    if (state.settings != state.attempted or state.next_remarks) and is_fragment_run():
        st.rerun()
    current_query = st.query_params.to_dict()
    others = {name: value for name, value in current_query.items() if name not in QUERY}
    wanted = others | _query(state)
    if "step" in current_query:
        if wanted != current_query:
            st.query_params.from_dict(wanted)
    elif state.completed_page == state.page:  # the browser should have completed it, but did not
        st.query_params.from_dict(wanted)


def to_complete() -> str:
    """Return the query that the browser should add to an address without one."""
    state = current()
    state.completed_page = state.page
    return urlencode(_query(state))


def link() -> str:
    """Return the link to the screen, in its language, and without presenter mode."""
    query = _query(current()) | {language.IN_LINK: locale.code()}
    query.pop("present", None)
    site = urlsplit(st.context.url or "")
    return site._replace(path=site.path or "/", query=urlencode(query)).geturl()


def start_again() -> None:
    """Callback: show the first screen; own corpora and the language stay."""
    state = current()
    st.session_state["state"] = State(
        own=state.own, language_chosen=state.language_chosen, language_asked=state.language_asked
    )
    st.query_params.clear()


def _query(state: State) -> dict[str, str]:
    return to_link(state.page or "", _screen(state))[0]


def _screen(state: State) -> Screen:
    carried = IN_LINKS.get(state.page or "", ())
    notes = {field.name: state.values.get(field.key, field.default) for field in carried}
    settings, source = current_training.on_screen(state)
    own = source.text if settings.corpus in (OWN_TEXT, OWN_TABLE) else None
    of, step = source.digest[:FINGERPRINT], state.step
    if state.awaited:  # keep the link in the address until its corpus is opened
        settings, own, (of, step) = state.settings, None, state.awaited
    return Screen(settings, step, notes, state.presenting, own, of, language.of_address())


def find_left_behind() -> tuple[Source | None, list[Message]]:
    """Return the parts that a link to this screen cannot carry: own corpus, titles of texts."""
    state = current()
    behind = to_link(state.page or "", _screen(state))[1]
    needed = "own" in behind and not state.awaited and state.page not in WITHOUT_CORPUS
    own = state.shown[1] if state.shown and needed else None
    titles = [field.title for field in IN_LINKS.get(state.page or "", ()) if field.name in behind]
    return own, titles


def remarks() -> list[Message]:
    """Return the remarks for this run, such as about a link with an invalid parameter."""
    state = current()
    if state.awaited is None or state.page in WITHOUT_CORPUS:
        return state.remarks
    return [AWAITED, *state.remarks]

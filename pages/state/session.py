"""The only owner of what a session remembers and of what its address says.

The settings that the user asked for, the training on screen and the step live in one `State`.
The address bar follows the screen, so that reload, the back button and a copied link restore
it. When something asked for does not work out, the screen stays as it was and `problem` says
why. No other module reads or writes ``st.session_state`` or ``st.query_params``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar, cast
from urllib.parse import urlencode
from uuid import uuid4
from weakref import WeakValueDictionary

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from pages.server.environment import mebibytes
from pages.server.internals import take_content
from pages.state.links import FINGERPRINT, MAX_STEP, QUERY, Screen, from_link, to_link
from pages.trainings.job import (
    ForcedMergeError,
    Job,
    Key,
    Packed,
    Source,
    Training,
    sample_source,
)
from pages.trainings.queue import AT_ONCE, BrokenOffError, Known, Task, queue_for
from pages.trainings.reading import AT_ONCE as READ_AT_ONCE
from pages.trainings.reading import File, Opened
from pages.trainings.samples import samples
from pages.trainings.settings import (
    ALGORITHMS,
    MAX_FORCED,
    NORMALIZER_STEPS,
    NOTE_CHOICES,
    NOTE_NUMBERS,
    NOTES,
    OWN,
    OWN_FILE,
    OWN_TABLE,
    OWN_TEXT,
    PACES,
    REPLAY,
    Algorithm,
    Forced,
    Settings,
    kind_of_file,
    printable,
    recipe_titles,
    suggested,
)
from pages.trainings.store import FullError, Store
from pages.trainings.turns import pause
from wordpiece.errors import CorpusError, VocabularyError, VocabularySizeError
from wordpiece.files.readers import VocabularyFile
from wordpiece.recipes import RECIPES
from wordpiece.scoring import TIE_BREAKS
from wordpiece.text.corpus import Kind, decode
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

WORDS_PAGE, SCORES_PAGE, VOCABULARY_PAGE = "train_words", "train_scores", "train_vocabulary"
COMPARED_PAGE = "compare_words"
LISTS = (WORDS_PAGE, SCORES_PAGE, VOCABULARY_PAGE, COMPARED_PAGE)

MAX_NAME = 60
"""Characters of a file's name that are shown."""

MAX_TYPED = 1_000_000
"""UTF-16 units, as a browser counts characters, in a text area: what it says travels with every
click. See the page's JavaScript below, and MESSAGE_SIZE in pages/server/messages.py."""

SILENT = 0.8
"""Seconds a training may take before there is a progress bar."""

UNDONE = (
    "Your own merges were undone: they belong to the corpus and settings before. "
    "The browser's Back brings them again."
)
FULL = (
    "There is no room for it beside what else is open here. Take a smaller one, or try again "
    "when others have left."
)
TAKEN_BACK = (
    "What you did last led to a fault in the app and was taken back: "
    "this is the last screen that worked."
)
BEGUN_ANEW = (
    "This screen could not be drawn, because of a fault in the app. It begins anew; what you had "
    "opened or typed has to come in again."
)
GONE = "This file did not arrive, or is no longer here. Open it once more."
OTHER_TEXT = (
    "This is another text than the one the link was made with, so its step and its chosen "
    "merges may not fit."
)


@dataclass
class State:
    """One session.

    Attributes:
        settings: what the user asked for, in the sidebar or by a link.
        shown: settings and source of the training on screen; None before the first.
        step: the step on screen.
        step_is_asked: the step came with the settings, so it holds for the next training too.
        own: the user's own corpora, by kind of entry.
        task: a long training under way.
        failed: the key of the long training that came to nothing last, and why.
        problem: why the settings asked for are not on screen.
        remarks: sentences about a link that could only be followed in part.
        picked: for each chart, the steps selected in it so far.
        vocabulary: name and content of an uploaded vocabulary, if one is used to encode.
        merges: an uploaded merges file, if there is one to replay.
        notes: what pages remember beside the settings; see `settings.NOTES`.
        pages: for each list in pages that was turned to a page, which.
        opened: the popovers that were opened by a button that stands in for them.
        memory: what pages keep that no link carries; see `memory`.
        choices: what was chosen on pages and goes into no link; see `chosen`.
        presenting: whether the screen is set for the back row.
        tried: the settings that the last run of a page tried to show.
        awaited: fingerprint and step of a link whose corpus stayed with somebody else; the
            settings asked for are that link's until the corpus is opened.
        news: remarks for the next run of the page.
        good: what there was when a screen was drawn last without a fault.
        faults: how often in a row a page could not be drawn; see `rescue`.
    """

    settings: Settings = field(default_factory=Settings)
    shown: tuple[Settings, Source] | None = None
    step: int = 0
    step_is_asked: bool = True
    own: dict[str, Source] = field(default_factory=dict)
    task: Task | None = None
    failed: tuple[Key, Exception] | None = None
    problem: str = ""
    remarks: list[str] = field(default_factory=list)
    page: str | None = None
    amended: str | None = None
    picked: dict[str, set[int]] = field(default_factory=dict)
    vocabulary: tuple[str, Opened] | None = None
    merges: Opened | None = None
    notes: dict[str, str] = field(default_factory=dict)
    pages: dict[str, int] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)
    memory: dict[str, Any] = field(default_factory=dict)
    choices: dict[str, object] = field(default_factory=dict)
    presenting: bool = False
    tried: Settings | None = None
    awaited: tuple[str, int] | None = None
    news: list[str] = field(default_factory=list)
    good: State | None = None
    faults: int = 0

    def copy(self) -> State:
        """The same, with containers of its own."""
        values = {**vars(self), "good": None}
        for name, value in values.items():
            if isinstance(value, (dict, list, set)):
                values[name] = value.copy()
        return State(**values)

    def become(self, other: State) -> None:
        """Be like another, but know the same about faults."""
        for name, value in vars(other.copy()).items():
            if name not in ("good", "faults"):
                setattr(self, name, value)


def _state() -> State:
    # Asked for some hundred times in a click, so it is looked up once in a thread of Streamlit's.
    context = get_script_run_ctx()
    state: State | None = getattr(context, "merge_by_merge_state", None)
    if state is None:
        if "state" not in st.session_state:
            st.session_state["state"] = State()
        state = st.session_state["state"]
        if context is not None:
            setattr(context, "merge_by_merge_state", state)  # noqa: B010
    return state


# The address.

# Python can only *add* entries to the browser's history. Completing an address in place, as
# after a click in the navigation, which drops our parameters, takes a line of JavaScript.
_in_the_page = st.components.v2.component(
    "merge_by_merge_page",
    html="",
    js=f"const MOST = {MAX_TYPED + 1};"
    """
// MOST is one more than a typed text may have, so that Python can say so: a longer one would not go
// through the websocket, which the server would close.

// Half of a surrogate pair cannot be sent as UTF-8, and the server would drop the whole message:
// let it be U+FFFD before anybody reads the field.
document.addEventListener("input", ({ target: field }) => {
  if (typeof field?.value !== "string") return;
  const cut = field.value.slice(0, MOST), text = cut.toWellFormed?.() ?? cut;
  if (text === field.value) return;
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const { set } = Object.getOwnPropertyDescriptor(kind.prototype, "value");
  set.call(field, text);
}, true);

// A server that takes over from one that died knows this page only once it has run it, and
// Streamlit asks for no run of its own accord: the next click in a fragment would do nothing.
let askToRun = () => {};
let wasConnected = true;
new MutationObserver(() => {
  const app = document.querySelector("[data-test-connection-state]");
  const isConnected = app?.dataset.testConnectionState === "CONNECTED";
  if (isConnected && !wasConnected) askToRun();
  wasConnected = isConnected;
}).observe(document, { subtree: true, attributeFilter: ["data-test-connection-state"] });

export default function ({ data, setTriggerValue }) {
  askToRun = () => setTriggerValue("connected", Date.now());
  const url = new URL(location.href);
  if (url.searchParams.has("step")) return;
  for (const [name, value] of new URLSearchParams(data.query)) url.searchParams.set(name, value);
  history.replaceState(history.state, "", url);
}
""" + (Path(__file__).parents[1] / "components" / "refusals.js").read_text("utf-8"),
)


def begin(page: str) -> None:
    """Take in the address. Call first on every page.

    The address counts when a session begins, on Back and Forward, and when it leads to another
    page; in between, a run may still carry an old one.
    """
    state = _state()
    context = get_script_run_ctx()
    back = bool(getattr(context, "is_history_navigation", False))
    query = {name: text for name, text in st.query_params.to_dict().items() if name in QUERY}
    arrived = state.page is None
    if arrived or ((back or page != state.page) and "step" in query):
        screen, problems = from_link(page, query)
        present_before = state.presenting and not back and "present" not in query
        state.settings, state.step, state.step_is_asked = screen.settings, screen.step, True
        state.notes.update(screen.notes)
        state.presenting = screen.presenting or present_before
        state.remarks, state.awaited, state.problem = problems, None, ""
        if screen.settings.is_own:
            _follow_own(state, screen)
    elif not back:
        state.remarks, state.news = state.news, []
    state.page = page


def _follow_own(state: State, screen: Screen) -> None:
    """Follow a link to somebody's own corpus: it came along, is here already, or is awaited."""
    settings = screen.settings
    if screen.own is not None:
        kind: Kind = "table" if settings.corpus == OWN_TABLE else "text"
        source = Source.of(f"your {kind}", kind, screen.own)
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
    """Write what is on screen into the address. Call in every fragment and at a page's end.

    Trainings are made in a page's main run: when a click inside a fragment asked for other
    settings, the whole page runs again.
    """
    state = _state()
    if state.shown is None:
        return
    if state.settings != state.tried or state.news:
        context = get_script_run_ctx()
        if context is not None and context.fragment_ids_this_run:
            st.rerun()
    current = st.query_params.to_dict()
    others = {name: value for name, value in current.items() if name not in QUERY}
    wanted = others | _address(state)
    if "step" in current:
        if wanted != current:
            st.query_params.from_dict(wanted)
    elif state.amended == state.page:  # the browser has had its chance to complete it
        st.query_params.from_dict(wanted)


def end() -> None:
    """Complete the address in place where it says nothing yet. Call last on every page."""
    save()
    state = _state()
    state.amended = state.page
    query = urlencode(_address(state))
    _in_the_page(key="address", data={"query": query}, height=1, on_connected_change=lambda: None)
    worked()


def _address(state: State) -> dict[str, str]:
    return to_link(state.page or "", _screen(state))[0]


def _screen(state: State) -> Screen:
    if state.awaited:  # the link stays in the address until it can be followed
        of, step = state.awaited
        return Screen(state.settings, step, state.notes, state.presenting, of=of)
    settings, source = state.shown or (Settings(), sample_source(Settings()))
    own = source.text if settings.corpus in (OWN_TEXT, OWN_TABLE) else None
    of = source.digest[:FINGERPRINT]
    return Screen(settings, state.step, state.notes, state.presenting, own, of)


def page() -> str:
    """The page on screen."""
    return _state().page or ""


def left_behind() -> tuple[Source | None, list[str]]:
    """What the link to this screen cannot carry: the user's own corpus, and typed notes by name."""
    state = _state()
    behind = to_link(state.page or "", _screen(state))[1]
    own = state.shown[1] if state.shown and "own" in behind and not state.awaited else None
    return own, [name for name in behind if name != "own"]


# Faults.


def worked(*, part: bool = False) -> None:
    """A page was drawn without a fault, or a ``part`` of it, which counts if it ran alone."""
    context = get_script_run_ctx()
    if not part or (context is not None and context.fragment_ids_this_run):
        state = _state()
        state.good, state.faults = state.copy(), 0


def rescue() -> None:
    """Go back from a screen that cannot be drawn, further each time until something can be.

    First to the last screen that worked; then there without what widgets say; then to the
    beginning. Returns only if even that cannot be drawn.
    """
    state = _state()
    faults = state.faults = state.faults + 1
    good, page = state.good, state.page
    if faults > 3 or page is None:
        return
    if faults > 1:
        st.session_state.clear()
        st.session_state["state"] = state
    if good is None or faults == 3:
        state.become(State(page=page, news=[BEGUN_ANEW]))
        st.rerun()
    take_back()
    if good.page != page:
        st.switch_page(f"pages/screens/{good.page}.py")
    st.rerun()


def take_back() -> None:
    """Put back what there was when a screen was drawn last, and say so."""
    state = _state()
    state.become(state.good or State(page=state.page))
    state.news = [TAKEN_BACK]


def begin_anew() -> None:
    """Callback: forget everything, the link in the address too."""
    _state().become(State())
    _state().faults = 0
    st.query_params.clear()


# What pages remember.


def note(page: str, name: str) -> str:
    """What a page remembers under a name declared in `settings.NOTES`."""
    return _state().notes.get(name, NOTES[page][name])


def note_key(page: str, name: str) -> str:
    """The key of a widget for it, with the widget set to what is remembered."""
    key = f"{page}_{name}"
    st.session_state[key] = note(page, name)
    return key


def take_note(page: str, name: str) -> None:
    """Callback: the widget says something else."""
    said = str(st.session_state[f"{page}_{name}"] or "")
    if said in NOTE_CHOICES.get(name, (said,)):
        _state().notes[name] = said


def copy_note(name: str, key: str) -> None:
    """Callback: remember what stands in another widget."""
    _state().notes[name] = str(st.session_state[key] or "")


def set_note(name: str, value: str) -> None:
    """Callback: remember a value under a name declared in `settings.NOTES`."""
    _state().notes[name] = value


T = TypeVar("T")


def memory(name: str, make: Callable[[], T]) -> T:
    """Something a page keeps for this session only, made by ``make`` at first."""
    kept = _state().memory
    if name not in kept:
        kept[name] = make()
    value: T = kept[name]
    return value


def forget(name: str) -> None:
    """Callback: make it anew next time."""
    _state().memory.pop(name, None)


# Choices: what is set on a page, in a widget or by a button of ours, and goes into no link. They
# live here rather than in their widgets, since a closed popover has none, and since each look into
# Streamlit's state costs part of a click.


def chosen(key: str, default: T) -> T:
    """What was chosen under a name, which begins with the page's."""
    value = _state().choices.get(key, default)
    return cast(T, value)


def choose(key: str, value: object) -> None:
    """Callback: choose it."""
    _state().choices[key] = value


def choice_key(key: str, default: object) -> str:
    """The key of a widget for a choice, with the widget set to what was chosen."""
    st.session_state[key] = chosen(key, default)
    return key


def take_choice(key: str) -> None:
    """Callback: the widget says something else; none of those that take a choice can be empty."""
    said = st.session_state[key]
    if said is not None:
        choose(key, said)


def take_filter(key: str) -> None:
    """Callback: it does, and so the lists show something else."""
    take_choice(key)
    first_pages()


def any_open(keys: Collection[str]) -> bool:
    """Whether one of some popovers is open, of those that stand side by side."""
    state = _state()
    if state.opened.isdisjoint(keys):
        return False
    are_open = {key for key in keys if st.session_state.get(key)}
    state.opened = (state.opened - set(keys)) | are_open
    return bool(are_open)


def open_popover(key: str) -> None:
    """Callback: open a popover that tells when it opens, and is not on screen yet."""
    st.session_state[key] = True
    _state().opened.add(key)


def presenting() -> bool:
    """Whether the screen is set for the back row; ``?present=1`` in the address."""
    return _state().presenting


def present() -> None:
    """Callback: presenter mode on or off."""
    _state().presenting = not _state().presenting


# What the user asks for.


def settings() -> Settings:
    """The settings asked for."""
    return _state().settings


def own_source() -> Source | None:
    """The user's own corpus of the kind asked for, if there is one already."""
    state = _state()
    return state.own.get(state.settings.corpus)


def problem() -> str:
    """Why the settings asked for are not on screen; empty if they are."""
    return _state().problem


def remarks() -> list[str]:
    """Sentences about what could only be followed in part: a link, or other settings."""
    state = _state()
    return state.remarks if state.awaited is None else [_awaiting(state.awaited[0]), *state.remarks]


def _awaiting(of: str) -> str:
    which = f" (fingerprint {of})" if of else ""
    return (
        f"This screen needs a corpus of somebody's own{which}, which no link carries. "
        "Open the file on the left, and the screen comes back."
    )


def awaits() -> bool:
    """Whether a link is followed once the corpus it was made with has been opened."""
    return _state().awaited is not None


_SIDEBAR = {
    name: f"sidebar_{name}"
    for name in (
        "recipe",
        "corpus",
        "normalizer",
        "pre_tokenizer",
        "tie_break",
        "seed",
        "vocab_size",
    )
}


def sidebar_key(name: str) -> str:
    """The widget key of a setting, with the widget set to what was asked for."""
    value: Any = getattr(_state().settings, name)
    st.session_state[_SIDEBAR[name]] = list(value) if name == "normalizer" else value
    return _SIDEBAR[name]


_OFFERED: dict[str, Collection[str]] = {
    "recipe": recipe_titles(),
    "corpus": {**samples(), **OWN},
    "pre_tokenizer": PRE_TOKENIZERS,
    "tie_break": TIE_BREAKS,
}


def _said(name: str) -> Any:
    """What a widget of the sidebar says; what was asked for before if that is not offered."""
    said = st.session_state[_SIDEBAR[name]]
    return said if said in _OFFERED.get(name, (said,)) else getattr(_state().settings, name)


def choose_corpus() -> None:
    """Callback: another corpus, with what it suggests."""
    state = _state()
    chosen = suggested(_said("corpus"), state.settings.recipe)
    if state.awaited and chosen.is_own:  # the corpus that a link waits for may come in any way
        chosen = replace(state.settings, corpus=chosen.corpus)
    else:
        state.awaited = None
    state.settings, state.problem = chosen, ""


def choose_recipe() -> None:
    """Callback: another recipe, on the corpus that its source shows it on."""
    state = _state()
    recipe = _said("recipe")
    shown_on = RECIPES[recipe].corpus if recipe in RECIPES else ""
    state.settings = suggested(shown_on or state.settings.corpus, recipe)
    state.awaited, state.problem = None, ""


def change(name: str) -> None:
    """Callback: another value for one setting."""
    state = _state()
    value = _said(name)
    if name == "normalizer":
        value = tuple(step for step in NORMALIZER_STEPS if step in value)
    elif name == "seed":
        value = value or 0
    # Another vocabulary size ends the same merges elsewhere; anything else makes others.
    forced = state.settings.forced if name == "vocab_size" else ()
    state.settings = replace(state.settings, **{name: value, "forced": forced})
    state.problem = ""


def use_own_text(key: str, kind: Kind) -> None:
    """Callback: train on what stands in a text area."""
    name = "your text" if kind == "text" else "your table"
    text: str = st.session_state[key] or ""
    if len(text.encode("utf-16-le", "surrogatepass")) > 2 * MAX_TYPED:
        _state().problem = (
            f"A pasted {kind} can have {MAX_TYPED:,} characters, and this one has more. "
            "Save it as a file and open that: a file can have 20 MB."
        )
        return
    _use_own(OWN_TEXT if kind == "text" else OWN_TABLE, name, kind, text)


def use_own_file(key: str) -> None:
    """Callback: train on an uploaded file. A file that cannot be read changes nothing."""
    state = _state()
    uploaded = st.session_state[key]
    if isinstance(uploaded, DeletedFile):
        state.problem = GONE
        return
    if uploaded is None:
        return
    try:
        text = decode(take_content(uploaded))
    except CorpusError as error:
        state.problem = f"{_name_of(uploaded)}: {error}"
        return
    _use_own(OWN_FILE, _name_of(uploaded), kind_of_file(uploaded.name), text)


def _name_of(uploaded: Any) -> str:
    """A file's name, as it may stand in a sentence."""
    return printable(uploaded.name, MAX_NAME)


def _use_own(entry: str, name: str, kind: Kind, text: str) -> None:
    state = _state()
    try:
        source = Source.of(name, kind, text)
        _own.hold(source, sys.getsizeof(text), SHARE)
    except CorpusError as error:
        state.problem = str(error)
        return
    except FullError:
        state.problem = f"{name}: {FULL}"
        return
    before = state.own.get(entry)
    if before and before.digest != source.digest:
        state.settings = replace(state.settings, forced=())
    state.own[entry] = source
    state.problem, state.failed = "", None


def use_merges(merges: str, vocabulary: str) -> None:
    """Callback: replay an uploaded merges file. One that cannot be read changes nothing.

    Args:
        merges, vocabulary: the keys of the uploaders of merges.txt and of vocab.json.
    """
    state = _state()
    file, ids = st.session_state[merges], st.session_state[vocabulary]
    gone = isinstance(file, DeletedFile) or isinstance(ids, DeletedFile)
    state.problem = GONE if gone else ""
    if file is None or gone:
        return
    opened = _opened_from(File(file.getvalue(), True, ids.getvalue() if ids else None), file)
    if opened is None:
        return
    state.merges = opened
    # Byte-level merges mean words cut, and spelled, as GPT-2 does.
    split = opened.vocabulary.pre_tokenizer
    state.settings = replace(state.settings, pre_tokenizer=split, forced=())


_files: WeakValueDictionary[str, Opened] = WeakValueDictionary()
"""What is open in any session, by digest: whoever opens the same file has the same object."""


def _opened_from(file: File, uploaded: UploadedFile) -> Opened | None:
    """What an uploaded vocabulary holds; None with a `problem` if it cannot be used."""
    digest = file.digest
    known = partial(_files.get, digest)
    opened = known()
    if opened:
        return opened
    try:
        if file.size <= READ_AT_ONCE:
            read = file.read()
        else:
            task = queue_for(file).ask(digest, file, known)
            while not task.wait(5):
                pass
            made = task.result()
            if isinstance(made, Opened):
                return made
            assert isinstance(made, VocabularyFile)
            read = made
        opened = Opened(read, digest)
        _own.hold(opened, opened.nbytes, SHARE)
    except (VocabularyError, CorpusError) as error:
        _state().problem = f"{_name_of(uploaded)}: {error}"
        return None
    except FullError:
        _state().problem = f"{_name_of(uploaded)}: {FULL}"
        return None
    return _files.setdefault(digest, opened)


def replayed() -> Opened | None:
    """The merges file, if one is replayed on screen."""
    state = _state()
    merges = state.shown[1].merges if state.shown and state.shown[0].recipe == REPLAY else None
    if merges is None or (state.merges and state.merges.vocabulary is merges):
        return state.merges if merges else None
    return Opened(merges, "")  # the file opened since could not be replayed


def awaits_merges() -> bool:
    """Whether a merges file is to be replayed that is not there yet."""
    state = _state()
    return state.settings.recipe == REPLAY and state.merges is None


# Trainings.


def training_of(settings: Settings) -> Training:
    """A training of a sample corpus that need not be the one on screen, as a lesson uses."""
    return _made(_state(), settings, sample_source(settings))


PRIVATE_MEMORY = mebibytes("PRIVATE_MEMORY")
"""Bytes for what is visitors' own: texts, vocabularies and packed trainings."""

SHARE = 0.25
"""How much of these one text or vocabulary may take."""

_shared: Store[Key, Training] = Store(each=64, nbytes=128 * 2**20)
_own: Store[Key, Packed] = Store(each=6, nbytes=PRIVATE_MEMORY)
_looked_at: Store[Key, Training] = Store(each=6, nbytes=64 * 2**20)
"""Visitors' own trainings that were looked at last, unpacked."""


class _WorkedOut(NamedTuple):
    value: object
    nbytes: int


_worked_out: Store[Hashable, _WorkedOut] = Store(each=6, nbytes=64 * 2**20)
"""What was worked out of these; see `worked_out`."""


def _release(owner: str) -> None:
    for store in (_own, _looked_at, _worked_out):
        store.drop_owner(owner)


@st.cache_resource(show_spinner=False, scope="session", on_release=_release)
def _owner() -> str:
    """Whose trainings they are; they go when the session does."""
    return uuid4().hex


def _source_of(state: State, settings: Settings) -> Source | None:
    source = state.own.get(settings.corpus) if settings.is_own else sample_source(settings)
    if settings.recipe != REPLAY or source is None:
        return source
    if state.merges is None:
        return None
    opened = state.merges
    digest = f"{source.digest}+{opened.digest}"
    return replace(source, merges=opened.vocabulary, digest=digest)


def training(*, longer: bool = False) -> Training:
    """The training to show, made now if need be, with a progress bar once it takes longer.

    With ``longer`` the page's own steps may go beyond this training's; see `hold`.

    If the settings asked for do not work out, this is the training shown before, and
    `problem` says why.
    """
    state = _state()
    state.tried = state.settings
    source = _source_of(state, state.settings)
    if source is None:  # the user has not said yet what the text is
        return _shown_before(state, longer)
    try:
        made = _made_as_far_as_it_goes(state, source)
    except (CorpusError, VocabularySizeError) as error:
        where = f"{source.name}: " if state.settings.corpus == OWN_FILE else ""
        state.problem = where + str(error)
        return _shown_before(state, longer)
    if state.awaited and state.settings.is_own:
        of, state.step = state.awaited
        state.awaited, state.step_is_asked = None, True
        if not source.digest.startswith(of):
            state.remarks.append(OTHER_TEXT)
    before = state.shown
    if before and before[0].forced and not (state.settings.forced or state.step_is_asked):
        state.remarks.append(UNDONE)
    if before and (before[0].corpus, before[1].digest) != (state.settings.corpus, source.digest):
        state.step = state.step if state.step_is_asked else 0
    state.step_is_asked = False
    state.shown = (state.settings, source)
    if not longer:
        hold(len(made.timeline))
    return made


def _made_as_far_as_it_goes(state: State, source: Source) -> Training:
    """With a chosen merge that does not exist, the training without it and those after it."""
    try:
        return _made(state, state.settings, source)
    except ForcedMergeError as error:
        sound = tuple(choice for choice in state.settings.forced if choice[0] < error.index)
        state.settings = state.tried = replace(state.settings, forced=sound)
        state.remarks.append(f"{error} The merges chosen from there on are left out.")
        return _made(state, state.settings, source)


def _shown_before(state: State, longer: bool = False) -> Training:
    if state.shown is None:
        state.step = 0
    settings, source = state.shown or (Settings(), sample_source(Settings()))
    made = _made(state, settings, source)
    state.shown = (settings, source)
    if not longer:
        hold(len(made.timeline))
    return made


def _made(state: State, settings: Settings, source: Source) -> Training:
    key, owner = (settings, source.digest), _owner()
    made = _shared.get(key) or _looked_at.get(key, owner)
    if made:
        return made
    packed = _own.get(key, owner)
    if packed:
        made = packed.open()
    elif source.size <= AT_ONCE:
        job = Job(key, source)
        job.advance(inf)
        made = job.result()
    else:
        result = _from_a_worker(state, key, source)
        packed = result if isinstance(result, Packed) else None
        made = packed.open() if packed else cast(Training, result)
    if made.cut_short or not _is_for_all(settings):
        _looked_at.put(key, made, owner)
        _own.put(key, packed or Packed.of(made), owner)
    else:
        _shared.put(key, made)
    return made


def _is_for_all(settings: Settings) -> bool:
    return not (settings.is_own or settings.forced or settings.recipe == REPLAY)


def _from_a_worker(state: State, key: Key, source: Source) -> object:
    """A training that others must not wait for: a session has one at a time under way."""
    if state.failed and state.failed[0] == key:  # or each click would try again
        raise state.failed[1]
    task = state.task
    if task is None or task.key != key:
        if task:
            task.give_up()
        known: Known = partial(_shared.get, key) if _is_for_all(key[0]) else lambda: None
        task = state.task = queue_for(source).ask(key, source, known)
    with pause():
        _await(task)
    state.task = None
    try:
        return task.result()
    except (CorpusError, VocabularySizeError) as error:
        state.failed = (key, error)
        raise


def _await(task: Task) -> None:
    """Wait for a training, with a bar and a button to cancel it once it takes most of a second."""
    if task.wait(SILENT):
        return
    place = st.empty()
    with place.container():
        bar = st.progress(0.0)
        # A page may train several times in one run, and keys must differ.
        key = f"cancel_{hash(task.key)}"
        st.button("Cancel, and keep what is learned so far", on_click=_cancel, key=key)
        # Each time the bar is drawn Streamlit may stop this run for the next one, such as a
        # click on Cancel; the task goes on, and the next run finds it in the state.
        said = ""
        while not task.wait(0.2):
            if said != (said := _how_far(task)):
                bar.progress(task.progress, text=said)
    place.empty()


def _how_far(task: Task) -> str:
    if task.before:
        others = "another training" if task.before == 1 else f"{task.before} other trainings"
        return f"Waiting for {others} …"
    return f"Training: {task.merges:,} merges so far" if task.merges else "Counting words …"


def _cancel() -> None:
    task = _state().task
    if task:
        task.cancel()


def resume() -> None:
    """Callback: go on with a training that was cancelled or broke off."""
    state = _state()
    state.failed = None
    source = _source_of(state, state.settings)
    if source:
        _own.drop((state.settings, source.digest), _owner())
        _looked_at.drop((state.settings, source.digest), _owner())


def broke_off() -> bool:
    """Whether the training asked for was broken off, so that it could be tried again."""
    state = _state()
    return bool(state.problem and state.failed and isinstance(state.failed[1], BrokenOffError))


def compared(pre_tokenizer: str | None = None) -> dict[Algorithm, Training]:
    """The corpus on screen trained by each algorithm. Call in a page, after `training`.

    With ``pre_tokenizer`` BPE splits words by that rule instead of the settings' own; a word
    table is split already, so there it makes no difference.

    Raises:
        CorpusError, VocabularySizeError: this algorithm cannot train on it.
    """
    state = _state()
    settings, source = state.shown or (Settings(), sample_source(Settings()))
    trainings = {}
    for algorithm in ALGORITHMS:
        forced = settings.forced if algorithm == settings.recipe else ()
        asked = replace(settings, recipe=algorithm, forced=forced)
        if algorithm == "bpe" and pre_tokenizer:
            asked = replace(asked, pre_tokenizer=pre_tokenizer)
        trainings[algorithm] = _made(state, asked, source)
    return trainings


def shown() -> Training:
    """The training on screen; for use in a fragment, after `training` in the page."""
    return _shown_before(_state())


# A vocabulary from elsewhere, and a ready-made example.


def vocabulary() -> tuple[str, Opened] | None:
    """Name and content of the uploaded vocabulary that encodes instead of the training's."""
    return _state().vocabulary


def use_vocabulary(key: str) -> None:
    """Callback: encode with an uploaded file. A file that cannot be read changes nothing."""
    state = _state()
    uploaded = st.session_state[key]
    gone = isinstance(uploaded, DeletedFile)
    state.problem = GONE if gone else ""
    if gone:
        return
    if uploaded is None:
        state.vocabulary = None
        return
    opened = _opened_from(File(take_content(uploaded)), uploaded)
    if opened:
        state.vocabulary = (_name_of(uploaded), opened)


def drop_vocabulary() -> None:
    """Callback: encode with the training's own vocabulary again."""
    _state().vocabulary = None


def show_example(settings: Settings, step: int, notes: dict[str, str]) -> None:
    """Callback: go to some settings, a step and notes at once."""
    state = _state()
    state.settings, state.step, state.step_is_asked = settings, step, True
    state.problem, state.vocabulary, state.awaited = "", None, None
    state.notes.update(notes)


# Merges chosen by the user.


def forced() -> Forced:
    """The merges chosen by the user in what is on screen, as (step, rank) in order."""
    shown = _state().shown
    return shown[0].forced if shown else ()


def force(pair_rank: int) -> None:
    """Callback: make a row of the score table on screen the next merge, and show it.

    Args:
        pair_rank: the row, 1 for the one that would merge by itself.

    Merges chosen for later steps are undone: they belong to another training.
    """
    state = _state()
    kept = [choice for choice in forced() if choice[0] <= state.step]
    if len(kept) == MAX_FORCED:
        state.news.append(f"{MAX_FORCED} merges of your own are the most there can be.")
        return
    if not 0 < pair_rank <= len(shown().timeline.scores(state.step)):
        return  # a click on a screen that has gone
    if state.shown and state.shown[0].recipe == REPLAY:
        state.news.append("Here the file decides each merge.")
        return
    if state.step >= len(shown().timeline):
        state.news.append("The training ends here, so no merge can follow.")
        return
    _choose(state, (*kept, (state.step + 1, pair_rank)), state.step + 1)


def undo(step: int) -> None:
    """Callback: take back the merge chosen for a step and those after it; show the step before."""
    if step in dict(forced()):
        _choose(_state(), tuple(choice for choice in forced() if choice[0] < step), step - 1)


def undo_all() -> None:
    """Callback: take back all chosen merges, and show the step before the first of them."""
    if forced():
        undo(forced()[0][0])


def _choose(state: State, choices: Forced, step: int) -> None:
    settings, source = state.shown or (Settings(), sample_source(Settings()))
    if settings.is_own:  # what is on screen counts, not a corpus that did not work out
        state.own[settings.corpus] = source
    go(step)
    state.settings = replace(settings, forced=choices)
    state.step_is_asked, state.problem, state.awaited = True, "", None


# The step.


def step() -> int:
    """The step on screen."""
    return _state().step


def hold(last: int) -> None:
    """Keep the step from going beyond the last one there is."""
    state = _state()
    state.step = min(state.step, last)


def go(step: int) -> None:
    """Move to a step. Call in a callback; the lists begin at their first page again."""
    state = _state()
    state.notes["phase"] = ""
    if step == state.step:
        return
    state.step = max(0, step)
    state.notes["look"] = ""
    first_pages()


def report(key: str, field: str) -> dict[str, Any]:
    """The newest report of a component under one of its names, or empty."""
    newest = (st.session_state.get(key) or {}).get(field)
    return newest if isinstance(newest, dict) else {}


def stepper_report(key: str) -> dict[str, Any]:
    """The newest report of a stepper, or empty."""
    return report(key, "step")


def stepped(key: str) -> None:
    """Callback: a stepper was moved."""
    report = stepper_report(key)
    number = report.get("n")
    if is_step(number):
        go(int(number))
        phase = report.get("phase")
        _state().notes["phase"] = phase if phase in PACES[note("train", "pace")] else ""


def phase() -> str:
    """How far Train is on its way to the next merge: one of the pace's phases in `PACES`."""
    phase = note("train", "phase")
    return phase if phase in PACES[note("train", "pace")] else ""


def set_pace(pace: str) -> None:
    """Callback: go in steps of another kind, or in whole merges if it is this kind already."""
    notes = _state().notes
    notes["pace"] = "merge" if note("train", "pace") == pace else pace
    notes["phase"] = ""


def picked(key: str) -> None:
    """Callback: a step was clicked in a chart.

    Charts report the whole set of steps ever clicked, each click adding or removing one; the
    difference to the last report is the step clicked, even if it is the same one again.
    """
    state = _state()
    now = _selected(st.session_state[key])
    changed = now ^ state.picked.get(key, set())
    state.picked[key] = now
    if len(changed) == 1:
        go(changed.pop())


def _selected(chart: object) -> set[int]:
    """The steps selected in a chart, of all that a browser may say of it."""
    selection = chart.get("selection") if isinstance(chart, dict) else None
    points = selection.get("pick") if isinstance(selection, dict) else None
    if not isinstance(points, list):
        return set()
    steps = [point.get("step") for point in points if isinstance(point, dict)]
    return {int(step) for step in steps if is_step(step)}


def is_step(number: object) -> TypeGuard[float]:
    """Whether what a browser reports may be the number of a step."""
    return isinstance(number, (int, float)) and 0 <= number <= MAX_STEP


# What a class shares.


def common_place(*trainings: Training) -> Hashable | None:
    """All that the page shows at this step depends on, if others may come to the very same.

    None if it may show something of this visitor's own: a corpus, a typed text, a training that
    was cancelled, a choice, a list turned to a page, or an open menu.

    Args:
        trainings: those that the page shows.
    """
    state, page = _state(), _state().page or ""
    if state.shown is None or not _is_for_all(state.shown[0]) or state.opened or state.pages:
        return None
    if any(training.cut_short for training in trainings):
        return None
    if any(choice.startswith(f"{page}_") for choice in state.choices):
        return None
    notes = {name: note(page, name) for name in NOTES[page]}
    typed = (name for name in notes if name not in NOTE_CHOICES and name not in NOTE_NUMBERS)
    if any(notes[name] for name in typed):
        return None
    return page, state.shown[0], state.step, state.presenting, *notes.values()


def worked_out(make: Callable[..., T], trainings: Sequence[Training], *how: Hashable) -> T:
    """What ``make(timelines, *how)`` gives, kept while it is looked at.

    It is kept for everybody if all of these trainings are everybody's; else for this session.
    """
    of = tuple(training.timeline for training in trainings)
    if all(_is_for_all(training.settings) and not training.cut_short for training in trainings):
        return cast(T, _for_everybody(make, of, *how))
    key, owner = (make, of, how), _owner()
    kept = _worked_out.get(key, owner)
    if kept is None:
        # It holds the timelines, which are counted where they are kept.
        kept = _WorkedOut(make(of, *how), sum(training.nbytes for training in trainings) // 2)
        _worked_out.put(key, kept, owner)
    return cast(T, kept.value)


@lru_cache(maxsize=24)
def _for_everybody(make: Callable[..., object], *of: Hashable) -> object:
    return make(*of)


# Lists in pages.


def list_page(name: str, pages: int) -> int:
    """The page that a list is at, 1 to ``pages``; 1 if there are no longer so many."""
    page = _state().pages.get(name, 1)
    return page if page <= pages else 1


def turn_page(name: str, page: int) -> None:
    """Callback: a list goes to a page, counted from 1."""
    if page:
        _state().pages[name] = page


def first_pages() -> None:
    """Callback: what the lists show has changed, so show them from their beginning."""
    _state().pages.clear()

"""Test each page with values of widgets that no browser would report.

The tests send the values over the websocket. Whatever they are, the page is drawn completely, the
log has no traceback, and the next click works.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from math import inf, nan
from random import Random
from typing import Any, ClassVar, get_args

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import (
    DoubleArray,
    FileUploaderState,
    StringArray,
    StringTriggerValue,
    UploadedFileInfo,
)
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from bench.visitor import Trouble, Visitor
from pages.panels.actions import Action, Open, encode
from pages.state.links import pack
from tests.browser.test_faults import Server, own_server
from tests.event_loops import run

TABLE = "abc\t3\nabd\t2\n"
OWN = f"corpus=table&own={pack(TABLE)}"

SCREENS = [
    ("/", ""), ("/", "recipe=replay&ties=random"),
    ("/", OWN + "&present=1&panel=scores"), ("/", "corpus=file"), ("/compare", "step=3"),
    ("/compare", "present=1&show=growth"), ("/encode", "step=3&text=hug&view=word"),
    ("/predict", "ask=split"), ("/predict", "ask=next"), ("/lessons", ""),
    ("/take-home", "step=3"), ("/by_hand", "level=alone"),
]  # fmt: skip
"""Pages, in states in which they have different widgets."""

DIALOGS = {
    "/": ("words_menu", "scores_menu", "growth_menu"),
    "/compare": ("cuts_menu", "compare_why_columns"),
    "/encode": ("encode_longer", "encode_menu"),
}

RUNS = 15
"""Number of reports of the widgets of a screen."""

ODD = (None, True, 0, 7, -5, 2.5, nan, inf, 1e308, 10**400, "", "x", "9", "count", "\0", "\ud800")
"""Simple values, most of them valid JSON."""

ACTIONS = (*(kind.__name__ for kind in get_args(Action)), "Show", "constructor", "")
ARGUMENTS: tuple[object, ...] = (*ODD[:-1], "train_words", "cuts_menu", "hug", "٣", [], {})
"""Names and arguments of actions that buttons in HTML might report."""

TEXTS = ("", "no such option", "../../etc/passwd", "\0", "\u202e", "x" * 100_001, "Lowercase")
BROKEN = ("", "{", "null", "7", "[]", '"selection"', "NaN", "[" * 100_000, '{"selection":[]}')
"""Texts that are no JSON object, or one without a selection."""


def anything(rng: Random, depth: int = 3) -> Any:
    """Return a random value."""
    if not depth or rng.random() < 0.5:
        return rng.choice(ODD)
    values = [anything(rng, depth - 1) for _ in range(rng.randrange(3))]
    return values if rng.random() < 0.5 else {rng.choice(KEYS): value for value in values}


KEYS = ("n", "step", "value", "text", "seq", "event", "no such")

REPORTS = {
    "stepper": ("step", "n", "phase", "seq", "base", "at", "lacks"),
    "picks": ("pick", "value", "seq"),
    "remember": ("remembered", "text", "seq"), "room": ("hands", "turn", "counts", "seq"),
    "room_key": ("found", "code", "key", "mine"),
}  # fmt: skip
"""For each component, the name of its state and the names in it."""

COMPONENTS = (*REPORTS, "animate", "keys", "page", "prose", "sketch")
"""The names of all components."""


def report(rng: Random, component: str) -> str:
    """Return a random state of a component."""
    if rng.random() < 0.2:
        return rng.choice(BROKEN)
    state, *names = REPORTS.get(component) or rng.choice([*REPORTS.values()])
    found = {name: anything(rng, 2) for name in names if rng.random() < 0.9}
    if "value" in found and rng.random() < 0.7:
        found["value"] = json.dumps(
            [rng.choice(ACTIONS), *rng.choices(ARGUMENTS, k=rng.randrange(3))]
        )
    if "lacks" in found and rng.random() < 0.5:
        found["lacks"] = rng.choices([0, 1, -5, 10**30, 2.5], k=3)
    return json.dumps({state: rng.choice([found, found, found, anything(rng)])})


def selection(rng: Random) -> str:
    """Return a random state of a chart."""
    if rng.random() < 0.2:
        return rng.choice(BROKEN)
    points = [{"step": anything(rng, 1)} for _ in range(rng.randrange(3))]
    return json.dumps({"selection": {"pick": rng.choice([points, points, anything(rng)])}})


FOREIGN = UploadedFileInfo(file_id="another visitor's", name="a.txt", size=5)
VALUES: tuple[dict[str, Any], ...] = (
    {}, {"bytes_value": b"\xff\0"}, {"string_trigger_value": StringTriggerValue(data="x")},
    *({"bool_value": value} for value in (True, False)),
    *({"int_value": value} for value in (0, -1, 2**63 - 1)),
    *({"double_value": value} for value in (nan, inf, -inf, 1e308, -1.0, 0.5, 2.0**63)),
    *({"double_array_value": DoubleArray(data=data)} for data in ((), (nan, inf))),
    *({"string_value": value} for value in TEXTS),
    *({"string_array_value": StringArray(data=value)} for value in (TEXTS[:0], TEXTS[-1:])),
    *({"file_uploader_state_value": FileUploaderState(uploaded_file_info=files)}
      for files in ([], [FOREIGN], [UploadedFileInfo()] * 5)),
)  # fmt: skip
"""Values of any widget but buttons, charts and components."""


def forged(rng: Random, kind: str) -> dict[str, Any]:
    """Return a random value for a kind of widget; one in ten has the type of another kind."""
    if kind == "button":
        return {"trigger_value": rng.random() < 0.1}
    if rng.random() < 0.9:
        if "vega_lite_chart" in kind:
            return {"string_value": selection(rng)}
        if kind in COMPONENTS:
            return {"json_value": report(rng, kind)}
    return rng.choice(VALUES)


class Forger(Visitor):
    """Visit pages, and report forged values of widgets. The app may answer with an error message.

    Attributes:
        widgets: the kind of each widget that was ever on the page, by its id; of a component
            its name.
        first: what the widgets report before the first run of the page.
    """

    first: ClassVar[list[WidgetState]] = []

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.widgets: dict[str, str] = {}

    async def press(self, label: str) -> None:
        """Press a button."""
        await self._report(self._find("button", label), trigger_value=True)

    def _place(self, message: ForwardMsg) -> None:
        delta = message.delta
        made = delta.add_block if delta.HasField("add_block") else delta.new_element
        kind = made.WhichOneof("type") or ""
        element = getattr(made, kind, None)
        if widget := getattr(element, "id", ""):
            is_ours = kind == "bidi_component"
            component = getattr(element, "json", "")
            self.widgets[widget] = json.loads(component)["script"] if is_ours else kind
        try:
            super()._place(message)
        except Trouble as trouble:
            if not str(trouble).startswith("an error on the page"):
                raise

    async def _run(self, message: BackMsg) -> float:
        if not self.runs:
            message.rerun_script.widget_states.widgets.extend(self.first)
        return await super()._run(message)

    async def report(self, states: list[WidgetState]) -> None:
        """Run the page as if its widgets had reported these states."""
        message = BackMsg()
        message.rerun_script.page_script_hash = self._page_hash
        message.rerun_script.widget_states.widgets.extend(states)
        try:
            await self._run(message)
        except Trouble as trouble:
            said = "\n".join(f"{self.widgets[each.id]}: {str(each)[:300]}" for each in states)
            raise AssertionError(f"{trouble} after\n{said}") from trouble


def forge(rng: Random, widgets: dict[str, str]) -> list[WidgetState]:
    """Return a state with a random value for each widget."""
    return [WidgetState(id=id, **forged(rng, kind)) for id, kind in sorted(widgets.items())]


@asynccontextmanager
async def visit(server: Server, path: str, query: str = "") -> AsyncIterator[Forger]:
    visitor = await Forger.open(server.address, path, query)
    assert isinstance(visitor, Forger)
    async with visitor:
        yield visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with own_server(tmp_path_factory.mktemp("forged") / "log.txt") as server:
        yield server


@pytest.mark.parametrize(("path", "query"), SCREENS)
def test_whatever_widgets_report_the_page_is_drawn_and_the_next_click_works(
    server: Server, path: str, query: str
):
    rng = Random(path + query)

    async def report() -> None:
        async with visit(server, path, query) as forger:
            for dialog in DIALOGS.get(path, ()):
                await forger.act(encode(Open(dialog)))
            assert len(forger.widgets) >= 6
            for _ in range(RUNS):
                await forger.report(forge(rng, forger.widgets))
            await forger.visit("" if path != "/" else "encode")
            await forger.visit("")
            for button in ("Close the room", "Back"):
                with suppress(Trouble):  # it exists only if a room was opened
                    await forger.press(button)
            await forger.go(0)
            await forger.go(1)

    run(report())
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("path", ["/", "/compare", "/encode", "/predict", "/lessons"])
def test_a_page_may_begin_with_forged_values(server: Server, path: str, monkeypatch):
    """In a page that is older than its session, widgets report before they are drawn."""
    rng = Random(path)

    async def begin() -> None:
        async with visit(server, path) as honest:
            widgets = honest.widgets
        for _ in range(4):
            monkeypatch.setattr(Forger, "first", forge(rng, widgets))
            async with visit(server, path) as forger:
                await forger.visit("predict" if path != "/predict" else "")

    run(begin())
    assert "Traceback" not in server.log.read_text()

"""Widgets that say what no browser would say of them: each screen, each kind of value.

The values go over the websocket, as a program would send them. Whatever they are, the page is drawn
whole, nothing is worth a traceback in the log, and the next click works.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import inf, nan
from typing import Any, ClassVar

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import (
    ChatInputValue,
    DoubleArray,
    FileUploaderState,
    SInt64Array,
    StringArray,
    StringTriggerValue,
    UploadedFileInfo,
)
from streamlit.proto.Components_pb2 import ArrowTable
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from bench.visitor import STEPPER, Trouble, Visitor
from pages.state.links import pack
from tests.browser.test_faults import Server, own_server
from tests.test_bench import run

OWN = "corpus=table&own=" + pack("abc\t3\nabd\t2\n")

SCREENS = [
    ("/", ""),
    ("/", "recipe=replay&ties=random"),
    ("/", "corpus=text&pace=slow"),
    ("/", OWN + "&present=1&panel=scores"),
    ("/", "corpus=file"),
    ("/compare", "step=3"),
    ("/compare", "present=1&show=growth"),
    ("/encode", "step=3&text=hug&view=word"),
    ("/predict", "ask=split"),
    ("/predict", "ask=next"),
    ("/lessons", ""),
    ("/take-home", "step=3"),
]
"""Pages, each in some of the states that give it other widgets."""

POPOVERS = {
    "/": ("words_menu", "scores_menu", "growth_menu"),
    "/compare": ("cuts_menu", "compare_why_columns"),
    "/encode": ("encode_longer", "encode_menu"),
}

LONG = "x" * 100_000

STEPS = (None, 7, "step", [7, None, [], "a"], [{}], [{"step": None}], [{"step": "a"}])
STEPS += ([{"step": nan}], [{"step": inf}], [{"step": -5}], [{"step": 1e308}], [{"step": []}])
STEPS += ([{"step": 10**400}], {"step": [3]}, [{"step": 2}, {"step": 2}])
"""What a chart might say is selected in it."""

MOVES: list[Any] = [None, 7, [], "x", {}, {"n": "x", "phase": [], "seq": {}}]
MOVES += [{"n": n, "phase": "nonsense", "seq": n} for n in (nan, inf, -5, 2.5, True, 10**400)]
MOVES += [{"n": 2, "phase": {}, "seq": "9"}, {"n": 2, "phase": "count", "seq": None}]
"""What the stepper might say."""

PICKS = ("", "force at 3:2", "force:99999999999999999999", "force:-1", "force:x", "force:")
PICKS += ("look:0", "look at 9:9", "look:x", "undo:x", "undo:-1", "undo all", "undo", "go:99999999")
PICKS += ("go:-1", "open:nothing", "open:", "open:cuts_menu", "train_words page:0", "show:x", "\0")
PICKS += ("train_words page:9999", "ask:x", "answer:9", "\ud800", LONG, "constructor", "go:٣")
"""What buttons in our HTML might say."""


def strings() -> Iterator[str]:
    """For lists, fields and charts."""
    yield from ("", "no such option", "../../etc/passwd", "\0", "\u202e", LONG)
    yield from ("{", "[]", "null", "7", '"selection"', "[" * 100_000, '{"selection":[]}')
    yield from (json.dumps({"selection": {"pick": steps}}) for steps in STEPS)
    yield json.dumps({"selection": {"no such": [1]}})


def reports() -> Iterator[str]:
    """For components."""
    yield from ("", "{", "null", "7", "[]", '"x"', "{}", "NaN", "[" * 100_000)
    yield from (json.dumps({"step": move}) for move in MOVES)
    yield from (json.dumps({"pick": value}) for value in (None, 7, [], {"value": None}))
    yield from (json.dumps({"pick": {"value": v, "seq": 1}}) for v in (7, [], {}, *PICKS))
    yield from (json.dumps({"remembered": r}) for r in (7, {"text": 7}, {"text": "{", "seq": []}))
    yield from (json.dumps({name: [[]]}) for name in ("connected", "copied", "enter", "key"))


def forged() -> Iterator[dict[str, Any]]:
    """A value in each place that a message has for one, and none."""
    yield {}
    for value in (True, False):
        yield {"trigger_value": value}
        yield {"bool_value": value}
    for number in (nan, inf, -inf, 1e308, -1.0, 0.5, 2.0**63):
        yield {"double_value": number}
        yield {"double_array_value": DoubleArray(data=[number])}
    for whole in (0, -1, 2**63 - 1):
        yield {"int_value": whole}
        yield {"int_array_value": SInt64Array(data=[whole, whole])}
    yield {"double_array_value": DoubleArray()}
    yield {"int_array_value": SInt64Array()}
    for chosen in ([], ["no such"], ["", ""], ["Lowercase"] * 2, [LONG]):
        yield {"string_array_value": StringArray(data=chosen)}
    yield from ({"string_value": text} for text in strings())
    yield from ({"json_value": text} for text in reports())
    yield from ({"json_trigger_value": text} for text in list(reports())[::8])
    for event in ("[7]", '[{"event":7}]', '[{"event":"connected","value":[]}]'):
        yield {"json_trigger_value": event}
    yield {"bytes_value": b"\xff\0"}
    yield {"arrow_value": ArrowTable()}
    yield {"string_trigger_value": StringTriggerValue(data="x")}
    yield {"chat_input_value": ChatInputValue(data="x")}
    nobodys = UploadedFileInfo(file_id="nobody's", name="a.txt", size=5)
    for files in ((), (nobodys,), (UploadedFileInfo(),) * 5):
        yield {"file_uploader_state_value": FileUploaderState(uploaded_file_info=files)}


FORGED = list(forged())


class Forger(Visitor):
    """A visitor whose widgets lie. A sentence is a fine answer; an exception is none.

    Attributes:
        widgets: the ids of all widgets that were ever on the page.
        first: what the widgets say before the first run of the page.
    """

    first: ClassVar[Sequence[WidgetState]] = ()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.widgets: set[str] = set()

    def _place(self, message: ForwardMsg, content: ForwardMsg) -> None:
        delta = content.delta
        made = delta.add_block if delta.HasField("add_block") else delta.new_element
        kind = made.WhichOneof("type")
        widget = getattr(getattr(made, kind), "id", "") if kind else ""
        if widget:
            self.widgets.add(widget)
        if kind == "bidi_component":
            self.widgets.add(f"{widget}__events")
        try:
            super()._place(message, content)
        except Trouble as trouble:
            if not str(trouble).startswith("an error on the page"):
                raise

    async def _run(self, message: BackMsg) -> float:
        if not self.runs:
            message.rerun_script.widget_states.widgets.extend(self.first)
        return await super()._run(message)

    async def lie(self, value: dict[str, Any]) -> None:
        """All widgets say the same."""
        message = BackMsg()
        message.rerun_script.page_script_hash = self._page_hash
        message.rerun_script.widget_states.widgets.extend(states(self.widgets, value))
        await self._run(message)


def states(widgets: set[str], value: dict[str, Any]) -> list[WidgetState]:
    return [WidgetState(id=widget, **value) for widget in sorted(widgets)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with own_server(tmp_path_factory.mktemp("forged") / "log.txt") as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(("path", "query"), SCREENS)
def test_whatever_widgets_say_the_page_is_drawn_and_the_next_click_works(
    server: Server, path: str, query: str
):
    async def lie() -> None:
        async with await Forger.open(server.address, path, query) as forger:
            for popover in POPOVERS.get(path, ()):
                if f'data-pick="open:{popover}"' in forger.html:
                    await forger.pick(f"open:{popover}")
            assert len(forger.widgets) >= 6
            for value in FORGED:
                try:
                    await forger.lie(value)
                except Trouble as trouble:
                    raise AssertionError(f"{str(value)[:200]}: {trouble}") from trouble
            await forger.visit("" if path != "/" else "encode")
            await forger.visit("")
            assert forger._component(STEPPER)
            await forger.go(0)
            await forger.go(1)

    run(lie())


@pytest.mark.parametrize("path", ["/", "/compare", "/encode", "/predict", "/lessons"])
def test_a_page_may_begin_with_lies(server: Server, path: str):
    """As one does that outlived its session: its widgets speak before they are drawn."""

    async def lie() -> None:
        async with await Forger.open(server.address, path) as honest:
            widgets = honest.widgets

        class Lying(Forger):
            first: ClassVar[Sequence[WidgetState]] = ()

        for value in FORGED[::9]:
            Lying.first = states(widgets, value)
            async with await Lying.open(server.address, path) as forger:
                await forger.visit("predict" if path != "/predict" else "")

    run(lie())

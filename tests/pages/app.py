"""Drive the app in Streamlit's AppTest, at the level a user sees."""

import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

from markupsafe import escape
from streamlit.testing.v1 import AppTest

from pages.panels.actions import Action, Open, encode

APP = Path(__file__).parents[2] / "app.py"
PROSE = "prose"
STEPPER = "stepper"
PICKS = "picks"


def seen(html: str) -> str:
    """Return the visible text of HTML, with white space folded."""
    without = re.sub(r'<i class="sr">[^<]*</i>', "", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", without))).strip()


class App:
    """The app as a test sees it: text without tags, and a stepper that can be moved."""

    def __init__(self, page: str = "train", **query: str):
        self.test = AppTest.from_file(str(APP), default_timeout=60)
        self._picks = 0
        if page != "train":
            self.test.switch_page(f"pages/screens/{page}.py")
        for name, value in query.items():
            self.test.query_params[name] = value
        self.test.run()

    @property
    def blocks(self) -> list[str]:
        """The HTML of each element on the page except style sheets; the board is the last."""
        elements: Sequence[Any] = self.test.get("html")
        blocks = [block.value for block in elements if block.value]
        shown = [block for block in blocks if not block.lstrip().startswith("<style")]
        return [*shown, self.data_of(PROSE).get("frame", ""), self._board[0]]

    @property
    def html(self) -> str:
        """All HTML on the page except style sheets."""
        return "\n".join(self.blocks)

    def data_of(self, component: str) -> dict[str, Any]:
        """The data that the server sent to a component; empty if the page does not have it."""
        for each in self.test.get("bidi_component"):
            data: dict[str, Any] = json.loads(each.proto.json)
            if data["script"] == component:
                return data
        return {}

    @property
    def _board(self) -> tuple[str, str, list[str]]:
        """The board on screen: its HTML, its announcement, and the marks in the charts."""
        data = self.data_of(STEPPER)
        if not data:
            return "", "", []
        boards = [board for position, *board in data["boards"] if position == self.position]
        html, say, marks = data["now"] or boards[0]
        return html, say, marks

    @property
    def text(self) -> str:
        """All HTML on the page as text, white space folded."""
        return seen(self.html)

    @property
    def stepper(self) -> dict[str, Any]:
        """The stepper's data: step, last, say, seq and so on, without the session's id."""
        data = self.data_of(STEPPER)
        shown = ("step", "last", "seq", "phase", "phases", "next", "clicker")
        return {"say": self._board[1], **{name: data[name] for name in shown}}

    @property
    def position(self) -> int:
        """The position on screen, which counts the phases of all steps."""
        data = self.data_of(STEPPER)
        phases: list[str] = data["phases"]
        return int(data["step"]) * len(phases) + phases.index(data["phase"])

    @property
    def sent_ahead(self) -> dict[int, str]:
        """The boards that the last run sent to the page, by position."""
        return {position: html for position, html, *_ in self.data_of(STEPPER)["boards"]}

    @property
    def marks(self) -> dict[str, str]:
        """The step that each chart marks, with the values there."""
        found: dict[str, str] = dict(mark.split(" ", 1) for mark in self._board[2])
        return found

    @property
    def messages(self) -> list[str]:
        """Errors, warnings and remarks, without the backslashes of Markdown."""
        assert not self.test.exception
        blocks = [*self.test.error, *self.test.warning, *self.test.info]
        return [re.sub(r"\\(.)", r"\1", block.value) for block in blocks]

    @property
    def buttons(self) -> list[str]:
        """The keys of all buttons."""
        return [button.key or "" for button in self.test.button]

    def _component(self, name: str) -> Any:
        found = self.test.get("bidi_component")
        return next(c for c in found if json.loads(c.proto.json)["script"] == name)

    def _report(self, component: str, state: dict[str, Any]) -> None:
        """Report as a component in the browser does; AppTest does not run JavaScript."""
        states = self.test._tree.get_widget_states()
        report = states.widgets.add()
        report.id = self._component(component).proto.id
        report.json_value = json.dumps(state)
        self.test._run(states)

    def remember(self, name: str, text: str) -> None:
        """Report the text that the browser remembers under a name."""
        states = self.test._tree.get_widget_states()
        state = json.dumps({"remembered": {"text": text, "seq": 1}})
        states.widgets.add(id=self._remembering(name).proto.id, json_value=state)
        self.test._run(states)
        assert not self.test.exception

    def remembers(self, name: str) -> str | None:
        """The text that the browser should remember under a name; None if it should report it."""
        text: str | None = json.loads(self._remembering(name).proto.json)["text"]
        return text

    def _remembering(self, name: str) -> Any:
        found = self.test.get("bidi_component")
        return next(c for c in found if json.loads(c.proto.json).get("name") == name)

    def press(self, key: str) -> None:
        """Click on a button."""
        self.test.button(key=key).click().run()
        assert not self.test.exception

    def switch_to(self, page: str) -> None:
        """Open another page in the same session."""
        self.test.switch_page(f"pages/screens/{page}.py").run()
        assert not self.test.exception

    def go(self, step: int, phase: str = "") -> None:
        """Move the stepper to a step, or to a phase on the way to the next one."""
        report = {"n": step, "phase": phase, "seq": self.stepper["seq"] + 1}
        self._report(STEPPER, {"step": report})

    def come_first(self) -> None:
        """Report that the browser has not been here before."""
        self.remember("welcome", "")

    def has(self, action: Action) -> bool:
        """Whether the page has a button with an action."""
        return f'data-pick="{escape(encode(action))}"' in self.html

    def pick(self, action: Action) -> None:
        """Click on a button inside our HTML."""
        assert self.has(action), f"no button {action} on the page"
        self.report_pick(action)

    def report_pick(self, action: Action | str) -> None:
        """Report a click, even on a button that is not on the page."""
        self._picks += 1
        value = action if isinstance(action, str) else encode(action)
        self._report(PICKS, {"pick": {"value": value, "seq": self._picks}})

    def click_in_chart(self, place: int, *steps: int) -> None:
        """Report the steps that are selected in a chart: all that were clicked once."""
        states = self.test._tree.get_widget_states()
        report = states.widgets.add()
        report.id = self.test.get("vega_lite_chart")[place].proto.id
        picked = [{"step": step} for step in steps]
        report.string_value = json.dumps({"selection": {"pick": picked}})
        self.test._run(states)

    def open(self, key: str) -> None:
        """Open a dialog by its button."""
        self.pick(Open(key))

    def enter(self, kind: str, content: str) -> None:
        """Type an own text or table into its field, after opening it if necessary, and train."""
        if not any(area.key == f"own_{kind}" for area in self.test.text_area):
            self.test.button(key="change_own").click().run()
        self.test.text_area(key=f"own_{kind}").input(content)
        self.test.button(key=f"use_{kind}").click().run()

    def train_on(self, kind: str, content: str) -> None:
        """Choose an own text or table as the corpus, type it, and train."""
        self.test.selectbox(key="sidebar_corpus").select(kind).run()
        self.enter(kind, content)

    def upload(self, name: str, content: bytes) -> None:
        """Open a vocabulary on Encode."""
        self.press("encode_menu")
        self.test.file_uploader(key="encode_vocabulary").upload(name, content).run()
        assert not self.test.exception

    @property
    def query(self) -> dict[str, str]:
        """The address, one value for each name."""
        params = self.test.query_params.items()
        return {name: value if isinstance(value, str) else value[0] for name, value in params}

    def words(self) -> list[str]:
        """The words as drawn: chips and counts."""
        rows = re.findall(r"<li[^>]*>(.*?)</li>", self.html)
        return [*map(seen, rows)]

    def score_rows(self) -> list[list[str]]:
        """The cells of the score table."""
        body = re.search(r"<tbody>(.*?)</tbody>", self.html)
        if not body:
            return []
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[1])
        return [[*map(seen, re.findall(r"<td[^>]*>(.*?)</td>", row))] for row in rows]

"""Drive the app in Streamlit's AppTest, at the level a user sees."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"
STEPPER = "merge_by_merge.stepper"
PICKS = "merge_by_merge_picks"


def seen(html: str) -> str:
    """HTML as text, without what is for screen readers or newcomers alone, white space folded."""
    without = re.sub(r'<i class="sr">[^<]*</i>|<span class="welcome".*?</button></span>', "", html)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", without))).strip()


def of_any_language(component: str) -> str:
    """A component's name without its language."""
    return re.sub("_(pseudo|other|catalogued)_.*", "", component)


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
        """The HTML of each element on the page, style sheets left out; the board is the last."""
        blocks = [block.value for block in self.test.get("html") if block.value]
        shown = [block for block in blocks if not block.lstrip().startswith("<style")]
        return [*shown, self._board[0]]

    @property
    def html(self) -> str:
        """All HTML on the page, style sheets left out."""
        return "\n".join(self.blocks)

    @property
    def _told(self) -> dict:
        """What the stepper was told, if there is one."""
        told = [
            c.proto.json
            for c in self.test.get("bidi_component")
            if of_any_language(c.proto.component_name) == STEPPER
        ]
        return json.loads(told[0]) if told else {}

    @property
    def _board(self) -> tuple[str, str, list[str]]:
        """The board on screen: its HTML, what is announced, and where charts mark the step."""
        told = self._told
        if not told:
            return "", "", []
        if told["now"]:
            return tuple(told["now"])
        at = told["step"] * len(told["phases"]) + told["phases"].index(told["phase"])
        return next(tuple(board) for position, *board in told["boards"] if position == at)

    @property
    def text(self) -> str:
        """All HTML on the page as text, white space folded."""
        return seen(self.html)

    @property
    def stepper(self) -> dict:
        """What the stepper was told: step, last, say, seq; but not by which session."""
        told = self._told
        shown = ("step", "last", "seq", "phase", "phases", "next", "clicker")
        return {"say": self._board[1], **{name: told[name] for name in shown}}

    @property
    def sent_ahead(self) -> dict[int, str]:
        """The boards that the page has been sent in the last run, by position."""
        return {position: html for position, html, *_ in self._told["boards"]}

    @property
    def marks(self) -> dict[str, str]:
        """Where each chart was told to mark the step."""
        return dict(mark.split(" ", 1) for mark in self._board[2])

    def _component(self, name: str):
        found = self.test.get("bidi_component")
        return next(c for c in found if of_any_language(c.proto.component_name) == name)

    def _report(self, component: str, state: dict) -> None:
        """Report as a component in the browser does; AppTest runs no JavaScript."""
        states = self.test._tree.get_widget_states()
        report = states.widgets.add()
        report.id = self._component(component).proto.id
        report.json_value = json.dumps(state)
        self.test._run(states)

    def go(self, step: int, phase: str = "") -> None:
        """Move the stepper to a step, or on the way to the next one."""
        report = {"n": step, "phase": phase, "seq": self.stepper["seq"] + 1}
        self._report(STEPPER, {"step": report})

    def pick(self, value: str) -> None:
        """Click on a button inside our HTML."""
        assert f'data-pick="{value}"' in self.html, f"no button {value} on the page"
        self.report_pick(value)

    def report_pick(self, value: str) -> None:
        """Report a click, also on a button that is not there."""
        self._picks += 1
        self._report(PICKS, {"pick": {"value": value, "seq": self._picks}})

    def open(self, key: str) -> None:
        """Open a popover by the button that stands in for it, unless it is open."""
        is_open = key in self.test.session_state and self.test.session_state[key]
        if not is_open:
            self.pick(f"open:{key}")

    def enter(self, kind: str, content: str) -> None:
        """Type an own text or table into its field, which is opened if it is folded, and train."""
        if not any(area.key == f"own_{kind}" for area in self.test.text_area):
            self.test.button(key="change_own").click().run()
        self.test.text_area(key=f"own_{kind}").input(content)
        self.test.button(key=f"use_{kind}").click().run()

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

"""A visitor without a browser: a websocket client that uses Streamlit's own protobuf classes.

A click sends one message, with the new state of a widget, and receives some forty, with the
elements that the run of the script has drawn. `Visitor` keeps as much of the page as the next click
needs, and checks the response: a run that fails, or does not show what was clicked, raises
`Trouble`. Loading the page's files, drawing, and a browser's cache of large messages are left out.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import httpx2
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileUploaderState, UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

COMPONENT = "bidi_component"
STEPPER = "stepper"
ADDRESS = "page"
PICKS = "picks"
XSRF = "_streamlit_xsrf"
PATIENCE = 30.0
"""Seconds until a click counts as lost."""

HELD, AHEAD, EACH = 64, 8, 2
"""The most boards that a page holds, beyond the one on screen, and requests with a step."""


class Trouble(Exception):
    """A fault that a visitor would notice: an error on the page, or a click without effect."""


class Node(NamedTuple):
    """An element of the page: which run drew it last, in which fragment, and its message."""

    run: int
    fragment: str
    kind: str
    content: Any


def name_of(node: Node) -> str:
    """Return the label of a widget, or the name of a component."""
    if node.kind == COMPONENT:
        return str(json.loads(node.content.json)["script"])
    return str(node.content.label)


class Visitor:
    """One visitor with one open tab; make one with `open`.

    Every action returns the seconds from the click until the run of the script has finished, and
    raises `Trouble` if the page does not show what it should. ``page`` is the last part of the
    address's path, "" for the first page, and ``query`` what comes after the question mark.
    """

    def __init__(self, address: str, socket: ClientConnection, patience: float):
        self.address = address
        self.page = self.query = ""
        self.runs = self._picks = 0
        self._socket = socket
        self._patience = patience
        self._nodes: dict[tuple[int, ...], Node] = {}
        self._states: dict[str, WidgetState] = {}
        self._pages: dict[str, str] = {}
        self._page_hash = self._session = ""
        self._held: dict[tuple[str, int], str] = {}

    @classmethod
    async def open(
        cls, address: str, path: str = "/", query: str = "", *, patience: float = PATIENCE
    ) -> Visitor:
        """Follow a link to a page of a server; ``patience`` is in seconds.

        Raises:
            Trouble: the server does not answer, or the page is missing or shows an error.
        """
        parts = urlsplit(address)
        try:
            socket = await connect(
                f"ws://{parts.netloc}/_stcore/stream",
                origin=f"{parts.scheme}://{parts.netloc}",  # type: ignore[arg-type]
                subprotocols=["streamlit"],  # type: ignore[list-item]
                max_size=None,
                open_timeout=patience,
            )
        except (OSError, WebSocketException, TimeoutError) as error:
            raise Trouble(f"no connection: {error!r}") from error
        visitor = cls(address, socket, patience)
        visitor.page, visitor.query = path.strip("/"), query
        try:
            await visitor._run(BackMsg())
        except BaseException:
            await visitor.close()
            raise
        return visitor

    async def close(self) -> None:
        """Close the tab."""
        await self._socket.close()

    async def __aenter__(self) -> Visitor:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # The screen.

    def _elements(self, kind: str) -> Iterator[Node]:
        """Yield the elements of a kind, in the order of the page."""
        for _, node in sorted((at, node) for at, node in self._nodes.items() if node.kind == kind):
            yield node

    def _has(self, kind: str, name: str) -> bool:
        return any(name_of(node) == name for node in self._elements(kind))

    def _find(self, kind: str, name: str) -> Node:
        for node in self._elements(kind):
            if name_of(node) == name:
                return node
        raise Trouble(f"there is no {kind} {name!r} on the page")

    @property
    def html(self) -> str:
        """The app's HTML on the page, without style sheets."""
        bodies = [node.content.body for node in self._elements("html")]
        shown = [body for body in bodies if not body.lstrip().startswith("<style")]
        return "\n".join([*shown, self._board])

    @property
    def _board(self) -> str:
        """The HTML of the board that the stepper draws, if there is one."""
        if not self._has(COMPONENT, STEPPER):
            return ""
        data = self.stepper
        at = data["step"] * len(data["phases"]) + data["phases"].index(data["phase"])
        board = data["now"][0] if data["now"] else self._held.get((data["base"], at))
        if board is None:
            raise Trouble("the server has not sent what is on screen")
        return str(board)

    def _hold(self) -> None:
        """Keep the boards that the stepper was sent, as the page does."""
        if self._has(COMPONENT, STEPPER):
            data = self.stepper
            new = {(data["base"], position): html for position, html, *_ in data["boards"]}
            self._held = dict([*(self._held | new).items()][-HELD:])

    @property
    def stepper(self) -> dict[str, Any]:
        """The data of the page's stepper: step, last, seq and more."""
        data: dict[str, Any] = json.loads(self._find(COMPONENT, STEPPER).content.json)
        return data

    # Actions.

    async def go(self, step: int) -> float:
        """Move the stepper to a step."""
        data = self.stepper
        seq, base, at = data["seq"] + 1, data["base"], step * len(data["phases"])
        way = 1 if step >= data["step"] else -1
        near = range(at, at + way * (AHEAD + 1), way)
        lacks = [each for each in near if (base, each) not in self._held][: EACH + 1]
        said = {"n": step, "phase": "", "seq": seq, "base": base, "at": at, "lacks": lacks}
        report = json.dumps({"step": said})
        seconds = await self._report(self._find(COMPONENT, STEPPER), json_value=report)
        now = self.stepper
        if now["step"] != step or now["seq"] != seq:
            raise Trouble(f"went to step {step}, but step {now['step']} of {now['last']} is shown")
        return seconds

    async def step(self) -> float:
        """Go to the next step, or from the last one to the start."""
        data = self.stepper
        return await self.go(data["step"] + 1 if data["step"] < data["last"] else 0)

    async def act(self, value: str) -> float:
        """Report an action, as of a button in the app's HTML."""
        self._picks += 1
        report = json.dumps({"pick": {"value": value, "seq": self._picks}})
        return await self._report(self._find(COMPONENT, PICKS), json_value=report)

    async def type(self, label: str, text: str) -> float:
        """Replace the text in a text field."""
        return await self._report(self._find("text_input", label), string_value=text)

    async def upload(self, label: str, name: str, content: bytes) -> float:
        """Upload a file; the time counts from when the server has it."""
        field = self._find("file_uploader", label)
        message = BackMsg()
        request = message.file_urls_request
        request.request_id, request.session_id = name, self._session
        request.file_names.append(name)
        await self._socket.send(message.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "file_urls_response":
            answer = ForwardMsg.FromString(await self._socket.recv(decode=False))
        urls = answer.file_urls_response.file_urls[0]
        async with httpx2.AsyncClient(base_url=self.address, timeout=self._patience) as client:
            token = (await client.get("/_stcore/health")).cookies[XSRF]
            sent = await client.put(
                urls.upload_url, files={name: (name, content)}, headers={"X-Xsrftoken": token}
            )
        if sent.is_error:
            raise Trouble(f"the file was not taken: {sent.status_code}")
        info = UploadedFileInfo(file_id=urls.file_id, name=name, size=len(content), file_urls=urls)
        files = FileUploaderState(uploaded_file_info=[info])
        return await self._report(field, file_uploader_state_value=files)

    async def visit(self, page: str = "") -> float:
        """Follow a link of the navigation. As in browsers, the query is dropped."""
        if page not in self._pages:
            raise Trouble(f"there is no page {page!r}")
        self.page, self.query = page, ""
        self._states.clear()  # a browser reports only widgets of the page on screen
        message = BackMsg()
        message.rerun_script.page_script_hash = self._pages[page]
        return await self._run(message)

    async def _report(self, widget: Node, **value: Any) -> float:
        """Report the new value of one widget, with those that were reported before it."""
        state = WidgetState(id=widget.content.id, **value)
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash, rerun.fragment_id = self._page_hash, widget.fragment
        rerun.widget_states.widgets.extend((self._states | {state.id: state}).values())
        if widget.kind != "button":  # a press is reported only once
            self._states[state.id] = state
        return await self._run(message)

    # The protocol.

    async def _run(self, message: BackMsg) -> float:
        """Have the script run, and read the page that it draws."""
        rerun = message.rerun_script
        rerun.query_string = self.query
        if not rerun.page_script_hash:
            rerun.page_name = self.page
        rerun.context_info.locale = "en-US"
        rerun.context_info.url = f"{self.address}/{self.page}"
        start = time.perf_counter()
        try:
            await self._socket.send(message.SerializeToString())
            await asyncio.wait_for(self._until_finished(), self._patience)
        except asyncio.TimeoutError as error:
            raise Trouble(f"no answer in {self._patience:g} s") from error
        except (OSError, WebSocketException) as error:
            raise Trouble(f"the connection broke: {error!r}") from error
        seconds = time.perf_counter() - start
        self._hold()
        if "step" not in parse_qs(self.query):  # JavaScript completes the address
            self.query = str(json.loads(self._find(COMPONENT, ADDRESS).content.json)["query"])
        return seconds

    async def _until_finished(self) -> None:
        """Read messages until a run that began after ours was sent has finished."""
        current = None
        while True:
            message = ForwardMsg.FromString(await self._socket.recv(decode=False))
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._place(message)
            elif kind == "new_session":
                self.runs += 1
                self._session = message.new_session.initialize.session_id
                current = message.metadata.run.script_run_id
                self._page_hash = message.new_session.page_script_hash
            elif kind == "navigation":
                self._pages = {
                    "" if page.is_default else page.url_pathname: page.page_script_hash
                    for page in message.navigation.app_pages
                }
                # On the first run only this says which page the link leads to.
                self._page_hash = message.navigation.page_script_hash or self._page_hash
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind in ("page_not_found", "session_event"):
                raise Trouble(f"the page does not run: {message}")
            elif kind == "script_finished" and message.metadata.run.script_run_id == current:
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    raise Trouble("the script does not compile")
                if message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    self._finish(set(message.metadata.run.fragment_ids))
                    return

    def _place(self, message: ForwardMsg) -> None:
        """Put an element in its place on the page."""
        delta = message.delta
        if delta.HasField("new_element"):
            place = tuple(message.metadata.delta_path)
            kind = str(delta.new_element.WhichOneof("type"))
            content = getattr(delta.new_element, kind)
            self._nodes[place] = Node(self.runs, delta.fragment_id, kind, content)
            if kind == "exception":
                raise Trouble(f"an exception on the page: {content.type} {content.message}")
            if kind == "alert" and content.format == Alert.ERROR:
                raise Trouble(f"an error on the page: {content.body}")

    def _finish(self, fragments: set[str]) -> None:
        """Drop the elements that this run has not drawn again."""
        self._nodes = {
            place: node
            for place, node in self._nodes.items()
            if node.run == self.runs or (fragments and node.fragment not in fragments)
        }

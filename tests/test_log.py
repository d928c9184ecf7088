"""Test that the log has nothing that a visitor typed or sent, nor the visitor's address.

One server runs an app that fails in every way, with a secret in each error; the other one runs the
real app. The visitor connects from another address.
"""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import ROOT
from tests.browser.test_faults import Server, own_server

SECRET = "quokka"
VISITOR = "127.0.0.9"

BROKEN = """
import asyncio, logging, sys, threading, warnings

import streamlit as st

said = st.query_params.get("text", "")


class Unraisable:
    def __del__(self):
        raise RuntimeError(said)


async def task():
    raise LookupError(said)


async def loop():
    asyncio.get_running_loop().call_exception_handler(
        {"message": said, "exception": ArithmeticError(said)}
    )
    asyncio.create_task(task())
    await asyncio.sleep(0.01)


def thread():
    raise MemoryError(said)


def broken(typed):
    kept = {"a": typed}
    try:
        kept[said]
    except KeyError as error:
        raise ValueError(f"nobody may read {typed}") from error


logging.getLogger("another").warning("it is %s", said)
logging.getLogger("another").warning(f"it is {said}")
logging.getLogger("another").warning("%s %d", said)
logging.getLogger("another").warning(ValueError(said))
logging.getLogger("another").error("a failure", exc_info=OSError(2, said, said), stack_info=True)
warnings.warn(said)
Unraisable()
each = threading.Thread(target=thread)
each.start()
each.join()
asyncio.run(loop())
broken(said)
"""


@contextmanager
def broken(folder: Path) -> Iterator[Server]:
    """Run a server with the broken app."""
    shutil.copy(ROOT / "serve.py", folder)
    for name in ("pages", "wordpiece", "sample_corpora", ".streamlit"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "app.py").write_text(BROKEN, "utf-8")
    with own_server(folder / "log.txt", folder=folder) as server:
        yield server


def connection(server: Server) -> socket.socket:
    """Connect from the visitor's address."""
    where = ("127.0.0.1", server.port)
    return socket.create_connection(where, timeout=20, source_address=(VISITOR, 0))


@contextmanager
def session(server: Server) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{server.port}/_stcore/stream?x={SECRET}"
    with connect(address, sock=connection(server), max_size=None) as websocket:
        yield websocket


def run(socket: ClientConnection, query: str, page: str = "", *said: WidgetState) -> set[str]:
    """Run a page, and return the ids of its widgets."""
    request, widgets = BackMsg(), set()
    request.rerun_script.query_string, request.rerun_script.page_name = query, page
    request.rerun_script.widget_states.widgets.extend(said)
    socket.send(request.SerializeToString())
    while True:
        message = ForwardMsg.FromString(socket.recv(timeout=30))
        element = message.delta.new_element
        if kind := element.WhichOneof("type"):
            widgets.add(getattr(getattr(element, kind), "id", ""))
        if message.HasField("script_finished"):
            return widgets - {""}


def say(server: Server, request: str, *headers: str, body: str = "") -> None:
    """Send any request, and read the answer."""
    lines = [f"{request} HTTP/1.1", "Host: x", *headers, "Connection: close", "", body]
    with connection(server) as speaking, suppress(ConnectionError):
        speaking.sendall("\r\n".join(lines).encode())
        while speaking.recv(65536):
            pass


def test_the_log_says_where_an_error_was_raised_but_not_its_text(tmp_path: Path):
    with broken(tmp_path) as server, session(server) as socket:
        run(socket, f"text={SECRET}")
    said = server.log.read_text()
    assert SECRET not in said and VISITOR not in said
    failed = "ValueError KeyError LookupError ArithmeticError MemoryError RuntimeError"
    for kind in [*failed.split(), "FileNotFoundError"]:
        assert f"\nbuiltins.{kind}\n" in said, kind
    where = [line.strip() for line in said.splitlines()]
    line = BROKEN[: BROKEN.index("raise ValueError")].count("\n") + 1
    assert f"{tmp_path / 'app.py'}:{line} in broken" in where
    assert said.count("(a message) (") == 4  # their texts are not literals in the code
    assert "a failure" in said and "it is …" in said and "Uncaught app execution" in said


def test_the_log_has_nothing_that_a_visitor_sends(tmp_path: Path):
    with own_server(tmp_path / "log.txt") as server:
        with session(server) as socket:
            for page in ("", "encode", SECRET):
                query = f"text={SECRET}&corpus={SECRET}&sentence={SECRET}&step={SECRET}"
                widgets = run(socket, query, page)
                run(socket, query, page, *(WidgetState(id=w, string_value=SECRET) for w in widgets))
                pick = f'{{"pick": {{"value": "{SECRET}"}}}}'
                for report in (f'{{"{SECRET}": 1', f'["{SECRET}"]', pick):
                    states = (WidgetState(id=w, json_value=report) for w in widgets)
                    run(socket, query, page, *states)
            socket.send(SECRET)
        with session(server) as socket:
            socket.send(f"\xff{SECRET}".encode("latin-1"))
            with suppress(ConnectionClosed):
                socket.recv(timeout=20)
        for path in (f"/{SECRET}", f"/?text={SECRET}", f"/media/{SECRET}", f"/%ff{SECRET}"):
            say(server, f"GET {path}", f"Cookie: {SECRET}={SECRET}", f"X-{SECRET}: {SECRET}")
        say(server, f"GET /\xff{SECRET}", f"Origin: http://[{SECRET}")
        say(server, f"{SECRET} /", "Transfer-Encoding: chunked", body=SECRET)
        upgrade = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Connection: Upgrade")
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        say(server, f"GET /_stcore/stream?{SECRET}", *upgrade, key, f"Origin: http://[{SECRET}")
        say(server, f"GET /_stcore/stream?{SECRET}", *upgrade, f"Sec-WebSocket-Key: {SECRET}")
        say(server, f"GET /_stcore/{SECRET}", *upgrade, key)
        name = f'Content-Disposition: form-data; name="f"; filename="{SECRET}"'
        form = f"--x\r\n{name}\r\n\r\n{SECRET}\r\n--x--\r\n"
        kind = "Content-Type: multipart/form-data; boundary=x"
        length = f"Content-Length: {len(form)}"
        for body in (form, form.replace("form-data", "\x00"), form.replace("--x", "-")):
            say(server, f"PUT /_stcore/upload_file/{SECRET}/1", kind, length, body=body)
    said = server.log.read_text()
    assert SECRET not in said and VISITOR not in said and "Traceback" not in said
    assert f"Uvicorn running on http://127.0.0.1:{server.port}" in said
    assert "Invalid HTTP request received." in said

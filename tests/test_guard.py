"""Test how the server treats malformed and abusive requests.

The tests send plain HTTP and websocket messages, which no browser would send, to a real server.
"""

import asyncio
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from starlette.datastructures import Headers
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.visitor import Visitor
from pages.server import guard
from pages.server.guard import (
    ALL_UPLOADS,
    ALLOWED_KINDS,
    MAX_LISTED,
    SESSION_UPLOADS,
    Upload,
    is_allowed,
    is_cross_origin,
    refuse,
)
from tests.browser.conftest import until
from tests.browser.test_faults import Server, own_server
from tests.browser.test_secure import MB, ask, begin, form, listen, session
from tests.event_loops import run

LIMITS = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
"""
"""Limit files to a megabyte, as if /tmp were full, and allow few connections."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server under system limits, and check that its log has no traceback."""
    folder = tmp_path_factory.mktemp("guard")
    (folder / "sitecustomize.py").write_text(LIMITS, encoding="utf-8")
    with own_server(folder / "log.txt", PYTHONPATH=str(folder)) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


def test_every_answer_has_the_headers_of_security(server: Server):
    """Test answers of the app, of the guard, and for a path that does not exist."""
    for path in ("/", "/nothing", "/join", "/_stcore/health", "/_stcore/metrics", "/auth/login"):
        headers = ask(server, "GET", path).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ")
        assert "; object-src 'none'; base-uri 'none'; form-action 'none'; " in policy
        assert policy.endswith("; frame-ancestors 'self'")
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        refused = {each.partition("=")[0] for each in headers["Permissions-Policy"].split(", ")}
        assert refused == {"camera", "geolocation", "microphone", "payment", "usb"}
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"


# Messages over the websocket.


SILENT = {"clear_cache", "load_git_info", "set_run_on_save"}
SILENT |= {"debug_disconnect_websocket", "debug_shutdown_runtime"}


def test_kinds_of_messages_that_no_page_sends_are_ignored():
    """The test also fails if a new version of Streamlit has more kinds: decide about each."""
    kinds = {field.name for field in BackMsg.DESCRIPTOR.fields}
    assert kinds == {*SILENT, *ALLOWED_KINDS, "backend_operation_request"}
    for kind in SILENT:
        message = BackMsg()
        setattr(message, kind, True)
        assert not is_allowed(message)
    for kind in ("install_skills", "dismiss_skills_nudge", "dataframe_chunk", "deferred_file"):
        message = BackMsg()
        getattr(message.backend_operation_request, kind).SetInParent()
        assert is_allowed(message) == (kind == "deferred_file")


def test_too_long_lists_are_ignored():
    message = BackMsg()
    names = message.file_urls_request.file_names
    names.extend("x" * MAX_LISTED)
    assert is_allowed(message)
    names.append("x")
    assert not is_allowed(message)


def test_an_ignored_message_does_not_end_the_connection(server: Server):
    with session(server) as socket:
        socket.send(BackMsg(clear_cache=True).SerializeToString())
        socket.send(BackMsg().SerializeToString())
        assert begin(socket)


def test_states_of_invalid_widget_ids_are_ignored():
    """Otherwise Streamlit would store the state, and every later run would fail."""
    named, forged = BackMsg(), BackMsg()
    named.rerun_script.widget_states.widgets.add(id="$$ID-x-recipe", string_value="bpe")
    forged.rerun_script.widget_states.widgets.add(id="abc", string_value="x")
    assert is_allowed(named) and not is_allowed(forged)


@pytest.mark.parametrize("message", [b"\xff" * 40, "text"])
def test_invalid_messages_end_the_connection(server: Server, message: bytes | str):
    with session(server) as socket:
        begin(socket)
        socket.send(message)
        with pytest.raises(ConnectionClosed):
            listen(socket)


def test_websockets_of_other_sites_are_refused(server: Server):
    for origin in ("http://[", "http://]", "//[::1", "\x00"):
        assert is_cross_origin(Headers({"origin": origin, "host": "learn.example"}))
    with pytest.raises(InvalidStatus) as refused:
        session(server, origin="http://[")
    assert refused.value.response.status_code == 403


def test_a_connection_that_never_asks_for_a_page_is_closed(monkeypatch: pytest.MonkeyPatch):
    """A connection that has asked for a page stays open, however long it is idle."""
    monkeypatch.setattr(guard, "FIRST_REQUEST_SECONDS", 0.01)  # passes at once
    asked = BackMsg()
    asked.rerun_script.query_string = "step=3"
    request = {"type": "websocket.receive", "bytes": asked.SerializeToString()}

    async def idle() -> None:
        said: asyncio.Queue[dict] = asyncio.Queue()
        receive = guard.allowed_messages(said.get)
        assert (await receive())["type"] == "websocket.disconnect"
        receive = guard.allowed_messages(said.get)
        said.put_nowait(request)
        assert await receive() == request
        asyncio.get_running_loop().call_later(0.05, said.put_nowait, request)
        assert await receive() == request

    run(asyncio.wait_for(idle(), 40))


# Malformed requests.


def answer_to(server: Server, request: str, *headers: str, body: bytes = b"") -> int:
    """Send a malformed request, and return the status of the answer; 0 without an answer."""
    lines = [f"{request} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1") + body)
        answer = connection.recv(4096).decode("latin-1")
    status = re.match(r"HTTP/1\.1 (\d+)", answer)
    assert "Traceback" not in answer
    # The package websockets itself answers an incomplete handshake.
    assert not status or "nosniff" in answer or "Sec-WebSocket" in answer
    return int(status[1]) if status else 0


def known(server: Server) -> dict[str, str]:
    """Return the headers by which the server accepts a form as sent by this site."""
    cookie = ask(server, "GET", "/_stcore/health").headers["Set-Cookie"].partition(";")[0]
    kind = "multipart/form-data; boundary=x"
    token = cookie.partition("=")[2]
    return {"Cookie": cookie, "X_Xsrftoken": token, "Content_Type": kind}


UPLOADS = {
    "a chunk without a size": (["Transfer-Encoding: chunked"], b"zz\r\nabc\r\n"),
    "no such encoding": (["Transfer-Encoding: gzip, chunked"], b"0\r\n\r\n"),
    "two lengths": (["Transfer-Encoding: chunked", "Content-Length: 4"], b"0\r\n\r\n"),
    "a length in letters": (["Content-Length: abc"], b""),
    "a length below nothing": (["Content-Length: -1"], b""),
    "an endless length": (["Content-Length: " + "9" * 50], b""),
    "no form": (["Content-Length: 5"], b"abcde"),
    "a form without a file": (["Content-Length: 7"], b"--x--\r\n"),
    "a part without a name": (
        ["Content-Length: 47"],
        b"--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--",
    ),
    "another kind": (["Content-Type: text/plain", "Content-Length: 5"], b"abcde"),
    "a null in a header": (["Content-Length: 21"], b"--x\r\nCon\x00tent: a\r\n\r\n"),
}


def test_a_broken_upload_is_refused_and_does_no_harm(server: Server):
    with session(server) as socket:
        path = f"PUT /_stcore/upload_file/{begin(socket)}/1"
        own = [f"{name.replace('_', '-')}: {value}" for name, value in known(server).items()]
        for what, (headers, body) in UPLOADS.items():
            assert answer_to(server, path, *own, *headers, body=body) == 400, what
            for post in ("POST /", "POST /_stcore/agent/interact"):
                assert 400 <= answer_to(server, post, *headers, body=body) < 500, what


BROKEN = {
    "GET /": ("Cookie: _streamlit_xsrf=\xff;;;=;a", "X-Bad: \xff\xe9", "Origin: http://["),
    "GET /_stcore/health": ("Cookie: _streamlit_xsrf=2|zz|zz|zz; _streamlit_user=x|y",),
    "GET /%zz?a=%zz&%ff=%ff": (), "GET /%ff%fe%00": (), "GET /media/%ff%00": (),
    "GET /media/x": ("Range: bytes=9-1,zz",),
    "GET /favicon.png": ("Range: bytes=9999999999-1,zz",), "GET /\xff\xe9": (),
    "GET http://[/": (), "GET /_stcore/bidi-components/%ff/%00": (), "OPTIONS *": (),
    "CONNECT evil.example:80": (), "NONSENSE /": (),
    "PUT /_stcore/upload_file/%00%ff/%2e%2e": ("Content-Length: 0",),
    "DELETE /_stcore/upload_file/%00/%ff": (),
    "GET /nothing": ("Connection: Upgrade", "Upgrade: h2c"),
    "GET /_stcore/stream": ("Connection: Upgrade", "Upgrade: websocket"),
    "GET /?own=" + "a" * 500_000: (),
}  # fmt: skip


def test_a_broken_request_is_refused_and_the_server_still_works(server: Server):
    for request, headers in BROKEN.items():
        status = 0
        with suppress(ConnectionError):  # the server may close the connection instead
            status = answer_to(server, request, *headers)
        assert status < 500, request
        assert ask(server, "GET", "/").status == 200, request


def test_aborted_uploads_do_not_count(server: Server):
    """Otherwise a session could upload nothing more after some broken connections."""
    own = [f"{name.replace('_', '-')}: {value}" for name, value in known(server).items()]
    with session(server) as socket_:
        path = f"/_stcore/upload_file/{begin(socket_)}"
        head = [f"PUT {path}/x HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *own]
        head += [f"Content-Length: {MB}", "", "--x\r\n"]
        for _ in range(2 * SESSION_UPLOADS):
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall("\r\n".join(head).encode())
        # The server may notice the closed connections late.
        until(lambda: put(server, path, 0) == 204)
        assert all(put(server, path, number) == 204 for number in range(1, SESSION_UPLOADS))


# Uploads.


def put(server: Server, path: str, number: int, size: int = 10) -> int:
    """Upload a file, and return the status."""
    return ask(server, "PUT", f"{path}/{number}", form(size), **known(server)).status


def test_uploads_at_the_same_time_cannot_exceed_the_limit_of_a_session(server: Server):
    at_once = Barrier(40)
    own = known(server)

    def put_together(path: str, number: int) -> int:
        at_once.wait(60)
        return ask(server, "PUT", f"{path}/{number}", form(MB // 4), **own).status

    with session(server) as socket, ThreadPoolExecutor(40) as pool:
        path = f"/_stcore/upload_file/{begin(socket)}"
        statuses = list(pool.map(partial(put_together, path), range(40)))
        assert statuses.count(204) == SESSION_UPLOADS
        assert statuses.count(413) == 40 - SESSION_UPLOADS
        first = statuses.index(204)
        assert ask(server, "DELETE", f"{path}/{first}", None, **own).status == 204
        assert put(server, path, first) == 204
        assert put(server, path, 41) == 413


def test_an_upload_needs_no_disk_space(server: Server):
    with session(server) as socket:
        path = f"/_stcore/upload_file/{begin(socket)}"
        assert put(server, path, 1, 6 * MB) == 204


@pytest.mark.parametrize("has_room", [True, False])
def test_an_upload_that_takes_too_long_does_not_count_any_more(monkeypatch, has_room: bool):
    monkeypatch.setattr(guard, "stored_files", lambda session: () if has_room else range(9))
    monkeypatch.setattr(guard, "stored_bytes", lambda: 0)
    monkeypatch.setattr(guard, "UPLOAD_SECONDS", 0.01)
    answers = []

    async def never(*_: object) -> Any:
        await asyncio.Event().wait()

    async def send(message: Any) -> None:
        answers.append(message.get("status"))

    server = guard.Guard(never)
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/a/b", "headers": []}
    run(asyncio.wait_for(server(scope, never, send), 40))
    assert answers[0] == 408 and not server.uploads


def test_all_sessions_together_have_a_limit_of_bytes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guard, "stored_files", lambda session: ())
    monkeypatch.setattr(guard, "stored_bytes", lambda: ALL_UPLOADS - 30 * MB)
    first, second = (Upload(session, "a", 20 * MB) for session in ("one", "two"))
    refused = refuse(second, [first])
    assert refused and refused.status_code == 507 and not refuse(second, [])


def test_a_stored_file_without_an_answer_counts_once(monkeypatch):
    stored: dict[str, list[str]] = {}
    monkeypatch.setattr(guard, "stored_files", lambda session: stored.get(session, ()))
    monkeypatch.setattr(guard, "stored_bytes", lambda: 20 * MB * len(stored))
    incoming: list[Upload] = []
    for visitor in range(ALL_UPLOADS // (20 * MB)):
        upload = Upload(str(visitor), "a", 20 * MB)
        assert not refuse(upload, incoming)
        incoming.append(upload)
        stored[upload.session] = ["a"]


# Connections.


def test_too_many_idle_connections_do_not_lock_visitors_out(server: Server):
    """An earlier visitor and a later one can both click."""

    async def visit() -> None:
        async with await Visitor.open(server.address) as early:
            with ExitStack() as idle:
                for _ in range(250):
                    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
                    idle.enter_context(connection)
                # At first, some requests may be refused.
                await asyncio.to_thread(until, lambda: ask(server, "GET", "/").status == 200)
                async with await Visitor.open(server.address) as late:
                    assert await late.go(2)
                    assert await early.go(3)  # over a websocket that stayed open

    run(asyncio.wait_for(visit(), 120))

"""What the server takes from a program that keeps to no rules, and what it does then.

The server is a real one, asked in plain HTTP and over its websocket as no browser of ours would.
"""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Barrier

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.visitor import Visitor
from pages.server import guard, messages, uploads
from pages.server.guard import is_cross_origin
from pages.server.messages import ALLOWED_KINDS, MAX_LISTED, is_allowed
from pages.server.uploads import ALL_UPLOADS, SESSION_UPLOADS, NoRoomError, Upload, UploadSlots
from tests.browser.test_faults import Server, own_server
from tests.browser.test_secure import MB, ask, begin, form, listen, session
from tests.test_bench import run

NO_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20))"
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))"


@contextmanager
def limited(folder: Path, limits: str) -> Iterator[Server]:
    """A server under limits of the system. Nothing here is worth a traceback."""
    (folder / "sitecustomize.py").write_text(limits, encoding="utf-8")
    with own_server(folder / "log.txt", PYTHONPATH=str(folder)) as server:
        yield server
        assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that can write no file of more than a megabyte, as if /tmp were full."""
    with limited(tmp_path_factory.mktemp("guard"), NO_DISK) as server:
        yield server


# Messages over the websocket.


SILENT = ("clear_cache", "load_git_info", "set_run_on_save")
SILENT += ("debug_disconnect_websocket", "debug_shutdown_runtime")


@pytest.mark.parametrize("kind", SILENT)
def test_what_no_page_sends_is_not_heard(kind: str):
    assert not is_allowed(BackMsg(**{kind: True}))


def test_of_the_operations_only_a_download_is_heard():
    for kind in ("install_skills", "dismiss_skills_nudge", "dataframe_chunk", "deferred_file"):
        message = BackMsg()
        getattr(message.backend_operation_request, kind).SetInParent()
        assert is_allowed(message) == (kind == "deferred_file")


def test_lists_that_no_page_has_are_not_heard():
    message = BackMsg()
    names = message.file_urls_request.file_names
    names.extend("x" * MAX_LISTED)
    assert is_allowed(message)
    names.append("x")
    assert not is_allowed(message)


def test_every_kind_of_message_is_known():
    """Another version of Streamlit may have kinds that somebody should look at."""
    kinds = {field.name for field in BackMsg.DESCRIPTOR.fields}
    assert kinds == {*SILENT, *ALLOWED_KINDS, "backend_operation_request"}


def test_what_is_not_heard_does_not_end_the_connection(server: Server):
    with session(server) as socket:
        socket.send(BackMsg(clear_cache=True).SerializeToString())
        socket.send(BackMsg().SerializeToString())
        assert begin(socket)


@pytest.mark.parametrize("message", [b"\xff" * 40, "text"])
def test_what_is_no_message_ends_the_connection(server: Server, message: bytes | str):
    with session(server) as socket:
        begin(socket)
        socket.send(message)
        with pytest.raises(ConnectionClosed):
            listen(socket)


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//[::1", "\x00"])
def test_an_origin_that_is_none_is_foreign(server: Server, origin: str):
    assert is_cross_origin({"origin": origin, "host": "learn.example"})  # type: ignore[arg-type]
    if origin.isprintable():
        with pytest.raises(InvalidStatus) as refused:
            session(server, origin=origin)
        assert refused.value.response.status_code == 403


def test_a_connection_that_never_asks_for_a_page_is_closed(monkeypatch: pytest.MonkeyPatch):
    """And one that has asked is not, however long it is idle then."""
    monkeypatch.setattr(messages, "FIRST_REQUEST_SECONDS", 0.01)
    asked = BackMsg()
    asked.rerun_script.query_string = "step=3"
    request = {"type": "websocket.receive", "bytes": asked.SerializeToString()}

    async def idle() -> None:
        said: asyncio.Queue[dict] = asyncio.Queue()
        receive = messages.allowed_messages(said.get)
        assert (await receive())["type"] == "websocket.disconnect"
        receive = messages.allowed_messages(said.get)
        said.put_nowait(request)
        assert await receive() == request
        asyncio.get_running_loop().call_later(0.1, said.put_nowait, request)
        assert await receive() == request

    run(idle())


# Requests that are not in order.


def answer_to(server: Server, request: str, *headers: str, body: bytes = b"") -> int:
    """The status of the answer to something that no library would send; 0 if there is none."""
    lines = [f"{request} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode("latin-1") + body)
        answer = connection.recv(4096).decode("latin-1")
    status = re.match(r"HTTP/1\.1 (\d+)", answer)
    assert "Traceback" not in answer
    return int(status[1]) if status else 0


def known(server: Server) -> list[str]:
    """Headers of a form that shows that no other site sends it."""
    cookie = ask(server, "GET", "/_stcore/health").headers["Set-Cookie"].partition(";")[0]
    token = cookie.partition("=")[2]
    kind = "Content-Type: multipart/form-data; boundary=x"
    return [f"Cookie: {cookie}", f"X-Xsrftoken: {token}", kind]


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


@pytest.mark.parametrize("what", UPLOADS)
def test_a_broken_upload_is_refused_and_does_no_harm(server: Server, what: str):
    headers, body = UPLOADS[what]
    with session(server) as socket:
        path = f"PUT /_stcore/upload_file/{begin(socket)}/1"
        assert answer_to(server, path, *known(server), *headers, body=body) == 400
        for post in ("POST /", "POST /_stcore/agent/interact"):
            assert 400 <= answer_to(server, post, *headers, body=body) < 500


BROKEN = {
    "GET /": ("Cookie: _streamlit_xsrf=\xff;;;=;a", "X-Bad: \xff\xe9", "Origin: http://["),
    "GET /_stcore/health": ("Cookie: _streamlit_xsrf=2|zz|zz|zz; _streamlit_user=x|y",),
    "GET /%zz?a=%zz&%ff=%ff": (),
    "GET /%ff%fe%00": (),
    "GET /media/%ff%00": (),
    "GET /media/x": ("Range: bytes=9-1,zz",),
    "GET /favicon.png": ("Range: bytes=9999999999-1,zz",),
    "GET /\xff\xe9": (),
    "GET http://[/": (),
    "GET /_stcore/bidi-components/%ff/%00": (),
    "OPTIONS *": (),
    "CONNECT evil.example:80": (),
    "NONSENSE /": (),
    "PUT /_stcore/upload_file/%00%ff/%2e%2e": ("Content-Length: 0",),
    "DELETE /_stcore/upload_file/%00/%ff": (),
    "GET /nothing": ("Connection: Upgrade", "Upgrade: h2c"),
    "GET /_stcore/stream": ("Connection: Upgrade", "Upgrade: websocket"),
    "GET /?own=" + "a" * 500_000: (),
}


@pytest.mark.parametrize("request_line", BROKEN)
def test_a_broken_request_gets_an_answer_that_says_so(server: Server, request_line: str):
    status = 0
    with suppress(ConnectionError):  # hanging up on who does not stop talking is an answer, too
        status = answer_to(server, request_line, *BROKEN[request_line])
    assert status < 500
    assert ask(server, "GET", "/").status == 200


def test_who_hangs_up_while_a_file_comes_in_leaves_nothing_behind(server: Server):
    """Otherwise six broken connections would be the last uploads of a session."""
    headers = known(server)
    with session(server) as socket_:
        path = f"/_stcore/upload_file/{begin(socket_)}"
        length = f"Content-Length: {MB}"
        for _ in range(2 * SESSION_UPLOADS):
            lines = [f"PUT {path}/x HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, length]
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                connection.sendall("\r\n".join([*lines, "", "--x\r\n"]).encode())
        statuses = list(map(partial(put, server, path), range(SESSION_UPLOADS)))
        assert statuses == [204] * SESSION_UPLOADS


# Uploads.


def put(server: Server, path: str, number: int, size: int = 10) -> int:
    """Upload a file."""
    headers = dict(header.split(": ", 1) for header in known(server))
    names = {name.replace("-", "_"): value for name, value in headers.items()}
    return ask(server, "PUT", f"{path}/{number}", form(size), **names).status


def test_of_forty_files_at_once_a_session_gets_in_as_many_as_it_may(server: Server):
    at_once = Barrier(40)

    def put_together(path: str, number: int) -> int:
        headers = dict(header.split(": ", 1) for header in known(server))
        names = {name.replace("-", "_"): value for name, value in headers.items()}
        at_once.wait()
        return ask(server, "PUT", f"{path}/{number}", form(MB), **names).status

    with session(server) as socket, ThreadPoolExecutor(40) as pool:
        path = f"/_stcore/upload_file/{begin(socket)}"
        statuses = list(pool.map(partial(put_together, path), range(40)))
        assert statuses.count(204) == SESSION_UPLOADS
        assert statuses.count(413) == 40 - SESSION_UPLOADS
        first = statuses.index(204)
        headers = dict(header.split(": ", 1) for header in known(server))
        names = {name.replace("-", "_"): value for name, value in headers.items()}
        assert ask(server, "DELETE", f"{path}/{first}", **names).status == 204
        assert put(server, path, first) == 204
        assert put(server, path, 41) == 413


def test_a_file_needs_no_room_on_the_disk(server: Server):
    with session(server) as socket:
        path = f"/_stcore/upload_file/{begin(socket)}"
        assert put(server, path, 1, 6 * MB) == 204


def test_a_place_is_held_from_the_first_byte_to_the_last(monkeypatch: pytest.MonkeyPatch):
    stored: list[str] = []
    monkeypatch.setattr(uploads, "stored_files", lambda session: stored)
    monkeypatch.setattr(uploads, "stored_bytes", lambda: 0)
    slots = UploadSlots()
    with ExitStack() as coming:
        for file in range(SESSION_UPLOADS):
            coming.enter_context(slots.reserve(Upload("mine", str(file))))
        stored.append("0")  # here, and its answer on the way
        with pytest.raises(NoRoomError) as refused, slots.reserve(Upload("mine", "more")):
            pass
        assert refused.value.status == 413
        with slots.reserve(Upload("another session", "more")):
            pass
    for file in range(1, SESSION_UPLOADS):
        with slots.reserve(Upload("mine", str(file))):
            stored.append(str(file))
    with pytest.raises(NoRoomError), slots.reserve(Upload("mine", "more")):
        pass


@pytest.mark.parametrize("has_room", [True, False])
def test_a_file_that_never_ends_gives_its_place_back(
    monkeypatch: pytest.MonkeyPatch, has_room: bool
):
    monkeypatch.setattr(uploads, "stored_files", lambda session: () if has_room else range(9))
    monkeypatch.setattr(uploads, "stored_bytes", lambda: 0)
    monkeypatch.setattr(guard, "UPLOAD_SECONDS", 0.01)
    answers = []

    async def never(*_: object) -> dict:
        await asyncio.Event().wait()
        return {}

    async def send(message: dict) -> None:
        answers.append(message.get("status"))

    server = guard.Guard(never)
    scope = {"type": "http", "method": "PUT", "path": "/_stcore/upload_file/a/b", "headers": []}
    run(server(scope, never, send))  # type: ignore[arg-type]
    assert answers[0] == 408 and not server.upload_slots._incoming


def test_all_sessions_together_have_their_bound(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(uploads, "stored_files", lambda session: ())
    monkeypatch.setattr(uploads, "stored_bytes", lambda: ALL_UPLOADS - 30 * MB)
    slots = UploadSlots()
    with slots.reserve(Upload("one", "a", 20 * MB)):
        with pytest.raises(NoRoomError) as refused, slots.reserve(Upload("two", "a", 20 * MB)):
            pass
        assert refused.value.status == 507
    with slots.reserve(Upload("two", "a", 20 * MB)):
        pass


def test_a_file_that_is_here_counts_once_while_its_answer_is_on_the_way(
    monkeypatch: pytest.MonkeyPatch,
):
    stored: dict[str, list[str]] = {}
    monkeypatch.setattr(uploads, "stored_files", lambda session: stored.get(session, ()))
    monkeypatch.setattr(uploads, "stored_bytes", lambda: 20 * MB * len(stored))
    slots = UploadSlots()
    with ExitStack() as coming:
        for visitor in range(ALL_UPLOADS // (20 * MB)):
            coming.enter_context(slots.reserve(Upload(str(visitor), "a", 20 * MB)))
            stored[str(visitor)] = ["a"]


# Connections.


def test_more_idle_connections_than_there_may_be_lock_nobody_out(tmp_path: Path):
    """They come first, and say nothing; who comes then gets the page, and clicks in it."""

    async def visit(server: Server) -> None:
        async with await Visitor.open(server.address) as early:
            with ExitStack() as idle:
                for _ in range(100):
                    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
                    idle.enter_context(connection)
                while not may_come(server):  # some of those who come with the crowd are sent away
                    await asyncio.sleep(0.1)
                async with await Visitor.open(server.address) as late:
                    assert await late.go(2)
                    assert await early.go(3)  # whose websocket was open all the time

    with limited(tmp_path, FEW_FILES) as server:
        run(asyncio.wait_for(visit(server), 60))


def may_come(server: Server) -> bool:
    with suppress(OSError):
        return ask(server, "GET", "/").status == 200
    return False

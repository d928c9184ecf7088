"""How the server's protocol treats connections that ask for nothing; with an app that does little.

Time passes a hundred times as fast as in the real server.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from websockets.sync.client import connect

from pages.server import connections
from pages.server.connections import limited_protocol

PATIENCE = 0.1
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers requests, and echoes over websockets."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
    elif scope["type"] == "http":
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture(params=["auto", "asyncio"])
def port(request: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that may have four connections."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", PATIENCE)
    protocol, backlog = limited_protocol(128)
    # The files of this process are not the server's alone.
    protocol.is_full = lambda self, transport: len(self.connections) >= 4  # type: ignore
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, http=protocol, backlog=backlog, loop=request.param, lifespan="off", log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()


def opened(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes it, before the test runs out of patience."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def is_answered(connection: socket.socket) -> bool:
    """Whether a request gets the app's answer, which may come in pieces."""
    said = b""
    while not said.endswith(b"ok") and (more := connection.recv(4096)):
        said += more
    return said.endswith(b"ok")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_a_connection_that_acknowledges_nothing_ends(monkeypatch: pytest.MonkeyPatch):
    """What the system is told of each connection; it takes a broken network to see it work."""
    told: list[tuple[int, ...]] = []
    transport = SimpleNamespace(
        get_extra_info=lambda name: SimpleNamespace(
            setsockopt=lambda *option: told.append(option), fileno=lambda: 1
        )
    )
    protocol, _ = limited_protocol(128)
    monkeypatch.setattr(connections.AutoHTTPProtocol, "connection_made", lambda *_: None)
    monkeypatch.setattr(connections.LimitedProtocol, "start_timer", lambda _: None)
    protocol.connection_made(object.__new__(protocol), transport)  # type: ignore
    assert told == [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 60_000)]


def test_a_connection_that_says_nothing_is_closed(port: int):
    with opened(port) as connection:
        assert is_closed(connection)


@pytest.mark.parametrize("before", [b"", GET])
def test_a_request_that_never_ends_is_closed(port: int, before: bytes):
    """A letter at a time, for the first request of a connection and for a later one."""
    with opened(port) as connection:
        connection.sendall(before)
        if before:
            assert is_answered(connection)
        connection.settimeout(PATIENCE / 20)
        for letter in GET[:-1] + b"x" * 10_000:
            try:
                connection.send(bytes([letter]))
                if connection.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
    raise AssertionError("it was never closed")


def test_an_answered_connection_may_ask_again(port: int):
    with opened(port) as connection:
        for _ in range(3):
            connection.sendall(GET)
            assert is_answered(connection)


def test_a_websocket_is_not_closed_for_being_idle(port: int):
    with connect(f"ws://127.0.0.1:{port}") as websocket:
        with opened(port) as other:
            assert is_closed(other)  # so that time has passed
        websocket.send("still here")
        assert websocket.recv() == "still here"


def test_where_all_are_at_work_the_next_is_told_so(port: int):
    with (
        connect(f"ws://127.0.0.1:{port}") as one,
        connect(f"ws://127.0.0.1:{port}") as two,
        connect(f"ws://127.0.0.1:{port}") as three,
        connect(f"ws://127.0.0.1:{port}") as four,
    ):
        with opened(port) as fifth:
            said = b"".join(iter(lambda: fifth.recv(4096), b""))
            assert said.startswith(b"HTTP/1.1 503 ") and said.endswith(b"in a minute.")
        for websocket in (one, two, three, four):
            websocket.send("still here")
            assert websocket.recv() == "still here"
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:  # they may take a moment to be gone
        with opened(port) as sixth:
            sixth.sendall(GET)
            if is_answered(sixth):
                return
    raise AssertionError("there is no room again")


def test_the_oldest_idle_connection_makes_room(port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 60.0)
    idle = [opened(port) for _ in range(4)]
    with opened(port) as fifth:
        fifth.sendall(GET)
        assert is_answered(fifth)
        assert is_closed(idle[0])
        for connection in idle[1:]:
            connection.sendall(GET)
            assert is_answered(connection)
    for connection in idle:
        connection.close()


@pytest.mark.parametrize("files", [70, 128, 1024, 4096, 20_000])
def test_some_files_are_left_for_other_things(files: int):
    protocol, backlog = limited_protocol(files)
    last = protocol.last_file  # type: ignore[attr-defined]
    assert last > 0
    assert last + backlog + 32 <= files


def test_a_connection_with_the_number_of_one_of_the_last_files_fills_the_server():
    protocol, _ = limited_protocol(128)

    class Transport(asyncio.Transport):
        def __init__(self, number: int):
            super().__init__({"socket": SimpleNamespace(fileno=lambda: number)})

    full = [protocol.is_full(protocol, Transport(number)) for number in (10, 64, 65, 127)]  # type: ignore
    assert full == [False, False, True, True]

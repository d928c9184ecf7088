"""Test how the server's protocol limits idle and slow connections, with a small app.

Server and clients share an event loop, whose clock the tests move forward.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
import uvloop
from websockets.asyncio.client import connect

from pages.server import connections
from pages.server.connections import REQUEST_SECONDS, limited_protocol
from tests.event_loops import apart

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SLOW = GET.replace(b"/ ", b"/slow ", 1)
SLOW_SECONDS = 2 * REQUEST_SECONDS
PATIENCE = 40
"""Seconds after which a wait fails; far more than needed, since the machine may be busy."""


class Clock(asyncio.SelectorEventLoop):
    """Run an event loop whose clock can jump forward."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    async def passes(self, seconds: float) -> None:
        self.ahead += seconds
        for _ in range(5):  # run callbacks that are due now, and those that they schedule
            await asyncio.sleep(0)


def play(scene: Callable[[Any], Coroutine[Any, Any, None]], make: Callable[[], Any] = Clock):
    """Run a scene with an event loop."""

    def whole() -> None:
        with closing(make()) as loop:
            loop.run_until_complete(asyncio.wait_for(scene(loop), 3 * PATIENCE))

    apart(whole)


class App:
    """Answer requests, those to /slow late, and echo websocket messages."""

    def __init__(self) -> None:
        self.at_work = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (message := await receive())["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})
            return
        if scope["path"] == "/slow":
            self.at_work.set()
            await asyncio.sleep(SLOW_SECONDS)
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(app: Any = None, most: int = 4) -> AsyncIterator[int]:
    """Serve an app with at most ``most`` connections, and yield the port."""
    protocol, backlog = limited_protocol(128)

    def is_full(self: Any, _: object) -> bool:
        """Count connections, since this process also has other files open."""
        return len(self.connections) >= most

    protocol = type("Protocol", (protocol,), {"is_full": is_full})
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app or App(), http=protocol, backlog=backlog, lifespan="off", log_level="error"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    await serving


class Connection:
    """Read and write an open connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def said(self, enough: Callable[[bytes], bool] = lambda said: False) -> bytes:
        """Return what the server sends until ``enough`` accepts it or the connection ends."""
        said = b""
        while not enough(said):
            try:
                more = await asyncio.wait_for(self.reader.read(4096), PATIENCE)
            except ConnectionError:
                break
            if not more:
                break
            said += more
        return said

    async def is_closed(self) -> bool:
        return await self.said() == b""

    async def is_answered(self, request: bytes = GET) -> bool:
        self.writer.write(request)
        return (await self.said(lambda said: said.endswith(b"ok"))).endswith(b"ok")


@asynccontextmanager
async def opened(port: int) -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield Connection(reader, writer)
    writer.close()


def test_a_connection_without_a_request_is_closed():
    async def scene(clock: Clock) -> None:
        async with serving() as port, opened(port) as silent:
            for seconds in (REQUEST_SECONDS / 2, 2, 2, 2):  # shorter than uvicorn's own limit
                await clock.passes(seconds)
                assert await silent.is_answered()
        async with serving() as port, opened(port) as silent, opened(port) as other:
            assert await other.is_answered()
            await clock.passes(REQUEST_SECONDS + 0.1)
            assert await silent.is_closed()

    play(scene)


@pytest.mark.parametrize("before", [0, 1])
def test_a_request_that_never_ends_is_closed(before: int):
    """Send a letter per second, in the first request of a connection and in a later one."""

    async def scene(clock: Clock) -> None:
        async with serving() as port, opened(port) as connection:
            for _ in range(before):
                assert await connection.is_answered()
            for letter in GET[: int(REQUEST_SECONDS) + 2]:
                connection.writer.write(bytes([letter]))
                await clock.passes(1)
            assert await connection.is_closed()

    play(scene)


def test_a_slow_answer_is_not_cut_off():
    async def scene(clock: Clock) -> None:
        app = App()
        async with serving(app) as port, opened(port) as connection:
            answered = asyncio.create_task(connection.is_answered(SLOW))
            await app.at_work.wait()
            await clock.passes(SLOW_SECONDS)
            assert await answered

    play(scene)


def test_a_websocket_is_not_closed_for_being_idle():
    async def scene(clock: Clock) -> None:
        async with serving() as port, connect(f"ws://127.0.0.1:{port}") as websocket:
            async with opened(port) as other:
                assert await other.is_answered()
            await clock.passes(REQUEST_SECONDS + 1)
            await websocket.send("still here")
            assert await websocket.recv() == "still here"

    play(scene)


LOOPS = pytest.mark.parametrize("make", [Clock, uvloop.new_event_loop])


@LOOPS
def test_if_all_connections_are_busy_the_next_is_refused(make):
    async def scene(_: object) -> None:
        async with serving() as port:
            websockets = [await connect(f"ws://127.0.0.1:{port}") for _ in range(4)]
            async with opened(port) as fifth:
                said = await fifth.said()
                assert said.startswith(b"HTTP/1.1 503 ") and said.endswith(b"in a minute.")
            for websocket in websockets:
                await websocket.send("still here")
                assert await websocket.recv() == "still here"
                await websocket.close()
            for _ in range(1_000):  # the server may notice the closed websockets late
                async with opened(port) as sixth:
                    if await sixth.is_answered():
                        return
            raise AssertionError("closed connections still count")

    play(scene, make)


@LOOPS
def test_the_oldest_idle_connection_makes_room(make):
    async def scene(_: object) -> None:
        async with (
            serving(most=2) as port,
            opened(port) as first,
            opened(port) as second,
            opened(port) as third,
        ):
            assert await third.is_answered()
            assert await first.is_closed()
            assert await second.is_answered()

    play(scene, make)


def test_a_silent_connection_is_closed_also_where_uvloop_is_installed(monkeypatch):
    async def scene(_: object) -> None:
        async with serving() as port, opened(port) as silent:
            assert await silent.is_closed()

    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.1)
    play(scene, uvloop.new_event_loop)


@pytest.mark.parametrize("files", [70, 1024, 20_000])
def test_connections_leave_some_file_descriptors_free(files: int):
    """The server is full as soon as a connection has one of the last file descriptors."""
    protocol: Any
    protocol, backlog = limited_protocol(files)
    assert protocol.last_file > 0 and protocol.last_file + backlog + 32 <= files

    def is_full(number: int) -> bool:
        connection = SimpleNamespace(fileno=lambda: number)
        return bool(
            protocol.is_full(protocol, SimpleNamespace(get_extra_info=lambda _: connection))
        )

    assert not is_full(protocol.last_file) and is_full(protocol.last_file + 1)

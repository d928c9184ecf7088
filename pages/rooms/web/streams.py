"""Event streams of each phone's view.

An event is ``data:`` with a line of JSON. Some events have a name, and one sentence in ``error``:
``trouble`` (the store does not answer; the stream continues), and as the last event of a stream
``gone`` (the room was closed) or ``elsewhere`` (the same phone listens in another tab). Without
changes, a comment is sent from time to time, by which the phone knows that it is still connected.

One task per room polls its state for all streams of the room in this process, and marks their
phones as connected.

sse-starlette would replace `Stream`, which is 50 lines. It would still need code for the limits of
this module, starts five tasks for each phone where `Stream` has one, and replaces a method of
uvicorn's server.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, create_task_group, move_on_after, to_thread
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pages.locale import to_text
from pages.rooms.operations import Rooms
from pages.rooms.rules import RoomError, Unavailable, refusal
from pages.rooms.state import Seen
from pages.server.connections import STOP
from wordpiece.message import Message, message

T = TypeVar("T")
P = ParamSpec("P")

POLL_SECONDS = 0.5
"""Seconds between polls of a room."""

ALIVE_SECONDS = 15.0
"""The most seconds between two messages to a phone."""

STORE_SECONDS = 2.0
"""Seconds between calls of a store that does not answer."""

WRITE_SECONDS = 30.0
"""The most seconds that an event waits for a phone that reads slowly."""

MAX_STREAMS = 2_000
"""The most phones that listen to one process."""

THREADS = 8
"""The most threads that call the rooms, which may be in a remote store."""

MAX_WAITING = 1_500
"""The most calls that wait for a thread; reached only if the store does not answer."""

BUSY = message("As many phones as this server can take are connected; try again in a minute.")
ELSEWHERE = message("This room is open in another tab of this phone.")

ALIVE = b":\n\n"


def encode(data: Mapping[str, object], name: str = "") -> bytes:
    r"""Return an event in the format of the stream.

    >>> encode({"a": 1}, "gone")
    b'event: gone\ndata: {"a":1}\n\n'
    """
    line = json.dumps(data, separators=(",", ":"))
    return (f"event: {name}\n" if name else "").encode() + f"data: {line}\n\n".encode()


class Calls:
    """Calls functions of the rooms in threads."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(THREADS)

    async def __call__(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread, and return its result.

        Raises:
            RoomError: the function raises it, or too many calls are waiting already.
        """
        if self._threads.statistics().tasks_waiting >= MAX_WAITING:
            raise refusal("store")
        return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=self._threads)


class Stream(Response):
    """A response with events, until the stream ends or the client disconnects.

    If the client reads slowly, only the last event waits for it.
    """

    media_type = "text/event-stream"

    def __init__(self, on_close: Callable[[Stream], Awaitable[None]]) -> None:
        self.status_code = 200
        # nginx would buffer events until it has some kilobytes.
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._shown: object = None
        self._on_close = on_close
        self._next: bytes | tuple[Message, str] = b""
        self._is_last = False
        self._awake = asyncio.Event()

    def show(self, seen: Seen, is_due: bool = True) -> None:
        """Send a view unless the phone has it; then send a sign of life if that is due."""
        if seen.version != self._shown:
            self._shown = seen.version
            self._send_next(encode(asdict(seen)))
        elif is_due:
            self._send_next(ALIVE)

    def fail(self, said: Message) -> None:
        """Send a sentence about trouble, once."""
        if self._shown != said:
            self._shown = said
            self._send_next((said, "trouble"))

    def end(self, said: Message | None = None, name: str = "") -> None:
        """End the stream, after a last event with an error sentence."""
        self._send_next((said, name) if said else b"")
        self._is_last = True

    def _send_next(self, data: bytes | tuple[Message, str]) -> None:
        if self._is_last or (data == ALIVE and self._awake.is_set()):
            return  # an event waits already
        self._next = data
        self._awake.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[STOP] = self.end
        try:
            async with create_task_group() as tasks:

                async def listen() -> None:
                    while (await receive())["type"] != "http.disconnect":
                        pass
                    tasks.cancel_scope.cancel()

                tasks.start_soon(listen)
                await self._write(send)
                tasks.cancel_scope.cancel()
        finally:
            await self._on_close(self)

    async def _write(self, send: Send) -> None:
        headers = self.raw_headers
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        is_last = False
        while not is_last:
            await self._awake.wait()
            self._awake.clear()
            data, is_last = self._next, self._is_last
            if isinstance(data, tuple):
                said, name = data
                data = encode({"error": to_text(said)}, name)
            with move_on_after(WRITE_SECONDS) as limit:
                await send({"type": "http.response.body", "body": data, "more_body": not is_last})
            if limit.cancelled_caught:
                return


class Watched:
    """A room with streams in this process, by the voter ids of their phones."""

    def __init__(self) -> None:
        self.phones: dict[str, Stream] = {}
        self.task: asyncio.Task[None] | None = None


class Streams:
    """All streams of this process. Use only in the event loop.

    Args:
        rooms: the rooms of the server.
        calls: calls them in threads.
        most: the most phones that may listen.
    """

    def __init__(self, rooms: Rooms, calls: Calls, most: int = MAX_STREAMS) -> None:
        self._rooms = rooms
        self._calls = calls
        self._most = most
        self.watched: dict[str, Watched] = {}

    def __len__(self) -> int:
        return sum(len(room.phones) for room in self.watched.values())

    def open(self, code: str, voter: str, seen: Seen) -> Stream:
        """Return a stream of a phone's view, for a voter whom the room knows.

        Raises:
            RoomError: the limit of streams is reached.
        """
        before = self.watched[code].phones.get(voter) if code in self.watched else None
        if before is None and len(self) >= self._most:
            raise RoomError(BUSY, 503)
        if code not in self.watched:
            room = self.watched[code] = Watched()
            room.task = asyncio.create_task(self._poll(code, room))
        stream = Stream(partial(self._close, code, voter))
        self.watched[code].phones[voter] = stream
        stream.show(seen)
        if before:
            before.end(ELSEWHERE, "elsewhere")
        return stream

    async def _close(self, code: str, voter: str, stream: Stream) -> None:
        """Forget a closed stream, and stop to poll a room that has no other."""
        room = self.watched.get(code)
        if room is None or room.phones.get(voter) is not stream:
            return  # the phone listens in another tab
        del room.phones[voter]
        if not room.phones:
            del self.watched[code]
            if room.task:
                room.task.cancel()
        with suppress(RoomError):
            await self._calls(self._rooms.leave, code, voter)

    async def _poll(self, code: str, room: Watched) -> None:
        """Poll a room, and show its state to its phones."""
        alive = time.monotonic()
        while True:
            pause, phones = POLL_SECONDS, dict(room.phones)
            is_due = time.monotonic() - alive >= ALIVE_SECONDS
            try:
                state = await self._calls(self._rooms.watch, code, [*phones] if is_due else ())
                for voter, stream in phones.items():
                    if voter in state.seen:
                        stream.show(state.view(voter), is_due)
                    else:
                        stream.end(refusal("stranger").message, "gone")
                if is_due:
                    alive = time.monotonic()
            except Unavailable as error:
                for stream in phones.values():
                    stream.fail(error.message)
                pause = STORE_SECONDS
            except RoomError as error:
                for stream in phones.values():
                    stream.end(error.message, "gone")
            await asyncio.sleep(pause)

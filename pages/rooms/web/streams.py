"""Event streams: each phone's view, and the count of votes for the teacher's screen.

An event is ``data:`` with a line of JSON. Some events have a name, and one sentence in ``error``:
``trouble`` (the store does not answer; the stream continues), and as the last event of a stream
``gone`` (the room was closed) or ``elsewhere`` (the same phone listens in another tab). Without
changes, a comment is sent from time to time, by which the phone knows that it is still connected.

One task per room polls its version for all streams of the room in this process.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import partial

from starlette.types import Receive, Scope, Send

from pages.locale import to_text
from pages.rooms.room import RoomError, Rooms, Status, Unavailable
from pages.rooms.web.asking import Calls
from pages.server.connections import STOP
from wordpiece.message import Message, message

POLL_SECONDS, COUNT_SECONDS = 0.5, 0.3
"""Seconds between polls of a room's version, and of its counts if its teacher listens."""

ALIVE_SECONDS = 15.0
"""The most seconds between two messages to a phone, each of which marks it as connected."""

STORE_SECONDS = 2.0
"""Seconds between calls of a store that does not answer."""

WRITE_SECONDS = 30.0
"""The most seconds that an event waits for a phone that reads slowly."""

MAX_STREAMS = 2_000
"""The most phones that listen to one process."""

MAX_COUNTS = 4
"""The most screens that listen to the counts of one room, in one process."""

BUSY = message("As many phones as this server can take are connected; try again in a minute.")
ELSEWHERE = message("This room is open in another tab of this phone.")
SCREENS = message("This room is shown on as many screens as it may.")

ALIVE = b":\n\n"


class NoStream(Exception):
    """Raised when the limit of streams is reached.

    Attributes:
        message: one sentence for the user.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def event(data: Mapping[str, object], name: str = "") -> bytes:
    r"""Return an event in the format of the stream.

    >>> event({"a": 1}, "gone")
    b'event: gone\ndata: {"a":1}\n\n'
    """
    line = json.dumps(data, separators=(",", ":"))
    return (f"event: {name}\n" if name else "").encode() + f"data: {line}\n\n".encode()


def failure(said: Message, name: str) -> bytes:
    """Return an event with an error sentence."""
    return event({"error": to_text(said)}, name)


class Stream:
    """An open response to which events are written until it ends or the client disconnects.

    Attributes:
        last: the last event, if the stream ends with one.
    """

    def __init__(self, send: Send) -> None:
        self.last: bytes | None = None
        self._send = send
        self._awake = asyncio.Event()
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether the stream should end."""
        return self._ended

    def wake(self) -> None:
        """End a `sleep`, so that the stream looks for changes."""
        self._awake.set()

    def end(self, last: bytes | None = None) -> None:
        """Make the stream end, after a last event."""
        self.last, self._ended = last, True
        self._awake.set()

    async def sleep(self, seconds: float) -> None:
        """Wait for a call of `wake`, at most ``seconds``."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._awake.wait(), seconds)
        self._awake.clear()

    async def write(self, data: bytes, more: bool = True) -> None:
        """Send data.

        Raises:
            asyncio.TimeoutError: the client does not read.
        """
        body = {"type": "http.response.body", "body": data, "more_body": more}
        await asyncio.wait_for(self._send(body), WRITE_SECONDS)


class Watched:
    """A room with streams in this process.

    Attributes:
        phones: the streams of phones, by voter id.
        counts: the streams of the teacher's screens.
        version: the last known version.
        counted: the last counts as an event; empty before the first.
    """

    def __init__(self) -> None:
        self.phones: dict[str, Stream] = {}
        self.counts: set[Stream] = set()
        self.key = ""
        self.version = 0
        self.counted = b""
        self.task: asyncio.Task[None] | None = None

    @property
    def streams(self) -> list[Stream]:
        """All streams of the room."""
        return [*self.phones.values(), *self.counts]


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
        return sum(len(room.streams) for room in self.watched.values())

    async def tell_phone(
        self, code: str, voter: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Respond with a stream of a phone's view, for a voter whom the room knows.

        Raises:
            NoStream: the limit of streams is reached.
        """
        room = self.watched.get(code)
        before = room.phones.get(voter) if room else None
        if before is None and len(self) >= self._most:
            raise NoStream(BUSY)
        room = self._watch(code)
        stream = Stream(send)
        room.phones[voter] = stream
        if before:
            before.end(failure(ELSEWHERE, "elsewhere"))
        try:
            await _respond(
                stream, partial(self._phone, room, code, voter, stream), scope, receive, send
            )
        finally:
            if room.phones.get(voter) is stream:
                del room.phones[voter]
                self._forget(code, room)
                with suppress(RoomError):
                    await self._calls(self._rooms.leave, code, voter)

    async def tell_counts(
        self, code: str, key: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Respond with a stream of a room's counts. The caller has checked the key.

        Raises:
            NoStream: the limit of streams is reached.
        """
        room = self._watch(code)
        if len(room.counts) >= MAX_COUNTS:
            raise NoStream(SCREENS)
        stream = Stream(send)
        room.counts.add(stream)
        room.key = key
        try:
            await _respond(stream, partial(self._counts, room, stream), scope, receive, send)
        finally:
            room.counts.discard(stream)
            self._forget(code, room)

    def _watch(self, code: str) -> Watched:
        """Return the watched room with a code; start to poll it if it is new."""
        room = self.watched.get(code)
        if room is None:
            room = self.watched[code] = Watched()
            room.task = asyncio.create_task(self._poll(code, room))
        return room

    def _forget(self, code: str, room: Watched) -> None:
        """Stop polling a room if it does not have any streams."""
        if not room.streams and self.watched.get(code) is room:
            del self.watched[code]
            if room.task:
                room.task.cancel()

    async def _poll(self, code: str, room: Watched) -> None:
        """Poll a room's version and counts, and wake the streams that a change concerns."""
        while True:
            pause = COUNT_SECONDS if room.counts else POLL_SECONDS
            try:
                if room.counts:
                    status = await self._calls(self._rooms.status, code, room.key)
                    version = status.version
                    counted = counts(status)
                    if counted != room.counted:
                        room.counted = counted
                        for stream in room.counts:
                            stream.wake()
                else:
                    version = await self._calls(self._rooms.version, code)
                if version != room.version:
                    room.version = version
                    for stream in room.phones.values():
                        stream.wake()
            except Unavailable as error:
                room.version = 0  # wakes all phones once the store answers again
                room.counted = failure(error.message, "trouble")
                for stream in room.counts:
                    stream.wake()
                pause = STORE_SECONDS
            except RoomError as error:
                for stream in room.streams:
                    stream.end(failure(error.message, "gone"))
            await asyncio.sleep(pause)

    async def _phone(self, room: Watched, code: str, voter: str, stream: Stream) -> None:
        """Write a phone's view whenever it changes."""
        sent = b""
        while not stream.ended:
            try:
                seen = await self._calls(self._rooms.see, code, voter)
                data = event(asdict(seen))
            except Unavailable as error:
                data = failure(error.message, "trouble")
                room.version = 0  # wakes this phone as soon as the store answers
            except RoomError as error:
                stream.end(failure(error.message, "gone"))
                break
            await stream.write(data if data != sent else ALIVE)
            sent = data
            # Spread the phones, which all got the question at the same time.
            await stream.sleep(ALIVE_SECONDS * random.uniform(0.8, 1))

    async def _counts(self, room: Watched, stream: Stream) -> None:
        """Write the counts whenever they change."""
        sent = b""
        while not stream.ended:
            if room.counted:
                await stream.write(room.counted if room.counted != sent else ALIVE)
                sent = room.counted
            await stream.sleep(ALIVE_SECONDS)


def counts(status: Status) -> bytes:
    """Return the event with the counts of a room."""
    names = ("joined", "answered", "version")
    return event({name: getattr(status, name) for name in names})


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # nginx would buffer events until it has some kilobytes.
    (b"x-accel-buffering", b"no"),
]


async def _respond(
    stream: Stream,
    tell: Callable[[], Awaitable[None]],
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """Write to a stream with ``tell`` until it ends or the client disconnects."""
    scope[STOP] = stream.end

    async def listened() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def told_all() -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        with suppress(asyncio.TimeoutError):
            await tell()
            await stream.write(stream.last or b"", more=False)

    tasks = [asyncio.create_task(told_all()), asyncio.create_task(listened())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        # A task that is woken at the same moment may miss its cancellation, since wait_for returns
        # normally before Python 3.12.
        stream.end(stream.last)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if not task.cancelled() and (error := task.exception()):
            raise error

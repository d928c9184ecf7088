"""Phones that wait for a change: a request is answered when the room changes, or after a while.

One task per room polls its state for all phones of the room that wait in this process, and marks
them as connected. So a phone that waits again needs no call of the store. With such calls, the
first votes of a class waited until all its phones waited again.

With Server-Sent Events, by sse-starlette or by hand, the phone would have to parse events, and the
server to handle clients that read slowly and errors within a stream: that took 80 more lines here
and 40 more in phone.js.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect, Request

from pages.rooms.operations import Rooms
from pages.rooms.rules import RoomError, refusal
from pages.rooms.state import RoomState, Seen
from pages.server.connections import STOP
from wordpiece.message import message

T = TypeVar("T")
P = ParamSpec("P")

POLL_SECONDS = 0.5
"""Seconds between polls of a room."""

WAIT_SECONDS = 15.0
"""The most seconds that a phone waits, and between two marks of the phones of a room."""

MAX_PHONES = 2_000
"""The most phones that wait in one process."""

THREADS = 8
"""The most threads that call the rooms, which may be in a remote store."""

MAX_CALLS = 1_500
"""The most calls that wait for a thread; reached only if the store does not answer."""

BUSY = message("Too many phones are connected to this server. Try again in a minute.")
ELSEWHERE = message("This room is open in another tab of this phone.")


class Calls:
    """Calls functions of the rooms in threads."""

    def __init__(self) -> None:
        self._threads = CapacityLimiter(THREADS)

    async def __call__(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread, and return its result.

        Raises:
            RoomError: the function raises it, or too many calls are waiting already.
        """
        if self._threads.statistics().tasks_waiting >= MAX_CALLS:
            raise refusal("store")
        return await to_thread.run_sync(partial(function, *args, **kwargs), limiter=self._threads)


class Polled:
    """A room that is polled.

    Attributes:
        phones: what each phone that waits will get, by its voter id.
        state: the last state; None before the first poll.
    """

    def __init__(self) -> None:
        self.phones: dict[str, Change] = {}
        self.state: RoomState | None = None


class Change(asyncio.Future[None]):
    """Done when the version of a room is higher than ``version``, or the wait has to end."""

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version

    def settle(self, error: RoomError | None = None) -> None:
        """End the wait, by an error if there is one."""
        if self.done():
            return
        if error:
            self.set_exception(error)
        else:
            self.set_result(None)


class Waiting:
    """The phones that wait in this process. Use only in the event loop.

    Attributes:
        rooms: the rooms for which phones wait, by their codes.
    """

    def __init__(self, rooms: Rooms, calls: Calls, most: int = MAX_PHONES) -> None:
        self.rooms: dict[str, Polled] = {}
        self._rooms = rooms
        self._calls = calls
        self._most = most
        self._polls: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return sum(len(room.phones) for room in self.rooms.values())

    def view(self, code: str, voter: str) -> Seen | None:
        """Return a phone's view by the last poll; None if that did not find the phone."""
        room = self.rooms.get(code)
        if room is None or room.state is None or voter not in room.state.seen:
            return None
        return room.state.view(voter)

    async def wait(self, request: Request, code: str, voter: str, version: int) -> None:
        """Wait until the version of a room changes; for some seconds at most.

        Raises:
            RoomError: too many phones wait, or the phone begins to wait in another tab, or the room
                cannot be read any more.
            ClientDisconnect: the phone disconnected.
        """
        before = self.rooms[code].phones.get(voter) if code in self.rooms else None
        if before:
            before.settle(RoomError(ELSEWHERE))
        elif len(self) >= self._most:
            raise RoomError(BUSY, 503)
        if code not in self.rooms:
            self.rooms[code] = Polled()
            task = asyncio.create_task(self._poll(code, self.rooms[code]))
            self._polls.add(task)
            task.add_done_callback(self._polls.discard)
        phones = self.rooms[code].phones
        change = phones[voter] = Change(version)
        request.scope[STOP] = change.settle
        left = asyncio.create_task(_disconnected(request))
        try:
            either: tuple[asyncio.Future[None], ...] = (change, left)
            seconds = WAIT_SECONDS * random.uniform(0.8, 1)  # so that phones do not return together
            await asyncio.wait(either, timeout=seconds, return_when="FIRST_COMPLETED")
        finally:
            left.cancel()
            if phones.get(voter) is change:
                del phones[voter]
        if change.done():
            change.result()
        elif left.done():
            raise ClientDisconnect

    async def _poll(self, code: str, room: Polled) -> None:
        """Poll a room as long as phones wait for it."""
        marked = time.monotonic()
        try:
            while room.phones:
                is_due = time.monotonic() > marked + WAIT_SECONDS
                # A phone that has left in one tab may wait in another.
                seen = room.state.seen if room.state else {}
                voters = [each for each in room.phones if is_due or seen.get(each) == 0]
                try:
                    room.state = await self._calls(self._rooms.watch, code, voters)
                except RoomError as error:
                    room.state = None
                    for change in [*room.phones.values()]:
                        change.settle(error)
                else:
                    marked = time.monotonic() if is_due else marked
                    for change in [*room.phones.values()]:
                        if room.state.version > change.version:
                            change.settle()
                await asyncio.sleep(POLL_SECONDS)
        finally:
            del self.rooms[code]


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass

"""Phones that wait for a change: a request is answered when the room changes, or after a while.

One task per room polls its state for all phones of the room that wait in this process.

With Server-Sent Events, by sse-starlette or by hand, the phone would have to parse events, and the
server to handle clients that read slowly and errors within a stream: that took 80 more lines here
and 40 more in phone.js.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect, Request

from pages.rooms.operations import Rooms
from pages.rooms.rules import RoomError, refusal
from pages.rooms.state import RoomState
from pages.server.connections import STOP
from wordpiece.message import message

T = TypeVar("T")
P = ParamSpec("P")

POLL_SECONDS = 0.5
"""Seconds between polls of a room."""

WAIT_SECONDS = 15.0
"""The most seconds that a phone waits. Its next request marks it as connected."""

MAX_PHONES = 2_000
"""The most phones that wait in one process."""

THREADS = 8
"""The most threads that call the rooms, which may be in a remote store."""

MAX_CALLS = 1_500
"""The most calls that wait for a thread; reached only if the store does not answer."""

BUSY = message("As many phones as this server can take are connected; try again in a minute.")
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


class Change(asyncio.Future["RoomState | None"]):
    """The next state of a room whose version is not ``version``; None if the server stops."""

    def __init__(self, version: int) -> None:
        super().__init__()
        self.version = version

    def settle(self, result: RoomState | RoomError | None) -> None:
        """Set the result, or the error, unless there is one already."""
        if self.done():
            return
        if isinstance(result, RoomError):
            self.set_exception(result)
        else:
            self.set_result(result)


class Waiting:
    """The phones that wait in this process. Use only in the event loop.

    Attributes:
        rooms: for each room, by its code, the phones that wait, by their voter ids.
    """

    def __init__(self, rooms: Rooms, calls: Calls, most: int = MAX_PHONES) -> None:
        self.rooms: dict[str, dict[str, Change]] = {}
        self._rooms = rooms
        self._calls = calls
        self._most = most
        self._polls: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return sum(map(len, self.rooms.values()))

    async def next_state(
        self, request: Request, code: str, voter: str, version: int
    ) -> RoomState | None:
        """Return the room's state once its version changes; None if it did not, after a while.

        Raises:
            RoomError: too many phones wait, or the phone begins to wait in another tab, or the room
                cannot be read any more.
            ClientDisconnect: the phone disconnected.
        """
        phones = self.rooms.get(code, {})
        if voter in phones:
            phones.pop(voter).settle(RoomError(ELSEWHERE))
        elif len(self) >= self._most:
            raise RoomError(BUSY, 503)
        change = phones[voter] = Change(version)
        if code not in self.rooms:
            self.rooms[code] = phones
            task = asyncio.create_task(self._poll(code, phones))
            self._polls.add(task)
            task.add_done_callback(self._polls.discard)
        request.scope[STOP] = partial(change.settle, None)
        left = asyncio.create_task(_disconnected(request))
        try:
            seconds = WAIT_SECONDS * random.uniform(0.8, 1)  # so that phones do not return together
            either: tuple[asyncio.Future[Any], ...] = (change, left)
            await asyncio.wait(either, timeout=seconds, return_when="FIRST_COMPLETED")
        finally:
            left.cancel()
            if phones.get(voter) is change:
                del phones[voter]
        if left.done() and not change.done():
            raise ClientDisconnect
        change.settle(None)
        return change.result()

    async def _poll(self, code: str, phones: dict[str, Change]) -> None:
        """Poll a room as long as phones wait for it."""
        while phones:
            await asyncio.sleep(POLL_SECONDS)
            try:
                result: RoomState | RoomError = await self._calls(self._rooms.watch, code)
            except RoomError as error:
                result = error
            for change in [*phones.values()]:
                if isinstance(result, RoomError) or result.version > change.version:
                    change.settle(result)
        del self.rooms[code]


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass

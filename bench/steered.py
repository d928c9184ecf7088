"""A server whose rooms are steered from outside, for measuring and testing what phones do.

Rooms are opened by a teacher's screen, which is part of the app. Here a program opens them instead,
by calling the methods of the server's `Rooms` through a socket.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.managers import BaseManager
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.serving import Server, serving
from pages.rooms import rooms
from pages.rooms.operations import Rooms
from pages.rooms.state import RoomState

KEY = b"steered"

BaseManager.register("rooms", callable=rooms)


class Teacher:
    """Does in rooms what a teacher's screen does. ``teacher.reveal(code, key)`` and the like are
    the events of a `RoomState`."""

    def __init__(self, rooms: Rooms) -> None:
        self.open, self.status = rooms.open, rooms.status
        self._steer = rooms.steer

    def __getattr__(self, event: str) -> Callable[..., RoomState]:
        return lambda code, key, *facts: self._steer(code, key, methodcaller(event, *facts))


@contextmanager
def steered() -> Iterator[tuple[Server, Teacher]]:
    """Serve the app during the block; yield the server and a teacher of its rooms."""
    with TemporaryDirectory() as folder:
        at = str(Path(folder, "socket"))
        with serving(run=("-m", "bench.steered", at)) as server:
            manager = BaseManager(at, KEY)
            manager.connect()
            yield server, Teacher(manager.rooms())  # type: ignore[attr-defined]


if __name__ == "__main__":
    from serve import main

    answering = BaseManager(sys.argv.pop(1), KEY).get_server()
    threading.Thread(target=answering.serve_forever, daemon=True).start()
    main()

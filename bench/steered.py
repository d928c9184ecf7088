"""A server whose rooms are steered from outside, for measuring and testing what phones do.

Rooms are opened by a teacher's screen, which is part of the app. Here a program opens them instead:
it writes what to do on the server's standard input, a line of JSON each, and reads a line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.serving import ROOT, Server, free_port, wait_for
from pages.rooms import rooms
from pages.rooms.rules import RoomError
from pages.rooms.state import Ask, RoomState


class Teacher:
    """Steers the rooms of a server."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._lock = threading.Lock()

    def __call__(self, what: str, *arguments: Any) -> Any:
        """Call a method of the server's rooms, and return what it returns, as JSON has it."""
        with self._lock:
            assert self._process.stdin and self._process.stdout
            self._process.stdin.write(json.dumps([what, *arguments]).encode() + b"\n")
            self._process.stdin.flush()
            said = json.loads(self._process.stdout.readline())
        if "error" in said:
            raise RuntimeError(said["error"])
        return said["value"]

    def ask(self, room: tuple[str, str], title: str, options: list[str], right: list[int]) -> Any:
        """Ask a question in a room, which is named by its code and its key."""
        return self("ask", *room, {"title": title, "options": options, "right": right})


@contextmanager
def steered(port: int = 0, **environment: str) -> Iterator[tuple[Server, Teacher]]:
    """Serve the app during the block, with its rooms in its memory."""
    port = port or free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.steered", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "PYTHONMALLOC": "malloc", **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    server = Server(f"http://127.0.0.1:{port}", process)
    try:
        wait_for(server)
        yield server, Teacher(process)
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def steer(what: str, *arguments: Any) -> Any:
    """Call a method of this process's rooms, or apply an event; return what JSON can express."""
    if what in ("ask", "again", "reveal", "end"):
        code, key, *rest = arguments
        value: Any = rooms().steer(code, key, lambda state: getattr(state, what)(*rest))
    else:
        value = getattr(rooms(), what)(*arguments)
    if isinstance(value, RoomState):
        return {"joined": value.joined, "tallies": value.tallies}
    return value


def _obey() -> None:
    """Do what standard input says, until it ends."""
    for line in sys.stdin:
        what, *arguments = json.loads(line)
        if what == "ask":
            asked = arguments[-1]
            right = frozenset(asked["right"])
            arguments[-1] = Ask(asked["title"], tuple(asked["options"]), right)
        try:
            value = steer(what, *arguments)
        except RoomError as error:
            print(json.dumps({"error": str(error)}), flush=True)
            continue
        print(json.dumps({"value": value}), flush=True)


if __name__ == "__main__":
    from serve import main

    threading.Thread(target=_obey, daemon=True).start()
    main()

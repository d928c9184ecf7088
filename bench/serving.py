"""Start servers to measure, and read their CPU time and memory."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

import psutil

ROOT = Path(__file__).parents[1]


class Server(NamedTuple):
    """A running server."""

    address: str
    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def family(self) -> list[psutil.Process]:
        """Its process, and all that it has started, such as its workers."""
        process = psutil.Process(self.pid)
        return [process, *process.children(recursive=True)]

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that it has used, those of its workers included."""
        seconds = 0.0
        for each in self.family:
            with suppress(psutil.Error):  # it may have ended
                times = each.cpu_times()
                seconds += times.user + times.system + times.children_user + times.children_system
        return seconds

    @property
    def memory(self) -> float:
        """Its resident memory in MB, that of its workers included."""
        total = 0
        for each in self.family:
            with suppress(psutil.Error):
                total += each.memory_info().rss
        return total / 1e6


def free_port() -> int:
    """Return a port that is free on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(server: Server) -> None:
    """Wait until a server answers.

    Raises:
        RuntimeError: it does not start.
    """
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"{server.address}/_stcore/health", timeout=2):
                return
        except OSError:
            if server.process.poll() is not None:
                raise RuntimeError("the server did not start") from None
            time.sleep(0.25)
    raise RuntimeError("the server does not answer")


@contextmanager
def serving(
    folder: Path = ROOT,
    before: Sequence[str] = (),
    run: Sequence[str] = ("serve.py",),
    option: str = "--port",
    log: IO[bytes] | int = subprocess.DEVNULL,
) -> Iterator[Server]:
    """Serve the app in a folder on a free port, as `make run` does, during the block.

    Args:
        folder: where its serve.py is.
        before: what to put before the command, such as one that runs it as another user.
        run, option: what Python runs, and its option for the port.
        log: a file for what it prints.
    """
    port = free_port()
    process = subprocess.Popen(
        [*before, sys.executable, *run, option, str(port)],
        cwd=folder,
        stdout=log,
        stderr=log,
    )
    server = Server(f"http://127.0.0.1:{port}", process)
    try:
        wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)

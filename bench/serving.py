"""Start servers to measure, and read their CPU time and memory from Linux's /proc."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def _status(pid: int | str) -> list[str]:
    """Return the fields of /proc/pid/stat from the state on; see proc_pid_stat(5)."""
    # The name in parentheses before them may contain anything.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def family(pid: int) -> list[int]:
    """Return the ids of a process and all its descendants, such as the server's workers."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended
            parents[int(entry.name)] = int(_status(entry.name)[1])
    found = [pid]
    for parent in found:
        found += [child for child, its_parent in parents.items() if its_parent == parent]
    return found


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds used by a process and its descendants, ended ones included."""
    ticks = 0
    for member in family(pid):
        with suppress(OSError):
            ticks += sum(map(int, _status(member)[11:15]))
    return ticks / TICKS


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 if it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6
    return 0.0


def memory(pid: int) -> float:
    """Return the resident memory of a process and its descendants in MB."""
    return sum(map(resident, family(pid)))


class Server(NamedTuple):
    """A running server."""

    address: str
    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        return self.process.pid


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
    for _ in range(240):
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
    folder: Path = ROOT, before: Sequence[str] = (), run: Sequence[str] = ("serve.py",)
) -> Iterator[Server]:
    """Serve the app in a folder on a free port, as `make run` does, during the block.

    Args:
        folder: where its serve.py is.
        before: what to put before the command, such as one that runs it as another user.
        run: what Python runs.

    Raises:
        RuntimeError: the server does not start.
    """
    port = free_port()
    process = subprocess.Popen(
        [*before, sys.executable, *run, "--port", str(port)],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    server = Server(f"http://127.0.0.1:{port}", process)
    try:
        wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=20)

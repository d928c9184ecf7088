"""Stores for the tests: a Valkey or Redis from the system's package, and one that can be lost."""

import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import redis

from pages.rooms.operations import MemoryStore
from pages.rooms.rules import Unavailable

SERVER = shutil.which("valkey-server") or shutil.which("redis-server")
"""The server's program; None where it is not installed."""


class Store:
    """A store that keeps nothing on disk; it can be killed and started again at the same port."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self.client = redis.Redis(port=self.port, socket_timeout=10)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = {
            "port": self.port, "bind": "127.0.0.1", "dir": self._folder, "save": "",
            "appendonly": "no", "daemonize": "no",
        }  # fmt: skip
        command = [str(SERVER), *(str(part) for n, v in options.items() for part in (f"--{n}", v))]
        with (self._folder / "store.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        for _ in range(1200):
            try:
                if self.client.ping():
                    return
            except redis.RedisError:
                time.sleep(0.05)
        raise RuntimeError((self._folder / "store.log").read_text())

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def halt(self, halted: bool) -> None:
        """Let it accept connections and answer nothing, or continue."""
        if self._process:
            self._process.send_signal(signal.SIGSTOP if halted else signal.SIGCONT)


class LosableStore(MemoryStore):
    """A store in memory that answers nothing while it is lost."""

    lost = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("idle", "add", "change", "drop") and self.lost:
            raise Unavailable()
        return super().__getattribute__(name)

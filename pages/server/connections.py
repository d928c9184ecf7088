"""How many connections the server holds, and how long it waits for one that asks for nothing."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST_FILES = 20_000
"""Files that the server opens at most, however many the system lets it. A visitor takes four: one
for the connection, and three for what Streamlit makes for each session."""

REQUEST_SECONDS = 10.0
"""From a connection, or the answer before, until a request is there with all its headers."""

FULL = b"Everything here is taken. Try again in a minute."


def open_files() -> int:
    """Allow this process as many open files as it may have, and return how many."""
    if sys.platform == "win32":
        return MOST_FILES  # there is no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def protocol_for(files: int) -> tuple[type[asyncio.Protocol], int]:
    """The protocol of a server that may open so many files, and how many may wait to be accepted.

    A connection takes a file before anybody looks at it, so some are kept for those that wait;
    others go to sessions and trainings.
    """
    spare = max(64, files // 4)
    limits = {"last": max(1, files - spare), "silent": {}}
    return type("Protocol", (PatientProtocol,), limits), min(2048, spare // 2)


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[valid-type,misc]
    """uvicorn's protocol with an end to its patience, and with room for who comes last.

    Where there are as many connections as there may be, one that has asked for nothing yet makes
    room for the next, the oldest first. A websocket never does.
    """

    last: int
    """The highest number of a file that a connection may have; the system gives the lowest free."""

    silent: dict[PatientProtocol, None]
    """The connections that wait for a request, the oldest first."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self.is_full(transport):
            oldest = next(iter(self.silent), None)
            if oldest is None:
                refuse(transport)
            else:
                oldest.hang_up()
        super().connection_made(transport)
        self.wait()

    def is_full(self, transport: asyncio.BaseTransport) -> bool:
        """Whether so many files are open that the next connections might get none."""
        return int(transport.get_extra_info("socket").fileno()) > self.last

    def on_response_complete(self) -> None:
        self.wait()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self.stop_waiting()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self.stop_waiting()
        super().handle_websocket_upgrade(*event)

    def send_400_response(self, msg: str) -> None:
        super().send_400_response(msg)
        if self.cycle is not None:  # whoever reads the body need not answer as well
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_lost(self, error: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(error)

    def wait(self) -> None:
        """Begin to wait for a request."""
        self.stop_waiting()
        self.silent[self] = None
        self.deadline = self.loop.call_later(REQUEST_SECONDS, self.hang_up)

    def stop_waiting(self) -> None:
        """Wait for no request: there is one, or there will be none."""
        self.silent.pop(self, None)
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def hang_up(self) -> None:
        """Close a connection that has asked for nothing."""
        self.stop_waiting()
        self.transport.abort()


def refuse(transport: Any) -> None:
    """Tell a visitor for whom there is no connection left so."""
    head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n"
    transport.write(f"{head}Content-Length: {len(FULL)}\r\nConnection: close\r\n\r\n".encode())
    transport.write(FULL)
    transport.close()

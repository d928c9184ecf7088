"""Limits on connections: their number, and the time that one may stay idle."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MAX_OPEN_FILES = 20_000
"""The most files that the server opens, even if the system allows more. A visitor needs four: one
for the connection, and three that Streamlit opens for each session."""

LEAST_OPEN_FILES = 256
"""The fewest files that the server must be able to open, for itself and some visitors."""

REQUEST_SECONDS = 10.0
"""The most seconds from the opening of a connection, or the last response on it, until all headers
of the next request have arrived."""

FULL = b"Everything here is taken. Try again in a minute."
"""The body of the response when no further connection is accepted."""


def raise_file_limit() -> int:
    """Raise this process's limit of open files as far as it may, and return the limit."""
    if sys.platform == "win32":
        return MAX_OPEN_FILES  # the system has no limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def limited_protocol(files: int) -> tuple[type[asyncio.Protocol], int]:
    """Return the protocol class and the backlog of a server that may open ``files`` files.

    A connection uses a file before the server sees it, so some files are reserved for the backlog,
    and others for sessions and trainings.
    """
    spare = max(64, files // 4)
    limits = {"last_file": max(1, files - spare), "idle": {}}
    return type("Protocol", (LimitedProtocol,), limits), min(2048, spare // 2)


class LimitedProtocol(AutoHTTPProtocol):  # type: ignore[valid-type,misc]
    """uvicorn's HTTP protocol, which closes idle connections.

    A connection is idle while it waits for a request. It is closed after REQUEST_SECONDS. If the
    server is full and another visitor connects, the connection that has been idle for longest is
    closed earlier. A websocket is never idle.
    """

    last_file: int
    """The highest file descriptor that a connection may have. The system assigns the lowest free
    one, so a higher one means that few are left."""

    idle: dict[LimitedProtocol, asyncio.TimerHandle]
    """The idle connections with their timers, the one that has been idle for longest first."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if self.is_full(transport):
            oldest = next(iter(self.idle), None)
            if oldest is None:
                respond(transport, "503 Service Unavailable", FULL)
            else:
                oldest.close_idle()
        super().connection_made(transport)
        self.start_timer()

    def is_full(self, transport: asyncio.BaseTransport) -> bool:
        """Return whether the open files leave too few for further connections."""
        return int(transport.get_extra_info("socket").fileno()) > self.last_file

    def on_response_complete(self) -> None:
        self.start_timer()
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self.stop_timer()

    def handle_websocket_upgrade(self, *event: Any) -> None:
        self.stop_timer()
        super().handle_websocket_upgrade(*event)

    def send_400_response(self, msg: str) -> None:
        respond(self.transport, "400 Bad Request", msg.encode())
        if self.cycle is not None:  # the app may be reading the body: it must not respond as well
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def connection_lost(self, error: Exception | None) -> None:
        self.stop_timer()
        super().connection_lost(error)

    def start_timer(self) -> None:
        """Mark this connection as idle, and close it if it stays idle too long."""
        self.stop_timer()
        self.idle[self] = self.loop.call_later(REQUEST_SECONDS, self.close_idle)

    def stop_timer(self) -> None:
        """Mark this connection as not idle any more."""
        if timer := self.idle.pop(self, None):
            timer.cancel()

    def close_idle(self) -> None:
        """Close this connection without a response."""
        self.stop_timer()
        self.transport.abort()


HEADERS = (
    "Content-Type: text/plain; charset=utf-8",
    "Content-Security-Policy: default-src 'none'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Connection: close",
)
"""The headers of responses that do not come from the app."""


def respond(transport: Any, status: str, body: bytes) -> None:
    """Send a response that does not come from the app, and close the connection."""
    head = "\r\n".join((f"HTTP/1.1 {status}", *HEADERS, f"Content-Length: {len(body)}", "", ""))
    transport.write(head.encode() + body)
    transport.close()

"""Serve the app with uvicorn: `python serve.py --port 8501`.

`streamlit run app.py` works as well, but without security headers and most limits. docs/security.md
says what the server guards against.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

# In a container the user may have no name and so no home. Libraries look for one when they are
# imported, and raise an error.
if os.path.expanduser("~") == "~":
    os.environ["HOME"] = "/nonexistent"

import altair  # noqa: F401  imported now, so that the first visitor does not wait for it
import pandas  # noqa: F401
import streamlit as st
import uvicorn
from starlette.middleware import Middleware

from pages.components.component import serve_scripts
from pages.panels.html import render
from pages.rooms import rooms
from pages.rooms import store as rooms_store
from pages.rooms.web.phones import Phones
from pages.server import connections, internals, log, static
from pages.server.environment import DEFAULTS, memory_limit, result_key
from pages.server.guard import MESSAGE_SIZE, Guard
from pages.server.memory import configure_malloc, keep_releasing_memory
from pages.trainings import queue
from wordpiece import trainer
from wordpiece.teaching.by_hand import check_codes

NOT_COMPILED = (
    "The merge loop is not compiled, so training makes the same merges more slowly. `make run` "
    "compiles it where there is a C compiler."
)


@asynccontextmanager
async def running(_: object) -> AsyncIterator[None]:
    """Serve the scripts of components, and release memory after sessions have ended."""
    serve_scripts()
    releasing = asyncio.create_task(keep_releasing_memory())
    yield
    releasing.cancel()


def parts() -> dict[str, Any]:
    """Patch Streamlit, and return what the app needs under every server, as arguments of st.App."""
    internals.prepare()
    return {"routes": Phones(rooms(), render).routes(), "lifespan": running}


def application(embed_in: Sequence[str] = (), metrics: bool = False) -> st.App:
    """Return the ASGI application.

    Args:
        embed_in: origins of the sites that may show the app in a frame.
        metrics: whether to serve ``/_stcore/metrics``.
    """
    guard = Middleware(Guard, embed_in=embed_in, metrics=metrics)
    middleware = [guard, Middleware(static.CompressedFiles)]
    return st.App(Path(__file__).with_name("app.py"), middleware=middleware, **parts())


def origin(text: str) -> str:
    """Parse the address of a site that may show the app in a frame; return its origin.

    >>> origin("https://learn.school.example/")
    'https://learn.school.example'
    """
    parts = urlsplit(text)
    if not re.fullmatch(r"https?://[\w.:*-]+/?", text) or not parts.netloc:
        raise argparse.ArgumentTypeError(f"not a site such as https://learn.example.org: {text}")
    return f"{parts.scheme}://{parts.netloc}"


def port(text: str) -> int:
    """Parse a port.

    >>> port("8501")
    8501
    """
    if not re.fullmatch("0*[1-9][0-9]{0,4}", text, re.ASCII) or int(text.lstrip("0")) > 65_535:
        shown = text if len(text) <= 20 else text[:20] + "…"
        raise argparse.ArgumentTypeError(f"not a port, which is a number from 1 to 65535: {shown}")
    return int(text.lstrip("0"))


def host(text: str) -> str:
    """Parse an address to listen on.

    >>> host("127.0.0.1")
    '127.0.0.1'
    """
    if not text.strip():  # an empty one would mean all networks
        raise argparse.ArgumentTypeError("an address is missing; 127.0.0.1 is this machine only")
    return text


def cannot_listen(host: str, port: int) -> str:
    """Return why the server cannot listen on this address, or "" if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except (OSError, UnicodeError) as error:
        return f"{host}, port {port}, cannot be had: {getattr(error, 'strerror', error)}."
    return ""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message.rstrip('.')}; see --help.\n")


def results_in(file: Path, parser: Parser) -> str:
    """Return the results of the codes in a file as lines; end the program if it cannot be read."""
    if not os.environ.get("RESULT_KEY", "").strip():
        parser.exit(2, f"{parser.prog}: RESULT_KEY is not set; the server's key is needed.\n")
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        parser.exit(2, f"{parser.prog}: {file} cannot be read: {error}.\n")
    lines = []
    for code, result, problem, again in check_codes(text, result_key()):
        line = str(problem)
        if result:
            task, steps = result.task, len(result.slips)
            line = f"{task.rule} {task.level} table {task.seed}: {result.right} of {steps} right"
            line += "".join(f", {slip}" for slip in result.slips if slip)
            line += " (this code is in an earlier line)" * again
        lines.append(f"{code}  {line}")
    return "\n".join(lines)


def main() -> None:
    """Read the command line and serve the app."""
    parser = Parser(description="Merge by Merge, in a browser.")
    parser.add_argument("--host", type=host, default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=port, default=8501, help="port to listen on")
    parser.add_argument(
        "--embed-in",
        type=origin,
        action="append",
        default=[],
        metavar="SITE",
        help="a site, such as https://learn.example.org, that may show the app in a frame; "
        "may be given again",
    )
    parser.add_argument(
        "--metrics",
        action="store_true",
        help="answer /_stcore/metrics, with numbers of sessions, for Prometheus",
    )
    parser.add_argument(
        "--check",
        type=Path,
        metavar="FILE",
        help="print the results of the codes in a file, one on a line, which a server with the "
        "same RESULT_KEY signed; then stop",
    )
    options = parser.parse_args()
    if options.check:
        sys.stdout.write(results_in(options.check, parser) + "\n")
        return
    if refusal := cannot_listen(options.host, options.port):
        parser.exit(1, f"{parser.prog}: {refusal} Choose another with --host and --port.\n")
    try:
        for name in DEFAULTS:
            memory_limit(name)
        rooms_store()
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    files = connections.raise_file_limit()
    if files < (least := connections.LEAST_OPEN_FILES):
        parser.exit(
            2,
            f"{parser.prog}: This process may open {files} files, and needs at least {least}. "
            "Raise the limit, with `ulimit -n 1024` for example.\n",
        )
    configure_malloc()
    queue.SHORTER.get_ready()
    # Imported modules stay in memory, so the garbage collector need not examine them.
    gc.freeze()
    # Collect the oldest generation seldom: with a class at work it took 0.1 s every five seconds,
    # while everybody waited. The garbage of a click is in the younger generations.
    gc.set_threshold(2_000, 10, 20)
    log.redact_logs()
    if trainer.COMPILED is None:
        logging.getLogger("merge_by_merge").warning(NOT_COMPILED)
    protocol, backlog = connections.limited_protocol(files)
    uvicorn.run(
        application(options.embed_in, options.metrics),
        host=options.host,
        port=options.port,
        http=protocol,
        backlog=backlog,
        ws_max_size=MESSAGE_SIZE,
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
        log_config=None,  # Streamlit has set up uvicorn's loggers when its options were read
    )


if __name__ == "__main__":
    main()

"""Serve the app with uvicorn: `python serve.py --port 8501`.

`streamlit run app.py` works as well, but leaves small packets waiting for each other (it never
sets TCP_NODELAY), which adds some 30 ms to every click, and sends none of the headers below. What
the server guards against, and what not, is in docs/security.md.
"""

from __future__ import annotations

import argparse
import gc
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import altair  # noqa: F401  imported now, so that the first visitor does not wait for it
import pandas  # noqa: F401
import streamlit as st
import uvicorn
from starlette.middleware import Middleware

from pages.server import connections, internals, log
from pages.server.guard import Guard
from pages.server.messages import MESSAGE_SIZE
from pages.ui import training_queue


def application(embed_in: Sequence[str] = ()) -> st.App:
    """The app behind its guard."""
    internals.prepare()
    guard = Middleware(Guard, embed_in=embed_in)
    return st.App(Path(__file__).with_name("app.py"), middleware=[guard])


def origin(text: str) -> str:
    """
    >>> origin("https://learn.school.example/")
    'https://learn.school.example'
    """
    parts = urlsplit(text)
    if not re.fullmatch(r"https?://[\w.:*-]+/?", text) or not parts.netloc:
        raise argparse.ArgumentTypeError(f"not a site such as https://learn.example.org: {text}")
    return f"{parts.scheme}://{parts.netloc}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Merge by Merge, in a browser.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8501, help="port to listen on")
    parser.add_argument(
        "--embed-in",
        type=origin,
        action="append",
        default=[],
        metavar="SITE",
        help="a site, such as https://learn.example.org, that may show the app in a frame; "
        "may be given again",
    )
    options = parser.parse_args()
    training_queue.get_ready()
    # What is imported lives as long as the process: no need to look through it again and again.
    gc.freeze()
    # With a class at work all the rest takes 0.1 s to look through, every five seconds, while
    # everybody waits. What a click leaves behind is found in the young generations.
    gc.set_threshold(2_000, 10, 20)
    internals.remember_options()
    internals.show_components_as_they_are()
    log.write_no_texts()
    protocol, backlog = connections.protocol_for(connections.open_files())
    uvicorn.run(
        application(options.embed_in),
        host=options.host,
        port=options.port,
        http=protocol,
        backlog=backlog,
        ws_max_size=MESSAGE_SIZE,
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()

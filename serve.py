"""Serve the app with uvicorn: `python serve.py --port 8501`.

`streamlit run app.py` works as well, but leaves small packets waiting for each other (it never
sets TCP_NODELAY), which adds some 30 ms to every click.
"""

from __future__ import annotations

import argparse
import gc
from pathlib import Path

import altair  # noqa: F401  imported now, so that the first visitor does not wait for it
import pandas  # noqa: F401
import streamlit as st
import uvicorn
from streamlit.runtime.pages_manager import PagesManager

# Streamlit takes a folder named pages for its older way to make pages until the first
# st.navigation says otherwise, and would greet the first visitor who follows a link to a page
# with "Page not found".
PagesManager.uses_pages_directory = False

MESSAGE_SIZE = 200 * 2**20
"""Bytes in one websocket message, as Streamlit's own server allows; uvicorn's default is 16 MB."""

app = st.App(Path(__file__).with_name("app.py"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Merge by Merge, in a browser.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8501, help="port to listen on")
    options = parser.parse_args()
    # What is imported lives as long as the process: no need to look through it again and again.
    gc.freeze()
    uvicorn.run(
        app,
        host=options.host,
        port=options.port,
        ws_max_size=MESSAGE_SIZE,
        access_log=False,
    )


if __name__ == "__main__":
    main()

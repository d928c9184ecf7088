"""An app of six pages with a line of text each: the least that a page of Streamlit costs.

    python -m bench.bare --port 8502

`bench.pages` measures it next to ours.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit import runtime
from streamlit.web import bootstrap

PAGES = 6


def show() -> None:
    """Show the page that a visitor is at."""
    pages = [
        st.Page(
            partial(st.write, "One line."), title=f"Page {n}", url_path=f"page-{n}", default=not n
        )
        for n in range(PAGES)
    ]
    st.navigation(pages).run()


def serve() -> None:
    """Serve the app until the process is ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8502)
    options = {"server.port": parser.parse_args().port, "server.headless": True}
    bootstrap.load_config_options(options)
    bootstrap.run(str(Path(__file__)), False, [], options)


if __name__ == "__main__":
    if runtime.exists():  # Streamlit runs this file for a visitor
        show()
    else:
        serve()

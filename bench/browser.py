"""Start Debian's Chromium, in which measurements, pictures and tests look at pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without its own interface, which takes a quarter less to open a page."""

MISSING = "There is no Chromium; on Debian: apt-get install chromium"


def find() -> str | None:
    """Return the program of the first Chromium there is, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browsing(flags: Sequence[str] = ()) -> Iterator[Browser]:
    """Start Chromium with additional flags, and end it.

    Raises:
        FileNotFoundError: Chromium is not installed.
    """
    program = find()
    if program is None:
        raise FileNotFoundError(MISSING)
    with sync_playwright() as playwright:
        args = ["--no-sandbox", "--disable-gpu", *flags]
        browser = playwright.chromium.launch(executable_path=program, args=args)
        yield browser
        browser.close()

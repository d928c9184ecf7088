"""A real server and a real Chromium for the tests in this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from bench.serving import serving as started

ROOT = Path(__file__).parents[2]
# The first is Chromium without its own interface, which takes a quarter less to open a page.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
# A busy machine may take seconds for the first page; what never comes still fails.
expect.set_options(timeout=20_000)

STORED = "local_storage,indexeddb,cache_storage,service_workers"
VIEWPORT = {"width": 1280, "height": 800}

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Tests make their own. A context's `ignore_https_errors` leaves out downloads.
    "--ignore-certificate-errors",
]


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own on a free port of this machine."""
    with started() as server:
        yield server.address


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The server that the tests share."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as Debian has it. Missing, it fails in CI and skips elsewhere."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium found; .ci/run installs it")
        pytest.skip("no Chromium found: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """What visitors share: the scripts that the browser has loaded and compiled already."""
    context = browser.new_context(viewport=VIEWPORT)
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    """A visitor who has stored nothing and may do nothing; but the scripts are loaded already.

    To load and compile Streamlit's scripts takes the processor longer than most tests. Tests of
    a first visit, of somebody else's browser or of its permissions make a context of their own.
    """
    page = window.new_page()
    visited: list[str] = []
    page.on("framenavigated", lambda frame: visited.append(frame.url))
    yield page
    for each in window.pages:  # first, or one might store something once more
        each.close()
    blank = window.new_page()
    tools = window.new_cdp_session(blank)
    for site in {url.scheme + "://" + url.netloc for url in map(urlsplit, visited) if url.netloc}:
        tools.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": STORED})
    window.clear_cookies()
    window.clear_permissions()
    blank.close()


def listening(button: Locator) -> None:
    """Wait until the key of a button is heard.

    Streamlit draws a button first and binds its key in a later task; a task of the background
    comes after that. (An idle callback may not come at all while nothing is painted.)
    """
    expect(button).to_be_visible()
    button.evaluate("() => scheduler.postTask(() => {}, { priority: 'background' })")

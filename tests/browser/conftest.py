"""A real server and a real Chromium for the tests in this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from bench.serving import serving as started

ROOT = Path(__file__).parents[2]
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
# A busy machine may take seconds for the first page; what never comes still fails.
expect.set_options(timeout=20_000)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
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


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh visitor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


def listening(button: Locator) -> None:
    """Wait until the key of a button is heard.

    Streamlit draws a button first and binds its key in a later task; a task of the background
    comes after that. (An idle callback may not come at all while nothing is painted.)
    """
    expect(button).to_be_visible()
    button.evaluate("() => scheduler.postTask(() => {}, { priority: 'background' })")

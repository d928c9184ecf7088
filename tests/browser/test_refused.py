"""What a visitor reads when the server refuses a file, and when a page fails."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import ROOT
from tests.browser.test_faults import Server, own_server
from tests.browser.test_train import choose, visit

FAILS = """
import streamlit as st

st.write("before")
raise ValueError("a bug")
"""


REFUSALS = {
    413: "no room for this file",
    507: "The server has no room for this file now. Try again in a few minutes.",
    500: "did not arrive", 400: "no longer knows this page", 403: "no cookie of this site",
    0: "did not arrive", 408: "took too long",
}  # fmt: skip
"""What is said for each status; two in a row differ. 0 is a connection that breaks."""


def test_whatever_keeps_a_file_away_is_said_in_words(server: str, page: Page):
    statuses = iter(REFUSALS)
    tried: list[int] = []

    def refuse(route: Route) -> None:
        if route.request.method != "PUT":
            return route.continue_()
        tried.append(next(statuses))
        if status := tried[-1]:
            return route.fulfill(status=status, body="no")
        return route.abort()

    page.route("**/_stcore/upload_file/**", refuse)
    visit(page, server)
    choose(page, "Words", "Your own file …")
    uploader = page.get_by_test_id("stFileUploader")
    alert = uploader.get_by_role("alert").last  # the one before stays above it
    for status, said in REFUSALS.items():
        words = {"name": f"words-{status}.tsv", "mimeType": "text/plain", "buffer": b"low\t5\n"}
        uploader.locator("input[type=file]").set_input_files(words)  # type: ignore[arg-type]
        expect(alert).to_contain_text(said)
        expect(alert).not_to_contain_text("Error")
    assert tried == [*REFUSALS]


def test_a_page_that_fails_offers_no_links_to_other_sites(page: Page, tmp_path: Path):
    with failing(tmp_path) as server:
        page.goto(server.address)
        expect(page.get_by_test_id("stException")).to_be_visible()
        expect(page.get_by_text("before")).to_be_visible()
        assert page.locator("main a[href], [data-testid=stException] a").count() == 0
        assert "a bug" not in page.content()


@contextmanager
def failing(folder: Path) -> Iterator[Server]:
    """A server of an app that fails, with the settings of ours."""
    shutil.copy(ROOT / "serve.py", folder)
    for name in ("pages", "wordpiece", "sample_corpora", ".streamlit"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "app.py").write_text(FAILS, "utf-8")
    with own_server(folder / "log.txt", folder=folder) as server:
        yield server

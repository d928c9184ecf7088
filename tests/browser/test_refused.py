"""What a visitor reads when the server refuses a file, and when a page fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import ROOT
from tests.browser.test_faults import Server, own_server
from tests.browser.test_train import choose, visit

SMALL = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pages.server import uploads
uploads.ALL_UPLOADS = 2**20
"""

FAILS = """
import streamlit as st

st.write("before")
raise ValueError("a bug")
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for a megabyte of files."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "sitecustomize.py").write_text(SMALL, encoding="utf-8")
    with own_server(folder / "log.txt", PYTHONPATH=str(folder)) as server:
        yield server


def open_file(page: Page, file: Path) -> None:
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(file)


def test_a_file_for_which_there_is_no_room_gets_a_sentence(
    small: Server, page: Page, tmp_path: Path
):
    """The whole of it travels: a browser hears no answer before it has sent all."""
    large, little = tmp_path / "large.tsv", tmp_path / "little.tsv"
    large.write_text("low\t1\n" * 1_500_000, encoding="utf-8")
    little.write_text("low\t5\nlower\t2\n", encoding="utf-8")
    visit(page, f"{small.address}/?step=3")
    choose(page, "Corpus", "Your own file …")
    open_file(page, large)
    alert = page.get_by_test_id("stFileUploader").get_by_role("alert")
    expect(alert).to_have_text(
        "The server has no room for this file now. Try again in a few minutes."
    )
    expect(page.locator(".card-top")).to_contain_text("Merge 3")
    open_file(page, little)
    expect(page.locator("ul.words li")).to_have_count(2)
    expect(page.locator("ul.words li").first).to_contain_text("×5")


REFUSALS = {
    413: "one file too many",
    400: "knows this page no longer",
    403: "no cookie of this site",
}
REFUSALS |= {408: "took too long", 500: "did not arrive", 0: "did not arrive"}


@pytest.mark.parametrize("status", REFUSALS)
def test_whatever_keeps_a_file_away_is_said_in_words(
    server: str, page: Page, tmp_path: Path, status: int
):
    def refuse(route: Route) -> None:
        if route.request.method != "PUT":
            route.continue_()
        elif status:
            route.fulfill(status=status, body="no")
        else:
            route.abort()

    words = tmp_path / "words.tsv"
    words.write_text("low\t5\n", encoding="utf-8")
    page.route("**/_stcore/upload_file/**", refuse)
    visit(page, server)
    choose(page, "Corpus", "Your own file …")
    open_file(page, words)
    alert = page.get_by_test_id("stFileUploader").get_by_role("alert")
    expect(alert).to_contain_text(REFUSALS[status])
    expect(alert).not_to_contain_text("Error")


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

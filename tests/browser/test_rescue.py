"""A visitor keeps a working screen when the app fails in a way that was not foreseen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bench.serving import ROOT, serving
from pages.state import faults
from tests.browser.test_encode import tokens, visit

BREAKS = """
from wordpiece.encoding.encoders import Encoder

encode = Encoder.encode

def broken(self, text, *rest, **options):
    if "boom" in text:
        raise LookupError(text)
    return encode(self, text, *rest, **options)

Encoder.encode = broken
"""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose encoders fail at one word."""
    folder: Path = tmp_path_factory.mktemp("faulty")
    (folder / "sitecustomize.py").write_text(BREAKS)
    with serving(before=["env", f"PYTHONPATH={folder}:{ROOT}"]) as server:
        yield server.address


def test_the_last_screen_that_worked_comes_back_or_else_the_first(faulty: str, page: Page):
    visit(page, f"{faulty}/encode?step=9&with=wordpiece&text=hug")
    field = page.get_by_role("textbox", name="Text to encode")
    field.fill("hugs boom")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text(str(faults.TAKEN_BACK))
    expect(page.locator(".stException")).to_have_count(0)
    expect(field).to_have_value("hug")
    expect(tokens(page)).to_have_text(["hug"])
    expect(page).to_have_url(re.compile(r"text=hug(&|$)"))
    field.fill("hugs")
    expect(tokens(page)).to_have_text(["hugs"])
    page.reload()
    expect(tokens(page)).to_have_text(["hugs"])
    expect(alert).to_have_count(0)
    # A link to what cannot be drawn.
    page.goto(f"{faulty}/encode?step=3&corpus=course&text=boom")
    expect(alert).to_have_text(str(faults.BEGUN_ANEW))
    expect(tokens(page).first).to_be_visible()
    expect(page).to_have_url(re.compile(r"^(?!.*boom)"))
    page.reload()
    expect(tokens(page).first).to_be_visible()
    expect(alert).to_have_count(0)

"""Test the reference pages: they can be written, and every public name has a docstring there."""

import warnings

import pytest

import wordpiece
from docs.reference import build, pages, public


def test_every_public_name_is_explained():
    missing = [
        member.fullname
        for page in pages().values()
        for member in public(page)
        if not member.docstring.strip()
    ]
    assert missing == []
    named = {name for name in wordpiece.__all__ if not name.startswith("__")}
    assert {member.qualname for member in public(pages()["wordpiece"])} == named


@pytest.mark.slow
def test_the_pages_are_written_without_a_warning(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        build(tmp_path, source=False)
    assert (tmp_path / "wordpiece.html").exists()

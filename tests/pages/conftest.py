"""Fixtures of the tests of pages."""

from collections.abc import Callable, Iterator

import pytest

from pages import locale
from pages.panels import html
from wordpiece.message import Message


def checked(value: object) -> object:
    """Return a value that a template shows; a message would be in English in all languages."""
    assert not isinstance(value, Message), f"{value!r} is shown without to_text or sentence"
    return value


html._ENVIRONMENT.finalize = checked


@pytest.fixture
def speaking() -> Iterator[Callable[[str], None]]:
    """Set the language of this test's thread, by its code; AppTest formats labels in it."""
    yield locale.use
    locale.use("en")

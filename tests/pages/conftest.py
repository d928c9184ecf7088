"""Fixtures of the tests of pages."""

from collections.abc import Callable, Iterator

import pytest

from pages import locale


@pytest.fixture
def speaking() -> Iterator[Callable[[str], None]]:
    """Set the language of this test's thread, by its code; AppTest formats labels in it."""
    yield locale.use
    locale.use("en")

"""What tests of pages share."""

from collections.abc import Callable, Iterator

import pytest

from pages import locale


@pytest.fixture
def speaking() -> Iterator[Callable[[str], None]]:
    """Let this test's own thread speak a language, by its code; AppTest asks for labels from it."""
    yield locale.use
    locale.use("en")

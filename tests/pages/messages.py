"""Read the messages on a page."""

from __future__ import annotations

import re

from tests.pages.app import App


def said(app: App) -> list[str]:
    """The messages on the page, as a user reads them: backslashes keep Markdown from acting."""
    assert not app.test.exception
    blocks = [*app.test.error, *app.test.warning, *app.test.info]
    return [re.sub(r"\\(.)", r"\1", block.value) for block in blocks]

"""QR codes: what is drawn is what segno computes, and nothing larger than phones can read."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from pages.panels.shared.qr import MAX_BYTES, MAX_VERSION, QUIET, TooLongError, fits, qr, qr_image


def dark_modules(svg: str) -> tuple[int, set[tuple[int, int]]]:
    """The size of a drawn code, and its dark modules as (x, y)."""
    (size,) = {int(n) for n in re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups()}
    path = re.search(r'fill="#000" d="([^"]*)"', svg)[1]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{m}z" for x, y, n, m in runs) == path
    assert all(n == m for _, _, n, m in runs)
    return size, {(int(x) + i, int(y)) for x, y, n, _ in runs for i in range(int(n))}


def expected_modules(text: str) -> tuple[int, set[tuple[int, int]]]:
    """The same of the code that segno makes."""
    code = segno.make(text, error="L", mode="byte", encoding="utf-8", micro=False)
    rows = list(code.matrix_iter(border=QUIET))
    return len(rows), {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200).filter(fits)


@given(texts)
def test_every_module_is_drawn(text):
    assert dark_modules(qr(text)) == expected_modules(text)


def test_the_largest_code_is_of_the_version_that_phones_can_read():
    size, _ = dark_modules(qr("x" * MAX_BYTES))
    assert size == 4 * MAX_VERSION + 17 + 2 * QUIET
    for text in ("x" * (MAX_BYTES + 1), "é" * (MAX_BYTES // 2 + 1), ""):
        assert not fits(text)
        with pytest.raises(TooLongError):
            qr(text)


def test_it_has_a_name_that_is_escaped_and_is_dark_on_white():
    svg = qr("https://example.org/?text=<b>", 'Room "<b>"')
    assert 'role="img"' in svg and 'aria-label="Room &#34;&lt;b&gt;&#34;"' in svg
    assert "<b>" not in svg and 'fill="#fff"' in svg
    assert 'aria-label="QR code"' in qr("x")


def test_as_a_picture_it_is_the_same_drawing():
    picture = qr_image("https://example.org/join", "Room <b>")
    address = re.search(r'src="data:image/svg\+xml,([^"]*)"', picture)[1]
    assert unquote(address) == qr("https://example.org/join", "Room <b>")
    assert 'alt="Room &lt;b&gt;"' in picture and "<b>" not in picture

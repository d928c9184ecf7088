"""QR codes: the drawing is the code that segno computes, and phones can read its size."""

import re
from urllib.parse import unquote

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from pages.panels.shared.qr import (
    MAX_BYTES,
    QUIET,
    fits,
    is_reachable,
    qr,
    scan,
)
from tests.pages.app import App, seen
from tests.strategies import examples

SITE = "https://merge.example.org"


def drawing(html: str) -> tuple[str, str]:
    """The size of a drawn code in modules, and the path of its dark ones."""
    [address] = re.findall(r'src="data:image/svg\+xml,([^"]*)"', html)
    svg = unquote(address)
    [size] = re.findall(r'viewBox="0 0 (\d+ \d+)"', svg)
    [path] = re.findall(r'stroke="#000" d="([^"]*)"', svg)
    return size, path


def expected(text: str) -> tuple[str, str]:
    """The same of segno's code."""
    code = segno.make(text, error="L", mode="byte", encoding="utf-8", micro=False)
    size = code.symbol_size(border=QUIET)[0]
    [path] = re.findall(r'd="(M4 4[^"]*)"', code.svg_inline(border=QUIET))
    return f"{size} {size}", path


@examples(25)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200).filter(fits))
def test_every_module_is_drawn(text):
    assert drawing(qr(text)) == expected(text)


def test_the_largest_code_is_of_the_version_that_phones_can_read():
    size = 69 + 2 * QUIET
    assert drawing(qr("x" * MAX_BYTES))[0] == f"{size} {size}"
    for text in ("x" * (MAX_BYTES + 1), "é" * (MAX_BYTES // 2 + 1), ""):
        assert not fits(text)
        with pytest.raises(ValueError, match="too long"):
            qr(text)


def test_the_name_is_escaped_and_the_picture_is_dark_on_white():
    picture = qr("https://example.org/?text=<b>", 'Room "<b>"')
    assert picture.startswith("<img ") and 'alt="Room &#34;&lt;b&gt;&#34;"' in picture
    assert "<b>" not in picture and 'fill="#fff"' in unquote(picture)
    assert 'alt="QR code"' in qr("x")


# The code of a screen.


def test_a_screen_has_a_code_of_its_link():
    app = App(step="2", present="1")
    app.test.context["url"] = SITE
    app.test.button(key="share").click().run()
    [link] = [code.value for code in app.test.code if code.value.startswith("http")]
    assert link == f"{SITE}/?step=2&lang=en"
    assert drawing(app.html) == expected(link) and "Scan to open this screen" in app.html


def test_an_address_that_is_too_long_gets_a_sentence_with_a_way_out():
    longest = f"{SITE}/?text=".ljust(MAX_BYTES, "x")
    code, words = scan(longest + "x")
    assert scan(longest)[0] and not code
    text = seen(words)
    assert "No QR code" in text and "it has 426 bytes" in text and "at most 425" in text
    assert "Copy the link, and send it." in text


def test_an_address_of_this_machine_alone_gets_a_warning():
    for host in ("localhost:8501", "app.localhost", "127.9.9.9", "[::1]:8501", "0.0.0.0:8501"):
        assert not is_reachable(f"http://{host}/?step=1")
    for host in ("192.168.1.20:8501", "teacher-laptop:8501", "merge.example.org"):
        assert is_reachable(f"http://{host}/?step=1")
    warnings = [seen(scan(f"http://{host}/?step=1")[1]) for host in ("localhost:8501", "teacher")]
    assert ["HOST=0.0.0.0 make run" in warning for warning in warnings] == [True, False]
    assert ["Phones cannot reach this" in warning for warning in warnings] == [True, False]

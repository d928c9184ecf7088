"""QR codes: the drawing is the code that segno computes, and phones can read its size."""

import re
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from pages.panels.html import sentence
from pages.panels.shared.qr import (
    MAX_BYTES,
    MAX_LINK,
    MAX_VERSION,
    QUIET,
    fits,
    is_link,
    is_reachable,
    qr,
    scan,
)
from tests.pages.app import App, seen
from tests.strategies import examples
from wordpiece.message import message

SCAN = "merge_by_merge_scan"
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
    size = 4 * MAX_VERSION + 17 + 2 * QUIET
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


def code_of(app: App, link: object) -> dict[str, Any]:
    """The data that the browser gets when it requests the code of its address."""
    app._picks += 1
    app._report(SCAN, {"asked": {"link": link, "seq": app._picks}})
    assert not app.test.exception
    return app.data_of(SCAN)


@pytest.mark.parametrize(
    "page", ["train", "compare", "encode", "predict", "by_hand", "lessons", "take_home"]
)
def test_every_page_has_a_code_of_its_address(page):
    app = App(page, step="2")
    assert app.data_of(SCAN) == {"link": "", "html": ""}
    link = f"{SITE}/?{urlencode({'step': 2, 'text': '<b>hugs & mug</b>'})}"
    data = code_of(app, link)
    assert data["link"] == link
    assert drawing(data["html"]) == expected(link)
    assert "<b>" not in data["html"] and "Scan to open this screen" in data["html"]
    app.test.run()
    assert app.data_of(SCAN)["html"] == ""  # it is not sent again


def test_a_browser_may_ask_for_addresses_only():
    app = App()
    for link in (None, 3, "javascript:alert(1)", "http://[", "x" * 99, SITE + "/" + "x" * MAX_LINK):
        assert not is_link(link)
        assert code_of(app, link)["html"] == ""


def test_an_address_that_is_too_long_gets_a_sentence_with_a_way_out():
    longest = f"{SITE}/?text=".ljust(MAX_BYTES, "x")
    assert "<img" in scan(longest) and "<img" not in scan(longest + "x")
    text = seen(scan(longest + "x"))
    assert "No QR code" in text and "it has 426 bytes" in text and "at most 425" in text
    assert "Copy the link, and send it." in text
    assert "&lt;b&gt;" in scan(f"{SITE}/?text=<b>") and "<b>" not in scan(f"{SITE}/?text=<b>")


def test_an_address_of_this_machine_alone_gets_a_warning():
    for host in ("localhost:8501", "app.localhost", "127.9.9.9", "[::1]:8501", "0.0.0.0:8501"):
        assert not is_reachable(f"http://{host}/?step=1")
    for host in ("192.168.1.20:8501", "teacher-laptop:8501", "merge.example.org"):
        assert is_reachable(f"http://{host}/?step=1")
    warnings = [seen(scan(f"http://{host}/?step=1")) for host in ("localhost:8501", "teacher")]
    assert ["--host 0.0.0.0" in warning for warning in warnings] == [True, False]
    assert ["Phones cannot reach this" in warning for warning in warnings] == [True, False]


def test_texts_that_do_not_travel_are_named_next_to_the_code():
    app = App("encode", text="hug")
    app.test.text_input(key="encode_text").input("hug " * 600).run()
    html = code_of(app, f"{SITE}/encode?step=0")["html"]
    assert "<img" in html and "contain this: the text to encode" in seen(html)
    app = App()
    app.train_on("text", " ".join(f"word{i}" for i in range(700)))
    html = code_of(app, f"{SITE}/?corpus=text&of=01234567")["html"]
    assert "Anyone who opens the link is asked for this corpus" in seen(html)
    remark = message("{corpus} <b>", corpus="<i>")
    assert str(sentence(remark)) in scan(SITE, [remark]) and "<i>" not in scan(SITE, [remark])

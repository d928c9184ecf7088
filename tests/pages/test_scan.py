"""The QR code of a screen: when there is one, what is said if not, and what a browser may ask."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from pages.panels.html.text import sentence
from pages.panels.shared.qr import MAX_BYTES
from pages.panels.shared.scan import MAX_LINK, is_link, is_reachable, scan
from tests.pages.app import App, seen
from tests.pages.test_qr import dark_modules, expected_modules
from wordpiece.message import message

SCAN = "merge_by_merge_scan"
SITE = "https://merge.example.org"


def asked(app: App, link: object) -> dict:
    """What the browser is told when it asks for the code of its address."""
    app._picks += 1
    app._report(SCAN, {"asked": {"link": link, "seq": app._picks}})
    assert not app.test.exception
    return json.loads(app._component(SCAN).proto.json)


@pytest.mark.parametrize("page", ["train", "compare", "encode", "predict", "lessons", "take_home"])
def test_every_page_has_a_code_of_its_address(page):
    app = App(page, step="2")
    assert json.loads(app._component(SCAN).proto.json) == {"link": "", "html": ""}
    link = f"{SITE}/?{urlencode({'step': 2, 'text': '<b>hugs & mug</b>'})}"
    told = asked(app, link)
    assert told["link"] == link
    assert dark_modules(told["html"]) == expected_modules(link)
    assert "<b>" not in told["html"] and "Scan to open this screen" in told["html"]
    app.test.run()
    assert json.loads(app._component(SCAN).proto.json)["html"] == ""  # it is not sent again


def test_a_browser_may_ask_for_addresses_only():
    app = App()
    for link in (None, 3, "javascript:alert(1)", "http://[", "x" * 99, SITE + "/" + "x" * MAX_LINK):
        assert not is_link(link)
        assert asked(app, link)["html"] == ""


def test_what_is_too_long_says_so_and_what_to_do():
    longest = f"{SITE}/?text=".ljust(MAX_BYTES, "x")
    assert "<svg" in scan(longest)
    said = seen(scan(longest + "x"))
    assert "<svg" not in scan(longest + "x") and "No QR code" in said
    assert "it has 426 bytes" in said and "holds 425" in said and "Shorten the text" in said
    assert "Shorten" not in seen(scan(f"{SITE}/?forced=" + "1" * MAX_BYTES))
    assert "&lt;b&gt;" in scan(f"{SITE}/?text=<b>") and "<b>" not in scan(f"{SITE}/?text=<b>")


@pytest.mark.parametrize(
    ("host", "reachable"),
    [
        ("localhost:8501", False),
        ("app.localhost", False),
        ("127.0.0.1:8501", False),
        ("127.9.9.9", False),
        ("[::1]:8501", False),
        ("0.0.0.0:8501", False),
        ("192.168.1.20:8501", True),
        ("teacher-laptop:8501", True),
        ("merge.example.org", True),
    ],
)
def test_an_address_of_this_machine_alone_says_so(host, reachable):
    link = f"http://{host}/?step=1"
    assert is_reachable(link) is reachable
    assert ("--host 0.0.0.0" in scan(link)) is not reachable
    assert ("Phones cannot reach this address" in scan(link)) is not reachable


def test_what_stays_behind_is_said_beside_the_code():
    app = App("encode", text="hug")
    app.test.text_input(key="encode_text").input("hug " * 600).run()
    html = asked(app, f"{SITE}/encode?step=0")["html"]
    assert "<svg" in html and "it stays behind: the text to encode" in seen(html)
    long = App()
    long.test.selectbox(key="sidebar_corpus").select("text").run()
    long.enter("text", " ".join(f"word{i}" for i in range(700)))
    html = asked(long, f"{SITE}/?corpus=text&of=01234567")["html"]
    assert "stays behind, and whoever scans this is asked for it" in seen(html)
    said = message("{corpus} <b>", corpus="<i>")
    assert str(sentence(said)) in scan(SITE, [said]) and "<i>" not in scan(SITE, [said])

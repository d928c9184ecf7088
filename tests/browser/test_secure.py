"""Secure by default: nothing is asked of another host, and nothing is taken from another site.

The browser is watched for every request, the server for every socket that it opens. Requests that
the server refuses are sent in plain HTTP, as no browser would send them.
"""

import gzip
import http.client
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from bench.waits import wait_for_condition
from pages.server.guard import MESSAGE_SIZE
from pages.state.links import pack
from serve import origin
from tests.browser.cluster import METRICS, first
from tests.browser.conftest import (
    ROOT,
    idle,
    lead,
    open_help,
    open_share,
    quiet,
    ready,
    settled,
    until,
    visitor,
)
from tests.browser.test_faults import Server, own_server
from tests.browser.test_train import at_step, choose, next_merge, visit

RECORDER = """
import os, sys
def heard(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo"):
        where = args[1] if event != "socket.getaddrinfo" else args
        host = where[0] if isinstance(where, tuple) else ""  # a path: a socket of this machine
        if isinstance(host, bytes): host = host.decode()
        if host and not host.startswith("127.") and host not in ("::1", "localhost"):
            with open(os.environ["ASKED"], "a") as asked: print(event, where, file=asked)
sys.addaudithook(heard)
"""
"""Notes each socket that Python opens to another machine. Every process of the server has it."""

PAGES = {
    "Train": "?step=0", "Compare": "compare?step=1", "Encode": "encode?step=9&text=pugs+mug",
    "Predict": "predict?step=0", "By hand": "by_hand?step=0", "Lessons": "lessons?step=0",
    "Take home": "take-home?step=3",
}  # fmt: skip
"""The title of each page, and its address."""

MB = 2**20


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server, and the file in which it notes what it asks of other machines."""
    folder = tmp_path_factory.mktemp("watched")
    (folder / "sitecustomize.py").write_text(RECORDER, encoding="utf-8")
    asked = folder / "asked.txt"
    asked.touch()
    environment = {"PYTHONPATH": str(folder), "ASKED": str(asked)}
    # The recorder hears what it should.
    probe = "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); "
    for address in ("('192.0.2.1', 9)", "('127.0.0.1', 9)"):
        command = [sys.executable, "-c", f"{probe} s.connect({address})"]
        subprocess.run(command, env=environment, check=False, stderr=subprocess.DEVNULL)
    assert asked.read_text() == "socket.connect ('192.0.2.1', 9)\n"
    asked.write_text("")
    with own_server(folder / "log.txt", folder=ROOT, **environment) as server:
        yield server, asked


class Watch:
    """What a visitor's browser asks of other hosts, and what its security policy forbids."""

    def __init__(self, context: BrowserContext, host: str):
        self.foreign: list[str] = []
        self.violations: list[str] = []
        self._host = host
        context.expose_binding("violated", lambda source, what: self.violations.append(what))
        context.add_init_script(
            "document.addEventListener('securitypolicyviolation', event =>"
            "  violated(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`))"
        )
        context.on("request", lambda request: self._see(request.url))
        context.on("serviceworker", lambda worker: self.foreign.append(worker.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: self._see(socket.url)))

    def _see(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self.foreign.append(url)


def open_everything(page: Page) -> None:
    """Open each dialog on the page."""
    open_help(page)
    others = ".st-key-key_card button, .st-key-encode_menu button"
    buttons = page.locator(f"button.menu:visible, {others}")
    for at in range(buttons.count()):
        buttons.nth(at).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        close(page)
        quiet(page)  # the run that closing it caused has ended


def close(page: Page) -> None:
    """Close the dialog that is open, once it has the focus and so hears keys."""
    settled(page)
    expect(page.locator("[role=dialog]:focus-within")).to_have_count(1)
    idle(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_whole_visit_asks_nothing_of_another_host(watched, browser: Browser, tmp_path: Path):
    server, asked = watched
    errors: list[str] = []
    with visitor(browser) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        watch = Watch(context, urlsplit(server.address).netloc)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        everywhere(page, server.address, tmp_path)
    assert watch.foreign == watch.violations == errors == []
    assert asked.read_text() == ""
    log = server.log.read_text()
    assert "Traceback" not in log
    assert "pugs" not in log  # addresses carry texts


def everywhere(page: Page, address: str, folder: Path) -> None:
    """Open every page and all that can be opened; load, save, play, present and copy."""
    page.goto(address)
    ready(page)
    quiet(page)  # the script that the door caused has ended, so the field stays
    page.get_by_role("textbox", name="What pieces does a language model read?").fill("Hugs 🎉")
    expect(page.locator("p.pieces .u.unknown")).to_have_text("[UNK]")
    page.locator(".st-key-door_over button").click()
    expect(page.locator(".card")).to_be_visible()  # the front door is closed, and stays so
    stored = "() => localStorage.getItem('merge-by-merge.welcome') === '1'"
    wait_for_condition(page, stored, what="the browser to know the visitor")
    for title, path in PAGES.items():
        lead(page, f"{address}/{path}")
        expect(page).to_have_title(f"{title} · Merge by Merge")
        ready(page)
        settled(page)
        if title in ("Train", "Encode"):  # others have no more dialogs than these
            open_everything(page)
    # Downloads; the page is Take home.
    buttons = page.get_by_test_id("stDownloadButton").locator("button:enabled")
    for button in (buttons.first, buttons.last):
        ready(page)
        with page.expect_download() as download:
            button.click()
        assert download.value.url.startswith(("blob:", address))
        assert Path(download.value.path()).stat().st_size
    # An upload, played, presented, and its link copied.
    table = folder / "words.tsv"
    table.write_text("low\t5\nlower\t2\nhttp://evil.example/pugs.png\t3\n", encoding="utf-8")
    lead(page, f"{address}/?step=0")
    choose(page, "Words", "Your own file …")
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(table)
    expect(page.locator("ul.words").first).to_contain_text("×3")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".where")).not_to_contain_text("step 0 ")
    page.get_by_role("button", name="Pause").click()
    open_share(page)
    page.get_by_test_id("stCode").hover()
    page.get_by_role("button", name="Copy to clipboard").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("present=1"))
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    settled(page)


# Plain HTTP.


class Answer(http.client.HTTPResponse):
    """An answer that has been read."""

    body: bytes
    text: str


def ask(server: Server, method: str, path: str, body: Any = None, **headers: str) -> Answer:
    """The answer, read; also to a path that a browser would have tidied."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.response_class = Answer
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    # The server may have heard enough; its answer is there.
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.request(method, path, body, names, encode_chunked=not isinstance(body, bytes))
    answer = connection.getresponse()
    assert isinstance(answer, Answer)
    answer.body = answer.read()
    answer.text = answer.body.decode("utf-8", "replace")
    connection.close()
    return answer


@pytest.fixture(scope="module")
def server(watched: tuple[Server, Path]) -> Server:
    return watched[0]


def test_the_page_s_scripts_are_compressed_and_kept_by_the_browser(server: Server):
    script = first(r'src="\.(/static/js/[^"]+)"', ask(server, "GET", "/").text)
    plain = ask(server, "GET", script)
    assert "immutable" in plain.headers["Cache-Control"]
    assert ask(server, "GET", script, If_None_Match=plain.headers["ETag"]).status == 304
    small = ask(server, "GET", script, Accept_Encoding="gzip")
    assert small.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
    assert len(small.body) < len(plain.body) / 3 and gzip.decompress(small.body) == plain.body
    assert "immutable" in small.headers["Cache-Control"]


FILES = r"""
/static/../../../../../../../../etc/passwd /static/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd
/static/..%2f..%2f..%2f..%2f..%2fetc/passwd /static/js/..%5c..%5cserve.py //etc/passwd
/media/..%2f..%2fserve.py /media/%2fetc%2fpasswd /app/static/..%2fserve.py /serve.py
""".split()


def test_no_file_of_the_machine_is_served(server: Server):
    for path in FILES:
        answer = ask(server, "GET", path)
        # A path that does not exist is a page of the app, which the browser then looks up.
        assert answer.status in (400, 404, 405) or 'id="root"' in answer.text, path
        for secret in ("root:", "import ", "maxUploadSize", str(ROOT), "Traceback"):
            assert secret not in answer.text, path


def test_what_need_not_be_served_is_not(server: Server):
    assert ask(server, "GET", "/_stcore/script-health-check").text.count('id="root"') == 1
    agent = ask(server, "POST", "/_stcore/agent/interact", b"{}", Content_Type="application/json")
    assert agent.status >= 400 and "does not serve" in agent.text
    assert '"allowedOrigins":[]' in ask(server, "GET", "/_stcore/host-config").text
    for path in ("/auth/login", "/auth/logout", "/oauth2callback"):
        assert ask(server, "GET", path).status == 404
    pages = ["/", "/compare", "/encode", "/predict", "/by_hand", "/lessons", "/take-home", "/join"]
    for path in (*pages, "/nope", "/by-hand/"):  # the last two lead to the first page
        answer = ask(server, "GET", path, Accept="text/html,*/*")
        found = (200, None) if path in pages else (307, "/")
        assert (answer.status, answer.headers.get("Location")) == found, path
    answer = ask(server, "GET", "/train?step=3&lang=fr", Accept="text/html,*/*")
    assert answer.headers["Location"] == "/?step=3&lang=fr"
    for path in METRICS:
        answer = ask(server, "GET", path)
        assert answer.status in (400, 404) or 'id="root"' in answer.text
        assert "active_sessions" not in answer.text
    # `--metrics` lets them out; tests/browser/test_replicas.py asks for them.
    assert ask(server, "GET", "/_stcore/metrics").status == 404


# Sessions, as a program opens them.


def session(server: Server, origin: str | None = None, path="/_stcore/stream") -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{server.port}{path}",
        subprotocols=[Subprotocol("streamlit")],
        origin=Origin(origin) if origin else None,
        max_size=None,
        close_timeout=1,
    )


def messages(socket: ClientConnection, query: str = "", fragment: str = "") -> Iterator[ForwardMsg]:
    """Ask for the page; the messages that answer."""
    request = BackMsg()
    request.rerun_script.query_string = query
    request.rerun_script.fragment_id = fragment
    socket.send(request.SerializeToString())
    for _ in range(10_000):
        yield ForwardMsg.FromString(socket.recv(timeout=60, decode=False))


def begin(socket: ClientConnection) -> str:
    """Ask for the page; the id of the session."""
    answers = (m.new_session for m in messages(socket) if m.HasField("new_session"))
    return str(next(answers).initialize.session_id)


@pytest.mark.parametrize(
    "site", ["http://evil.example", "null", "http://localhost:1", "https://127.0.0.1.evil.example"]
)
def test_another_site_gets_no_session(watched: tuple[Server, Path], site: str):
    server, asked = watched
    with pytest.raises(InvalidStatus) as refused:
        session(server, origin=site)
    assert refused.value.response.status_code == 403
    assert asked.read_text() == ""  # no other machine was asked for the address of this one


def test_a_page_that_outlived_its_session_is_drawn_again(server: Server):
    """Its click is in a fragment that the new session does not know."""
    with session(server) as socket:
        drawn = messages(socket, "step=3", "a-fragment-of-another-session")
        assert any("Merge 3" in m.delta.new_element.bidi_component.json for m in drawn)


def form(size: int) -> bytes:
    """A file of ``size`` bytes as a browser sends it."""
    head = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\n'
    return head + b"a" * size + b"\r\n--x--\r\n"


def test_uploads_need_their_token_and_have_their_limits(server: Server):
    cookie = ask(server, "GET", "/_stcore/health").headers["Set-Cookie"].partition(";")[0]
    token = cookie.partition("=")[2]
    kind = "multipart/form-data; boundary=x"

    def put(path: str, content: bytes | Iterator[bytes], **headers: str) -> int:
        known = {"Cookie": cookie, "X_Xsrftoken": token, "Content_Type": kind}
        return ask(server, "PUT", path, content, **{**known, **headers}).status

    with session(server) as socket:
        path = f"/_stcore/upload_file/{begin(socket)}"
        small = form(10)
        version, mask, masked, time = token.split("|")
        wrong = "|".join((version, mask, masked[::-1], time))
        assert put(f"{path}/1", small, Cookie="", X_Xsrftoken="") == 403
        assert put(f"{path}/1", small, X_Xsrftoken="") == 403
        assert put(f"{path}/1", small, X_Xsrftoken=wrong) == 403
        assert put("/_stcore/upload_file/unknown/1", small) == 400
        # Too large: as announced, and as it turns out to be.
        assert put(f"{path}/1", form(20 * MB + 1)) == 413
        assert put(f"{path}/1", iter([form(0)[:-9], *[b"a" * MB] * 40])) == 413
        assert put(f"{path}/0", form(20 * MB - 1000)) == 204  # as large as may be
        delete = partial(ask, server, "DELETE", f"{path}/0", Content_Type=kind)
        assert delete().status == 403
        assert delete(Cookie=cookie, X_Xsrftoken=token).status == 204


def test_a_message_that_is_too_long_ends_its_connection_only(server: Server):
    with session(server) as bystander, session(server) as socket:
        begin(socket)
        with suppress(ConnectionClosed):
            socket.send(b"a" * (MESSAGE_SIZE + 1))
        with pytest.raises(ConnectionClosed):
            listen(socket)
        assert begin(bystander)


def listen(socket: ClientConnection) -> None:
    """Hear all that comes until the connection is closed."""
    for _ in range(10_000):
        socket.recv(timeout=60)


def test_a_pasted_text_that_is_too_long_gets_a_sentence(server: Server, page: Page):
    visit(page, f"{server.address}/?corpus=text&step=2&own={pack('low lower newest widest')}")
    at_step(page, 2, 13)
    page.get_by_role("button", name="Change your corpus").click()
    area = page.get_by_role("textbox", name="Text", exact=True)
    expect(area).to_have_value("low lower newest widest")  # drawn empty and filled at once
    area.evaluate(
        """area => {
          const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
          set.call(area, "low wide ".repeat(300_000));
          area.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    page.locator(".st-key-use_text button").click()
    expect(page.get_by_text("at most 1,000,000 characters fit")).to_be_visible()
    at_step(page, 2, 13)
    next_merge(page).click()
    at_step(page, 3, 13)


@pytest.fixture
def course(tmp_path: Path) -> Iterator[str]:
    """Another site, which can serve a folder."""
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}"
        site.shutdown()


def test_only_sites_that_were_named_may_show_the_app_in_a_frame(
    server: Server, page: Page, tmp_path: Path, course: str
):
    with own_server(tmp_path / "log.txt", "--embed-in", course) as embedding:
        for name, address in (("no", server.address), ("yes", embedding.address)):
            frame = f'<iframe src="{address}" width="900" height="600"></iframe>'
            (tmp_path / f"{name}.html").write_text(frame, encoding="utf-8")
        page.goto(f"{course}/yes.html")
        inside = page.frame_locator("iframe")
        inside.get_by_role("button", name="Next merge", exact=True).click()
        expect(inside.locator(".where")).to_have_text("step 1 of 9")
        expect(inside.locator(".card-top")).to_contain_text("Merge 1")
    page.goto(f"{course}/no.html")
    until(lambda: len(page.frames) == 2 and page.frames[1].url.startswith("chrome-error:"), page)


@pytest.mark.parametrize("site", ["learn.example", "*", "https://a.b; script-src *", "https:// x"])
def test_a_site_is_named_by_its_origin(site: str):
    with pytest.raises(Exception, match="not a site"):
        origin(site)
    assert origin("https://learn.example.org:8443/") == "https://learn.example.org:8443"

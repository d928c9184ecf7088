"""Three replicas behind HAProxy, as deploy/ has it, in a real browser; and one of them dies."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Cookie, Page, Response, expect
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.browser.cluster import (
    DEPLOY,
    HAPROXY,
    METRICS,
    ONLY_IN_HOSTS,
    UNCHECKED,
    Cluster,
    certificate,
    cookie_in,
    free_port,
    get,
)
from tests.browser.conftest import until, visitor
from tests.browser.test_encode import tokens
from tests.browser.test_train import next_merge

OWN = "low\t5\nlower\t2\nnewest\t6\nwidest\t3\n"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Missing, HAProxy fails in CI and skips elsewhere."""
    if HAPROXY is None:
        if os.environ.get("CI"):
            pytest.fail("no haproxy found; .ci/run installs it")
        pytest.skip("no haproxy found: apt-get install haproxy")
    folder = tmp_path_factory.mktemp("cluster")
    with Cluster(folder) as cluster:
        yield cluster
    for path in folder.rglob("*"):  # so that pytest may tidy up
        if path.is_dir():
            path.chmod(0o755)


@pytest.fixture
def visitors(browser: Browser, cluster: Cluster) -> Iterator[list[BrowserContext]]:
    """Three browsers that share nothing; pytest shows what they saw if a test fails."""
    cluster.whole()
    with ExitStack() as stay:
        contexts = [stay.enter_context(visitor(browser)) for _ in range(3)]
        for number, context in enumerate(contexts):
            context.on("response", partial(report, number))
        yield contexts
        for number, context in enumerate(contexts):
            for page in context.pages:
                print(f"Browser {number}, {page.url}\n{page.locator('body').inner_text()}\n")
    print(cluster.log())


def report(number: int, response: Response) -> None:
    """Print what is not just loading a page."""
    if response.status >= 400 or response.request.method not in ("GET", "OPTIONS"):
        print(f"Browser {number}: {response.request.method} {response.url}: {response.status}")


Come = Callable[[], tuple[str, str]]


@pytest.fixture
def come(cluster: Cluster) -> Iterator[Come]:
    """Let a program come that stays until the test ends; return its cookie and its replica."""
    address = cluster.secure.replace("https:", "wss:") + "/_stcore/stream"
    with ExitStack() as stay:

        def come() -> tuple[str, str]:
            before = cluster.counts()
            socket = stay.enter_context(
                connect(
                    address, subprotocols=[Subprotocol("streamlit")], ssl=UNCHECKED, close_timeout=1
                )
            )
            assert socket.response is not None
            cookies = " ".join(socket.response.headers.get_all("Set-Cookie"))
            return cookie_in(cookies), until(lambda: cluster.newcomer(before))

        yield come


def sticky(context: BrowserContext) -> Cookie:
    return next(cookie for cookie in context.cookies() if cookie["name"] == "SRV")


def at_merge(page: Page, step: int) -> None:
    """The stepper, the card and the address are all at a step."""
    expect(page.locator(".where")).to_have_text(re.compile(f"step {step} of"))
    expect(page.locator(".card-top")).to_contain_text(f"Merge {step}" if step else "Start")
    expect(page).to_have_url(re.compile(rf"[?&]step={step}(&|$)"))


def upload(page: Page, file: Path) -> None:
    expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.locator("[data-testid=stFileUploader] button").last.click()
    chooser.value.set_files(file)


def download(page: Page) -> bytes:
    """The corpus, as the Share button offers it."""
    page.get_by_role("button", name="Share this screen").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download it to send along").click()
    content = Path(download.value.path()).read_bytes()  # what is under way, closing would cancel
    page.keyboard.press("Escape")
    return content


def merge_a_file(page: Page, tmp_path: Path) -> None:
    """Upload a word table, and make its first merge."""
    words = tmp_path / "words.tsv"
    words.write_text(OWN, encoding="utf-8")
    expect(next_merge(page)).to_be_visible()
    upload(page, words)
    expect(page.locator("ul.words li")).to_have_count(4)
    at_merge(page, 0)
    next_merge(page).click()
    at_merge(page, 1)


def test_visitors_are_spread_and_stay_over_https(
    cluster: Cluster, visitors: list[BrowserContext], come: Come, tmp_path: Path
):
    sockets: list[str] = []
    context = visitors[0]
    context.on("page", lambda page: page.on("websocket", lambda ws: sockets.append(ws.url)))
    # A browser comes by http, as after an address without https, and is led to https.
    page, home = cluster.visit(context, f"{cluster.plain}/?corpus=file")
    expect(next_merge(page)).to_be_visible()
    cookie = sticky(context)
    # A cookie that no script can read, and that does not give the address of the replica away.
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and cookie["expires"] == -1
    assert cookie["secure"]
    assert re.fullmatch("[0-9a-f]{16}", cookie["value"])
    # Each replica has two visitors, and its own cookie.
    homes = [(cookie["value"], home), *(come() for _ in range(5))]
    assert sorted(cluster.counts().values()) == [2, 2, 2]
    assert [len({*each}) for each in (*zip(*homes, strict=True), homes)] == [3, 3, 3]
    merge_a_file(page, tmp_path)
    assert download(page) == OWN.encode()
    page.reload()
    expect(page.get_by_text("needs a corpus of somebody's own")).to_be_visible()
    assert sticky(context)["value"] == cookie["value"]
    assert sorted(cluster.counts().values()) == [2, 2, 2]
    assert page.url.startswith(f"{cluster.secure}/")
    assert [url.partition(":")[0] for url in sockets] == ["wss", "wss"]


def test_a_replica_dies_and_its_visitors_keep_their_screens(
    cluster: Cluster, visitors: list[BrowserContext], come: Come, tmp_path: Path
):
    first, own, other = visitors
    forced = f"{cluster.secure}/?corpus=story&forced=3.5&step=3"
    clicking, dying = cluster.visit(first, forced)
    elsewhere, _ = cluster.visit(other, f"{cluster.secure}/?corpus=file")
    home = sticky(first)
    assert home["value"] != sticky(other)["value"]
    encode = f"{cluster.secure}/encode?corpus=story&forced=3.5&step=3&text=hug"
    encoding, at = cluster.visit(first, encode)
    # A file goes where the cookie leads, which tabs that look for a replica at once all set.
    own.add_cookies([{"name": "SRV", "value": home["value"], "url": cluster.secure}])
    mine, also_at = cluster.visit(own, f"{cluster.secure}/?corpus=file")
    assert dying == at == also_at

    merge_a_file(mine, tmp_path)
    merge_a_file(elsewhere, tmp_path)
    merged = mine.locator(".card .merge").all_text_contents()
    field = encoding.get_by_role("textbox", name="Text to encode")
    field.press("End")
    field.press_sequentially("s of the rain")
    expect(encoding).to_have_url(re.compile("rain"))
    expect(tokens(encoding).last).to_have_text("##n")
    encoded = tokens(encoding).all_inner_texts()
    at_merge(clicking, 3)
    next_merge(clicking).click()
    at_merge(clicking, 4)
    sockets: list[str] = []
    elsewhere.on("websocket", lambda socket: sockets.append(socket.url))

    cluster.kill(dying)

    # Two clicks before the browser has found another replica.
    next_merge(clicking).click()
    next_merge(clicking).click()
    at_merge(clicking, 6)
    expect(clicking.locator(".own")).to_contain_text("3")
    clicking.get_by_role("link", name="Encode").click()
    expect(clicking.locator(".where")).to_have_text(re.compile("step 6 of"))
    expect(clicking).to_have_url(re.compile("/encode.*corpus=story.*forced=3.5.*step=6"))
    # What was typed is still there, and typing goes on.
    until(lambda: sticky(first)["value"] != home["value"], encoding)
    expect(tokens(encoding)).to_have_text(encoded)
    field.press("End")
    field.press_sequentially("y")
    expect(encoding).to_have_url(re.compile("rainy"))
    expect(field).to_have_value("hugs of the rainy")
    expect(encoding.locator(".where")).to_have_text(re.compile("step 3 of"))
    # A file died with the replica. The page asks for it, and is then where it was.
    expect(mine.get_by_text("needs a corpus of somebody's own")).to_be_visible()
    upload(mine, tmp_path / "words.tsv")
    expect(mine.locator(".card .merge")).to_have_text(merged)
    at_merge(mine, 1)
    assert download(mine) == OWN.encode()
    # The visitors of other replicas have noticed nothing, and still have their files.
    next_merge(elsewhere).click()
    at_merge(elsewhere, 2)
    expect(elsewhere.locator("ul.words li")).to_have_count(4)
    assert download(elsewhere) == OWN.encode()
    assert sockets == []

    for page in (encoding, mine, clicking, elsewhere):
        expect(page.get_by_text("Connection error")).to_be_hidden()
        assert page.locator("[data-testid=stException]").count() == 0
    assert "Traceback" not in cluster.log()

    # As Docker does it: what comes back has another address. It gets the next visitors.
    new = cluster.start_another()
    until(lambda: cluster.visitors(new) == 0 and cluster.states("secure").get(new))
    assert come()[1] == new


def test_who_is_busy_keeps_visitors_and_who_is_dead_loses_them(
    cluster: Cluster, visitors: list[BrowserContext]
):
    """One replica is killed; then another stands still for two health checks, some 11 s."""
    link = f"{cluster.address}/?corpus=story&step=3"
    (busy, frozen), (moving, dying) = (cluster.visit(context, link) for context in visitors[:2])
    at_merge(busy, 3)
    at_merge(moving, 3)
    homes = [sticky(context)["value"] for context in visitors[:2]]
    assert frozen != dying and homes[0] != homes[1]
    assert not sticky(visitors[0])["secure"]
    sockets: list[str] = []
    busy.on("websocket", lambda socket: sockets.append(socket.url))

    cluster.kill(dying)
    until(lambda: sticky(visitors[1])["value"] != homes[1], moving)
    next_merge(moving).click()
    at_merge(moving, 4)
    until(lambda: not cluster.states("door").get(dying))

    before = cluster.failed_checks("door", frozen)
    os.kill(cluster.processes[frozen].pid, signal.SIGSTOP)
    try:
        next_merge(busy).click()
        until(lambda: cluster.failed_checks("door", frozen) >= before + 2)
        assert cluster.states("door")[frozen]
    finally:
        os.kill(cluster.processes[frozen].pid, signal.SIGCONT)
    at_merge(busy, 4)
    busy.reload()
    at_merge(busy, 4)
    assert sticky(visitors[0])["value"] == homes[0]
    assert len(sockets) == 1  # that of the reload


def test_no_connection_is_kept_that_a_replica_may_close(cluster: Cluster):
    """HAProxy would take its end for a death, and lead the visitor to another replica."""
    cluster.whole()
    cookie = {"Cookie": f"SRV={cluster.cookie_of_a_newcomer()}"}
    before = cluster.reused("door")
    with closing(HTTPConnection(urlsplit(cluster.address).netloc, timeout=10)) as browser:
        for _ in range(5):
            browser.request("GET", "/_stcore/health", headers=cookie)
            with browser.getresponse() as answer:
                assert answer.read() == b"ok"
    assert cluster.reused("door") == before


def test_what_the_door_turns_away(cluster: Cluster):
    for door in (cluster.address, cluster.secure):
        assert get(f"{door}/_stcore/health").status == 200
        assert get(f"{door}/", Transfer_Encoding="chunked").status == 400
        status, said, _ = get(f"{door}/", Content_Length=str(26 * 2**20))
        assert (status, said[:15]) == (413, "More than 25 MB")


def test_the_figures_stay_inside_however_they_are_asked_for(cluster: Cluster):
    for path in METRICS:
        for door in (cluster.address, cluster.secure):
            status, said, _ = get(door, path)
            assert status in (400, 403) and "active_sessions" not in said, path
    assert cluster.visitors(cluster.names.addresses[0]) == 0  # inside they are shown


def test_ordinary_paths_lead_on(cluster: Cluster):
    for path in "/ /encode /take-home?text=_stcore/metrics /metrics /100%25 /a%20b".split():
        status, said, _ = get(cluster.address, path)
        assert status == 200 and 'id="root"' in said, path
    assert get(cluster.address, "/%").status == 400  # no path at all


def test_http_leads_to_where_https_is(cluster: Cluster):
    """Published at 80 and 443 a browser names no port; else https is where this door has it."""
    tls = cluster.secure.rpartition(":")[2]
    for host, target in (
        ("school.example", "school.example"),
        ("school.example:8080", f"school.example:{tls}"),
        ("127.0.0.1:80", f"127.0.0.1:{tls}"),
        ("[::1]", "[::1]"),
        ("[::1]:8080", f"[::1]:{tls}"),
    ):
        status, _, headers = get(cluster.plain, "/encode?text=a%20b", Host=host)
        assert (status, headers["Location"]) == (301, f"https://{target}/encode?text=a%20b")
        assert headers["Strict-Transport-Security"] is None
        # A browser that learns it keeps the port, so only where there is none.
        _, _, headers = get(cluster.secure, "/", Host=host)
        learned = headers["Strict-Transport-Security"]
        assert learned == (None if host != target else "max-age=31536000")
    listen, tls = (f"127.0.0.1:{free_port('127.0.0.1')}" for _ in range(2))
    both = str(cluster.folder / "both.pem")
    door = {"LISTEN": listen, "LISTEN_TLS": tls, "CERTIFICATE": both, "HTTPS_PORT": "9443"}
    with cluster.another_door("named", **door):
        until(lambda: get(f"http://{listen}/").status == 301)
        headers = get(f"http://{listen}", "/a?b", Host="school.example:8080").headers
        assert headers["Location"] == "https://school.example:9443/a?b"


def test_a_name_that_only_this_machine_knows(cluster: Cluster, tmp_path: Path):
    """By /etc/hosts, in which HAProxy's own way to look up names does not look."""
    hosts = tmp_path / "hosts"
    hosts.write_text(f"127.0.0.1 localhost\n{cluster.names.addresses[0]} {ONLY_IN_HOSTS}\n")
    # For this process alone another file lies over /etc/hosts.
    over = f'mount --bind {hosts} /etc/hosts && exec "$@"'
    apart = ["unshare", "--mount", "sh", "-c", over, "sh"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"]).returncode:
        pytest.skip("only root may lay a file over /etc/hosts")
    listen = f"127.0.0.1:{free_port('127.0.0.1')}"
    app = f"{ONLY_IN_HOSTS}:{cluster.port}"
    with cluster.another_door("hosts", apart, LISTEN=listen, APP=app):
        until(lambda: get(f"http://{listen}/door").status == 200)
        assert get(f"http://{listen}/_stcore/health").status == 200
        assert 'id="root"' in get(f"http://{listen}/encode").text


def test_a_door_says_whether_it_leads_anywhere(cluster: Cluster):
    status, said, _ = get(f"{cluster.address}/door")
    assert status == 200 and 'id="root"' not in said  # the door's own answer
    listen = f"127.0.0.1:{free_port('127.0.0.1')}"
    with cluster.another_door("nowhere", LISTEN=listen, APP="127.0.0.1:9"):
        until(lambda: get(f"http://{listen}/door").status == 503)
        status, said, _ = get(f"http://{listen}/")
        assert status == 503 and "is being started" in said


@pytest.mark.skipif(HAPROXY is None, reason="no haproxy found")
@pytest.mark.parametrize("more", [(), ("CERTIFICATE",), ("CERTIFICATE", "HTTPS_PORT")])
def test_the_configuration_has_no_warnings(more: tuple[str, ...], tmp_path: Path):
    environment = {"PATH": os.environ["PATH"], "APP": "localhost:8501", "COOKIE_KEY": "a secret"}
    if more:
        environment["CERTIFICATE"] = str(certificate(tmp_path / "both.pem"))
    if "HTTPS_PORT" in more:
        environment["HTTPS_PORT"] = "9443"
    command = [str(HAPROXY), "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    checked = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert checked.returncode == 0
    assert checked.stderr == "" and checked.stdout.strip() == "Configuration file is valid"

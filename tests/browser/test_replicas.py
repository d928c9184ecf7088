"""Three replicas behind HAProxy, as deploy/ has it, in a real browser; and one of them dies.

The replicas run in a folder with what the container image holds, and nothing else. Each has an
address of its own on this machine, and a small name server tells HAProxy which there are, as
Docker or Kubernetes would.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.browser.conftest import ROOT
from tests.browser.test_encode import tokens
from tests.browser.test_train import next_merge

HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
DEPLOY = ROOT / "deploy"
OWN = "low\t5\nlower\t2\nnewest\t6\nwidest\t3\n"


class Names(threading.Thread):
    """A name server that gives the same addresses for every name."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.addresses: list[str] = []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port: int = self.socket.getsockname()[1]

    def run(self) -> None:
        with suppress(OSError):  # closed
            while True:
                asked, who = self.socket.recvfrom(4096)
                end = asked.index(b"\0", 12) + 5  # of the question: name, type, class
                found = self.addresses if asked[end - 4 : end - 2] == b"\0\1" else []
                answer = asked[:2] + b"\x84\0" + struct.pack("!4H", 1, len(found), 0, 0)
                answer += asked[12:end]
                for address in found:  # type A, class IN, 1 s, for the name at byte 12
                    answer += struct.pack("!3HIH", 0xC00C, 1, 1, 1, 4) + socket.inet_aton(address)
                self.socket.sendto(answer, who)


def get(address: str, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    try:
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode("utf-8")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode("utf-8")


def until(what, seconds: float = 60):
    """Wait for something to be true."""
    end = time.monotonic() + seconds
    while True:
        with suppress(OSError):
            if found := what():
                return found
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)


class Cluster:
    """Replicas at 127.0.0.1 and on, and HAProxy in front of them."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.port, door = free_port("127.0.0.1"), free_port("127.0.0.1")
        self.address = f"http://127.0.0.1:{door}"
        self.names = Names()
        self.names.start()

    def __enter__(self) -> Cluster:
        image(self.folder / "image")
        for last in (1, 2, 3):
            self.start(f"127.0.0.{last}")
        self.run("haproxy", self.folder, str(HAPROXY), "-db", "-f", str(DEPLOY / "haproxy.cfg"))
        until(lambda: get(f"{self.address}/_stcore/health")[0] == 200)
        for replica in list(self.names.addresses):
            until(lambda replica=replica: self.visitors(replica) == 0)
        return self

    def __exit__(self, *_: object) -> None:
        self.names.socket.close()
        for process in self.processes.values():
            process.kill()
            process.wait()

    def run(self, name: str, cwd: Path, *command: str) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "PYTHONDONTWRITEBYTECODE": "1",
            "STREAMLIT_SERVER_COOKIE_SECRET": "a secret that all replicas share",
            "APP": f"app:{self.port}",
            "COOKIE_KEY": "another secret",
            "LISTEN": self.address.removeprefix("http://"),
            "DNS": f"127.0.0.1:{self.names.port}",
        }
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=cwd, env=environment, stdout=log, stderr=log
            )

    def start(self, replica: str) -> None:
        command = (sys.executable, "serve.py", "--host", replica, "--port", str(self.port))
        self.run(replica, self.folder / "image", *command)
        self.names.addresses.append(replica)

    def kill(self, replica: str) -> None:
        process = self.processes.pop(replica)
        process.kill()
        process.wait()
        self.names.addresses.remove(replica)

    def visitors(self, replica: str) -> int:
        """How many sessions are connected to a replica."""
        path = "_stcore/metrics?families=active_sessions"
        _, text = get(f"http://{replica}:{self.port}/{path}")
        return int(float(re.search(r"^active_sessions (\S+)$", text, re.MULTILINE)[1]))

    def cookie_of_a_newcomer(self) -> str:
        with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=10) as answer:
            cookies = " ".join(answer.headers.get_all("Set-Cookie"))
        return re.search(r"SRV=(\w+)", cookies)[1]

    def visit(self, context: BrowserContext, path: str) -> tuple[Page, str]:
        """A new page, not yet waited for, and the replica that it came to."""
        before = {replica: self.visitors(replica) for replica in self.names.addresses}
        page = context.new_page()
        page.goto(self.address + path, wait_until="commit")

        def came_to() -> str:
            page.evaluate("1")  # Playwright lets a page get on only while it is asked something
            more = [name for name, count in before.items() if self.visitors(name) > count]
            return more[0] if more else ""

        return page, until(came_to)

    def log(self) -> str:
        return "".join(path.read_text("utf-8") for path in self.folder.glob("*.log"))


def free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def image(folder: Path) -> None:
    """What deploy/Dockerfile copies into the image."""
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (.+)$", dockerfile, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            if (ROOT / source).is_dir():
                leave_out = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / source, folder / target, ignore=leave_out)
            else:
                (folder / target).mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, folder / target)
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)


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
    """Six browsers that know nothing of each other; pytest shows what they saw if a test fails."""
    contexts = [browser.new_context(viewport={"width": 1280, "height": 800}) for _ in range(6)]
    for number, context in enumerate(contexts):
        context.set_default_timeout(30_000)
        context.on("response", partial(report, number))
    yield contexts
    for number, context in enumerate(contexts):
        for page in context.pages:
            print(f"Browser {number}, {page.url}\n{page.locator('body').inner_text()}\n")
        context.close()
    print(cluster.log())


def report(number: int, response: Response) -> None:
    """Print what is not just loading a page."""
    if response.status >= 400 or response.request.method not in ("GET", "OPTIONS"):
        print(f"Browser {number}: {response.request.method} {response.url}: {response.status}")


def sticky(context: BrowserContext) -> dict:
    return next(cookie for cookie in context.cookies() if cookie["name"] == "SRV")


def at_merge(page: Page, step: int) -> None:
    """The stepper, the card and the address all stand at a step."""
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


def test_visitors_are_spread_and_stay(
    cluster: Cluster, visitors: list[BrowserContext], tmp_path: Path
):
    words = tmp_path / "words.tsv"
    words.write_text(OWN, encoding="utf-8")
    arrived = [cluster.visit(context, "/?corpus=file") for context in visitors]
    pages, homes = [page for page, _ in arrived], [home for _, home in arrived]
    assert [cluster.visitors(replica) for replica in cluster.names.addresses] == [2, 2, 2]
    # A cookie for each replica, that no script can read, and that does not give its address away.
    for context in visitors:
        cookie = sticky(context)
        assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and cookie["expires"] == -1
        assert re.fullmatch("[0-9a-f]{16}", cookie["value"])
    values = [sticky(context)["value"] for context in visitors]
    assert len(set(values)) == len(set(homes)) == len(set(zip(values, homes, strict=True))) == 3
    for page in pages:
        expect(next_merge(page)).to_be_visible()
        upload(page, words)
    for page in pages:
        expect(page.locator("ul.words li")).to_have_count(4)
        at_merge(page, 0)
        next_merge(page).click()
    for page in pages:
        at_merge(page, 1)
        assert download(page) == OWN.encode()
    pages[0].reload()
    expect(pages[0].get_by_text("needs a corpus of somebody's own")).to_be_visible()
    assert [sticky(context)["value"] for context in visitors] == values
    assert [cluster.visitors(replica) for replica in cluster.names.addresses] == [2, 2, 2]


def test_a_replica_dies_and_its_visitors_stand_where_they_stood(
    cluster: Cluster, visitors: list[BrowserContext], tmp_path: Path
):
    words = tmp_path / "words.tsv"
    words.write_text(OWN, encoding="utf-8")
    first, typist, own, quick, other, later = visitors
    forced = "/?corpus=story&forced=3.5&step=3"
    watching, dying = cluster.visit(first, forced)
    elsewhere, _ = cluster.visit(other, "/?corpus=file")
    home = sticky(first)
    assert home["value"] != sticky(other)["value"]
    for context in (typist, own, quick):
        context.add_cookies([{key: home[key] for key in ("name", "value", "domain", "path")}])
    encoding, at = cluster.visit(typist, "/encode?corpus=story&forced=3.5&step=3&text=hug")
    mine, also_at = cluster.visit(own, "/?corpus=file")
    clicking, there_too = cluster.visit(quick, forced)
    assert dying == at == also_at == there_too

    for page in (mine, elsewhere):
        expect(next_merge(page)).to_be_visible()
        upload(page, words)
        expect(page.locator("ul.words li")).to_have_count(4)
        at_merge(page, 0)
        next_merge(page).click()
        at_merge(page, 1)
    merged = mine.locator(".card .merge").inner_text()
    field = encoding.get_by_role("textbox", name="Text to encode")
    field.press("End")
    field.press_sequentially("s of the rain")
    expect(encoding).to_have_url(re.compile("rain"))
    encoded = tokens(encoding).all_inner_texts()
    at_merge(clicking, 3)
    next_merge(clicking).click()
    at_merge(clicking, 4)
    at_merge(watching, 3)
    sockets: list[str] = []
    elsewhere.on("websocket", lambda socket: sockets.append(socket.url))

    cluster.kill(dying)

    # Two clicks before the browser has found another replica.
    next_merge(clicking).click()
    next_merge(clicking).click()
    at_merge(clicking, 6)
    expect(clicking.locator(".own")).to_contain_text("3")
    # Somebody who only looked on until now.
    until(lambda: watching.evaluate("1") and sticky(first)["value"] != home["value"])
    next_merge(watching).click()
    at_merge(watching, 4)
    watching.get_by_role("button", name="Back", exact=True).click()
    at_merge(watching, 3)
    expect(watching.locator(".card-top")).to_contain_text("chosen by you")
    watching.get_by_role("link", name="Encode").click()
    expect(watching.locator(".where")).to_have_text(re.compile("step 3 of"))
    expect(watching).to_have_url(re.compile("/encode.*corpus=story.*forced=3.5.*step=3"))
    # What was typed is still there, and typing goes on.
    expect(tokens(encoding)).to_have_text(encoded)
    field.press("End")
    field.press_sequentially("y")
    expect(encoding).to_have_url(re.compile("rainy"))
    expect(field).to_have_value("hugs of the rainy")
    expect(encoding.locator(".where")).to_have_text(re.compile("step 3 of"))
    # A file died with the replica. The page asks for it, and is then where it was.
    expect(mine.get_by_text("needs a corpus of somebody's own")).to_be_visible()
    upload(mine, words)
    expect(mine.locator(".card .merge").first).to_have_text(merged)
    at_merge(mine, 1)
    assert download(mine) == OWN.encode()
    # The visitors of other replicas have noticed nothing, and still have their files.
    next_merge(elsewhere).click()
    at_merge(elsewhere, 2)
    expect(elsewhere.locator("ul.words li")).to_have_count(4)
    assert download(elsewhere) == OWN.encode()
    assert sockets == []

    assert home["value"] not in [sticky(context)["value"] for context in visitors[:5]]
    for page in (watching, encoding, mine, clicking, elsewhere):
        expect(page.get_by_text("Connection error")).to_be_hidden()
        assert page.locator("[data-testid=stException]").count() == 0
    assert "Traceback" not in cluster.log()

    # As Docker does it: what comes back has another address. It gets the next visitors.
    cluster.start("127.0.0.4")
    until(lambda: cluster.visitors("127.0.0.4") == 0)
    known = [home["value"], *(sticky(context)["value"] for context in visitors[:5])]
    until(lambda: cluster.cookie_of_a_newcomer() not in known)
    page, came_to = cluster.visit(later, forced)
    assert came_to == "127.0.0.4"
    at_merge(page, 3)


def test_what_the_door_turns_away(cluster: Cluster):
    assert get(f"{cluster.address}/_stcore/health")[0] == 200
    assert get(f"{cluster.address}/_stcore/metrics")[0] == 403
    assert get(f"{cluster.address}/", **{"Transfer-Encoding": "chunked"})[0] == 400
    status, said = get(f"{cluster.address}/", **{"Content-Length": str(26 * 2**20)})
    assert (status, said[:15]) == (413, "More than 25 MB")


@pytest.mark.skipif(HAPROXY is None, reason="no haproxy found")
@pytest.mark.parametrize("tls", [False, True])
def test_the_configuration_has_no_warnings(tls: bool, tmp_path: Path):
    environment = {"PATH": os.environ["PATH"], "APP": "app:8501", "COOKIE_KEY": "a secret"}
    if tls:
        pem = environment["CERTIFICATE"] = str(tmp_path / "both.pem")
        make = f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -keyout {pem}"
        certificate = subprocess.run(make.split(), check=True, capture_output=True).stdout
        with open(pem, "ab") as both:
            both.write(certificate)
    command = [str(HAPROXY), "-c", "-f", str(DEPLOY / "haproxy.cfg")]
    checked = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert checked.returncode == 0
    assert checked.stderr == "" and checked.stdout.strip() == "Configuration file is valid"

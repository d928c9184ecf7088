"""Faults in a class: a server that dies, a network that drops, two tabs, fast hands."""

import os
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ROOT, settled, until
from tests.browser.test_train import at_step, choose, next_merge, visit
from tests.large import large_table

CANCEL = "Cancel, and keep the steps made so far"


class Server:
    """A separate server that can be killed and started again at the same address."""

    def __init__(self, log: Path, *options: str, folder: Path = ROOT, **environment: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._folder = folder
        self._command = [sys.executable, "serve.py", "--port", str(self.port), *options]
        self._environment = os.environ | environment
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=self._folder, env=self._environment, stdout=log, stderr=log
            )
        until(self._answers)

    def _answers(self) -> bool:
        assert self._process.poll() is None, self.log.read_text()
        with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=2):
            return True

    def kill(self) -> None:
        """As a crash would: without a word to pages, and nothing is saved."""
        self._process.kill()
        self._process.wait(timeout=20)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=20)


@contextmanager
def own_server(
    log: Path, *options: str, folder: Path = ROOT, **environment: str
) -> Iterator[Server]:
    server = Server(log, *options, folder=folder, **environment)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill, if it starts it again."""
    with own_server(tmp_path / "log.txt") as server:
        yield server
        assert "Traceback" not in server.log.read_text()


def upload(page: Page, file: Path) -> None:
    page.locator("[data-testid=stFileUploader] input[type=file]").set_input_files(file)


def cancel(page: Page) -> Locator:
    return page.get_by_role("button", name=CANCEL)


def test_a_killed_server_comes_back_to_every_screen(mortal: Server, page: Page, tmp_path: Path):
    """Without a reload each page connects again, and its address says what was on screen."""
    # Merge 3 as the course prints it, not the best one; and a file.
    forced, file = (page.context.new_page() for _ in range(2))
    visit(forced, f"{mortal.address}/?step=3&forced=3.2")
    table = tmp_path / "words.tsv"
    table.write_text("low\t5\nlower\t2\nnewest\t6\nwidest\t3\n", encoding="utf-8")
    train_on(file, mortal.address, table)
    expect(file.locator("ul.words li").first).to_contain_text("×5")
    file.get_by_role("button", name="+10").click()
    expect(file.locator(".card-top")).to_contain_text("Merge 10")
    merges = [each.locator(".card .merge").inner_text() for each in (forced, file)]
    expect(forced.locator(".card")).to_contain_text("chosen by you")
    mortal.kill()
    mortal.start()

    # The first click restores the settings that the link carries.
    next_merge(forced).click()
    at_step(forced, 4)
    expect(forced).to_have_url(re.compile(r"forced=3\.2"))
    forced.get_by_role("button", name="Back", exact=True).click()
    at_step(forced, 3)
    expect(forced.locator(".card .merge")).to_have_text(merges[0], use_inner_text=True)
    expect(forced.locator(".card")).to_contain_text("chosen by you")
    # A file that the session had is lost: the page asks for it, and is the same with it.
    file.reload()
    expect(file.get_by_text("Open the corpus file in the sidebar")).to_be_visible()
    expect(file).to_have_url(re.compile("step=10"))
    upload(file, table)
    expect(file.locator(".card-top")).to_contain_text(["Merge 10"])
    expect(file.locator(".card .merge")).to_have_text(merges[1], use_inner_text=True)


def train_on(page: Page, address: str, table: Path) -> None:
    visit(page, address)
    choose(page, "Words", "Your own file …")
    upload(page, table)


class Cable:
    """Passes connections on to a server until it is pulled out."""

    def __init__(self, port: int):
        self._to = ("127.0.0.1", port)
        self._ends: list[socket.socket] = []
        self._plugged = True
        self.refused = 0  # connections, while it was pulled out
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                if not self._plugged:
                    here.close()
                    self.refused += 1
                    continue
                there = socket.create_connection(self._to)
                self._ends += [here, there]
                for pair in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    @staticmethod
    def _pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

    def pull(self) -> None:
        self._plugged = False
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        self._plugged = True


def test_a_network_that_drops_loses_no_click(server: str, page: Page):
    cable = Cable(int(server.rpartition(":")[2]))
    visit(page, f"{cable.address}/?corpus=story&step=5")
    at_step(page, 5, 196)
    cable.pull()
    state = "data-test-connection-state"
    expect(page.get_by_test_id("stApp")).not_to_have_attribute(state, "CONNECTED")
    next_merge(page).click()  # the stepper moves in the page
    expect(page.locator(".where")).to_have_text("step 6 of 196")
    before = cable.refused
    until(lambda: cable.refused > before, page)
    cable.plug()
    at_step(page, 6, 196)
    next_merge(page).click()
    at_step(page, 7, 196)


def test_a_cancelled_training_keeps_what_it_learned(server: str, page: Page, tmp_path: Path):
    long_table = tmp_path / "long.tsv"
    long_table.write_text(large_table(50_000), encoding="utf-8")
    train_on(page, server, long_table)
    expect(cancel(page)).to_be_visible()
    expect(page.get_by_text(re.compile(r"Training: [\d,]+ steps? so far"))).to_be_visible()
    # Another visitor clicks meanwhile.
    neighbour = page.context.new_page()
    visit(neighbour, server)
    next_merge(neighbour).click()
    at_step(neighbour, 1)
    neighbour.close()
    cancel(page).click()
    said = page.get_by_text(re.compile(r"You cancelled the training after [\d,]+ steps\."))
    expect(said).to_be_visible()
    expect(cancel(page)).to_have_count(0)
    number = re.search(r"after ([\d,]+) steps", said.inner_text())
    assert number is not None
    reached = int(number[1].replace(",", ""))
    assert reached > 0
    settled(page)  # until the end of the run the old stepper is there, too
    expect(page.locator(".where i")).to_have_text(f"{reached:,}")
    # Its last step is there with a card, a table of what would come next and one more token.
    page.keyboard.press("End")
    at_step(page, reached, reached)
    expect(page.locator(".card .tok.new")).to_have_count(1)
    expect(page.locator("table.scores tbody tr").first).to_be_visible()
    expect(next_merge(page)).to_be_disabled()

    # Another corpus is chosen during a training.
    page.get_by_role("button", name="Continue training").click()
    expect(cancel(page)).to_be_visible()
    choose(page, "Words", "Toy words: hug, pug, pun")
    expect(cancel(page)).to_have_count(0)
    expect(page.locator(".where i")).to_have_text("9")
    next_merge(page).click()
    at_step(page, 1)

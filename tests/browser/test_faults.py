"""Faults in a class: a network that drops, and a training that is cancelled."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from bench.serving import serving
from tests.browser.conftest import ROOT, until
from tests.browser.test_train import at_step, choose, next_merge, visit
from tests.large import large_table


class Server(NamedTuple):
    """A separate server, and the file of its log."""

    address: str
    log: Path

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


@contextmanager
def own_server(
    log: Path, *options: str, folder: Path = ROOT, **environment: str
) -> Iterator[Server]:
    before = ("env", *(f"{name}={value}" for name, value in environment.items()))
    run = ("serve.py", *options)
    with log.open("ab") as file, serving(folder, before, run, log=file) as server:
        yield Server(server.address, log)


def upload(page: Page, file: Path) -> None:
    page.locator("[data-testid=stFileUploader] input[type=file]").set_input_files(file)


def cancel(page: Page) -> Locator:
    return page.get_by_role("button", name="Cancel")


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


def test_a_training_can_be_cancelled_and_begun_again(server: str, page: Page, tmp_path: Path):
    long_table = tmp_path / "long.tsv"
    long_table.write_text(large_table(50_000), encoding="utf-8")
    train_on(page, server, long_table)
    expect(cancel(page)).to_be_visible()
    expect(page.get_by_text(re.compile(r"Training: [1-9][\d,]* steps? so far"))).to_be_visible()
    # Another visitor clicks meanwhile.
    neighbour = page.context.new_page()
    visit(neighbour, server)
    next_merge(neighbour).click()
    at_step(neighbour, 1)
    neighbour.close()
    cancel(page).click()
    said = "This training was cancelled. The screen shows another training"
    expect(page.get_by_text(said)).to_be_visible()
    expect(cancel(page)).to_have_count(0)
    next_merge(page).click()
    at_step(page, 1)

    # Another corpus is chosen during a training.
    page.get_by_role("button", name="Start again").click()
    expect(cancel(page)).to_be_visible()
    choose(page, "Words", "Toy words: hug, pug, pun")
    expect(cancel(page)).to_have_count(0)
    expect(page.locator(".where i")).to_have_text("9")
    next_merge(page).click()
    at_step(page, 2)  # the words on screen were the toy's

"""Measure rooms with a class on its phones: `python -m bench.phones`.

Starts the app. N phones join and wait; their teacher asks questions, and they answer each within
a few seconds, some of them twice. A vote's time counts from its request until its answer has come;
the teacher's screen has it when a request for the counts includes it. At last all wait.
With several processes, as between replicas, the rooms are in a store, which is started as well.

    python -m bench.phones --phones 300 --rooms 10 --processes 2
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import uvloop

from bench.report import percentile, print_checks, print_row, spread
from bench.serving import Server, free_port, serving
from bench.steered import Teacher, steered
from pages.rooms.state import Ask

QUESTIONS = 5
THINKING = 4.0
"""Seconds in which all answer a question."""

SETTLING = 1.5
"""Seconds after the last vote until the counts are compared."""

SPREAD = 1.0
"""The most seconds until a phone asks again after a change, as in the script of the page."""

CHANGES = 0.3
"""The share of phones that change their vote, once."""

VOTE_P95 = 150
"""The most milliseconds for the answers to 95 of 100 votes."""

COUNTED = 1_000
"""The most milliseconds until the teacher's screen shows a vote."""

ASK = Ask(
    "Which pair merges next?", ("hu + ##g", "##u + ##g", "p + ##u", "b + ##u"), frozenset({1})
)


@dataclass
class Record:
    """The observed times, in seconds.

    Attributes:
        votes: how long each vote took until it was answered.
        shown: how long it took until a phone showed what its teacher did.
        counted: how long after its answer a vote was on the teacher's screen.
        joined: how long each phone took to join, and to show the room.
        lost: votes that were answered and are not in the tally.
        faults: what went wrong, and how often.
    """

    votes: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    counted: list[float] = field(default_factory=list)
    joined: list[float] = field(default_factory=list)
    lost: int = 0
    faults: Counter[str] = field(default_factory=Counter)


class Connection:
    """A connection to a server. A library's client needs more time than the server."""

    def __init__(self, server: Server) -> None:
        self.address = server.address
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, data: Any = None, **headers: str) -> Any:
        """Send a request, a POST if it has data; return the JSON of the answer."""
        parts = urlsplit(self.address)
        if self.streams is None:
            self.streams = await asyncio.open_connection(parts.hostname, parts.port)
        reader, writer = self.streams
        body = b"" if data is None else json.dumps(data).encode()
        lines = [f"{'GET' if data is None else 'POST'} {path} HTTP/1.1", f"Host: {parts.netloc}"]
        lines += [f"Origin: {self.address}", "Content-Type: application/json"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length:")[2].split()[0])
        return json.loads(await reader.readexactly(size))

    async def ask_once(self, path: str, data: Any = None, **headers: str) -> Any:
        """Send a request, and close the connection."""
        answer = await self.ask(path, data, **headers)
        if self.streams:
            self.streams[1].close()
        self.streams = None
        return answer


class Phone:
    """A phone: it waits, and votes when there is a question."""

    def __init__(self, server: Server, code: str, rng: random.Random, record: Record) -> None:
        self.server, self.code, self.rng, self.record = server, code, rng, record
        self.shows: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.last: int | None = None

    async def join(self) -> None:
        """Join, and begin to wait."""
        begin = time.perf_counter()
        answer = await Connection(self.server).ask_once(f"/join/{self.code}", {})
        self.voter = answer["voter"]
        self.waits = asyncio.create_task(self.wait())
        await self.until(bool)
        self.record.joined.append(time.perf_counter() - begin)

    async def wait(self) -> None:
        """Ask for the view again and again, as the script of the page does."""
        connection = Connection(self.server)
        while True:
            after = self.shows.get("version", 0)
            path = f"/join/{self.code}/view?after={after}"
            said = await connection.ask(path, X_Room_Voter=self.voter)
            if "error" in said:
                self.record.faults[said["error"]] += 1
                await asyncio.sleep(1)
                continue
            self.shows = said
            self.changed.set()
            if after and said["version"] != after:
                await asyncio.sleep(self.rng.random() * SPREAD)

    async def until(self, what: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the phone shows something."""
        while not what(self.shows):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)

    async def answer(self, number: int, asked: float, voted: list[float]) -> None:
        """Wait for a question, answer it once or twice, and append when the first answer came."""
        await self.until(lambda seen: seen["number"] == number and seen["phase"] == "open")
        self.record.shown.append(time.perf_counter() - asked)
        turns = 2 if self.rng.random() < CHANGES else 1
        self.last = None
        for turn in range(turns):
            await asyncio.sleep(self.rng.random() * THINKING / turns)
            option = self.rng.randrange(len(ASK.options))
            begin = time.perf_counter()
            data = {"voter": self.voter, "number": number, "round": 1, "option": option}
            said = await Connection(self.server).ask_once(f"/join/{self.code}/vote", data)
            self.record.votes.append(time.perf_counter() - begin)
            if said.get("mine") != option:
                self.record.faults[str(said)] += 1
                continue
            self.last = option
            if turn == 0:
                voted.append(time.perf_counter())


@dataclass
class Screen:
    """The teacher's screen of a room; it keeps when which count came."""

    server: Server
    code: str
    key: str
    counts: list[tuple[float, int]] = field(default_factory=list)

    async def poll(self) -> None:
        """Ask for the counts twice a second, as the script of the page does."""
        while True:
            path = f"/join/{self.code}/count"
            counts = await Connection(self.server).ask_once(path, X_Room_Key=self.key)
            self.counts.append((time.perf_counter(), counts["votes"]))
            await asyncio.sleep(0.5)


async def ask_all(
    number: int,
    screens: Sequence[Screen],
    phones: Sequence[Phone],
    teacher: Teacher,
    record: Record,
) -> None:
    """Ask a question in each room, let the phones answer, and compare the counts."""
    voted: dict[str, list[float]] = {screen.code: [] for screen in screens}
    answers = []
    for screen in screens:
        screen.counts.clear()
        asked = time.perf_counter()
        await asyncio.to_thread(teacher.ask, screen.code, screen.key, ASK)
        answers += [
            phone.answer(number, asked, voted[screen.code])
            for phone in phones
            if phone.code == screen.code
        ]
    await asyncio.gather(*answers)
    await asyncio.sleep(SETTLING)
    for screen in screens:
        for rank, then in enumerate(sorted(voted[screen.code]), 1):
            seen = next((at for at, answered in screen.counts if answered >= rank), None)
            if seen is None:
                record.faults["a vote never came to the teacher's screen"] += 1
            else:
                record.counted.append(max(0.0, seen - then))
        status = await asyncio.to_thread(teacher.reveal, screen.code, screen.key)
        last = Counter(phone.last for phone in phones if phone.code == screen.code)
        wanted = [last[option] for option in range(len(ASK.options))]
        record.lost += sum(abs(a - b) for a, b in zip(wanted, status.tallies[-1], strict=True))
    revealed = time.perf_counter()
    for phone in phones:
        await phone.until(lambda seen: seen["phase"] == "revealed")
    record.shown.append(time.perf_counter() - revealed)


async def waiting(servers: Sequence[Server], seconds: float) -> float:
    """Return the CPU seconds that the servers take in a minute, measured for some seconds."""
    before = sum(server.cpu_seconds for server in servers)
    await asyncio.sleep(seconds)
    return (sum(server.cpu_seconds for server in servers) - before) * 60 / seconds


async def drive(servers: Sequence[Server], teacher: Teacher, options: argparse.Namespace) -> bool:
    """Let the phones in, measure, and print; return whether all targets are met."""
    record = Record()
    idle = await waiting(servers, options.wait / 2)
    screens = [Screen(servers[n % len(servers)], *teacher.open()) for n in range(options.rooms)]
    phones = [
        Phone(
            servers[n // options.rooms % len(servers)],  # those of a room are on all servers
            screens[n % options.rooms].code,
            random.Random(f"phone {n}"),
            record,
        )
        for n in range(options.phones)
    ]
    watching = [asyncio.create_task(screen.poll()) for screen in screens]
    await asyncio.gather(*(phone.join() for phone in phones))  # all scan at the same time
    for number in range(1, QUESTIONS + 1):
        await ask_all(number, screens, phones, teacher, record)
    for task in watching:  # a screen takes more than a phone
        task.cancel()
    await asyncio.sleep(1)
    busy = await waiting(servers, options.wait)
    for phone in phones:
        phone.waits.cancel()
    await asyncio.gather(*watching, *(phone.waits for phone in phones), return_exceptions=True)
    return print_results(record, (busy - idle) / options.phones, options.phones)


def print_results(record: Record, cost: float, phones: int) -> bool:
    """Print what was measured, and return whether all targets are met."""
    print(f"{'':<26}   count    median       95 %      worst")
    print(f"{'phones that joined':<26}  {spread(record.joined)}")
    print(f"{'votes answered':<26}  {spread(record.votes)}")
    print(f"{'… on the teacher’s screen':<26}  {spread(record.counted)}")
    print(f"{'phones that show a change':<26}  {spread(record.shown)}")
    said = f"{cost * 1000:.1f} ms; {cost * phones:.2f} s"
    print_row("server CPU per minute: a waiting phone; all of them", said)
    p95, most = percentile(record.votes, 95) * 1000, percentile(record.counted, 100) * 1000
    limits = f"<= {VOTE_P95} ms", f"<= {COUNTED} ms"
    what = "all were counted on the teacher's screen in"
    checks = [
        ("95 of 100 votes were answered in", f"{p95:.0f} ms", limits[0], p95 <= VOTE_P95),
        (what, f"{most:.0f} ms", limits[1], most <= COUNTED),
        ("lost votes", str(record.lost), "0", record.lost == 0),
    ]
    return print_checks(checks, record.faults)


@contextmanager
def store(program: str) -> Iterator[str]:
    """Start a store for the block; return its address."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(timeout=20)


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options on the command line, or in ``arguments``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phones", type=int, default=100, help="phones at a time")
    parser.add_argument("--rooms", type=int, default=1, help="rooms to share them")
    parser.add_argument("--processes", type=int, default=1, help="servers to share them")
    parser.add_argument("--wait", type=float, default=60, help="seconds that all wait at the end")
    return parser.parse_args(arguments)


def main() -> int:
    options = parse_options()
    with ExitStack() as stack:
        if options.processes > 1:
            program = shutil.which("valkey-server") or shutil.which("redis-server")
            if program is None:
                print("Skipped: several processes need a store; apt-get install valkey-server.")
                return 0
            os.environ["ROOMS"] = stack.enter_context(store(program))
        first, teacher = stack.enter_context(steered())
        others = [stack.enter_context(serving()) for _ in range(options.processes - 1)]
        return 0 if uvloop.run(drive([first, *others], teacher, options)) else 1


if __name__ == "__main__":
    sys.exit(main())

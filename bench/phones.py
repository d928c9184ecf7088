"""Measure rooms with a class on its phones: `python -m bench.phones`.

Starts the app. N phones join and listen; their teacher asks questions, and they answer each within
a few seconds, some of them twice. A vote's time counts from opening its connection until its answer
has come; it is on the teacher's screen when that screen's poll says so. At last all wait.
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

from bench.load import ms, spread
from bench.report import percentile, print_machine_speed, print_row
from bench.serving import Server, cpu_seconds, free_port, serving
from bench.steered import Teacher, steer, steered
from pages.rooms.state import Ask

QUESTIONS = 5
THINKING = 4.0
"""Seconds in which all answer a question."""

SETTLING = 1.5
"""Seconds after the last vote until the counts are compared."""

CHANGES = 0.3
"""The share of phones that change their vote, once."""

VOTE_P95 = 150
"""The most milliseconds for the answers to 95 of 100 votes."""

COUNTED = 1_000
"""The most milliseconds until the teacher's screen shows a vote."""

ASK = Ask(
    "Which pair merges next?", ("hu + ##g", "##u + ##g", "p + ##u", "b + ##u"), frozenset({1})
)

Steer = Callable[..., Any]
"""Calls a method of `Rooms` by its name."""


@dataclass
class Record:
    """The observed times, in seconds.

    Attributes:
        votes: how long each vote took until it was answered.
        told: how long it took until a phone showed what its teacher did.
        counted: how long after its answer a vote was on the teacher's screen.
        joined: how long each phone took to join, and to hear what is asked.
        lost: votes that were answered and are not in the tally.
        complaints: what went wrong, and how often.
    """

    votes: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    counted: list[float] = field(default_factory=list)
    joined: list[float] = field(default_factory=list)
    lost: int = 0
    complaints: Counter[str] = field(default_factory=Counter)


async def send(
    address: str, method: str, path: str, data: Any = None, **headers: str
) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request on a separate connection; return the status and the open streams."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    body = b"" if data is None else json.dumps(data).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {parts.netloc}"]
    if method == "POST":
        lines += [f"Origin: {address}", "Content-Type: application/json"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    reader.length = length_of(head)  # type: ignore[attr-defined]
    return int(head.split()[1]), reader, writer


def length_of(head: str) -> int:
    """Return the length of a body by its headers; 0 if it is not said."""
    for line in head.lower().splitlines():
        if line.startswith("content-length:"):
            return int(line.partition(":")[2])
    return 0


async def get(address: str, path: str, **headers: str) -> tuple[int, Any]:
    """Ask for JSON; return the status and the JSON of the answer."""
    return await whole(await send(address, "GET", path, **headers))


async def post(address: str, path: str, data: Any) -> tuple[int, Any]:
    """Send JSON; return the status and the JSON of the answer."""
    return await whole(await send(address, "POST", path, data))


async def whole(
    answer: tuple[int, asyncio.StreamReader, asyncio.StreamWriter],
) -> tuple[int, Any]:
    """Return an answer's status and its JSON."""
    status, reader, writer = answer
    try:
        return status, json.loads(await reader.readexactly(reader.length))  # type: ignore[attr-defined]
    finally:
        writer.close()


class Phone:
    """A phone: it listens, and votes when there is a question."""

    def __init__(self, server: Server, code: str, rng: random.Random, record: Record) -> None:
        self.address = server.address
        self.code = code
        self.rng = rng
        self.record = record
        self.voter = ""
        self.shows: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.last: int | None = None

    async def join(self) -> None:
        """Join, and begin to listen."""
        begin = time.perf_counter()
        status, said = await post(self.address, f"/join/{self.code}", {})
        if status != 200:
            raise RuntimeError(said["error"])
        self.voter = said["voter"]
        self.listening = asyncio.create_task(self.listen())
        await self.until(lambda seen: bool(seen))
        self.record.joined.append(time.perf_counter() - begin)

    async def listen(self) -> None:
        """Ask for the view again and again; the server answers when it changes."""
        netloc = urlsplit(self.address).netloc
        host, port = netloc.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        while True:
            before = self.shows.get("version", 0)
            writer.write(
                f"GET /join/{self.code}/view?after={before} HTTP/1.1\r\nHost: {netloc}\r\n"
                f"X-Room-Voter: {self.voter}\r\n\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            status, said = (
                int(head.split()[1]),
                json.loads(await reader.readexactly(length_of(head))),
            )
            if status == 200:
                self.shows = said
                self.changed.set()
                if before and said["version"] != before:
                    await asyncio.sleep(self.rng.random() * 0.5)  # as the script of the page
            else:
                self.record.complaints[said["error"]] += 1
                await asyncio.sleep(1)

    async def until(self, what: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the phone shows something."""
        while not what(self.shows):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)

    async def answer(self, number: int, asked: float, voted: Callable[[], None]) -> None:
        """Wait for a question and answer it, once or twice."""
        await self.until(lambda seen: seen["number"] == number and seen["phase"] == "open")
        self.record.told.append(time.perf_counter() - asked)
        turns = 2 if self.rng.random() < CHANGES else 1
        self.last = None
        for turn in range(turns):
            await asyncio.sleep(self.rng.random() * THINKING / turns)
            option = self.rng.randrange(len(ASK.options))
            begin = time.perf_counter()
            data = {"voter": self.voter, "number": number, "round": 1, "option": option}
            status, said = await post(self.address, f"/join/{self.code}/vote", data)
            self.record.votes.append(time.perf_counter() - begin)
            if status != 200 or said["mine"] != option:
                self.record.complaints[str(said.get("error", said))] += 1
                continue
            self.last = option
            if turn == 0:
                voted()


class Screen:
    """The teacher's screen of a room."""

    def __init__(self, server: Server, code: str, key: str) -> None:
        self.server, self.code, self.key = server, code, key
        self.counts: list[tuple[float, int]] = []

    async def poll(self) -> None:
        """Ask for the counts twice a second, as the script of the page does."""
        while True:
            path = f"/join/{self.code}/count"
            _, counts = await get(self.server.address, path, X_Room_Key=self.key)
            self.counts.append((time.perf_counter(), counts["votes"]))
            await asyncio.sleep(0.5)


async def ask_all(
    number: int, screens: Sequence[Screen], phones: Sequence[Phone], steer: Steer, record: Record
) -> None:
    """Ask a question in each room, and let the phones answer."""
    confirmed: dict[str, list[float]] = {screen.code: [] for screen in screens}
    answers = []
    for screen in screens:
        screen.counts.clear()
        asked = time.perf_counter()
        await asyncio.to_thread(steer, "ask", screen.code, screen.key, ASK)
        times = confirmed[screen.code]
        for phone in phones:
            if phone.code == screen.code:
                voted = lambda times=times: times.append(time.perf_counter())  # noqa: E731
                answers.append(phone.answer(number, asked, voted))
    await asyncio.gather(*answers)
    await asyncio.sleep(SETTLING)
    for screen in screens:
        for rank, then in enumerate(sorted(confirmed[screen.code]), 1):
            seen = next((at for at, answered in screen.counts if answered >= rank), None)
            if seen is None:
                record.complaints["a vote never came to the teacher's screen"] += 1
            else:
                record.counted.append(max(0.0, seen - then))
        status = await asyncio.to_thread(steer, "reveal", screen.code, screen.key)
        last = Counter(phone.last for phone in phones if phone.code == screen.code)
        wanted = [last[option] for option in range(len(ASK.options))]
        record.lost += sum(abs(a - b) for a, b in zip(wanted, status["tallies"][-1], strict=True))
    revealed = time.perf_counter()
    for phone in phones:
        await phone.until(lambda seen: seen["phase"] == "revealed")
    record.told.append(time.perf_counter() - revealed)


async def waiting(servers: Sequence[Server], seconds: float) -> float:
    """Return the CPU seconds that the servers take in a minute, measured for some seconds."""
    before = sum(cpu_seconds(server.pid) for server in servers)
    await asyncio.sleep(seconds)
    return (sum(cpu_seconds(server.pid) for server in servers) - before) * 60 / seconds


async def drive(servers: Sequence[Server], steer: Steer, options: argparse.Namespace) -> bool:
    """Let the phones in, measure, and print; return whether all targets are met."""
    record = Record()
    idle = await waiting(servers, options.wait / 2)
    opened = [steer("open") for _ in range(options.rooms)]
    screens = [Screen(servers[n % len(servers)], *room) for n, room in enumerate(opened)]
    phones = [
        Phone(
            servers[n // options.rooms % len(servers)],  # those of a room are on all servers
            opened[n % options.rooms][0],
            random.Random(f"{options.seed} {n}"),
            record,
        )
        for n in range(options.phones)
    ]
    polls = [asyncio.create_task(screen.poll()) for screen in screens]
    await asyncio.gather(*(phone.join() for phone in phones))  # all scan at the same time
    for number in range(1, QUESTIONS + 1):
        await ask_all(number, screens, phones, steer, record)
    for poll in polls:  # a screen takes more than a phone
        poll.cancel()
    await asyncio.sleep(1)
    busy = await waiting(servers, options.wait)
    for phone in phones:
        phone.listening.cancel()
    return print_results(record, (busy - idle) / options.phones, options)


def print_results(record: Record, cost: float, options: argparse.Namespace) -> bool:
    """Print what was measured, and return whether all targets are met."""
    print(f"{'':<26}   count    median       95 %      worst")
    print(f"{'phones that joined':<26}  {spread(record.joined)}")
    print(f"{'votes answered':<26}  {spread(record.votes)}")
    print(f"{'… on the teacher’s screen':<26}  {spread(record.counted)}")
    print(f"{'phones told of a change':<26}  {spread(record.told)}")
    print_row(
        "server CPU per minute: a waiting phone; all of them",
        f"{cost * 1000:.1f} ms; {cost * options.phones:.2f} s",
    )
    p95 = percentile(record.votes, 95) * 1000 if record.votes else float("inf")
    counted = max(record.counted, default=float("inf")) * 1000
    wrong = record.complaints.total()
    checks = [
        ("95 of 100 votes were answered in", f"{p95:.0f} ms", f"<= {VOTE_P95} ms", p95 <= VOTE_P95),
        ("all were counted on the teacher's screen in", ms(record.counted, 100),
         f"<= {COUNTED} ms", counted <= COUNTED),
        ("lost votes", str(record.lost), "0", record.lost == 0),
        ("errors", str(wrong), "0", wrong == 0),
    ]  # fmt: skip
    print_machine_speed()
    for check in checks:
        print_row(*check)
    for complaint, times in record.complaints.most_common(5):
        print(f"{times:>6} x {complaint[:200]}")
    return all(met for *_, met in checks)


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


def steer_memory(teacher: Teacher) -> Steer:
    """Return what calls methods of the rooms in a server's memory."""

    def steer(what: str, *arguments: Any) -> Any:
        if what == "ask":
            code, key, ask = arguments
            return teacher.ask((code, key), ask.title, [*ask.options], [*ask.right])
        return teacher(what, *arguments)

    return steer


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options on the command line, or in ``arguments``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phones", type=int, default=100, help="phones at a time")
    parser.add_argument("--rooms", type=int, default=1, help="rooms to share them")
    parser.add_argument("--processes", type=int, default=1, help="servers to share them")
    parser.add_argument("--wait", type=float, default=60, help="seconds that all wait at the end")
    parser.add_argument("--seed", type=int, default=0, help="other votes, another seed")
    return parser.parse_args(arguments)


def main() -> int:
    options = parse_options()
    with ExitStack() as stack:
        if options.processes == 1:
            server, teacher = stack.enter_context(steered())
            return 0 if uvloop.run(drive([server], steer_memory(teacher), options)) else 1
        program = shutil.which("valkey-server") or shutil.which("redis-server")
        if program is None:
            print("Skipped: several processes need a store; apt-get install valkey-server.")
            return 0
        os.environ["ROOMS"] = stack.enter_context(store(program))
        servers = [stack.enter_context(serving()) for _ in range(options.processes)]
        return 0 if uvloop.run(drive(servers, steer, options)) else 1


if __name__ == "__main__":
    sys.exit(main())

"""Measure the server with a class of visitors: `python -m bench.load`.

Starts the app. N visitors, each with a websocket, click every three seconds through Train, Compare
and Encode, on several sample corpora. A click's time counts from when it was due until the run of
the script has finished, so a server that falls behind cannot hide it. Every response is checked;
see `bench.visitor`.

Each corpus is opened on each page first, so that the shared trainings are made. Then the visitors
arrive one by one, and measuring starts when all are there. With ``--own``, each of them opens a
different text of 2 MB, trains on it and looks at its merges.

    python -m bench.load --sessions 300 --processes 2
    python -m bench.load --own
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count

import uvloop

from bench.engine import made_up_text
from bench.report import percentile, print_checks, print_row, spread
from bench.serving import Server, serving
from bench.visitor import Trouble, Visitor

CORPORA = {"toy": 8, "course": 4, "shakespeare": 4, "low": 1, "story": 1, "french": 1, "chinese": 1}
"""Sample corpora, and on how many of 20 screens each is shown."""

CLICKS = ("step",) * 11 + ("compare",) + ("step",) * 4 + ("encode", "type", "step", "type", "")
"""What a visitor does, over and over, beginning anywhere: "step", "type", or the name of a page to
go to ("" is Train)."""

TEXTS = ("pugs hug a bun", "This is the Hugging Face course!", "to be or not to be", "mug")

ARRIVALS, EVERY, PATIENCE = 10.0, 3.0, 60.0
"""Visitors who arrive per second, the seconds from one click to the next, and the seconds that they
wait for a click."""

P95_ALONE, P95_SPREAD, MEMORY, MEMORY_OWN = 60, 100, 400, 1_600
"""The most milliseconds for 95 of 100 clicks, with one process and with several, and the most MB of
one process with its workers, with samples and with private texts."""


@dataclass
class Record:
    """The observations: the seconds of each click, and faults."""

    clicks: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)


class Student:
    """Opens a page and clicks, until a fault."""

    def __init__(self, server: Server, rng: random.Random, record: Record, own: str) -> None:
        self.server, self.rng, self.record, self.own = server, rng, record, own
        self.visitor: Visitor | None = None
        begin = rng.randrange(len(CLICKS))  # so that together they do the same mix at any moment
        self.clicks: Iterator[str] = (CLICKS[at % len(CLICKS)] for at in count(begin))
        before = [what for what in CLICKS[:begin] if what not in ("step", "type")]
        self.page = before[-1] if before and not own else ""

    async def arrive(self) -> None:
        """Open a page with a random corpus at one of its first merges, or with the own text."""
        corpus = self.rng.choices(list(CORPORA), list(CORPORA.values()))[0]
        query = "corpus=file" if self.own else f"corpus={corpus}&step={self.rng.randrange(8)}"
        try:
            at = self.server.address
            self.visitor = await Visitor.open(at, self.page, query, patience=PATIENCE)
            if self.own:
                words = self.rng.sample(self.own.split(), len(self.own.split()))
                content = " ".join(words * 2)[:2_000_000].encode()
                await self.visitor.upload("Text, or word table (.tsv, .csv)", "own.txt", content)
        except Trouble as trouble:
            self.record.faults[str(trouble)] += 1

    async def click(self, visitor: Visitor) -> None:
        """Do the next thing of CLICKS."""
        what = "step" if self.own else next(self.clicks)
        if what == "step":
            await visitor.step()
        elif what == "type":
            await visitor.type("Text to encode", self.rng.choice(TEXTS))
        else:
            self.page = what
            await visitor.visit(what)

    async def stay(self, until: float) -> None:
        """Click every few seconds until a time of `time.perf_counter`, and leave."""
        due = time.perf_counter() + EVERY * self.rng.random()
        if self.visitor is None:
            return
        async with self.visitor as visitor:
            try:
                while due < until:
                    await asyncio.sleep(due - time.perf_counter())
                    await self.click(visitor)
                    self.record.clicks.append(time.perf_counter() - due)
                    due += EVERY
            except Trouble as trouble:
                self.record.faults[str(trouble)] += 1


async def prepare(server: Server) -> None:
    """Open each corpus on each page, so that its trainings are made."""
    for corpus in CORPORA:
        async with await Visitor.open(server.address, query=f"corpus={corpus}", patience=120) as v:
            await v.visit("compare")


async def watch(servers: Sequence[Server], seen: list[float]) -> None:
    """Append the MB of all servers to ``seen``, every two seconds."""
    while True:
        seen.append(sum(server.memory for server in servers))
        await asyncio.sleep(2)


async def drive(servers: Sequence[Server], options: argparse.Namespace) -> bool:
    """Let the visitors in; print what was measured, and return whether targets are met."""
    record, seen = Record(), list[float]()
    await asyncio.gather(*map(prepare, servers))
    watching = asyncio.create_task(watch(servers, seen))
    own = made_up_text() if options.own else ""
    students = [
        Student(servers[n % len(servers)], random.Random(f"visitor {n}"), record, own)
        for n in range(options.sessions)
    ]
    for student in students:
        await asyncio.sleep(1 / ARRIVALS)
        await student.arrive()
    before = [server.cpu_seconds for server in servers]
    until = time.perf_counter() + options.seconds
    await asyncio.gather(*(student.stay(until) for student in students))
    watching.cancel()
    cpu = [server.cpu_seconds - was for server, was in zip(servers, before, strict=True)]
    return print_results(record, cpu, max(seen), options)


def print_results(
    record: Record, cpu: Sequence[float], peak: float, options: argparse.Namespace
) -> bool:
    """Print what was measured, and return whether all targets are met."""
    times = record.clicks
    print(f"{'':<26}   count    median       95 %      worst")
    print(f"{'all clicks':<26}  {spread(times)}")
    print_row("server CPU per click", f"{sum(cpu) / len(times) * 1000:.1f} ms")
    most = (MEMORY_OWN if options.own else MEMORY) * len(cpu)
    checks = [("most memory", f"{peak:.0f} MB", f"<= {most} MB", peak <= most)]
    if not options.own:
        p95, limit = percentile(times, 95) * 1000, P95_ALONE if len(cpu) == 1 else P95_SPREAD
        what = "95 of 100 clicks took at most"
        checks.insert(0, (what, f"{p95:.0f} ms", f"<= {limit} ms", p95 <= limit))
    return print_checks(checks, record.faults)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100, help="visitors at a time")
    parser.add_argument("--seconds", type=float, default=60, help="how long they click")
    parser.add_argument("--processes", type=int, default=1, help="servers to share them")
    parser.add_argument("--own", action="store_true", help="each opens a text of 2 MB")
    options = parser.parse_args()
    with ExitStack() as stack:
        servers = [stack.enter_context(serving()) for _ in range(options.processes)]
        return 0 if uvloop.run(drive(servers, options)) else 1


if __name__ == "__main__":
    sys.exit(main())

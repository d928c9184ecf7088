"""Measure the server with a class of visitors: `python -m bench.load`.

Starts the app. N visitors, each with a websocket, click every three seconds through Train, Compare
and Encode, on several sample corpora. A click's time counts from when it was due until the run of
the script has finished, so a server that falls behind cannot hide it. Every response is checked;
see `bench.visitor`.

The visitors arrive one by one, and measuring starts when all are there. Before that each corpus is
opened on each page, so that the shared trainings are made; not so with ``--cold``.

    python -m bench.load --sessions 300 --processes 2
    python -m bench.load --coming-and-going            ten minutes; the last column should be flat
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

from bench.report import percentile, print_machine_speed, print_row
from bench.serving import Server, cpu_seconds, memory, serving
from bench.visitor import Lost, Trouble, Visitor

CORPORA = {"toy": 8, "course": 4, "shakespeare": 4, "low": 1, "story": 1, "french": 1, "chinese": 1}
"""Sample corpora, and on how many of 20 screens each is shown."""

CLICKS = ("step",) * 11 + ("compare",) + ("step",) * 4 + ("encode", "type", "step", "type", "")
"""What a visitor does, over and over, beginning anywhere: "step", "type", or the name of a page to
go to ("" is Train)."""

TEXTS = ("pugs hug a bun", "This is the Hugging Face course!", "to be or not to be", "mug")

ARRIVALS = 10.0
"""Visitors who arrive per second."""

STAYS = (0.5, 1.5)
"""The shortest and the longest stay of visitors who come and go, as multiples of the mean."""

KEPT = 120
"""Seconds for which Streamlit keeps a session after its visitor has left."""

P95_ALONE, P95_SPREAD = 80, 100
"""The most milliseconds for 95 of 100 clicks: with one process, and with several."""

MEMORY = 400
"""The most MB of one process."""

NEIGHBOUR = 2
"""How many times longer 95 of 100 clicks may take while somebody else trains on a large file."""

GROWTH = 1.1
"""How many times more memory may be in use at the end, while visitors come and go, than in the
first minute in which as many sessions are dropped as begin."""


@dataclass
class Record:
    """The observations of the visitors.

    Attributes:
        clicks: for each click when it was due, its kind, and how long it took, in seconds.
        opened: how long each visitor waited for the first page, in seconds.
        lost: number of clicks without effect.
        errors: number of other faults that a visitor would notice.
        complaints: the faults, and how often each occurred.
    """

    clicks: list[tuple[float, str, float]] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    lost: int = 0
    errors: int = 0
    complaints: Counter[str] = field(default_factory=Counter)

    def complain(self, trouble: Trouble) -> None:
        """Count a fault."""
        if isinstance(trouble, Lost):
            self.lost += 1
        else:
            self.errors += 1
        self.complaints[str(trouble)] += 1


def plan(rng: random.Random) -> tuple[str, Iterator[str]]:
    """Return the page that a visitor opens first, and an endless sequence of what is clicked then.

    Visitors begin anywhere in CLICKS, so that together they do the same mix at any moment.
    """
    begin = rng.randrange(len(CLICKS))
    before = [what for what in CLICKS[:begin] if what not in ("step", "type")]
    return before[-1] if before else "", (CLICKS[at % len(CLICKS)] for at in count(begin))


Arrived = tuple[Visitor, Iterator[str]]
"""A visitor, and what the visitor is going to click."""


async def click(visitor: Visitor, what: str, rng: random.Random) -> str:
    """Do one thing from CLICKS, and return the kind of click for the report."""
    if what == "step":
        stepper = visitor.stepper
        await visitor.go(stepper["step"] + 1 if stepper["step"] < stepper["last"] else 0)
        return f"step on {visitor.page or 'train'}"
    if what == "type":
        await visitor.type("Text to encode", rng.choice(TEXTS))
        return "text typed"
    await visitor.visit(what)
    return "page changed"


async def arrive(server: Server, rng: random.Random, record: Record) -> Arrived:
    """Open a random page with a random corpus at one of its first merges."""
    corpus = rng.choices(list(CORPORA), list(CORPORA.values()))[0]
    page, clicks = plan(rng)
    query = f"corpus={corpus}&step={rng.randrange(8)}"
    start = time.perf_counter()
    visitor = await Visitor.open(server.address, f"/{page}", query)
    record.opened.append(time.perf_counter() - start)
    return visitor, clicks


async def stay(
    arrived: Arrived | None,
    server: Server,
    rng: random.Random,
    record: Record,
    until: float,
    every: float,
) -> None:
    """Click until it is time to leave; after a fault open another page.

    Args:
        arrived: the visitor; None to open a page first.
        server: where to open pages.
        rng: decides on the clicks.
        record: where to count them.
        until: when to leave, in the time of `time.perf_counter`.
        every: seconds from click to click.
    """
    due = time.perf_counter() + every * rng.random()
    try:
        while due < until:
            await asyncio.sleep(due - time.perf_counter())
            try:
                if arrived is None:
                    arrived = await arrive(server, rng, record)
                else:
                    visitor, clicks = arrived
                    kind = await click(visitor, next(clicks), rng)
                    record.clicks.append((due, kind, time.perf_counter() - due))
            except Trouble as trouble:
                record.complain(trouble)
                if arrived:
                    await arrived[0].close()
                arrived = None
            due += every
    finally:
        if arrived:
            await arrived[0].close()


async def come(
    servers: Sequence[Server], rngs: Sequence[random.Random], record: Record
) -> list[Arrived | None]:
    """Let all visitors arrive, one after the other; None for those who met an error."""
    visitors: list[Arrived | None] = []
    for number, rng in enumerate(rngs):
        await asyncio.sleep(1 / ARRIVALS)
        try:
            visitors.append(await arrive(servers[number % len(servers)], rng, record))
        except Trouble as trouble:
            record.complain(trouble)
            visitors.append(None)
    return visitors


async def come_and_go(
    number: int,
    server: Server,
    rng: random.Random,
    record: Record,
    until: float,
    every: float,
    mean: float,
) -> None:
    """Let visitors come one after the other, each staying for about ``mean`` seconds."""
    await asyncio.sleep(number / ARRIVALS)
    while time.perf_counter() < until:
        try:
            arrived = await arrive(server, rng, record)
        except Trouble as trouble:
            record.complain(trouble)
            await asyncio.sleep(every)
        else:
            leave = time.perf_counter() + mean * rng.uniform(*STAYS)
            await stay(arrived, server, rng, record, min(until, leave), every)
            if leave >= until:
                return  # else all would come once more at the end, at the same moment


def large_table() -> bytes:
    """Return a word table of about 5 MB, whose training takes long."""
    rng = random.Random(0)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = {"".join(rng.choices(letters, k=rng.randint(8, 17))) for _ in range(330_000)}
    return "".join(f"{word}\t{rng.randint(1, 99)}\n" for word in sorted(words)).encode()


async def neighbour(server: Server, table: bytes, begin: float, until: float) -> int:
    """Let one more visitor train on a large file again and again.

    Returns:
        The number of trainings that were finished.
    """
    await asyncio.sleep(begin - time.perf_counter())
    size, made = 30_000, 0
    async with await Visitor.open(server.address, query="corpus=file", patience=600) as visitor:
        await visitor.upload("Text, or word table (.tsv, .csv)", "large.tsv", table)
        while True:
            made += 1
            for _ in range(3):
                await visitor.go(visitor.step + 1)
                await asyncio.sleep(1)
            if time.perf_counter() > until:
                return made
            size += 1
            await visitor.enter("Vocabulary size", size)


async def prepare(server: Server) -> None:
    """Open each corpus on each page, so that its trainings are made."""
    for corpus in CORPORA:
        async with await Visitor.open(server.address, query=f"corpus={corpus}", patience=120) as v:
            await v.visit("compare")


def resident(servers: Sequence[Server]) -> float:
    """Return the memory of all servers together in MB."""
    return sum(memory(server.pid) for server in servers if server.process.poll() is None)


def processor(servers: Sequence[Server]) -> list[float]:
    """Return the CPU seconds that each server has used."""
    return [cpu_seconds(server.pid) if server.process.poll() is None else 0 for server in servers]


async def watch(servers: Sequence[Server], seen: list[tuple[float, float]]) -> None:
    """Append the time and the servers' memory to ``seen``, every two seconds."""
    while True:
        seen.append((time.perf_counter(), resident(servers)))
        await asyncio.sleep(2)


@dataclass
class Measured:
    """The results of one run.

    Attributes:
        record: what the visitors observed.
        start: when measuring started, in the time of `time.perf_counter`.
        seconds: for how long it lasted.
        cpu: CPU seconds of each server.
        own_cpu: CPU seconds of this process.
        idle_memory: MB of all servers before the first visitor.
        memory: times, and MB of all servers.
    """

    record: Record
    start: float
    seconds: float
    cpu: list[float]
    own_cpu: float
    idle_memory: float
    memory: list[tuple[float, float]]


async def drive(servers: Sequence[Server], options: argparse.Namespace) -> Measured:
    """Let the visitors in, and measure; the options are those of `parse_options`."""
    record = Record()
    seen: list[tuple[float, float]] = []
    idle_memory = resident(servers)
    table = large_table() if options.neighbour else b""
    if not options.cold:
        await asyncio.gather(*map(prepare, servers))
    rngs = [random.Random(f"{options.seed} {n}") for n in range(options.sessions)]
    seats = [(servers[n % len(servers)], rng) for n, rng in enumerate(rngs)]
    watching = asyncio.create_task(watch(servers, seen))
    visitors = [] if options.coming_and_going else await come(servers, rngs, record)
    cpu, own = processor(servers), time.process_time()
    start = time.perf_counter()
    seconds = options.minutes * 60 if options.coming_and_going else options.seconds
    until = start + seconds
    if options.coming_and_going:
        work = [
            come_and_go(n, server, rng, record, until, options.every, options.stay)
            for n, (server, rng) in enumerate(seats)
        ]
    else:
        work = [
            stay(arrived, server, rng, record, until, options.every)
            for arrived, (server, rng) in zip(visitors, seats, strict=True)
        ]
    half = start + seconds / 2
    if table:
        beside = asyncio.create_task(neighbour(servers[0], table, half, until))
    await asyncio.gather(*work)
    took = time.perf_counter() - start
    if table:
        print(f"The neighbour's trainings on 5 MB that came to their end: {await beside}")
    watching.cancel()
    used = [max(0.0, now - was) for now, was in zip(processor(servers), cpu, strict=True)]
    return Measured(record, start, took, used, time.process_time() - own, idle_memory, seen)


def ms(times: Sequence[float], percent: float) -> str:
    """Return a percentile of some seconds, in ms."""
    return f"{percentile(times, percent) * 1000:.0f} ms"


def spread(times: Sequence[float]) -> str:
    """Return number, median, 95th percentile and maximum of some seconds, as a line of a table."""
    if not times:
        return "none"
    return f"{len(times):>6,}  {ms(times, 50):>8}  {ms(times, 95):>8}  {ms(times, 100):>9}"


def by_minute(measured: Measured) -> None:
    """Print clicks and memory, one line for each minute."""
    print("\nminute   clicks    median       95 %      worst   memory at its end")
    for minute in range(int(measured.seconds // 60)):
        begin = measured.start + 60 * minute
        times = [took for due, _, took in measured.record.clicks if begin <= due < begin + 60]
        held = [mb for at, mb in measured.memory if at < begin + 60]
        print(f"{minute + 1:>6}   {spread(times)}   {held[-1]:>6.0f} MB")
    print()


def growth(measured: Measured, stay: float) -> float | None:
    """Return the memory in the last minute, divided by that in the first minute of a steady state.

    The state is steady once as many sessions are dropped as begin. None if the run was too short.

    Args:
        measured: the run.
        stay: seconds that visitors stayed, on average.
    """

    def mean(begin: float, end: float) -> float:
        held = [mb for at, mb in measured.memory if begin <= at - measured.start < end]
        return sum(held) / len(held)

    settled = KEPT + STAYS[1] * stay
    if measured.seconds < settled + 120:
        return None
    return mean(measured.seconds - 60, measured.seconds) / mean(settled, settled + 60)


def print_results(measured: Measured, options: argparse.Namespace) -> bool:
    """Print what was measured, and return whether all targets are met."""
    record = measured.record
    times = [took for _, _, took in record.clicks]
    print(f"{'':<26}   count    median       95 %      worst")
    for kind in sorted({kind for _, kind, _ in record.clicks}):
        print(f"{kind:<26}  {spread([t for _, k, t in record.clicks if k == kind])}")
    print(f"{'all clicks':<26}  {spread(times)}")
    print(f"{'first pages opened':<26}  {spread(record.opened)}")
    if options.coming_and_going:
        by_minute(measured)
    cores = ", ".join(f"{used / measured.seconds:.0%}" for used in measured.cpu)
    peak = max((mb for _, mb in measured.memory), default=0.0)
    print_row(
        "share of a core: each server; these visitors",
        f"{cores}; {measured.own_cpu / measured.seconds:.0%}",
    )
    if times:
        print_row("server CPU per click", f"{sum(measured.cpu) / len(times) * 1000:.1f} ms")
    print_row(
        "memory when started, at the end",
        f"{measured.idle_memory:.0f} MB, {measured.memory[-1][1]:.0f} MB",
    )
    checks: list[tuple[str, str, str, bool | None]] = []
    if options.neighbour:
        half = measured.start + measured.seconds / 2
        without = percentile([t for due, _, t in record.clicks if due < half], 95)
        beside = percentile([t for due, _, t in record.clicks if due >= half], 95)
        checks = [
            (
                "95 of 100 clicks with / without a neighbour who trains on 5 MB",
                f"{beside * 1000:.0f} ms / {without * 1000:.0f} ms = {beside / without:.2f}",
                f"<= {NEIGHBOUR}",
                beside / without <= NEIGHBOUR,
            )
        ]
    p95 = percentile(times, 95) * 1000 if times else float("inf")
    limit = P95_ALONE if len(measured.cpu) == 1 else P95_SPREAD
    checks += [
        ("95 of 100 clicks took at most", f"{p95:.0f} ms", f"<= {limit} ms", p95 <= limit),
        ("lost clicks", str(record.lost), "0", record.lost == 0),
        ("errors", str(record.errors), "0", record.errors == 0),
    ]
    alone = len(measured.cpu) == 1 and not options.neighbour
    fits = peak <= MEMORY if alone else None
    checks.append(
        ("most memory", f"{peak:.0f} MB", "" if fits is None else f"<= {MEMORY} MB", fits)
    )
    if options.coming_and_going:
        grown = growth(measured, options.stay)
        if grown is None:
            print_row("memory at the end / once sessions are dropped again", "too short to tell")
        else:
            what = "memory at the end / once sessions are dropped again"
            checks.append((what, f"{grown:.2f}", f"<= {GROWTH}", grown <= GROWTH))
    print_machine_speed()
    for check in checks:
        print_row(*check)
    for complaint, times_said in record.complaints.most_common(5):
        print(f"{times_said:>6} x {complaint[:200]}")
    return all(met is not False for *_, met in checks)


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options on the command line, or in ``arguments``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100, help="visitors at a time")
    parser.add_argument("--seconds", type=float, default=60, help="how long they click")
    parser.add_argument("--every", type=float, default=3, help="seconds from click to click")
    parser.add_argument("--processes", type=int, default=1, help="servers to share them")
    parser.add_argument(
        "--coming-and-going", action="store_true", help="visitors leave, others come"
    )
    parser.add_argument("--minutes", type=float, default=10, help="how long they come and go")
    parser.add_argument(
        "--stay", type=float, default=40, help="seconds that each of them stays, on average"
    )
    parser.add_argument(
        "--neighbour", action="store_true", help="from half-time on, one more trains on 5 MB"
    )
    parser.add_argument("--cold", action="store_true", help="no training is made beforehand")
    parser.add_argument("--seed", type=int, default=0, help="other clicks, another seed")
    return parser.parse_args(arguments)


def main() -> int:
    options = parse_options()
    with ExitStack() as stack:
        servers = [stack.enter_context(serving()) for _ in range(options.processes)]
        measured = uvloop.run(drive(servers, options))
    return 0 if print_results(measured, options) else 1


if __name__ == "__main__":
    sys.exit(main())

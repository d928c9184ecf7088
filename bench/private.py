"""Private texts of a whole class: `python -m bench.private`.

Starts the app and lets N visitors, all at once, each open a text of their own of 2 MB, train on
it and look at some merges. Then all close their tabs, and as many others come and do the same.
Beside them one visitor goes on clicking on a sample, and waits for each answer. Five minutes
after the last has gone the memory is looked at once more.

    python -m bench.private --sessions 30 --rounds 1 --rest 0
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from bench.load import prepare, spread
from bench.report import machine, percentile, row
from bench.serving import Server, memory, resident, serving
from bench.visitor import Trouble, Visitor

PEAK = 1.2
"""GB that the server and its workers may take at most."""

LEFT = 1.2
"""How much of what it took at the start the server may take when all have been gone for long."""

WORST = 0.5
"""Seconds that any click of the bystander may take."""

TEXT = 2_000_000
"""Characters of each text."""

WORDS = Path(__file__).parents[1] / "sample_corpora" / "shakespeare_words.tsv"


@dataclass
class Seen:
    """What was seen.

    Attributes:
        clicks: how long each click of the bystander took, in seconds.
        opened: how long each visitor waited for the training, in seconds.
        server, all: MB that the server took, and with its workers, at each look.
        complaints: what visitors would complain about.
    """

    clicks: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    complaints: Counter[str] = field(default_factory=Counter)


def texts(size: int) -> list[str]:
    """The words of a real text, as often as there, for `text` to shuffle."""
    rows = (line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines())
    words = [word for word, count in rows if count.isdigit() for _ in range(int(count))]
    return words * -(-size // sum(len(word) + 1 for word in words))


def text(words: Sequence[str], size: int, visitor: str) -> bytes:
    """A text like no other visitor's."""
    rng = random.Random(visitor)
    shuffled = rng.sample(words, len(words))
    return " ".join([visitor, *shuffled])[:size].encode()


async def bystander(server: Server, seen: Seen) -> None:
    """Click on a sample for as long as it takes."""
    async with await Visitor.open(server.address, patience=600) as visitor:
        while True:
            for step in (1, 2, 3, 2):
                seen.clicks.append(await visitor.go(step))
                await asyncio.sleep(0.3)


async def watch(server: Server, seen: Seen) -> None:
    """Look at the memory four times a second."""
    while True:
        seen.server.append(resident(server.pid))
        seen.all.append(memory(server.pid))
        await asyncio.sleep(0.25)


async def private(
    server: Server, content: bytes, all_are_there: asyncio.Barrier, seen: Seen
) -> None:
    """Open a text, look at its first and last merges, and leave when all others do."""
    try:
        async with await Visitor.open(server.address, query="corpus=file", patience=3600) as one:
            try:
                start = time.perf_counter()
                await one.upload("Text, or word table (.tsv, .csv)", "own.txt", content)
                seen.opened.append(time.perf_counter() - start)
                for step in (1, 2, one.stepper["last"], 3):
                    await one.go(step)
            finally:
                await all_are_there.wait()
    except Trouble as trouble:
        seen.complaints[str(trouble)] += 1


async def drive(server: Server, options: argparse.Namespace) -> tuple[Seen, list[float], float]:
    """All rounds; what was seen, the memory before and after each, and that after the rest."""
    seen = Seen()
    await prepare(server)
    words = texts(options.size)
    beside = [
        asyncio.create_task(bystander(server, seen)),
        asyncio.create_task(watch(server, seen)),
    ]
    await asyncio.sleep(2)
    steps = [resident(server.pid)]
    for round in range(options.rounds):
        names = [f"visitor{round}x{n}" for n in range(options.sessions)]
        contents = [text(words, options.size, name) for name in names]
        barrier = asyncio.Barrier(len(contents))
        begin = time.perf_counter()
        await asyncio.gather(*(private(server, content, barrier, seen) for content in contents))
        row(f"round {round + 1} took", f"{time.perf_counter() - begin:.0f} s")
        steps.append(max(seen.server))
    await asyncio.sleep(options.rest)
    left = resident(server.pid)
    for task in beside:
        task.cancel()
    return seen, steps, left


def told(seen: Seen, steps: list[float], left: float, options: argparse.Namespace) -> bool:
    """Print what was measured; whether all targets are met."""
    print(f"{'':<26}   count    median       95 %      worst")
    print(f"{'clicks of the bystander':<26}  {spread(seen.clicks)}")
    print(f"{'own texts trained':<26}  {spread(seen.opened)}")
    row("the server's own memory at the start", f"{steps[0]:.0f} MB")
    for number, most in enumerate(steps[1:], 1):
        row(f"most by the end of round {number}", f"{most:.0f} MB")
    machine()
    peak, worst = max(seen.all) / 1000, percentile(seen.clicks, 100)
    complaints = sum(seen.complaints.values())
    checks = [
        ("most memory, workers included", f"{peak:.2f} GB", f"<= {PEAK} GB", peak <= PEAK),
        ("the bystander's slowest click", f"{worst:.2f} s", f"<= {WORST} s", worst <= WORST),
        ("complaints", str(complaints), "0", complaints == 0),
    ]
    if options.rest:
        share = left / steps[0]
        what = f"memory {options.rest / 60:g} min after the last has gone / at the start"
        met = share <= LEFT
        checks.append((what, f"{left:.0f} MB / {steps[0]:.0f} MB = {share:.2f}", f"<= {LEFT}", met))
    for check in checks:
        row(*check)
    for complaint, times in seen.complaints.most_common(5):
        print(f"{times:>6} x {complaint[:200]}")
    return all(met for *_, met in checks)


def options_of(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100, help="visitors at a time")
    parser.add_argument("--rounds", type=int, default=2, help="how often as many come")
    parser.add_argument("--size", type=int, default=TEXT, help="characters of each text")
    parser.add_argument("--rest", type=float, default=300, help="seconds to wait at the end")
    return parser.parse_args(arguments)


def main() -> int:
    options = options_of()
    with serving() as server:
        seen, steps, left = uvloop.run(drive(server, options))
    return 0 if told(seen, steps, left, options) else 1


if __name__ == "__main__":
    sys.exit(main())

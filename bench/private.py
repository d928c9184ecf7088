"""Private texts of a whole class: `python -m bench.private`.

Starts the app and lets N visitors, all at once, each open a text of their own of 2 MB, train on
it and look at some merges. Then all close their tabs, and as many others come and do the same.
After them one visitor opens what is dear to read: long runs of marks, long words, large files of
other tools. Beside all of this another goes on clicking on a sample, and waits for each answer.
Five minutes after the last has gone the memory is looked at once more.

    python -m bench.private --sessions 30 --rounds 1 --rest 0
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from bench.load import prepare, spread
from bench.report import machine, percentile, row
from bench.serving import Server, memory, resident, serving
from bench.visitor import Trouble, Visitor
from pages.state.links import pack

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
                await one.upload(FILE, "own.txt", content)
                seen.opened.append(time.perf_counter() - start)
                for step in (1, 2, one.stepper["last"], 3):
                    await one.go(step)
            finally:
                await all_are_there.wait()
    except Trouble as trouble:
        seen.complaints[str(trouble)] += 1


def marks(count: int) -> str:
    """A letter under so many combining marks, in no order: dear to normalize."""
    return "a" + "".join(random.Random(0).choices("\u0301\u0323\u0327\u0334", k=count))


def names(count: int) -> list[str]:
    """Different words."""
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return sorted({"".join(rng.choices(letters, k=rng.randint(5, 9))) for _ in range(count)})


async def told_off(doing: Awaitable[float], because: str) -> None:
    """Do something to which the page has to answer with a sentence."""
    try:
        await doing
    except Trouble as trouble:
        if because not in str(trouble):
            raise
    else:
        raise Trouble(f"nobody said {because!r}")


def dear_files() -> tuple[bytes, bytes, bytes, bytes]:
    """A merges.txt, a vocab.txt, JSON that is wrong at its very end, and two million marks."""
    some = names(400_000)
    pairs = dict.fromkeys(f"{name[:-2]} {name[-2:]}" for name in some[:150_000])
    entries = b",".join(b'"t%d":%d' % (n, n) for n in range(900_000))
    return (
        "\n".join(pairs).encode(),
        "\n".join(["[UNK]", *some]).encode(),
        b'{"model": {"vocab": {' + entries + b"}}, 3}",
        marks(2_000_000).encode(),
    )


FILE, VOCABULARY = "Text, or word table (.tsv, .csv)", "vocab.txt or tokenizer.json"


Act = Callable[[Visitor], Awaitable[None]]


async def open_what_is_dear(server: Server, seen: Seen) -> None:
    """All that one visitor can ask for that takes long, one thing after the other."""

    # Made beforehand, in a thread: the bystander is one of us.
    pairs, tokens, json, run = await asyncio.to_thread(dear_files)

    async def visit(what: str, path: str, query: str, act: Act) -> None:
        before = len(seen.clicks)
        start = time.perf_counter()
        try:
            async with await Visitor.open(server.address, path, query, patience=900) as one:
                await act(one)
        except Trouble as trouble:
            seen.complaints[f"{what}: {trouble}"] += 1
        meanwhile = seen.clicks[before:] or [0.0]
        row(what, f"{time.perf_counter() - start:.1f} s; {max(meanwhile):.2f} s")

    async def own_marks(one: Visitor) -> None:
        await one.write("Text", marks(99_000))
        await told_off(one.press("Train on this text"), "characters; a word may")

    async def typed_marks(one: Visitor) -> None:
        await one.type("Text to encode", marks(99_000))

    async def file_of_marks(one: Visitor) -> None:
        await told_off(one.upload(FILE, "marks.txt", run), "Line 1")

    async def long_words(one: Visitor) -> None:
        words = (random.Random(n).choices("abcdefgh", k=1_000) for n in range(48))
        await one.write("Text", " ".join(map("".join, words)))
        await one.press("Train on this text")
        for step in range(1, 31):
            await one.go(step)

    async def merges(one: Visitor) -> None:
        await one.upload("merges.txt", "merges.txt", pairs)

    async def vocabulary(one: Visitor) -> None:
        await one.upload(VOCABULARY, "vocab.txt", tokens)
        for text in ("a", "ab", "abc", "abcd"):
            await one.type("Text to encode", text)

    async def nested(one: Visitor) -> None:
        await told_off(one.upload(VOCABULARY, "t.json", json), "not valid JSON")

    print("one visitor's dear things: how long they took, and the bystander's slowest click then")
    own = f"corpus=text&own={pack('hug pug')}"
    dear = [
        ("99,000 marks as a text", "/", f"{own}&normalizer=nfc", own_marks),
        ("a file of two million marks", "/", "corpus=file&normalizer=nfc", file_of_marks),
        ("48 words of 1,000 characters", "/", own, long_words),
        ("150,000 merges", "/", "recipe=replay", merges),
        ("a vocabulary of 400,000", "/encode", "", vocabulary),
        ("13 MB of JSON", "/encode", "", nested),
        ("99,000 marks to encode", "/encode", "normalizer=nfc", typed_marks),
    ]
    for what in dear:
        await visit(*what)


async def drive(server: Server, options: argparse.Namespace) -> tuple[Seen, list[float], float]:
    """All rounds; what was seen, the memory before and after each, and that after the rest."""
    seen = Seen()
    await prepare(server)
    words = texts(options.size)
    # Made before anybody clicks: the bystander is one of us.
    rounds = [
        [text(words, options.size, f"visitor{number}x{n}") for n in range(options.sessions)]
        for number in range(options.rounds)
    ]
    beside = [
        asyncio.create_task(bystander(server, seen)),
        asyncio.create_task(watch(server, seen)),
    ]
    await asyncio.sleep(2)
    steps = [resident(server.pid)]
    for round in range(options.rounds):
        contents = rounds[round]
        barrier = asyncio.Barrier(len(contents))
        begin = time.perf_counter()
        await asyncio.gather(*(private(server, content, barrier, seen) for content in contents))
        row(f"round {round + 1} took", f"{time.perf_counter() - begin:.0f} s")
        steps.append(max(seen.server))
    await open_what_is_dear(server, seen)
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

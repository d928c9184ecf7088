"""Measure the server with private texts of a whole class: `python -m bench.private`.

Starts the app. N visitors at once each open a text of 2 MB, train on it and look at some merges.
Then all close their tabs, and as many others do the same. Five minutes after the last of them has
left, the memory is read. Then one visitor opens what is expensive to read: long runs of combining
marks, long words, large files of other tools; and the memory is read again five minutes later.
During all of this a bystander clicks through a sample.

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
from bench.report import percentile, print_machine_speed, print_row
from bench.serving import Server, memory, resident, serving
from bench.visitor import Trouble, Visitor
from pages.state.links import pack

PEAK = 1.2
"""The most GB of the server and its workers."""

LEFT = 1.2
"""The most memory of the server after all have left, as a multiple of that at the start."""

WORST = 0.5
"""The most seconds of any click of the bystander."""

TEXT = 2_000_000
"""Characters of each text."""

WORDS = Path(__file__).parents[1] / "sample_corpora" / "shakespeare_words.tsv"


@dataclass
class Observed:
    """The observations.

    Attributes:
        clicks: how long each click of the bystander took, in seconds.
        opened: how long each visitor waited for the training, in seconds.
        server: MB of the server, four times a second.
        all: the same with its workers.
        complaints: faults that visitors met, and how often each occurred.
    """

    clicks: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    complaints: Counter[str] = field(default_factory=Counter)


def texts(size: int) -> list[str]:
    """Return the words of a real text, each as often as in it, for `text` to shuffle."""
    rows = (line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines())
    words = [word for word, count in rows if count.isdigit() for _ in range(int(count))]
    return words * -(-size // sum(len(word) + 1 for word in words))


def text(words: Sequence[str], size: int, visitor: str) -> bytes:
    """Return a text that differs from every other visitor's."""
    rng = random.Random(visitor)
    shuffled = rng.sample(words, len(words))
    return " ".join([visitor, *shuffled])[:size].encode()


async def bystander(server: Server, seen: Observed) -> None:
    """Click through a sample until the task is cancelled."""
    async with await Visitor.open(server.address, patience=600) as visitor:
        while True:
            for step in (1, 2, 3, 2):
                seen.clicks.append(await visitor.go(step))
                await asyncio.sleep(0.3)


async def watch(server: Server, seen: Observed) -> None:
    """Record the memory four times a second."""
    while True:
        seen.server.append(resident(server.pid))
        seen.all.append(memory(server.pid))
        await asyncio.sleep(0.25)


async def open_private_text(
    server: Server, content: bytes, barrier: asyncio.Barrier, seen: Observed
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
                await barrier.wait()
    except Trouble as trouble:
        seen.complaints[str(trouble)] += 1


def marks(count: int) -> str:
    """Return a letter with so many combining marks in random order, which is slow to normalize."""
    return "a" + "".join(random.Random(0).choices("\u0301\u0323\u0327\u0334", k=count))


def names(count: int) -> list[str]:
    """Return at most ``count`` different words."""
    rng = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return sorted({"".join(rng.choices(letters, k=rng.randint(5, 9))) for _ in range(count)})


async def expect_refusal(action: Awaitable[float], sentence: str) -> None:
    """Do something that the page has to refuse.

    Raises:
        Trouble: it does not refuse it, or says something other than ``sentence``.
    """
    try:
        await action
    except Trouble as trouble:
        if sentence not in str(trouble):
            raise
    else:
        raise Trouble(f"it was not refused with {sentence!r}")


def expensive_files() -> tuple[bytes, bytes, bytes, bytes]:
    """Return a merges.txt, a vocab.txt, JSON with an error at its end, and two million marks."""
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


async def open_expensive_inputs(server: Server, seen: Observed) -> None:
    """Open everything that takes long, one after the other, and print how long each took."""

    # In a thread, so that the bystander in this process can click meanwhile.
    pairs, tokens, json, run = await asyncio.to_thread(expensive_files)

    async def visit(what: str, path: str, query: str, act: Act) -> None:
        before = len(seen.clicks)
        start = time.perf_counter()
        try:
            async with await Visitor.open(server.address, path, query, patience=900) as one:
                await act(one)
        except Trouble as trouble:
            seen.complaints[f"{what}: {trouble}"] += 1
        meanwhile = seen.clicks[before:] or [0.0]
        print_row(what, f"{time.perf_counter() - start:.1f} s; {max(meanwhile):.2f} s")

    async def own_marks(one: Visitor) -> None:
        await one.press("Change your text")
        await one.write("Text", marks(99_000))
        await expect_refusal(one.press("Train on this text"), "characters; a word may")

    async def typed_marks(one: Visitor) -> None:
        await one.type("Text to encode", marks(99_000))

    async def file_of_marks(one: Visitor) -> None:
        await expect_refusal(one.upload(FILE, "marks.txt", run), "Line 1")

    async def long_words(one: Visitor) -> None:
        words = (random.Random(n).choices("abcdefgh", k=1_000) for n in range(48))
        await one.press("Change your text")
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
        await expect_refusal(one.upload(VOCABULARY, "t.json", json), "refuses this file")

    print("expensive inputs: how long they took, and the bystander's slowest click meanwhile")
    own = f"corpus=text&own={pack('hug pug')}"
    inputs = [
        ("99,000 marks as a text", "/", f"{own}&normalizer=nfc", own_marks),
        ("a file of two million marks", "/", "corpus=file&normalizer=nfc", file_of_marks),
        ("48 words of 1,000 characters", "/", own, long_words),
        ("150,000 merges", "/", "recipe=replay", merges),
        ("a vocabulary of 400,000", "/encode", "", vocabulary),
        ("13 MB of JSON", "/encode", "", nested),
        ("99,000 marks to encode", "/encode", "normalizer=nfc", typed_marks),
    ]
    for each in inputs:
        await visit(*each)


async def drive(
    server: Server, options: argparse.Namespace
) -> tuple[Observed, list[float], list[float]]:
    """Run everything.

    Returns:
        The observations: MB of the server at the start and the most until the end of each round;
        and MB of the server after each of the two rests.
    """
    seen = Observed()
    await prepare(server)
    words = texts(options.size)
    # Made before the bystander begins, who clicks in this process.
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
        await asyncio.gather(
            *(open_private_text(server, content, barrier, seen) for content in contents)
        )
        print_row(f"round {round + 1} took", f"{time.perf_counter() - begin:.0f} s")
        steps.append(max(seen.server))
    await asyncio.sleep(options.rest)
    left = [resident(server.pid)]
    await open_expensive_inputs(server, seen)
    await asyncio.sleep(options.rest)
    left.append(resident(server.pid))
    for task in beside:
        task.cancel()
    return seen, steps, left


def print_results(
    seen: Observed, steps: list[float], left: Sequence[float], options: argparse.Namespace
) -> bool:
    """Print what was measured, and return whether all targets are met."""
    print(f"{'':<26}   count    median       95 %      worst")
    print(f"{'clicks of the bystander':<26}  {spread(seen.clicks)}")
    print(f"{'own texts trained':<26}  {spread(seen.opened)}")
    print_row("the server's own memory at the start", f"{steps[0]:.0f} MB")
    for number, most in enumerate(steps[1:], 1):
        print_row(f"most by the end of round {number}", f"{most:.0f} MB")
    print_machine_speed()
    peak, worst = max(seen.all) / 1000, percentile(seen.clicks, 100)
    complaints = sum(seen.complaints.values())
    checks = [
        ("most memory, workers included", f"{peak:.2f} GB", f"<= {PEAK} GB", peak <= PEAK),
        ("the bystander's slowest click", f"{worst:.2f} s", f"<= {WORST} s", worst <= WORST),
        ("complaints", str(complaints), "0", complaints == 0),
    ]
    if options.rest:
        after = f"memory {options.rest / 60:g} min after"
        shares = [f"{then:.0f} MB / {steps[0]:.0f} MB = {then / steps[0]:.2f}" for then in left]
        print_row(f"{after} the expensive inputs / at the start", shares[1])
        met = left[0] / steps[0] <= LEFT
        checks.append((f"{after} the last text / at the start", shares[0], f"<= {LEFT}", met))
    for check in checks:
        print_row(*check)
    for complaint, times in seen.complaints.most_common(5):
        print(f"{times:>6} x {complaint[:200]}")
    return all(met for *_, met in checks)


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options on the command line, or in ``arguments``."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100, help="visitors at a time")
    parser.add_argument("--rounds", type=int, default=2, help="how often as many come")
    parser.add_argument("--size", type=int, default=TEXT, help="characters of each text")
    parser.add_argument(
        "--rest", type=float, default=300, help="seconds to wait before memory is read"
    )
    return parser.parse_args(arguments)


def main() -> int:
    options = parse_options()
    with serving() as server:
        seen, steps, left = uvloop.run(drive(server, options))
    return 0 if print_results(seen, steps, left, options) else 1


if __name__ == "__main__":
    sys.exit(main())

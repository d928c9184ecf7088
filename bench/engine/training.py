"""Measure training with counting and without, other libraries, and ten times the words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Literal, NamedTuple

from bench.engine.clock import (
    WIDTH,
    Work,
    interleaved,
    print_missing,
    print_ratio,
)
from bench.engine.loops import in_loop, loops, using
from bench.engine.peers import PEERS, Lines, Peer, library_bpe, library_wordpiece
from bench.engine.plan import Plan
from bench.engine.texts import counted, ten_times_as_many_words
from bench.report import print_row
from wordpiece import BPETrainer, WordPieceTrainer, textbook_merges

Words = dict[str, int]


class Algorithm(NamedTuple):
    """A training of ours, that of the library, and the targets.

    Attributes:
        name: on the report.
        textbook: the textbook's name for it.
        trainer, library: ours, and theirs.
        times: by how much it is to be quicker than the textbook.
    """

    name: str
    textbook: Literal["wordpiece", "bpe"]
    trainer: type[WordPieceTrainer] | type[BPETrainer]
    library: Callable[[Lines, int], object]
    times: int | None = None


ALGORITHMS = (
    Algorithm("WordPiece", "wordpiece", WordPieceTrainer, library_wordpiece, 500),
    Algorithm("BPE", "bpe", BPETrainer, library_bpe),
)

COUNTING, TRAINING = "counting and training", "training alone"
TARGET = 0.8
"""The most that counting and the compiled loop may take on 1 MB, as a ratio to the library."""

MILLION = 1_000_000
"""Bytes of the text for which `TARGET` holds; on a shorter text merges weigh more than counting."""

FEW = 5
"""Merges that the textbook makes."""


def size_of(text: str) -> str:
    """Return the size of a text, as in "200 KB"."""
    size = len(text.encode())
    return f"{size / 1e6:.3g} MB" if size >= 1e6 else f"{size / 1e3:.3g} KB"


def print_training(plan: Plan) -> None:
    """Print all figures of training."""
    for size in plan.sizes:
        for algorithm in ALGORITHMS:
            against_the_library(algorithm, plan.text[:size], plan)
    for peer in PEERS:
        against_a_peer(peer, plan)
    words = counted(plan.text)
    for algorithm in ALGORITHMS:
        against_the_textbook(algorithm, words, plan)
    ten_times_the_words(words, plan)


def against_the_library(algorithm: Algorithm, text: str, plan: Plan) -> None:
    """Measure training, and compare with the library.

    The library cannot be given counted words. So its time to train on them is its whole time
    less that for a vocabulary of nothing but letters, a difference of medians.
    """
    lines, words = text.splitlines(), counted(text)

    def ours(count: bool) -> object:
        return algorithm.trainer(counted(text) if count else words, vocab_size=plan.entries).run()

    works: dict[str, Work] = {}
    for loop in loops():
        works[loop.name] = in_loop(loop, partial(ours, True))
        works[f"{loop.name}, counted"] = in_loop(loop, partial(ours, False))
    works["library"] = partial(algorithm.library, lines, plan.entries)
    works["counting"] = partial(algorithm.library, lines, 0)
    times = interleaved(lambda: works, plan.rounds)
    alone = median(times["library"]) - median(times["counting"])
    what = f"{algorithm.name}, {size_of(text)}, {plan.entries:,} entries"
    for loop in loops():
        target = TARGET if loop.module and len(text.encode()) >= MILLION else None
        print_ratio(
            f"{what}: {COUNTING}, CPU s: {loop.name} / tokenizers",
            times[loop.name],
            times["library"],
            target,
        )
        print_ratio(
            f"{what}: {TRAINING}, CPU s: {loop.name} / tokenizers less its counting",
            [median(times[f"{loop.name}, counted"])],
            [max(alone, 1e-3)],  # of a tiny text it is nothing
        )


def against_a_peer(peer: Peer, plan: Plan) -> None:
    """Measure training, and compare with a library that may not be installed."""
    text = plan.text[: peer.size]
    merges = min(peer.merges, plan.entries)
    what = f"BPE, {size_of(text)}, {merges:,} merges: {COUNTING}, CPU s"
    module = peer.module()
    if module is None:
        print_missing(f"{what}: {loops()[0].name} / {peer.name}")
        return

    def ours() -> object:
        return BPETrainer(counted(text), max_merges=merges).run()

    works = {loop.name: in_loop(loop, ours) for loop in loops()}
    works[peer.name] = partial(peer.train, module, text, merges)
    times = interleaved(lambda: works, plan.rounds)
    for loop in loops():
        print_ratio(f"{what}: {loop.name} / {peer.name}", times[loop.name], times[peer.name])


def against_the_textbook(algorithm: Algorithm, words: Words, plan: Plan) -> None:
    """Measure training; compare with the textbook, whose time is extrapolated from a few merges."""
    made = algorithm.trainer(words)
    done = made.run(plan.entries)
    # Later merges have fewer symbols to count, down to the share that is left at the end.
    # The estimate is the mean of the first merges' time and that time scaled by this share.
    timeline = made.timeline()
    left = timeline.growth(done).corpus_tokens / timeline.growth(0).corpus_tokens
    works: dict[str, Work] = {
        loop.name: in_loop(loop, lambda: algorithm.trainer(words).run(done)) for loop in loops()
    }
    works["textbook"] = partial(textbook_merges, words, FEW, algorithm=algorithm.textbook)
    times = interleaved(lambda: works, plan.rounds)
    slow = [seconds / FEW * done * (1 + left) / 2 for seconds in times["textbook"]]
    for loop in loops():
        ratio = median(a / b for a, b in zip(slow, times[loop.name], strict=True))
        what = f"{algorithm.name}, {done:,} merges: {TRAINING}, CPU: textbook (from {FEW} merges)"
        print_row(
            f"{f'{what} / {loop.name}':<{WIDTH}}",
            f"{ratio:,.0f} x",
            f">= {algorithm.times} x" if algorithm.times else "",
            ratio >= algorithm.times if algorithm.times else None,
        )


def ten_times_the_words(words: Words, plan: Plan) -> None:
    """Measure how the time of a merge grows with the corpus."""
    tables = {
        "small": (words, plan.entries),
        "large": (ten_times_as_many_words(words), plan.many),
    }

    def ready() -> dict[str, Work]:
        return {name: partial(WordPieceTrainer(t).run, n) for name, (t, n) in tables.items()}

    sizes = [f"{len(table):,}" for table, _ in tables.values()]
    for loop in loops():
        with using(loop):
            times = interleaved(ready, plan.rounds)
            made = {name: WordPieceTrainer(t).run(n) for name, (t, n) in tables.items()}
        per_merge = {name: [t * 1e6 / made[name] for t in times[name]] for name in tables}
        print_ratio(
            f"one merge of WordPiece, CPU us, {loop.name}: {sizes[1]} words / {sizes[0]} words",
            per_merge["large"],
            per_merge["small"],
            2.0,
            digits=1,
        )

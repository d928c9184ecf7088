"""Measure the engine and a click on the page, and print the figures beside their targets.

    python -m bench [TEXT]

TEXT is any UTF-8 text of about 1 MB. Without it a text is made from the word counts in
``sample_corpora/shakespeare_words.tsv``: the same words, as often, in random order. Ratios are
medians of interleaved rounds, because the speed of machines varies; a ratio says more than a time.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bench import click, paint
from bench.report import print_row
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    WordPieceEncoder,
    WordPieceTrainer,
    textbook_merges,
    what_if,
)
from wordpiece.teaching.quiz import questions
from wordpiece.text.corpus import load
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words

TABLE = Path(__file__).parents[1] / "sample_corpora" / "shakespeare_words.tsv"
ROUNDS = 5
"""How often works to be compared are run in turn."""

MERGES = 8_000
"""Number of merges of a training, or entries of its vocabulary."""


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def interleaved(*works: Callable[[], object], rounds: int = ROUNDS) -> list[list[float]]:
    """Run several works in turn, ``rounds`` times; return the seconds of each, by work."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times_of_work in zip(works, times, strict=True):
            times_of_work.append(seconds(work))
    return times


def median_ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the ratios of each round."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def made_up_text(copies: int = 1) -> str:
    """Return the words of the Shakespeare table in random order, twelve on a line."""
    words = load(TABLE, "table", compose([]), "whitespace").word_frequencies
    pieces = [word for word, count in words.items() for _ in range(count)] * copies
    random.Random(0).shuffle(pieces)
    lines = [" ".join(pieces[i : i + 12]) for i in range(0, len(pieces), 12)]
    return "\n".join(lines)


def ten_times_as_many_words(words: dict[str, int]) -> dict[str, int]:
    """Return a table like that of a 10 MB text: five times the words, ten times the occurrences.

    A new word is the first half of one old word and the second half of another, so that letters,
    endings and lengths are distributed as before.
    """
    rng = random.Random(1)
    old = list(words)
    counts = {word: count * 6 for word, count in words.items()}
    while len(counts) < 5 * len(old):
        a, b = rng.choice(old), rng.choice(old)
        blend = a[: (len(a) + 1) // 2] + b[len(b) // 2 :]
        counts.setdefault(blend, max(1, words[b] // 4))
    return counts


def library_wordpiece(lines: list[str]) -> None:
    """Train with the library's WordPieceTrainer, which ranks pairs by count, as BPE does."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=MERGES, show_progress=False)
    tokenizer.train_from_iterator(lines, trainer)


def library_bpe(lines: list[str]) -> None:
    """Train with the library's BpeTrainer."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.BpeTrainer(vocab_size=MERGES, show_progress=False)
    tokenizer.train_from_iterator(lines, trainer)


def ours(text: str, trainer: type[WordPieceTrainer] | type[BPETrainer]) -> None:
    """Train with one of the engine's trainers."""
    words = Counter(split_words(text, "bert"))
    trainer(words, vocab_size=MERGES).run()


def against_the_library(text: str) -> None:
    """Measure training beside the library."""
    lines = text.splitlines()
    for name, trainer, library, target in (
        ("WordPiece", WordPieceTrainer, library_wordpiece, 1.0),
        ("BPE", BPETrainer, library_bpe, None),
    ):
        mine, theirs = interleaved(lambda t=trainer: ours(text, t), lambda f=library: f(lines))
        ratio = median_ratio(mine, theirs)
        print_row(
            f"{name} to {MERGES:,} entries, with pre-tokenization: ours / library (Rust)",
            f"{statistics.median(mine):.2f} s / {statistics.median(theirs):.2f} s = {ratio:.2f}",
            f"<= {target:.1f}" if target else "",
            ratio <= target if target else None,
        )


def against_the_textbook(words: dict[str, int]) -> None:
    """Measure training beside the textbook, whose time is extrapolated from a few merges."""
    few = 5
    for name, trainer, algorithm, target in (
        ("WordPiece", WordPieceTrainer, "wordpiece", 500),
        ("BPE", BPETrainer, "bpe", None),
    ):
        made = trainer(words)
        done = made.run(MERGES)
        fast = [seconds(lambda t=trainer: t(words).run(MERGES)) / done for _ in range(3)]
        first = seconds(lambda a=algorithm: textbook_merges(words, few, algorithm=a)) / few
        # Later merges have fewer symbols to count, down to the share that is left at the end.
        # The estimate is the mean of the first merges' time and that time scaled by this share.
        timeline = made.timeline()
        left = timeline.growth(done).corpus_tokens / timeline.growth(0).corpus_tokens
        slow = first * (1 + left) / 2
        ratio = slow / statistics.median(fast)
        print_row(
            f"{name}, {done:,} merges: textbook (from {few} merges, scaled) / ours",
            f"{ratio:,.0f} x",
            f">= {target} x" if target else "",
            ratio >= target if target else None,
        )


def growth_with_size(words: dict[str, int]) -> None:
    """Measure how the time per merge grows with the corpus."""
    large = ten_times_as_many_words(words)

    def per_merge(table: dict[str, int], merges: int) -> float:
        trainer = WordPieceTrainer(table)
        return seconds(lambda: trainer.run(merges)) / trainer.steps_made

    small_times, large_times = [], []
    for _ in range(ROUNDS):
        small_times.append(per_merge(words, MERGES))
        large_times.append(per_merge(large, 30_000))
    ratio = median_ratio(large_times, small_times)
    print_row(
        f"time per merge, {len(large):,} words / {len(words):,} words",
        f"{statistics.median(large_times) * 1e6:.0f} us / "
        f"{statistics.median(small_times) * 1e6:.0f} us = {ratio:.2f}",
        "<= 2",
        ratio <= 2,
    )


def any_step(words: dict[str, int]) -> None:
    """Measure what a screen of a random step takes."""
    trainer = WordPieceTrainer(words)
    trainer.run(MERGES)
    timeline = trainer.timeline()
    rng = random.Random(2)

    def screen() -> None:
        step = rng.randrange(len(timeline) + 1)
        table = timeline.scores(step)
        table.rows(0, 50)
        table.tied  # noqa: B018
        for position in timeline.find_words(step)[:60].tolist():
            timeline.word(step, position)

    times = [seconds(screen) * 1000 for _ in range(200)]
    median = statistics.median(times)
    print_row(
        f"any step of {len(timeline):,}: score table, all ties, 60 splits",
        f"{median:.1f} ms (worst {max(times):.1f})",
        "<= 10 ms",
        median <= 10,
    )


def teaching(words: dict[str, int]) -> None:
    """Measure what a click on a pair takes, and a run of questions."""
    trainers = WordPieceTrainer(words), BPETrainer(words)
    for trainer in trainers:
        trainer.run(MERGES)
    timeline, bpe = (trainer.timeline() for trainer in trainers)
    rng = random.Random(3)

    def look_at_a_pair() -> None:
        step = rng.randrange(len(timeline))
        what = what_if(timeline, step, timeline.pair(step + 1))
        list(what.changes(0, 4))

    times = [seconds(look_at_a_pair) * 1000 for _ in range(60)]
    print_row(
        "a pair looked at: all scores that would change",
        f"{statistics.median(times):.1f} ms (worst {max(times):.1f})",
    )
    runs = [seconds(lambda n=n: questions(timeline, bpe, seed=n)) * 1000 for n in range(5)]
    print_row("ten questions", f"{statistics.median(runs):.0f} ms")


def encoding(text: str) -> None:
    """Measure encoding line by line beside the library, with vocabularies of the engine."""
    words = Counter(split_words(text, "bert"))
    lines = text.splitlines()
    for name, trainer, encoder_type in (
        ("WordPiece", WordPieceTrainer(words, vocab_size=MERGES), WordPieceEncoder),
        ("BPE", BPETrainer(words, special_tokens=["[UNK]"], vocab_size=MERGES), BPEEncoder),
    ):
        trainer.run()
        timeline = trainer.timeline()
        last = len(timeline)
        ids = {token: i for i, token in enumerate(timeline.vocabulary(last))}
        if encoder_type is WordPieceEncoder:
            library = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
        else:
            merges = [timeline.pair(step) for step in range(1, last + 1)]
            library = Tokenizer(models.BPE(ids, merges, unk_token="[UNK]"))
        library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        fresh = partial(encoder_type.from_timeline, timeline, last)
        ours = fresh()
        same = all(ours.tokenize(line) == library.encode(line).tokens for line in lines[:2000])
        assert same, "the tokens are not the library's"

        def tokens(make: Callable[[], Any] = fresh) -> None:
            encoder = make()
            for line in lines:
                encoder.tokenize(line)

        def with_offsets(make: Callable[[], Any] = fresh) -> None:
            encoder = make()
            for line in lines:
                encoder.encode(line)

        def theirs(library: Tokenizer = library) -> None:
            for line in lines:
                library.encode(line)

        plain, full, rust = interleaved(tokens, with_offsets, theirs, rounds=3)
        for what, times in (("tokens", plain), ("tokens, ids and offsets", full)):
            ratio = median_ratio(times, rust)
            print_row(
                f"{name}, {len(lines):,} lines to {what}: ours / library (Rust)",
                f"{statistics.median(times):.2f} s / {statistics.median(rust):.2f} s = {ratio:.2f}",
                "<= 1.5",
                ratio <= 1.5,
            )


def main() -> None:
    """Measure everything."""
    if len(sys.argv) > 1:
        text = Path(sys.argv[1]).read_text(encoding="utf-8")
        source = Path(sys.argv[1]).name
    else:
        text, source = made_up_text(), "words of the Shakespeare table, shuffled"
    words = dict(Counter(split_words(text, "bert")))
    print(f"{source}: {len(text.encode()):,} bytes, {len(words):,} distinct words\n")
    against_the_library(text)
    against_the_textbook(words)
    growth_with_size(words)
    any_step(words)
    teaching(words)
    encoding(text)
    click.main()
    paint.main()


if __name__ == "__main__":
    main()

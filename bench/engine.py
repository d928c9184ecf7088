"""Measure the engine, and the `tokenizers` library for comparison; `python -m bench.engine`.

Times are CPU seconds of this process. The library gets one thread, as ours has. Works that are
compared are run in turn, round by round and in changing order, because the speed of machines
varies: a ratio says more than a time.
"""

from __future__ import annotations

import argparse
import io
import os
import platform
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple
from unittest.mock import patch

# Before `tokenizers` is imported, which reads the first of them once.
os.environ["RAYON_NUM_THREADS"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bench.report import print_row
from wordpiece import (
    BPEEncoder,
    BPETrainer,
    WordPieceEncoder,
    WordPieceTrainer,
    textbook_merges,
    trainer,
)
from wordpiece.recipes import UNIGRAM_RECIPES
from wordpiece.text.corpus import from_table
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words

TABLE = Path(__file__).parents[1] / "sample_corpora" / "shakespeare_words.tsv"

ENTRIES = 8_000
"""Entries of the vocabularies, and merges of the trainings to look at."""

LIBRARY, TEXTBOOK, TOKENS = 0.8, 500, 1.5
"""The targets: the most that counting and training 1 MB may take, as a ratio to the library; by how
much training is quicker than the textbook; and the most that encoding may take, as a ratio."""

Work = Callable[[], object]
"""Something to be timed."""


def made_up_text() -> str:
    """Return the words of the sample in random order, twelve on a line: 1.2 MB."""
    words = from_table(TABLE.read_text("utf-8"), compose([])).word_frequencies
    pieces = [word for word, count in words.items() for _ in range(count)]
    random.Random(0).shuffle(pieces)
    return "\n".join(" ".join(pieces[i : i + 12]) for i in range(0, len(pieces), 12))


def count_words(text: str) -> dict[str, int]:
    """Split a text as BERT does, and count the words."""
    return Counter(split_words(text, "bert"))


def seconds(work: Work) -> float:
    """Return the CPU seconds of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def interleaved(works: Callable[[], Mapping[str, Work]], rounds: int) -> dict[str, list[float]]:
    """Run several works in turn, in changing order; return the CPU seconds of each, by its name.

    Args:
        works: called before each round; what it does is not timed.
        rounds: how often.
    """
    times: dict[str, list[float]] = {}
    rng = random.Random(0)
    for _ in range(rounds):
        ready = works()
        for name in rng.sample([*ready], len(ready)):
            times.setdefault(name, []).append(seconds(ready[name]))
    return times


def print_ratio(what: str, ours: list[float], theirs: list[float], most: float | None) -> None:
    """Print the medians of two works, and the median of the ratios of each round."""
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    said = f"{median(ours):.3f} / {median(theirs):.3f} = {ratio:.2f}"
    print_row(what, said, *((f"<= {most}", ratio <= most) if most else ()))


def loops() -> dict[str, Any]:
    """Return the loops of the trainer that can run here, by their names; the first is used."""
    compiled = {"compiled loop": trainer.COMPILED} if trainer.COMPILED else {}
    return compiled | {"Python loop": None}


class Algorithm(NamedTuple):
    """A training: its name on the report, our trainer and encoder, and the library's."""

    name: Literal["WordPiece", "BPE"]
    trainer: type[WordPieceTrainer] | type[BPETrainer]
    encoder: type[WordPieceEncoder] | type[BPEEncoder]
    rust_model: Any
    rust_trainer: Any

    def train_library(self, lines: Sequence[str]) -> None:
        """Count and train with the library; its WordPieceTrainer ranks pairs as BPE does."""
        tokenizer = Tokenizer(self.rust_model(unk_token="[UNK]"))
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        by = self.rust_trainer(vocab_size=ENTRIES, show_progress=False)
        tokenizer.train_from_iterator(lines, by)


ALGORITHMS = (
    Algorithm(
        "WordPiece", WordPieceTrainer, WordPieceEncoder,
        models.WordPiece, trainers.WordPieceTrainer,
    ),
    Algorithm("BPE", BPETrainer, BPEEncoder, models.BPE, trainers.BpeTrainer),
)  # fmt: skip


def print_training(text: str, rounds: int) -> None:
    """Print all figures of training."""
    for part in (text[:200_000], text[:1_000_000]):
        for algorithm in ALGORITHMS:
            compare_with_library(algorithm, part, rounds)
    compare_with_textbook(count_words(text))
    compare_unigram(text[:1_000_000], rounds)


def compare_unigram(text: str, rounds: int) -> None:
    """Measure Unigram, and compare with the library, and with SentencePiece if it is installed.

    They start from more pieces, the library from a million, so the vocabularies differ.
    """
    lines = text.splitlines()

    def ours() -> None:
        recipe = replace(UNIGRAM_RECIPES["course-unigram"], vocab_size=ENTRIES, em_rounds=2)
        recipe.trainer(Counter(split_words(text, "metaspace"))).run()

    def library() -> None:
        tokenizer = Tokenizer(models.Unigram())
        parts = [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(parts)
        by = trainers.UnigramTrainer(vocab_size=ENTRIES, show_progress=False)
        tokenizer.train_from_iterator(lines, by)

    works: dict[str, Work] = {"ours": ours, "library": library}
    if find_spec("sentencepiece"):
        train = import_module("sentencepiece").SentencePieceTrainer.train
        works["SentencePiece"] = lambda: train(
            sentence_iterator=iter(lines), model_writer=io.BytesIO(), vocab_size=ENTRIES,
            num_threads=1, minloglevel=2, hard_vocab_limit=False,
        )  # fmt: skip
    times = interleaved(lambda: works, rounds)
    for other in [*works][1:]:
        what = f"Unigram, {len(text) / 1e6:.1f} MB, {ENTRIES:,} entries, CPU s: ours / {other}"
        print_ratio(what, times["ours"], times[other], None)


def compare_with_library(algorithm: Algorithm, text: str, rounds: int) -> None:
    """Measure counting and training with each loop, and compare with the library."""

    def ours(loop: Any) -> None:
        with patch.object(trainer, "COMPILED", loop):
            algorithm.trainer(count_words(text), vocab_size=ENTRIES).run()

    works: dict[str, Work] = {name: partial(ours, loop) for name, loop in loops().items()}
    works["library"] = partial(algorithm.train_library, text.splitlines())
    times = interleaved(lambda: works, rounds)
    size = len(text) / 1e6
    for name, loop in loops().items():
        what = f"{algorithm.name}, {size:.1f} MB, {ENTRIES:,} entries, CPU s: {name} / library"
        # On a shorter text merges weigh more than counting.
        print_ratio(what, times[name], times["library"], LIBRARY if loop and size >= 1 else None)


def compare_with_textbook(words: Mapping[str, int]) -> None:
    """Measure training; compare with the textbook, whose time is extrapolated from five merges."""
    made = WordPieceTrainer(words)
    done = made.run(ENTRIES)
    # Later merges have fewer symbols to count, down to the share that is left at the end.
    # The estimate is the mean of the first merges' time and that time scaled by this share.
    timeline = made.timeline()
    left = timeline.growth(done).corpus_tokens / timeline.growth(0).corpus_tokens
    slow = seconds(partial(textbook_merges, words, 5)) / 5 * done * (1 + left) / 2
    for name, loop in loops().items():
        with patch.object(trainer, "COMPILED", loop):
            ratio = slow / seconds(lambda: WordPieceTrainer(words).run(done))
        what = f"WordPiece, {done:,} merges, CPU: textbook (from 5 merges) / {name}"
        print_row(what, f"{ratio:,.0f}", f">= {TEXTBOOK}", ratio >= TEXTBOOK)


def print_encoding(text: str, rounds: int) -> None:
    """Compare encoding line by line with the library, which has the same vocabulary."""
    words, lines = count_words(text), text.splitlines()
    for algorithm in ALGORITHMS:
        made = algorithm.trainer(words, special_tokens=["[UNK]"], vocab_size=ENTRIES)
        last = made.run()
        timeline = made.timeline()
        ids = {token: i for i, token in enumerate(timeline.vocabulary(last))}
        merges = [timeline.pair(step) for step in range(1, last + 1)]
        learned = (ids,) if algorithm.name == "WordPiece" else (ids, merges)

        # Both cache words. Each is created again for each round, so its cache is empty.
        def ready(
            algorithm: Algorithm = algorithm, timeline: Any = timeline, learned: Any = learned
        ) -> dict[str, Work]:
            ours = algorithm.encoder.from_timeline(timeline, len(timeline))
            library = Tokenizer(algorithm.rust_model(*learned, unk_token="[UNK]"))
            library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
            return {
                "ours": lambda: [ours.tokenize(line) for line in lines],
                "library": lambda: [library.encode(line).tokens for line in lines],
            }

        works = ready()
        assert works["ours"]() == works["library"](), "the tokens are not the library's"
        times = interleaved(ready, rounds)
        what = f"{algorithm.name}, {len(lines):,} lines to tokens, CPU s: ours / library"
        print_ratio(what, times["ours"], times["library"], TOKENS)


def main() -> None:
    """Print the machine, and all figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a comparison")
    rounds, text = parser.parse_args().rounds, made_up_text()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{time.strftime('%Y-%m-%d')}; {os.cpu_count()} cores, load {load}")
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "tokenizers"))
    print(f"Python {platform.python_version()}, {libraries}; {len(text.encode()):,} bytes of text")
    print_training(text, rounds)
    print_encoding(text, rounds)


if __name__ == "__main__":
    main()

"""Make texts and word tables from ``sample_corpora/shakespeare_words.tsv``, by fixed seeds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import numpy as np

from wordpiece.text.corpus import from_table
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import split_words

TABLE = Path(__file__).parents[2] / "sample_corpora" / "shakespeare_words.tsv"

PER_LINE = 12
"""Words on a line of a text."""

SYLLABLES = (*(a + b for a in "bcdfghklmnprst" for b in "aeiou"), "n", "s", "t")


def shakespeare() -> dict[str, int]:
    """Return the words of the sample and how often they occur."""
    return dict(from_table(TABLE.read_text("utf-8"), compose([])).word_frequencies)


def counted(text: str) -> dict[str, int]:
    """Split a text as BERT does, and count the words."""
    return Counter(split_words(text, "bert"))


def made_up_text() -> str:
    """Return the words of the sample in random order, twelve on a line: 1.2 MB."""
    pieces = [word for word, count in shakespeare().items() for _ in range(count)]
    random.Random(0).shuffle(pieces)
    lines = [" ".join(pieces[i : i + PER_LINE]) for i in range(0, len(pieces), PER_LINE)]
    return "\n".join(lines)


def ten_times_as_many_words(words: Mapping[str, int]) -> dict[str, int]:
    """Return a table like that of a text ten times as long: with five times the distinct words.

    A new word is the first half of one old word and the second half of another, so that letters,
    endings and lengths are distributed as before. Most new words occur once, as in any text.
    """
    rng = random.Random(1)
    old = list(words)
    counts = {word: count * 8 for word, count in words.items()}
    while len(counts) < 5 * len(old):
        a, b = rng.choice(old), rng.choice(old)
        blend = a[: (len(a) + 1) // 2] + b[len(b) // 2 :]
        counts.setdefault(blend, max(1, words[b] // 4))
    return counts


def length(words: Mapping[str, int]) -> int:
    """Return the bytes of a text of these words with something between any two of them."""
    return sum((len(word.encode()) + 1) * count for word, count in words.items())


def write_text(path: Path, size: int) -> None:
    """Write a text of about ``size`` bytes: words of a table in random order, twelve on a line.

    The table is the sample's; for a text longer than that, one ten times as large, and so on.
    """
    words = shakespeare()
    while length(words) < size:
        words = ten_times_as_many_words(words)
    spelled = np.array(list(words), dtype=object)
    order = np.repeat(np.arange(len(words), dtype=np.int32), list(words.values()))
    np.random.default_rng(0).shuffle(order)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for start in range(0, len(order), PER_LINE * 10_000):
            pieces = iter(spelled[order[start : start + PER_LINE * 10_000]].tolist())
            file.writelines(" ".join(line) + "\n" for line in _lines(pieces))
            if file.tell() > size:
                break
        file.truncate(min(size, file.tell()))


def _lines(pieces: Iterator[str]) -> Iterator[list[str]]:
    while line := list(islice(pieces, PER_LINE)):
        yield line


def syllables_table(words: int) -> str:
    """Return a table of words of two to six syllables, one word with its count on each line."""
    rng = random.Random(0)
    table: dict[str, int] = {}
    while len(table) < words:
        word = "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 6)))
        table[word] = rng.randint(1, 1_000)
    return "".join(f"{word}\t{count}\n" for word, count in table.items())

"""Test that the SQL of docs/any_size.md gives the same counts as `corpus.from_text`."""

import re
from itertools import accumulate
from pathlib import Path
from random import Random

import duckdb
import pytest

from wordpiece.text import corpus
from wordpiece.text.normalizers import CJK_RANGES, WHITE_SPACE, compose

DOC = Path(__file__).parents[1] / "docs" / "any_size.md"
SIZE = 3 * 2**20
ODD = [
    *("it's", '"hug,"', '"', "''", "\\", "\\t", "a,b;c", "#", "##s", "word", "1", "\u200b"),
    *("don\u2019t", "5€+2", "x^y|z~`", "naïve", "e\u0301", "ΟΔΟΣ", "\ufeffa"),
    "\U0001f468\u200d\U0001f469",
    *("東京都Tokyo", "カナ漢字", *(f"a{chr(end)}b" for ends in CJK_RANGES for end in ends)),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a text of more than 20,000 distinct words and all white space."""
    random = Random(5)
    consonants, vowels = "bdfghklmnprstvwz", "aeiou"
    syllables = [c + v for c in consonants for v in vowels]
    words = ["".join(random.choices(syllables, k=random.randint(1, 4))) for _ in range(100_000)]
    words = [*dict.fromkeys(words)]
    words = [w.capitalize() if random.random() < 0.1 else w for w in words]
    for at, word in zip(random.sample(range(2_000), len(ODD)), ODD, strict=True):
        words[at] = word
    weights = list(accumulate(1 / rank for rank in range(3, len(words) + 3)))
    spaces = [" "] * 300 + [*WHITE_SPACE] + ["\r\n"] + ["\n"] * 30
    folder = tmp_path_factory.mktemp("any_size")
    with open(folder / "corpus.txt", "w", encoding="utf-8", newline="") as file:
        while file.tell() <= SIZE:
            some = random.choices(words, cum_weights=weights, k=100_000)
            between = random.choices(spaces, k=100_000)
            file.write("".join(map("".join, zip(some, between, strict=True))))
    return folder


@pytest.mark.parametrize(("number", "split"), [(0, "whitespace"), (1, "bert")])
def test_the_sql_counts_as_the_engine_does(folder, monkeypatch, number, split):
    *words, count = re.findall(r"```sql\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)
    assert len(words) == 2 and "memory_limit = '200MB'" in count
    monkeypatch.chdir(folder)
    with duckdb.connect() as connection:
        connection.execute(words[number])
        connection.execute(count)
    text = corpus.decode(Path("corpus.txt").read_bytes())
    expected = corpus.from_text(text, compose(()), split).word_frequencies
    assert len(expected) > 20_000
    table = corpus.decode(Path("words.tsv").read_bytes())
    counted = corpus.from_table(table, compose(()))
    assert list(counted.word_frequencies.items()) == list(expected.items())
    assert counted.notes == ()
    if split == "whitespace":  # here normalizing the table equals normalizing the text
        later = corpus.from_table(table, compose(["lowercase"])).word_frequencies
        earlier = corpus.from_text(text, compose(["lowercase"]), split).word_frequencies
        assert list(later.items()) == list(earlier.items())

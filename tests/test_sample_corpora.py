"""sample_corpora/: each file trains as suggested, and its README says what training gives."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests import golden
from wordpiece import Timeline, WordPieceTrainer
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import load
from wordpiece.text.normalizers import compose

SAMPLES = Path(__file__).parents[1] / "sample_corpora"
README = (SAMPLES / "README.md").read_text(encoding="utf-8")
CATALOGUE = json.loads((SAMPLES / "catalogue.json").read_text(encoding="utf-8"))
BY_FILE = {sample["file"]: sample for sample in CATALOGUE}
ROWS = {
    file: (counts, says)
    for file, _, counts, says in re.findall(
        r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \| (.*) \|$", README, re.MULTILINE
    )
}
ALGORITHMS = {"WordPiece": "wordpiece", "BPE": "bpe", "End-of-word BPE": "end-of-word-bpe"}
CLAIM = r"((?:End-of-word )?BPE|WordPiece) ((?:begins|learns)[^.]*)"

SOME = 100
"""Merges among which the tokens are that the README says are learned."""


@cache
def words_of(file: str, *normalizers: str) -> Mapping[str, int]:
    sample = BY_FILE[file]
    normalizer = compose(normalizers or sample["normalizer"])
    corpus = load(SAMPLES / file, sample["kind"], normalizer, sample["pre_tokenizer"])
    assert not corpus.notes
    return corpus.word_frequencies


@cache
def trained(file: str, algorithm: str) -> Timeline:
    recipe = RECIPES[ALGORITHMS[algorithm]]
    trainer = recipe.trainer(words_of(file))
    trainer.run(SOME)
    return trainer.timeline()


def learned(file: str, algorithm: str) -> list[str]:
    timeline = trained(file, algorithm)
    return timeline.tokens_made(range(1, len(timeline) + 1))


CLAIMS = [
    (file, algorithm, verb, re.findall("`([^`]+)`", tokens))
    for file, (_, says) in ROWS.items()
    for algorithm, rest in re.findall(CLAIM, says)
    for verb, tokens in re.findall(r"(begins with|learns)((?:,? (?:and )?`[^`]+`)+)", rest)
]


def test_every_file_is_listed_once_and_described_with_its_counts():
    on_disk = {path.name for path in SAMPLES.iterdir()} - {"README.md", "catalogue.json"}
    assert {*BY_FILE} == {*ROWS} == on_disk
    assert len({sample["id"] for sample in CATALOGUE}) == len(CATALOGUE) == len(on_disk)
    for file, (counts, _) in ROWS.items():
        words = words_of(file)
        assert counts.startswith(f"{sum(words.values()):,} / {len(words):,}"), file
    assert len(CLAIMS) >= 18
    assert {file for file, *_ in CLAIMS} == {*BY_FILE} - {"blog.tsv"}


@pytest.mark.parametrize(("file", "algorithm", "verb", "tokens"), CLAIMS)
def test_what_is_learned_first(file, algorithm, verb, tokens):
    made = learned(file, algorithm)
    if verb == "begins with":
        assert made[: len(tokens)] == tokens
    else:
        places = [made.index(token) for token in tokens]
        assert places == sorted(places)


@pytest.mark.parametrize("sample", CATALOGUE, ids=lambda sample: sample["id"])
def test_the_suggested_size_allows_some_merges(sample):
    trainer = WordPieceTrainer(words_of(sample["file"]), vocab_size=sample["vocab_size"])
    assert trainer.run() >= 5


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("toy.tsv", golden.TOY),
        ("course.tsv", golden.COURSE),
        ("low_lower.tsv", golden.LOW_LOWER),
        ("blog.tsv", golden.BLOG),
    ],
)
def test_published_tables_are_word_for_word(file, words):
    assert [*words_of(file).items()] == [*words.items()]

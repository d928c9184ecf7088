"""Test that each sample corpus can be trained, and that the README has its counts."""

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from tests import golden
from wordpiece import WordPieceTrainer
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose

SAMPLES = Path(__file__).parents[1] / "sample_corpora"
README = (SAMPLES / "README.md").read_text(encoding="utf-8")
CATALOGUE = json.loads((SAMPLES / "catalogue.json").read_text(encoding="utf-8"))
BY_FILE = {sample["file"]: sample for sample in CATALOGUE}
COUNTS = dict(re.findall(r"^\| `([\w.]+)` \| [^|]+ \| ([^|]+) \| .* \|$", README, re.MULTILINE))


@cache
def words_of(file: str, *normalizers: str) -> Mapping[str, int]:
    sample = BY_FILE[file]
    normalizer = compose(normalizers or sample["normalizer"])
    text = (SAMPLES / file).read_text("utf-8")
    corpus = build(text, sample["kind"], normalizer, sample["pre_tokenizer"])
    assert not corpus.notes
    return corpus.word_frequencies


def test_every_file_is_listed_once_and_described_with_its_counts():
    on_disk = {path.name for path in SAMPLES.iterdir()} - {"README.md", "catalogue.json"}
    assert {*BY_FILE} == {*COUNTS} == on_disk
    assert len({sample["id"] for sample in CATALOGUE}) == len(CATALOGUE) == len(on_disk)
    for file, counts in COUNTS.items():
        words = words_of(file)
        assert counts.startswith(f"{sum(words.values()):,} / {len(words):,}"), file


def test_the_chinese_sample_is_in_traditional_characters():
    """Big5, the encoding of traditional Chinese, has no simplified characters."""
    assert (SAMPLES / "chinese.txt").read_text("utf-8").encode("big5")


@pytest.mark.parametrize("sample", CATALOGUE, ids=lambda sample: sample["id"])
def test_the_suggested_size_allows_some_merges(sample):
    trainer = WordPieceTrainer(words_of(sample["file"]), vocab_size=sample["vocab_size"])
    assert trainer.run() >= 5


@pytest.mark.parametrize(
    ("file", "words"),
    [("toy.tsv", golden.TOY), ("course.tsv", golden.COURSE), ("low_lower.tsv", golden.LOW_LOWER),
     ("course_spaces.tsv", golden.COURSE_SPACES), ("cs336.tsv", golden.CS336),
     ("blog.tsv", golden.BLOG)],
)  # fmt: skip
def test_published_tables_are_word_for_word(file, words):
    assert [*words_of(file).items()] == [*words.items()]

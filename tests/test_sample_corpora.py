"""sample_corpora/README.md: what it says of each corpus is what training on it gives."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pages.trainings.samples import samples
from wordpiece import Trainer
from wordpiece.marking import MARKINGS
from wordpiece.recipes import RECIPES
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.textbook import textbook_merges

README = (Path(__file__).parents[1] / "sample_corpora" / "README.md").read_text(encoding="utf-8")
ROWS = {
    file: (counts, says)
    for file, _, counts, says in re.findall(
        r"^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \| (.*) \|$", README, re.MULTILINE
    )
}
BY_FILE = {sample.file: sample for sample in samples().values()}
TRAINERS = {
    "WordPiece": (WORDPIECE, "##"),
    "BPE": (PAIR_COUNT, "none"),
    "End-of-word BPE": (PAIR_COUNT, "</w>"),
}
CLAIM = r"((?:End-of-word )?BPE|WordPiece) ((?:begins|learns)[^.]*)"

SOME = 100
"""Merges among which tokens are that it says are learned."""


@cache
def words_of(file: str) -> dict[str, int]:
    sample = BY_FILE[file]
    normalizer = compose(sample.normalizer)
    corpus = build(sample.text(), sample.kind, normalizer, sample.pre_tokenizer)
    return dict(corpus.word_frequencies)


@cache
def learned(file: str, algorithm: str) -> list[str]:
    score, marking = TRAINERS[algorithm]
    trainer = Trainer(words_of(file), score=score, marking=MARKINGS[marking])
    trainer.run(SOME)
    timeline = trainer.timeline()
    return [timeline.merge(step).token for step in range(1, len(timeline) + 1)]


def claims() -> list[tuple[str, str, str, list[str]]]:
    found = []
    for file, (_, says) in ROWS.items():
        for algorithm, rest in re.findall(CLAIM, says):
            for verb, tokens in re.findall(r"(begins with|learns)((?:,? (?:and )?`[^`]+`)+)", rest):
                found.append((file, algorithm, verb, re.findall("`([^`]+)`", tokens)))
    return found


def test_every_sample_has_a_row_with_its_counts():
    assert {*ROWS} == {*BY_FILE}
    for file, (counts, _) in ROWS.items():
        words = words_of(file)
        assert counts.startswith(f"{sum(words.values()):,} / {len(words):,}"), file
    assert len(claims()) >= 18
    assert {file for file, *_ in claims()} == {*BY_FILE} - {"blog.tsv"}


@pytest.mark.parametrize(("file", "algorithm", "verb", "tokens"), claims())
def test_what_is_learned_first(file, algorithm, verb, tokens):
    made = learned(file, algorithm)
    if verb == "begins with":
        assert made[: len(tokens)] == tokens
    else:
        places = [made.index(token) for token in tokens]
        assert places == sorted(places)


@pytest.mark.parametrize("file", ["toy.tsv", "low_lower.tsv", "story_en.txt"])
def test_what_begins_is_what_the_textbook_finds(file):
    for algorithm, name in (("wordpiece", "WordPiece"), ("bpe", "BPE")):
        plain = textbook_merges(words_of(file), 4, algorithm=algorithm)
        assert [merge.token for merge in plain] == learned(file, name)[:4]


def test_other_figures():
    steps = [*RECIPES["blog-wordpiece"].trainer(words_of("blog.tsv"))]
    assert [step.token for step in steps] == ["gs", "hu", "hug"] and len(steps[1].tied) == 9
    course = [*RECIPES["course-wordpiece"].trainer(words_of("course.tsv"))]
    assert len(course) == 25 and sum(len(step.tied) > 1 for step in course) == 9
    low = RECIPES["end-of-word-bpe"].trainer(words_of("low_lower.tsv"))
    low.run()
    timeline = low.timeline()
    trainer = Trainer(words_of("low_lower.tsv"), score=PAIR_COUNT, marking=MARKINGS["</w>"])
    trainer.run()
    to_the_end = trainer.timeline()
    assert timeline.growth(0).in_use == 11
    assert to_the_end.growth(len(to_the_end)).in_use == 4
    french = samples()["french"]
    normalizer = compose(("nfc", "lowercase", "strip-accents"))
    bare = build(french.text(), french.kind, normalizer, french.pre_tokenizer)
    assert len(bare.word_frequencies) == 144

"""Trainings side by side, against plain recounts."""

from itertools import accumulate, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import examples, word_frequencies
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer, WordPieceTrainer, textbook_merges
from wordpiece.message import Message, paragraph
from wordpiece.recipes import ALGORITHMS, RECIPES
from wordpiece.teaching.wording import explain_divergence
from wordpiece.text.pre_tokenizers import text_to_bytes
from wordpiece.training.comparison import Axis, Comparison, Divergence

TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}
NAMES = list(TITLES)


def compared(words, by: Axis = "step", **limits) -> Comparison:
    timelines = {
        "wordpiece": trained(WordPieceTrainer, words, **limits),
        "bpe": trained(BPETrainer, words, **limits),
        "hugging-face": trained(BPETrainer, words, marking="##", **limits),
    }
    return Comparison(timelines, by=by)


def parted(comparison: Comparison, a: str, b: str) -> tuple[Divergence, str]:
    """Return where two trainings part, and what is said of it."""
    divergence = comparison.divergence(a, b)
    assert divergence
    return divergence, paragraph(explain_divergence(divergence, TITLES))


def cuts(split, marked):
    """Return the places at which a split cuts its word."""
    lengths = [len(s) - 2 * (marked and i > 0) for i, s in enumerate(split)]
    return set(accumulate(lengths[:-1]))


# Figures.


def test_the_same_pair_in_more_places():
    # BPE has one pair (a, b), four times; with marks (a, ##b) and (##a, ##b) differ.
    parting, said = parted(compared({"ab": 3, "xab": 1}), "hugging-face", "bpe")
    assert (parting.step, parting.kind) == (1, "places")
    ours, theirs = parting.choices
    assert ours and (ours.chosen.pair, ours.chosen.pair_count) == (("a", "##b"), 3)
    assert theirs and [(row.pair, row.pair_count) for row in theirs.other] == [
        (("a", "##b"), 3),
        (("##a", "##b"), 1),
    ]
    assert said == (
        "At merge 1, both trainings merge the same characters, but different pairs, because marks "
        "such as ## show where in a word a symbol is. BPE merges a + b, which occurs 4 times. "
        "Hugging Face style merges a + ##b, which occurs 3 times."
    )


def test_the_same_characters_with_the_same_marks_are_due_to_the_score():
    parting, said = parted(compared({"bbbb": 5}), "wordpiece", "hugging-face")
    assert (parting.step, parting.kind) == (1, "pair")
    assert said == (
        "Hugging Face style merges ##b + ##b, which occurs 10 times: no other pair occurs more "
        "often. WordPiece merges b + ##b, which occurs 5 times: this count, divided by the "
        "product of the counts of the two parts, is the best score."
    )


def test_one_stops_or_they_never_part():
    same = compared({"ab": 3}).divergence("wordpiece", "bpe")
    assert same is None
    said = paragraph(explain_divergence(same, TITLES))
    assert said == (
        "With these settings, WordPiece and BPE do not differ: at each step, both split every word "
        "at the same places."
    )
    short, long = (
        trained(WordPieceTrainer, {"abc": 3}, max_merges=1),
        trained(BPETrainer, {"abc": 3}),
    )
    parting, said = parted(Comparison({"wordpiece": short, "bpe": long}), "wordpiece", "bpe")
    assert (parting.step, parting.kind, parting.choices[0]) == (2, "end", None)
    ends = "BPE makes more merges than WordPiece."
    first = "The first merge has the same effect in both trainings; then the trainings differ."
    assert said == f"{first} {ends}"
    none = trained(WordPieceTrainer, {"abc": 3}, max_merges=0)
    _, said = parted(Comparison({"wordpiece": none, "bpe": long}), "wordpiece", "bpe")
    assert said == ends


def test_other_words_have_no_first_divergence():
    a, b = WordPieceTrainer({"ab": 1}), BPETrainer({"ac": 1})
    with pytest.raises(ValueError, match="not trained on the same words"):
        Comparison({"a": a.timeline(), "b": b.timeline()}).divergence("a", "b")


def test_gpt2_words():
    words = {"déjà": 2, "vu": 3, "x": 1}
    spelled = {text_to_bytes(" déjà"): 2, "vu": 1, text_to_bytes(" vu"): 2, "y": 1}
    ours, theirs = trained(WordPieceTrainer, words), trained(BPETrainer, spelled)
    comparison = Comparison({"wordpiece": ours, "bpe": theirs}, byte_level={"bpe"})
    start = comparison.words(0, [0, 1, 2])
    assert start[0].splits[1] == tuple(text_to_bytes(" déjà"))
    assert [word.splits[1] for word in start[1:]] == [("Ġ", "v", "u"), None]
    # é is two bytes, and they begin apart: a cut where WordPiece can have none.
    assert [word.differs for word in start] == [True, False, False]
    end = comparison.words(comparison.last, [0, 1])
    assert [word.differs for word in end] == [False, False]
    lengths = comparison.measures_at([comparison.last])["token_length"]["bpe"]
    assert lengths == [(5 * 2 + 2 + 3 * 2 + 1) / theirs.growth(len(theirs)).corpus_tokens]
    last = comparison.learned("bpe", len(comparison.timelines["bpe"]))
    assert "wordpiece" in dict(last.elsewhere)


# Against plain recounts.

limits = st.one_of(st.none(), st.integers(0, 6))


@given(words=word_frequencies, most=limits)
@examples(50)
def test_the_parting_is_where_textbook_boundaries_first_differ(words, most):
    comparison = compared(words, max_merges=most)
    n = comparison.last
    a = textbook_merges(words, n if most is None else most)
    b = textbook_merges(words, n if most is None else most, algorithm="bpe")
    parting = comparison.divergence("wordpiece", "bpe")
    before = (parting.step if parting else n + 1) - 1
    wp, bpe = comparison.timelines["wordpiece"], comparison.timelines["bpe"]

    def boundaries(timeline, k, marked):
        return [cuts(split, marked) for split in timeline.splits(min(k, len(timeline))).values()]

    for k in range(before + 1):
        assert boundaries(wp, k, True) == boundaries(bpe, k, False)
    if parting is None:
        assert len(a) == len(b)
        return
    assert boundaries(wp, before + 1, True) != boundaries(bpe, before + 1, False)

    if parting.kind == "end":
        assert before >= min(len(a), len(b))
    elif parting.kind == "pair" and not any("#" in word for word in words):
        left, right = a[before].pair
        assert (left.removeprefix("##"), right.removeprefix("##")) != b[before].pair
    for part, steps in zip(parting.choices, (a, b), strict=True):
        if part is not None:
            step = steps[before]
            assert part.chosen.pair == step.pair
            assert part.chosen.pair_count == step.pair_count
            assert part.chosen.score == step.score


@given(
    words=word_frequencies.filter(lambda words: not any("#" in word for word in words)),
    by=st.sampled_from(["step", "size"]),
    most=limits,
)
@examples(40)
def test_tokens_in_common_are_spelled_alike_or_have_the_same_characters(words, by, most):
    """Where two trainings mark differently, the characters decide."""
    comparison = compared(words, by=by, max_merges=most)
    tokens = {
        name: timeline.tokens_made(range(1, len(timeline) + 1))
        for name, timeline in comparison.timelines.items()
    }

    def spelled(name, other, tokens):
        both_marked = "bpe" not in (name, other)
        return [token if both_marked else token.removeprefix("##") for token in tokens]

    for position in range(comparison.last + 1):
        for name, other in permutations(NAMES, 2):
            here, there = (comparison.step(each, position) for each in (name, other))
            ours = spelled(name, other, tokens[name][:here])
            theirs = spelled(other, name, tokens[other][:there])
            assert comparison.shared(name, other, position) == len({*ours} & {*theirs})
            for k, token in enumerate(ours, 1):
                found = dict(comparison.learned(name, k, position).elsewhere)
                assert found.get(other) == (theirs.index(token) + 1 if token in theirs else None)
    for name, made in tokens.items():
        assert [comparison.learned(name, k).merge.token for k in range(1, len(made) + 1)] == made


@given(
    words=word_frequencies,
    by=st.sampled_from(["step", "size"]),
    most=limits,
    wanted=st.text("ab#", min_size=1, max_size=3),
)
@examples(40)
def test_every_position_equals_a_recount(words, by, most, wanted):
    comparison = compared(words, by=by, max_merges=most)
    occurrences = sum(words.values())
    characters = sum(len(word) * count for word, count in words.items())
    for position in range(comparison.last + 1):
        splits = {}
        for name, timeline in comparison.timelines.items():
            size = comparison.smallest + position
            within = [k for k in range(len(timeline) + 1) if timeline.growth(k).vocabulary <= size]
            step = min(position, len(timeline)) if by == "step" else max(within, default=0)
            assert comparison.step(name, position) == step
            splits[name] = now = dict(timeline.splits(step))
            tokens = sum(len(now[word]) * words[word] for word in words)
            whole = sum(words[word] for word in words if len(now[word]) == 1)
            measures = comparison.measures_at([0, position])
            assert {measure: of[name][1] for measure, of in measures.items()} == {
                "tokens_per_word": tokens / occurrences if words else 0,
                "token_length": characters / tokens if words else 0,
                "whole_words": pytest.approx(whole / occurrences if words else 0),
            }
        differs = [
            len({frozenset(cuts(splits[name][word], name != "bpe")) for name in NAMES}) > 1
            for word in words
        ]
        shown = comparison.words(position, range(len(words)))
        assert [(word.word, word.frequency, word.splits, word.differs) for word in shown] == [
            (word, words[word], tuple(splits[name][word] for name in NAMES), differ)
            for word, differ in zip(words, differs, strict=True)
        ]
        every = [*range(len(words))]
        assert comparison.find_words(position) == every
        assert comparison.find_words(position, only_differing=True) == [
            i for i in every if differs[i]
        ]
        assert comparison.find_words(position, differing_first=True) == sorted(
            every, key=lambda i: not differs[i]
        )
        assert comparison.find_words(position, contains=wanted) == [
            i
            for i, word in enumerate(words)
            if wanted in word or any(wanted in splits[name][word] for name in NAMES)
        ]
    for name, timeline in comparison.timelines.items():
        steps = [comparison.step(name, position) for position in range(comparison.last + 1)]
        for k in range(1, len(timeline) + 1):
            found = comparison.position_of(name, k)
            assert found == next(position for position, step in enumerate(steps) if step >= k)

"""Questions of a quiz: what they ask and offer, against `tests.oracle`."""

from collections.abc import Iterable
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.facts import recounted
from tests.oracle import Oracle
from tests.strategies import examples, markings, tie_breaks, word_frequencies
from tests.wordpiece import trainings
from wordpiece import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.scoring import LIKELIHOOD_GAIN
from wordpiece.teaching.quiz import (
    KINDS,
    LONGEST,
    UNK,
    PairCounts,
    PairQuestion,
    ReplayQuestion,
    merge_question,
    questions,
    words_to_show,
)
from wordpiece.teaching.quiz.pairs import pair_questions
from wordpiece.teaching.wording import in_lowest_terms
from wordpiece.text.corpus import from_text

SAMPLES = Path(__file__).parents[2] / "sample_corpora"

kinds = st.sampled_from(("mixed", *KINDS))


def trained(words, **options):
    """Return the timelines of WordPiece and BPE on the same words."""
    return trainings.trained(WordPieceTrainer, words, **options), trainings.trained(
        BPETrainer, words
    )


def asked(both, seeds: Iterable[int], kind: Any = "mixed") -> list[Any]:
    """Return the questions of several seeds."""
    return [q for seed in seeds for q in questions(*both, kind=kind, seed=seed)]


@pytest.fixture(scope="module")
def toy():
    return trained(golden.TOY)


@pytest.fixture(scope="module")
def course():
    return trained(golden.COURSE)


def counts(plain: Oracle, k: int, pair) -> PairCounts:
    symbols = plain.symbols(k)
    return PairCounts(plain.pairs(k)[pair], symbols[pair[0]], symbols[pair[1]])


def check(question, plains):
    """Compare a question with plain trainings, the second by BPE."""
    plain = plains[question.kind in ("bpe", "replay")]
    if isinstance(question, PairQuestion):
        (check_change if question.kind == "change" else check_next)(question, plain)
        return
    k, word = question.step, question.word
    entries = plain.vocabulary(k).difference(BERT_SPECIAL_TOKENS if plain.special else ())
    matched, (replayed, applied) = plain.match(k, word), plain.replay(k, word)
    assert 0 < len(word) <= LONGEST and question.choices[-1] == UNK
    assert {*question.choices} <= {*entries, UNK}
    if isinstance(question, ReplayQuestion):
        assert question.tokens == tuple(replayed) and question.matched == tuple(matched)
        assert applied and [replay.rank + 1 for replay in question.trace.replays] == [
            rank for rank, _ in applied
        ]
        listed = [number for number, _ in question.merges]
        assert listed == sorted({*listed}) and len(listed) == min(k, 12)
        assert {rank for rank, _ in applied} <= {*listed} <= {*range(1, k + 1)}
        assert all(plain.merges[number - 1] == pair for number, pair in question.merges)
    else:
        assert question.tokens == tuple(matched) and question.vocabulary == len(entries)
        if UNK not in replayed:
            assert question.replayed == tuple(replayed)
    text = word + plain.suffix
    fits = {plain.prefix * (i > 0) + text[i:j] for i in range(len(text))
            for j in range(i + 1, len(text) + 1)}  # fmt: skip
    assert {t for t in fits.intersection(entries) if t.isprintable() and t.split() == [t]} <= {
        *question.choices
    }


def check_next(question, plain):
    k, pairs = question.step, plain.pairs(question.step)
    tied = plain.tied(k)
    ratios = {pair: counts(plain, k, pair) for pair in pairs}
    ratio = {p: n.pair_count / (n.left_count * n.right_count) for p, n in ratios.items()}
    assert question.merge.pair == plain.merges[k]
    assert 2 <= len(question.candidates) <= 4
    assert len({c.row.pair for c in question.candidates}) == len(question.candidates)
    for candidate in question.candidates:
        pair = candidate.row.pair
        assert PairCounts.of(candidate.row) == ratios[pair]
        assert candidate.right == (pair in tied) == (candidate.role in ("best", "tied"))
        holds = {
            "best": pair == plain.merges[k],
            "tied": pair != plain.merges[k],
            "frequent": pairs[pair] == max(pairs.values()),
            "rare": pairs[pair] == min(pairs.values()),
            "exclusive": ratio[pair] == max(ratio.values()) > ratio[plain.merges[k]],
            "other": True,
        }
        assert holds[candidate.role]
    assert question.right.row.pair == plain.merges[k]
    assert not all(candidate.right for candidate in question.candidates)


def check_change(question, plain):
    k = question.step
    assert question.merge.pair == plain.merges[k]
    rights = [candidate.right for candidate in question.candidates]
    assert rights.count(True) == 1 and 2 <= len(rights) <= 4
    for candidate in question.candidates:
        pair = candidate.row.pair
        before, after = counts(plain, k, pair), counts(plain, k + 1, pair)
        assert (PairCounts.of(candidate.row), candidate.after) == (before, after)
        moves = plain.pairs(k + 1)[pair] and plain.score(k, pair) != plain.score(k + 1, pair)
        assert bool(moves) == candidate.right == (candidate.role == "moves")
        assert candidate.right or before == after


@examples(60)
@given(
    words=word_frequencies, tie_break=tie_breaks, marking=markings, kind=kinds,
    seed=st.integers(0, 9),
)  # fmt: skip
def test_questions_on_any_words_are_those_of_their_training(words, tie_break, marking, kind, seed):
    both = trained(words, tie_break=tie_break, marking=marking)
    found = asked(both, [seed], kind)
    assert len(found) <= 10 and found == asked(both, [seed], kind)
    # A question may show the answer to an earlier one, so steps never go down.
    assert [q.step for q in found] == sorted(q.step for q in found)
    plains = [recounted(timeline) for timeline in both]
    for question in found:
        assert kind in ("mixed", question.kind)
        check(question, plains)


@pytest.mark.parametrize(
    "words", [{"hug": 1}, {"咖啡馆": 2, "咖啡": 3}, {"a" * 50: 1}, {"[CLS]": 1, "hug": 2}]
)
def test_small_corpora_give_some(words):
    both = trained(words)
    plains = [recounted(timeline) for timeline in both]
    for kind in ("mixed", "split"):
        found = asked(both, range(5), kind)
        assert found
        for question in found:
            check(question, plains)


@pytest.mark.parametrize("words", [{}, {"a": 3}, {"a": 3, "b": 1}])
def test_words_of_one_symbol_give_no_questions(words):
    assert questions(*trained(words)) == ()


def in_brief(question):
    """Return a question in one line: its kind and step, and the pairs or the word."""
    if isinstance(question, PairQuestion):
        marks = {True: "*", False: ""}
        pairs = (marks[c.right] + "+".join(c.row.pair) for c in question.candidates)
        return f"{question.kind} {question.step}: {' '.join(pairs)}"
    return f"{question.kind} {question.step}: {question.word}"


# A star marks the right pair.
OF_THE_TOY = """
bpe 0: b+u g+s u+n *u+g
split 1: pugs
replay 1: hugsug
bpe 1: h+ug ug+s b+u *u+n
change 2: p+##u ##u+##n b+##u *hu+##g
next 3: ##u+##n p+##u *hu+##g b+##u
next 5: pu+##g pu+##n ##u+##n *b+##u
replay 5: hpun
change 6: *pu+##n pu+##g
split 7: bqnn
"""


def test_a_link_asks_the_same_in_every_version(toy):
    """Classes have links to questions, so a seed must always give the same ones."""
    assert [in_brief(q) for q in questions(*toy, seed=1)] == OF_THE_TOY.split("\n")[1:-1]


def test_a_score_whose_counts_change_but_not_its_value_is_not_offered():
    # Merging x a turns a b from 2 / (2 × 5) into 1 / (1 × 5).
    both = trained({"xab": 1, "ab": 1, "b": 3, "cd": 4}, marking="none")
    assert both[0].pair(1) == ("x", "a")
    assert 0 not in {question.step for question in asked(both, range(20), "change")}


def test_which_merge_comes_is_not_asked_where_all_are_tied_or_one_was_chosen(toy):
    # After merges 1, 4 and 7 all pairs of the toy share the score; after 8 one is left.
    assert {q.step for q in asked(toy, range(30), "next")} == {0, 2, 3, 5, 6}
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()
    steps = {q.step for q in asked((trainer.timeline(),) * 2, range(20), "next")}
    assert steps and 2 not in steps


def test_a_pair_whose_gain_looks_like_the_best_is_not_offered():
    corpus = from_text((SAMPLES / "story_en.txt").read_text("utf-8"), str.lower)
    options = {"score": LIKELIHOOD_GAIN, "marking": "##"}
    timeline = trainings.trained(Trainer, corpus.word_frequencies, max_merges=150, **options)
    found = 0
    for step in range(len(timeline)):
        best, *others = timeline.scores(step).rows(0, 5)
        printed = str(in_lowest_terms(best, LIKELIHOOD_GAIN))
        alike = {
            row.pair
            for row in others
            if row.score < best.score and str(in_lowest_terms(row, LIKELIHOOD_GAIN)) == printed
        }
        if alike:
            made = (pair_questions("next", timeline, [step], set(), Random(k)) for k in range(9))
            for question in (merge_question(timeline, step), *chain.from_iterable(made)):
                assert question and not alike & {each.tokens for each in question.candidates}
                found += 1
    assert found


def test_ten_of_the_toy_and_of_the_course_differ_and_lie_far_apart(toy, course):
    for seed in range(10):
        found = asked(toy, [seed])
        assert len(found) == 10 == len({*found}) and {q.kind for q in found} == {*KINDS}
    last = len(course[0])
    for seed in range(5):
        for kind in ("next", "change", "split"):
            steps = [q.step for q in asked(course, [seed], kind)]
            assert len(steps) == 10 and len(set(steps)) >= 9
            assert 2 <= sum(step < last / 2 for step in steps) <= 8
    mixed = asked(course, [1])
    supposed = {q.step for q in mixed if q.kind == "change"}
    assert not supposed & {q.step for q in mixed if q.kind == "next"}
    assert len({questions(*course, seed=seed) for seed in range(8)}) == 8
    with pytest.raises(ValueError, match="Unknown kind 'why'"):
        asked(course, [1], "why")


def test_the_words_shown_hold_the_pairs(toy, course):
    for kind in ("next", "change"):
        for question in asked(course, [2], kind):
            positions = words_to_show(course[0], question, most=8)
            assert 0 < len(positions) <= 8 and list(positions) == sorted(positions)
            splits = [course[0].word(question.step, i).symbols for i in positions]
            pairs = {c.row.pair for c in question.candidates}
            pairs |= {question.merge.pair} if kind == "change" else set()
            assert pairs <= {pair for split in splits for pair in pairwise(split)}
    assert words_to_show(toy[0], asked(toy, [1], "next")[0]) == (0, 1, 2, 3, 4)

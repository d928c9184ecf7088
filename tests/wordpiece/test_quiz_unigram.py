"""Questions about Unigram, against the textbook and a count of all splits."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import isclose, log, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.facts import facts_of
from tests.strategies import examples
from tests.wordpiece.test_unigram import course, short_words, trained
from wordpiece.message import Token, message, text
from wordpiece.teaching.grading import grade, grade_cheapest, product, skipped
from wordpiece.teaching.quiz import (
    LONGEST,
    UNIGRAM_KINDS,
    questions_of_unigram,
    removal_question,
    unigram,
    words_to_show,
)
from wordpiece.teaching.removals import LOWEST_COUNT
from wordpiece.unigram.textbook import best_split, exact_log, likelihood, probabilities


def asked(timeline, **options) -> list[Any]:
    return [*questions_of_unigram(timeline, **options)]


def every_split(word, p):
    """Return each split of a word into pieces, with the product of their probabilities."""
    places = range(1, len(word))
    cuts = ([0, *c, len(word)] for n in range(len(word)) for c in combinations(places, n))
    found = (tuple(word[a:b] for a, b in pairwise(cut)) for cut in cuts)
    return {split: prod(p[piece] for piece in split) for split in found if p.keys() >= {*split}}


def longest_match(word, pieces):
    """Return the split that takes the longest piece each time."""
    end = max((end for end in range(1, len(word) + 1) if word[:end] in pieces), default=0)
    return (word[:end], *longest_match(word[end:], pieces)) if word else ()


LONGEST_MATCH = message(
    "Longest match always takes the longest piece that fits. Unigram compares the probabilities of "
    "whole splits."
)


def check_split(question, p):
    splits, word = every_split(question.word, p), question.word
    assert 0 < len(word) <= LONGEST
    for it in question.candidates:
        assert isclose(it.value, splits[it.tokens])
        assert it.right == (splits[it.tokens] == max(splits.values()))
        assert it.right or (it.role == "longest") == (it.tokens == longest_match(word, p))
        *others, said = grade(question, it.tokens).feedback
        assert (LONGEST_MATCH in others) == (it.role == "longest" and not it.right)
        facts = facts_of(said)
        if it.right:
            assert said == message("No other split of {word} is more probable.", word=Token(word))
        else:
            assert facts["best"] == [*question.right.tokens]
            exact = float(max(splits.values()) / splits[it.tokens])
            assert isclose(facts["ratio"], exact, rel_tol=0.005)
        for piece in it.tokens:
            assert f"{float(p[piece]):.3g}".replace("e-0", "e-") in text(product(it))


def check_removal(question, words, p):
    whole = likelihood(words, p)
    costs = {
        piece: exact_log(whole / likelihood(words, p, without=piece)) for piece in p if piece[1:]
    }
    counts, least = dict(question.counts), min(costs.values())
    for it in question.candidates:
        (piece,) = it.tokens
        assert isclose(it.value, costs[piece], abs_tol=1e-9)
        assert it.right == isclose(costs[piece], least, abs_tol=1e-9)
        lowest = Fraction(counts[piece], question.total) == min(p[other] for other in costs)
        assert lowest if it.role == "rare" else True
        said, *others = grade(question, it.tokens).reason
        assert (LOWEST_COUNT.fill(piece=Token(piece)) in others) == (it.role == "rare")
        facts = facts_of(said)
        assert (facts["piece"], facts["cost"]) == (piece, it.value)
        if not it.right:
            best = question.right
            assert (facts["best"], facts["least"]) == (best.tokens[0], best.value)
            assert costs[piece] - least > 0.009  # so that rounded figures differ
        why = facts_of(it.why)
        if costs[piece] > 1e-9:
            assert why["n"] == sum(piece in best_split(word, p)[0] for word in words)
        else:
            assert isclose(why["loss"], exact_log(1 / whole))


def check(question, timeline):
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    counts = timeline.counts(question.step)
    p = probabilities(counts)
    assert {piece: counts[piece] for piece, _ in question.counts} == dict(question.counts)
    assert question.total == sum(counts.values())
    assert 2 <= len(question.candidates) <= 4
    assert len({it.tokens for it in question.candidates}) == len(question.candidates)
    rights = [it.right for it in question.candidates]
    assert 1 <= rights.count(True) <= 2 and not all(rights)
    for it in question.candidates:
        assert grade(question, it.tokens).right == it.right
    passed = skipped(question)
    assert not passed.right and passed.reason == grade(question, question.right.tokens).reason
    if question.kind == "likeliest":
        check_split(question, p)
    else:
        check_removal(question, words, p)


def test_a_removal_is_asked_about_whenever_another_costs_clearly_more(monkeypatch):
    timeline = course()
    most = [row.cost for row in timeline.costs(0)][-1]
    least = timeline.costs(0).rows(0, 1)[0].cost
    monkeypatch.setattr(unigram, "MORE", most - least - 1e-6)
    assert all(removal_question(timeline, 0, Random(seed)) for seed in range(50))


@given(
    words=short_words, seed=st.integers(0, 9), share=st.sampled_from([None, 0.3]),
    kind=st.sampled_from(("mixed", *UNIGRAM_KINDS)),
)  # fmt: skip
@examples(25)
def test_the_right_answers_are_those_of_the_textbook(words, seed, share, kind):
    timeline = trained(words, share=share)
    found = asked(timeline, kind=kind, seed=seed)
    assert len(found) <= 10 and found == asked(timeline, kind=kind, seed=seed)
    assert [q.step for q in found] == sorted(q.step for q in found)
    for question in found:
        assert kind in ("mixed", question.kind)
        check(question, timeline)


def in_brief(question):
    """Return a question in one line: its kind, step, word and candidates, stars for right ones."""
    each = ("*" * it.right + "+".join(it.tokens) for it in question.candidates)
    return f"{question.kind} {question.step}: {' '.join([question.word, *each]).strip()}"


OF_THE_TOY = """
likeliest 0: hugun hu+g+un h+ug+un hug+u+n *hug+un
cheapest 0: hug *hu
likeliest 1: puug p+u+u+g p+u+ug pu+u+g *pu+ug
likeliest 2: puugs p+u+u+gs pu+u+gs *pu+ugs p+u+ugs
cheapest 3: *gs pu hug bu
cheapest 4: hug *ugs pu bu
likeliest 5: bhug *b+hug b+h+u+g
cheapest 5: pu hug *bu
likeliest 6: pughug *pu+g+hug p+u+g+hug pu+g+h+u+g p+u+g+h+u+g
cheapest 6: *pu hug
"""


def test_a_link_asks_the_same_in_every_version():
    """Classes have links to questions, so a seed must always give the same ones."""
    found = [in_brief(q) for q in asked(trained())]
    assert found == OF_THE_TOY.split("\n")[1:-1]


def test_the_toys_first_removal_has_its_golden_cost_and_a_wrong_answer():
    found = [q for seed in range(9) for q in asked(trained(), seed=seed)]
    first = [q for q in found if q.kind == "cheapest" and q.step == 0]
    assert first
    for question in first:
        costs = {it.tokens[0]: round(it.value, 3) for it in question.candidates}
        assert costs.pop("hug") == 23.514 and {*costs.values()} == {0}


def test_equal_costs_that_differ_in_the_last_digit_are_both_right():
    timeline = trained({"cbaba": 2, "cbbab": 2})
    cheapest = timeline.costs(11).cheapest
    assert cheapest == ("cbab", "cbba")
    for piece in cheapest:
        verdict = grade_cheapest(timeline, 11, piece)
        said = f"The removal of {piece} costs 4.89, and no other removal costs less."
        assert verdict.right and str(*verdict.reason) == said


def test_the_words_shown_contain_the_pieces():
    timeline = course()
    for question in asked(timeline, kind="cheapest"):
        shown = [timeline.split(question.step, i) for i in words_to_show(timeline, question, 6)]
        assert 0 < len(shown) <= 6
        pieces = {it.tokens[0] for it in question.candidates}
        assert all(pieces & {*split} for split in shown)


def test_em_explains_a_cost_by_the_split_of_the_piece_itself():
    timeline = trained(golden.COURSE, em_rounds=2, start_size=200, share=0.2)
    found = asked(timeline, kind="cheapest")
    assert len(found) > 3
    for question in found:
        model = timeline.model(question.step)
        for it in question.candidates:
            own = next(s for s in model.n_best(it.tokens[0], 2) if len(s.pieces) > 1)
            p, count = model.probability(it.tokens[0]), model.counts[it.tokens[0]]
            cost = max(0, count * log(p / own.probability))
            assert isclose(it.value, cost, rel_tol=1e-6, abs_tol=1e-6)
            split = "ost probable split into smaller pieces, " + " ".join(own.pieces)
            end = f"itself, so the cost is {cost}." if own.probability > p else f"{split}."
            assert split in text(it.why).replace(f" of {it.tokens[0]} into", " into")
            assert text(it.why).endswith(end)


def test_single_characters_give_no_questions():
    assert not asked(trained({"a": 3, "b": 1}))
    with pytest.raises(ValueError, match="Unknown kind 'next'; choose mixed or one of likeliest"):
        asked(trained(), kind="next")

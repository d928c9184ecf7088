"""Questions and grading: what the engine itself says is right, and nothing else."""

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, WordPieceEncoder, WordPieceTrainer
from wordpiece.message import paragraph
from wordpiece.teaching.grading import grade
from wordpiece.teaching.quiz import (
    KINDS,
    LONGEST,
    UNK,
    PairCounts,
    PairQuestion,
    ReplayQuestion,
    SplitQuestion,
    questions,
    words_to_show,
)

kinds = st.sampled_from(("mixed", *KINDS))


def trained(words, **options):
    """The timelines of WordPiece and BPE on the same words."""
    both = WordPieceTrainer(words, **options), BPETrainer(words)
    for trainer in both:
        trainer.run()
    return tuple(trainer.timeline() for trainer in both)


@pytest.fixture(scope="module")
def toy():
    return trained(golden.TOY)


@pytest.fixture(scope="module")
def course():
    return trained(golden.COURSE)


def at_step(both, kind, step):
    """The question of a kind at a step, whatever seed asks it."""
    for seed in range(60):
        for question in questions(*both, kind=kind, seed=seed):
            if question.step == step:
                return question
    raise AssertionError(f"no question at step {step}")


def split_of(both, word, step):
    """The question how a word is tokenized after a step."""
    for seed in range(400):
        for question in questions(*both, kind="split", seed=seed):
            if (question.word, question.step) == (word, step):
                return question
    raise AssertionError(f"nobody asks for {word} at step {step}")


# The toy words, by hand.


def test_the_first_merge_of_the_toy(toy):
    question = at_step(toy, "next", 0)
    roles = {candidate.row.pair: candidate.role for candidate in question.candidates}
    assert roles[("##g", "##s")] == "best" and roles[("##u", "##g")] == "frequent"
    right = grade(question, ("##g", "##s"))
    assert right.right and right.slip == ""
    assert "##s never occurs without ##g before it" in paragraph(right.feedback)
    wrong = grade(question, ("##u", "##g"))
    assert not wrong.right and wrong.slip == "pair"
    assert "By count, yours is the top pair, and BPE's rule is the count." in paragraph(
        wrong.reason
    )
    figures = "##u + ##g: 20 / (36 × 20) = 1/36, against 5 / (20 × 5) = 1/20 for ##g + ##s."
    assert paragraph(wrong.comparison) == figures
    with pytest.raises(ValueError, match="not one of the candidates"):
        grade(question, ("x", "y"))


def test_no_question_where_every_pair_is_tied(toy):
    # After merges 1, 4 and 7 all pairs of the toy share the score; after 8 one is left.
    steps = {q.step for seed in range(30) for q in questions(*toy, kind="next", seed=seed)}
    assert steps == {0, 2, 3, 5, 6}


def test_the_first_merge_of_bpe(toy):
    question = at_step(toy, "bpe", 0)
    assert grade(question, ("u", "g")).right
    exclusive = next(c for c in question.candidates if c.role == "exclusive")
    assert exclusive.row.pair == ("g", "s")
    verdict = grade(question, ("g", "s"))
    assert "WordPiece's score ranks it above the winner" in paragraph(verdict.reason)
    assert paragraph(verdict.comparison) == "g + s: 5 times, against 20 times for u + g."


def test_what_the_third_merge_changes(toy):
    question = at_step(toy, "change", 2)
    assert question.merge.pair == ("hu", "##gs")
    assert question.right.row.pair == ("hu", "##g")
    assert question.right.after == PairCounts(10, 10, 15)
    verdict = grade(question, ("p", "##u"))
    assert not verdict.right
    assert "hu now occurs 10 times, not 15" in paragraph(verdict.reason)
    said = paragraph(verdict.comparison)
    assert "p + ##u: 17 / (17 × 21) = 1/21, before and after." in said
    assert "hu + ##g: 10 / (15 × 15) = 2/45 before, 10 / (10 × 15) = 1/15 after." in said


def test_a_score_whose_counts_change_but_not_its_value_is_not_offered():
    # Merging x a turns a b from 2 / (2 × 5) into 1 / (1 × 5): nobody could say whether it changed.
    both = trained({"xab": 1, "ab": 1, "b": 3, "cd": 4}, marking="none")
    assert both[0].pair(1) == ("x", "a")
    before, after = (both[0].scores(step).find(("a", "b")) for step in (0, 1))
    assert before.score == after.score and before.pair_count != after.pair_count
    asked = [q for seed in range(20) for q in questions(*both, kind="change", seed=seed)]
    assert 0 not in {question.step for question in asked}


def test_pugs_by_longest_match_and_not_by_replay(toy):
    question = split_of(toy, "pugs", 9)
    assert question.tokens == ("pug", "##s") and question.replayed == ("pu", "##gs")
    verdict = grade(question, "  pug \t ##s\n")
    assert verdict.right
    assert "pu ##gs by replaying the same merges" in paragraph(verdict.feedback)
    expected = {
        "pug s": ("marks", "inside a word it is ##s, not s"),
        "##pug ##s": ("marks", "pug begins the word, so it has no ##"),
        "pu ##gs": ("not longest", "At the beginning, pug also fits and is longer"),
        "pugs": ("no token", "pugs is not in the vocabulary after 9 merges"),
        "pug ##gs": ("text", "spell puggs, which is not the word"),
        "pug": ("text", "spell pug,"),
        "pug##s": ("text", "spell pug##s"),
        "[UNK]": ("not unknown", "nothing is unknown here"),
        " ": ("nothing", "no tokens"),
    }
    for answer, (slip, said) in expected.items():
        verdict = grade(question, answer)
        assert not verdict.right and verdict.slip == slip
        assert said in paragraph(verdict.feedback)
        assert paragraph(verdict.feedback).endswith("Longest match gives pug ##s.")


def test_a_later_cut_is_named_with_what_stands_before_it(toy):
    question = split_of(toy, "pugs", 1)
    verdict = grade(question, "p ##u ##g ##s")
    assert verdict.slip == "not longest"
    assert "After p ##u, ##gs also fits and is longer" in paragraph(verdict.feedback)


def test_an_unknown_word_is_unknown_as_a_whole(toy):
    question = next(
        q
        for seed in range(50)
        for q in questions(*toy, kind="split", seed=seed)
        if q.trace.unknown and q.trace.stuck_at
    )
    assert question.tokens == (UNK,) and question.choices[-1] == UNK
    assert grade(question, UNK).right
    verdict = grade(question, [probe.candidate for probe in question.trace.probes if probe.found])
    assert not verdict.right and verdict.slip == "unknown"
    assert f"{question.trace.missing} is not in the vocabulary" in paragraph(verdict.reason)


def test_a_tied_winner_is_right_and_the_tie_break_is_named(course):
    question, tied = next(
        (q, c)
        for seed in range(50)
        for q in questions(*course, kind="next", seed=seed)
        for c in q.candidates
        if c.role == "tied"
    )
    verdict = grade(question, tied.row.pair)
    assert verdict.right and "It shares the best score" in paragraph(verdict.feedback)
    left, right = question.merge.pair
    assert f"the one seen first in the corpus wins. Here that is {left} + {right}." in paragraph(
        verdict.feedback
    )


def test_a_forced_merge_is_not_asked_for():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()
    steps = {
        q.step
        for seed in range(20)
        for q in questions(trainer.timeline(), trainer.timeline(), kind="next", seed=seed)
    }
    assert steps and 2 not in steps


# Merge replay.


def test_replay_is_graded_with_its_merges(course):
    found = {}
    for seed in range(20):
        for question in questions(*course, kind="replay", seed=seed):
            check(question, course)
            found[question.word, question.step] = question
    question = next(q for q in found.values() if q.matched != q.tokens and UNK not in q.tokens)
    right = grade(question, question.tokens)
    assert right.right and right.slip == ""
    assert "Longest match with the same vocabulary would give" in paragraph(right.feedback)
    wrong = grade(question, question.matched)
    assert not wrong.right and wrong.slip == "longest match"
    first = question.trace.replays[0]
    assert f"merge {first.rank + 1}, {first.pair[0]} + {first.pair[1]}" in paragraph(wrong.reason)
    assert paragraph(wrong.feedback).endswith(f"gives {' '.join(question.tokens)}.")
    single = grade(question, [*question.word])
    assert single.slip == "not merged" and "applies too" in paragraph(single.reason)
    assert grade(question, [question.word]).slip in ("no merge", "longest match")
    assert grade(question, question.word + "x").slip == "text"
    assert grade(question, UNK).slip == "not unknown"
    assert grade(question, " ").slip == "nothing"
    strange = next(q for q in found.values() if UNK in q.tokens)
    assert grade(strange, strange.tokens).right
    verdict = grade(strange, UNK if len(strange.tokens) > 1 else "x")
    assert not verdict.right
    assert "unknown: training never saw" in paragraph(grade(strange, [*strange.word]).reason)


@pytest.mark.slow
def test_no_question_shows_the_answer_to_a_later_one(toy, course):
    for both in (toy, course):
        for kind in ("mixed", *KINDS):
            for seed in range(10):
                steps = [question.step for question in questions(*both, kind=kind, seed=seed)]
                assert steps == sorted(steps)


# Any corpus.


def replayed(word, merges):
    """The merges on a word, the earliest first, one place after the other."""
    symbols, ranks = [*word], {pair: k for k, pair in reversed(merges)}
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks]:
        _, i = min(found)
        symbols[i : i + 2] = ["".join(symbols[i : i + 2])]
    return tuple(symbols)


def check(question, both):
    timeline = both[question.kind in ("bpe", "replay")]
    if isinstance(question, ReplayQuestion):
        known = {char for word in timeline.words for char in word}
        listed = [(k, pair) for k, pair in question.merges if k <= question.step]
        assert len(listed) == len(question.merges) <= 12 or question.step <= 12
        assert listed == sorted(listed) and all(timeline.pair(k) == pair for k, pair in listed)
        marked = "".join(char if char in known else "\0" for char in question.word)
        tokens = tuple(s.replace("\0", UNK) for s in replayed(marked, listed))
        assert question.tokens == tokens and set(tokens) <= set(question.choices)
        everything = [(k, timeline.pair(k)) for k in range(1, question.step + 1)]
        assert replayed(marked, everything) == replayed(marked, listed)
        assert question.word not in timeline.words or len(timeline.words) < 12
        assert grade(question, tokens).right and grade(question, " ".join(tokens)).right
        return
    if isinstance(question, SplitQuestion):
        encoder = WordPieceEncoder.from_timeline(timeline, question.step)
        tokens = tuple(encoder.encode_word(question.word))
        assert question.tokens == tokens
        assert set(tokens) <= set(question.choices)
        assert 0 < len(question.word) <= LONGEST
        assert grade(question, tokens).right and grade(question, " ".join(tokens)).right
        return
    assert isinstance(question, PairQuestion)
    assert 2 <= len(question.candidates) <= 4
    assert len({c.row.pair for c in question.candidates}) == len(question.candidates)
    table = timeline.scores(question.step)
    best = table.rows(0, 1)[0]
    verdicts = []
    for candidate in question.candidates:
        row = candidate.row
        assert table.find(row.pair) == row
        verdict = grade(question, row.pair)
        verdicts.append(verdict.right)
        assert verdict.right == (verdict.slip == "")
        if question.kind == "change":
            then = timeline.scores(question.step + 1).find(row.pair)
            assert then is not None and PairCounts.of(then) == candidate.after
            assert verdict.right == (then.score != row.score)
        else:
            assert verdict.right == (row.score == best.score)
    assert True in verdicts and False in verdicts
    if question.kind == "change":
        assert verdicts.count(True) == 1
        assert question.merge.pair == timeline.pair(question.step + 1)
    else:
        assert question.merge.pair == best.pair == question.right.row.pair


@examples(50)
@given(
    words=word_frequencies,
    tie_break=tie_breaks,
    marking=markings,
    kind=kinds,
    seed=st.integers(0, 9),
)
def test_the_engine_agrees_with_its_own_questions(words, tie_break, marking, kind, seed):
    both = trained(words, tie_break=tie_break, marking=marking)
    asked = questions(*both, kind=kind, seed=seed)
    assert len(asked) <= 10
    assert asked == questions(*both, kind=kind, seed=seed)
    for question in asked:
        assert kind in ("mixed", question.kind)
        check(question, both)


@examples(40)
@given(words=word_frequencies, marking=markings, data=st.data())
def test_any_other_sequence_of_tokens_is_wrong(words, marking, data):
    both = trained(words, marking=marking)
    kind = data.draw(st.sampled_from(["split", "replay"]))
    asked = questions(*both, kind=kind, seed=data.draw(st.integers(0, 9)), count=3)
    assume(asked)
    question = data.draw(st.sampled_from(asked))
    pieces = st.lists(st.sampled_from([*question.choices, *question.word, "##", "x"]), max_size=6)
    other = data.draw(st.one_of(pieces, st.text(max_size=8)))
    given_tokens = tuple(other.split()) if isinstance(other, str) else tuple(other)
    verdict = grade(question, other)
    assert verdict.right == (given_tokens == question.tokens)
    assert verdict.right == (verdict.slip == "")
    assert paragraph(verdict.feedback)


def test_cuts_of_the_word_without_marks_are_told_apart(toy):
    """Right pieces without ##, for every word asked, are that slip and no other."""
    found = 0
    for seed in range(20):
        for question in questions(*toy, kind="split", seed=seed):
            bare = [t.removeprefix("##") for t in question.tokens]
            if len(bare) > 1:
                found += 1
                assert grade(question, bare).slip == "marks"
    assert found > 20


def test_words_that_the_merges_would_cut_otherwise_are_preferred(course):
    words = [
        question
        for seed in range(10)
        for question in questions(*course, kind="split", seed=seed)
        if not question.trace.unknown
    ]
    differ = sum(question.tokens != question.replayed for question in words)
    assert differ >= len(words) / 8  # drawn blindly, it is one in a hundred
    several = sum(len(question.tokens) < len(question.word) for question in words)
    assert several >= len(words) * 0.8


@pytest.mark.parametrize("words", [{}, {"a": 3}, {"a": 3, "b": 1}])
def test_words_of_one_symbol_give_no_questions(words):
    assert questions(*trained(words)) == ()


@pytest.mark.parametrize("words", [{"hug": 1}, {"咖啡馆": 2, "咖啡": 3}, {"a" * 50: 1}])
def test_small_corpora_give_some(words):
    both = trained(words)
    asked = questions(*both)
    assert asked
    for question in asked:
        check(question, both)


def test_the_toy_has_ten_and_they_do_not_repeat(toy):
    for seed in range(30):
        asked = questions(*toy, seed=seed)
        assert len(asked) == 10 and len(set(asked)) == 10
        assert {q.kind for q in asked} == set(KINDS)


def test_a_larger_corpus_spreads_the_steps(course):
    last = len(course[0])
    for seed in range(5):
        for kind in ("next", "change", "split"):
            steps = [q.step for q in questions(*course, kind=kind, seed=seed)]
            assert len(steps) == 10
            # In any half there are some, and of two kinds of ten at most a few coincide.
            assert 2 <= sum(step < last / 2 for step in steps) <= 8
            assert len(set(steps)) >= 9
    mixed = questions(*course, seed=1)
    supposed = {q.step for q in mixed if q.kind == "change"}
    assert not supposed & {q.step for q in mixed if q.kind == "next"}


def test_other_seeds_ask_otherwise(course):
    assert len({questions(*course, seed=seed) for seed in range(8)}) == 8
    with pytest.raises(ValueError, match="Unknown kind 'why'"):
        questions(*course, kind="why")


SCRIPT = """
from tests import golden
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.teaching.quiz import questions
both = WordPieceTrainer(golden.COURSE), BPETrainer(golden.COURSE)
for trainer in both: trainer.run()
print([repr(q) for q in questions(*(t.timeline() for t in both), seed=5)])
"""


def test_every_process_asks_the_same():
    """Python's hash seed, which differs from process to process, plays no part."""
    said = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(said) == 1 and "PairQuestion" in said.pop()


def test_the_words_shown_hold_the_pairs(course):
    for question in questions(*course, kind="next", seed=2):
        positions = words_to_show(course[0], question, most=8)
        assert 0 < len(positions) <= 8 and list(positions) == sorted(positions)
        splits = [course[0].word(question.step, i).symbols for i in positions]
        for candidate in question.candidates:
            left, right = candidate.row.pair
            assert any((left, right) in pairwise(s) for s in splits)
    whole = questions(*trained(golden.TOY), kind="next")[0]
    assert words_to_show(trained(golden.TOY)[0], whole) == (0, 1, 2, 3, 4)


@pytest.mark.slow
def test_ten_questions_of_each_kind_on_a_large_corpus():
    rng = np.random.default_rng(3)
    parts = ["".join(rng.choice([*"abcdefghijklmnopqrstuvwxyz"], 3)) for _ in range(700)]
    words = {
        "".join(rng.choice(parts, int(n))): int(f)
        for n, f in zip(rng.integers(2, 4, 3_000), rng.zipf(1.4, 3_000) % 900 + 1, strict=True)
    }
    both = trained(words, max_merges=4_000)
    for kind in ("mixed", *KINDS):
        assert len(questions(*both, kind=kind, seed=4)) == 10


def test_a_word_spelled_like_a_special_token_is_not_asked():
    both = trained({"[CLS]": 1, "hug": 2})
    asked = [q for n in range(20) for q in questions(*both, kind="split", seed=n)]
    assert asked
    for question in asked:
        check(question, both)

"""Options of questions that a class votes on: grading decides which of them are right."""

from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples, markings, tie_breaks, word_frequencies
from tests.wordpiece.test_quiz import trained as both
from wordpiece import WordPieceTrainer
from wordpiece.teaching.grading import grade
from wordpiece.teaching.quiz import (
    CANDIDATES,
    UNK,
    QuestionKind,
    SplitQuestion,
    TypedQuestion,
    merge_question,
    questions,
    token_options,
)


def typed(timelines, kind: QuestionKind, seed: int = 0) -> Iterator[TypedQuestion]:
    """Yield questions whose answer is a list of tokens."""
    for question in questions(*timelines, kind=kind, seed=seed):
        assert isinstance(question, TypedQuestion)
        yield question


@given(word_frequencies, markings, st.sampled_from(["split", "replay"]), st.integers(2, 6))
@examples(40)
def test_options_differ_and_exactly_one_is_right(words, marking, kind, count):
    for question in typed(both(words, marking=marking), kind):
        options = token_options(question, count)
        assert 2 <= len(options) <= count
        assert len({option.tokens for option in options}) == len(options)
        verdicts = [grade(question, option.tokens).right for option in options]
        assert verdicts == [option.right for option in options]
        assert verdicts.count(True) == 1
        assert options == token_options(question, count)


def test_the_other_way_to_encode_is_among_the_options():
    timelines = both(golden.COURSE)
    kinds_unknown, places = set(), set()
    kinds: tuple[QuestionKind, ...] = ("split", "replay")
    for kind, seed in product(kinds, range(1, 6)):
        for question in typed(timelines, kind, seed):
            options = token_options(question)
            offered = [option.tokens for option in options]
            other = question.replayed if isinstance(question, SplitQuestion) else question.matched
            assert other in offered
            if UNK in question.tokens:
                assert (UNK,) in offered
                kinds_unknown.add(kind)
            places.add([option.right for option in options].index(True))
    assert kinds_unknown == {"split", "replay"} and places == {0, 1, 2, 3}


@given(word_frequencies, markings, tie_breaks)
@examples(40)
def test_every_pair_with_the_best_score_is_right(words, marking, tie_break):
    for timeline in both(words, marking=marking, tie_break=tie_break):
        for step in range(len(timeline) + 1):
            question = merge_question(timeline, step)
            table = timeline.scores(step)
            if question is None:
                assert step == len(timeline) or table.ties == len(table)
                continue
            rows = [candidate.row for candidate in question.candidates]
            assert 2 <= len(rows) <= CANDIDATES and len({row.pair for row in rows}) == len(rows)
            best = max(row.score for row in table.rows())
            rights = [row.score == best for row in rows]
            assert rights == [candidate.right for candidate in question.candidates]
            assert any(rights) and not all(rights)
            assert question.right.row.pair == timeline.pair(step + 1)
            assert [grade(question, row.pair).right for row in rows] == rights


def test_a_chosen_merge_is_not_voted_on():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()
    assert merge_question(trainer.timeline(), 2) is None
    assert merge_question(both(golden.TOY)[0], 2) is not None

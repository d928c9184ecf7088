"""Questions that a class votes on: the engine's own grading says which options are right."""

from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples, markings, tie_breaks, word_frequencies
from tests.wordpiece.test_quiz import trained
from wordpiece import WordPieceTrainer
from wordpiece.teaching.grading import grade
from wordpiece.teaching.quiz import (
    CANDIDATES,
    UNK,
    SplitQuestion,
    merge_question,
    questions,
    token_options,
)


@given(
    words=word_frequencies,
    marking=markings,
    kind=st.sampled_from(["split", "replay"]),
    count=st.integers(2, 6),
)
@examples(60, deadline=None)
def test_options_differ_and_exactly_one_is_right(words, marking, kind, count):
    for question in questions(*trained(words, marking=marking), kind=kind):
        options = token_options(question, count)
        assert 2 <= len(options) <= count
        assert len({option.tokens for option in options}) == len(options)
        verdicts = [grade(question, option.tokens).right for option in options]
        assert verdicts == [option.right for option in options]
        assert verdicts.count(True) == 1
        assert options == token_options(question, count)


def test_the_other_way_to_encode_is_among_the_options():
    both = trained(golden.COURSE)
    seen = set()
    for seed in range(1, 6):
        for kind in ("split", "replay"):
            for question in questions(*both, kind=kind, seed=seed):
                offered = [option.tokens for option in token_options(question)]
                is_split = isinstance(question, SplitQuestion)
                assert (question.replayed if is_split else question.matched) in offered
                if UNK in question.tokens:
                    assert (UNK,) in offered
                    seen.add(kind)
                seen.add([option.right for option in token_options(question)].index(True))
    assert {"split", "replay", 0, 1, 2, 3} <= seen  # unknown ones, and the right one anywhere


@given(words=word_frequencies, marking=markings, tie_break=tie_breaks)
@examples(60, deadline=None)
def test_every_pair_with_the_best_score_is_right(words, marking, tie_break):
    timeline, bpe = trained(words, marking=marking, tie_break=tie_break)
    for each in (timeline, bpe):
        for step in range(len(each) + 1):
            question = merge_question(each, step)
            table = each.scores(step)
            if question is None:
                assert step == len(each) or table.ties == len(table)
                continue
            rows = [candidate.row for candidate in question.candidates]
            assert 2 <= len(rows) <= CANDIDATES and len({row.pair for row in rows}) == len(rows)
            best = max(row.score for row in table.rows())
            rights = [row.score == best for row in rows]
            assert rights == [candidate.right for candidate in question.candidates]
            assert any(rights) and not all(rights)
            assert question.right.row.pair == each.pair(step + 1)
            assert [grade(question, row.pair).right for row in rows] == rights


def test_a_chosen_merge_is_not_voted_on():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    trainer.step(("hu", "##g"))
    trainer.run()
    assert merge_question(trainer.timeline(), 2) is None
    assert merge_question(trained(golden.TOY)[0], 2) is not None

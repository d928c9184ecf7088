"""Sentences about merges: each says what the numbers say."""

import pytest
from hypothesis import given

from tests import golden
from tests.strategies import algorithms, word_frequencies
from wordpiece import BPETrainer, StopReason, WordPieceTrainer
from wordpiece.message import paragraph
from wordpiece.records import PairScore
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.teaching.wording import explain, formula, stopped


def told(trainer, **forced):
    """The explanation of the next merge of a trainer."""
    before = trainer.timeline().scores(trainer.steps_made)
    step = trainer.step(**forced)
    return paragraph(explain(step, trainer.score, trainer.tie_break, *before.most_frequent()))


def test_the_toy_step_by_step():
    trainer = WordPieceTrainer(golden.TOY)
    assert told(trainer) == (
        "They met 5 times, and ##s is never seen without ##g before it. "
        "By count alone, BPE would have merged ##u + ##g (20 times)."
    )
    assert told(trainer) == (
        "They met 15 times, and h is never seen without ##u after it. "
        "6 pairs share this score; the one seen first in the corpus wins. "
        "By count alone, BPE would have merged p + ##u (17 times)."
    )
    told(trainer)
    told(trainer)
    told(trainer)
    assert told(trainer).startswith("They met 4 times and are never seen apart.")


def test_a_forced_merge_says_what_would_have_won():
    trainer = WordPieceTrainer(golden.TOY)
    assert "You chose this pair; ##g + ##s would have won." in told(trainer, pair=("h", "##u"))


def test_overlaps_and_repeats():
    forced = told(WordPieceTrainer({"aaaa": 1}), pair=("##a", "##a"))
    assert "Counted twice, replaced once" in forced
    bpe = told(BPETrainer({"aaa": 2}))
    assert bpe.startswith("Counted 4 times, replaced twice")


def test_ties_by_the_other_rules():
    alphabetical = WordPieceTrainer(golden.TOY, tie_break="alphabetical")
    drawn = WordPieceTrainer(golden.TOY, tie_break="random")
    alphabetical.run(1), drawn.run(1)
    assert "the first in alphabetical order wins" in told(alphabetical)
    assert "a seeded draw decided" in told(drawn)


def test_a_token_the_vocabulary_has_already():
    trainer = WordPieceTrainer({"##a": 1, "b#": 1, "ba": 1})
    sentences = []
    while trainer.stop_reason is None:
        sentences.append(told(trainer))
    assert any("The vocabulary had ##a already" in sentence for sentence in sentences)


@given(words=word_frequencies, algorithm=algorithms)
def test_never_seen_without_is_true_of_every_word(words, algorithm):
    trainer = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}[algorithm](words)
    while trainer.stop_reason is None:
        splits = dict(trainer.splits)
        before = trainer.timeline().scores(trainer.steps_made)
        step = trainer.step()
        why = explain(step, trainer.score, trainer.tie_break, *before.most_frequent())
        sentence = paragraph(why)
        left, right = step.pair
        if left == right:
            continue
        followed = all(
            split[i + 1 : i + 2] == (right,)
            for split in splits.values()
            for i, symbol in enumerate(split)
            if symbol == left
        )
        preceded = all(
            i > 0 and split[i - 1] == left
            for split in splits.values()
            for i, symbol in enumerate(split)
            if symbol == right
        )
        if algorithm == "wordpiece":
            assert ("never seen apart" in sentence) == (followed and preceded)
            assert ("before it" in sentence) == (preceded and not followed)
            assert ("after it" in sentence) == (followed and not preceded)


@pytest.mark.parametrize("reason", [None, *StopReason])
def test_every_stop_reason_has_a_sentence(reason):
    assert bool(stopped(reason, 3, WORDPIECE)) == (reason is not None)
    assert reason is None or "after 3 merges" in str(stopped(reason, 3, WORDPIECE))


@pytest.mark.parametrize(
    ("score", "said"),
    [(WORDPIECE, "1,200 / (3,000 × 1,200) = 1/3,000"), (PAIR_COUNT, "1,200 times")],
)
def test_formulas_have_thousands_separators(score, said):
    row = PairScore(("a", "b"), 1200, 3000, 1200, 0.0, 1, 1, False)
    assert str(formula(row, score)) == said

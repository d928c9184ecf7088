"""Merges in print that the formula does not make, found in a training."""

from pages.errata import compare_with_print, printed_merge
from tests import golden
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer, WordPieceTrainer


def test_the_course_prints_another_third_merge():
    timeline = trained(WordPieceTrainer, golden.TOY)
    found = {step: printed_merge(timeline, step) for step in range(len(timeline) + 1)}
    [(step, printed)] = [(step, printed) for step, printed in found.items() if printed]
    assert (step, printed) == (2, ("hu", "##g"))
    row = timeline.scores(2).find(printed)
    assert row and str(compare_with_print(row)) == (
        "The Hugging Face course merges hu + ##g next, with the score 1/15. "
        "By its own formula the score is 10 / (15 × 15) = 2/45."
    )


def test_other_words_scores_or_merges_have_no_erratum():
    bpe, other = BPETrainer(golden.TOY, marking="##"), WordPieceTrainer(golden.TOY)
    other.step(("p", "##u"))
    for trainer in (bpe, other):
        trainer.run()
    more = trained(WordPieceTrainer, golden.TOY | {"hug": 11})
    for timeline in (
        trained(WordPieceTrainer, golden.COURSE),
        bpe.timeline(),
        other.timeline(),
        more,
    ):
        assert not any(printed_merge(timeline, step) for step in range(len(timeline) + 1))

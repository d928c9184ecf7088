"""Where print and formula part, noticed in a live training."""

from tests import golden
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.teaching.errata import against_print, printed_merge


def trained(words, **options):
    trainer = WordPieceTrainer(words, **options)
    trainer.run()
    return trainer.timeline()


def test_the_course_goes_another_way_at_the_third_merge():
    timeline = trained(golden.TOY)
    found = [step for step in range(len(timeline) + 1) if printed_merge(timeline, step)]
    assert found == [2]
    printed = printed_merge(timeline, 2)
    assert printed.pair == ("hu", "##g")
    row = timeline.scores(2).find(printed.pair)
    assert str(against_print(printed, row)) == (
        "In print, the Hugging Face course merges hu + ##g next, for 1/15; "
        "the formula gives 10 / (15 × 15) = 2/45."
    )


def test_nothing_is_said_of_other_words_other_scores_or_another_way():
    assert not any(printed_merge(trained(golden.COURSE), step) for step in range(20))
    bpe = BPETrainer(golden.TOY, marking="##")
    bpe.run()
    assert not any(printed_merge(bpe.timeline(), step) for step in range(len(bpe.timeline())))
    other = WordPieceTrainer(golden.TOY)
    other.step(("p", "##u"))
    other.run()
    assert not any(printed_merge(other.timeline(), step) for step in range(5))
    more = trained(golden.TOY | {"hug": 11})
    assert not any(printed_merge(more, step) for step in range(len(more) + 1))

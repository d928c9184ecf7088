"""Trainings that ran to their end, some of them with merges that were not the best ones."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tests.strategies import markings, word_frequencies
from wordpiece import BPETrainer, Timeline, Trainer, WordPieceTrainer
from wordpiece.marking import MARKINGS
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, Score

TRAINERS: dict[str, Callable[..., Trainer]] = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


def trained(trainer: Callable[..., Trainer], words: Mapping[str, int], **settings: Any) -> Timeline:
    """Return the timeline of a training that ran to its end."""
    training = trainer(words, **settings)
    training.run()
    return training.timeline()


def merges_of(timeline: Timeline) -> list[Pair]:
    """Return the pairs that a training merged."""
    return [timeline.pair(k) for k in range(1, len(timeline) + 1)]


def forced_training(
    words: Mapping[str, int],
    score: Score,
    marking: str,
    choices: Sequence[int],
    marks_in_words: bool = True,
) -> Timeline:
    """Return a training that begins with chosen merges; 0 chooses the best one.

    Without ``marks_in_words`` no word holds a character that begins the marking's sign.
    """
    if not marks_in_words:
        sign = (MARKINGS[marking].prefix or MARKINGS[marking].suffix)[:1]
        words = {word: n for word, n in words.items() if not sign or sign not in word}
    trainer = Trainer(words, score=score, marking=marking, special_tokens=["[UNK]"])
    for choice in choices:
        table = trainer.timeline().scores(trainer.steps_made)
        if trainer.stop_reason:
            break
        trainer.step(table.rows()[choice % len(table)].pair if choice else None)
    trainer.run()
    return trainer.timeline()


def trainings(marks_in_words: bool = True) -> st.SearchStrategy[Timeline]:
    """Return trainings of any words, with any marking, by either score."""
    return st.builds(
        forced_training, word_frequencies, st.sampled_from([WORDPIECE, PAIR_COUNT]), markings,
        st.lists(st.integers(0, 9), max_size=6), st.just(marks_in_words),
    )  # fmt: skip

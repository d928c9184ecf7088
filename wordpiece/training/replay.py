"""Replay given merges, such as those of somebody else's file, on a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wordpiece.errors import UnknownPairError
from wordpiece.marking import Marking
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, Score
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline


class Replayer(Trainer):
    """A trainer whose merges are all forced."""

    def force(self, pair: Pair) -> bool:
        """Merge a pair and record which one the score would have chosen.

        Returns:
            False, with nothing merged, if the pair does not occur in any word.
        """
        try:
            return self._merge(pair)
        except UnknownPairError:
            return False


class Replayed(NamedTuple):
    """What `replay` returns.

    >>> from wordpiece.marking import NONE
    >>> replayed = replay({"hugs": 5}, [("u", "g"), ("x", "y")], marking=NONE)
    >>> replayed.timeline.splits(1)["hugs"], replayed.skipped
    (('h', 'ug', 's'), 1)

    Attributes:
        timeline: the training; every step of it is forced.
        skipped: how many of the merges were left out, as their pair stood nowhere by then.
    """

    timeline: Timeline
    skipped: int


def replay(
    word_frequencies: Mapping[str, int],
    merges: Iterable[Pair],
    *,
    marking: Marking,
    score: Score = PAIR_COUNT,
    attach_suffix: bool = False,
) -> Replayed:
    """Make given merges on a corpus, in their order, as if each had been forced.

    >>> from wordpiece.marking import NONE
    >>> timeline, skipped = replay({"hugs": 5}, [("u", "g"), ("x", "y"), ("h", "ug")], marking=NONE)
    >>> [timeline.step(k).token for k in (1, 2)], timeline.step(1).best_pair, skipped
    (['ug', 'hug'], ('h', 'u'), 1)

    Args:
        word_frequencies: the corpus, its words cut as those of the file were: for byte-level
            merges by ``gpt2``.
        merges: the pairs in order, such as `VocabularyFile.merges`.
        marking: such as `VocabularyFile.marking`.
        score: what would have chosen; it fills ``score``, ``tied`` and ``best_pair``.
        attach_suffix: such as `VocabularyFile.attach_suffix`. Merges of each last character with
            the suffix then come first, which is the same as having it attached from the start.

    Raises:
        CorpusError: an empty word, or a frequency that is not a whole number above 0.
    """
    replayer = Replayer(word_frequencies, score=score, marking=marking)
    if attach_suffix and marking.suffix:
        last = dict.fromkeys(marking.split(word)[-2] for word in word_frequencies)
        for symbol in last:
            replayer.force((symbol, marking.suffix))
    skipped = sum(not replayer.force(pair) for pair in merges)
    return Replayed(replayer.timeline(), skipped)

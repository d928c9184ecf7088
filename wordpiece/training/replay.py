"""Replay given merges, such as those of a file, on a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wordpiece.errors import UnknownPairError
from wordpiece.marking import Marking
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, Score
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline


class _Replayer(Trainer):
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
    """The result of `replay`.

    Attributes:
        timeline: the training, in which each step is forced.
        skipped: the number of merges left out because their pair did not occur at that point.
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
    """Make given merges on a corpus, in their order, as if each was forced.

    >>> made, skipped = replay({"hugs": 5}, [("u", "g"), ("x", "y"), ("h", "ug")], marking=NONE)
    >>> [made.step(k).token for k in (1, 2)], made.step(1).best_pair, skipped
    (['ug', 'hug'], ('h', 'u'), 1)

    Args:
        word_frequencies: the corpus, pre-tokenized as the merges expect it: for byte-level merges
            by ``gpt2``.
        merges: the pairs in order, such as `VocabularyFile.merges`.
        marking: such as `VocabularyFile.marking`.
        score: the rule that would have chosen: `MergeStep` has its score and its best pair.
        attach_suffix: such as `VocabularyFile.attach_suffix`. Each last character is then merged
            with the suffix first, which has the same effect as a suffix attached from the start.

    Raises:
        CorpusError: an empty word, or a frequency that is not a whole number above 0.
    """
    replayer = _Replayer(word_frequencies, score=score, marking=marking)
    if attach_suffix and marking.suffix:
        last = dict.fromkeys(marking.split(word)[-2] for word in word_frequencies)
        for symbol in last:
            replayer.force((symbol, marking.suffix))
    skipped = sum(not replayer.force(pair) for pair in merges)
    return Replayed(replayer.timeline(), skipped)

"""The gain and the cost of a larger vocabulary.

It shortens texts: fertility is the number of tokens per word. It makes a model larger: for each
entry the model keeps an embedding, a row of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Size:
    """The figures of a vocabulary after some merges.

    Attributes:
        tokens, words: how many symbols, and how many words, the corpus has.
        learned: the number of learned tokens.
        longest: the longest of them, or the first of several; empty before the first.
        longest_length: its length in characters; 0 before the first.
    """

    step: int
    entries: int
    tokens: int
    words: int
    learned: int
    longest: str
    longest_length: int

    @property
    def fertility(self) -> float:
        """Tokens per word."""
        return self.tokens / max(1, self.words)


def size(timeline: Timeline, step: int) -> Size:
    """Return the figures of a vocabulary after a step.

    >>> at = size(timeline, 3)
    >>> at.entries, at.tokens, at.words, at.longest
    (15, 88, 36, 'hugs')
    """
    growth = timeline.growth(step)
    lengths = _lengths(timeline, step)
    return Size(
        step=step,
        entries=growth.vocabulary,
        tokens=growth.corpus_tokens,
        words=timeline.occurrences,
        learned=len(lengths),
        longest=max(lengths, key=lambda token: lengths[token], default=""),
        longest_length=max(lengths.values(), default=0),
    )


def _lengths(timeline: Timeline, step: int) -> dict[str, int]:
    """Return the length in characters of each learned token, without marks."""
    known = {symbol: int(symbol != timeline.marking.suffix) for symbol in timeline.alphabet}
    learned: dict[str, int] = {}
    for k in range(1, step + 1):
        merge = timeline.merge(k)
        left, right = merge.pair
        known[merge.token] = known[left] + known[right]
        if merge.is_new_token:
            learned[merge.token] = known[merge.token]
    return learned


def step_of(timeline: Timeline, entries: int) -> int:
    """Return the last step at which a vocabulary has at most ``entries`` entries, or else 0.

    >>> [step_of(timeline, entries) for entries in (3, 14, 99)]
    [0, 2, 9]
    """
    sizes = [timeline.growth(step).vocabulary for step in range(len(timeline) + 1)]
    return max((step for step, size in enumerate(sizes) if size <= entries), default=0)


def at_entries(timelines: Mapping[str, Timeline], entries: int) -> dict[str, Size]:
    """Return the figures of several trainings, each at its `step_of` ``entries``.

    >>> both = at_entries({"wordpiece": timeline, "bpe": bpe_timeline}, 14)
    >>> {name: (at.step, at.entries, at.tokens) for name, at in both.items()}
    {'wordpiece': (2, 14, 93), 'bpe': (7, 14, 36)}
    """
    return {name: size(each, step_of(each, entries)) for name, each in timelines.items()}

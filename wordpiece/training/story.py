"""The history of one token: the merges that made it, the words with it, the merges that used it.

A symbol is in a word from the step that made it to the step that removes the boundary on its left
or on its right. `Log` has both steps for every place, so the counts at all steps take one pass over
the corpus for each merge that made the token.

    hugs    h ##u ##g ##s        ##gs   made by merge 1, of ##g and ##s
            h ##u ##gs                  a part of merge 3, into hugs
            hu ##gs                     in no word after merge 3
            hugs
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from wordpiece.errors import UnknownTokenError
from wordpiece.records import MergeStep
from wordpiece.training.log import NUMBERS, Log
from wordpiece.training.slots import Ints

Origin = Literal["special", "alphabet", "merge"]
"""Where a token of the vocabulary comes from."""

Path = tuple[int, ...]
"""The way from the root of a tree to a node: 0 for left, 1 for right."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree of merges that made a token.

    >>> tree = bpe_timeline.story("hug").tree(leaves=10)
    >>> tree.token, [part.token for part in tree.parts]
    ('hug', ['h', 'ug'])

    Attributes:
        token: the symbol.
        merge: the merge that made it, with an empty ``tied``; None for a symbol of the alphabet.
        parts: the left and right part of the merge; empty for a leaf. The parts of a leaf with a
            merge are left out.
    """

    token: str
    merge: MergeStep | None
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Holder:
    """A word that contains a token.

    Attributes:
        position: the position of the word in `Timeline.words`.
        count: how often the token occurs in the word, times the word's frequency.
    """

    position: int
    count: int


class TokenStory:
    """The history of one token up to some step. All merges in it have an empty ``tied``.

    >>> story = timeline.story("hu")
    >>> story.made_by[0].pair, [merge.token for merge in story.merged_on]
    (('h', '##u'), ['hugs', 'hug'])
    >>> story.counts, story.out_of_use
    (([0, 2, 3, 4], [0, 15, 10, 0]), 4)

    Attributes:
        token: the token.
        id: its place in the vocabulary.
        until: the last step of the history.
        origin: "special" for a special token that is in no word, "alphabet" for a symbol of the
            alphabet, "merge" for any other.
        made_by: the merges that made it, in order; several if different pairs make the same
            string. A merge may also make a string that is in the alphabet.

    Raises:
        UnknownTokenError: the token is not in the vocabulary after step ``until``.
    """

    def __init__(self, log: Log, token: str, until: int):
        vocabulary = log.vocabulary[: log.vocabulary_size[until]]
        if token not in vocabulary:
            raise UnknownTokenError(token)
        self._log = log
        self.token = token
        self.id = vocabulary.index(token)
        self.until = until
        self._number = log.tokens.index(token) if token in log.tokens else -1
        made = self._made = np.array(log._token, dtype=np.int64)[:until]
        steps = np.flatnonzero(made == self._number) + 1
        self.made_by = tuple(log.record(step, ()) for step in steps.tolist())
        self.origin: Origin = "merge" if self.made_by else "special"
        if token in log.alphabet or self._number in log.slots.symbol:
            self.origin = "alphabet"

    @cached_property
    def _life(self) -> tuple[Ints, Ints, Ints]:
        """For each place of the token: its first slot, the step that made it there, and the step
        that merged it there, or ``until + 1``."""
        log, beyond = self._log, self.until + 1
        removed = np.array(log.removed_at, dtype=np.int64)
        removed[(removed == 0) | (removed > self.until)] = beyond
        closed = np.append(removed, beyond)
        begins = np.flatnonzero(log.slots.symbol == self._number)
        lefts, ends, births = [begins], [begins + 1], [np.zeros(len(begins), dtype=np.int64)]
        for merge in self.made_by:
            starts = np.append(np.flatnonzero(removed > merge.index), len(removed))
            inside = np.flatnonzero(removed == merge.index)
            at = np.searchsorted(starts, inside, side="right")
            lefts.append(starts[at - 1])
            ends.append(starts[at])
            births.append(np.full(len(inside), merge.index, dtype=np.int64))
        left, right = np.concatenate(lefts), np.concatenate(ends)
        # The first slot of a word is never removed, so it is "closed" beyond the last step.
        return left, np.concatenate(births), np.minimum(closed[left], closed[right])

    @cached_property
    def counts(self) -> tuple[list[int], list[int]]:
        """Step 0 and the steps that changed the token's count, and the count after each of them."""
        left, births, deaths = self._life
        change = np.zeros(self.until + 2, dtype=np.int64)
        weights = self._log.slots.weights[left]
        np.add.at(change, births, weights)
        np.subtract.at(change, deaths, weights)
        change = change[: self.until + 1]
        steps = np.flatnonzero(change)
        if not len(steps) or steps[0]:
            steps = np.insert(steps, 0, 0)
        return steps.tolist(), np.cumsum(change)[steps].tolist()

    def count(self, step: int) -> int:
        """Return how often the token occurs in the corpus after a step."""
        steps, counts = self.counts
        return counts[int(np.searchsorted(steps, step, side="right")) - 1]

    @property
    def out_of_use(self) -> int | None:
        """The step that removed the token from its last word.

        None if it is in a word after the last step, or never was in any.
        """
        steps, counts = self.counts
        return steps[-1] if len(steps) > 1 and not counts[-1] else None

    def holders(self, step: int) -> list[Holder]:
        """Return the words that contain the token after a step, by count, then in corpus order.

        Raises:
            IndexError: the step is after the last step of the history.
        """
        if not 0 <= step <= self.until:
            raise IndexError(f"There is no step {step}; the last one is {self.until}.")
        left, births, deaths = self._life
        slots = self._log.slots
        present = left[(births <= step) & (step < deaths)]
        words = np.searchsorted(slots.starts, present, side="right") - 1
        found, times = np.unique(words, return_counts=True)
        counts = times * slots.frequencies[found]
        order = np.argsort(-counts, kind="stable")
        each = zip(found[order].tolist(), counts[order].tolist(), strict=True)
        return [Holder(position, count) for position, count in each]

    @cached_property
    def merged_on(self) -> tuple[MergeStep, ...]:
        """The merges that had the token as a part, in order."""
        pairs = np.array(self._log._numbers, dtype=np.int64).reshape(-1, NUMBERS)[: self.until, :2]
        steps = np.flatnonzero((pairs == self._number).any(axis=1)) + 1
        return tuple(self._log.record(step, ()) for step in steps.tolist())

    @cached_property
    def _first(self) -> Ints:
        """For each symbol the first merge that made it, 0 for one of the alphabet."""
        first = np.zeros(len(self._log.tokens), dtype=np.int64)
        first[self._made[::-1]] = np.arange(len(self._made), 0, -1)
        first[: len(self._log.slots.alphabet)] = 0
        return first

    def _merge_of(self, token: int) -> tuple[int, tuple[int, int]] | None:
        step = int(self._first[token]) if token >= 0 else 0
        if not step:
            return None
        at = NUMBERS * (step - 1)
        left, right = self._log._numbers[at : at + 2]
        return step, (left, right)

    def tree(self, leaves: int) -> Node:
        """Return the tree of merges that made the token, with the first merge of each token.

        Args:
            leaves: the largest number of leaves. If there are more, the earliest merges are left
                out.
        """
        opened: set[Path] = set()
        ends: dict[Path, int] = {(): self._number}
        while len(ends) < leaves:
            made = {path: m for path, token in ends.items() if (m := self._merge_of(token))}
            if not made:
                break
            last = max(made, key=lambda path: (made[path][0], path))
            opened.add(last)
            del ends[last]
            ends[(*last, 0)], ends[(*last, 1)] = made[last][1]
        return self._node(self._number, (), opened)

    def _node(self, token: int, path: Path, opened: set[Path]) -> Node:
        """Return the node of a token; only the nodes at the paths in ``opened`` have parts."""
        made = self._merge_of(token)
        if made is None:
            return Node(self._log.tokens[token] if token >= 0 else self.token, None)
        step, parts = made
        merge = self._log.record(step, ())
        if path not in opened:
            return Node(merge.token, merge)
        left, right = (self._node(parts[side], (*path, side), opened) for side in (0, 1))
        return Node(merge.token, merge, (left, right))

    def merges(self) -> Iterator[MergeStep]:
        """Yield each merge of the whole tree once, the last one first."""
        made = self._merge_of(self._number)
        waiting = dict([made]) if made else {}
        while waiting:
            step = max(waiting)  # parts are made before their token, so each step comes once
            for part in waiting.pop(step):
                if made := self._merge_of(part):
                    waiting[made[0]] = made[1]
            yield self._log.record(step, ())

"""The story of one token: the merges that made it, the words that hold it, and what became of it.

A symbol stands in a word from the step that made it to the step that removes the boundary on its
left or on its right. `Log` has both steps for every place, so a story needs one look at the whole
corpus, at no step but the one at which the token was made.

    hugs    h ##u ##g ##s        ##gs   made by merge 1, of ##g and ##s
            h ##u ##gs                  merged on by merge 3, into hugs
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
from wordpiece.marking import Marking
from wordpiece.records import MergeStep
from wordpiece.training.log import NUMBERS, Log
from wordpiece.training.slots import Ints

Origin = Literal["special", "alphabet", "merge"]
"""Where a token of the vocabulary comes from."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree of merges that made a token.

    >>> from wordpiece import BPETrainer
    >>> trainer = BPETrainer({"hug": 10, "pug": 5}, max_merges=2)
    >>> made = trainer.run()
    >>> tree = trainer.timeline().story("hug").tree(leaves=10)
    >>> tree.token, [part.token for part in tree.parts]
    ('hug', ['h', 'ug'])
    >>> [part.token for part in tree.parts[1].parts]
    ['u', 'g']

    Attributes:
        token: the symbol.
        merge: the merge that made it, without its ties; None for a starting symbol.
        parts: what that merge joined, left and right; empty for a leaf. A leaf with a merge was
            made of parts as well, which are left out.
    """

    token: str
    merge: MergeStep | None
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Holder:
    """A word that holds a token.

    >>> from wordpiece import BPETrainer
    >>> BPETrainer({"hug": 10, "pug": 5}).timeline().story("h").holders(0)
    [Holder(position=0, count=10)]

    Attributes:
        position: of the word among the training's words.
        count: how often the token stands there: in the word, times the word's frequency.
    """

    position: int
    count: int


def spellings(token: str, own: Marking, other: Marking) -> tuple[str, ...]:
    """Return how a training with another marking may spell the same characters.

    >>> from wordpiece.marking import CONTINUATION_PREFIX, NONE
    >>> spellings("##ug", CONTINUATION_PREFIX, NONE), spellings("ug", NONE, CONTINUATION_PREFIX)
    (('ug',), ('ug', '##ug'))
    """
    if own == other:
        return (token,)
    bare = token.removesuffix(own.suffix) or token
    bare = bare.removeprefix(own.prefix) or bare
    marked = (bare, other.prefix + bare, bare + other.suffix, other.prefix + bare + other.suffix)
    return tuple(dict.fromkeys(marked))


class TokenStory:
    """What a training did with one token, told up to some step.

    >>> from wordpiece.trainer import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> trainer.run()
    9
    >>> story = trainer.timeline().story("hu")
    >>> story.born, story.made_by[0].pair, [merge.token for merge in story.merged_on]
    (2, ('h', '##u'), ['hugs', 'hug'])
    >>> [(step, count) for step, count in zip(*story.counts)], story.out_of_use
    ([(0, 0), (2, 15), (3, 10), (4, 0)], 4)

    Attributes:
        token: the token.
        id: its place in the vocabulary.
        until: the last step that is told.
        origin: "special" if it was there before training and stands in no word, "alphabet" for a
            starting symbol, "merge" for any other.
        made_by: every merge that made it, in order, without ties; more than one if different
            pairs make the same string. A starting symbol may be among what merges make, too.
    """

    def __init__(self, log: Log, token: str, until: int):
        """Look a token up.

        Raises:
            UnknownTokenError: the vocabulary does not have it after step ``until``.
        """
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

    @property
    def born(self) -> int:
        """The step after which it is there: 0, or that of the first merge that made it."""
        return self.made_by[0].index if self.origin == "merge" else 0

    @cached_property
    def _life(self) -> tuple[Ints, Ints, Ints]:
        """First slot of every place where it ever stands, the step that made it, the step that
        ended it; the latter is beyond the last step told if none did."""
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
        # The first slot of a word has no boundary that a merge removes, and so never closes.
        return left, np.concatenate(births), np.minimum(closed[left], closed[right])

    @cached_property
    def counts(self) -> tuple[list[int], list[int]]:
        """The steps after which its count is another, from 0 on, and the count after each.

        A count is how often it stands in the corpus, each word as often as it occurs.
        """
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
        """Return how often it stands in the corpus after a step."""
        steps, counts = self.counts
        return counts[int(np.searchsorted(steps, step, side="right")) - 1]

    @property
    def out_of_use(self) -> int | None:
        """The step after which no word holds it any more; None if some does at the last step told.

        Also None if none ever did.
        """
        steps, counts = self.counts
        return steps[-1] if len(steps) > 1 and not counts[-1] else None

    def holders(self, step: int) -> list[Holder]:
        """Return the words that hold it after a step: the highest count first, then as they come.

        Raises:
            IndexError: the step is not told.
        """
        if not 0 <= step <= self.until:
            raise IndexError(f"Step {step} is not told; the last one is {self.until}.")
        left, births, deaths = self._life
        slots = self._log.slots
        standing = left[(births <= step) & (step < deaths)]
        words = np.searchsorted(slots.starts, standing, side="right") - 1
        found, times = np.unique(words, return_counts=True)
        counts = times * slots.frequencies[found]
        order = np.argsort(-counts, kind="stable")
        each = zip(found[order].tolist(), counts[order].tolist(), strict=True)
        return [Holder(position, count) for position, count in each]

    @cached_property
    def merged_on(self) -> tuple[MergeStep, ...]:
        """The merges of which it was a part, in order, without ties."""
        pairs = np.array(self._log._numbers, dtype=np.int64).reshape(-1, NUMBERS)[: self.until, :2]
        steps = np.flatnonzero((pairs == self._number).any(axis=1)) + 1
        return tuple(self._log.record(step, ()) for step in steps.tolist())

    @cached_property
    def _first(self) -> Ints:
        """For each symbol the first merge that made it, 0 if none did or it is in the alphabet."""
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
        """Return the tree of merges that made it, each of its tokens by the first that made it.

        Args:
            leaves: the most leaves. Where there are more, the earliest merges are left out.
        """
        parts: dict[tuple[int, ...], int] = {(): self._number}
        inner: dict[tuple[int, ...], int] = {}
        while len(parts) < leaves:
            open_ = [(made[0], path) for path, token in parts.items()
                     if (made := self._merge_of(token))]  # fmt: skip
            if not open_:
                break
            step, path = max(open_)
            made = self._merge_of(parts[path])
            assert made is not None
            inner[path] = step
            del parts[path]
            parts[(*path, 0)], parts[(*path, 1)] = made[1]
        return self._node((), parts, inner)

    def _node(
        self,
        path: tuple[int, ...],
        parts: dict[tuple[int, ...], int],
        inner: dict[tuple[int, ...], int],
    ) -> Node:
        if path in inner:
            merge = self._log.record(inner[path], ())
            below = tuple(self._node((*path, side), parts, inner) for side in (0, 1))
            return Node(merge.token, merge, below)
        number = parts[path]
        if number < 0:
            return Node(self.token, None)
        made = self._merge_of(number)
        return Node(self._log.tokens[number], self._log.record(made[0], ()) if made else None)

    def merges(self) -> Iterator[MergeStep]:
        """Yield each merge of the whole tree once, the last one first, without ties."""
        made = self._merge_of(self._number)
        waiting = dict([made]) if made else {}
        while waiting:
            step = max(waiting)  # its parts were made before, so no step comes twice
            for part in waiting.pop(step):
                if made := self._merge_of(part):
                    waiting[made[0]] = made[1]
            yield self._log.record(step, ())

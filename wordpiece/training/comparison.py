"""Several trainings on one corpus, compared: where they diverge, and which tokens they share.

    position     step WordPiece  BPE          The positions of a `Comparison` are steps, or
    0            0    b ##u ##g  b u g        vocabulary sizes above the smallest. The step of
    1            1    b ##u ##g  b ug         a training at a position is its last one that is
    ...                                       not beyond the position.

**When two tokens are the same.** WordPiece's ``##ug`` is always inside a word; BPE's ``ug`` may be
anywhere, as BPE does not mark where in a word a symbol is. So between trainings with the same
marking, tokens are the same if their strings are: ``ug`` and ``##ug`` differ. Between trainings
with different markings only the characters are compared: ``##ug``, ``ug`` and GPT-2's ``Ġug`` are
the same.

**When two trainings diverge.** Both begin with the same boundaries between characters, and each
merge removes some. They diverge at the first step that does not remove the same ones: they merge
different pairs, or they merge the same characters, but one of them in more places. BPE merges
``t h`` everywhere, WordPiece ``t ##h`` only at the beginning of words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from wordpiece.records import MergeStep, Pair, PairScore, WordState
from wordpiece.scoring import Floats
from wordpiece.text.pre_tokenizers import bytes_to_text, text_to_bytes
from wordpiece.training.slots import Ints, weighted_count
from wordpiece.training.timeline import Timeline

Axis = Literal["step", "size"]
"""The measure by which trainings are aligned: the step, or the vocabulary size."""

DivergenceKind = Literal["pair", "places", "end"]
"""How two trainings diverge; see `Divergence`."""


@dataclass(frozen=True, slots=True)
class Learned:
    """One merge of a training, and the other trainings that learned the same token.

    Attributes:
        merge: the merge, with an empty ``tied``.
        elsewhere: the names of these trainings, each with the step at which it learned the token.
    """

    merge: MergeStep
    elsewhere: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The pair that one training merges where two diverge, in the score tables of both.

    Attributes:
        chosen: the row of the pair in the training that merges it.
        other: the rows of the same characters in the other training at that step. Two rows if
            only the other training distinguishes the beginnings of words.
    """

    chosen: PairScore
    other: tuple[PairScore, ...]


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first step at which two trainings differ.

    Attributes:
        step: the step, 1 or more.
        kind: "end" if one of the two has stopped; "places" if their markings differ and they merge
            the same characters, but not in the same places; otherwise "pair".
        names: the two trainings.
        choices: the pair that each of them merges; None if it has stopped.
    """

    step: int
    kind: DivergenceKind
    names: tuple[str, str]
    choices: tuple[Choice | None, Choice | None]


@dataclass(frozen=True, slots=True)
class WordCuts:
    """The splits of one word in each training.

    Attributes:
        word: the word in the first training.
        frequency: how often it occurs there.
        states: its state in each training, in the order of the comparison; None if the training
            does not have the word.
        differs: whether the trainings cut it at different places.
    """

    word: str
    frequency: int
    states: tuple[WordState | None, ...]
    differs: bool

    @property
    def splits(self) -> tuple[tuple[str, ...] | None, ...]:
        """Its symbols in each training."""
        return tuple(state.symbols if state else None for state in self.states)


class Comparison:
    """Several trainings on the same corpus, compared step by step.

    >>> both = Comparison({"wordpiece": timeline, "bpe": bpe_timeline})
    >>> both.last, both.steps(8)
    (9, {'wordpiece': 8, 'bpe': 7})
    >>> first = both.divergence("wordpiece", "bpe")
    >>> first.step, first.kind, [choice.chosen.pair for choice in first.choices]
    (1, 'pair', [('##g', '##s'), ('u', 'g')])
    >>> both.learned("bpe", 3).merge.token, both.learned("bpe", 3).elsewhere
    ('hug', (('wordpiece', 4),))

    Args:
        timelines: the trainings by name. Words are listed as in the first one.
        by: whether a position is a step, or a vocabulary size above the smallest.
        byte_level: the trainings whose words are spelled as bytes; see
            `pre_tokenizers.gpt2_byte_level`.
    """

    def __init__(
        self,
        timelines: Mapping[str, Timeline],
        *,
        by: Axis = "step",
        byte_level: Collection[str] = (),
    ):
        self.timelines = dict(timelines)
        self.by: Axis = by
        self._sides = {name: _Side(t, name in byte_level) for name, t in self.timelines.items()}
        self._shared: dict[tuple[str, str], Ints] = {}
        self._divergences: dict[tuple[str, str], Divergence | None] = {}

    # Positions.

    @cached_property
    def smallest(self) -> int:
        """The vocabulary size at position 0, if positions are sizes."""
        return min(int(side.sizes[0]) for side in self._sides.values())

    @cached_property
    def last(self) -> int:
        """The last position; the first is 0."""
        if self.by == "step":
            return max(len(timeline) for timeline in self.timelines.values())
        return max(int(side.sizes[-1]) for side in self._sides.values()) - self.smallest

    def at(self, position: int) -> int:
        """Return the step or the vocabulary size at a position, depending on the axis."""
        return position if self.by == "step" else self.smallest + position

    def steps(self, position: int) -> dict[str, int]:
        """Return the step of each training at a position; 0 also if step 0 is beyond it."""
        return {name: self.step(name, position) for name in self.timelines}

    def step(self, name: str, position: int) -> int:
        """Return the step of one training at a position."""
        return int(self._steps_at(name, [position])[0])

    def _steps_at(self, name: str, positions: Sequence[int]) -> Ints:
        at = np.asarray(positions, dtype=np.int64)
        if self.by == "step":
            return np.minimum(at, len(self.timelines[name]))
        sizes = self._sides[name].sizes
        return np.maximum(0, np.searchsorted(sizes, self.smallest + at, side="right") - 1)

    def has_begun(self, name: str, position: int) -> bool:
        """Return whether a training has begun: by size, its alphabet may be larger at first."""
        return self.by == "step" or int(self._sides[name].sizes[0]) <= self.smallest + position

    def position_of(self, name: str, step: int) -> int:
        """Return the first position at which a training has made a step."""
        return step if self.by == "step" else int(self._sides[name].sizes[step]) - self.smallest

    # Merges and tokens.

    def learned(self, name: str, step: int, position: int | None = None) -> Learned:
        """Return a merge of one training, and the others that learned its token by ``position``."""
        merge = self.timelines[name].merge(step)
        elsewhere = []
        for other in self.timelines:
            if other == name:
                continue
            key, _, theirs = self._keys(name, other)
            at = theirs.get(key(merge.token))
            limit = len(self.timelines[other]) if position is None else self.step(other, position)
            if at is not None and at <= limit:
                elsewhere.append((other, at))
        return Learned(merge, tuple(elsewhere))

    def _keys(
        self, name: str, other: str
    ) -> tuple[Callable[[str], str], Mapping[str, int], Mapping[str, int]]:
        """Return how the tokens of two trainings are compared.

        Returns:
            A function that spells a token of ``name`` for the comparison; then, for ``name`` and
            for ``other``, each spelling with the step at which it was first learned.
        """
        a, b = self._sides[name], self._sides[other]
        if a.marks == b.marks:
            return str, a.learned, b.learned
        return a.bare.__getitem__, a.learned_bare, b.learned_bare

    def shared(self, a: str, b: str, position: int) -> int:
        """Return how many tokens both trainings have learned by a position."""
        return int(self.shared_at(a, b, [position])[0])

    def shared_at(self, a: str, b: str, positions: Sequence[int]) -> Ints:
        """Return how many tokens both have learned by several positions, (len(positions),)."""
        if (a, b) not in self._shared:
            _, ours, theirs = self._keys(a, b)
            both = ours.keys() & theirs.keys()
            at = [
                max(self.position_of(a, ours[key]), self.position_of(b, theirs[key]))
                for key in both
            ]
            new = np.bincount(np.array(at, dtype=np.intp), minlength=self.last + 1)
            self._shared[a, b] = np.cumsum(new, dtype=np.int64)
        shared: Ints = self._shared[a, b][np.asarray(positions)]
        return shared

    # Measures.

    def measures_at(self, positions: Sequence[int]) -> dict[str, dict[str, Floats]]:
        """Return measures by name, then by training, each at several positions.

        - ``tokens_per_word``: symbols in the corpus, divided by its words.
        - ``token_length``: characters in the corpus, divided by its symbols (GPT-2: spaces
          included).
        - ``whole_words``: the share of the corpus's words that are a single symbol, 0 to 1.

        The shape of each is (len(positions),).
        """
        found: dict[str, dict[str, Floats]] = {
            name: {} for name in ("tokens_per_word", "token_length", "whole_words")
        }
        for name, timeline in self.timelines.items():
            side = self._sides[name]
            steps = self._steps_at(name, positions)
            tokens = timeline.growth_of(steps)["corpus_tokens"].astype(np.float64)
            found["tokens_per_word"][name] = tokens / max(1, timeline.occurrences)
            found["token_length"][name] = side.length / np.maximum(tokens, 1)
            found["whole_words"][name] = side.whole_share[steps]
        return found

    # Words.

    def differing(self, position: int) -> npt.NDArray[np.bool_]:
        """Return for each word of the first training whether the trainings cut it differently."""
        names = list(self.timelines)
        first = self._sides[names[0]]
        starts = first.timeline.word_starts
        inner = np.ones(len(first.removed), dtype=np.bool_)
        inner[starts[:-1]] = False
        ours = first.boundaries(self.step(names[0], position)) & inner
        differs = np.zeros(len(starts) - 1, dtype=np.bool_)
        for name in names[1:]:
            places = self._places[name]
            theirs = self._sides[name].boundaries(self.step(name, position))
            known = np.flatnonzero(inner & (places.slot >= 0))
            unlike = known[ours[known] != theirs[places.slot[known]]]
            differs[np.searchsorted(starts, unlike, side="right") - 1] = True
            differs[places.inside_word[theirs[places.inside]]] = True
        return differs

    @cached_property
    def _places(self) -> dict[str, _Places]:
        names = list(self.timelines)
        first = self.timelines[names[0]]
        return {name: _places(first, self.timelines[name]) for name in names[1:]}

    def find_words(
        self,
        position: int,
        *,
        contains: str = "",
        only_differing: bool = False,
        differing_first: bool = False,
    ) -> list[int]:
        """Return the positions of words in the first training, in the order of its corpus.

        Args:
            position: the position of the comparison.
            contains: only words that contain this text in some training; see
                `Timeline.containing`.
            only_differing: only words that the trainings cut differently.
            differing_first: words that the trainings cut differently come first.
        """
        differs = self.differing(position)
        words = next(iter(self.timelines.values())).words
        found: list[int] = [*range(len(words))]
        if only_differing:
            found = np.flatnonzero(differs).tolist()
        elif differing_first:
            found = np.argsort(~differs, kind="stable").tolist()
        if not contains:
            return found
        has = np.zeros(len(words), dtype=np.bool_)
        for name, timeline in self.timelines.items():
            if timeline.words == words:
                has |= timeline.containing(self.step(name, position), contains)
        return [i for i in found if has[i]]

    def words(self, position: int, found: Sequence[int]) -> list[WordCuts]:
        """Return the splits of words, which are given by their positions in the first training."""
        names = list(self.timelines)
        first = self.timelines[names[0]]
        differs = self.differing(position)
        steps = self.steps(position)

        def state(name: str, i: int) -> WordState | None:
            at = i if name == names[0] else int(self._places[name].word[i])
            return None if at < 0 else self.timelines[name].word(steps[name], at)

        return [
            WordCuts(
                word=first.words[i],
                frequency=int(first.frequencies[i]),
                states=tuple(state(name, i) for name in names),
                differs=bool(differs[i]),
            )
            for i in found
        ]

    # Divergences.

    def divergence(self, a: str, b: str) -> Divergence | None:
        """Return the first step at which two trainings differ, None if they never do.

        Raises:
            ValueError: they do not train on the same words.
        """
        if (a, b) not in self._divergences:
            self._divergences[a, b] = self._divergence(a, b)
        return self._divergences[a, b]

    def _divergence(self, a: str, b: str) -> Divergence | None:
        ours, theirs = self._sides[a], self._sides[b]
        if ours.timeline.words != theirs.timeline.words or len(ours.removed) != len(theirs.removed):
            raise ValueError(f"{a} and {b} are not trained on the same words.")
        unlike = ours.removed != theirs.removed
        steps = np.concatenate([ours.removed[unlike], theirs.removed[unlike]])
        steps = steps[steps > 0]
        if not len(steps):
            return None
        step = int(steps.min())
        choices = (_choice(ours, theirs, step), _choice(theirs, ours, step))
        kind: DivergenceKind = "pair"
        if choices[0] is None or choices[1] is None:
            kind = "end"
        elif ours.marks != theirs.marks and ours.characters_of(
            choices[0].chosen.pair
        ) == theirs.characters_of(choices[1].chosen.pair):
            kind = "places"
        return Divergence(step, kind, (a, b), choices)


class _Side:
    """One training of a comparison, and the values that are computed from it once."""

    def __init__(self, timeline: Timeline, byte_level: bool):
        self.timeline = timeline
        self.byte_level = byte_level
        self.removed = timeline.removed_at()

    @property
    def marks(self) -> tuple[str, str, bool]:
        """The spelling of tokens: trainings that share it have comparable strings."""
        marking = self.timeline.marking
        return marking.prefix, marking.suffix, self.byte_level

    @cached_property
    def sizes(self) -> Ints:
        """The vocabulary size after each step, from 0."""
        return self.timeline.growth_of(range(len(self.timeline) + 1))["vocabulary"]

    @cached_property
    def merges(self) -> list[MergeStep]:
        return [self.timeline.merge(step) for step in range(1, len(self.timeline) + 1)]

    @cached_property
    def learned(self) -> dict[str, int]:
        """Token to the step that made it first."""
        return {merge.token: merge.index for merge in reversed(self.merges)}

    @cached_property
    def characters(self) -> dict[str, str]:
        """Symbol to its characters without marks; GPT-2's bytes stay as they are.

        A mark cannot be recognized by its spelling, as a word may contain ``##``. So a starting
        symbol is one character with or without a mark, and the characters of a token are those of
        its parts.
        """
        prefix = self.timeline.marking.prefix
        characters = {}
        for symbol in (*self.timeline.alphabet, *self.timeline.special_tokens):
            marked = prefix and len(symbol) == len(prefix) + 1 and symbol.startswith(prefix)
            characters[symbol] = symbol[len(prefix) :] if marked else symbol
        for merge in self.merges:
            left, right = merge.pair
            characters.setdefault(merge.token, characters[left] + characters[right])
        return characters

    @cached_property
    def length(self) -> int:
        """The characters of the corpus, without marks."""
        words = map(bytes_to_text, self.timeline.words) if self.byte_level else self.timeline.words
        counts = self.timeline.frequencies.tolist()
        return sum(len(word) * count for word, count in zip(words, counts, strict=True))

    @cached_property
    def bare(self) -> dict[str, str]:
        """Symbol to its spelling for the comparison with a different marking."""
        if not self.byte_level:
            return self.characters
        return {symbol: _from_bytes(spelled) for symbol, spelled in self.characters.items()}

    @cached_property
    def learned_bare(self) -> dict[str, int]:
        """Spelling, see `bare`, to the step that made the token first."""
        return {self.bare[merge.token]: merge.index for merge in reversed(self.merges)}

    def characters_of(self, pair: Pair) -> Pair:
        return self.characters[pair[0]], self.characters[pair[1]]

    def boundaries(self, step: int) -> npt.NDArray[np.bool_]:
        """Return for each slot whether there is a boundary on its left after a step."""
        remains: npt.NDArray[np.bool_] = (self.removed == 0) | (self.removed > step)
        return remains

    @cached_property
    def whole_share(self) -> Floats:
        """The share of word occurrences that are a single symbol, after each step."""
        steps = len(self.timeline)
        starts = self.timeline.word_starts[:-1].astype(np.intp, copy=False)
        if not len(starts):
            return np.zeros(steps + 1)
        # A word is a single symbol once the last of its inner boundaries is removed.
        removed = np.where(self.removed == 0, steps + 1, self.removed)
        removed[starts] = 0
        whole_at = np.maximum.reduceat(removed, starts)
        new = weighted_count(whole_at, self.timeline.frequencies, steps + 2)
        share: Floats = np.cumsum(new)[: steps + 1] / self.timeline.occurrences
        return share


def _from_bytes(spelled: str) -> str:
    """Return a byte-level token as text without a leading space, unchanged if it is not text."""
    text = bytes_to_text(spelled)
    return spelled if "\ufffd" in text or text == " " else text.removeprefix(" ")


@dataclass(frozen=True, slots=True)
class _Places:
    """The words and slots of the first training in another training.

    Attributes:
        word: for each word its number there, -1 if it is missing.
        slot: for each slot its number there, -1 if its word is missing.
        inside: the slots there whose left boundary is inside a character, if symbols are bytes.
        inside_word: for each of these, the number of the word in the first training.
    """

    word: Ints
    slot: Ints
    inside: Ints
    inside_word: Ints


def _places(first: Timeline, other: Timeline) -> _Places:
    none = np.zeros(0, dtype=np.int64)
    words, slots = len(first.words), int(first.word_starts[-1])
    if first.words == other.words and first.marking.suffix == other.marking.suffix:
        word_here, slot_here = (np.arange(n, dtype=np.int64) for n in (words, slots))
        return _Places(word_here, slot_here, none, none)
    number = {word: i for i, word in enumerate(other.words)}
    word_there = np.full(words, -1, dtype=np.int64)
    slot_there = np.full(slots, -1, dtype=np.int64)
    inside: list[int] = []
    inside_word: list[int] = []
    for i, word in enumerate(first.words):
        spelled = [text_to_bytes(char) for char in word]
        for space in (text_to_bytes(" "), ""):
            there = number.get(space + "".join(spelled))
            if there is None:
                continue
            word_there[i] = there
            slot = int(other.word_starts[there]) + len(space)
            for k, char in enumerate(spelled, int(first.word_starts[i])):
                slot_there[k] = slot
                inside += range(slot + 1, slot + len(char))
                inside_word += [i] * (len(char) - 1)
                slot += len(char)
            break
    return _Places(
        word_there,
        slot_there,
        np.array(inside, dtype=np.int64),
        np.array(inside_word, dtype=np.int64),
    )


def _choice(side: _Side, other: _Side, step: int) -> Choice | None:
    """Return the pair that one training merges in a step. The boundaries before it are equal."""
    if step > len(side.timeline):
        return None
    pair = side.timeline.pair(step)
    chosen = side.timeline.scores(step - 1).find(pair)
    assert chosen is not None  # the step merges it
    left, right = side.characters_of(pair)
    prefix = other.timeline.marking.prefix
    table = other.timeline.scores(step - 1)
    there = [table.find((mark + left, prefix + right)) for mark in dict.fromkeys(("", prefix))]
    return Choice(chosen, tuple(row for row in there if row))

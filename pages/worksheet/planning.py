"""The plan of a worksheet: the merges to find and the words shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wordpiece.encoding.encoders import BPEEncoder, Encoder
from wordpiece.message import Message, message
from wordpiece.recipes import Encoding, Recipe
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.teaching.quiz import candidates
from wordpiece.training.timeline import Timeline

STEPS = 3
"""The most merges to find; with the questions they fill two pages."""

FEW_WORDS, FEW_SYMBOLS, FEW_PAIRS = 8, 70, 14
"""A corpus with no more words, characters and pairs is counted by hand."""

ROWS = 24
"""The most pairs counted by hand in all steps together; more do not fit on two pages."""

PAIRS = 6
"""Pairs of a larger corpus shown for one step."""

SOME_WORDS = 12
"""Words of a larger corpus to rewrite."""

SHORT = 12
"""Characters of a word that is easy to rewrite."""


@dataclass(frozen=True)
class Exercise:
    """One merge to find.

    Attributes:
        merge: the merge that the training makes, and the only right answer: the tie rule printed
            in the step leads to it.
        rows: the pairs to choose from, in corpus order or in alphabetical order, so that the tie
            rule can be followed and the order does not give the winner away.
        pairs: how many pairs there are.
        best: the pairs with the best score, one or several.
    """

    merge: MergeStep
    rows: tuple[PairScore, ...]
    pairs: int
    best: frozenset[Pair]

    @property
    def is_first(self) -> bool:
        """Whether no merge comes before it."""
        return self.merge.index == 1

    @property
    def is_chosen(self) -> bool:
        """Whether the merge was forced, and the rule would have made another one."""
        return self.merge.forced and self.merge.pair != self.merge.best_pair

    @property
    def lot(self) -> int:
        """The place of the winner among the tied pairs in the rows, counted from 1."""
        tied = [row.pair for row in self.rows if row.pair in self.best]
        return tied.index(self.merge.best_pair) + 1

    @property
    def symbols(self) -> dict[str, int]:
        """Each symbol in the rows with its count, as the score counts it."""
        counts: dict[str, int] = {}
        for row in self.rows:
            counts |= {row.pair[0]: row.left_count, row.pair[1]: row.right_count}
        return counts


@dataclass(frozen=True)
class Plan:
    """The merges and words of a worksheet.

    Attributes:
        timeline: the training.
        recipe: the recipe of the training; None for a merges file that was replayed.
        by_hand: whether pairs and symbols are counted, too, as all words are shown.
        exercises: the first merges, at least one.
        words: positions of the words shown.
    """

    timeline: Timeline
    recipe: Recipe | None
    by_hand: bool
    exercises: tuple[Exercise, ...]
    words: tuple[int, ...]

    @property
    def encoding(self) -> Encoding:
        """How words become tokens."""
        return self.recipe.encoding if self.recipe else "replay"

    def encoder(self, step: int) -> Encoder:
        """Make the encoder of the training after a step."""
        if self.recipe:
            return self.recipe.encoder(self.timeline, step)
        return BPEEncoder.from_timeline(self.timeline, step)

    def example(self, exercise: Exercise) -> PairScore | None:
        """Return the first row of the first step as an example, unless it reveals the answer."""
        first = exercise.rows[0]
        shown = self.by_hand and exercise.is_first and len(exercise.rows) > 2
        return first if shown and first.pair not in exercise.best else None

    def changed_words(self, exercise: Exercise) -> list[tuple[int, tuple[str, ...]]]:
        """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
        step = exercise.merge.index
        states = ((at, self.timeline.word(step, i)) for at, i in enumerate(self.words, 1))
        return [(at, state.symbols) for at, state in states if state.changed]


def unavailable_because(timeline: Timeline) -> Message | None:
    """Say why a training has no worksheet; return None if it has one."""
    if timeline.score.texts.against_paper is None and not len(timeline):
        return message("There is no merge to find: this training ends where it starts.")
    return timeline.score.texts.against_paper


def plan(timeline: Timeline, recipe: Recipe | None) -> Plan:
    """Choose the merges and words of a worksheet on a training that made at least one merge.

    >>> from wordpiece.recipes import RECIPES
    >>> sheet = plan(timeline, RECIPES["wordpiece"])
    >>> sheet.by_hand, [exercise.merge.token for exercise in sheet.exercises]
    (True, ['##gs', 'hu', 'hugs'])
    """
    words = timeline.words
    by_hand = (
        len(words) <= FEW_WORDS
        and sum(map(len, words)) <= FEW_SYMBOLS
        and len(timeline.scores(0)) <= FEW_PAIRS
    )
    exercises: list[Exercise] = []
    for step in range(min(STEPS, len(timeline))):
        exercise = _exercise(timeline, step, by_hand)
        total = sum(len(e.rows) for e in exercises) + len(exercise.rows)
        if by_hand and exercises and total > ROWS:
            break
        exercises.append(exercise)
    shown: Sequence[int] = range(len(words))
    if len(words) > SOME_WORDS:
        shown = _instructive_words(timeline, exercises)
    return Plan(timeline, recipe, by_hand, tuple(exercises), tuple(shown))


def _exercise(timeline: Timeline, step: int, by_hand: bool) -> Exercise:
    table, merge = timeline.scores(step), timeline.step(step + 1)
    if by_hand:
        splits = timeline.splits(step)
        pairs = [*dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))]
    else:
        needed = dict.fromkeys((merge.pair, merge.best_pair))
        others = [pair for pair in candidates(timeline, step, PAIRS) if pair not in needed]
        pairs = sorted([*needed, *others][:PAIRS])
        if timeline.tie_break != "alphabetical":
            pairs.sort(key=lambda pair: _first_place(timeline, step, pair))
    rows = tuple(row for pair in pairs if (row := table.find(pair)))
    return Exercise(merge, rows, len(table), frozenset(table.tied))


def _first_place(timeline: Timeline, step: int, pair: Pair) -> tuple[int, int]:
    """Return where the corpus first shows a pair: the word's position, and the place in it."""
    word, _ = min(timeline.counted_in(step, pair))
    return word, [*pairwise(timeline.word(step, word).symbols)].index(pair)


def _instructive_words(timeline: Timeline, exercises: Sequence[Exercise]) -> list[int]:
    """Choose short and frequent words that contain the pairs of the steps, in corpus order."""
    found: dict[int, None] = {}
    asked = [(e.merge.index - 1, e.merge.pair) for e in exercises]
    asked += [(e.merge.index - 1, row.pair) for e in exercises for row in e.rows]
    for step, pair in asked:
        if len(found) == SOME_WORDS:
            break
        positions = [i for i, _ in timeline.counted_in(step, pair)]
        if positions and not found.keys() & set(positions):
            best = min(
                positions,
                key=lambda i: (len(timeline.words[i]) > SHORT, -int(timeline.frequencies[i]), i),
            )
            found[best] = None
    return sorted(found)

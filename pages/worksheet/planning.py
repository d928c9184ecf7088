"""The plan of a worksheet: the merges to find and the words shown.

A short worksheet has one merge and three pairs, for a lesson; the other one has the first merges
and questions, for homework.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from wordpiece.message import Message, message
from wordpiece.recipes import Recipe
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.teaching.quiz import candidates
from wordpiece.training.timeline import Timeline

STEPS = 3
"""The most merges to find; with the questions they fill two pages."""

FEW_WORDS, FEW_SYMBOLS, FEW_PAIRS = 8, 70, 14
"""A corpus with no more words, characters and pairs is counted by hand."""

ROWS = 24
"""The most pairs counted by hand in all steps together; more do not fit on two pages."""

PAIRS, FEW = 6, 3
"""Pairs of a larger corpus shown for one step, and pairs of a short worksheet."""

EARLY, FREQUENT = 6, 50
"""The merges from which a short worksheet takes one, and the pairs from which it takes some."""

SOME_WORDS = 12
"""Words of a larger corpus to rewrite."""

SHORT = 12
"""Characters of a word that is easy to rewrite."""


@dataclass(frozen=True)
class Exercise:
    """One merge to find.

    Attributes:
        merge: the merge that the training makes, and the only right answer.
        rows: the pairs to choose from, in the order of the training's tie rule: of those with the
            best score, the upper one wins.
        pairs: how many pairs there are.
        best: the pairs with the best score, one or several.
    """

    merge: MergeStep
    rows: tuple[PairScore, ...]
    pairs: int
    best: frozenset[Pair]

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
        timeline: the training, without merges that were chosen.
        recipe: the recipe of the training.
        by_hand: whether pairs and symbols are counted, too, as all words are shown.
        is_short: whether it has one merge, which need not be the first.
        exercises: the merges, at least one.
        words: positions of the words shown.
    """

    timeline: Timeline
    recipe: Recipe
    by_hand: bool
    is_short: bool
    exercises: tuple[Exercise, ...]
    words: tuple[int, ...]

    @property
    def start(self) -> int:
        """The step before the first exercise, at which the words are shown."""
        return self.exercises[0].merge.index - 1

    def shows_pairs(self, exercise: Exercise) -> bool:
        """Return whether the pairs of a step are given; otherwise the reader lists them."""
        in_corpus_order = self.timeline.tie_break == "first-seen"
        return exercise is self.exercises[0] or not (self.by_hand and in_corpus_order)

    def example(self, exercise: Exercise) -> PairScore | None:
        """Return the first row of the first step as an example, unless it reveals the answer."""
        first = exercise.rows[0]
        shown = self.by_hand and exercise is self.exercises[0] and len(exercise.rows) > FEW
        return first if shown and first.pair not in exercise.best else None

    def rarer_symbols(self, exercise: Exercise) -> list[tuple[str, int, int]]:
        """Return the parts of a merge, which it makes rarer, with their counts before and after."""
        step, parts = exercise.merge.index, dict.fromkeys(exercise.merge.pair)
        return [(part, self._count(step - 1, part), self._count(step, part)) for part in parts]

    def _count(self, step: int, symbol: str) -> int:
        splits, each = self.timeline.splits(step), self.timeline.frequencies.tolist()
        words = zip(self.timeline.words, each, strict=True)
        return sum(splits[word].count(symbol) * n for word, n in words)

    def changed_words(self, exercise: Exercise) -> list[tuple[int, tuple[str, ...]]]:
        """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
        step = exercise.merge.index
        states = ((at, self.timeline.word(step, i)) for at, i in enumerate(self.words, 1))
        return [(at, state.symbols) for at, state in states if state.changed]


def unavailable_because(timeline: Timeline) -> Message | None:
    """Say why a training has no worksheet; return None if it has one."""
    if timeline.score.texts.against_paper is None and not len(timeline):
        return message("There is no merge to find: this training makes none.")
    return timeline.score.texts.against_paper


def plan(timeline: Timeline, recipe: Recipe, *, is_short: bool = False) -> Plan:
    """Choose the merges and words of a worksheet on a training that made at least one merge.

    No merge may have been chosen, so that the rule gives all of them.

    >>> from wordpiece.recipes import RECIPES
    >>> recipe = RECIPES["wordpiece"]
    >>> sheet = plan(timeline, recipe)
    >>> sheet.by_hand, [exercise.merge.token for exercise in sheet.exercises]
    (True, ['##gs', 'hu', 'hugs'])
    >>> [exercise.merge.token for exercise in plan(timeline, recipe, is_short=True).exercises]
    ['hugs']
    """
    words = timeline.words
    by_hand = (
        len(words) <= FEW_WORDS
        and sum(map(len, words)) <= FEW_SYMBOLS
        and len(timeline.scores(0)) <= FEW_PAIRS
    )
    exercises: list[Exercise] = []
    for step in [_clear_step(timeline)] if is_short else range(min(STEPS, len(timeline))):
        exercise = _exercise(timeline, step, by_hand, is_short)
        total = sum(len(e.rows) for e in exercises) + len(exercise.rows)
        if by_hand and exercises and total > ROWS:
            break
        exercises.append(exercise)
    shown: Sequence[int] = range(len(words))
    if len(words) > SOME_WORDS:
        shown = _instructive_words(timeline, exercises)
    return Plan(timeline, recipe, by_hand, is_short, tuple(exercises), tuple(shown))


def _clear_step(timeline: Timeline) -> int:
    """Return an early step for a short worksheet.

    If possible, its best pair is not tied and not the most frequent one, and another merge comes
    before it, since a class usually finds the first merge together.
    """

    def order(step: int) -> tuple[bool, bool, bool, int]:
        table = timeline.scores(step)
        expected = table.most_frequent()[0].pair == timeline.pair(step + 1)
        return table.ties > 1, expected, step == 0, step

    return min(range(min(EARLY, len(timeline))), key=order)


def _exercise(timeline: Timeline, step: int, by_hand: bool, is_short: bool) -> Exercise:
    table, merge = timeline.scores(step), timeline.step(step + 1)
    if by_hand and not is_short:
        splits = timeline.splits(step)
        pairs = [*dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))]
    else:
        needed = [merge.pair]
        if is_short:  # the most frequent pair, and one whose score has a count of the merge, too
            frequent = table.rows(0, FREQUENT, by="count")
            alike = [row.pair for row in frequent if {*row.pair} & {*merge.pair}]
            needed += [frequent[0].pair, *alike]
        pairs = [*dict.fromkeys((*needed, *candidates(timeline, step, PAIRS)))]
        pairs = pairs[: FEW if is_short else PAIRS]
    pairs = _by_tie_rule(timeline, step, pairs)
    if timeline.tie_break == "random":  # the winner changes places with the first of the tied
        first = next(place for place, pair in enumerate(pairs) if pair in table.tied)
        drawn = pairs.index(merge.pair)
        pairs[first], pairs[drawn] = pairs[drawn], pairs[first]
    rows = tuple(row for pair in pairs if (row := table.find(pair)))
    return Exercise(merge, rows, len(table), frozenset(table.tied))


def _by_tie_rule(timeline: Timeline, step: int, pairs: list[Pair]) -> list[Pair]:
    """Sort pairs so that the tie rule prefers the earlier one of two."""
    if timeline.tie_break == "alphabetical":
        return sorted(pairs)
    if timeline.tie_break == "greatest":
        return sorted(pairs, key=lambda pair: [*map(timeline.key, pair)], reverse=True)
    return sorted(pairs, key=lambda pair: _first_place(timeline, step, pair))


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

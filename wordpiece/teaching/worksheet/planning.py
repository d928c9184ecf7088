"""What a worksheet asks: the merges to find and the words shown."""

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
"""Merges to work out; with the questions they fill two pages."""

FEW_WORDS = 8
"""Up to so many words a class can count by hand."""

FEW_SYMBOLS, FEW_PAIRS = 70, 14
"""And up to so many symbols and pairs."""

ROWS = 24
"""Pairs counted by hand in all steps together, so that two pages hold them."""

PAIRS = 6
"""Pairs of a larger corpus shown for one step."""

SOME_WORDS = 12
"""Words of a larger corpus to rewrite."""

SHORT = 12
"""Characters of a word that is easy to rewrite."""


@dataclass(frozen=True)
class Exercise:
    """One merge to find.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> exercise = sheet.exercises[0]
    >>> exercise.merge.token, len(exercise.rows), exercise.pairs, exercise.best
    ('##gs', 6, 6, frozenset({('##g', '##s')}))

    Attributes:
        merge: the merge that the training makes, and the only right answer: the tie rule printed
            beside the step leads to it.
        rows: the pairs asked about, in an order in which the tie rule can be followed, and which
            does not give the winner away: as the corpus shows them, or by alphabet.
        pairs: how many pairs there are.
        best: those of the best score; one, or several that are tied.
    """

    merge: MergeStep
    rows: tuple[PairScore, ...]
    pairs: int
    best: frozenset[Pair]

    @property
    def is_chosen(self) -> bool:
        """Whether somebody chose this merge, and the rule would have made another one."""
        return self.merge.forced and self.merge.pair != self.merge.best_pair

    @property
    def lot(self) -> int:
        """Which of the tied pairs in the rows wins, counted from the top."""
        tied = [row.pair for row in self.rows if row.pair in self.best]
        return tied.index(self.merge.best_pair) + 1

    @property
    def symbols(self) -> dict[str, int]:
        """Each symbol in the rows with its count, as the score counts."""
        return dict(
            entry
            for row in self.rows
            for entry in zip(row.pair, (row.left_count, row.right_count), strict=True)
        )


@dataclass(frozen=True)
class Plan:
    """What a worksheet asks.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> sheet.by_hand, len(sheet.exercises), [sheet.timeline.words[i] for i in sheet.words]
    (True, 3, ['hug', 'pug', 'pun', 'bun', 'hugs'])

    Attributes:
        timeline: the training.
        recipe: what it was trained by; None for a merges file that was replayed.
        by_hand: whether counts are asked for, too, as all the words are there.
        exercises: the first merges.
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
        """Make the encoder after a step."""
        if self.recipe:
            return self.recipe.encoder(self.timeline, step)
        return BPEEncoder.from_timeline(self.timeline, step)


def unavailable_because(timeline: Timeline) -> Message | None:
    """Say why there is no worksheet for a training; None if there is one.

    >>> from wordpiece.recipes import RECIPES
    >>> str(unavailable_because(RECIPES["likelihood"].trainer({"hug": 10}).timeline()))
    'Logarithms of all counts are too much for paper. Choose another score.'
    """
    if timeline.score.texts.against_paper:
        return timeline.score.texts.against_paper
    if not len(timeline):
        return message("There is no merge to find: this training ends where it starts.")
    return None


def plan(timeline: Timeline, recipe: Recipe | None) -> Plan:
    """Choose what to ask about a training that has at least one merge; see `Plan`.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> [exercise.merge.pair for exercise in sheet.exercises]
    [('##g', '##s'), ('h', '##u'), ('hu', '##gs')]
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
    shown = range(len(words)) if len(words) <= SOME_WORDS else _telling(timeline, exercises)
    return Plan(timeline, recipe, by_hand, tuple(exercises), tuple(shown))


def _exercise(timeline: Timeline, step: int, by_hand: bool) -> Exercise:
    table, merge = timeline.scores(step), timeline.step(step + 1)
    if by_hand:
        splits = timeline.splits(step)
        pairs = [*dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))]
    else:
        needed = dict.fromkeys((merge.pair, merge.best_pair))
        others = [pair for pair in candidates(timeline, step, PAIRS) if pair not in needed]
        pairs = [*needed, *others][:PAIRS]
        if timeline.tie_break == "alphabetical":
            pairs.sort()
        else:
            pairs.sort(key=lambda pair: _first_place(timeline, step, pair))
    rows = tuple(row for pair in pairs if (row := table.find(pair)))
    return Exercise(merge, rows, len(table), frozenset(table.tied))


def _first_place(timeline: Timeline, step: int, pair: Pair) -> tuple[int, int]:
    """Return where the corpus first shows a pair: the word's position, and the place in it."""
    word, _ = min(timeline.counted_in(step, pair))
    return word, [*pairwise(timeline.word(step, word).symbols)].index(pair)


def _telling(timeline: Timeline, exercises: Sequence[Exercise]) -> list[int]:
    """Choose words that hold the pairs asked about, short and frequent ones, in corpus order."""
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

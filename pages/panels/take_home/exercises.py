"""The merges to find on a worksheet, the words shown, and the questions below them.

A short worksheet has one merge and three pairs, for a lesson; the other one has the first merges
and questions, for homework. On a corpus of few words everything is worked out, counts included; on
a larger one the counts are given, and the scores are asked for. Each step has one right answer,
which follows from the tie rule printed in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Literal

from pages.locale import to_text
from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Message, Part, Spaced, Token, message
from wordpiece.recipes import Recipe
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import WORDPIECE, times
from wordpiece.teaching.grading import grade_tokens
from wordpiece.teaching.quiz import candidates
from wordpiece.teaching.wording import plus
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
        corpus: the name of the corpus.
        by_hand: whether pairs and symbols are counted, too, as all words are shown.
        is_short: whether it has one merge, which need not be the first.
        exercises: the merges, at least one.
        words: positions of the words shown.
    """

    timeline: Timeline
    recipe: Recipe
    corpus: str
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

    @property
    def asks_rarer(self) -> bool:
        """Whether it asks for symbols that become rarer; not if the score counts by pairs."""
        return self.by_hand and self.is_short and self.timeline.score.parts == "symbols"

    def rarer_symbols(self, exercise: Exercise) -> list[tuple[str, int, int]]:
        """Return the parts of a merge, which it makes rarer, with their counts before and after."""
        step = exercise.merge.index
        before, after = (dict(self.timeline.symbol_counts(at)) for at in (step - 1, step))
        parts = dict.fromkeys(exercise.merge.pair)
        return [(part, before[part], after.get(part, 0)) for part in parts]

    def changed_words(self, exercise: Exercise) -> list[tuple[int, tuple[str, ...]]]:
        """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
        step = exercise.merge.index
        states = ((at, self.timeline.word(step, i)) for at, i in enumerate(self.words, 1))
        return [(at, state.symbols) for at, state in states if state.changed]


def unavailable_because(timeline: Timeline) -> Message | None:
    """Say why a training has no worksheet; return None if it has one."""
    if timeline.score.texts.against_paper is None and not len(timeline):
        return message("There is no merge to find: this training makes no merges.")
    return timeline.score.texts.against_paper


def plan(timeline: Timeline, recipe: Recipe, corpus: str = "", *, is_short: bool = False) -> Plan:
    """Choose the merges and words of a worksheet.

    No merge may have been chosen, so that the rule gives all of them.

    Raises:
        ValueError: a worksheet is unavailable for this training.

    >>> from wordpiece.recipes import RECIPES
    >>> recipe = RECIPES["wordpiece"]
    >>> sheet = plan(timeline, recipe)
    >>> sheet.by_hand, [exercise.merge.token for exercise in sheet.exercises]
    (True, ['##gs', 'hu', 'hugs'])
    >>> [exercise.merge.token for exercise in plan(timeline, recipe, is_short=True).exercises]
    ['hugs']
    """
    if reason := unavailable_because(timeline):
        raise ValueError(to_text(reason))
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
    return Plan(timeline, recipe, corpus, by_hand, is_short, tuple(exercises), tuple(shown))


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
        pairs = [row.pair for row in table.rows()]
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
    if timeline.tie_break in ("alphabetical", "greatest"):
        greatest = timeline.tie_break == "greatest"
        return sorted(pairs, key=lambda pair: [*map(timeline.key, pair)], reverse=greatest)
    return sorted(pairs, key=lambda pair: _first_place(timeline, step, pair))


def _first_place(timeline: Timeline, step: int, pair: Pair) -> tuple[int, int]:
    """Return where the corpus first shows a pair: the word's position, and the place in it."""
    word, _ = min(timeline.counted_in(step, pair))
    return word, [*pairwise(timeline.word(step, word).symbols)].index(pair)


def _instructive_words(timeline: Timeline, exercises: Sequence[Exercise]) -> list[int]:
    """Choose short and frequent words that contain the pairs of the steps, in corpus order."""
    found: set[int] = set()
    asked = [(e.merge.index - 1, e.merge.pair) for e in exercises]
    asked += [(e.merge.index - 1, row.pair) for e in exercises for row in e.rows]
    for step, pair in asked:
        positions = {i for i, _ in timeline.counted_in(step, pair)}
        if positions and not found & positions and len(found) < SOME_WORDS:
            words, counts = timeline.words, timeline.frequencies
            found.add(min(positions, key=lambda i: (len(words[i]) > SHORT, -int(counts[i]), i)))
    return sorted(found)


MOST_WORDS = 2
"""Words without and words with something unknown to tokenize by hand, of each at most this many."""

NATURAL = (
    "pugs bugs mug thug hum snug hung buns puns lowest wider slow newer west hugging chapters "
    "talks walker locked painting thinker unlocks stranger other water singing window "
    "kitchen morning music quiz jazz zebra wizard queen café naïve jalapeño λόγος"
).split()
"""Words that a learner knows, those of the published examples first."""

PIECES = range(2, 7)
"""How many tokens a word to tokenize should have."""

ENOUGH = 2
"""Learned tokens in a good word; more do not make it better."""

LONGEST = 14
"""The most characters of a word of the corpus, as it is written by hand."""

MINUTES = {
    "read": 3.0,  # the words and the rule
    "read again": 1.0,  # the same in a lesson, which has shown them
    "count a symbol": 0.5,  # add up the words that contain it
    "count a pair": 0.5,  # find it and add up its words
    "divide": 0.5,  # multiply, write a fraction down, and compare it with the others
    "compare": 1.0,  # find the best of counts that are given
    "rewrite": 1.0,  # write the words of one step again, and check the number of symbols
    "subtract": 0.5,  # write the new counts of two symbols
    "tokenize": 1.5,  # one word
    "answer": 2.0,  # any other question
}
"""Minutes for each kind of task.

They are an estimate and were not measured. They are for learners who have seen one merge on the
board and work with a pencil, and with a calculator where they compare fractions of large numbers.
"""

ROUND = 5
"""The sum is rounded up to a multiple of this, or to a minute for a short worksheet."""


@dataclass(frozen=True)
class Question:
    """A question, whose sentences are in the template, and its answer.

    Attributes:
        kind: which question it is.
        answer: the answer.
        facts: the facts of its sentences.
        words: words to tokenize.
        rows: pairs to choose from, with their counts.
    """

    kind: Literal["tokenize", "count", "ratio", "entries"]
    answer: tuple[Message | Part, ...]
    facts: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    rows: tuple[PairScore, ...] = ()


def questions_on(plan: Plan) -> list[Question]:
    """Return the questions below the merges; a short worksheet has none.

    >>> from wordpiece.recipes import RECIPES
    >>> from pages.panels.take_home.exercises import plan
    >>> for question in questions_on(plan(timeline, RECIPES["wordpiece"])):
    ...     print(question.kind, *question.words)
    tokenize pugs bugs mug thug
    count
    entries
    """
    if plan.is_short:
        return []
    other = _by_ratio(plan) if plan.timeline.score.ranks_by_count else _by_count(plan)
    entries = _entries(plan) if plan.by_hand else None
    return [each for each in (_tokenize(plan), other, entries) if each]


def _tokenize(plan: Plan) -> Question | None:
    """Ask about words that the new tokens change, and about words with something unknown."""
    encoder = plan.recipe.encoder(plan.timeline, plan.exercises[-1].merge.index)
    words = _words_to_tokenize(plan, encoder)
    answer = tuple(said for word in words for said in _tokens_of(encoder, word))
    return Question("tokenize", answer, words=words) if words else None


def _words_to_tokenize(plan: Plan, encoder: Encoder) -> tuple[str, ...]:
    """Return words that become several tokens, and words with something unknown.

    Words with learned tokens, or with few unseen characters, come first, and among them everyday
    words that are not in the corpus, in the form that the recipe expects. A table of a few of the
    words does not show what is unknown.
    """
    timeline, everyday = plan.timeline, plan.recipe.words(dict.fromkeys(NATURAL, 1))
    own = [word for word in timeline.words if word.isprintable() and len(word) <= LONGEST]
    alphabet, seen = {*timeline.alphabet}, {*"".join(timeline.words)}
    known, unknown = {}, {}
    for word in [*(word for word in everyday if word not in timeline.words), *own]:
        pieces = encoder.pieces(word)
        if any(piece.unknown for piece in pieces):
            unknown[word] = max(1, len({*word} - seen))
        elif len(pieces) in PIECES:
            known[word] = -min(ENOUGH, sum(piece.token not in alphabet for piece in pieces))
    first = sorted(known, key=known.__getitem__)[:MOST_WORDS]
    last = sorted(unknown, key=unknown.__getitem__)[:MOST_WORDS]
    return (*first, *(last if plan.by_hand else ()))


def _tokens_of(encoder: Encoder, word: str) -> tuple[Message | Part, ...]:
    tokens = encoder.encode_word(word)
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        return grade_tokens(encoder, word, " ".join(tokens)).feedback
    word_, tokens_ = Token(word), Spaced(tuple(tokens))
    return (message("{word} becomes {tokens}.", word=word_, tokens=tokens_),)


def _by_count(plan: Plan) -> Question:
    """Ask which pair BPE would merge first, a common mistake about WordPiece."""
    most, equals = plan.timeline.scores(0).most_frequent()
    return Question("count", _of_pair(most, times(most.pair_count), equals))


def _by_ratio(plan: Plan) -> Question:
    """Ask which pair WordPiece would merge first, a common mistake about BPE."""
    rows = plan.exercises[0].rows
    ratios = [Fraction(row.pair_count, row.left_count * row.right_count) for row in rows]
    best = rows[ratios.index(max(ratios))]
    answer = _of_pair(best, WORDPIECE.formula(best).line, ratios.count(max(ratios)))
    return Question("ratio", answer, rows=() if plan.by_hand else rows)


def _of_pair(row: PairScore, formula: Message, equals: int) -> tuple[Message, ...]:
    """Return a pair as an answer, and a remark if several pairs are as good."""
    said = message("{pair}: {formula}.", pair=plus(row.pair), formula=formula)
    return (said, message("Any pair tied with this pair is right, too."))[: min(equals, 2)]


def _entries(plan: Plan) -> Question | None:
    """Ask for the size of the vocabulary, which is not the number of symbols in the words."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    answer = message(
        "Number of entries in the vocabulary: {entries} (no entry is ever removed). Number of "
        "different symbols in the words: {symbols}.",
        entries=end.vocabulary,
        symbols=end.in_use,
    )
    facts = {
        "step": last,
        "start": start.vocabulary,  # as Train counts, with the special tokens
        "n": len(timeline.special_tokens),
        "symbols": start.in_use,
    }
    return Question("entries", (answer,), facts)


def minutes(plan: Plan, asked: Sequence[Question]) -> int:
    """Estimate how many minutes a worksheet with these questions takes."""
    divides = not plan.timeline.score.ranks_by_count
    total = MINUTES["read again" if plan.is_short else "read"]
    for exercise in plan.exercises:
        rows = len(exercise.rows)
        total += MINUTES["rewrite"] + rows * MINUTES["divide"] * divides
        if plan.by_hand:
            total += rows * MINUTES["count a pair"] + plan.asks_rarer * MINUTES["subtract"]
        elif not divides:
            total += MINUTES["compare"]
    if plan.by_hand and divides:
        total += len(plan.exercises[0].symbols) * MINUTES["count a symbol"]
    for question in asked:
        total += len(question.words) * MINUTES["tokenize"] or MINUTES["answer"]
    return ceil(total) if plan.is_short else ceil(total / ROUND) * ROUND

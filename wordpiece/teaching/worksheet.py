"""What a worksheet for paper asks: the first merges with blanks, a few questions, and the answers.

A corpus of few words is worked out in full, counts included; of a larger one the counts are given
and the scores are asked for. All figures are the engine's, all sentences messages; how they are
set on paper is left to whoever draws them.

>>> from wordpiece import WordPieceTrainer
>>> from wordpiece.recipes import RECIPES
>>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> _ = trainer.run()
>>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
>>> [exercise.merge.token for exercise in sheet.exercises]
['##gs', 'hu', 'hugs']
>>> [str(part) for part in solution(sheet, sheet.exercises[0])]
['##g + ##s → ##gs merges.']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import ENGLISH, Listed, Message, Part, Spaced, Token, message
from wordpiece.recipes import Encoding, Recipe
from wordpiece.records import MergeStep, Pair, PairScore
from wordpiece.scoring import WORDPIECE, Score, times
from wordpiece.teaching.grading import grade, grade_tokens
from wordpiece.teaching.quiz import UNK, PairQuestion, SplitQuestion, candidates, questions
from wordpiece.training.timeline import Timeline

STEPS = 3
"""Merges to work out; in a quarter of an hour."""

FEW_WORDS, FEW_SYMBOLS, FEW_PAIRS = 8, 70, 14
"""Up to so many a class can count by hand."""

ROWS = 24
"""Pairs counted by hand in all steps together; twice as many where nothing is divided."""

PAIRS = 6
"""Pairs of a larger corpus shown for one step."""

SOME_WORDS = 12
"""Words of a larger corpus to rewrite."""

SHORT, GOOD = 12, 5
"""Characters of a word that is easy to rewrite, and of one that is good to tokenize."""

SEEDS = (1, 2, 3)
"""The quizzes that words to tokenize come from."""

LONG_FRACTION = 8
"""Characters of a reduced fraction above which it is left out."""


# --- What is asked -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Exercise:
    """One merge to find.

    Attributes:
        merge: the merge that the training makes.
        rows: the pairs asked about, in an order that does not give the winner away.
        pairs: how many pairs there are.
        best: those of the best score; one, or several that are tied.
    """

    merge: MergeStep
    rows: tuple[PairScore, ...]
    pairs: int
    best: frozenset[Pair]

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


@dataclass(frozen=True)
class Asked:
    """A question and its answer, in sentences.

    Attributes:
        ask: the question.
        answer: the answer.
        tokens: tokens to choose from.
        merges: merges to choose from, in the order learned.
        pairs: pairs to choose from.
        rows: pairs to choose from, with their counts.
    """

    ask: tuple[Message, ...]
    answer: tuple[Message | Part, ...]
    tokens: tuple[str, ...] = ()
    merges: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    rows: tuple[PairScore, ...] = ()


def unavailable_because(timeline: Timeline) -> Message | None:
    """Say why there is no worksheet for a training; None if there is one."""
    if timeline.score.against_paper:
        return timeline.score.against_paper
    if not len(timeline):
        return message("There is no merge to find: this training ends where it starts.")
    return None


def plan(timeline: Timeline, recipe: Recipe | None) -> Plan:
    """Choose what to ask about a training that has at least one merge; see `Plan`."""
    words = timeline.words
    by_hand = (
        len(words) <= FEW_WORDS
        and sum(map(len, words)) <= FEW_SYMBOLS
        and len(timeline.scores(0)) <= FEW_PAIRS
    )
    most = 2 * ROWS if timeline.score.ranks_by_count else ROWS
    exercises: list[Exercise] = []
    for step in range(min(STEPS, len(timeline))):
        exercise = _exercise(timeline, step, by_hand)
        total = sum(len(e.rows) for e in exercises) + len(exercise.rows)
        if by_hand and exercises and total > most:
            break
        exercises.append(exercise)
    shown = range(len(words)) if len(words) <= SOME_WORDS else _telling(timeline, exercises)
    return Plan(timeline, recipe, by_hand, tuple(exercises), tuple(shown))


def _exercise(timeline: Timeline, step: int, by_hand: bool) -> Exercise:
    table = timeline.scores(step)
    if by_hand:
        splits = timeline.splits(step)
        seen = dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))
        pairs = [*seen]
    else:
        pairs = candidates(timeline, step, PAIRS)
    rows = tuple(row for pair in pairs if (row := table.find(pair)))
    return Exercise(timeline.step(step + 1), rows, len(table), frozenset(table.tied))


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


# --- The words and the rule --------------------------------------------------------------------


def marks(plan: Plan) -> tuple[Message, ...]:
    """Explain the marks on symbols, if there are any."""
    marking = plan.timeline.marking
    said: list[Message] = []
    if marking.prefix:
        # On letters that are in no exercise by themselves.
        parts = (f"{marking.prefix}x", f"{marking.prefix}y")
        said += [
            message("{mark} marks a symbol that begins no word.", mark=Token(marking.prefix)),
            message(
                "It goes away inside a merge: {pair} becomes {token}.",
                pair=_plus(parts),
                token=Token(marking.join(*parts)),
            ),
        ]
    if marking.suffix:
        mark = Token(marking.suffix)
        said.append(message("{mark} ends each word and is one symbol.", mark=mark))
    return tuple(said)


def rule(plan: Plan) -> tuple[Message, ...]:
    """Explain what is counted, which pair merges, and how ties are broken."""
    score, tie_break = plan.timeline.score, plan.timeline.tie_break
    said = [score.counting]
    if plan.by_hand:
        said.append(message("A word counts as often as it occurs."))
    said.append(message("The pair with the best score becomes one symbol, in every word."))
    if not plan.by_hand:
        said.append(message("Where several pairs share the best score, any of them counts."))
    elif tie_break == "first-seen":
        said.append(
            message(
                "Of equal scores the pair that is met first wins, reading the words from the top."
            )
        )
    elif tie_break == "alphabetical":
        said.append(message("Of equal scores the pair that is first in the alphabet wins."))
    else:
        said.append(message("Among equal scores a draw decides; here any of them counts."))
    return tuple(said)


# --- The merges to find ------------------------------------------------------------------------


def lead(plan: Plan, exercise: Exercise, before: MergeStep | None) -> tuple[Message, ...]:
    """Say what a step starts from, and which pairs there are.

    Only the first step of a small corpus shows its pairs; then they are looked for.

    Args:
        plan: the worksheet.
        exercise: the step.
        before: the merge of the step before.
    """
    said = [*_agreed(plan, before)]
    if not plan.by_hand:
        if len(exercise.rows) == exercise.pairs:
            all_ = message("This is the only pair.", "These are all {n} pairs.", n=exercise.pairs)
            said.append(all_)
        else:
            said.append(
                message(
                    "Shown are {shown} of {n} pair.",
                    "Shown are {shown} of {n} pairs.",
                    n=exercise.pairs,
                    shown=len(exercise.rows),
                )
            )
        said.append(message("The best of all is among them."))
    elif before:
        said.append(
            message("Which pairs are there now? You should find {pairs}.", pairs=exercise.pairs)
        )
    return tuple(said)


def _agreed(plan: Plan, before: MergeStep | None) -> tuple[Message, ...]:
    """Say what was merged before, where the rule alone does not tell it."""
    if before is None:
        return ()
    pair = _plus(before.pair)
    if before.forced and before.pair != before.best_pair:
        return (message("In this training {pair} was merged by choice; go on with it.", pair=pair),)
    drawn = not plan.by_hand or plan.timeline.tie_break == "random"
    if len(before.tied) > 1 and drawn:
        return (message("Several pairs were tied; go on with {pair}.", pair=pair),)
    return ()


def task(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what is to be written below a step."""
    said = [message("Write the words that change.")]
    if plan.by_hand:
        said.append(
            message(
                "To check: the whole corpus now has {n} symbol.",
                "To check: the whole corpus now has {n} symbols.",
                n=plan.timeline.growth(exercise.merge.index).corpus_tokens,
            )
        )
    return tuple(said)


def example_row(plan: Plan, exercise: Exercise) -> PairScore | None:
    """Return the first row of the first step as an example, if that gives nothing away."""
    first = exercise.rows[0]
    shown = plan.by_hand and exercise.merge.index == 1 and len(exercise.rows) > 2
    return first if shown and first.pair not in exercise.best else None


def changed(plan: Plan, merge: MergeStep) -> list[tuple[int, tuple[str, ...]]]:
    """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
    states = ((at, plan.timeline.word(merge.index, i)) for at, i in enumerate(plan.words, 1))
    return [(at, state.symbols) for at, state in states if state.changed]


def solution(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what merges in a step, and which others would be right."""
    merge = exercise.merge
    chosen = merge.forced and merge.pair != merge.best_pair
    said = [message("{pair} → {token} merges.", pair=_plus(merge.pair), token=Token(merge.token))]
    if chosen:
        said.append(
            message(
                "It was chosen; by the rule it would have been {pair}.",
                pair=_plus(merge.best_pair),
            )
        )
    if len(exercise.best) > 1:
        said.append(_ties(plan, exercise))
    return tuple(said)


def _ties(plan: Plan, exercise: Exercise) -> Message:
    pairs = len(exercise.best)
    unseen = len(exercise.best - {row.pair for row in exercise.rows})
    if exercise.merge.forced:
        if not unseen:
            return message(
                "{pairs} pairs share the best score, and any of them counts.", pairs=pairs
            )
        return message(
            "{pairs} pairs share the best score, and any of them ({unseen} not shown) counts.",
            pairs=pairs,
            unseen=unseen,
        )
    taken = {
        "first-seen": message("the training takes the one met first"),
        "alphabetical": message("the training takes the one first in the alphabet"),
        "random": message("the training takes the one drawn"),
    }[plan.timeline.tie_break]
    if not unseen:
        return message(
            "{pairs} pairs share the best score, and any of them counts; {taken}.",
            pairs=pairs,
            taken=taken,
        )
    return message(
        "{pairs} pairs share the best score, and any of them ({unseen} not shown) counts; {taken}.",
        pairs=pairs,
        unseen=unseen,
        taken=taken,
    )


def elsewhere(plan: Plan, exercise: Exercise) -> Message | None:
    """Say how many words change if not all of them are shown."""
    total = len(plan.timeline.changed_words(exercise.merge.index))
    if len(changed(plan, exercise.merge)) == total:
        return None
    return message(
        "In the whole corpus {n} word changes.", "In the whole corpus {n} words change.", n=total
    )


def worked_out(row: PairScore, score: Score) -> Message:
    """Return a ratio as its fraction, reduced, and as a decimal.

    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> str(worked_out(row, WORDPIECE))
    '5/100 = 1/20 = 0.05'
    """
    formula, below = score.formula(row), row.left_count * row.right_count
    value = formula.fraction
    assert value is not None  # as in every score that is worked out on paper
    exact = message("{together}/{below}", together=row.pair_count, below=below)
    is_reduced = value.denominator == below > 1
    if not is_reduced and len(ENGLISH.number(value)) <= LONG_FRACTION:
        exact = message("{fraction} = {reduced}", fraction=exact, reduced=value)
    if value.denominator == 1:
        return exact
    if formula.is_rounded:
        return message("{fraction}, rounded {value:decimal}", fraction=exact, value=formula.value)
    if formula.is_decimal:
        return message("{fraction} = {value:decimal}", fraction=exact, value=formula.value)
    return message("{fraction} ≈ {value:decimal}", fraction=exact, value=formula.value)


# --- The questions -----------------------------------------------------------------------------


def questions_on(plan: Plan) -> list[Asked]:
    """Return what is asked below the merges, with the answers."""
    words = _tokenize_by_hand(plan) if plan.by_hand else _tokenize(plan)
    other = _other_rule(plan)
    last = _entries(plan) if plan.by_hand else _change(plan)
    return [*words, *([other] if other else []), *([last] if last else [])]


def _split_questions(timeline: Timeline) -> list[SplitQuestion]:
    """Return words to tokenize, those of a good length first."""
    found = {
        question.word: question
        for seed in SEEDS
        for question in questions(timeline, timeline, kind="split", seed=seed, count=12)
        if isinstance(question, SplitQuestion)
    }
    return sorted(found.values(), key=lambda question: abs(len(question.word) - GOOD))


HOW: dict[Encoding, Message] = {
    "longest-match": message(
        "From the left, always take the longest token that fits; where none does, the whole word "
        "is {unknown}.",
        unknown=Token(UNK),
    ),
    "replay": message(
        "Split it into single symbols and replay the merges in order; an unknown character is "
        "{unknown}.",
        unknown=Token(UNK),
    ),
    "segmenter": message(
        "From the left, always take the longest token that fits; where none does, {unknown} "
        "stands for the rest.",
        unknown=Token(UNK),
    ),
    "longest-token": message(
        "Cut out the longest token that stands anywhere in it, then do the same on its left and "
        "on its right; where nothing is found, it is {unknown}.",
        unknown=Token(UNK),
    ),
}
"""How a word is tokenized."""


def _tokenize_by_hand(plan: Plan) -> list[Asked]:
    """Ask for a word that the new tokens change, and for one with something unknown in it."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    encoder = plan.encoder(last)
    learned = {timeline.merge(k).token for k in range(1, last + 1)}
    seen = {char for word in timeline.words for char in word}
    known: list[tuple[int, str]] = []
    unknown: list[tuple[bool, str]] = []
    for word in (question.word for question in _split_questions(timeline)):
        pieces = encoder.pieces(word)
        if any(piece.unknown for piece in pieces):
            # Best is a character that was seen, but never in this place.
            unknown.append((not {*word} <= seen, word))
        elif len(pieces) > 1:
            known.append((-sum(piece.token in learned for piece in pieces), word))
    use = message(
        "Use the starting symbols and the {n} token you have made.",
        "Use the starting symbols and the {n} tokens you have made.",
        n=last,
    )
    chosen = [min(words, key=lambda entry: entry[0])[1] for words in (known, unknown) if words]
    return [
        Asked(
            (_how_tokenized(word), *(() if i else (use, HOW[plan.encoding]))),
            _tokens_of(encoder, word),
        )
        for i, word in enumerate(chosen)
    ]


def _tokenize(plan: Plan) -> list[Asked]:
    """Ask the same of a larger corpus, further on, with the tokens or merges to use given."""
    timeline = plan.timeline
    found: dict[bool, Asked] = {}
    for question in _split_questions(timeline):
        encoder = plan.encoder(question.step)
        unknown = any(piece.unknown for piece in encoder.pieces(question.word))
        if unknown in found:
            continue
        tokens: tuple[str, ...] = question.choices
        merges: tuple[Pair, ...] = ()
        which = message("Of the vocabulary take these tokens; some are of no use:")
        if plan.encoding == "replay":
            tokens, merges = (), _possible(timeline, question)
            which = message("Only these merges can apply, in this order:")
        if not tokens and not merges:
            continue
        after = message(
            "Now {n} merge has been made.", "Now {n} merges have been made.", n=question.step
        )
        how = () if found else (HOW[plan.encoding],)
        found[unknown] = Asked(
            (_how_tokenized(question.word), after, *how, which),
            _tokens_of(encoder, question.word),
            tokens=tokens,
            merges=merges,
        )
    return [found[unknown] for unknown in sorted(found)]


def _possible(timeline: Timeline, question: SplitQuestion) -> tuple[Pair, ...]:
    """Return the merges whose result can stand in the word, in the order learned."""
    marking = timeline.marking
    symbols = marking.split(question.word)
    inside = {
        "".join(symbols[i:j]) for i in range(len(symbols)) for j in range(i + 1, len(symbols) + 1)
    }
    merges = (timeline.pair(k) for k in range(1, question.step + 1))
    return tuple(dict.fromkeys(p for p in merges if marking.join(*p) in inside))


def _how_tokenized(word: str) -> Message:
    return message("How is {word} tokenized?", word=Token(word))


def _tokens_of(encoder: Encoder, word: str) -> tuple[Message | Part, ...]:
    tokens = encoder.encode_word(word)
    if isinstance(encoder, (WordPieceEncoder, BPEEncoder)):
        return grade_tokens(encoder, word, " ".join(tokens)).feedback
    word_, tokens_ = Token(word), Spaced(tuple(tokens))
    return (message("{word} becomes {tokens}.", word=word_, tokens=tokens_),)


def _other_rule(plan: Plan) -> Asked:
    """Ask which pair of step 1 the other algorithm would merge; the mix-up of the field."""
    return _by_ratio(plan) if plan.timeline.score.ranks_by_count else _by_count(plan)


def _by_count(plan: Plan) -> Asked:
    table, first = plan.timeline.scores(0), plan.exercises[0]
    most, equals = table.most_frequent()
    pair, met = _plus(most.pair), times(most.pair_count)
    if equals == 1:
        answer = message("{pair}, met {times}.", pair=pair, times=met)
    elif equals > PAIRS:
        answer = message(
            "{pair}, met {times}; {equals} pairs have that count, and any of them counts.",
            pair=pair,
            times=met,
            equals=equals,
        )
    else:
        ranked = table.rows(0, equals, by="count")
        also = tuple(_plus(row.pair) for row in ranked if row.pair != most.pair)
        answer = message(
            "{pair}, met {times}; {equals} pairs have that count, also {others}, and any of them "
            "counts.",
            pair=pair,
            times=met,
            equals=equals,
            others=Listed(also, "commas"),
        )
    is_best = message("It does not have the best score.")
    if most.pair in first.best:
        is_best = message("It has the best score, too.")
    ask = message(
        "BPE does not divide: it merges the pair that stands together most often. Which pair of "
        "step 1 is that? Does it also have the best score?"
    )
    return Asked((ask,), (answer, is_best))


def _by_ratio(plan: Plan) -> Asked:
    rows = plan.exercises[0].rows
    value = {r.pair: Fraction(r.pair_count, r.left_count * r.right_count) for r in rows}
    best = max(value.values())
    winners = [row for row in rows if value[row.pair] == best]
    answer = [
        message("{pair}: {score}.", pair=_plus(row.pair), score=worked_out(row, WORDPIECE))
        for row in winners
    ]
    if len(winners) > 1:
        answer.append(message("Any of them counts."))
    ask = message(
        "WordPiece divides by how often the two parts stand anywhere. Which pair of step 1 would "
        "have the best score then?"
    )
    return Asked((ask,), tuple(answer), rows=() if plan.by_hand else rows)


def _entries(plan: Plan) -> Asked | None:
    """Ask for the size of the vocabulary, which is not what stands in the words."""
    timeline, last = plan.timeline, plan.exercises[-1].merge.index
    start, end = timeline.growth(0), timeline.growth(last)
    if start.in_use != len(timeline.alphabet):
        return None
    ask = message(
        "At the start the vocabulary has {symbols} symbols. How many entries has it after step "
        "{step}, and how many different symbols stand in the words then?",
        symbols=start.in_use,
        step=last,
    )
    answer = message(
        "{entries} entries, as nothing is ever taken out; {symbols} different symbols stand in "
        "the words.",
        entries=end.vocabulary - len(timeline.special_tokens),
        symbols=end.in_use,
    )
    return Asked((ask,), (answer,))


def _change(plan: Plan) -> Asked | None:
    """Ask whose score changes when another pair merges, in a step that is no exercise."""
    timeline = plan.timeline
    if not timeline.score.is_local:
        return None
    for question in questions(timeline, timeline, kind="change", seed=1, count=6):
        if isinstance(question, PairQuestion) and question.step >= len(plan.exercises):
            break
    else:
        return None
    ask = message(
        "Later, after {n} merge, {pair} merges. The score of exactly one of these pairs changes. "
        "Which, and why?",
        "Later, after {n} merges, {pair} merges. The score of exactly one of these pairs changes. "
        "Which, and why?",
        n=question.step,
        pair=_plus(question.merge.pair),
    )
    right = question.right.row.pair
    answer = (message("{pair}.", pair=_plus(right)), *grade(question, right).feedback)
    return Asked((ask,), answer, pairs=tuple(c.row.pair for c in question.candidates))


def _plus(pair: Pair) -> Message:
    return message("{left} + {right}", left=Token(pair[0]), right=Token(pair[1]))

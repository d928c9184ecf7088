"""A training by hand: its steps and its result, the results of a class, and how far a class is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from markupsafe import Markup, escape

from pages.locale import capital, message, number, say, to_text
from pages.panels.actions import Joint, Piece, Symbol, encode
from pages.panels.html import EMPTY, heading, join, pieces, stack
from pages.panels.layout import step_of
from pages.panels.shared import card, chips
from pages.panels.shared.card import DONE, OPEN, RIGHT, WRONG, score_line
from pages.panels.shared.chips import NEW
from pages.rooms.state import Ask
from wordpiece.message import Listed, Message, Token
from wordpiece.recipes import ALL_RECIPES
from wordpiece.records import WordState
from wordpiece.teaching.by_hand import (
    ALGORITHMS,
    MAX_SEED,
    RULES,
    Level,
    Phase,
    Rule,
    Slip,
    Task,
    Work,
    check_codes,
)
from wordpiece.teaching.by_hand.removals import Removals
from wordpiece.teaching.by_hand.training import Choice, Number, Place, Training
from wordpiece.teaching.removals import explain_removal
from wordpiece.teaching.wording import explain, plus
from wordpiece.unigram.records import RemovalCost

_piece = pieces("panels/by_hand/work.html")

RULE_TITLES: Mapping[Rule, Message] = {rule: ALL_RECIPES[rule].title for rule in RULES}
"""The algorithms."""

LEVEL_TITLES: Mapping[Level, Message] = {
    "worked": message("Worked example"),
    "fill": message("One number missing"),
    "choose": message("Choice and numbers"),
    "alone": message("Everything"),
}
"""The levels, by what the learner does."""

NUMBER_TITLES: Mapping[Number, Message] = {
    "pair": message("count of the pair"),
    "left": message("count of its left part"),
    "right": message("count of its right part"),
    "uses": message("count in the splits"),
    "cost": message("cost, to one decimal place"),
}
"""The numbers of a choice."""


@dataclass(frozen=True)
class OfMerges:
    """A step of a training by merges.

    Attributes:
        work: the exercise.
        choose, join: the question when the learner chooses, or changes the words.
        how_to_join: what to click to change the words.
        sign: what the buttons between two parts of a word show.
    """

    work: Work

    choose: ClassVar[Message] = message("Which pair merges next?")
    join: ClassVar[Message] = message("Merge {pair} in every word")
    how_to_join: ClassVar[Message] = message("Click each + between two symbols that merge.")
    sign: ClassVar[str] = "+"

    def words(self, _choice: Choice | None, clicked: Collection[Place]) -> Markup:
        """Draw the words, each symbol as a button if the learner chooses a pair."""
        work = self.work
        if not _is_choosing(work):
            outline = work.phase is not Phase.FORK  # a wrong pair does not merge next
            return chips.words(_states(work.ahead, work.step), merged=None, outline=outline)
        rows = [
            (
                state,
                [
                    (symbol, [NEW] * (at in state.made), encode(Symbol(i, at)), (i, at) in clicked)
                    for at, symbol in enumerate(state.symbols)
                ],
            )
            for i, state in enumerate(_states(work.training, work.step))
        ]
        return _piece("words", rows)

    def below(self) -> Markup:
        """Draw nothing below the words to change."""
        return EMPTY

    def card(self) -> Markup:
        """Draw the merge of the step with its formula and the reason for it."""
        at, timeline = self.work.step + 1, _timeline(self.work.task.model)
        step = timeline.step(at)
        frequent, _ = timeline.scores(at - 1).most_frequent()
        why = explain(step, timeline.score, timeline.tie_order(), frequent)
        return card.merge_card(step, timeline.score, why, top=step_of(at, len(timeline)))

    def rule(self) -> Markup:
        """Draw the rule of the score."""
        rule = _timeline(self.work.training).score.texts.rule
        return heading(capital(say("score")), to_text(rule))

    def gap(self) -> Markup:
        """Draw the score of the pair with a gap for the count that is asked for."""
        step = _timeline(self.work.ahead).merge(self.work.step + 1)
        return _piece("merge_gap", step, _numbers(self.work))

    def figures(self, step: int) -> Markup:
        """Draw the score of a merge with its counts."""
        timeline = _timeline(self.work.training)
        return score_line(timeline.merge(step), timeline.score)


@dataclass(frozen=True)
class OfRemovals:
    """A step of a training by removals; see `OfMerges`."""

    work: Work

    choose: ClassVar[Message] = message("Which piece costs least to remove?")
    join: ClassVar[Message] = message(
        "Split each word below in the most probable way without {piece}"
    )
    how_to_join: ClassVar[Message] = message("Click between two letters to split the word there.")
    sign: ClassVar[str] = "|"

    def words(self, choice: Choice | None, _clicked: Collection[Place]) -> Markup:
        """Draw the words and the pieces, as buttons if the learner chooses a piece."""
        work = self.work
        picks = _is_choosing(work)
        piece = choice if picks else work.chosen or work.best
        mark = "chosen" if picks or work.phase is Phase.FORK else "going"
        rows = [
            (state, [(symbol, [mark] * (symbol == piece), "", False) for symbol in state.symbols])
            for state in _states(work.training, work.step)
        ]
        costs = _timeline(work.training).costs(work.step) if work.phase is Phase.READ else ()
        left = _pieces_left(work.training, work.step, piece, picks=picks, costs=costs, mark=mark)
        return join([_piece("words", rows), left])

    def below(self) -> Markup:
        """Draw the pieces that are left for the new splits."""
        return _pieces_left(self.work.ahead, self.work.step + 1)

    def card(self) -> Markup:
        """Draw the removal of the step, and how it changes each word."""
        step, training = self.work.step, cast(Removals, self.work.training)
        model, timeline = _timeline(self.work.task.model), _timeline(training)
        removal = model.step(step + 1)
        return _piece(
            "removal",
            top=step_of(step + 1, len(model)),
            removal=removal,
            changes=training.changes(step, removal.piece),
            counts=timeline.counts(step),
            total=timeline.total(step),
            ln="ln",
            why=explain_removal(model, removal),
        )

    def rule(self) -> Markup:
        """Draw the rule of the cost."""
        return heading(
            say("What each removal costs"),
            say(
                "the sum over all words whose split has the piece: count of the word × "
                "ln(probability of this split ÷ probability of the best split without the "
                "piece)"
            ),
        )

    def gap(self) -> Markup:
        """Draw the removal with a gap for the number that is asked for."""
        gap = _piece("removal_gap", self.work.best, *_numbers(self.work))
        return join([self.rule(), gap])

    def figures(self, step: int) -> str:
        """Return the cost of a removal."""
        cost = _timeline(self.work.training).removal(step).cost
        return f"{say('cost')} {number(cost, 'fixed2')}"


def _timeline(training: Training) -> Any:
    """Return the steps of a training: those of merges or those of removals."""
    return training.timeline


def _states(training: Training, step: int) -> list[WordState]:
    """Return all words after a step."""
    return [training.timeline.word(step, i) for i in range(len(training.timeline.words))]


def _is_choosing(work: Work) -> bool:
    """Return whether the learner chooses a pair or a piece."""
    return work.phase is Phase.ANSWER and work.asks_choice


def _numbers(work: Work) -> list[float | None]:
    """Return the numbers of the right choice, None for those that the learner types."""
    known = {name: work.training.number(work.step, work.best, name) for name in work.training.asks}
    return [None if name in work.asked else n for name, n in known.items()]


def _pieces_left(
    training: Training,
    step: int,
    choice: Choice | None = None,
    *,
    picks: bool = False,
    costs: Iterable[RemovalCost] = (),
    mark: str = "",
) -> Markup:
    """Draw the pieces left after a step with their counts, the chosen one marked.

    Args:
        training: the training.
        step: the step.
        choice: the piece chosen.
        picks: whether the pieces that can be removed are buttons.
        costs: the costs to show.
        mark: how the chosen piece is marked, unless it is a button.
    """
    timeline = _timeline(training)
    rise = {row.piece: row.cost for row in costs}
    rows = []
    for piece, n in timeline.counts(step).items():
        pick = encode(Piece(piece)) if picks and len(piece) > 1 else ""
        looks = [mark] * (piece == choice and not pick)
        rows.append(((piece, looks, pick, piece == choice), n, rise.get(piece)))
    total = number(round(timeline.total(step)))
    legend = escape(f"{say('probability')} = {say('count')} / {total}")
    if rise:
        legend += Markup(" · <b>{}</b>").format(say("cost"))
    return join([heading(say("Vocabulary"), legend), _piece("pieces", rows)])


def of(work: Work) -> OfMerges | OfRemovals:
    """Return what draws the steps of the algorithm of an exercise."""
    return OfRemovals(work) if work.task.rule == "unigram" else OfMerges(work)


def title(work: Work) -> Markup:
    """Draw the question of the step, large."""
    task = work.task
    phrases = ALGORITHMS[task.rule].slips.items()
    slips = Listed(tuple(said for slip, said in phrases if slip in task.focus), "commas")
    said, hint = _question(work)
    rule = RULE_TITLES[task.rule]
    return _piece("title", said=said, hint=hint, rule=rule, number=task.seed, slips=slips)


def _question(work: Work) -> tuple[Message, Message | None]:
    """Return the question of the step, and what to do, if that is not obvious."""
    if work.phase is Phase.READ:
        return LEVEL_TITLES["worked"], None
    if work.phase is Phase.FORK:
        return message("Continue from which answer?"), None
    if work.phase is Phase.JOIN:
        choice = work.choice or work.best
        named = plus(choice) if isinstance(choice, tuple) else Token(choice)
        return of(work).join.fill(pair=named, piece=named), of(work).how_to_join
    if work.task.chooses:
        return of(work).choose, work.training.needed if work.asks_choice else None
    return message("Which number is missing?"), None


def progress(work: Work) -> Markup:
    """Draw the steps so far as a row of marks; those of a worked example are only read."""
    right = DONE if work.task.level == "worked" else RIGHT
    states = [WRONG if slip else right for slip in work.slips]
    return _piece("progress", states + [OPEN] * (work.phase is not Phase.DONE))


def joinable(work: Work, joined: Collection[Place]) -> Markup:
    """Draw the words to change, with a button between any two parts; those joined are pressed."""
    states = _states(work.training, work.step)
    rows = [
        (
            states[i],
            [
                (part, following, encode(Joint(i, at)), (i, at) in joined)
                for at, (part, following) in enumerate(zip(parts, (*parts[1:], ""), strict=True))
            ],
        )
        for i, parts in work.parts.items()
    ]
    return join([_piece("joinable", rows, of(work).sign), of(work).below()])


def draw_choice(work: Work, choice: Choice | None) -> Markup:
    """Draw the rule of the score, and the learner's choice, if there is one."""
    return stack([of(work).rule(), _piece("chosen", choice)])


def draw_missing(said: Message) -> Markup:
    """Draw what an answer lacks."""
    return _piece("missing", said)


def result(work: Work) -> Markup:
    """Draw each step of an exercise that is done, with its choice and the mistake made."""
    rows = []
    for step, (choice, mark) in enumerate(zip(work.path, work.marks, strict=True), 1):
        row = {
            "state": WRONG if mark.slip else RIGHT,
            "choice": choice,
            "figures": of(work).figures(step),
            "slip": mark.slip,
            "chosen": mark.chosen if mark.chosen != choice else None,
            "best": None if choice in work.training.right(step - 1) else mark.best,
        }
        rows.append(row)
    slips = ALGORITHMS[work.task.rule].slips
    worked = LEVEL_TITLES["worked"] if work.task.level == "worked" else None
    return _piece("result", work.slips.count(None), work.step, rows, slips, worked)


def of_class(text: str, key: bytes) -> Markup:
    """Draw the results of a class.

    Args:
        text: the codes, one on a line.
        key: the key that they were signed with.
    """
    return _piece("class", check_codes(text, key), RULE_TITLES, LEVEL_TITLES, ALGORITHMS)


def later(work: Work) -> Markup:
    """Draw the link to another table for the mistakes made; nothing without a mistake."""
    focus = {slip for slip in work.slips if slip} - {Slip.SHOWN}
    if not focus:
        return EMPTY
    task = work.task
    seed = task.seed % MAX_SEED + 1
    query = {
        "rule": task.rule,
        "level": task.level,
        "table": seed,
        "focus": ",".join(sorted(focus)),
        "step": 0,
    }
    return _piece("later", f"by_hand?{urlencode(query)}")


def ask_of(task: Task) -> Ask:
    """Return an exercise as a question of a room, to which screens report the steps done."""
    title = say(
        "Train by hand, table {number}: scan the QR code on the teacher's screen, or open its "
        "link.",
        number=str(task.seed),
    )
    return Ask(title, (), frozenset(), steps=len(task.model))


def wall(done: Sequence[int], steps: int) -> Markup:
    """Draw a column of dots for each step, with a dot for each student who is there.

    Args:
        done: how many steps each student has done.
        steps: the number of steps of the exercise.
    """
    here = Counter(done)
    columns = [(step, here[step - 1]) for step in range(1, steps + 1)]
    largest = max(number for _, number in columns)
    most = [step for step, number in columns if number == largest] if any(done) and largest else []
    said = None
    if not any(done):
        said = message("Students join by the link of this screen or its QR code (key Q).")
    elif most:
        said = message(
            "Of the students who are not done, the largest group is at step {steps}.",
            "Of the students who are not done, the largest groups are at steps {steps}.",
            n=len(most),
            steps=Listed(tuple(most)),
        )
    return _piece("wall", columns, here[steps], most, said)

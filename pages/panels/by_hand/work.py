"""A step of a training by hand: the question, the progress, the words to change, the solution."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from markupsafe import Markup, escape

from pages.locale import capital, message, number, say, to_text
from pages.panels.actions import Joint, Piece, Symbol, encode
from pages.panels.html import EMPTY, heading, join, pieces, stack
from pages.panels.layout import step_of
from pages.panels.shared import chips
from pages.panels.shared.card import OPEN, RIGHT, WRONG, merge_card, score_line
from pages.panels.shared.chips import NEW
from wordpiece.message import Listed, Message, Token
from wordpiece.recipes import RECIPES
from wordpiece.teaching.by_hand import ALGORITHMS, Level, Phase, Rule, Work
from wordpiece.teaching.by_hand.merges import Merges
from wordpiece.teaching.by_hand.removals import Removals
from wordpiece.teaching.by_hand.training import Choice, Number, Place
from wordpiece.teaching.removals import explain_removal
from wordpiece.teaching.wording import explain, plus
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.records import RemovalCost
from wordpiece.unigram.timeline import UnigramTimeline

_piece = pieces("panels/by_hand/work.html")

RULE_TITLES: Mapping[Rule, Message] = {
    "wordpiece": RECIPES["wordpiece"].title,
    "bpe": RECIPES["bpe"].title,
    "unigram": message("Unigram"),
}
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

    @property
    def _timeline(self) -> Timeline:
        return cast(Merges, self.work.training).timeline

    def words(self) -> Markup:
        """Draw the words with nothing to click, the pair of the step outlined."""
        work = self.work
        is_done = work.phase is Phase.DONE
        shown = self._timeline if is_done else cast(Merges, work.ahead).timeline
        states = [shown.word(work.step, i) for i in range(len(shown.words))]
        outline = work.phase not in (Phase.DONE, Phase.FORK)  # a wrong pair does not merge next
        return chips.words(states, merged=None, outline=outline)

    def choosable(self, _choice: Choice | None, clicked: set[Place]) -> Markup:
        """Draw the words with each symbol as a button, the clicked ones pressed."""
        timeline = self._timeline
        states = [timeline.word(self.work.step, i) for i in range(len(timeline.words))]
        rows = [
            (
                state,
                [
                    (symbol, encode(Symbol(i, at)), (i, at) in clicked, [NEW] * (at in state.made))
                    for at, symbol in enumerate(state.symbols)
                ],
            )
            for i, state in enumerate(states)
        ]
        return _piece("choosable", rows)

    def below(self) -> Markup:
        """Draw nothing below the words to change."""
        return EMPTY

    def card(self) -> Markup:
        """Draw the merge of the step with its formula and the reason for it."""
        at, timeline = self.work.step + 1, cast(Merges, self.work.task.model).timeline
        step = timeline.step(at)
        frequent, _ = timeline.scores(at - 1).most_frequent()
        why = explain(step, timeline.score, timeline.tie_break, frequent)
        return merge_card(step, timeline.score, why, top=step_of(at, len(timeline)))

    def rule(self) -> Markup:
        """Draw the rule of the score."""
        return heading(capital(say("score")), to_text(self._timeline.score.texts.rule))

    def gap(self) -> Markup:
        """Draw the score of the pair with a gap for the count that is asked for."""
        timeline = cast(Merges, self.work.ahead).timeline
        step = timeline.merge(self.work.step + 1)
        counts = {"pair": step.pair_count, "left": step.left_count, "right": step.right_count}
        shown = [None if name in self.work.asked else n for name, n in counts.items()]
        return _piece("merge_gap", step, *shown, timeline.score.ranks_by_count)

    def figures(self, step: int) -> Markup:
        """Draw the score of a merge with its counts."""
        return score_line(self._timeline.merge(step), self._timeline.score)


@dataclass(frozen=True)
class OfRemovals:
    """A step of a training by removals; see `OfMerges`."""

    work: Work

    choose: ClassVar[Message] = message("Which piece costs least to remove?")
    join: ClassVar[Message] = message("Split each word below without using {piece}")
    how_to_join: ClassVar[Message] = message("Click between two letters to split the word there.")
    sign: ClassVar[str] = "|"

    @property
    def _training(self) -> Removals:
        return cast(Removals, self.work.training)

    def words(self) -> Markup:
        """Draw the words and the pieces with nothing to click, the piece of the step marked."""
        work = self.work
        if work.phase is Phase.DONE:
            return self._words(None, "going")
        piece, timeline = work.chosen or work.best, self._training.timeline
        costs = timeline.costs(work.step) if work.phase is Phase.READ else ()
        mark = "chosen" if work.phase is Phase.FORK else "going"
        left = _pieces_left(timeline, work.step, piece, costs=costs, mark=mark)
        return join([self._words(piece, mark), left])

    def choosable(self, choice: Choice | None, _clicked: set[Place]) -> Markup:
        """Draw the words, and the pieces that can be removed as buttons."""
        buttons = _pieces_left(self._training.timeline, self.work.step, choice, picks=True)
        return join([self._words(choice, "chosen"), buttons])

    def _words(self, piece: Choice | None, mark: str) -> Markup:
        """Draw the words with their best splits, in which a piece has a mark."""
        timeline = self.work.training.timeline
        states = [timeline.word(self.work.step, i) for i in range(len(timeline.words))]
        return _piece("splits", states, piece, mark)

    def below(self) -> Markup:
        """Draw the pieces that are left for the new splits."""
        return _pieces_left(cast(Removals, self.work.ahead).timeline, self.work.step + 1)

    def card(self) -> Markup:
        """Draw the removal of the step, and how it changes each word."""
        training, step = self._training, self.work.step
        model = cast(Removals, self.work.task.model).timeline
        removal = model.step(step + 1)
        return _piece(
            "removal",
            top=step_of(step + 1, len(model)),
            removal=removal,
            changes=training.changes(step, removal.piece),
            counts=training.timeline.counts(step),
            total=training.timeline.total(step),
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
        training, piece = self._training, str(self.work.best)
        shown = [
            None if name in self.work.asked else training.number(self.work.step, piece, name)
            for name in training.asks
        ]
        return join([self.rule(), _piece("removal_gap", piece, *shown)])

    def figures(self, step: int) -> str:
        """Return the cost of a removal."""
        return f"{say('cost')} {number(self._training.timeline.removal(step).cost, 'fixed2')}"


def _pieces_left(
    timeline: UnigramTimeline,
    step: int,
    choice: Choice | None = None,
    *,
    picks: bool = False,
    costs: Iterable[RemovalCost] = (),
    mark: str = "going",
) -> Markup:
    """Draw the pieces left after a step with their counts, the chosen one marked.

    Args:
        timeline: the training.
        step: the step.
        choice: the piece chosen.
        picks: whether the pieces that can be removed are buttons.
        costs: the costs to show.
        mark: how the chosen piece is marked, unless it is a button.
    """
    rise = {row.piece: row.cost for row in costs}
    rows = [
        (piece, n, encode(Piece(piece)) if picks and len(piece) > 1 else "", rise.get(piece))
        for piece, n in timeline.counts(step).items()
    ]
    total = number(round(timeline.total(step)))
    legend = escape(f"{say('probability')} = {say('count')} / {total}")
    if rise:
        legend += Markup(" · <b>{}</b>").format(say("cost"))
    return join([heading(say("Vocabulary"), legend), _piece("pieces", rows, choice, mark)])


def of(work: Work) -> OfMerges | OfRemovals:
    """Return what draws the steps of the algorithm of an exercise."""
    return OfRemovals(work) if work.task.rule == "unigram" else OfMerges(work)


def title(work: Work) -> Markup:
    """Draw the question of the step, large."""
    task = work.task
    phrases = ALGORITHMS[task.rule].slips.items()
    slips = Listed(tuple(said for slip, said in phrases if slip in task.focus), "commas")
    return _piece("title", *_question(work), RULE_TITLES[task.rule], task.seed, slips)


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
        return of(work).choose, work.training.needed
    return message("Which number is missing?"), None


def progress(work: Work) -> Markup:
    """Draw the steps so far as a row of marks."""
    states = [WRONG if slip else RIGHT for slip in work.slips]
    return _piece("progress", states + [OPEN] * (work.phase is not Phase.DONE))


def words(work: Work, choice: Choice | None, clicked: set[Place]) -> Markup:
    """Draw the words, with buttons if the learner chooses; ``clicked`` has those pressed."""
    if work.phase is Phase.ANSWER and work.asks_choice:
        return of(work).choosable(choice, clicked)
    return of(work).words()


def joinable(work: Work, joined: Collection[Place]) -> Markup:
    """Draw the words to change, with a button between any two parts; those joined are pressed."""
    timeline = work.timeline
    rows = [
        (
            timeline.words[i],
            int(timeline.frequencies[i]),
            [
                (part, following, encode(Joint(i, at)), (i, at) in joined)
                for at, (part, following) in enumerate(zip(parts, (*parts[1:], ""), strict=True))
            ],
        )
        for i, parts in work.parts.items()
    ]
    return join([_piece("joinable", rows, of(work).sign), of(work).below()])


def chosen(work: Work, choice: Choice | None) -> Markup:
    """Draw the rule of the score, and the learner's choice, if there is one."""
    return stack([of(work).rule(), _piece("chosen", choice)])


def missing(said: Message) -> Markup:
    """Draw what an answer lacks."""
    return _piece("missing", said)

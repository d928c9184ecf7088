"""What all trainings by hand show: the question, the progress, the words to change."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from markupsafe import Markup

from pages.locale import message
from pages.panels.actions import Joint, encode
from pages.panels.by_hand.kind import Kind
from pages.panels.by_hand.merges import MERGES
from pages.panels.by_hand.removals import REMOVALS
from pages.panels.html.elements import join, stack
from pages.panels.html.templates import pieces
from pages.panels.shared.verdict import RIGHT, WRONG
from wordpiece.message import Listed, Message, Token
from wordpiece.recipes import RECIPES
from wordpiece.teaching.by_hand import ALGORITHMS, Level, Phase, Rule, Work
from wordpiece.teaching.by_hand.training import Choice, Number, Place
from wordpiece.teaching.wording import plus

_piece = pieces("panels/by_hand/work.html")

RULE_TITLES: Mapping[Rule, Message] = {
    "wordpiece": RECIPES["wordpiece"].title,
    "bpe": RECIPES["bpe"].title,
    "unigram": message("Unigram"),
}
"""The algorithms."""

KINDS: Mapping[Rule, Kind] = {"wordpiece": MERGES, "bpe": MERGES, "unigram": REMOVALS}
"""How the steps of each algorithm are drawn."""

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


def title(work: Work) -> Markup:
    """Draw the question of the step, large."""
    task = work.task
    phrases = ALGORITHMS[task.rule].slips.items()
    slips = Listed(tuple(said for slip, said in phrases if slip in task.focus), "commas")
    return _piece("title", *_question(work), RULE_TITLES[task.rule], task.seed, slips)


def _question(work: Work) -> tuple[Message, Message | None]:
    """Return the question of the step, and what to do, if that is not obvious."""
    kind = KINDS[work.task.rule]
    if work.phase is Phase.READ:
        return LEVEL_TITLES["worked"], None
    if work.phase is Phase.FORK:
        return message("Continue from which answer?"), None
    if work.phase is Phase.JOIN:
        choice = work.choice or work.best
        named = plus(choice) if isinstance(choice, tuple) else Token(choice)
        return kind.join.fill(pair=named, piece=named), kind.how_to_join
    if work.task.chooses:
        return kind.choose, work.training.needed
    return message("Which number is missing?"), None


def progress(work: Work) -> Markup:
    """Draw the steps so far as a row of marks."""
    states = [WRONG if slip else RIGHT for slip in work.slips]
    return _piece("progress", states, work.step, work.phase is Phase.DONE)


def words(work: Work, choice: Choice | None, clicked: set[Place]) -> Markup:
    """Draw the words, with buttons if the learner chooses; ``clicked`` has those pressed."""
    kind = KINDS[work.task.rule]
    if work.phase is Phase.ANSWER and work.asks_choice:
        return kind.choosable(work, choice, clicked)
    return kind.words(work)


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
    kind = KINDS[work.task.rule]
    return join([_piece("joinable", rows, kind.sign), kind.below(work)])


def chosen(work: Work, choice: Choice | None) -> Markup:
    """Draw the rule of the score, and the learner's choice, if there is one."""
    return stack([KINDS[work.task.rule].rule(work), _piece("chosen", choice)])


def missing(said: Message) -> Markup:
    """Draw what an answer lacks."""
    return _piece("missing", said)

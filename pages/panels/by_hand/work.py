"""A step of a training by hand, and the progress."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from markupsafe import Markup

from pages.locale import message, say, to_text
from pages.panels.actions import Joint, Symbol, encode
from pages.panels.html.elements import heading, stack
from pages.panels.html.templates import pieces
from pages.panels.shared import chips
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.card import merge_card
from pages.panels.shared.chips import NEW
from pages.panels.shared.strip import step_of
from pages.panels.shared.verdict import RIGHT, WRONG
from wordpiece.message import Listed, Message
from wordpiece.records import Pair, WordState
from wordpiece.teaching.by_hand import SLIPS, Level, Phase, Work
from wordpiece.teaching.by_hand.exercise import Count, Place
from wordpiece.teaching.wording import explain

_piece = pieces("panels/by_hand/work.html")

LEVEL_TITLES: Mapping[Level, Message] = {
    "worked": message("Worked example"),
    "fill": message("One count missing"),
    "choose": message("Pair and counts"),
    "alone": message("Everything"),
}
"""The levels, by what the learner does."""

COUNT_TITLES: Mapping[Count, Message] = {
    "pair": message("count of the pair"),
    "left": message("count of its left part"),
    "right": message("count of its right part"),
}
"""The counts of a score."""


def title(work: Work) -> Markup:
    """Draw the question of the step, large."""
    level = work.task.level if work.phase is Phase.ANSWER else work.phase.value
    slips = Listed(tuple(said for slip, said in SLIPS.items() if slip in work.task.focus), "commas")
    return _piece("title", work, level, TITLES[work.task.rule], work.pair or (), slips)


def progress(work: Work) -> Markup:
    """Draw the steps so far as a row of marks."""
    states = [WRONG if slip else RIGHT for slip in work.slips]
    return _piece("progress", states, work.step, work.phase is Phase.DONE)


def words(work: Work) -> Markup:
    """Draw the words with nothing to click, the pair of the step outlined."""
    shown = work.timeline if work.phase is Phase.DONE else work.ahead
    states = [shown.word(work.step, i) for i in range(len(shown.words))]
    return chips.words(states, merged=None, outline=work.phase is not Phase.DONE)


def choosable(work: Work, clicked: Place | None, chosen: Place | None) -> Markup:
    """Draw the words with each symbol as a button.

    Args:
        work: the exercise.
        clicked: the symbol clicked first.
        chosen: the left symbol of the pair chosen.
    """
    pressed = {clicked} if clicked else set()
    if chosen:
        pressed = {chosen, (chosen[0], chosen[1] + 1)}
    rows = [
        (
            state,
            [
                (symbol, encode(Symbol(i, at)), (i, at) in pressed, [NEW] * (at in state.made))
                for at, symbol in enumerate(state.symbols)
            ],
        )
        for i, state in enumerate(_states(work))
    ]
    return _piece("choosable", rows)


def joinable(work: Work, joined: Collection[Place]) -> Markup:
    """Draw the words with a button between any two neighbours; ``joined`` has those pressed."""
    rows = [
        (
            state,
            [
                (symbol, following, encode(Joint(i, at)), (i, at) in joined)
                for at, (symbol, following) in enumerate(
                    zip(state.symbols, (*state.symbols[1:], ""), strict=True)
                )
            ],
        )
        for i, state in enumerate(_states(work))
    ]
    return _piece("joinable", rows)


def _states(work: Work) -> list[WordState]:
    return [work.timeline.word(work.step, i) for i in range(len(work.timeline.words))]


def card(work: Work) -> Markup:
    """Draw the merge of the step with its formula and the reason for it."""
    number, timeline = work.step + 1, work.task.model
    step = timeline.step(number)
    frequent, equals = timeline.scores(number - 1).most_frequent()
    why = explain(step, timeline.score, timeline.tie_break, frequent, equals)
    return merge_card(step, timeline.score, why, top=step_of(number, len(timeline)))


def chosen(work: Work, pair: Pair | None) -> Markup:
    """Draw the rule of the score, and the pair chosen, if one is."""
    rule = heading(say("Score"), to_text(work.timeline.score.texts.rule))
    return stack([rule, _piece("chosen", pair)])


def gap(work: Work) -> Markup:
    """Draw the score of the pair with a gap for the count that is asked for."""
    step = work.ahead.merge(work.step + 1)
    counts = {"pair": step.pair_count, "left": step.left_count, "right": step.right_count}
    shown = [None if name in work.asked else counts[name] for name in ("pair", "left", "right")]
    return _piece("gap", step, *shown, work.task.rule == "bpe")


def missing(said: Message) -> Markup:
    """Draw what an answer lacks."""
    return _piece("missing", said)

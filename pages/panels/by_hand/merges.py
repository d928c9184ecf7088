"""The steps of a training by merges."""

from __future__ import annotations

from markupsafe import Markup

from pages.locale import capital, message, say, to_text
from pages.panels.actions import Symbol, encode
from pages.panels.by_hand.kind import Kind
from pages.panels.html.elements import EMPTY, heading
from pages.panels.html.templates import pieces
from pages.panels.layout import step_of
from pages.panels.shared import chips
from pages.panels.shared.card import merge_card, score_line
from pages.panels.shared.chips import NEW
from wordpiece.teaching.by_hand import Phase, Work
from wordpiece.teaching.by_hand.merges import Merges
from wordpiece.teaching.by_hand.training import Choice, Place, Training
from wordpiece.teaching.wording import explain
from wordpiece.training.timeline import Timeline

_piece = pieces("panels/by_hand/merges.html")


def _timeline(training: Training) -> Timeline:
    assert isinstance(training, Merges)
    return training.timeline


def words(work: Work) -> Markup:
    """Draw the words with nothing to click, the pair of the step outlined."""
    is_done = work.phase is Phase.DONE
    shown = _timeline(work.training if is_done else work.ahead)
    states = [shown.word(work.step, i) for i in range(len(shown.words))]
    outline = work.phase not in (Phase.DONE, Phase.FORK)  # a wrong pair does not merge next
    return chips.words(states, merged=None, outline=outline)


def choosable(work: Work, choice: Choice | None, clicked: set[Place]) -> Markup:
    """Draw the words with each symbol as a button, the clicked ones pressed."""
    timeline = _timeline(work.training)
    states = [timeline.word(work.step, i) for i in range(len(timeline.words))]
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


def card(work: Work) -> Markup:
    """Draw the merge of the step with its formula and the reason for it."""
    number, timeline = work.step + 1, _timeline(work.task.model)
    step = timeline.step(number)
    frequent, _ = timeline.scores(number - 1).most_frequent()
    why = explain(step, timeline.score, timeline.tie_break, frequent)
    return merge_card(step, timeline.score, why, top=step_of(number, len(timeline)))


def rule(work: Work) -> Markup:
    """Draw the rule of the score."""
    return heading(capital(say("score")), to_text(_timeline(work.training).score.texts.rule))


def gap(work: Work) -> Markup:
    """Draw the score of the pair with a gap for the count that is asked for."""
    timeline = _timeline(work.ahead)
    step = timeline.merge(work.step + 1)
    counts = {"pair": step.pair_count, "left": step.left_count, "right": step.right_count}
    shown = [None if name in work.asked else counts[name] for name in ("pair", "left", "right")]
    return _piece("gap", step, *shown, timeline.score.ranks_by_count)


def figures(work: Work, number: int) -> Markup:
    """Draw the score of a merge with its counts."""
    timeline = _timeline(work.training)
    return score_line(timeline.merge(number), timeline.score)


MERGES = Kind(
    choose=message("Which pair merges next?"),
    join=message("Merge {pair} in every word"),
    how_to_join=message("Click each + between two symbols that merge."),
    words=words,
    choosable=choosable,
    sign="+",
    below=lambda _: EMPTY,
    card=card,
    rule=rule,
    gap=gap,
    figures=figures,
)

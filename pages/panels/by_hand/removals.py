"""The steps of a training by removals."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from pages.locale import message, number, say
from pages.panels.actions import Piece, encode
from pages.panels.by_hand.kind import Kind
from pages.panels.html.elements import heading, join
from pages.panels.html.templates import pieces
from pages.panels.layout import step_of
from wordpiece.teaching.by_hand import Phase, Work
from wordpiece.teaching.by_hand.removals import Removals
from wordpiece.teaching.by_hand.training import Choice, Place
from wordpiece.teaching.removals import explain_removal
from wordpiece.unigram.records import RemovalCost
from wordpiece.unigram.timeline import UnigramTimeline

_piece = pieces("panels/by_hand/removals.html")


def _training(work: Work) -> Removals:
    assert isinstance(work.training, Removals)
    return work.training


def _of_words(work: Work, piece: Choice | None, mark: str = "going") -> Markup:
    """Draw the words with their best splits, in which a piece has a mark."""
    timeline = work.training.timeline
    states = [timeline.word(work.step, i) for i in range(len(timeline.words))]
    return _piece("words", states, piece, mark)


def _of_pieces(
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
    title = heading(say("Vocabulary"), legend)
    return join([title, _piece("pieces", rows, choice, mark)])


def words(work: Work) -> Markup:
    """Draw the words and the pieces with nothing to click, the piece of the step marked."""
    if work.phase is Phase.DONE:
        return _of_words(work, None)
    piece, timeline = work.chosen or work.best, _training(work).timeline
    costs = timeline.costs(work.step) if work.phase is Phase.READ else ()
    mark = "chosen" if work.phase is Phase.FORK else "going"
    pieces = _of_pieces(timeline, work.step, piece, costs=costs, mark=mark)
    return join([_of_words(work, piece, mark), pieces])


def choosable(work: Work, choice: Choice | None, clicked: set[Place]) -> Markup:
    """Draw the words, and the pieces that can be removed as buttons."""
    buttons = _of_pieces(_training(work).timeline, work.step, choice, picks=True)
    return join([_of_words(work, choice, "chosen"), buttons])


def card(work: Work) -> Markup:
    """Draw the removal of the step, and how it changes each word."""
    training, step = _training(work), work.step
    model = work.task.model.timeline
    assert isinstance(model, type(training.timeline))
    removal = model.step(step + 1)
    return _piece(
        "card",
        top=step_of(step + 1, len(model)),
        removal=removal,
        changes=training.changes(step, removal.piece),
        counts=training.timeline.counts(step),
        total=training.timeline.total(step),
        ln="ln",
        why=explain_removal(model, removal),
    )


def below(work: Work) -> Markup:
    """Draw the pieces that are left for the new splits."""
    assert isinstance(work.ahead, Removals)
    return _of_pieces(work.ahead.timeline, work.step + 1)


def rule(work: Work) -> Markup:
    """Draw the rule of the cost."""
    return heading(
        say("What each removal costs"),
        say(
            "for each word whose split has the piece: count of the word × ln(probability of this "
            "split ÷ probability of the best split without the piece); the cost is the sum"
        ),
    )


def gap(work: Work) -> Markup:
    """Draw the removal with a gap for the number that is asked for."""
    training, piece = _training(work), str(work.best)
    shown = [
        None if name in work.asked else training.number(work.step, piece, name)
        for name in training.asks
    ]
    return join([rule(work), _piece("gap", piece, *shown)])


def figures(work: Work, number_of_step: int) -> str:
    """Return the cost of a removal."""
    removal = _training(work).timeline.removal(number_of_step)
    return f"{say('cost')} {number(removal.cost, 'fixed2')}"


REMOVALS = Kind(
    choose=message("Which piece costs least to remove?"),
    join=message("Split each word below without using {piece}"),
    how_to_join=message("Click between two letters to split the word there."),
    words=words,
    choosable=choosable,
    sign="|",
    below=below,
    card=card,
    rule=rule,
    gap=gap,
    figures=figures,
)

"""The steps of a training by removals."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from pages.locale import message, number, say
from pages.panels.actions import Piece, encode
from pages.panels.by_hand.kind import Kind
from pages.panels.html.elements import heading, join
from pages.panels.html.templates import pieces
from pages.panels.shared.strip import step_of
from wordpiece.message import Message
from wordpiece.teaching.by_hand import Phase, Work
from wordpiece.teaching.by_hand.removals import Removals, uses
from wordpiece.teaching.by_hand.training import Choice, Place
from wordpiece.teaching.wording import explain_removal

_piece = pieces("panels/by_hand/removals.html")
_costs = pieces("panels/shared/costs.html")


def _training(work: Work) -> Removals:
    assert isinstance(work.training, Removals)
    return work.training


def _of_words(work: Work, piece: Choice | None) -> Markup:
    """Draw the words with their best splits, in which a piece is marked."""
    timeline = work.training.timeline
    states = [timeline.word(work.step, i) for i in range(len(timeline.words))]
    return _piece("words", states, piece)


def _of_pieces(work: Work, choice: Choice | None, *, picks: bool) -> Markup:
    """Draw all pieces with their counts, with ``picks`` as buttons if they can be removed."""
    timeline, step = _training(work).timeline, work.step
    rows = [
        (piece, n, encode(Piece(piece)) if picks and len(piece) > 1 else "", piece == choice)
        for piece, n in timeline.counts(step).items()
    ]
    total = number(round(timeline.total(step)))
    return join(
        [
            heading(say("Vocabulary"), f"{say('probability')} = {say('count')} / {total}"),
            _piece("pieces", rows),
        ]
    )


def words(work: Work) -> Markup:
    """Draw the words and the pieces with nothing to click, the piece of the step marked."""
    if work.phase is Phase.DONE:
        return _of_words(work, None)
    piece = work.chosen or work.best
    return join([_of_words(work, piece), _of_pieces(work, piece, picks=False)])


def choosable(work: Work, choice: Choice | None, clicked: set[Place]) -> Markup:
    """Draw the words, and the pieces that can be removed as buttons."""
    return join([_of_words(work, choice), _of_pieces(work, choice, picks=True)])


def card(work: Work) -> Markup:
    """Draw the removal of the step, how it changes each word, and all costs."""
    training, step = _training(work), work.step
    model = work.task.model.timeline
    assert isinstance(model, type(training.timeline))
    removal = model.step(step + 1)
    drawn = _piece(
        "card",
        top=step_of(step + 1, len(model)),
        removal=removal,
        changes=training.changes(step, removal.piece),
        counts=training.timeline.counts(step),
        total=training.timeline.total(step),
        ln="ln",
        why=explain_removal(model, removal),
    )
    rows = [*training.timeline.costs(step)]
    most = max(row.cost for row in rows) or 1
    table = _costs("table", rows, removal.piece, most, "fixed0")
    return join([drawn, heading(say("What each removal costs")), table])


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
    row = training.timeline.costs(work.step).row(piece)
    assert row
    known = {"uses": uses(training.timeline, work.step, piece), "cost": row.cost}
    shown = [None if name in work.asked else known[name] for name in ("uses", "cost")]
    return join([rule(work), _piece("gap", piece, *shown)])


def figures(work: Work, number_of_step: int) -> str:
    """Return the cost of a removal."""
    removal = _training(work).timeline.removal(number_of_step)
    return f"{say('cost')} {number(removal.cost, 'fixed2')}"


TITLES: Mapping[str, Message] = {
    "read": message("Step {step}: read why this piece is removed"),
    "choose": message("Step {step}: which piece is removed?"),
    "alone": message("Step {step}: which piece is removed?"),
    "join": message("Step {step}: split these words without {piece}"),
}

REMOVALS = Kind(
    titles=TITLES,
    hints={
        "choose": Removals.needed,
        "alone": Removals.needed,
        "join": message("Click between two letters to cut there."),
    },
    words=words,
    choosable=choosable,
    sign="|",
    card=card,
    rule=rule,
    gap=gap,
    figures=figures,
)

"""The card of a removal: the piece, what its removal costs, and why."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import escape

from pages.locale import say
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece
from pages.panels.train.removals.view import RemovalScene
from wordpiece.message import Message, Token, message
from wordpiece.teaching.removals import why_it_costs
from wordpiece.teaching.wording import stopped
from wordpiece.unigram.records import Removal

_piece = pieces("panels/train/removals/card.html")

TIED = {
    "first-seen": message("{n} pieces have this cost; the first of them in the vocabulary goes."),
    "last-seen": message("{n} pieces have this cost; the last of them in the vocabulary goes."),
    "random": message("{n} pieces have this cost; a draw with a fixed seed decides which goes."),
}
"""Why a piece goes and not another of the same cost, by the rules that the sidebar offers."""


def card_panel(scene: RemovalScene) -> Iterator[Piece]:
    """Yield the card of the removal, or of the start."""
    timeline, removal = scene.timeline, scene.removal
    after = None if scene.has_next else stopped(timeline.stop_reason, scene.step)
    if removal is None:
        yield _piece(
            "start",
            words=len(timeline.words),
            occurrences=timeline.occurrences,
            pieces=len(timeline.pieces(0)),
            loss=timeline.loss(0),
            after=after,
        )
        return
    yield _piece(
        "removal",
        top=escape(say("Removal {step}", step=removal.index)),
        removal=removal,
        ln="ln",
        is_em=bool(timeline.em_rounds),
        starts_round=scene.starts_round,
        own=scene.own_split,
        why=[*reasons(scene, removal)],
        after=after,
    )


def reasons(scene: RemovalScene, removal: Removal) -> Iterator[Message]:
    """Yield the sentences that explain a removal."""
    timeline = scene.timeline
    if not scene.starts_round:
        yield message(
            "Its cost was computed at the beginning of round {round}, with that of all other "
            "pieces.",
            round=removal.round,
        )
    else:
        yield why_it_costs(timeline, scene.step - 1, removal.piece)
    if len(removal.tied) > 1 and timeline.tie_break in TIED:
        yield TIED[timeline.tie_break].fill(n=len(removal.tied))
    if not timeline.em_rounds:
        yield message(
            "The sum of all counts falls from {before} to {after}, so all other pieces become more "
            "probable, and the loss is now {loss:fixed2}.",
            before=round(removal.total + removal.count),
            after=round(removal.total),
            loss=removal.loss_after,
        )


def announce(removal: Removal, total: int) -> Message:
    """Return a removal as a line for a screen reader."""
    return message(
        "Step {step} of {total}: {piece} is removed, at a cost of {cost:fixed2}.",
        step=removal.index,
        total=total,
        piece=Token(removal.piece),
        cost=removal.cost,
    )

"""The card of a removal: the piece, what its removal costs, and why."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from pages.locale import to_text
from pages.panels.html.elements import EMPTY
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, menu_bar
from pages.panels.shared.card import corner
from pages.panels.train.frame import guessed
from pages.panels.train.removals.view import RemovalScene
from pages.panels.why import menus
from wordpiece.message import Message, Token, message
from wordpiece.teaching.removals import explain_removal
from wordpiece.teaching.wording import stopped
from wordpiece.unigram.records import Removal

_piece = pieces("panels/train/removals/card.html")


def card_panel(scene: RemovalScene) -> Iterator[Piece]:
    """Yield the card of the removal, or of the start, or the question while it is hidden."""
    timeline, removal = scene.timeline, scene.removal
    after = None if scene.has_next else stopped(timeline.stop_reason, scene.step)
    asked = menus("removal", hidden=scene.secret or not scene.on_card)
    yield menu_bar(scene.view, "card_why", corner, asked)
    if scene.secret:
        yield _piece("ask", top=escape(to_text(numbered(scene.step + 1))) + _guess(scene))
        return
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
        top=escape(to_text(numbered(removal.index))) + _guess(scene),
        removal=removal,
        ln="ln",
        is_em=bool(timeline.em_rounds),
        starts_round=scene.starts_round,
        own=scene.own_split,
        why=explain_removal(timeline, removal, is_made=removal.index == scene.step),
        after=after,
    )


def _guess(scene: RemovalScene) -> Markup:
    """Return the guessed piece, with the verdict once the removal is shown."""
    row = scene.guess
    if row is None:
        return EMPTY
    verdict = message("It has rank {rank}.", rank=row.rank)
    if scene.guess_is_right and row.rank > 1:
        verdict = message("It shares the lowest cost.")
    return guessed(scene, Token(row.piece), [verdict])


def numbered(step: int) -> Message:
    """Return the title of a removal."""
    return message("Removal {step}", step=step)


def announce(removal: Removal, total: int) -> Message:
    """Return a removal as a line for a screen reader."""
    return message(
        "Step {step} of {total}: {piece} is removed, at a cost of {cost:fixed2}.",
        step=removal.index,
        total=total,
        piece=Token(removal.piece),
        cost=removal.cost,
    )

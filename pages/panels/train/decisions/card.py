"""The card of a decision: the substring, its count, and whether it is kept."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece
from pages.panels.train.decisions.view import DecisionScene
from wordpiece.message import Message, message
from wordpiece.records import Decision
from wordpiece.teaching.decisions import decided
from wordpiece.teaching.wording import stopped

_piece = pieces("panels/train/decisions/card.html")


def card_panel(scene: DecisionScene) -> Iterator[Piece]:
    """Yield the card of the decision, or of the start."""
    timeline, decision = scene.timeline, scene.decision
    after = None if scene.has_next else stopped(timeline.stop_reason, len(timeline))
    if decision is None:
        yield _piece(
            "start",
            words=len(timeline.words),
            occurrences=timeline.occurrences,
            alphabet=len(timeline.alphabet),
            threshold=timeline.threshold,
            is_guide=timeline.reading == "guide",
            after=after,
        )
        return
    said = [*decided(decision)]
    if decision.ends_round:
        said.append(
            message(
                "Round {round} ends: all words are cut again, by longest match with the vocabulary "
                "of this round.",
                round=decision.round,
            )
        )
    yield _piece(
        "decision",
        top=say(
            "Decision {step}, round {round} of {n}",
            step=decision.index,
            round=decision.round,
            n=len(timeline.round_ends),
        ),
        decision=decision,
        why=said,
        after=after,
    )


def announce(decision: Decision, total: int) -> Message:
    """Return a decision as a line for a screen reader."""
    where = message("step {step} of {last}", step=decision.index, last=total)
    return message("{name}: {why}", name=where, why=decided(decision)[0])

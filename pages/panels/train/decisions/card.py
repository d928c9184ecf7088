"""The card of a decision: the substring, its count, and whether it is kept."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import escape

from pages.locale import to_text
from pages.panels.actions import Guess, encode
from pages.panels.html.elements import switch
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, menu_bar
from pages.panels.shared.card import corner
from pages.panels.train.decisions.view import OUTCOMES, DecisionScene
from pages.panels.train.frame import guessed
from pages.panels.why import menus
from wordpiece.message import Message, Token, message
from wordpiece.records import Decision
from wordpiece.teaching.decisions import RULES, decided
from wordpiece.teaching.wording import stopped
from wordpiece.topdown.timeline import TopDownTimeline

_piece = pieces("panels/train/decisions/card.html")


def card_panel(scene: DecisionScene) -> Iterator[Piece]:
    """Yield the card of the decision, or of the start, or the question while it is hidden."""
    timeline, decision = scene.timeline, scene.decision
    after = None if scene.has_next else stopped(timeline.stop_reason, len(timeline))
    asked = menus("decision", hidden=scene.secret or not scene.on_card)
    yield menu_bar(scene.view, "card_why", corner, asked)
    if scene.secret:
        token = scene.remaining[0].token
        picks = {encode(Guess(scene.step, n)): to_text(it) for n, it in enumerate(OUTCOMES, 1)}
        chosen = encode(Guess(scene.step, 1 + OUTCOMES.index(scene.guess))) if scene.guess else ""
        yield _piece(
            "ask",
            top=escape(to_text(numbered(timeline, timeline.step(scene.step + 1)))),
            outcomes=switch(to_text(asks(token)), picks, chosen),
            token=token,
            question=asks(token),
            threshold=timeline.threshold,
            takes=RULES[timeline.reading],
        )
        return
    if decision is None:
        yield _piece(
            "start",
            words=len(timeline.words),
            occurrences=timeline.occurrences,
            alphabet=len(timeline.alphabet),
            threshold=timeline.threshold,
            takes=RULES[timeline.reading],
            after=after,
        )
        return
    said = [*decided(decision)]
    if decision.ends_round and decision.index == scene.step:
        said.append(
            message(
                "Round {round} ends: all words are split again, by longest match with the "
                "vocabulary of this round.",
                round=decision.round,
            )
        )
    yield _piece(
        "decision",
        top=escape(to_text(numbered(timeline, decision))) + guessed(scene, scene.guess),
        decision=decision,
        why=said,
        after=after,
    )


def numbered(timeline: TopDownTimeline, decision: Decision) -> Message:
    """Return the title of a decision."""
    return message(
        "Decision {step}, round {round} of {n}",
        step=decision.index,
        round=decision.round,
        n=len(timeline.round_ends),
    )


def asks(token: str) -> Message:
    """Return the question about a substring."""
    return message("Is {token} kept or dropped?", token=Token(token))


def announce(decision: Decision, total: int) -> Message:
    """Return a decision as a line for a screen reader."""
    where = message("step {step} of {last}", step=decision.index, last=total)
    return message("{name}: {why}", name=where, why=decided(decision)[0])

"""The card: the merge of the step and its reason, or a phase on the way to the next merge."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from pages.locale import say, to_text
from pages.panels.html.elements import EMPTY
from pages.panels.layout import Piece, menu_bar
from pages.panels.shared import card
from pages.panels.train import phases
from pages.panels.train.frame import guessed
from pages.panels.train.languages import chosen_by, shares
from pages.panels.train.view import TrainScene
from pages.panels.train.words import light
from pages.panels.why import menus
from wordpiece.message import Message, message
from wordpiece.teaching.wording import explain, marks, plus, stopped

BYTES = 256
"""The size of an alphabet that has all bytes."""


def card_panel(scene: TrainScene) -> Iterator[Piece]:
    """Return the card with its questions."""
    questions = menus("card", hidden=scene.secret)
    yield menu_bar(scene.view, "card_why", card.corner, questions)
    yield _card(scene)


def _card(scene: TrainScene) -> Markup:
    """Return the card of the merge, or of the phase on the way to the next merge."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    if view.pace == "slow" and view.phase:
        return _phase_card(scene, phases.strip(view.phase, step + 1) + shares(scene, step + 1))
    if view.pace == "reveal" and scene.has_next:
        top = escape(say("Merge {step}", step=step + 1)) + _guess(scene) + shares(scene, step + 1)
        if view.phase:
            return _choose_card(scene, top)
        chosen = timeline.merge(step + 1).forced
        return phases.phase_card("ask_card", top=top, score=timeline.score, chosen=chosen)
    end = None if scene.has_next else stopped(timeline.stop_reason, step)
    after = to_text(end) if end else ""
    own = card.own_merges([at for at, _ in view.settings.forced], step)
    if not step:
        settings = view.settings
        as_bytes = scene.training.kind == "text" and settings.pre_tokenizer == "gpt2"
        return card.start_card(
            timeline,
            after,
            own,
            marks(timeline.words, timeline.marking, as_bytes or len(timeline.alphabet) == BYTES),
            scene.replayed,
        )
    top = phases.strip("", step) if view.pace == "slow" else escape(say("Merge {step}", step=step))
    return card.merge_card(
        timeline.step(step),
        timeline.score,
        _reason(scene, step),
        after=after,
        top=top,
        own=own,
        forced=say("from your file") if scene.replayed else "",
        onward=shares(scene, step)
        + (
            EMPTY
            if scene.has_next or view.presenting
            else card.next_step(is_own=view.settings.is_own)
        ),
    )


def _phase_card(scene: TrainScene, top: Markup) -> Markup:
    """Return the card of a phase of slow motion; the most frequent pair is the example."""
    timeline, row, lit = scene.timeline, scene.now.most_frequent()[0], light(scene)
    if scene.view.phase == "count":
        found = timeline.counted_in(scene.step, row.pair)
        words = [(timeline.words[i], count) for i, count in found]
        return phases.phase_card("count_card", top=top, row=row, lit=lit, words=words)
    if scene.view.phase == "score":
        return phases.phase_card("score_card", top=top, row=row, lit=lit, score=timeline.score)
    return _choose_card(scene, top)


def _choose_card(scene: TrainScene, top: Markup) -> Markup:
    """Return the card with the pair that merges next, before it is merged."""
    why, score = _reason(scene, scene.step + 1), scene.timeline.score
    return phases.phase_card("choose_card", top=top, row=scene.next, score=score, why=why)


def _guess(scene: TrainScene) -> Markup:
    """Return the guessed pair, with the verdict once the winner is shown."""
    row = scene.guess
    if row is None:
        return EMPTY
    if row.pair == scene.next.pair:
        verdict = message("It merges next.")
    elif scene.guess_is_right:
        verdict = message("It shares the best score.")
    else:
        verdict = message("It has rank {rank}.", rank=row.rank)
    return guessed(scene, plus(row.pair), [verdict])


def _reason(scene: TrainScene, merge: int) -> tuple[Message, ...]:
    """Return the reason for a past or future merge."""
    timeline = scene.timeline
    before = timeline.scores(merge - 1)
    return chosen_by(scene, merge) + explain(
        timeline.step(merge),
        timeline.score,
        timeline.tie_break,
        before.most_frequent()[0],
        ratio=before.best_ratio() if "ratio" in timeline.score.rivals else None,
    )

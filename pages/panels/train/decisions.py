"""What Train shows of a training by decisions: top-down WordPiece, which keeps or drops parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from markupsafe import Markup, escape

from pages.locale import say, to_text
from pages.panels.html import heading, pager, pieces
from pages.panels.shared import chips
from pages.panels.shared.story import StoryAtStep, always
from pages.panels.train.kind import (
    Kind,
    Limit,
    group,
    paces,
    page_of_words,
)
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.parameters import one_of
from pages.trainings.settings import MAX_LEAST
from wordpiece.message import Message, Token, message
from wordpiece.records import Decision
from wordpiece.teaching.answers.steps import answers_on_decision
from wordpiece.teaching.decisions import RULES, decided
from wordpiece.teaching.quiz import DecisionQuestion
from wordpiece.text.pre_tokenizers import are_bytes
from wordpiece.topdown.timeline import Standing, TopDownTimeline


class DecisionView(TrainView):
    """The input of the panels of a training by decisions.

    ``panel`` has its own name in links.
    """

    panel = Field(
        "substrings",
        one_of(("substrings", "words", "vocabulary", "growth")),
        in_link=True,
        name="decision_panel",
    )


@dataclass(frozen=True)
class DecisionScene(Scene):
    """The step on screen of a training by decisions."""

    view: DecisionView

    @cached_property
    def timeline(self) -> TopDownTimeline:
        """The decisions."""
        assert isinstance(self.training.steps, TopDownTimeline)
        return self.training.steps

    @cached_property
    def made(self) -> Decision | None:
        """The decision of the step; None at the start."""
        return self.timeline.step(self.step) if self.step else None

    @cached_property
    def remaining(self) -> Sequence[Standing]:
        """The substrings that are still to be decided in this round, or in the next one."""
        return self.timeline.remaining(self.step)

    @cached_property
    def round(self) -> int:
        """The number of the round of the substrings on screen, counted from 1."""
        ends = self.timeline.round_ends
        after = self.step + self.has_next
        return next(number for number, end in enumerate(ends, 1) if after <= end) if ends else 1


_piece = pieces("panels/train/decisions.html")

MOST, BIG_MOST, MOST_KEPT = 40, 16, 60
"""The most undecided substrings on screen, normally and in presenter mode, where they fit without
scrolling; and the most tokens of the vocabulary in a group."""


def card(scene: DecisionScene) -> Markup:
    """Return the card of the decision, or of the start, or the question while it is hidden."""
    timeline = scene.timeline
    if scene.secret:
        token = scene.remaining[0].token
        return _piece(
            "ask",
            top=escape(to_text(decision_title(timeline, timeline.step(scene.step + 1)))),
            token=token,
            question=asks(token),
            threshold=timeline.threshold,
            takes=RULES[timeline.reading],
        )
    if not scene.on_card:
        by_bytes = are_bytes(timeline.words)
        return _piece("start", timeline, by_bytes, RULES[timeline.reading], scene.end)
    decision = timeline.step(scene.on_card)
    said = [*decided(decision)]
    if decision.ends_round and decision.index == scene.step:
        said.append(
            message(
                "Round {round} ends: all words are split again, by longest match with the "
                "vocabulary of this round.",
                round=decision.round,
            )
        )
    top = escape(to_text(decision_title(timeline, decision)))
    return _piece("decision", top, decision, said, scene.end)


def decision_title(timeline: TopDownTimeline, decision: Decision) -> Message:
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


def substrings_panel(scene: DecisionScene, rows: int) -> Iterator[Markup]:
    """Yield the undecided substrings of the round by length."""
    remaining = scene.remaining
    shown = remaining[: BIG_MOST if scene.view.presenting else MOST]
    remark = say("{n} to be decided in round {round}", n=len(remaining), round=scene.round)
    if not remaining:
        remark = say("training has stopped")
    yield heading(say("Substrings by length"), remark)
    if not remaining:
        return
    lowered = scene.made.lowered if scene.made and not scene.secret else ()
    yield _piece(
        "substrings",
        shown,
        states={remaining[0].token: "following"},
        lowered=lowered,
        by_bytes=are_bytes(scene.timeline.words),
        more=len(remaining) - len(shown),
        secret=scene.secret,
    )


def words_panel(scene: DecisionScene, rows: int) -> Iterator[Markup]:
    """Yield a page of the words, as the vocabulary of the last round cuts them."""
    timeline, step = scene.timeline, scene.step
    changed, total = timeline.changed_words(step), len(timeline.words)
    remark = say("{changed} of {total} changed", changed=len(changed), total=total)
    if not changed:
        remark = say("split again at the end of each round")
    yield heading(say("Words"), remark)
    shown, page, pages = page_of_words(scene, changed, rows)
    states = [timeline.word(step, position) for position in shown]
    yield chips.words(states, merged=None, outline=False, positions=shown)
    yield pager("words_page", page, pages, say("Words"))


def vocabulary_panel(scene: DecisionScene, rows: int) -> Iterator[Markup]:
    """Yield the tokens that the round has kept so far, and the alphabet."""
    timeline, step = scene.timeline, scene.step
    entries = timeline.vocabulary(step)
    first = len(timeline.special_tokens) + len(timeline.alphabet)
    yield heading(say("Vocabulary"), say("{n} {n:token|tokens}", n=len(entries)))
    made = scene.made
    yield chips.vocabulary(
        [
            group(say("kept"), entries, range(first, len(entries)), MOST_KEPT, newest=True),
            group(say("alphabet"), entries, range(first), MOST_KEPT),
        ],
        in_use=timeline.in_use(step),
        new=made.token if made and made.kept else None,
    )


class DecisionStory(StoryAtStep):
    """A training by decisions as a source of the stories of its substrings."""

    __slots__ = ()
    timeline: TopDownTimeline

    def has(self, token: str) -> bool:
        return token in self.timeline.vocabulary(0) or bool(self._decisions(token))

    def describe(self, token: str) -> dict[str, Any]:
        timeline, decisions = self.timeline, self._decisions(token)
        life = [
            message("{name}: {why}", name=decision_title(timeline, each), why=decided(each)[0])
            for each in decisions
        ]
        if token in timeline.vocabulary(0):
            life = [always(timeline.words)]
        splits = enumerate(timeline.splits(self.step).values())
        return {
            "life": life,
            "holders": [position for position, split in splits if token in split],
            "acts": {each.index: decision_title(timeline, each) for each in decisions},
        }

    def _decisions(self, token: str) -> list[Decision]:
        """Return the decisions on a substring that the story may show."""
        return [each for each in self.timeline.decisions_on(token) if each.index <= self.until]


class Decisions(Kind[DecisionScene]):
    """Training by decisions."""

    view, scene = DecisionView, DecisionScene
    paces = paces(message("Next decision"))
    draw: ClassVar = {
        "substrings": substrings_panel,
        "words": words_panel,
        "vocabulary": vocabulary_panel,
    }
    lines: ClassVar = {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}
    axis = "decision"
    spoken = staticmethod(announce)
    ask = staticmethod(DecisionQuestion.at)
    why = staticmethod(answers_on_decision)
    story = DecisionStory
    card = staticmethod(card)
    why_panel = "decision"
    limits: ClassVar = {
        "threshold": Limit(message("threshold"), None, 1, MAX_LEAST),
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "If you enter a size, training searches for a threshold that gives a "
                "vocabulary of 95% to 100% of this size. If it finds no such threshold, the "
                "vocabulary can be smaller or larger."
            ),
        ),
    }

    def areas(self, scene: DecisionScene) -> dict[str, tuple[str, ...]]:
        # The line of the vocabulary would show whether the next substring is kept, and a fresh
        # visit has no charts before a step.
        right = ("words",) if scene.secret or not scene.step else ("words", "growth")
        return {"left": ("substrings", "vocabulary"), "right": right}

    def announce_scene(self, scene: DecisionScene) -> str:
        if scene.secret:
            return to_text(asks(scene.remaining[0].token))
        return super().announce_scene(scene)

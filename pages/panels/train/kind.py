"""`Kind`: what the app shows of the trainings of one kind, such as those by merges.

The stepper, links, presenter mode and the charts need only what a kind declares here. Each kind has
its own file or package, which the others do not import; `pages/panels/train/kinds.py` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.panels.actions import Action
from pages.panels.boards import Board
from pages.panels.shared.story import StorySource
from pages.panels.train.frame import Spoken, announced
from pages.panels.train.growth import Growth
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.message import Message, message
from wordpiece.teaching.answers.steps import Answers
from wordpiece.teaching.quiz import KINDS, Question, QuestionKind, StepQuestion, questions

ALL_TIED = message("There is nothing to vote on: no other answer is clearly worse than the best.")
"""Why no question can be asked about a step whose answers are all as good, or nearly so."""


@dataclass(frozen=True)
class Limit:
    """A number field of the sidebar.

    Attributes:
        label: its label.
        help: its explanation, if its label is not enough.
        least, most: its bounds; None for a field that may be empty, for no limit.
    """

    label: Message
    help: Message | None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class QuestionSet:
    """The questions of Predict while a training of a kind is on screen.

    Attributes:
        kinds: the kinds of questions.
        make: makes them, as `wordpiece.teaching.quiz.questions` does.
        of: the algorithms whose trainings they are about; empty for the training on screen.
    """

    kinds: tuple[QuestionKind, ...]
    make: Callable[..., tuple[Question, ...]]
    of: tuple[Algorithm, ...] = ()


@dataclass(frozen=True)
class Kind:
    """One kind of training.

    Attributes:
        view: the input of its panels.
        scene: a view with a training.
        board: makes the board of a scene.
        spoken: returns the record of a step as a line for a screen reader.
        paces: the phases of each pace, "" for the step itself, each with the label of the button to
            the next one. Every kind has the pace "merge", which has whole steps.
        panels: the titles of the panels of presenter mode, by name.
        panel: the field with the current panel.
        growth: its charts of growth.
        ask: returns a question about the step after a step, or the reason that there is no
            question; called only if a step follows.
        limits: the number fields of the sidebar, by the setting.
        asks: the keys of the popovers of questions, by panel; see `pages.panels.why`.
        keys: the keys that only it has, each with its action and the title of its button.
        quiz: its questions of Predict; by default those about WordPiece and BPE.
        story: a training as a source of the stories of its tokens.
        has_text: whether its words can be shown in the text.
        why: returns the questions about the step on the card, with their answers; None if
            `wordpiece.teaching.answers` has them.
    """

    view: type[TrainView]
    scene: Callable[[Any, Training], Scene]
    board: Callable[[Any], Board]
    spoken: Spoken
    paces: Mapping[str, Mapping[str, Message]]
    panels: Mapping[str, Message]
    panel: Field[str]
    growth: Growth
    ask: Callable[[Any, int], StepQuestion | Message]
    limits: Mapping[str, Limit]
    asks: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, tuple[Action, Message]] = field(default_factory=dict)
    quiz: QuestionSet = QuestionSet(KINDS, questions, ("wordpiece", "bpe"))
    story: type[StorySource] = StorySource
    has_text: bool = False
    why: Callable[[Any, int], Answers] | None = None

    def announce(self, training: Training, step: int) -> str:
        """Return the screen reader's announcement of a step."""
        return announced(training.steps, step, self.spoken)

"""`Kind`: what the app shows of the trainings of one kind, and what all kinds have in common.

The stepper, links, presenter mode and the charts need only what a kind declares here. Each kind has
its own file, which the others do not import; `pages/panels/train/kinds.py` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, TypeVar

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.actions import Action, Next, encode
from pages.panels.html import EMPTY, act, element, paged, sentence
from pages.panels.layout import Board, Piece, head, layout_areas, menus, stacked, step_of, strip
from pages.panels.shared import charts
from pages.panels.shared.charts import Chart, Lines
from pages.panels.shared.sketch import Curve, button
from pages.panels.shared.story import StorySource
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.message import Message, Token, message
from wordpiece.teaching.answers.steps import Answers
from wordpiece.teaching.quiz import KINDS, Question, QuestionKind, StepQuestion, questions
from wordpiece.training.steps import Steps

Sizes = Mapping[str, Any]
"""Measures by name, at several steps."""


@dataclass(frozen=True)
class Growth:
    """The charts of growth of a kind of training.

    Attributes:
        lines: the lines of each chart, names of measures, by its widget key.
        at: what its steps are, for the title of the axis; see `charts.AXES`.
        asks: the panel of questions about it, if there is one; see `pages.panels.layout`.
        can_sketch: whether a visitor may draw the tokens of the corpus before they are shown.
    """

    lines: Mapping[str, tuple[str, ...]]
    at: str = "step"
    asks: tuple[str, ...] = ()
    can_sketch: bool = False

    def panel(self, scene: Scene, rows: int) -> Iterator[Piece]:
        """Yield the legend; the screen draws the charts, or the field for a sketch."""
        sketching = scene.view.sketching and self.can_sketch
        remark = "" if sketching else say("click a chart to go to a step")
        asks = menus(*self.asks, hidden=scene.secret)
        draw = (
            act(encode(Next("sketching")), button(sketching=sketching))
            if self.can_sketch
            else EMPTY
        )
        yield head(scene.view, say("Growth"), remark, asks, draw)
        shown = () if sketching else self._now(scene).values()
        yield charts.keys(shown)

    def charts(self, steps: Steps, sizes: Sizes, *, big: bool) -> list[Chart]:
        """Return the charts of growth over the whole training, with its `sampled_growth`."""
        height, letters = (285, charts.BIG_TEXT) if big else (104, charts.TEXT)
        at = charts.sampled_steps(len(steps))
        return [
            charts.growth(sizes, at, names, self.at).chart(height, key, text=letters)
            for key, names in self.lines.items()
        ]

    def marks(self, scene: Scene) -> dict[str, str]:
        """Return the marks of the step, by the key of the chart."""
        return {key: lines.mark() for key, lines in self._now(scene).items()}

    def _now(self, scene: Scene) -> dict[str, Lines]:
        """Return the values at the step, by the key of the chart."""
        lines = self.lines.items()
        return {key: charts.growth(scene.growth, [scene.step], names) for key, names in lines}


GROWTH = Growth(
    {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)},
    asks=("growth",),
    can_sketch=True,
)
"""The charts of a training by merges."""


def sampled_growth(of: tuple[Steps, ...]) -> Sizes:
    """Return the measures of a training at the steps that charts show; not quick for removals."""
    (steps,) = of
    return steps.growth_of(charts.sampled_steps(len(steps)))


def curve_of_training(steps: Steps) -> Curve:
    """Return the curve that a visitor may draw: the tokens of the corpus over the merges."""
    at = charts.sampled_steps(len(steps))
    return Curve(
        name=to_text(charts.SERIES["corpus_tokens"]),
        along=to_text(charts.AXES["step"]),
        counted=say("tokens"),
        question=message("How many tokens does the corpus have after each merge? Draw the line."),
        at=at,
        values=tuple(steps.growth_of(at)["corpus_tokens"].tolist()),
        gap=message(
            "The largest gap is at step {at}: the corpus has {n} {n:token|tokens}, and you "
            "drew {drawn}."
        ),
    )


BOARD = "train_board"
"""The key of the board, for the style sheet."""

S = TypeVar("S", bound=Scene)

Panels = Mapping[str, Callable[[S, int], Iterable[Piece]]]
"""The functions that draw the panels, given the most rows of a list."""

Spoken = Callable[[Any, int], Message]
"""Returns the record of a step as a line for a screen reader, given the number of steps."""


def framed(
    scene: S,
    growth: Growth,
    panels: Panels[S],
    areas: Mapping[str, tuple[str, ...]],
    *,
    said: str,
    card: Iterable[Piece],
    big: Callable[[S], Iterable[Piece]],
    rows: int,
) -> Board:
    """Return the board of a scene.

    Args:
        scene: the scene.
        growth: the charts of growth, whose marks the board has.
        panels, areas: the panels, and the names of those in each area.
        said: the screen reader's announcement.
        card: the card.
        big: draws the part below the card in presenter mode.
        rows: the most rows of a list in the areas.
    """
    body: Piece
    if scene.view.presenting:
        where = step_of(scene.step, len(scene.training.steps))
        line = strip(say("Train"), scene.training.source_name, where)
        body = stacked([line], card, big(scene))
    else:
        drawn = {
            area: chain.from_iterable(panels[name](scene, rows) for name in names)
            for area, names in areas.items()
        }
        body = layout_areas(BOARD, {"card": card, **drawn})
    return Board(said, growth.marks(scene), body)


def page_of_words(scene: Scene, changed: Iterable[int], rows: int) -> tuple[list[int], int, int]:
    """Return the positions of the words on the page of their list, its number, and that of pages.

    If there are several pages, the words that the step changed may come first.
    """
    total = len(scene.training.steps.words)
    page, pages = paged(total, rows, scene.view.words_page)
    first = dict.fromkeys(changed if pages > 1 and scene.view.changed == "first" else ())
    order = chain(first, (position for position in range(total) if position not in first))
    return [*islice(order, (page - 1) * rows, page * rows)], page, pages


def guessed(scene: Scene, what: Message | Token, rank: Iterable[Message] = ()) -> Markup:
    """Return the guess of the next step for the card, after the step is shown with its ``rank``."""
    if scene.guess is None:
        return EMPTY
    mark = {"right": " ✓", "wrong": " ✗"}.get(scene.verdict, "")
    said = [message("Your guess: {pair}.", pair=what)]
    said = said if scene.secret else [*said, *rank]
    return element("span", "aside", sentence(said)) + mark


def announced(steps: Steps, step: int, spoken: Spoken) -> str:
    """Return the screen reader's announcement of a step."""
    return to_text(spoken(steps.step(step), len(steps))) if step else say("Start")


ALL_TIED = message("There is nothing to vote on: no answer is clearly worse than the best one.")
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
    keys: Mapping[str, tuple[Action, Message]] = field(default_factory=dict)
    quiz: QuestionSet = QuestionSet(KINDS, questions, ("wordpiece", "bpe"))
    story: type[StorySource] = StorySource
    has_text: bool = False
    why: Callable[[Any, int], Answers] | None = None

    def announce(self, training: Training, step: int) -> str:
        """Return the screen reader's announcement of a step."""
        return announced(training.steps, step, self.spoken)

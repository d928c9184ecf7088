"""`Kind`: what the app shows of the trainings of one kind, and what all kinds have in common.

The stepper, links, presenter mode and the charts need only what a kind declares here. Each kind has
its own file, which the others do not import; `pages/panels/train/kinds.py` lists them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.actions import Action, Next, encode
from pages.panels.html import EMPTY, act, element, find_page, stack
from pages.panels.layout import Board, head, layout_areas, menu_bar, menus, step_of, strip
from pages.panels.shared import charts
from pages.panels.shared.charts import Chart, Lines
from pages.panels.shared.sketch import Curve, button
from pages.panels.shared.story import StorySource
from pages.panels.train.view import Scene, TrainView
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.message import Language, Message, message
from wordpiece.teaching.answers.steps import Answers
from wordpiece.teaching.quiz import KINDS, Question, QuestionKind, StepQuestion, questions
from wordpiece.training.steps import Steps

Sizes = Mapping[str, Any]
"""Measures by name, at several steps."""

S = TypeVar("S", bound=Scene)

BOARD = "train_board"
"""The key of the board, for the style sheet."""

ROWS, BIG_ROWS = 6, 5
"""The most rows on a page of a list, with which all panels fit on one screen: normally, and in
presenter mode."""

TITLES = {
    "words": message("Words"),
    "scores": message("Scores"),
    "vocabulary": message("Vocabulary"),
    "growth": message("Growth"),
    "alone": message("Words only"),
    "lattice": message("Lattice"),
    "costs": message("What each removal costs"),
    "substrings": message("Substrings by length"),
}
"""The titles of the panels of presenter mode."""


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


class Kind(ABC, Generic[S]):
    """One kind of training.

    Attributes:
        view: the input of its panels.
        scene: a view with a training.
        paces: the phases of each pace, "" for the step itself, each with the label of the button to
            the next one. Every kind has the pace "merge", which has whole steps.
        draw: the functions that draw the panels other than that of growth, given the most rows of
            a list.
        lines: the lines of each chart of growth, names of measures, by its widget key.
        axis: what its steps are, for the title of the axis; see `charts.AXES`.
        can_sketch: whether a visitor may draw the tokens of the corpus before they are shown.
        spoken: returns the record of a step as a line for a screen reader, given the number of
            steps.
        ask: returns a question about the step after a step, or the reason that there is no
            question; called only if a step follows.
        why_panel: the panel of the questions on the card; see `layout.QUESTIONS`.
        why: returns the questions about the step on the card, with their answers; None if
            `wordpiece.teaching.answers` has questions about each panel.
        limits: the number fields of the sidebar, by the setting.
        keys: the keys that only it has, each with its action and the title of its button.
        quiz: its questions of Predict; by default those about WordPiece and BPE.
        story: a training as a source of the stories of its tokens.
        has_text: whether its words can be shown in the text.
    """

    view: type[TrainView]
    scene: type[S]
    paces: ClassVar[Mapping[str, Mapping[str, Message]]]
    draw: ClassVar[Mapping[str, Callable[[Any, int], Iterable[Markup]]]]
    lines: ClassVar[Mapping[str, tuple[str, ...]]]
    axis: str
    can_sketch = False
    spoken: Callable[[Any, int], Message]
    ask: Callable[[Any, int], StepQuestion | Message]
    why_panel = "card"
    why: Callable[[Any, int], Answers] | None = None
    limits: ClassVar[Mapping[str, Limit]]
    keys: ClassVar[Mapping[str, tuple[Action, Message]]] = {}
    quiz = QuestionSet(KINDS, questions, ("wordpiece", "bpe"))
    story: type[StorySource] = StorySource
    has_text = False

    @abstractmethod
    def card(self, scene: S) -> Markup:
        """Return the card of the step."""

    @abstractmethod
    def areas(self, scene: S) -> dict[str, tuple[str, ...]]:
        """Return the names of the panels in each area of the board."""

    def big(self, scene: S) -> Iterable[Markup]:
        """Return the part below the card in presenter mode: the current panel."""
        return self.draw_panel(scene, scene.view.panel, BIG_ROWS)

    def announce_scene(self, scene: S) -> str:
        """Return the screen reader's announcement of a scene."""
        return self.announce(scene.training, scene.on_card)

    def announce(self, training: Training, step: int) -> str:
        """Return the screen reader's announcement of a step."""
        steps = training.steps
        return to_text(self.spoken(steps.step(step), len(steps))) if step else say("Start")

    @property
    def panels(self) -> dict[str, Message]:
        """The titles of the panels of presenter mode, by name."""
        return {name: TITLES[name] for name in self.view.panel.valid.values}

    def board(self, scene: S) -> Board:
        """Return the board of a scene."""
        is_hidden = scene.secret or (self.why is not None and not scene.on_card)
        asks = menus(self.why_panel, hidden=is_hidden)
        buttons = menu_bar(scene.view, partial(element, "div", "card-menu"), asks)
        card = [buttons, self.card(scene)]
        if scene.view.presenting:
            where = step_of(scene.step, len(scene.training.steps))
            line = strip(say("Train"), scene.training.source_name, where)
            body = stack([line, *card, *self.big(scene)])
        else:
            drawn = {
                area: chain.from_iterable(self.draw_panel(scene, name, ROWS) for name in names)
                for area, names in self.areas(scene).items()
            }
            body = layout_areas(BOARD, {"card": card, **drawn})
        marks = (f"{key} {lines.mark()}" for key, lines in self._now(scene).items())
        return Board(str(body), self.announce_scene(scene), tuple(marks))

    def draw_panel(self, scene: S, panel: str, rows: int) -> Iterable[Markup]:
        """Return the pieces of a panel, given the most rows of a list."""
        return self.growth(scene) if panel == "growth" else self.draw[panel](scene, rows)

    def growth(self, scene: S) -> Iterator[Markup]:
        """Yield the legend; the screen draws the charts of growth, or the field for a sketch."""
        sketching = scene.view.sketching and self.can_sketch
        remark = "" if sketching else say("click a chart to go to a step")
        asks = menus("growth", hidden=scene.secret or self.why is not None)
        draw = act(encode(Next("sketching")), button(sketching=sketching))
        yield head(scene.view, say("Growth"), remark, asks, draw if self.can_sketch else EMPTY)
        yield charts.keys(() if sketching else self._now(scene).values())

    def charts(self, steps: Steps, sizes: Sizes, *, big: bool) -> list[Chart]:
        """Return the charts of growth over the whole training, with its `sampled_growth`."""
        height, letters = (285, charts.BIG_TEXT) if big else (104, charts.TEXT)
        at = charts.sampled_steps(len(steps))
        return [
            charts.growth(sizes, at, names, self.axis).chart(height, key, text=letters)
            for key, names in self.lines.items()
        ]

    def _now(self, scene: S) -> dict[str, Lines]:
        """Return the values at the step, by the key of the chart."""
        lines = self.lines.items()
        return {key: charts.growth(scene.growth, [scene.step], names) for key, names in lines}


def paces(label: Message) -> dict[str, dict[str, Message]]:
    """Return the paces of a kind without slow motion, given the label of the next step."""
    return {"merge": {"": label}, "reveal": {"": message("Show the answer"), "shown": label}}


def sampled_growth(of: tuple[Steps, ...]) -> Sizes:
    """Return the measures of a training at the steps that charts show; not quick for removals."""
    (steps,) = of
    return steps.growth_of(charts.sampled_steps(len(steps)))


def curve_of_training(of: tuple[Steps, ...], _: Language) -> Curve:
    """Return the curve that a visitor may draw: the tokens of the corpus over the merges."""
    (steps,) = of
    at = tuple(range(len(steps) + 1))
    return Curve(
        name=to_text(charts.MEASURES["corpus_tokens"][0]),
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


def page_of_words(scene: Scene, changed: Iterable[int], rows: int) -> tuple[list[int], int, int]:
    """Return the positions of the words on the page of their list, its number, and that of pages.

    If there are several pages, the words that the step changed may come first.
    """
    total = len(scene.training.steps.words)
    page, pages = find_page(total, rows, scene.view.words_page)
    first = dict.fromkeys(changed if pages > 1 and scene.view.changed == "first" else ())
    order = [*first, *(position for position in range(total) if position not in first)]
    return order[(page - 1) * rows : page * rows], page, pages


Group = tuple[str, list[tuple[int, str]], str]
"""Tokens of a vocabulary: a title, ids and tokens, and a remark if these are not all."""


def group(
    title: str, vocabulary: list[str], ids: range, most: int, *, newest: bool = False
) -> Group:
    """Return a group of at most ``most`` tokens, with ``newest`` the last ones, newest first."""
    remark = ""
    if len(ids) > most:
        remark = say("{shown} of {total}", shown=most, total=len(ids))
        ids = ids[: -most - 1 : -1] if newest else ids[:most]
    return title, [(i, vocabulary[i]) for i in ids], remark

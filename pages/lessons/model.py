"""The parts of a lesson, and the base classes of its panels and questions.

A lesson is a file with a `Lesson`, such as `pages/lessons/bpe.py`: scenes, each a text and a
live panel, and questions at the end. The texts are sentences in which the engine computes every
figure; `pages.lessons.prose` has the syntax. Panels are those of `pages.lessons.panels`, questions
those of `pages.lessons.questions`. The names of trainings are those in `pages.trainings.named`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple
from urllib.parse import parse_qsl

from markupsafe import Markup

from pages.panels.shared.charts import Chart
from pages.panels.shared.sketch import Curve
from pages.trainings import named
from wordpiece.message import Message, message
from wordpiece.teaching.grading import Verdict
from wordpiece.training.timeline import Timeline

END = -1
"""The last step of a training."""

WORDS_PER_MINUTE = 130
"""How fast a student reads a text with figures, in a language that may not be the first one."""

SECONDS_PER_PANEL = 40
"""How long a student looks at a panel, and types into it or moves its slider."""

SECONDS_PER_QUESTION = 90
"""How long a student thinks about a question and reads the verdict."""


class Slider(NamedTuple):
    """A slider over steps, or over the quantity in its label."""

    first: int
    last: int
    start: int
    label: str = ""


class TextField(NamedTuple):
    """A text field, or a list of ``options``."""

    label: str
    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """The state of a panel on screen.

    Attributes:
        training: the lesson's training, for figures that do not name another.
        step: the value of the slider, if the panel has one.
        typed: the content of the field, if the panel has one.
        big: whether it is drawn for presenter mode.
    """

    training: str
    step: int = 0
    typed: str = ""
    big: bool = False


@dataclass(frozen=True)
class Drawn:
    """A panel as HTML.

    Attributes:
        columns: the columns, each with its parts from top to bottom.
        chart: the chart below.
    """

    columns: tuple[tuple[Markup, ...], ...]
    chart: Chart | None = None


def column(*parts: Markup, chart: Chart | None = None) -> Drawn:
    """Return a panel with one column."""
    return Drawn((parts,), chart)


class Panel:
    """A live panel next to the text of a scene. Each kind of panel is a subclass.

    The attribute ``training`` or ``trainings`` of a subclass has the names of the trainings that it
    shows, and ``step`` or ``start`` the step that it shows first.
    """

    def field(self) -> TextField | None:
        """Return the text field above it, if it has one."""
        return None

    def slider(self) -> Slider | None:
        """Return its slider, if it has one."""
        return None

    def curve(self) -> Curve | None:
        """Return the curve of its chart that a visitor may draw first, if any."""
        return None

    def draw(self, shown: Shown) -> Drawn:
        """Draw it."""
        raise NotImplementedError


@dataclass(frozen=True)
class OfTraining:
    """A panel or a question about one training."""

    training: str

    @property
    def timeline(self) -> Timeline:
        """The training."""
        return named.timeline(self.training)

    def at(self, step: int) -> int:
        """Return the number of a step; see `named.at`."""
        return named.at(self.training, step)


@dataclass(frozen=True)
class AtStep(OfTraining):
    """A panel or a question about one training at a step."""

    step: int

    @property
    def now(self) -> int:
        """The number of the step."""
        return self.at(self.step)


class Question(AtStep):
    """A question about a training at a step. Each kind of question is a subclass.

    It has options, or a field for a typed answer.
    """

    def options(self) -> list[str]:
        """Return the options; empty if the answer is typed."""
        return []

    def typed_answer(self) -> str:
        """Return the label of the field for a typed answer; empty if there are options."""
        return ""

    def grade(self, given: int | str) -> Verdict:
        """Return the engine's verdict on the index of an option, or on a typed text."""
        raise NotImplementedError

    def material(self) -> Panel | None:
        """Return the panel with the material for the answer, if any."""
        return None


@dataclass(frozen=True)
class Scene:
    """One part of a lesson: one or two short sentences, to translate, and a panel."""

    text: str
    panel: Panel


@dataclass(frozen=True)
class Quiz:
    """The question at the end of a lesson: a text to translate, and what the engine asks."""

    text: str
    question: Question


TITLES = {
    "train": message("Train"),
    "compare": message("Compare"),
    "encode": message("Encode"),
    "by_hand": message("By hand"),
    "take_home": message("Take home"),
}
"""The titles of pages with links to them, by name."""


@dataclass(frozen=True)
class Link:
    """A link to a screen of the app, as in ``encode?step=9&text=hugs bugs``.

    ``title`` is that of a lesson; the label of any other link is the title of its page.
    """

    screen: str
    title: Message | None = None

    @property
    def label(self) -> Message:
        """The text of the link."""
        return self.title or TITLES[self.page]

    @property
    def page(self) -> str:
        """The name of the page."""
        return self.screen.partition("?")[0]

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the address."""
        return dict(parse_qsl(self.screen.partition("?")[2]))


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    Attributes:
        id: its name in links and in the browser's storage, of lowercase letters and hyphens; it
            keeps its parts, so that a lesson whose parts change gets a new id.
        title, point: its title, and its point in one sentence.
        training: the training of its figures, unless they name another.
        scenes: its parts, in order.
        exercise: the question at the end; the lesson is done once the answer is right.
        link: the screen to try it on.
    """

    id: str
    title: Message
    point: Message
    training: str
    scenes: tuple[Scene, ...]
    exercise: Quiz
    link: Link

    @property
    def parts(self) -> int:
        """Number of scenes, plus one for the exercise."""
        return len(self.scenes) + 1

    @property
    def minutes(self) -> int:
        """The minutes that it takes: the words of its texts are read, the panels looked at."""
        texts = [str(self.point), *(scene.text for scene in self.scenes), self.exercise.text]
        seconds = sum(len(text.split()) for text in texts) * 60 / WORDS_PER_MINUTE
        seconds += len(self.scenes) * SECONDS_PER_PANEL + SECONDS_PER_QUESTION
        return ceil(seconds / 60)

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the link, with the corpus of the visitor's language."""
        query = self.link.query
        if "corpus" in query and named.in_language(self.training) != self.training:
            query["corpus"] = named.in_language(query["corpus"])
        return query

"""What a lesson is made of. Texts are templates; see `prose` for how figures get into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from wordpiece.records import Pair

How = Literal["match", "replay", "words"]
"""Longest match, merge replay, or only whole words known."""

END = -1
"""The last step of a training."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words as chips at a step.

    ``marks`` shows what was just merged; with ``holding`` it is only the words that hold one of
    two symbols, and the pair they make is outlined.
    """

    training: str
    step: int
    limit: int = 8
    marks: bool = True
    holding: Pair | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """The top of the score table at a step."""

    training: str
    step: int
    rows: int = 6


@dataclass(frozen=True, slots=True)
class Counts:
    """Words at a step, and the counts of some pairs without their scores."""

    training: str
    step: int
    pair: Pair | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """A slider over steps, the merge made, and the words it changed."""

    training: str
    start: int
    first: int = 0
    last: int = END


@dataclass(frozen=True, slots=True)
class Growth:
    """A slider over steps, and the vocabulary and the symbols in use as lines."""

    training: str
    start: int


@dataclass(frozen=True, slots=True)
class Changes:
    """Every merge, with what it does to the number of symbols in use."""

    training: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The vocabulary at a step, with ids."""

    training: str
    step: int


@dataclass(frozen=True, slots=True)
class Text:
    """A text that can be edited, as tokens with ids; with ``slide`` at any step."""

    training: str
    step: int
    text: str
    how: How = "match"
    slide: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """A word that can be edited, and every look at the vocabulary or merge it takes."""

    training: str
    step: int
    word: str
    how: tuple[How, ...] = ("match",)


@dataclass(frozen=True, slots=True)
class Side:
    """Trainings side by side, with a slider over steps."""

    trainings: tuple[str, ...]
    start: int
    last: int = END


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two trainings part, and both pairs as both rules see them."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Again:
    """The same training made anew, several times, and the first merges of each."""

    training: str
    times: int
    merges: int


@dataclass(frozen=True, slots=True)
class Printed:
    """What a source prints beside what the engine finds: rows of (what, printed, engine)."""

    rows: tuple[tuple[str, str, str], ...]
    heads: tuple[str, str] = ("in print", "the engine finds")


Panel = (
    Words
    | Scores
    | Counts
    | Walk
    | Growth
    | Changes
    | Vocabulary
    | Text
    | Trace
    | Side
    | Parting
    | Again
    | Printed
)


@dataclass(frozen=True, slots=True)
class Next:
    """Which pair merges after a step? Asked of some candidates."""

    ask: str
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """What are the tokens of a word? Typed."""

    ask: str
    training: str
    step: int
    word: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class Change:
    """What does a merge do to the number of symbols in use?"""

    ask: str
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class ScoreOf:
    """What is the score of a pair at a step?"""

    ask: str
    training: str
    step: int
    pair: Pair


Question = Next | Tokens | Change | ScoreOf


@dataclass(frozen=True, slots=True)
class Scene:
    """One part of a lesson: one or two short sentences and one panel."""

    text: str
    panel: Panel


@dataclass(frozen=True, slots=True)
class Link:
    """A way to a page of the app, with what its address says."""

    label: str
    page: Literal["train", "compare", "encode"]
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    Attributes:
        id: its name in links.
        title, line: what it is called, and what it is about.
        training: the one that its figures come from unless they name another.
        scenes: its parts, in order.
        exercise: what it asks at the end; done once every answer is right.
        link: where to try it.
    """

    id: str
    title: str
    line: str
    training: str
    scenes: tuple[Scene, ...]
    exercise: tuple[Question, ...]
    link: Link

    @property
    def parts(self) -> int:
        """Scenes, and the exercise."""
        return len(self.scenes) + 1

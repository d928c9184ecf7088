"""The parts of a lesson, as records without behaviour.

Titles and labels are messages. Texts are `prose("...")`: whole sentences in which the engine
computes every figure.

    `##gs`                          a token
    {count ##u ##g @0}              the pair's count in the lesson's own training, at step 0
    {count u g @0 of toy-bpe}       the same in another training
    {pair @1}                       the pair of merge 1, with a plus between its symbols
    {printed 1/15}                  a figure as a source prints it, marked as such

    The word after the brace is a key of `pages.panels.lessons.prose.FIGURES`. ``@end`` is the last
    step. The names of trainings are those in `pages.trainings.named.TRAININGS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pages.trainings.named import How
from wordpiece.message import Message, message
from wordpiece.records import Pair

END = -1
"""The last step of a training."""


@dataclass(frozen=True, slots=True)
class Prose:
    """A text with figures to fill in; see the top of this file."""

    template: str


def prose(template: str) -> Prose:
    """Mark a literal as a text to translate. A text without words is created by `Prose`."""
    return Prose(template)


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of words at a step.

    ``marks`` highlights the last merge. ``holding`` limits the words to those that contain one of
    two symbols, and outlines the pair of both.
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
class CountTable:
    """Words at a step, and the counts of some pairs without their scores."""

    training: str
    step: int
    pair: Pair | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """A slider over steps, with the merge and the words it changed."""

    training: str
    start: int
    first: int = 0
    last: int = END


@dataclass(frozen=True, slots=True)
class GrowthChart:
    """A slider over steps, with vocabulary size and symbols in use as lines."""

    training: str
    start: int


@dataclass(frozen=True, slots=True)
class Changes:
    """Every merge, and by how much it changes the number of symbols in use."""

    training: str


@dataclass(frozen=True, slots=True)
class Entries:
    """The vocabulary at a step, with ids."""

    training: str
    step: int


@dataclass(frozen=True, slots=True)
class EditableText:
    """An editable text, as tokens with ids; with ``slide`` at any step.

    ``pre_tokenizer`` splits it into words; None is that of the encoder.
    """

    training: str
    step: int
    text: str
    how: How = "match"
    slide: bool = False
    pre_tokenizer: str | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """An editable word, and each vocabulary look-up or merge that its encoding takes."""

    training: str
    step: int
    word: str
    how: tuple[How, ...] = ("match",)


@dataclass(frozen=True, slots=True)
class Side:
    """Trainings in columns, with a slider over steps."""

    trainings: tuple[str, ...]
    start: int
    last: int = END


@dataclass(frozen=True, slots=True)
class Divergence:
    """The step at which two trainings diverge, with both pairs as each rule scores them."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Again:
    """The same training repeated several times, and the first merges of each run."""

    training: str
    times: int
    merges: int


@dataclass(frozen=True, slots=True)
class Printed:
    """Printed figures of a source next to the engine's: rows of (label, printed, engine)."""

    rows: tuple[tuple[Prose, str, str], ...]
    heads: tuple[Message, Message] = (message("in print"), message("the engine finds"))


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An editable text, and the result of each stage from a text to ids."""

    training: str
    step: int
    text: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """Editable texts, with the special tokens that are added for a model.

    ``shape`` selects two texts as one input, two texts as a batch of rows of equal length, or one
    text in which special tokens may be typed. A bar ``|`` separates two texts.
    """

    training: str
    step: int
    text: str
    shape: Literal["pair", "batch", "typed"]


@dataclass(frozen=True, slots=True)
class Decoding:
    """An editable text, its tokens, and the text that they decode to."""

    training: str
    step: int
    text: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class Bytes:
    """An editable text, and the bytes of each of its characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Given:
    """An editable text, encoded with a vocabulary from a source.

    "segmenter" matches from the left, without a continuation prefix; "table" matches the longest
    entry first. If the text is one word, every step is shown.
    """

    vocabulary: tuple[str, ...]
    text: str
    how: tuple[Literal["segmenter", "table"], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Some pairs at a step, as the rules of several trainings score them.

    The trainings must have the same symbols at that step.
    """

    trainings: tuple[str, ...]
    step: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A slider over steps, and the likelihood of the corpus, symbol by symbol."""

    training: str
    limit: int = 8


@dataclass(frozen=True, slots=True)
class MergeGain:
    """The change of the corpus's likelihood when a pair merges after a step."""

    training: str
    step: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Fertility:
    """A slider over vocabulary sizes, with the tokens per word of trainings as lines."""

    trainings: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """The same words with characters, with subwords, and with whole words as tokens.

    ``steps`` are the steps at which subwords are shown; ``of_lines`` if the words are lines.
    """

    training: str
    steps: tuple[int, ...]
    of_lines: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """A slider over steps, and the parameters that a model has for its vocabulary, by width."""

    training: str
    start: int
    widths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LearnedTokens:
    """A slider over vocabulary sizes, and the tokens that each training has learned by then."""

    trainings: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Work:
    """A publication, a model or a library: its name, its description and the source of that.

    ``name`` and ``source`` are names and are not translated.
    """

    name: str
    what: Prose
    source: str
    url: str


@dataclass(frozen=True, slots=True)
class Works:
    """Works with their sources."""

    heads: tuple[Message, Message]
    works: tuple[Work, ...]


Panel = (
    Words
    | Scores
    | CountTable
    | Walk
    | GrowthChart
    | Changes
    | Entries
    | EditableText
    | Trace
    | Side
    | Divergence
    | Again
    | Printed
    | Pipeline
    | SpecialTokens
    | Decoding
    | Bytes
    | Given
    | Rules
    | Likelihood
    | MergeGain
    | Fertility
    | Sizes
    | Price
    | LearnedTokens
    | Works
)


@dataclass(frozen=True, slots=True)
class Next:
    """Question with options: which pair merges after a step?"""

    ask: Prose
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """Question with a typed answer: what are the tokens of a word?"""

    ask: Prose
    training: str
    step: int
    word: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class InUse:
    """Question: what does a merge do to the number of symbols in use?"""

    ask: Prose
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class ScoreOf:
    """Question: what is the score of a pair at a step?"""

    ask: Prose
    training: str
    step: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Parameters:
    """Question: how many parameters does a model have for the vocabulary after a step?"""

    ask: Prose
    training: str
    step: int
    width: int


@dataclass(frozen=True, slots=True)
class ModelInput:
    """Question with a typed answer: which tokens, special ones included, do two texts become?"""

    ask: Prose
    training: str
    step: int
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Question with a typed answer: which text do tokens of a step's vocabulary decode to?"""

    ask: Prose
    training: str
    step: int
    tokens: tuple[str, ...]


Question = Next | Tokens | InUse | ScoreOf | Parameters | ModelInput | Decoded


@dataclass(frozen=True, slots=True)
class Scene:
    """One part of a lesson: one or two short sentences and one panel."""

    text: Prose
    panel: Panel


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the app, with the parameters of its address."""

    label: Message
    page: Literal["train", "compare", "encode"]
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Place:
    """A screen of the app that a plan leads to."""

    label: Message
    page: Literal["train", "compare", "encode", "predict", "lessons", "take_home"]
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlanStep:
    """Some minutes of a teacher's plan.

    Attributes:
        minutes: its duration.
        title: its topic.
        places: the screens to show, in order.
        do: instructions for the teacher.
        ask, answer: the question, and the right answer.
        wrong, why: a common wrong answer, and the reason for it.
        votes: whether the class votes.
        training: the training of its figures, unless they name another.
    """

    minutes: int
    title: Message
    places: tuple[Place, ...]
    do: Prose
    ask: Prose
    answer: Prose
    wrong: Prose
    why: Prose
    votes: bool = False
    training: str = "toy"


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """A teacher's plan for a lesson, as steps through the app.

    Attributes:
        id: its name in links.
        title, line: its title; the students' knowledge before and after.
        before: the preparations.
        steps: its steps, in order.
        after: the homework.
        more: the screens of the homework.
    """

    id: Literal["45", "20"]
    title: Message
    line: Message
    before: tuple[Message, ...]
    steps: tuple[PlanStep, ...]
    after: tuple[Message, ...]
    more: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson.

    Attributes:
        id: its name in links and in the browser's storage, of lowercase letters and hyphens; it
            never changes.
        title, line: its title and its topic.
        training: the training of its figures, unless they name another.
        scenes: its parts, in order.
        exercise: the questions at the end; the lesson is done once every answer is right.
        link: the screen to try it on.
    """

    id: str
    title: Message
    line: Message
    training: str
    scenes: tuple[Scene, ...]
    exercise: tuple[Question, ...]
    link: Link

    @property
    def parts(self) -> int:
        """Number of scenes, plus one for the exercise."""
        return len(self.scenes) + 1

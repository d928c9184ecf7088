"""What a lesson is made of: records that say what is shown, and do nothing.

Titles and labels are messages. Texts are `prose("...")`: whole sentences in which every figure is
asked of the engine.

    `##gs`                          a token
    {count ##u ##g @0}              the pair's count in the lesson's own training, at step 0
    {count u g @0 of toy-bpe}       the same in another training
    {pair @1}                       what merge 1 joins: two tokens with a plus between them
    {printed 1/15}                  what a source prints, and marked as such

The words after the brace are those of `pages.panels.lessons.prose.FIGURES`; ``@end`` is the last
step. A training is named as in `pages.trainings.named.TRAININGS`.
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
    """A text with figures to be filled in; see the top of this file."""

    template: str


def prose(template: str) -> Prose:
    """Mark a literal as a text that a visitor reads; what has no words in it is just a `Prose`."""
    return Prose(template)


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
class CountTable:
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
class GrowthChart:
    """A slider over steps, and the vocabulary and the symbols in use as lines."""

    training: str
    start: int


@dataclass(frozen=True, slots=True)
class Changes:
    """Every merge, with what it does to the number of symbols in use."""

    training: str


@dataclass(frozen=True, slots=True)
class Entries:
    """The vocabulary at a step, with ids."""

    training: str
    step: int


@dataclass(frozen=True, slots=True)
class EditableText:
    """A text that can be edited, as tokens with ids; with ``slide`` at any step.

    ``pre_tokenizer`` is the rule that splits it into words; None is the encoder's own.
    """

    training: str
    step: int
    text: str
    how: How = "match"
    slide: bool = False
    pre_tokenizer: str | None = None


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

    rows: tuple[tuple[Prose, str, str], ...]
    heads: tuple[Message, Message] = (message("in print"), message("the engine finds"))


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A text that can be edited, and what each stage from a text to ids makes of it."""

    training: str
    step: int
    text: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class SpecialTokens:
    """Texts that can be edited, with the special tokens that a model reads beside them.

    ``shape`` says what is shown: two texts as one input, two texts as a batch of equal rows, or one
    text in which special tokens may be typed. Two texts have a bar ``|`` between them.
    """

    training: str
    step: int
    text: str
    shape: Literal["pair", "batch", "typed"]


@dataclass(frozen=True, slots=True)
class Decoding:
    """A text that can be edited, its tokens, and what decoding makes of these."""

    training: str
    step: int
    text: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class Bytes:
    """A text that can be edited, and each of its characters in bytes."""

    text: str


@dataclass(frozen=True, slots=True)
class Given:
    """A text that can be edited, encoded with a vocabulary that a source gives.

    "segmenter" matches from the left and has no marks; "table" cuts the longest entry out first.
    Of a text that is one word every step is shown.
    """

    vocabulary: tuple[str, ...]
    text: str
    how: tuple[Literal["segmenter", "table"], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Some pairs at a step, as the rules of several trainings see them.

    The trainings must stand at the same symbols there.
    """

    trainings: tuple[str, ...]
    step: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A slider over steps, and how likely the corpus is, symbol by symbol."""

    training: str
    limit: int = 8


@dataclass(frozen=True, slots=True)
class MergeGain:
    """What merging a pair after a step does to the likelihood of the corpus."""

    training: str
    step: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Fertility:
    """A slider over vocabulary sizes, and the tokens per word of trainings as lines."""

    trainings: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Sizes:
    """The same words with characters, with subwords, and with whole words as tokens.

    ``steps`` are those at which subwords are looked at; ``of_lines`` if the words are lines.
    """

    training: str
    steps: tuple[int, ...]
    of_lines: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """A slider over steps, and how many numbers a model keeps for its vocabulary, by width."""

    training: str
    start: int
    widths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LearnedTokens:
    """A slider over vocabulary sizes, and what each of some trainings has learned by then."""

    trainings: tuple[str, ...]
    start: int


@dataclass(frozen=True, slots=True)
class Work:
    """A publication, a model or a library: what it is called, what it does, where that is said.

    ``name`` and ``source`` are names and stay as they are in any language.
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
    | Parting
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
    """Which pair merges after a step? Asked of some candidates."""

    ask: Prose
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """What are the tokens of a word? Typed."""

    ask: Prose
    training: str
    step: int
    word: str
    how: How = "match"


@dataclass(frozen=True, slots=True)
class InUse:
    """What does a merge do to the number of symbols in use?"""

    ask: Prose
    training: str
    step: int


@dataclass(frozen=True, slots=True)
class ScoreOf:
    """What is the score of a pair at a step?"""

    ask: Prose
    training: str
    step: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Parameters:
    """How many numbers does a model keep for the vocabulary after a step, so many an entry?"""

    ask: Prose
    training: str
    step: int
    width: int


@dataclass(frozen=True, slots=True)
class ModelInput:
    """Which tokens does a model read for two texts, special tokens included? Typed."""

    ask: Prose
    training: str
    step: int
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Which text do tokens of a step's vocabulary decode to? Typed."""

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
    """A way to a page of the app, with what its address says."""

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
        minutes: how long it takes.
        title: what it is about.
        places: what to show, in order.
        do: what to do with the class.
        ask, answer: the question, and what is right.
        wrong, why: what students get wrong, and why they do.
        votes: whether the class votes.
        training: the one that its figures come from unless they name another.
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
    """A lesson as a teacher gives it, as steps that lead through the app.

    Attributes:
        id: its name in links.
        title, line: what it is called; what students know before and after.
        before: what to get ready.
        steps: what happens, in order.
        after: homework.
        more: where the homework is.
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
        id: its name in links and in what a browser remembers, of small letters and hyphens; it
            never changes.
        title, line: what it is called, and what it is about.
        training: the one that its figures come from unless they name another.
        scenes: its parts, in order.
        exercise: what it asks at the end; done once every answer is right.
        link: where to try it.
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
        """Scenes, and the exercise."""
        return len(self.scenes) + 1

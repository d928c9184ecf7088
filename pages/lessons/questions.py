"""The kinds of questions. Each is a class: its options or its field, its grading, its panel."""

from __future__ import annotations

from dataclasses import dataclass

from pages.lessons.model import Panel, Question
from pages.lessons.panels.others import BestSplits, Decisions
from pages.lessons.panels.training import CountTable, Entries
from pages.locale import message, number, say
from pages.trainings.named import How, encoder, top_down, unigram
from wordpiece.encoding.decoders import decode
from wordpiece.marking import ENDS
from wordpiece.message import Message, Spaced, Token
from wordpiece.teaching.grading import Verdict, grade_cheapest, grade_kept, grade_next, grade_tokens
from wordpiece.teaching.quiz import UNK, candidates
from wordpiece.teaching.size import grade_parameters, parameter_choices
from wordpiece.topdown.textbook import Reading


@dataclass(frozen=True)
class Next(Question):
    """Ask for the pair that merges after the step."""

    def options(self) -> list[str]:
        return [f"{left}  +  {right}" for left, right in candidates(self.timeline, self.now)]

    def grade(self, given: int | str) -> Verdict:
        pair = candidates(self.timeline, self.now)[int(given)]
        return grade_next(self.timeline, self.now, pair)

    def material(self) -> Panel:
        return CountTable(self.training, self.step)


@dataclass(frozen=True)
class Kept(Question):
    """Ask which substring the first round of a top-down training keeps."""

    threshold: int
    reading: Reading
    tokens: tuple[str, ...]

    def options(self) -> list[str]:
        return [*self.tokens]

    def grade(self, given: int | str) -> Verdict:
        trained = top_down(self.training, self.threshold, self.reading)
        return grade_kept(trained, 1, self.tokens[int(given)])

    def material(self) -> Panel:
        return Decisions(self.training, self.threshold, self.reading, slides=False)


@dataclass(frozen=True)
class CheapestRemoval(Question):
    """Ask which removal of a Unigram training costs least at the step."""

    pieces: tuple[str, ...]

    def options(self) -> list[str]:
        return [*self.pieces]

    def grade(self, given: int | str) -> Verdict:
        return grade_cheapest(unigram(self.training), self.step, self.pieces[int(given)])

    def material(self) -> Panel:
        return BestSplits(self.training, self.step)


@dataclass(frozen=True)
class Parameters(Question):
    """Ask for the number of parameters that a model has for the vocabulary after the step."""

    width: int

    def options(self) -> list[str]:
        return [number(n) for n in parameter_choices(self.timeline, self.now, self.width)]

    def grade(self, given: int | str) -> Verdict:
        numbers = parameter_choices(self.timeline, self.now, self.width)[int(given)]
        return grade_parameters(self.timeline, self.now, self.width, numbers)

    def material(self) -> Panel:
        return Entries(self.training, self.step)


@dataclass(frozen=True)
class Unit(Question):
    """Ask which kind of token writes a text without unknown words, in the fewest tokens."""

    text: str

    def options(self) -> list[str]:
        return [say("whole words"), say("characters"), say("subwords")]

    def tokens(self) -> list[list[str]]:
        """Return the tokens of the text by each kind, in the order of the options."""
        how: list[tuple[int, How]] = [(0, "words"), (0, "replay"), (self.step, "replay")]
        return [encoder(self.training, *each).tokenize(self.text) for each in how]

    def grade(self, given: int | str) -> Verdict:
        tokens = self.tokens()
        own, known = tokens[int(given)], [each for each in tokens if UNK not in each]
        right = own in known and len(own) == min(map(len, known))
        return Verdict(right, (_becomes(self.text, own),))

    def material(self) -> Panel:
        return Entries(self.training, self.step)


@dataclass(frozen=True)
class HowMany(Question):
    """Ask how many tokens a text becomes, by the method of the training's recipe.

    ``pre_tokenizer`` splits the text into words; None is that of the encoder.
    """

    text: str
    pre_tokenizer: str | None = None

    def options(self) -> list[str]:
        return [number(n) for n in range(1, len(self.tokens()) + 3)]

    def tokens(self) -> list[str]:
        """Return the tokens of the text."""
        one = encoder(self.training, self.step, "own")
        return [each.token for each in one.encode(self.text, pre_tokenizer=self.pre_tokenizer)]

    def grade(self, given: int | str) -> Verdict:
        tokens = self.tokens()
        right = int(given) + 1 == len(tokens)
        becomes = _becomes(self.text, tokens)
        if right:
            return Verdict(True, (becomes,))
        in_bytes = message("In UTF-8 the text has {n} {n:byte|bytes}.", n=len(self.text.encode()))
        hint = () if self.pre_tokenizer else (in_bytes,)
        return Verdict(False, hint, (becomes,))


def _becomes(text: str, tokens: list[str]) -> Message:
    return message(
        "{text} becomes {tokens}: {n} {n:token|tokens}.",
        text=Token(text),
        tokens=Spaced(tuple(tokens)),
        n=len(tokens),
    )


@dataclass(frozen=True)
class Tokens(Question):
    """Ask for the tokens of a word, which are typed."""

    word: str
    how: How = "match"

    def typed_answer(self) -> str:
        return say("Your tokens, with spaces between them")

    def grade(self, given: int | str) -> Verdict:
        one = encoder(self.training, self.step, self.how)
        return grade_tokens(one, self.word, str(given), prefix=self.timeline.marking.prefix)

    def material(self) -> Panel | None:
        return Entries(self.training, self.step) if self.step else None


@dataclass(frozen=True)
class Decoded(Question):
    """Ask which of some texts tokens decode to; the marking has an end-of-word suffix."""

    tokens: tuple[str, ...]
    texts: tuple[str, ...]

    def options(self) -> list[str]:
        return [*self.texts]

    def grade(self, given: int | str) -> Verdict:
        marking = self.timeline.marking
        right = self.texts[int(given)] == decode(self.tokens, marking)
        return Verdict(right, (ENDS.fill(suffix=Token(marking.suffix)),))

"""What a question, its answer, and what it is answered on are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.message import Listed, Message, Token, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.text.pre_tokenizers import PreTokenizer, split_words
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.comparison import Axis
from wordpiece.training.timeline import Timeline

WORDS, MERGES, NEARBY = 500, 2_000, 5
"""Limits of a search: words, merges, and steps before or after the one on screen."""

LISTED = 4
"""Pairs or tokens that a sentence lists."""

LENGTH = 100
"""Characters of a word that are looked at."""


E = TypeVar("E", bound=Encoder)


@dataclass(frozen=True)
class Context:
    """The training and text on the learner's screen.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> from wordpiece.teaching.answers import asked_at
    >>> context = Context(timeline, step=1)
    >>> [question.id for question in asked_at("trace", context)]
    ['morphology', 'merges']

    Attributes:
        timeline: the training; any marking and score.
        step: the step on screen.
        bpe, hugging_face: the other two trainings of the same words, where they are at hand.
        text: what the learner has typed, before normalization.
        normalizer, pre_tokenizer: how typed text becomes words like those of the corpus.
        seed: of the random tie-break.
        encoders: those on screen, the first of them first; none where the page shows none.
        marking: of the first of them, if it is not that of the training.
        merge: the merge that the panel shows; None is the one that comes next.
        known: the last merge that may be told while winners are hidden; None hides nothing.
        by: what the trainings side by side have in common, the step or the vocabulary size.
        at: that step or size; None is the step on screen.
    """

    timeline: Timeline
    step: int
    bpe: Timeline | None = None
    hugging_face: Timeline | None = None
    text: str = ""
    normalizer: Normalizer = unchanged
    pre_tokenizer: PreTokenizer | str = "whitespace"
    seed: int = 0
    encoders: tuple[Encoder, ...] = ()
    marking: Marking | None = None
    merge: int | None = None
    known: int | None = None
    by: Axis = "step"
    at: int | None = None

    @property
    def horizon(self) -> int:
        """The last merge that may be told."""
        last = len(self.timeline)
        return last if self.known is None else min(self.known, last)

    @property
    def marks(self) -> Marking:
        """How the tokens on screen are marked."""
        return self.marking or self.timeline.marking

    @property
    def typed(self) -> list[str]:
        """The first words of the typed text, each once."""
        words = split_words(self.normalizer(self.text[:5_000]), self.pre_tokenizer)
        return list(dict.fromkeys(words))[:WORDS]

    @property
    def crossed(self) -> Iterator[str]:
        """New words: the beginning of one word of the corpus with the rest of another."""
        few = [word for word in self.timeline.words[:20] if len(word) <= 20]
        made = (a[:1] + b[1:] for a in few for b in few if a[:1] != b[:1])
        known = set(self.timeline.words)
        return (word for word in made if word not in known)

    @property
    def candidates(self) -> Iterator[str]:
        """Words to look for a case in: typed ones, the first of the corpus, then new ones."""
        words = chain(self.typed, self.timeline.words[:WORDS], self.crossed)
        return (word for word in dict.fromkeys(words) if len(word) <= LENGTH)

    @property
    def encoder(self) -> Encoder:
        """The first encoder on screen, or else longest match with the vocabulary on screen."""
        return self.encoders[0] if self.encoders else self._longest_match

    @property
    def _longest_match(self) -> WordPieceEncoder:
        return WordPieceEncoder.from_timeline(self.timeline, self.step)

    def on_screen(self, kind: type[E]) -> E | None:
        """Return the first encoder of a kind on screen; without any, the usual two are."""
        usual = (self._longest_match, self.bpe_encoder()) if not self.encoders else ()
        return next((one for one in (*self.encoders, *usual) if isinstance(one, kind)), None)

    def bpe_encoder(self) -> BPEEncoder | None:
        """Return what replays merges: the encoder on screen, or else one of BPE's own training."""
        for one in self.encoders:
            if isinstance(one, BPEEncoder):
                return one
        if self.bpe is None:
            return None
        return BPEEncoder.from_timeline(self.bpe, min(self.step, len(self.bpe)))


@dataclass(frozen=True)
class Answer:
    """Two to five short sentences.

    >>> from wordpiece.teaching.answers import answer, example
    >>> found = answer("ties", example("ties")[1])
    >>> len(found.sentences), sorted(found.figures)
    (3, ['other', 'score', 'step', 'tied', 'winner', 'word'])

    Attributes:
        sentences: to be read in order.
        figures: what they say, as numbers and records; the names depend on the question.
        example: the corpus that the figures are from; None if it is the one on screen.
        tells: the last merge of the training on screen that it gives away; 0 is none.
    """

    sentences: tuple[Message, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    example: Message | None = None
    tells: int = 0


Find = Callable[[Context], "Answer | None"]


@dataclass(frozen=True)
class Example:
    """A small corpus of the literature that has a case of a question.

    Attributes:
        name: what it is called in a sentence.
        words: its word frequencies, in order.
        step: the step at which it has the case.
        text: the text that is typed.
        forced: merges of WordPiece's that are chosen, by their number.
        bpe: if there is one, the training on screen is BPE with the marking of this name.
        encoder: makes the encoder on screen, of the training on screen after the step; None is
            longest match.
    """

    name: Message
    words: tuple[tuple[str, int], ...]
    step: int
    text: str = ""
    forced: tuple[tuple[int, Pair], ...] = ()
    bpe: str = ""
    encoder: Callable[[Timeline, int], Encoder] | None = None

    def context(self) -> Context:
        """Return the example as if it were on screen; the trainings are kept."""
        first, bpe, hugging_face = _trained(self.words, self.forced, self.bpe)
        step = min(self.step, len(first))
        encoders = (self.encoder(first, step),) if self.encoder else ()
        return Context(first, step, bpe, hugging_face, self.text, encoders=encoders)


@lru_cache(maxsize=16)
def _trained(
    words: tuple[tuple[str, int], ...], forced: tuple[tuple[int, Pair], ...], marking: str
) -> tuple[Timeline, ...]:
    """Return the trainings of some words by WordPiece, BPE and in the library's way."""
    table, chosen = dict(words), dict(forced)
    first: Trainer = BPETrainer(table, marking=marking) if marking else WordPieceTrainer(table)
    each: list[Trainer] = [
        first,
        BPETrainer(table),
        BPETrainer(table, marking="##", special_tokens=BERT_SPECIAL_TOKENS),
    ]
    while first.stop_reason is None:
        first.step(chosen.get(first.steps_made + 1))
    for trainer in each:
        trainer.run()
    return tuple(trainer.timeline() for trainer in each)


TOY = (("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5))


def toy_at(step: int, text: str = "") -> Example:
    """Return the toy of most explanations after some merges."""
    return Example(message("the toy words"), TOY, step, text)


@dataclass(frozen=True)
class Question:
    """One question.

    >>> from wordpiece.teaching.answers import QUESTIONS
    >>> question = QUESTIONS[2]
    >>> question.id, str(question.text), question.panels
    ('ties', 'Several pairs have the same score. Which one wins?', ('card', 'scores', 'parting'))

    Attributes:
        id: its name.
        text: as a learner would put it.
        panels: the parts of the screen beside which it is offered.
        find: works the answer out; None if the training has no case of it.
        example: what it is answered on then.
        fits: whether it makes sense for what is on screen, such as the encoder there.
    """

    id: str
    text: Message
    panels: tuple[str, ...]
    find: Find
    example: Example
    fits: Callable[[Context], bool] = lambda c: True


def some(things: Sequence[Message | Token]) -> Message | Listed:
    """Return the first few of some things, and how many more there are."""
    first, more = Listed(tuple(things[:LISTED]), "commas"), len(things) - LISTED
    if more <= 0:
        return first
    return message("{first}, and {more} more", first=first, more=more)


def around(c: Context) -> list[int]:
    """Return the step on screen and those near it that may be told, nearest first."""
    near = range(max(0, c.step - NEARBY), min(c.horizon, c.step + NEARBY) + 1)
    return sorted(near, key=lambda step: abs(step - c.step))

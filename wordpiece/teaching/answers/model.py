"""`Question`, `Answer`, the `Context` a question is answered in, and the `Example` for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.marking import END_OF_WORD, Marking
from wordpiece.message import Fact, Listed, Message, Token, fill_all, message, unworded
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.text.pre_tokenizers import (
    PreTokenizer,
    bytes_to_text,
    is_byte_level,
    split_words,
)
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.comparison import Axis
from wordpiece.training.timeline import Timeline

WORDS, MERGES, NEARBY = 500, 2_000, 5
"""Limits of a search: words, merges, and steps before or after the one on screen."""

LISTED = 4
"""The most pairs or tokens that a sentence lists."""

LENGTH = 100
"""The most characters of a word that a search looks at."""


@dataclass(frozen=True)
class Context:
    """The training and text on the learner's screen.

    >>> from wordpiece.teaching.answers import Context, asked_at
    >>> [question.id for question in asked_at("trace", Context(timeline, step=1))]
    ['morphology', 'merges']

    Attributes:
        timeline: the training; any marking and score.
        step: the step on screen.
        bpe, hugging_face: the other two trainings of the same words, where they are at hand.
        text: what the learner has typed, before normalization.
        normalizer, pre_tokenizer: how typed text becomes words like those of the corpus.
        seed: of the random tie-break.
        encoders: those on screen, in order; empty if the page shows none.
        marking: of the first encoder, if it differs from that of the training.
        merge: the merge that the panel shows; None is the next one.
        known: the last merge that an answer may reveal while winners are hidden; None if they
            are not hidden.
        by: what the trainings in columns have in common, the step or the vocabulary size.
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
        """The last merge that an answer may reveal."""
        last = len(self.timeline)
        return last if self.known is None else min(self.known, last)

    @property
    def nearby(self) -> list[int]:
        """The step on screen and those near it that an answer may reveal, nearest first."""
        near = range(max(0, self.step - NEARBY), min(self.horizon, self.step + NEARBY) + 1)
        return sorted(near, key=lambda step: abs(step - self.step))

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
    def candidates(self) -> Iterator[str]:
        """Words to search for a case: typed ones, the first of the corpus, then new ones.

        A new word is the beginning of one word of the corpus with the rest of another.
        """
        known = set(self.timeline.words)
        few = [word for word in self.timeline.words[:20] if len(word) <= 20]
        crossed = (a[:1] + b[1:] for a in few for b in few if a[:1] != b[:1])
        new = (word for word in crossed if word not in known)
        words = chain(self.typed, self.timeline.words[:WORDS], filter(self.is_word, new))
        return (word for word in dict.fromkeys(words) if len(word) <= LENGTH)

    def is_word(self, made_up: str) -> bool:
        """Return whether the pre-tokenizer does not split a made-up word."""
        spelled = is_byte_level(self.pre_tokenizer)
        text = bytes_to_text(made_up) if spelled else made_up
        return split_words(text, self.pre_tokenizer) == [made_up]

    @property
    def encoder(self) -> Encoder:
        """The first encoder on screen, or else longest match with the vocabulary on screen."""
        if self.encoders:
            return self.encoders[0]
        return WordPieceEncoder.from_timeline(self.timeline, self.step)

    def bpe_encoder(self) -> BPEEncoder | None:
        """Return the encoder on screen that replays merges, or else that of the BPE training."""
        for one in self.encoders:
            if isinstance(one, BPEEncoder):
                return one
        if self.bpe is None:
            return None
        return BPEEncoder.from_timeline(self.bpe, min(self.step, len(self.bpe)))


@dataclass(frozen=True)
class Answer:
    """Two to six short sentences.

    Attributes:
        sentences: to be read in order; their facts are the figures of the answer.
        example: the corpus that the figures are from; None if it is the one on screen.
        reveals: the last merge of the training on screen that it gives away, or 0.
    """

    sentences: tuple[Message, ...]
    example: Message | None = None
    reveals: int = 0

    @classmethod
    def of(cls, *sentences: Message | None, reveals: int = 0, **facts: Fact) -> Answer:
        """Return an answer of the sentences that are not None, filled with the facts."""
        return cls(fill_all(*sentences, **facts), reveals=reveals)


@dataclass(frozen=True)
class Example:
    """A small corpus of the literature that has a case of a question.

    Attributes:
        words: its words with their counts, in order.
        step: the step at which it has the case.
        text: the text that is typed.
        forced: the merges that the Hugging Face course makes against its own formula, by number.
        bpe: the name of a marking if the training on screen is BPE with that marking, or "".
        encoder: makes the encoder on screen from the training and the step; None is longest match.
    """

    words: tuple[tuple[str, int], ...]
    step: int
    text: str = ""
    forced: tuple[tuple[int, Pair], ...] = ()
    bpe: str = ""
    encoder: Callable[[Timeline, int], Encoder] | None = None

    @property
    def name(self) -> Message:
        """Its words, which name it in a sentence."""
        words = tuple(Token(word) for word, _ in self.words)
        return unworded("{words}", words=Listed(words, "commas"))

    @property
    def rule(self) -> Message:
        """The name of its training."""
        if self.bpe == END_OF_WORD.name:
            return message("End-of-word BPE")
        return message("BPE") if self.bpe else message("WordPiece")

    def context(self) -> Context:
        """Return the example as if it were on screen; its trainings are cached."""
        first, bpe, hugging_face = _trained(self.words, self.forced, self.bpe)
        step = min(self.step, len(first))
        encoders = (self.encoder(first, step),) if self.encoder else ()
        return Context(first, step, bpe, hugging_face, self.text, encoders=encoders)


@lru_cache(maxsize=16)
def _trained(
    words: tuple[tuple[str, int], ...], forced: tuple[tuple[int, Pair], ...], marking: str
) -> tuple[Timeline, ...]:
    """Return three trainings of the same words: on screen, by BPE, and in the library's way."""
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
"""The words of the Hugging Face course."""

TOY_EXAMPLE = Example(TOY, 3)


@dataclass(frozen=True)
class Question:
    """A question that learners ask.

    Attributes:
        id: its name.
        text: as a learner would put it.
        panels: the parts of the screen that offer it.
        find: returns the answer, or None if the training has no case of it; called only for a
            context that ``fits``.
        example: the corpus on which it is answered then.
        fits: whether it makes sense for what is on screen, such as the encoder there.
        of_one: whether the answer is about one training, which it must name where several are in
            columns.
    """

    id: str
    text: Message
    panels: tuple[str, ...]
    find: Callable[[Context], Answer | None]
    example: Example = TOY_EXAMPLE
    fits: Callable[[Context], bool] = lambda c: True
    of_one: bool = False


def list_some(things: Sequence[Message | Token]) -> Message | Listed:
    """Return the first few of some things, and how many more there are."""
    first, more = Listed(tuple(things[:LISTED]), "commas"), len(things) - LISTED
    if more <= 0:
        return first
    return message("{first} and {more} more", first=first, more=more)

"""The view and the scene of Encode, and the encoding methods that it shows in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from pages.foreign.answers import Answer, Question, answer, special_tokens, words_of
from pages.foreign.file import File, Opened
from pages.locale import say, to_text
from pages.panels.view import Field, Input, View
from pages.trainings.job import Training
from pages.trainings.parameters import FLAG, PAGE_NUMBER, free_text, one_of, whole
from pages.trainings.settings import Algorithm, Settings, recipe_titles
from wordpiece import BPEEncoder, Segmenter, Tokenizer, WordPieceEncoder
from wordpiece.encoding.encoders import UnigramEncoder
from wordpiece.errors import VocabularyError
from wordpiece.message import Message, message, unworded
from wordpiece.recipes import RECIPES
from wordpiece.teaching.wording import unseen_characters
from wordpiece.training.steps import Steps

SHORT = 300
"""The most characters of a text whose tokens are drawn as chips."""

_ON = replace(
    FLAG,
    parse=lambda text: bool(("off", "on").index(text)),
    write=lambda is_on: "on" if is_on else "off",
)


class EncodeView(View):
    """The input of Encode's panels.

    ``added`` says how special tokens in a text are treated: matched as a whole, or split like any
    other text. ``vocabulary`` is the digest of the opened vocabulary, empty without one;
    ``lowercase`` says whether it lowercases a text, if its file leaves that open. ``special`` says
    whether special tokens are put around the text. ``dropout`` is the probability of BPE-dropout
    in percent.
    """

    PAGE = "encode"

    text = Field("", free_text(message("the text to encode")), in_link=True)
    with_ = Field(
        "both", one_of(("both", "wordpiece", "bpe", "replay", "dropout")), in_link=True, name="with"
    )
    dropout = Field(30, whole(0, 100), in_link=True)
    special = Field(False, _ON, in_link=True)
    added = Field("found", one_of(("found", "split")), in_link=True)
    panel = Field("tokens", one_of(("tokens", "word", "counts")), in_link=True, name="view")
    word = Field("", free_text())
    text_page = Field(1, PAGE_NUMBER)
    lowercase = Field(False, FLAG)  # set with the file, which no link carries
    vocabulary = Input("")


_REPLAY = message("merge replay")
_MATCH = message("longest match")
_SPLIT = message("most probable split")

HOW: dict[type | str, Message] = {
    BPEEncoder: _REPLAY,
    "BPE": _REPLAY,
    WordPieceEncoder: _MATCH,
    "WordPiece": _MATCH,
    UnigramEncoder: _SPLIT,
    "Unigram": _SPLIT,
    Segmenter: message("longest match; tokens before [UNK] are kept"),
}
"""How an encoder, or a model of a file, makes tokens of a word; other names say it themselves."""

AROUND = ("[CLS]", "[SEP]")
"""BERT's special tokens at the start and at the end of a text."""

Way = tuple[Message, Algorithm, str]
"""A title, the algorithm that trained, and the recipe whose encoder is used."""

_BY_MATCH: Way = (RECIPES["wordpiece"].title, "wordpiece", "wordpiece")
_BY_BPE: Way = (RECIPES["bpe"].title, "bpe", "bpe")

WAYS: dict[str, tuple[Way, ...]] = {
    "both": (_BY_MATCH, _BY_BPE),
    "wordpiece": (_BY_MATCH,),
    "bpe": (_BY_BPE,),
    "replay": (_BY_MATCH, (message("WordPiece’s merges"), "wordpiece", "bpe")),
    "dropout": (_BY_BPE,),
}
"""The encoding methods that each value of Encode's switch shows."""

SWITCHED = {algorithm for ways in WAYS.values() for _, algorithm, _ in ways}
"""The recipes with which the switch is shown; any other recipe determines its encoder."""


@dataclass(frozen=True, kw_only=True)
class EncodingMethod:
    """An encoding method.

    Attributes:
        name, remark: its title on screen.
        answer: encodes a text, or returns why it fails. Its second argument has the characters of
            the text whose word is traced; empty for the word of the question.
        tokenizer: that of a training; None for a file.
        training: the algorithm of its training, empty for other recipes; None for a file.
        around: the special tokens around a text; empty if it has none.
    """

    name: str
    remark: str
    answer: Callable[[Question, str], Answer | Message]
    tokenizer: Tokenizer | None = None
    training: str | None = None
    around: tuple[str, ...] = ()


def answers_of(methods: Sequence[EncodingMethod], question: Question) -> list[Answer | Message]:
    """Return the answer of each method. All trace the same word, whatever its normalized form."""
    first = methods[0].answer(question, "")
    is_of_file = methods[0].tokenizer is None
    typed = first.typed if is_of_file and isinstance(first, Answer) else ""
    return [first, *(method.answer(question, typed) for method in methods[1:])]


Ask = Callable[..., Any]
"""Sends a request to the process of a file, like `Pool.ask`; raises VocabularyError."""


def vocabulary_method(opened: Opened, case: str, ask: Ask) -> EncodingMethod:
    """Return the encoding method of an opened vocabulary; ``case`` is as in `Question`."""
    facts = opened.facts
    return EncodingMethod(
        name=opened.name,
        remark=to_text(HOW.get(facts.kind, unworded(facts.kind))),
        answer=partial(_of_file, opened.file, ask, case=case),
        around=_around(facts.special.first),
    )


def merges_method(merges: File, settings: Settings, ask: Ask) -> EncodingMethod:
    """Return the encoding method with all merges of the file that is replayed on screen."""
    return EncodingMethod(
        name=say("All merges of your file"),
        remark=to_text(_REPLAY),
        answer=partial(_of_file, merges, ask, normalizer=settings.normalizer),
    )


def _of_file(file: File, ask: Ask, question: Question, _typed: str, **how: Any) -> Answer | Message:
    """Encode a text with a file; ``how`` has more attributes of `Question`."""
    try:
        found: Answer = ask(file, "answer", replace(question, **how))
    except VocabularyError as error:
        return error.message
    return found


def recipe_method(training: Training, step: int) -> EncodingMethod:
    """Return the encoding method of a recipe that determines its encoder, after a step."""
    recipe = training.settings.recipe
    return _of_timeline(recipe_titles()[recipe], training, training.steps, step, recipe)


def algorithm_methods(
    training: Training, step: int, mode: str, trainings: Mapping[Algorithm, Training]
) -> list[EncodingMethod]:
    """Return the encoding methods that Encode's switch selects.

    Args:
        training: the training on screen.
        step: the step of the vocabulary.
        mode: the value of the switch; see `WAYS`.
        trainings: the corpus on screen trained by each algorithm.
    """
    return [
        _of_timeline(title, training, trainings[trained].timeline, step, recipe, trained)
        for title, trained, recipe in WAYS[mode]
    ]


def _of_timeline(
    title: Message, training: Training, timeline: Steps, step: int, recipe: str, algorithm: str = ""
) -> EncodingMethod:
    """Return the encoding method of a timeline with the encoder of a recipe."""
    tokenizer = Tokenizer.from_timeline(
        timeline,
        min(step, len(timeline)),
        recipe=recipe,
        normalizer=training.settings.normalizer,
        pre_tokenizer=training.pre_tokenizer,
    )
    how = HOW.get(type(tokenizer.encoder))
    return EncodingMethod(
        name=to_text(title),
        remark=to_text(how) if how else "",
        answer=partial(_of_training, tokenizer),
        tokenizer=tokenizer,
        training=algorithm,
        around=_around(special_tokens(tokenizer)),
    )


def _around(special: Iterable[str]) -> tuple[str, ...]:
    """Return the special tokens around a text; empty if the vocabulary does not have them."""
    return AROUND if {*AROUND} <= {*special} else ()


def _of_training(tokenizer: Tokenizer, question: Question, typed: str) -> Answer:
    """Encode a text with the tokenizer of a training."""
    if not typed:
        return answer(tokenizer, question)
    words = words_of(tokenizer, typed, ())
    found = answer(tokenizer, replace(question, word=words[0] if words else ""))
    return found if [found.word] == words[:1] else replace(found, trace=None)


@dataclass(frozen=True)
class EncodeScene:
    """A text with its encodings.

    Attributes:
        view: the view.
        text: the text: typed, or the first words of the corpus.
        methods: the encoding methods in columns.
        answers: the encoding by each method, or why it fails.
        wordpiece, unigram: the method of WordPiece, and a training by Unigram, to compare with
            BPE-dropout.
    """

    view: EncodeView
    text: str
    methods: Sequence[EncodingMethod]
    answers: Sequence[Answer | Message]
    wordpiece: EncodingMethod | None = None
    unigram: Training | None = None

    @property
    def found(self) -> list[Answer]:
        """The answers, without failures."""
        return [answer for answer in self.answers if isinstance(answer, Answer)]

    @property
    def some(self) -> bool:
        """Whether there is any token."""
        return any(answer.counts.all_tokens for answer in self.found)

    @property
    def with_dropout(self) -> BPEEncoder | None:
        """The encoder whose merges are dropped at random, if the switch says so."""
        tokenizer = self.methods[-1].tokenizer
        # Other recipes determine their encoder, so their page has no switch.
        is_on = self.view.with_ == "dropout" and self.view.settings.recipe in SWITCHED
        encoder = tokenizer.encoder if tokenizer and is_on else None
        return encoder if isinstance(encoder, BPEEncoder) else None

    @cached_property
    def unseen(self) -> Message | None:
        """The characters that training saw, if most tokens by the first method are unknown."""
        tokenizer, counts = self.methods[0].tokenizer, self.found[0].counts if self.found else None
        if not tokenizer or not tokenizer.timeline or not counts or self.view.presenting:
            return None
        if 2 * counts.unknown <= counts.tokens:
            return None
        words = tokenizer.timeline.words
        return unseen_characters(tokenizer.normalize(self.text), words, tokenizer.pre_tokenizer)

    @property
    def in_text(self) -> bool:
        """Whether the tokens are shown in the text itself: a long text would need many chips."""
        return self.some and (len(self.text) > SHORT or "\n" in self.text)

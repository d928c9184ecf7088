"""The view and the scene of Encode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pages.foreign.answers import Answer
from pages.panels.encode.methods import EncodingMethod, TrainedMethod
from pages.panels.view import Field, Input, View
from pages.trainings.job import Training
from pages.trainings.parameters import FLAG, PAGE_NUMBER, one_of, typed, whole
from pages.trainings.settings import ALGORITHMS
from wordpiece import BPEEncoder
from wordpiece.message import Message, message
from wordpiece.teaching.wording import unseen_characters

SHORT = 300
"""The most characters of a text whose tokens are drawn as chips."""


SAMPLES = (10, 100, 1000)
"""How many samples of a word's splits can be drawn."""


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

    text = Field("", typed(message("the text to encode")), in_link=True)
    with_ = Field(
        "both", one_of(("both", "wordpiece", "bpe", "replay", "dropout")), in_link=True, name="with"
    )
    dropout = Field(30, whole(0, 100), in_link=True)
    samples = Field(100, one_of(SAMPLES))
    special = Field(False, _ON, in_link=True)
    added = Field("found", one_of(("found", "split")), in_link=True)
    panel = Field("tokens", one_of(("tokens", "word", "counts")), in_link=True, name="view")
    word = Field("", typed())
    text_page = Field(1, PAGE_NUMBER)
    lowercase = Field(False, FLAG)  # set with the file, which no link carries
    vocabulary = Input("")


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
    wordpiece: TrainedMethod | None = None
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
        method = self.methods[-1]
        # Other recipes determine their encoder, so their page has no switch.
        if self.view.with_ != "dropout" or self.view.settings.recipe not in ALGORITHMS:
            return None
        encoder = method.encoder if isinstance(method, TrainedMethod) else None
        return encoder if isinstance(encoder, BPEEncoder) else None

    @cached_property
    def unseen(self) -> Message | None:
        """The characters that training saw, if most tokens by the first method are unknown."""
        method, counts = self.methods[0], self.found[0].counts if self.found else None
        if not isinstance(method, TrainedMethod) or not counts or self.view.presenting:
            return None
        tokenizer = method.tokenizer
        if 2 * counts.unknown <= counts.tokens or not tokenizer.timeline:
            return None
        words = tokenizer.timeline.words
        return unseen_characters(tokenizer.normalize(self.text), words, tokenizer.pre_tokenizer)

    @property
    def in_text(self) -> bool:
        """Whether the tokens are shown in the text itself: a long text would need many chips."""
        return self.some and (len(self.text) > SHORT or "\n" in self.text)

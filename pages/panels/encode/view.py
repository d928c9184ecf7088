"""The view and the scene of Encode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pages.foreign.answers import Answer
from pages.panels.encode.methods import EncodingMethod
from pages.panels.view import OWN, View
from wordpiece.message import Message

SHORT = 300
"""The most characters of a text whose tokens are drawn as chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodeView(View):
    """The input of Encode's panels; the fields of Encode document the attributes.

    ``vocabulary`` is the digest of the opened vocabulary, and ``case`` its `Question.case`; both
    are empty without one.
    """

    text: str = field(default="", metadata=OWN)
    with_: str = "both"
    special: str = "off"
    panel: str = "tokens"
    word: str = field(default="", metadata=OWN)
    vocabulary: str = field(default="", metadata=OWN)
    case: str = field(default="", metadata=OWN)
    added: str = "found"


@dataclass(frozen=True)
class EncodeScene:
    """A text with its encodings.

    Attributes:
        view: the view.
        text: the text: typed, or the first words of the corpus.
        methods: the encoding methods in columns.
        answers: the encoding by each method, or why it fails.
    """

    view: EncodeView
    text: str
    methods: Sequence[EncodingMethod]
    answers: Sequence[Answer | Message]

    @property
    def found(self) -> list[Answer]:
        """The answers, without failures."""
        return [answer for answer in self.answers if isinstance(answer, Answer)]

    @property
    def some(self) -> bool:
        """Whether there is any token."""
        return any(answer.tokens for answer in self.found)

    @property
    def in_text(self) -> bool:
        """Whether the tokens are shown in the text itself: a long text would need many chips."""
        return self.some and (len(self.text) > SHORT or "\n" in self.text)

"""What the panels of Encode depend on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pages.foreign.answers import Answer
from pages.panels.encode.ways import Way
from pages.panels.view import OWN, View
from wordpiece.message import Message

SHORT = 300
"""Characters of a text whose tokens are drawn as chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodeView(View):
    """What the panels of Encode depend on; the fields of Encode say what each is.

    ``vocabulary`` is the digest of the opened vocabulary that encodes, and ``case`` how it is
    used; both are empty if there is none.
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
    """A text as Encode shows it.

    Attributes:
        view: names it.
        text: what is encoded: what was typed, or the first words of the corpus.
        ways: the encoders side by side.
        answers: the text as each of them encodes it, or why it does not.
    """

    view: EncodeView
    text: str
    ways: Sequence[Way]
    answers: Sequence[Answer | Message]

    @property
    def found(self) -> list[Answer]:
        """The answers."""
        return [answer for answer in self.answers if isinstance(answer, Answer)]

    @property
    def some(self) -> bool:
        """Whether there is any token."""
        return any(answer.tokens for answer in self.found)

    @property
    def in_text(self) -> bool:
        """Whether the tokens are shown in the text itself, as a long one would need many chips."""
        return self.some and (len(self.text) > SHORT or "\n" in self.text)

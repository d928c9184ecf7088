"""The view and the scene of Compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from pages.panels.view import OWN, View
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.encoding.encoders import Encoder
from wordpiece.training.comparison import Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareView(View):
    """The input of Compare's panels; the fields of Compare document the attributes.

    ``bpe_words`` is BPE's pre-tokenizer if it differs from that of the other two.
    """

    by: str = "step"
    bpe_words: str | None = None
    show: str = "columns"
    read: str = "words"
    differing: str = "first"
    sentence: str = field(default="", metadata=OWN)
    find: str = field(default="", metadata=OWN)
    only: bool = field(default=False, metadata=OWN)
    words_page: int = field(default=1, metadata=OWN)

    def at(self, position: int) -> CompareView:
        """Return the view after a move to a step."""
        page = 1 if self.differing == "first" else self.words_page
        return replace(self, step=position, words_page=page)


class EncoderOf(Protocol):
    """Returns the encoder of one of the compared trainings after a step."""

    def __call__(self, name: Algorithm, step: int, *, replays: bool) -> Encoder: ...


@dataclass(frozen=True)
class CompareScene:
    """The position on screen in three trainings.

    Attributes:
        view: the view.
        trainings: the three trainings, by name.
        comparison: their comparison.
        encoder_of: returns the encoders for a sentence, possibly from a cache.
    """

    view: CompareView
    trainings: Mapping[Algorithm, Training]
    comparison: Comparison
    encoder_of: EncoderOf

    @property
    def in_text(self) -> bool:
        """Whether words are shown in the text itself; a word table has no text."""
        return self.view.read == "text" and self.trainings["wordpiece"].kind == "text"

    @property
    def position(self) -> int:
        """The position on screen, in steps or vocabulary sizes as the comparison counts."""
        return self.view.step

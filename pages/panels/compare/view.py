"""What the panels of Compare depend on."""

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
    """What the panels of Compare depend on; the fields of Compare say what each is.

    ``bpe_words`` is the rule by which BPE splits words if it is not that of the other two.
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
    """A point in three trainings as Compare shows it.

    Attributes:
        view: names it.
        trainings: the three, by name.
        comparison: the same side by side.
        encoder_of: makes the encoders for a sentence, or has kept them.
    """

    view: CompareView
    trainings: Mapping[Algorithm, Training]
    comparison: Comparison
    encoder_of: EncoderOf

    @property
    def in_text(self) -> bool:
        """Whether the words are shown in the text itself; a table has no text."""
        return self.view.read == "text" and self.trainings["wordpiece"].kind == "text"

    @property
    def position(self) -> int:
        """Where the page stands, in steps or in vocabulary sizes as the comparison counts them."""
        return self.view.step

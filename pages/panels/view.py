"""What the panels of a screen depend on: a `View`, by which a board that a class shares is kept.

A view names everything that is shown, and holds none of it; a scene holds a view and the training
that it names. Panels are functions of a scene and read nothing else, so two visitors with equal
views see the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, Protocol, cast

from pages.panels.ways import Way
from pages.trainings.job import Training
from pages.trainings.settings import REPLAY, Algorithm, Settings
from wordpiece import Timeline
from wordpiece.encoding.encoders import Encoder
from wordpiece.message import Language
from wordpiece.records import EncodedToken, PairScore
from wordpiece.training.comparison import Comparison
from wordpiece.training.score_table import ScoreTable
from wordpiece.training.timeline import WordOrder

OWN = {"own": True}
"""Marks a field of a view that is one visitor's own, unless it has its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What every screen depends on.

    Attributes:
        settings: the settings of the training on screen.
        digest: of the content that it was made from; empty for a sample corpus.
        cut_short: the training was cancelled.
        step: the step on screen.
        presenting: the screen is set for the back row.
        language: of the screen.
        open: the keys of the popovers that are open.
    """

    settings: Settings
    digest: str = ""
    cut_short: bool = False
    step: int = 0
    presenting: bool = False
    language: Language
    open: frozenset[str] = field(default=frozenset(), metadata=OWN)

    @property
    def is_private(self) -> bool:
        """Whether it holds something of one visitor's own, so that it is shared with nobody."""
        return (
            self.cut_short
            or bool(self.digest)
            or self.settings.is_private
            or any(
                getattr(self, name) != default
                for name, default in _own_fields(cast(Any, type(self)))
            )
        )


@cache
def _own_fields(kind: type[View]) -> tuple[tuple[str, object], ...]:
    return tuple((each.name, each.default) for each in fields(kind) if each.metadata.get("own"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainView(View):
    """What the panels of Train depend on; the fields of Train say what each is.

    ``look`` is the rank of the pair that is looked at, 0 for none.
    """

    pace: str = "merge"
    phase: str = ""
    look: int = 0
    panel: str = "words"
    rows: int = field(default=6, metadata=OWN)
    words_filter: str = field(default="", metadata=OWN)
    words_order: WordOrder = field(default="corpus", metadata=OWN)
    outline: bool = field(default=True, metadata=OWN)
    vocabulary_all: bool = field(default=False, metadata=OWN)
    vocabulary_filter: str = field(default="", metadata=OWN)
    scores_by: str = field(default="score", metadata=OWN)
    words_page: int = field(default=1, metadata=OWN)
    scores_page: int = field(default=1, metadata=OWN)
    vocabulary_page: int = field(default=1, metadata=OWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareView(View):
    """What the panels of Compare depend on; the fields of Compare say what each is.

    ``bpe_words`` is the rule by which BPE splits words if it is not that of the other two.
    """

    by: str = "step"
    bpe_words: str | None = None
    show: str = "columns"
    sentence: str = field(default="", metadata=OWN)
    find: str = field(default="", metadata=OWN)
    only: bool = field(default=False, metadata=OWN)
    words_page: int = field(default=1, metadata=OWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodeView(View):
    """What the panels of Encode depend on; the fields of Encode say what each is.

    ``vocabulary`` is the digest of the uploaded vocabulary that encodes, empty if there is none.
    """

    text: str = field(default="", metadata=OWN)
    with_: str = "both"
    special: str = "off"
    panel: str = "tokens"
    word: str = field(default="", metadata=OWN)
    vocabulary: str = field(default="", metadata=OWN)


@dataclass(frozen=True)
class TrainScene:
    """A step of a training as Train shows it."""

    view: TrainView
    training: Training

    @property
    def timeline(self) -> Timeline:
        """Every step of the training."""
        return self.training.timeline

    @property
    def step(self) -> int:
        """The step on screen."""
        return self.view.step

    @cached_property
    def now(self) -> ScoreTable:
        """The score table after the step."""
        return self.timeline.scores(self.step)

    @property
    def replayed(self) -> bool:
        """Whether a file decides the merges."""
        return self.view.settings.recipe == REPLAY

    @cached_property
    def has_next(self) -> bool:
        """Whether another merge follows."""
        return self.step < len(self.timeline)

    @cached_property
    def secret(self) -> bool:
        """Whether the winner must not be told yet."""
        pace, phase = self.view.pace, self.view.phase
        asked = pace == "reveal" and not phase
        return self.has_next and (asked or (pace == "slow" and phase != "choose"))

    @cached_property
    def next(self) -> PairScore:
        """The pair that merges next, whether it won or was chosen."""
        row = self.now.find(self.timeline.pair(self.step + 1))
        assert row is not None
        return row

    @cached_property
    def looked_at(self) -> PairScore | None:
        """The pair that is looked at, if any."""
        rank = self.view.look
        if self.secret or not rank:
            return None
        rows = self.now.rows(rank - 1, rank)
        return rows[0] if rows else None


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
    def position(self) -> int:
        """Where the page stands, in steps or in vocabulary sizes as the comparison counts them."""
        return self.view.step


@dataclass(frozen=True)
class EncodeScene:
    """A text as Encode shows it.

    Attributes:
        view: names it.
        text: what is encoded: what was typed, or the first words of the corpus.
        ways: the encoders side by side.
        encoded: the text as each of them encodes it.
    """

    view: EncodeView
    text: str
    ways: Sequence[Way]
    encoded: Sequence[Sequence[EncodedToken]]

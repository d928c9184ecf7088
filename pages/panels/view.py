"""What the panels of a screen depend on: a `View`, by which a board that a class shares is kept.

A view names everything that is shown and holds none of it. A scene holds a view and the trainings
that it names. Panels are functions of a scene and read nothing else, so two visitors with equal
views see the same. Each page has its view and its scene in its own room.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, cast

from pages.trainings.settings import Settings
from wordpiece.message import Language

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

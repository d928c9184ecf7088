"""`View`: the input of the panels of a screen, and the key of its board in the shared cache.

A view is a small value that identifies everything on screen. A scene has a view and its trainings.
Panels are pure functions of a scene, so two visitors with equal views see the same. Each page's
package defines its view and its scene.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, cast

from pages.trainings.settings import Settings
from wordpiece.message import Language

OWN = {"own": True}
"""Metadata of a field of a view that is private unless it has its default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The input that all screens have in common.

    Attributes:
        settings: the settings of the training on screen.
        digest: the digest of its source; empty for a sample corpus.
        cut_short: whether the training was cancelled.
        step: the step on screen.
        presenting: whether presenter mode is on.
        language: the visitor's language.
        open: the keys of the open popovers.
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
        """Whether it has private data, so that its board must not be shared."""
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

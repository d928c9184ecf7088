"""Which boards the page of a stepper holds, as far as the server knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAX_HELD = 64
"""The most boards that a page holds; board.js has the same number."""


MAX_PATH = 32
"""The most steps in a row that a page still has to draw; stepper.js has the same number."""


class Holding:
    """What the server knows of the boards that the page of a stepper holds.

    Attributes:
        generation: changes whenever the boards are others: of another corpus, say, or filter.
    """

    def __init__(self) -> None:
        self.generation = 0
        self._of: object = None
        self._at: int | None = None

    def come_to(self, at: int, of: object) -> int | None:
        """Note the position on screen; return the one before, None if its boards were others.

        Args:
            at: the position.
            of: what the boards of all positions have in common.
        """
        before = self._at
        if of != self._of:
            self._of, before = of, None
            self.generation += 1
        self._at = at
        return before

    def undrawn(self, report: Mapping[str, Any], at: int) -> range:
        """Return the positions up to the one on screen that the page has passed, but not drawn."""
        first = report.get("undrawn")
        if type(first) is not int or abs(at - first) >= MAX_PATH:
            return range(0)
        return range(first, at, 1 if first < at else -1)

    def held(self, report: Mapping[str, Any]) -> range:
        """Return the positions whose boards the page holds, by its newest report."""
        held = report.get("held")
        if not isinstance(held, list) or [type(number) for number in held] != [int] * 3:
            return range(0)  # browsers may report anything
        generation, first, last = held
        is_valid = generation == self.generation and last - first < MAX_HELD
        return range(first, last + 1) if is_valid else range(0)

"""The server's record of the boards that a stepper holds in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAX_HELD = 64
"""The most boards that a browser holds; board.js has the same number."""


MAX_PATH = 32
"""The most consecutive steps that a browser still has to draw; stepper.js has the same number."""


class BoardCache:
    """The server's record of the boards that one stepper holds in the browser.

    Attributes:
        generation: increases when the boards are replaced, such as those of another corpus or
            filter.
    """

    def __init__(self) -> None:
        self.generation = 0
        self._of: object = None
        self._at: int | None = None

    def visit(self, at: int, of: object) -> int | None:
        """Record the position on screen. Return the previous one, or None after new boards.

        Args:
            at: the position.
            of: everything else that the boards depend on; if it changes, they are replaced.
        """
        before = self._at
        if of != self._of:
            self._of, before = of, None
            self.generation += 1
        self._at = at
        return before

    def undrawn(self, report: Mapping[str, Any], at: int) -> range:
        """Return the positions before ``at`` that the browser has passed but not drawn yet."""
        first = report.get("undrawn")
        if type(first) is not int or abs(at - first) >= MAX_PATH:
            return range(0)
        return range(first, at, 1 if first < at else -1)

    def held(self, report: Mapping[str, Any]) -> frozenset[int]:
        """Return the positions whose boards the browser holds, by its newest report."""
        held = report.get("held")
        if not isinstance(held, list) or any(type(number) is not int for number in held):
            return frozenset()  # browsers may report any value
        is_valid = held[:1] == [self.generation] and len(held) <= 1 + MAX_HELD
        return frozenset(held[1:] if is_valid else ())

"""The two loops of the trainer: Python's, and the compiled one where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple

from bench.engine.clock import Work
from wordpiece.training import pair_index


class Loop(NamedTuple):
    """One of the loops, and what the reports call it."""

    name: str
    module: ModuleType | None


def loops() -> list[Loop]:
    """Return the loops that can run here; the first is the default."""
    python = Loop("Python loop", None)
    compiled = pair_index._quick
    return [Loop("compiled loop", compiled), python] if compiled else [python]


@contextmanager
def using(loop: Loop) -> Iterator[None]:
    """Train with this loop during the block."""
    before = pair_index._quick
    pair_index._quick = loop.module
    try:
        yield
    finally:
        pair_index._quick = before


def in_loop(loop: Loop, work: Work) -> Work:
    """Return some work that trains with this loop."""

    def done() -> object:
        with using(loop):
            return work()

    return done

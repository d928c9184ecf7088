"""The two loops of the trainer: Python's, and the compiled one where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from bench.engine.clock import Work
from wordpiece import trainer
from wordpiece.training.pair_index import PairIndex


class Loop(NamedTuple):
    """One of the loops, and what the reports call it."""

    name: str
    module: type[PairIndex] | None


def loops() -> list[Loop]:
    """Return the loops that can run here; the first is the one that runs unless told otherwise."""
    python = Loop("Python loop", None)
    compiled = trainer.COMPILED
    return [Loop("compiled loop", compiled), python] if compiled else [python]


@contextmanager
def using(loop: Loop) -> Iterator[None]:
    """Train with this loop during the block."""
    before = trainer.COMPILED
    trainer.COMPILED = loop.module
    try:
        yield
    finally:
        trainer.COMPILED = before


def in_loop(loop: Loop, work: Work) -> Work:
    """Return some work that trains with this loop."""

    def done() -> object:
        with using(loop):
            return work()

    return done

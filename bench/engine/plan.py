"""The measurements of a run, and how often each is repeated."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """The sizes of all measurements of the engine.

    Attributes:
        text: of about 1 MB.
        rounds: how often works that are compared are run in turn.
        entries: of a vocabulary; also the merges of a training to look at.
        sizes: the parts of the text to train on, in characters.
        many: merges on ten times as many words.
        looks: how many random steps of a training are looked at.
        table: words of a large table.
        before, after: merges of the training on it that is cancelled, and of the next one.
        forced: merges that are forced before one more is.
        gain: merges in the step log of the likelihood gain; None for all that it makes.
    """

    text: str
    rounds: int = 5
    entries: int = 8_000
    sizes: tuple[int, ...] = (200_000, 1_000_000)
    many: int = 30_000
    looks: int = 100
    table: int = 300_000
    before: int = 10_000
    after: int = 50_000
    forced: int = 100
    gain: int | None = None

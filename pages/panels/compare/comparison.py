"""The comparison and the encoders of a scene of Compare."""

from __future__ import annotations

from collections.abc import Sequence

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.training.comparison import Axis, Comparison
from wordpiece.training.timeline import Timeline

Timelines = tuple[Timeline, ...]


def make_comparison(
    timelines: Timelines, names: Sequence[str], by: Axis, byte_level: frozenset[str]
) -> Comparison:
    """Compare some trainings by name."""
    return Comparison(dict(zip(names, timelines, strict=True)), by=by, byte_level=byte_level)


def make_encoder(timelines: Timelines, step: int, replays: bool) -> Encoder:
    """Make the encoder of a training after a step; ``timelines`` has only this training."""
    (timeline,) = timelines
    kind = BPEEncoder if replays else WordPieceEncoder
    return kind.from_timeline(timeline, step)

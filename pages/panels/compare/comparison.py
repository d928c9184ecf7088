"""The trainings of Compare as a scene has them: side by side, and with their encoders."""

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
    """Make an encoder of a training, the only one given, after a step."""
    (timeline,) = timelines
    kind = BPEEncoder if replays else WordPieceEncoder
    return kind.from_timeline(timeline, step)

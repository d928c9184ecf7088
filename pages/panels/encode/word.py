"""The encoding of one word of the text, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pages.foreign.answers import Answer, Trace
from pages.panels.encode.dropout import dropout_panel
from pages.panels.encode.tokens import columns, foot
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import heading
from pages.panels.layout import Piece
from pages.panels.shared.trace import remark, traced
from wordpiece.message import Message
from wordpiece.teaching.wording import vocabulary_or_merges


def word_panel(scene: EncodeScene) -> Iterator[Piece]:
    """Yield the panel that traces the chosen word, or the first one."""
    if not words_of(scene):  # the text has only special tokens
        return
    if scene.with_dropout:
        yield from dropout_panel(scene, scene.with_dropout)
        return
    traces = [answer.trace if isinstance(answer, Answer) else None for answer in scene.answers]
    pieces = [
        [piece.token for piece in trace.pieces]
        for trace in traces
        if trace is not None and not isinstance(trace, Message)
    ]
    if scene.view.with_ == "replay" and len(pieces) == 2 and pieces[0] != pieces[1]:
        yield remark(vocabulary_or_merges(scene.found[-1].word, pieces[0], pieces[1]))
    reasons = [trace for trace in traces if isinstance(trace, Message)]
    if len(reasons) == len(traces) and len({*reasons}) == 1:
        yield remark(reasons[0])
        return
    names = [method.name if scene.view.vocabulary else "" for method in scene.methods]
    yield columns(map(_steps, traces, names))
    yield foot(scene, "trace_foot", "trace")


def words_of(scene: EncodeScene) -> tuple[str, ...]:
    """Return the distinct words of the text, as the first encoding method splits it."""
    return scene.found[0].words if scene.found else ()


def _steps(trace: Trace | Message | None, name: str) -> list[Markup]:
    """Draw the steps, or why they are not shown."""
    if trace is None:
        return []
    if isinstance(trace, Message):
        return [*[heading(name)] * bool(name), remark(trace)]
    return traced(trace, name)

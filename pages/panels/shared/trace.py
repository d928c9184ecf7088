"""The encoding of a word, step by step, for each kind of encoder."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.foreign.answers import SplitTrace, Trace
from pages.locale import capital, say
from pages.panels.html.elements import EMPTY, heading
from pages.panels.html.templates import pieces
from pages.panels.shared.lattice import lattice
from wordpiece.message import Message
from wordpiece.records import CutTrace, MatchTrace, Probe, Replay
from wordpiece.teaching.wording import unknown_characters, unknown_word

_piece = pieces("panels/shared/trace.html")

MAX_TRACE = 300
"""The most probes, merges or cuts for one word."""


def traced(trace: Trace, by: str = "") -> list[Markup]:
    """Draw the encoding of a word: a title, the steps, and a remark.

    Args:
        trace: the steps.
        by: the name of the encoder, if the title should have it.
    """
    if isinstance(trace, SplitTrace):
        return [
            heading(say("Splits of {word}", word=trace.lattice.word), by),
            lattice(trace.lattice, trace.splits, field=""),
        ]
    steps: Sequence[Probe | Replay]
    if isinstance(trace, CutTrace):
        title = say("Longest token first")
        kind, steps, said = "cuts", trace.cuts, None
    elif isinstance(trace, MatchTrace):
        title = capital(say("longest match"))
        kind, steps, said = "match", trace.probes, unknown_word(trace)
    else:
        title = say("Merge replay")
        kind, steps, said = "replay", trace.replays, unknown_characters(trace)
    more = max(0, len(steps) - MAX_TRACE)
    drawn = _piece(kind, trace=trace, steps=steps[:MAX_TRACE], more=more)
    return [heading(title, by), drawn, remark(said)]


def remark(said: Message | None) -> Markup:
    """Draw a sentence below a panel, if there is one."""
    return _piece("remark", said=said) if said else EMPTY

"""The encoding of a word, step by step, for each kind of encoder."""

from __future__ import annotations

from itertools import groupby

from markupsafe import Markup

from pages.locale import say
from pages.panels.html.elements import EMPTY, heading, spaced
from pages.panels.html.templates import pieces
from pages.panels.shared.chips import NEW, chip, isolated
from wordpiece.message import Message
from wordpiece.records import CutTrace, MatchTrace, ReplayTrace
from wordpiece.teaching.wording import unknown_characters, unknown_word

_piece = pieces("panels/shared/trace.html")

MAX_TRACE = 300
"""The most probes, merges or cuts for one word."""


def traced(trace: MatchTrace | ReplayTrace | CutTrace, by: str = "") -> list[Markup]:
    """Draw the encoding of a word: a title, the steps, and a remark.

    Args:
        trace: the steps.
        by: the name of the encoder, if the title should have it.
    """
    if isinstance(trace, CutTrace):
        what = by or say("what is cut out, in this order")
        return [heading(say("Longest token first"), what), _cuts(trace)]
    if isinstance(trace, MatchTrace):
        return [
            heading(say("Longest match"), by or say("every look into the vocabulary, in order")),
            _match(trace),
            remark(unknown_word(trace)),
        ]
    return [
        heading(say("Merge replay"), by or say("every merge that applies, in order")),
        _replay(trace),
        remark(unknown_characters(trace)),
    ]


def remark(said: Message | None) -> Markup:
    """Draw a sentence below a panel, if there is one."""
    return _piece("remark", said=said) if said else EMPTY


def _match(trace: MatchTrace) -> Markup:
    """Draw every probe of longest match, successful or not, with one line for each position."""
    probes = trace.probes
    lines = [
        (start, [(isolated(probe.candidate), probe.found) for probe in group])
        for start, group in groupby(probes[:MAX_TRACE], key=lambda probe: probe.start)
    ]
    return _piece("match", lines=lines, more=max(0, len(probes) - MAX_TRACE))


def _replay(trace: ReplayTrace) -> Markup:
    """Draw each replayed merge, with the resulting symbols."""
    lines = [
        (
            replay.rank + 1,
            *map(isolated, replay.pair),
            spaced(chip(s, *[NEW] * (s == replay.token)) for s in replay.after),
        )
        for replay in trace.replays[:MAX_TRACE]
    ]
    start = spaced(chip(symbol) for symbol in trace.start)
    more = max(0, len(trace.replays) - MAX_TRACE)
    return _piece("replay", start=start, lines=lines, more=more)


def _cuts(trace: CutTrace) -> Markup:
    """Draw the entries that were matched in the word, the longest first."""
    lines = [
        (cut.start, cut.end, isolated(cut.candidate), cut.found) for cut in trace.cuts[:MAX_TRACE]
    ]
    return _piece("cuts", lines=lines, more=max(0, len(trace.cuts) - MAX_TRACE))

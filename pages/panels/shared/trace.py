"""The encoding of a word, step by step, for each kind of encoder; and the lattice of its splits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter

from markupsafe import Markup

from pages.foreign.answers import SplitTrace, Trace
from pages.locale import capital, say
from pages.panels.actions import Choose, encode
from pages.panels.html import element, heading, pieces, sentence
from wordpiece.message import Message
from wordpiece.records import CutTrace, ReplayTrace
from wordpiece.teaching.wording import unknown_symbols, unknown_word
from wordpiece.unigram.records import Arc, Lattice, Split, places_of

UNIT, NARROW = 4.9, 3.2
"""The distance between two places, and that in a long word, in units of the font size."""

LEVEL, MOST = 2.4, 12.5
"""The height of an arc for each character, and the largest height."""

SHORT = 4
"""The most characters of a word that is drawn at full width, with the probabilities of all arcs."""

LONGEST = 24
"""The most characters of a word that is drawn."""

_piece = pieces("panels/shared/trace.html")


def lattice(
    found: Lattice,
    splits: Sequence[Split],
    *,
    path: int = 1,
    removed: tuple[str, float] | None = None,
    next_piece: str = "",
    field: str = "path",
) -> Markup:
    """Return the lattice of a word, and its most probable splits as buttons.

    Args:
        found: the word with its pieces.
        splits: its most probable splits.
        path: the rank of the split that is lit; ranks that do not exist begin again from the first.
        removed: the piece that the step removed, with its former probability.
        next_piece: the piece that the next step removes.
        field: the field of the page that the buttons set to a rank; empty for no buttons.
    """
    word = found.word
    lit = (path - 1) % len(splits)
    on_path = {*places_of(splits[lit].pieces)}
    arcs = [
        (arc, "best" if (arc.start, arc.end) in on_path else "going" * (arc.piece == next_piece))
        for arc in found.arcs
    ]
    if removed:
        piece, probability = removed
        arcs += [
            (Arc(at, at + len(piece), piece, probability, best=False, unknown=False), "gone")
            for at in range(len(word) - len(piece) + 1)
            if word.startswith(piece, at)
        ]
    highest = max((arc.end - arc.start for arc, _ in arcs), default=1)
    return _piece(
        "lattice",
        word=word,
        # The lit path is drawn last, above the others.
        arcs=sorted(arcs, key=lambda each: each[1] == "best"),
        unit=UNIT if len(word) <= SHORT else NARROW,
        level=min(LEVEL, MOST / highest),
        highest=highest,
        is_long=len(word) > LONGEST,
        all_named=len(word) <= SHORT,
        most=LONGEST,
        splits=[
            (split, encode(Choose(field, rank)) if field else "")
            for rank, split in enumerate(splits, 1)
        ],
        lit=lit,
    )


MAX_TRACE = 300
"""The most probes, merges or cuts for one word."""


def draw_trace(trace: Trace, by: str = "", *, by_bytes: bool = False) -> list[Markup]:
    """Draw the encoding of a word: a title, the steps, and a remark.

    Args:
        trace: the steps.
        by: the name of the encoder, if the title should have it.
        by_bytes: whether each character of the word spells one byte.
    """
    if isinstance(trace, SplitTrace):
        return [
            heading(say("Splits of {word}", word=trace.lattice.word), by),
            lattice(trace.lattice, trace.splits, field=""),
        ]
    if isinstance(trace, ReplayTrace):
        title, said = say("Merge replay"), unknown_symbols(trace)
        more = max(0, len(trace.replays) - MAX_TRACE)
        drawn = _piece("replays", trace.start, trace.replays[:MAX_TRACE], more)
        return [heading(title, by), drawn, remark(said)]
    if isinstance(trace, CutTrace):
        title, probes, said = say("Longest token first"), trace.cuts, None
    else:
        title, probes, said = capital(say("longest match")), trace.probes, unknown_word(trace)
    grouped = groupby(probes[:MAX_TRACE], attrgetter("start"))
    places = [(start, [*each]) for start, each in grouped]
    drawn = _piece("probes", places, by_bytes, max(0, len(probes) - MAX_TRACE))
    return [heading(title, by), drawn, remark(said)]


def remark(said: Message | None) -> Markup:
    """Draw a sentence below a panel, if there is one."""
    return element("p", "why short", sentence(said))

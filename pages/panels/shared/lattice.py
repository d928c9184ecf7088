"""The lattice of a word: all its splits as paths from the first place to the last."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.panels.actions import Choose, encode
from pages.panels.html.templates import pieces
from wordpiece.unigram.records import Arc, Lattice, Split, places_of

UNIT, NARROW = 4.9, 3.2
"""The distance between two places, and that in a long word, in units of the font size."""

LEVEL, MOST = 2.4, 12.5
"""The height of an arc for each character, and the largest height."""

SHORT = 4
"""The most characters of a word that is drawn at full width, with the probabilities of all arcs."""

LONGEST = 24
"""The most characters of a word that is drawn."""

_piece = pieces("panels/shared/lattice.html")


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

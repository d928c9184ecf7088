"""Where each part of an earlier lesson is taught now.

Earlier links and browsers name lessons that no longer exist, or no longer with these parts. For
each part of such a lesson, and last for its question, `MOVED` has the place that teaches the same
thing now, written as in `pages.state.progress`: ``bpe.3`` is part 3 of a lesson, ``bpe`` its
question. An earlier lesson that was done counts for the lesson that has its first part.
"""

from __future__ import annotations

from pages.lessons import LESSONS

MOVED: dict[str, tuple[str, ...]] = {
    "subwords": (
        "why-subwords.1", "why-subwords.2", "why-subwords.4", "why-subwords.5", "bpe.5",
        "wordpiece.1", "wordpiece.1",
    ),
    "toy-wordpiece": (
        "wordpiece.1", "wordpiece.2", "wordpiece.4", "wordpiece.6", "wordpiece.6", "wordpiece",
    ),
    "toy-bpe": ("bpe.2", "bpe.3", "wordpiece.5", "wordpiece.5", "bpe.6", "bpe"),
    "encoding": (
        "longest-match.1", "longest-match.2", "longest-match.3", "longest-match.4",
        "longest-match.3", "longest-match.5", "longest-match.5", "longest-match.7",
        "longest-match",
    ),
    "pipeline": (
        "text-to-ids.1", "text-to-ids.1", "text-to-ids.2", "text-to-ids.3", "text-to-ids.4",
        "text-to-ids.7", "text-to-ids",
    ),
    "decoding": (
        "text-to-ids.6", "text-to-ids.6", "text-to-ids.5", "text-to-ids.7", "text-to-ids.8",
        "text-to-ids",
    ),
    "bytes": (
        "byte-level.1", "byte-level.2", "byte-level.3", "byte-level.4", "byte-level.4",
        "byte-level.4", "byte-level.6", "byte-level.6", "byte-level",
    ),
    "vocabulary-size": ("cost.1", "cost.2", "cost.3", "cost.3", "cost.1", "cost"),
    "likelihood": (
        "who-says-so.1", "wordpiece.7", "who-says-so.3", "who-says-so.4", "who-says-so.5",
        "who-says-so.5", "who-says-so.6", "who-says-so",
    ),
    "library": (
        "library-ties.1", "who-says-so.2", "who-says-so.2", "library-ties.2", "library-ties.3",
        "library-ties",
    ),
    "history": ("origins.1", "origins.2", "origins.3", "byte-level.4", "origins"),
    "errata": (
        "slips.1", "slips.2", "slips.3", "slips.4", "slips.5", "slips.6", "who-says-so.2",
        "bpe.5", "slips",
    ),
}  # fmt: skip
"""The place of each part of an earlier lesson, by its id."""

PARTS = {lesson.id: lesson.parts for lesson in LESSONS}
"""The number of parts of each lesson, by id, in the order of the lessons."""


def place(lesson: str, part: int) -> tuple[str, int]:
    """Return the lesson and the part that a link means.

    A part after the last one means the last one. A lesson that never existed is returned as it is.

    >>> place("toy-bpe", 2)
    ('bpe', 3)
    """
    if lesson in MOVED:
        there = MOVED[lesson]
        lesson, _, scene = there[min(part, len(there)) - 1].partition(".")
        part = int(scene or PARTS[lesson])
    return lesson, min(part, PARTS.get(lesson, part))

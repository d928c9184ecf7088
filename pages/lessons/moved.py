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
        "text-and-ids.1", "text-and-ids.1", "text-and-ids.2", "text-and-ids.3", "text-and-ids.3",
        "text-and-ids.6", "text-and-ids",
    ),
    "decoding": (
        "text-and-ids.5", "text-and-ids.5", "text-and-ids.4", "text-and-ids.6",
        "bytes-as-alphabet.4", "text-and-ids",
    ),
    "bytes": (
        "bytes-as-alphabet.1", "bytes-as-alphabet.2", "bytes-as-alphabet.3", "bytes-as-alphabet.4",
        "bytes-as-alphabet.4", "bytes-as-alphabet.4", "bytes-as-alphabet.3", "bytes-as-alphabet.3",
        "bytes-as-alphabet",
    ),
    "vocabulary-size": (
        "token-cost.1", "token-cost.2", "token-cost.3", "token-cost.3", "token-cost.1",
        "token-cost",
    ),
    "likelihood": (
        "published-rules.1", "wordpiece.7", "published-rules.3", "published-rules.3",
        "published-rules.4", "published-rules.4", "published-rules.4", "published-rules",
    ),
    "library": (
        "library-merges.1", "published-rules.2", "published-rules.2", "library-merges.1",
        "library-merges.2", "library-merges",
    ),
    "history": ("origins.1", "origins.2", "origins.3", "bytes-as-alphabet.4", "origins"),
    "errata": (
        "slips-found.1", "slips-found.2", "slips-found.3", "slips-found.4", "slips-found.5",
        "slips-found.6", "published-rules.2", "bpe.5", "slips-found",
    ),
    "course-corpus": (
        "course-practice.1", "course-practice.1", "course-practice.2", "course-practice.3",
        "course-practice.4", "course-practice.5", "course-practice",
    ),
    "text-to-ids": (
        "text-and-ids.1", "text-and-ids.2", "text-and-ids.3", "text-and-ids.3", "text-and-ids.4",
        "text-and-ids.5", "text-and-ids.6", "bytes-as-alphabet.4", "text-and-ids",
    ),
    "cost": (
        "token-cost.1", "token-cost.2", "token-cost.3", "token-cost.3", "token-cost.4",
        "token-cost.5", "token-cost",
    ),
    "who-says-so": (
        "published-rules.1", "published-rules.2", "published-rules.3", "published-rules.3",
        "published-rules.4", "published-rules.4", "published-rules",
    ),
    "other-encoders": (
        "more-encoders.1", "more-encoders.1", "more-encoders.2", "more-encoders.2",
        "more-encoders.3", "more-encoders",
    ),
    "library-ties": (
        "library-merges.1", "library-merges.1", "library-merges.2", "library-merges",
    ),
    "byte-level": (
        "bytes-as-alphabet.1", "bytes-as-alphabet.2", "bytes-as-alphabet.3", "bytes-as-alphabet.4",
        "bytes-as-alphabet.5", "bytes-as-alphabet.3", "bytes-as-alphabet",
    ),
    "slips": (
        "slips-found.1", "slips-found.2", "slips-found.3", "slips-found.4", "slips-found.5",
        "slips-found.6", "end-of-word.3", "slips-found.7", "slips-found",
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

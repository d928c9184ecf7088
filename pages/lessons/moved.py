"""Where each part of an earlier lesson is taught now.

Earlier links and browsers name lessons that no longer exist, or no longer with these parts. An
earlier lesson that was done counts for the lesson that has its first part.
"""

from __future__ import annotations

from pages.lessons import LESSONS

PARTS = {lesson.id: lesson.parts for lesson in LESSONS}
"""The number of parts of each lesson, by id, in the order of the lessons."""

_MOVED = {
    "subwords": "why-subwords 1 2 4 5 bpe.5 wordpiece.1 wordpiece.1",
    "toy-wordpiece": "wordpiece 1 2 4 6 6 end",
    "toy-bpe": "bpe 2 3 wordpiece.5 wordpiece.5 6 end",
    "encoding": "longest-match 1 2 3 4 3 5 5 7 end",
    "pipeline": "text-and-ids 1 1 2 3 3 6 end",
    "decoding": "text-and-ids 5 5 4 6 bytes-as-alphabet.4 end",
    "bytes": "bytes-as-alphabet 1 2 3 4 4 4 3 3 end",
    "vocabulary-size": "token-cost 1 2 3 end-of-word.3 1 end",
    "likelihood": "published-rules 1 wordpiece.7 3 3 4 4 4 end",
    "library": "library-merges 1 published-rules.2 published-rules.2 1 2 end",
    "history": "origins 1 2 3 bytes-as-alphabet.4 end",
    "errata": "slips-found 1 2 3 4 5 6 published-rules.2 bpe.5 end",
    "course-corpus": "course-practice 1 1 2 3 4 5 end",
    "text-to-ids": "text-and-ids 1 2 3 3 4 5 6 bytes-as-alphabet.4 end",
    "cost": "token-cost 1 2 end-of-word.3 3 4 5 end",
    "who-says-so": "published-rules 1 2 3 3 4 4 end",
    "other-encoders": "more-encoders 1 1 2 2 3 end",
    "library-ties": "library-merges 1 1 2 end",
    "byte-level": "bytes-as-alphabet 1 2 3 4 5 3 end",
    "slips": "slips-found 1 2 3 4 5 6 end-of-word.3 7 end",
}
"""For each earlier lesson, the lesson that replaces it, then the place of each old part. The last
old part is the question. A place is a part of the new lesson, ``end`` (its question), or a part of
another lesson, as ``bpe.5``."""


def _places(row: str) -> list[tuple[str, int]]:
    """Return the places of a row of the table, each as a lesson and a part."""
    replacing, *parts = row.split()
    places = []
    for place in parts:
        other, _, part = place.rpartition(".")
        lesson = other or replacing
        places.append((lesson, PARTS[lesson] if part == "end" else int(part)))
    return places


MOVED = {lesson: _places(row) for lesson, row in _MOVED.items()}
"""The lesson and the part that replace each part of an earlier lesson, by its id."""


def place(lesson: str, part: int) -> tuple[str, int]:
    """Return the lesson and the part that a link means.

    A part after the last one means the last one. A lesson that never existed is returned as it is.

    >>> place("toy-bpe", 2)
    ('bpe', 3)
    """
    places = MOVED.get(lesson)
    if places:
        return places[min(part, len(places)) - 1]
    return lesson, min(part, PARTS.get(lesson, part))

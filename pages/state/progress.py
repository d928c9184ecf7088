"""A visitor's progress in the lessons, and its form in a link and in the browser's storage.

    why-subwords,bpe,errata.4      two lessons are done, a third has reached part 4

Lessons are identified by id, so a new one may be inserted anywhere. Old links and browsers have
ids of earlier lessons, and still older ones have numbers; both count for the lessons of today.

For any text of a link or a browser, `LessonProgress.parse` returns a valid progress.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.lessons.moved import MOVED, PARTS, place

NUMBERED = (
    "subwords",
    "toy-wordpiece",
    "toy-bpe",
    "course-corpus",
    "end-of-word",
    "encoding",
    "library",
    "errata",
)
"""The earlier lessons that the oldest links name by number, from 1. It never changes."""

MAX_WRITTEN = 1_000
"""The most characters to read; a written progress is always shorter."""

PATTERN = rf"[0-9.,]*|(?=(?:.*,)?(?:{'|'.join((*PARTS, *MOVED))})\b)[a-z0-9.,-]*"
"""The valid texts of a link: numbers, or ids of lessons of which at least one exists."""

DONE = 100
"""The part reached in a lesson whose exercise was solved; every lesson has fewer parts."""

_ENTRY = re.compile(r"([1-9]\d?|[a-z-]+)(?:\.([1-9]\d?))?", re.ASCII)


@dataclass(frozen=True)
class LessonProgress:
    """The part reached, from 1, of each lesson that was begun, by its id."""

    reached: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: object) -> LessonProgress:
        """Parse the result of `to_text`; of any other text, use the parts that are valid."""
        progress = cls()
        for entry in (text[:MAX_WRITTEN] if isinstance(text, str) else "").split(","):
            match = _ENTRY.fullmatch(entry)
            if not match:
                continue
            name, part = match[1], int(match[2] or DONE)
            if name.isdigit():  # in the oldest links
                name = dict(enumerate(NUMBERED, 1)).get(int(name), "")
            most = len(MOVED[name]) if name in MOVED else PARTS.get(name, 0)
            if part == DONE and most:
                progress = progress.with_part(place(name, 1)[0], DONE)
            elif part <= most:
                progress = progress.with_part(*place(name, part))
        return progress

    def to_text(self) -> str:
        """Return the progress as text for a link."""
        reached = [(id, self.reached[id]) for id in PARTS if id in self.reached]
        return ",".join(id if part == DONE else f"{id}.{part}" for id, part in reached)

    def with_part(self, lesson: str, part: int) -> LessonProgress:
        """Return the progress after a visit to a part, or DONE after solving an exercise."""
        return LessonProgress({**self.reached, lesson: max(part, self.reached.get(lesson, 1))})

    def merge(self, other: LessonProgress) -> LessonProgress:
        """Return the progress that is the further of both in every lesson."""
        both = self
        for lesson, part in other.reached.items():
            both = both.with_part(lesson, part)
        return both

    @property
    def done(self) -> list[str]:
        """The lessons whose exercise was solved."""
        return [id for id, part in self.reached.items() if part == DONE]

    def next_lesson(self) -> str | None:
        """Return the lesson to continue: the first one begun, else the first not done."""
        open_ = [id for id in PARTS if self.reached.get(id) != DONE]
        begun = [id for id in open_ if id in self.reached]
        return next(iter(begun or open_), None)

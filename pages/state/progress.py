"""A visitor's progress in the lessons, and its form in a link and in the browser's storage.

    subwords,toy-bpe,library.4      two lessons are done, a third has reached part 4

Lessons are identified by id, so a new one may be inserted anywhere. Old links and browsers have
numbers in place of ids, which still work.

For any text of a link or a browser, `LessonProgress.parse` returns a valid progress.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pages.lessons import LESSONS

PARTS = {lesson.id: lesson.parts for lesson in LESSONS}
"""The number of parts of each lesson, by id, in the order of the lessons."""

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
"""The lessons that old links name by number, from 1. It never changes."""

MAX_WRITTEN = 1_000
"""The most characters to read; a written progress is always shorter."""

PATTERN = rf"[0-9.,]*|(?=(?:.*,)?(?:{'|'.join(PARTS)})\b)[a-z0-9.,-]*"
"""The valid texts of a link: numbers, or ids of lessons of which at least one exists."""

_ENTRY = re.compile(r"([1-9]\d?|[a-z-]+)(?:\.([1-9]\d?))?", re.ASCII)


@dataclass(frozen=True)
class LessonProgress:
    """Lessons by id.

    Attributes:
        done: the lessons whose exercise was solved.
        at: the part reached, from 1, of each lesson that was begun and is not done.
    """

    done: frozenset[str] = frozenset()
    at: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: object) -> LessonProgress:
        """Parse the result of `to_text`; of any other text, use the parts that are valid."""
        done: set[str] = set()
        at: dict[str, int] = {}
        for entry in (text[:MAX_WRITTEN] if isinstance(text, str) else "").split(","):
            match = _ENTRY.fullmatch(entry)
            lesson = _id_of(match[1]) if match else ""
            if not match or lesson not in PARTS:
                continue
            if match[2] is None:
                done.add(lesson)
            elif int(match[2]) <= PARTS[lesson]:
                at[lesson] = max(int(match[2]), at.get(lesson, 1))
        return cls(frozenset(done), {id: part for id, part in at.items() if id not in done})

    def to_text(self) -> str:
        """Return the progress as text for a link."""
        entries = {id: id for id in self.done} | {id: f"{id}.{p}" for id, p in self.at.items()}
        return ",".join(entries[id] for id in PARTS if id in entries)

    def with_part(self, lesson: str, part: int) -> LessonProgress:
        """Return the progress after a visit to a part."""
        if lesson in self.done or self.at.get(lesson, 0) >= part:
            return self
        return LessonProgress(self.done, {**self.at, lesson: part})

    def with_done(self, lesson: str) -> LessonProgress:
        """Return the progress after solving an exercise."""
        at = {id: part for id, part in self.at.items() if id != lesson}
        return LessonProgress(self.done | {lesson}, at)

    def merge(self, other: LessonProgress) -> LessonProgress:
        """Return the progress that is the further of both in every lesson."""
        done = self.done | other.done
        lessons = {*self.at, *other.at} - done
        return LessonProgress(
            done, {id: max(self.at.get(id, 1), other.at.get(id, 1)) for id in lessons}
        )

    def next_lesson(self) -> str | None:
        """Return the lesson to continue: the first one begun, else the first not done."""
        open_ = [id for id in PARTS if id not in self.done]
        begun = [id for id in open_ if id in self.at]
        return next(iter(begun or open_), None)


def _id_of(name: str) -> str:
    """Return the id of a lesson from its id, or from its number in an old link."""
    if not name.isdigit():
        return name
    number = int(name)
    return NUMBERED[number - 1] if number <= len(NUMBERED) else ""

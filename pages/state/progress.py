"""How far a visitor is in the lessons, and how a link and the browser write that down.

    1,2,3.4       lessons 1 and 2 are done, lesson 3 has come to its part 4

Whatever a link or the browser's memory says, `LessonProgress.read` makes something of it that
works.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MAX_WRITTEN = 200
"""Characters that are read; what is written is always shorter."""

_ENTRY = re.compile(r"([1-9]\d?)(?:\.([1-9]\d?))?", re.ASCII)


@dataclass(frozen=True)
class LessonProgress:
    """Lessons by number, from 1.

    Attributes:
        done: lessons whose exercise was solved.
        at: for lessons begun and not done, the part reached.
    """

    done: frozenset[int] = frozenset()
    at: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def read(cls, text: object, parts: Sequence[int]) -> LessonProgress:
        """Read what `written` gives, as far as it makes sense.

        Args:
            text: as `written` gives it; anything else counts as far as it can be understood.
            parts: how many parts each lesson has.
        """
        done: set[int] = set()
        at: dict[int, int] = {}
        for entry in (text[:MAX_WRITTEN] if isinstance(text, str) else "").split(","):
            match = _ENTRY.fullmatch(entry)
            if not match or int(match[1]) > len(parts):
                continue
            lesson = int(match[1])
            if match[2] is None:
                done.add(lesson)
            elif int(match[2]) <= parts[lesson - 1]:
                at[lesson] = max(int(match[2]), at.get(lesson, 1))
        return cls(frozenset(done), {n: part for n, part in at.items() if n not in done})

    def written(self) -> str:
        """Write it as text for a link."""
        entries = {n: str(n) for n in self.done} | {n: f"{n}.{p}" for n, p in self.at.items()}
        return ",".join(entries[n] for n in sorted(entries))

    def with_part(self, lesson: int, part: int) -> LessonProgress:
        """Return the progress after a look at a part."""
        if lesson in self.done or self.at.get(lesson, 0) >= part:
            return self
        return LessonProgress(self.done, {**self.at, lesson: part})

    def with_done(self, lesson: int) -> LessonProgress:
        """Return the progress after solving an exercise."""
        at = {n: part for n, part in self.at.items() if n != lesson}
        return LessonProgress(self.done | {lesson}, at)

    def joined(self, other: LessonProgress) -> LessonProgress:
        """Return the further of two in every lesson."""
        done = self.done | other.done
        lessons = {*self.at, *other.at} - done
        return LessonProgress(
            done, {n: max(self.at.get(n, 1), other.at.get(n, 1)) for n in lessons}
        )

    def next_lesson(self, lessons: int) -> int | None:
        """Return the lesson to go on with: one begun, else the first that is not done."""
        open_ = [n for n in range(1, lessons + 1) if n not in self.done]
        begun = [n for n in open_ if n in self.at]
        return next(iter(begun or open_), None)

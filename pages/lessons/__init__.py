"""The lessons, as data: what each says, which live panel stands beside it, what it asks.

`model` says what a lesson is made of. Then one file per lesson; a new one is added to `LESSONS`,
in the order in which they are taken. Nothing here draws or computes: see `pages.panels.prose` for
the figures, `pages.panels.lesson_scenes` for the panels, `pages.panels.exercise` for the questions.
"""

from pages.lessons import (
    course_corpus,
    encoding,
    end_of_word,
    errata,
    library,
    subwords,
    toy_bpe,
    toy_wordpiece,
)
from pages.lessons.model import Lesson

LESSONS: tuple[Lesson, ...] = (
    subwords.LESSON,
    toy_wordpiece.LESSON,
    toy_bpe.LESSON,
    course_corpus.LESSON,
    end_of_word.LESSON,
    encoding.LESSON,
    library.LESSON,
    errata.LESSON,
)

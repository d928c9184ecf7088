"""The lessons, as data: what each says, which live panel stands beside it, what it asks.

`model` says what a lesson is made of, `trainings` names the trainings it may speak of, `prose`
fills the figures into its sentences, `progress` keeps account. Then one file per lesson.
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

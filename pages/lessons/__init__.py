"""The lessons as data: their texts, live panels and questions.

`model` defines the parts of a lesson. Each lesson has a module. `LESSONS` lists them in the order
in which they are taken. Links and browsers identify a lesson by its id, which never changes.

This package only holds data. In `pages.panels.lessons`, `prose` fills in the figures, `panels`
draws the panels, and `exercise` grades the answers.
"""

from pages.lessons import (
    byte_level,
    chinese,
    course_corpus,
    decoding,
    encoding,
    end_of_word,
    errata,
    history,
    library,
    likelihood,
    other_encoders,
    pipeline,
    subwords,
    toy_bpe,
    toy_wordpiece,
    vocabulary_size,
)
from pages.lessons.model import Lesson

LESSONS: tuple[Lesson, ...] = (
    subwords.LESSON,
    toy_wordpiece.LESSON,
    toy_bpe.LESSON,
    course_corpus.LESSON,
    byte_level.LESSON,
    end_of_word.LESSON,
    encoding.LESSON,
    other_encoders.LESSON,
    pipeline.LESSON,
    decoding.LESSON,
    library.LESSON,
    likelihood.LESSON,
    vocabulary_size.LESSON,
    chinese.LESSON,
    history.LESSON,
    errata.LESSON,
)

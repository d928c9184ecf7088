"""The lessons. Each is a file with its texts, its live panels and its questions.

`LESSONS` lists them in the order in which they are taken. Links and browsers identify a lesson by
its id, which never changes. `model` has the parts of a lesson, `panels` and `questions` the kinds
of panels and questions.
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

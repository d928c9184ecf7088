"""The lessons. Each is a file with its texts, its live panels and its questions.

The lessons of `CLASSES` build on each other and have numbers; those of `BEYOND` may be read in any
order afterwards. Links and browsers identify a lesson by its id. An id keeps its parts: a lesson
whose parts change gets a new id, and `moved` says where each of its old parts is now. `model` has
the parts of a lesson, `panels` and `questions` the kinds of panels and questions.
"""

from typing import NamedTuple

from pages.lessons import (
    bpe,
    byte_level,
    chinese,
    cost,
    course_corpus,
    end_of_word,
    library,
    longest_match,
    origins,
    other_encoders,
    slips,
    text_to_ids,
    top_down,
    unigram,
    who_says_so,
    why_subwords,
    wordpiece,
)
from pages.lessons.model import Lesson
from wordpiece.message import Message, message


class Class(NamedTuple):
    """A class of lessons that is taught in one go."""

    title: Message
    lessons: tuple[Lesson, ...]


CLASSES = (
    Class(
        message("Class one: how a vocabulary is learned and used"),
        (why_subwords.LESSON, bpe.LESSON, wordpiece.LESSON, longest_match.LESSON),
    ),
    Class(
        message("Class two: what a model reads, and where the training rules come from"),
        (text_to_ids.LESSON, byte_level.LESSON, cost.LESSON, who_says_so.LESSON),
    ),
)

BEYOND: tuple[Lesson, ...] = (
    course_corpus.LESSON,
    end_of_word.LESSON,
    other_encoders.LESSON,
    chinese.LESSON,
    top_down.LESSON,
    unigram.LESSON,
    library.LESSON,
    origins.LESSON,
    slips.LESSON,
)

IN_ORDER: tuple[Lesson, ...] = tuple(lesson for each in CLASSES for lesson in each.lessons)
"""The lessons with numbers."""

LESSONS: tuple[Lesson, ...] = (*IN_ORDER, *BEYOND)
"""All lessons."""

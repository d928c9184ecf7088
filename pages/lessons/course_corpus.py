"""The Hugging Face course's corpus."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import scores, sources, texts, training
from wordpiece.message import message

LESSON = Lesson(
    id="course-practice",
    title=message("Practice: the course’s sentences"),
    point=message(
        "You train WordPiece as in class one, but on real sentences, and stop at the wanted "
        "vocabulary size."
    ),
    training="course",
    scenes=(
        Scene(
            "The Hugging Face course trains on a few sentences. Pre-tokenization splits them "
            "into {occurrences} words. Some words occur more than once, so there are {words} "
            "different words.",
            training.Words("course", 0),
        ),
        Scene(
            "These are the first scores that the course prints for its sentences. This app "
            "computes the same scores, to the last digit.",
            sources.Printed(
                (
                    ("`T` + `##h`", "{printed 0.125}", "{float T ##h @0}"),
                    ("`##h` + `##i`", "{printed 0.03409090909090909}", "{float ##h ##i @0}"),
                    ("`##i` + `##s`", "{printed 0.02727272727272727}", "{float ##i ##s @0}"),
                    ("`i` + `##s`", "{printed 0.1}", "{float i ##s @0}"),
                    ("`t` + `##h`", "{printed 0.03571428571428571}", "{float t ##h @0}"),
                    ("`##h` + `##e`", "{printed 0.011904761904761904}", "{float ##h ##e @0}"),
                )
            ),
        ),
        Scene(
            "{tied-now @0} pairs share the best score, {score a ##b @0}. Of these, {pair @1} "
            "comes first in the corpus, so this pair merges. {frequent @0}, the most frequent "
            "pair, has a much lower score.",
            scores.Scores("course", 0),
        ),
        Scene(
            "{special} special tokens + {alphabet} symbols of the alphabet + {merges} merges = "
            "{entries @end} entries. In {ties-broken} of the merges, two or more pairs shared "
            "the best score.",
            training.Walk("course", 4, first=4),
        ),
        Scene(
            "WordPiece encodes by longest match. The exclamation mark is a word of its own and "
            "becomes `[UNK]`, because it does not occur in the training text.",
            texts.EditableText("course", END, "This is the Hugging Face course!"),
        ),
    ),
    exercise=Quiz(
        "After the merges that make {token @1} and {token @2}, which pair merges next?",
        questions.Next("course", 2),
    ),
    link=Link("train?corpus=course&step=1"),
)

"""The Hugging Face course's corpus."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="course-corpus",
    title=message("Practice: the course’s sentences"),
    point=message("The same steps on four sentences, up to a full vocabulary."),
    training="course",
    scenes=(
        Scene(
            "The Hugging Face course trains on a few sentences. Pre-tokenization splits them "
            "into {occurrences} words, {words} of them distinct.",
            panels.Words("course", 0),
        ),
        Scene(
            "The base vocabulary has {alphabet} symbols. A letter at the beginning of a word "
            "and the same letter inside one are two symbols: see `t` and `##t`.",
            panels.Entries("course", 0),
        ),
        Scene(
            "The course prints its first scores. The engine finds the same, to the last digit.",
            panels.Printed(
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
            "{tied-now @0} pairs share the best score, {score a ##b @0}, and {pair @1} is seen "
            "first. The most frequent pair, {frequent @0}, is far down the list.",
            panels.Scores("course", 0),
        ),
        Scene(
            "{merges} merges fill the vocabulary up to {entries @end} entries; {ties-broken} "
            "had to break a tie. A minimum pair count would leave out pairs met once.",
            panels.Walk("course", END, first=4),
        ),
        Scene(
            "To encode, WordPiece takes the longest entry that fits, again and again. The last "
            "word is unknown: training saw no exclamation mark.",
            panels.EditableText("course", END, "This is the Hugging Face course!"),
        ),
    ),
    exercise=(
        Quiz(
            "{token @1} and {token @2} are learned. Which pair can come next?",
            questions.Next("course", 2),
        ),
        Quiz(
            "With the full vocabulary: how is `HOgging` split?",
            questions.Tokens("course", END, "HOgging"),
        ),
    ),
    link=Link(message("Go through all merges on Train"), "train?corpus=course&step=1"),
)

"""The Hugging Face course's corpus."""

from pages.lessons.model import (
    END,
    EditableText,
    Entries,
    Lesson,
    Link,
    Next,
    Printed,
    Prose,
    Scene,
    Scores,
    Tokens,
    Walk,
    Words,
    prose,
)
from wordpiece.message import message

PAIRS = ("T ##h", "##h ##i", "##i ##s", "i ##s", "t ##h", "##h ##e")
PRINTED = (
    "0.125",
    "0.03409090909090909",
    "0.02727272727272727",
    "0.1",
    "0.03571428571428571",
    "0.011904761904761904",
)

LESSON = Lesson(
    id="course-corpus",
    title=message("The course’s sentences"),
    line=message("A real text this time, up to a full vocabulary"),
    training="course",
    scenes=(
        Scene(
            prose(
                "The Hugging Face course trains on a few sentences. Pre-tokenization splits them "
                "into {occurrences} words, {words} of them distinct."
            ),
            Words("course", 0),
        ),
        Scene(
            prose(
                "The base vocabulary has {alphabet} symbols. A letter at the beginning of a word "
                "and the same letter inside one are two symbols: see `t` and `##t`."
            ),
            Entries("course", 0),
        ),
        Scene(
            prose(
                "The course prints its first scores. The engine finds the same, to the last digit."
            ),
            Printed(
                tuple(
                    (
                        Prose(" + ".join(f"`{part}`" for part in pair.split())),
                        f"{{printed {score}}}",
                        f"{{float {pair} @0}}",
                    )
                    for pair, score in zip(PAIRS, PRINTED, strict=True)
                )
            ),
        ),
        Scene(
            prose(
                "{tied-now @0} pairs share the best score, {score a ##b @0}, and {pair @1} is seen "
                "first. The most frequent pair, {frequent @0}, is far down the list."
            ),
            Scores("course", 0),
        ),
        Scene(
            prose(
                "{merges} merges fill the vocabulary up to {entries @end} entries; {ties-broken} "
                "had to break a tie. A minimum pair count would leave out pairs met once."
            ),
            Walk("course", END, first=4),
        ),
        Scene(
            prose(
                "To encode, WordPiece takes the longest entry that fits, again and again. The last "
                "word is unknown: training saw no exclamation mark."
            ),
            EditableText("course", END, "This is the Hugging Face course!"),
        ),
    ),
    exercise=(
        Next(
            prose("{token @1} and {token @2} are learned. Which pair can come next?"), "course", 2
        ),
        Tokens(
            prose("With the full vocabulary: how is `HOgging` split?"), "course", END, "HOgging"
        ),
    ),
    link=Link(
        message("Go through all merges on Train"), "train", {"corpus": "course", "step": "1"}
    ),
)

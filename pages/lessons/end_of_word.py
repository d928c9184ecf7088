"""End-of-word BPE, and why the symbols in use rise and fall."""

from pages.lessons.model import Changes, GrowthChart, InUse, Lesson, Link, Scene, Walk, Words, prose
from wordpiece.message import message

LESSON = Lesson(
    id="end-of-word",
    title=message("Where words end"),
    line=message("BPE with an end-of-word symbol, and why symbols in use rise and fall"),
    training="low",
    scenes=(
        Scene(
            prose(
                "The first BPE for text adds a symbol to every word: `</w>`, the end. So it can "
                "tell an ending from the same letters inside a word."
            ),
            Words("low", 0),
        ),
        Scene(
            prose(
                "{pair @1} stands together {count e s @0} times, then `t` joins, then the end "
                "itself: {token @3}. It can only ever stand at the end of a word."
            ),
            Walk("low", 3, last=5),
        ),
        Scene(
            prose(
                "The vocabulary only grows: from {entries @0} entries to {entries @end}. But of "
                "the symbols that still stand in some word, {in-use @0} at first, {in-use @end} "
                "are left."
            ),
            GrowthChart("low", 9),
        ),
        Scene(
            prose(
                "Each merge brings one token in. The change in use is {change @9} if both parts "
                "still stand elsewhere, {change @1} if one of them does, {change @2} if none does."
            ),
            Changes("low"),
        ),
        Scene(
            prose(
                "Here the number never rises above its start. With more words it does: on the "
                "course’s words it goes from {in-use @0 of course-low} up to {most-in-use of "
                "course-low}, and back to {in-use @end of course-low} when every word is one "
                "symbol."
            ),
            GrowthChart("course-low", 54),
        ),
    ),
    exercise=(
        InUse(
            prose(
                "On the course’s words, the next merge is {pair @12 of course-low}. These are all "
                "the words that hold one of the two. How does the number of symbols in use change?"
            ),
            "course-low",
            12,
        ),
    ),
    link=Link(message("Watch symbols in use on Train"), "train", {"corpus": "low", "step": "9"}),
)

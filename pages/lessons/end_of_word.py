"""End-of-word BPE, and why the symbols in use rise and fall."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="end-of-word",
    title=message("Where words end"),
    point=message(
        "An end-of-word symbol tells endings from the same letters inside a word; "
        "symbols in use rise and fall."
    ),
    training="low",
    scenes=(
        Scene(
            "The BPE that was first used to split words adds a symbol to each: `</w>`, its "
            "end. So an ending differs from the same letters inside a word.",
            panels.Words("low", 0),
        ),
        Scene(
            "{pair @1} occurs {count e s @0} times. Then `t` joins, then the end itself, and "
            "{token @3} can only stand at the end of a word.",
            panels.Walk("low", 3, last=5),
        ),
        Scene(
            "The vocabulary only grows, from {entries @0} entries to {entries @end}. The "
            "symbols in use, those that still occur in some word, fall from {in-use @0} to "
            "{in-use @end}.",
            panels.GrowthChart("low", 9),
        ),
        Scene(
            "Each merge adds one token. The number in use changes by {change @9} if both parts "
            "still occur elsewhere, by {change @1} if one does, by {change @2} if none does.",
            panels.Changes("low"),
        ),
        Scene(
            "Here it never rises above its start. With more words it does: on the course’s it "
            "goes from {in-use @0 of course-low} up to {most-in-use of course-low}, and back "
            "to {in-use @end of course-low} when every word is one symbol.",
            panels.GrowthChart("course-low", 54),
        ),
    ),
    exercise=(
        Quiz(
            "On the course’s words, the next merge is {pair @12 of course-low}. These are all "
            "words with either symbol. How does the number of symbols in use change?",
            questions.InUse("course-low", 12),
        ),
    ),
    link=Link(
        message("Watch symbols in use on Train"), "train?corpus=low&recipe=end-of-word-bpe&step=9"
    ),
)

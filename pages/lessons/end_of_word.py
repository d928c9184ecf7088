"""End-of-word BPE, and why the symbols in use rise and fall."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import sizes, training
from wordpiece.message import message

LESSON = Lesson(
    id="end-of-word",
    title=message("Where words end"),
    point=message(
        "With an end-of-word symbol after each word, training can learn different tokens for "
        "an ending and for the same letters inside a word."
    ),
    training="low",
    scenes=(
        Scene(
            "Sennrich and colleagues, who brought BPE to machine translation, put an "
            "end-of-word symbol, `</w>`, after each word.",
            training.Words("low", 0),
        ),
        Scene(
            "{pair @1} occurs {count e s @0} times and merges first. Then {pair @2} merges, "
            "then {pair @3}. The result, {token @3}, can only be the end of a word.",
            training.Walk("low", 1, first=1, last=5),
        ),
        Scene(
            "The vocabulary only grows, from {entries @0} entries to {entries @end}. A Chinese "
            "article says that the vocabulary can shrink. But what falls is the number of "
            "symbols in use (symbols that still occur in some word), from {in-use @0} to "
            "{in-use @end}.",
            sizes.GrowthChart("low", 0),
        ),
        Scene(
            "Here each merge adds one symbol. The number of symbols in use changes by {change @9} "
            "if both parts of the pair still occur elsewhere (merge {given 9}), by {change @1} if "
            "only one does (merge {given 1}), and by {change @2} if neither does (merge "
            "{given 2}).",
            sizes.GrowthChart("low", 2),
        ),
        Scene(
            "With the {words} words of this lesson so far, the number of symbols in use mostly "
            "falls. With the course’s {words of course-low} different words it starts at "
            "{in-use @0 of course-low}, reaches {most-in-use of course-low} at most, and ends at "
            "{in-use @end of course-low}, when each word is one symbol.",
            sizes.GrowthChart("course-low", 54),
        ),
    ),
    exercise=Quiz(
        "How is `nested` split after all {merges} merges are replayed in order? If `</w>` is "
        "not joined to anything, write it as a token of its own.",
        questions.Tokens("low", END, "nested", "replay"),
    ),
    link=Link("train?corpus=low&recipe=end-of-word-bpe&step=9"),
)

"""Encoders of two other texts: a segmenter without marks, and a table sorted by length."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

NEWER = ("new", "e", "r")
MOUNTAIN = ("errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>")
UNTIED = ("tied", "unt", "un", "i", "e", "d")

LESSON = Lesson(
    id="other-encoders",
    title=message("Other ways to encode"),
    point=message(
        "Two other programs read the same entries in another order, and find other tokens."
    ),
    training="blog-code",
    scenes=(
        Scene(
            "A blog calls its encoder a segmenter, and gives it these entries. It tries all of "
            "`newer`, then ever shorter beginnings, until one is an entry.",
            panels.Given(NEWER, "newer", ("segmenter",)),
        ),
        Scene(
            "This is longest match without `##`. Where nothing fits, it keeps what it has "
            "found, so `hum` becomes {own hum @3}; WordPiece makes the whole word `[UNK]`.",
            panels.Trace("blog-code", END, "hum", ("own",)),
        ),
        Scene(
            "A Chinese article sorts its entries by length. The longest that occurs anywhere "
            "in a word is cut out first, then the rest is split in the same way.",
            panels.Given(MOUNTAIN, "the highest mountain", ("table",)),
        ),
        Scene(
            "`tain</w>` goes before `moun`: the table starts with the longest entry, not with "
            "the first letter.",
            panels.Given(MOUNTAIN, "mountain", ("table",)),
        ),
        Scene(
            "The two can disagree. From the left `unt` is the longest entry that fits; the "
            "table takes `tied` first.",
            panels.Given(UNTIED, "untied", ("segmenter", "table")),
        ),
    ),
    exercise=(
        Quiz(
            "The blog’s segmenter has learned these entries. How does it split `bugs`?",
            questions.Tokens("blog-code", END, "bugs", "own"),
        ),
        Quiz("And how does it split `pugs`?", questions.Tokens("blog-code", END, "pugs", "own")),
    ),
    link=Link(
        message("Try the segmenter on Encode"),
        "encode?corpus=blog&recipe=blog-code&step=3&text=hugs bugs hum",
    ),
)

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
        "Other programs search the vocabulary in other ways than WordPiece, and so can find "
        "other tokens."
    ),
    training="blog-code",
    scenes=(
        Scene(
            "A blog post on WordPiece encodes with these entries. Its encoder, a segmenter, tries "
            "the whole of `newer`, then `newe`, then `new`, which is an entry.",
            panels.Given(NEWER, "newer", ("segmenter",)),
        ),
        Scene(
            "This is longest match without `##`. If no entry fits, the segmenter keeps the tokens "
            "found before: `hum` becomes {own hum @3}. WordPiece would drop them.",
            panels.Trace("blog-code", END, "hum", ("own",)),
        ),
        Scene(
            "The encoder in a Chinese article on WordPiece sorts the entries by length. It "
            "first cuts out the longest entry anywhere in a word and then splits the parts "
            "before and after this entry in the same way.",
            panels.Given(MOUNTAIN, "the highest mountain", ("table",)),
        ),
        Scene(
            "In `mountain`, `tain</w>` is cut out before `moun`: the longest entry comes first, "
            "wherever it is in the word.",
            panels.Given(MOUNTAIN, "mountain", ("table",)),
        ),
        Scene(
            "The two methods can disagree. From the left, `unt` is the longest entry that fits; "
            "the longest in the whole word is `tied`.",
            panels.Given(UNTIED, "untied", ("segmenter", "table")),
        ),
    ),
    exercise=(
        Quiz(
            "The blog’s segmenter has these entries. How does it split `bugs`?",
            questions.Tokens("blog-code", END, "bugs", "own"),
        ),
    ),
    link=Link(
        message("Encode your own text"),
        "encode?corpus=blog&recipe=blog-code&step=3&text=hugs bugs hum",
    ),
)

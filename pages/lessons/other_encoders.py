"""Encoders of two other texts: a segmenter without marks, and a table sorted by length."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import texts
from wordpiece.message import message

NEWER = ("new", "e", "r")
MOUNTAIN = ("errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>")
UNTIED = ("tied", "unt", "un", "i", "e", "d")

LESSON = Lesson(
    id="more-encoders",
    title=message("Other ways to encode"),
    point=message(
        "Some programs encode by other rules than WordPiece, so they can split a "
        "word into other tokens."
    ),
    training="blog-code",
    scenes=(
        Scene(
            "The segmenter, the encoder in a blog post on WordPiece, uses longest match "
            "without `##`. If no entry fits at some place, the segmenter keeps the tokens "
            "found before that place. WordPiece would drop them. Type `newest` and see.",
            texts.Given("newer", NEWER, ("segmenter",)),
        ),
        Scene(
            "The encoder in a Chinese article on WordPiece sorts the entries by length. It "
            "first cuts out the longest entry anywhere in a word and then splits the parts "
            "before and after this entry in the same way.",
            texts.Given("highest mountain", MOUNTAIN, ("table",)),
        ),
        Scene(
            "The encoders of the blog and the article can disagree. In `untied`, the blog’s "
            "encoder takes `unt`, the longest entry that fits at the beginning; the article’s "
            "encoder takes `tied`, the longest entry anywhere in the word.",
            texts.Given("untied", UNTIED, ("segmenter", "table")),
        ),
    ),
    exercise=Quiz(
        "The blog’s segmenter has the entries below. How does it split `bugs`?",
        questions.Tokens("blog-code", END, "bugs", "own"),
    ),
    link=Link("encode?corpus=blog&recipe=blog-code&step=3&text=hugs bugs hum"),
)

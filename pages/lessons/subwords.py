"""What a subword is."""

from pages.lessons.model import END, EditableText, Lesson, Link, Scene, Tokens, Walk, Words, prose
from wordpiece.message import message

LESSON = Lesson(
    id="subwords",
    title=message("What a subword is"),
    line=message("Why a model cuts words into pieces, and what the pieces look like"),
    training="toy",
    scenes=(
        Scene(
            prose(
                "A model reads numbers. So text is cut into tokens, and each token has an id in a "
                "list: the vocabulary."
            ),
            EditableText("toy", END, "pun hugs"),
        ),
        Scene(
            prose(
                "Suppose only whole words are tokens. Then `bugs` is unknown, because training "
                "never saw it. Type other words and see."
            ),
            EditableText("toy", END, "hugs bugs", how="words"),
        ),
        Scene(
            prose(
                "Suppose only characters are tokens. Then `bugs` is known, but every word is long: "
                "the corpus takes {corpus-tokens @0} tokens instead of {corpus-tokens @end}."
            ),
            EditableText("toy", 0, "hugs bugs"),
        ),
        Scene(
            prose(
                "Subwords lie between. The more merges training has made, the longer the pieces: "
                "move the slider."
            ),
            EditableText("toy", 3, "hugs bugs", slide=True),
        ),
        Scene(
            prose(
                "Where do pieces come from? Training joins neighbours: {pair @1 of love}, then "
                "{pair @2 of love}. That makes {token @2 of love}, which all {words of love} words "
                "share."
            ),
            Walk("love", 2, last=2),
        ),
        Scene(
            prose(
                "WordPiece writes `##` before every piece that does not begin its word. So `##s` "
                "is the end of `hugs`, and an `s` at the beginning would be another token."
            ),
            Words("toy", 0),
        ),
    ),
    exercise=(
        Tokens(
            prose(
                "Into which symbols is `word` cut before the first merge? Type them with spaces "
                "between them."
            ),
            "word",
            0,
            "word",
        ),
    ),
    link=Link(
        message("Try your own words on Encode"), "encode", {"step": "9", "text": "hugs bugs"}
    ),
)

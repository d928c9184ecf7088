"""Decoding: how tokens mark where words begin and end."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="decoding",
    title=message("Back to text"),
    line=message("How tokens say where a word ends, and what does not come back"),
    training="low",
    scenes=(
        Scene(
            "Decoding joins tokens to text again. Without any mark words run together, as in "
            "plain BPE.",
            panels.Decoding("toy-bpe", END, "hugs pug bun", how="replay"),
        ),
        Scene(
            "This is what `</w>` is for. Tokens are joined as they are, and each `</w>` says: "
            "a word ends here.",
            panels.Decoding("low", END, "lowest newer low", how="replay"),
        ),
        Scene(
            "`##`, the continuation prefix, says the opposite: this token continues a word. "
            "Where it is missing, a new word begins.",
            panels.Decoding("toy", END, "hugs pugs bun"),
        ),
        Scene(
            "Neither mark tells which spaces the text had. Pre-tokenization made the full stop "
            "a word, so decoding puts a space before it.",
            panels.Decoding("course", END, "This is the Course."),
        ),
        Scene(
            "In byte-level BPE the space is part of the token: `Ġ`. Decoding reads the bytes, "
            "and nothing is lost.",
            panels.Decoding("course-bytes", END, "This is  the Course. 🤗", how="replay"),
        ),
    ),
    exercise=(
        Quiz(
            "Which text do the tokens `low` `est</w>` `new` `est</w>` decode to?",
            questions.Decoded("low", END, ("low", "est</w>", "new", "est</w>")),
        ),
        Quiz(
            "And with all {merges} merges: which tokens does `lowest` become?",
            questions.Tokens("low", END, "lowest", "replay"),
        ),
    ),
    link=Link(
        message("See what is lost on Encode"),
        "encode?corpus=low&recipe=end-of-word-bpe&step=15&text=lowest newer low",
    ),
)

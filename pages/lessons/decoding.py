"""Decoding: how tokens mark where words begin and end."""

from pages.lessons.model import END, Decoded, Decoding, Lesson, Link, Scene, Tokens, prose
from wordpiece.message import message

LESSON = Lesson(
    id="decoding",
    title=message("Back to text"),
    line=message("How tokens say where a word ends, and what does not come back"),
    training="low",
    scenes=(
        Scene(
            prose(
                "Decoding joins tokens to text again. Without any mark words run together, as in "
                "plain BPE."
            ),
            Decoding("toy-bpe", END, "hugs pug bun", how="replay"),
        ),
        Scene(
            prose(
                "This is what `</w>` is for. Tokens are joined as they are, and each `</w>` says: "
                "a word ends here."
            ),
            Decoding("low", END, "lowest newer low", how="replay"),
        ),
        Scene(
            prose(
                "`##`, the continuation prefix, says the opposite: this token continues a word. "
                "Where it is missing, a new word begins."
            ),
            Decoding("toy", END, "hugs pugs bun"),
        ),
        Scene(
            prose(
                "Neither mark tells which spaces the text had. Pre-tokenization made the full stop "
                "a word, so decoding puts a space before it."
            ),
            Decoding("course", END, "This is the Course."),
        ),
        Scene(
            prose(
                "In byte-level BPE the space is part of the token: `Ġ`. Decoding reads the bytes, "
                "and nothing is lost."
            ),
            Decoding("course-bytes", END, "This is  the Course. 🤗", how="replay"),
        ),
    ),
    exercise=(
        Decoded(
            prose("Which text do the tokens `low` `est</w>` `new` `est</w>` decode to?"),
            "low",
            END,
            ("low", "est</w>", "new", "est</w>"),
        ),
        Tokens(
            prose("And with all {merges} merges: which tokens does `lowest` become?"),
            "low",
            END,
            "lowest",
            "replay",
        ),
    ),
    link=Link(
        message("See what is lost on Encode"),
        "encode",
        {
            "corpus": "low",
            "recipe": "end-of-word-bpe",
            "step": "15",
            "text": "lowest newer low",
        },
    ),
)

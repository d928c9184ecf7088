"""The stages from a text to ids, special tokens, and the way back."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="text-to-ids",
    title=message("From a text to ids and back"),
    point=message(
        "A text passes through fixed stages to ids; decoding reverses them, but not "
        "everything comes back."
    ),
    training="uncased",
    scenes=(
        Scene(
            "A tokenizer works in stages: normalization, pre-tokenization, a split into "
            "symbols, merges, ids. Type a sentence of your own.",
            panels.Pipeline("uncased", END, "A naïve Walker talked.", how="replay"),
        ),
        Scene(
            "A model reads special tokens, too. In BERT, `[CLS]` begins the input and `[SEP]` "
            "ends each text.",
            panels.SpecialTokens("uncased", END, "Walter walked | Nell talked", "pair"),
        ),
        Scene(
            "Texts in one batch must have the same number of tokens, so `[PAD]` fills up the "
            "shorter one. In the attention mask, `0` means: do not read this.",
            panels.SpecialTokens("uncased", END, "Nell unlocked the gate | No walking", "batch"),
        ),
        Scene(
            "`[MASK]` hides a token, and BERT learned by guessing what it hides. `[UNK]` "
            "stands for what has no token at all, such as `🤗`.",
            panels.SpecialTokens("uncased", END, "Nell [MASK] the gate 🤗", "typed"),
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
            "“The gate” becomes {match the @end} {match gate @end}, and “No walking” becomes "
            "{match no @end} {match walking @end}. Which tokens does BERT read for the two "
            "texts together?",
            questions.ModelInput("uncased", END, ("The gate", "No walking")),
        ),
    ),
    link=Link(
        message("Encode your own text"),
        "encode?corpus=story&step=150&special=on&text=The Walker talked.",
    ),
)

"""The stages from a text to ids, special tokens, and the way back."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="pipeline",
    title=message("From a text to ids"),
    line=message("The stages of a tokenizer, special tokens, and the way back"),
    training="uncased",
    scenes=(
        Scene(
            "A tokenizer works in stages: normalization, pre-tokenization, a split into "
            "symbols, merges, ids. Type a sentence of your own.",
            panels.Pipeline("uncased", END, "A naïve Walker talked.", how="replay"),
        ),
        Scene(
            "WordPiece keeps no merges. It splits each word by longest match, and the other "
            "stages stay the same.",
            panels.Pipeline("uncased", END, "A naïve Walker talked."),
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
            "Decoding goes back to text: a token with `##` joins the one before, any other "
            "begins a new word. What normalization and `[UNK]` took away stays lost.",
            panels.Decoding("uncased", END, "A naïve Walker talked."),
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

"""The stages from a text to ids, special tokens, and the way back."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="text-to-ids",
    title=message("From a text to ids and back"),
    point=message(
        "A text becomes ids in fixed stages. Decoding goes back, but what a stage has removed does "
        "not return."
    ),
    training="uncased",
    scenes=(
        Scene(
            "A tokenizer works in stages: it cleans the text (normalization), cuts it into "
            "words (pre-tokenization), splits each word into tokens and looks up their ids. "
            "The tokenizer shown here splits by merges; WordPiece uses longest match.",
            panels.Pipeline("uncased", END, "A naïve Walker talked."),
        ),
        Scene(
            "The input of many models also has special tokens, which are not part of the "
            "text. In BERT, `[CLS]` begins the input, and `[SEP]` ends each text in it.",
            panels.SpecialTokens("uncased", END, "Walter walked | Nell talked", "pair"),
        ),
        Scene(
            "Inputs that a model reads together, a batch, must have the same length. So `[PAD]` "
            "fills up the shorter ones, and the attention mask has `0` where the model must not "
            "look.",
            panels.SpecialTokens("uncased", END, "Nell unlocked the gate | No walking", "batch"),
        ),
        Scene(
            "`[MASK]` hides a token: BERT was trained to guess hidden tokens. `[UNK]` replaces a "
            "word that the vocabulary cannot write, such as `🤗`.",
            panels.SpecialTokens("uncased", END, "Nell [MASK] the gate 🤗", "typed"),
        ),
        Scene(
            "Decoding turns tokens back into text. `##` says that a token continues a word. A "
            "token without `##` begins a new one.",
            panels.Decoding("toy", END, "hugs pugs bun"),
        ),
        Scene(
            "Without a mark, decoded words would run together. Some BPE tokenizers write `</w>` at "
            "the end of each word; decoding puts a space there.",
            panels.Decoding("low", END, "lowest newer low", how="replay"),
        ),
        Scene(
            "What a stage has removed does not return: capital letters, accents, unknown words. "
            "And decoding puts a space before the full stop, because marks do not show which "
            "spaces the text had.",
            panels.Decoding("uncased", END, "A naïve Walker talked 🤗."),
        ),
        Scene(
            "In byte-level BPE, the tokenization of the next lesson, a space is written `Ġ` "
            "and is part of a token, and any character can be written as bytes. So nothing is "
            "lost.",
            panels.Decoding("course-bytes", END, "This is  the Course. 🤗", how="replay"),
        ),
    ),
    exercise=(
        Quiz(
            "“The gate” becomes {match the @end} {match gate @end}, and “No walking” becomes "
            "{match no @end} {match walking @end}. Which tokens are the input of BERT for the two "
            "texts together?",
            questions.ModelInput("uncased", END, ("The gate", "No walking")),
        ),
        Quiz(
            "Which text do the tokens `low` `est</w>` `new` `est</w>` decode to?",
            questions.Decoded("low", END, ("low", "est</w>", "new", "est</w>")),
        ),
    ),
    link=Link(
        message("Encode your own text"),
        "encode?corpus=story&step=150&special=on&text=The Walker talked.",
    ),
)

"""The stages from a text to ids, special tokens, and the way back."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import texts
from wordpiece.message import message

LESSON = Lesson(
    id="text-and-ids",
    title=message("From a text to ids and back"),
    point=message(
        "Decoding turns ids back into text, but cannot restore what a stage of encoding has "
        "removed."
    ),
    training="uncased",
    scenes=(
        Scene(
            "A tokenizer works in stages: it cleans the text (normalization), cuts it into "
            "words (pre-tokenization), splits each word into tokens and looks up their ids. "
            "The tokenizer shown here replays merges. WordPiece uses longest match.",
            texts.Pipeline("uncased", END, "A naïve Walker talked."),
        ),
        Scene(
            "The input of many models also has special tokens, which are not part of the "
            "text. In BERT, `[CLS]` begins the input, and `[SEP]` ends each text in it.",
            texts.SpecialTokens("uncased", END, "[CLS] Walter walked [SEP] Nell talked [SEP]"),
        ),
        Scene(
            "`[MASK]` hides a token: BERT was trained to guess hidden tokens. `[UNK]` replaces "
            "a word that the vocabulary cannot spell, such as `🤗`. `[PAD]` fills up short "
            "inputs. An attention mask tells the model to ignore `[PAD]`.",
            texts.SpecialTokens("uncased", END, "[CLS] Nell [MASK] the gate 🤗 [SEP] [PAD]"),
        ),
        Scene(
            "Decoding turns tokens back into text. `##` says that a token continues a word. A "
            "token without `##` begins a new word.",
            texts.Decoding("toy", END, "hugs pugs bun"),
        ),
        Scene(
            "Without any mark, decoded words would run together. Some BPE tokenizers write the "
            "mark `</w>` at the end of each word. Decoding puts a space there, except after the "
            "last word.",
            texts.Decoding("low", END, "lowest newer low", how="replay"),
        ),
        Scene(
            "Decoding cannot restore what a stage has removed: capital letters, accents, "
            "unknown words. Here decoding also puts a space before a full stop, because `##` "
            "does not show where the text had spaces.",
            texts.Decoding("uncased", END, "A naïve Walker talked 🤗."),
        ),
    ),
    exercise=Quiz(
        "The text “Nell walked to a café.” is encoded as in part {given 6}. Then its ids are "
        "decoded. Which text is the result?",
        questions.Restored("uncased", END, "Nell walked to a café."),
    ),
    link=Link("encode?corpus=story&step=150&special=on&text=The Walker talked."),
)

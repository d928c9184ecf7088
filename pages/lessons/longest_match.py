"""Encoding: longest match against merge replay, unknown words, and what greedy costs."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import texts, training
from wordpiece.message import message

LESSON = Lesson(
    id="longest-match",
    title=message("Encoding: longest match or merge replay"),
    point=message(
        "To encode a word, BPE replays its merges, but WordPiece goes from left to right and "
        "always takes the longest entry that fits."
    ),
    training="toy-printed",
    scenes=(
        Scene(
            "After training, WordPiece keeps only the vocabulary, not the merges. These are the "
            "{entries @3} entries that the Hugging Face course has at the end of its example.",
            training.Entries("toy-printed", 3),
        ),
        Scene(
            "To encode a word, WordPiece takes the longest entry that fits at the beginning of "
            "the word, then the longest entry with `##` that fits next, and so on. This is "
            "called longest match. `hugs` becomes {match hugs @3}.",
            texts.Trace("toy-printed", 3, "hugs"),
        ),
        Scene(
            "If no entry fits at some place, WordPiece drops the tokens found before that place, "
            "and the whole word becomes `[UNK]`. In `bum`, `b` and `##u` fit, but `##m` is not in "
            "the vocabulary. One unknown character makes the whole word unknown.",
            texts.Trace("toy-printed", 3, "bum"),
        ),
        Scene(
            "BPE loses less than WordPiece: only a character that is not in its alphabet "
            "becomes `[UNK]`. `mug` becomes {replay mug @3 of toy-bpe}.",
            texts.Trace("toy-bpe", 3, "mug", ("replay",)),
        ),
        Scene(
            "Longest match and merge replay can differ even without unknown characters: `hugs` "
            "is {match hugs @3} by longest match, but {replay hugs @3} by merge replay, which "
            "follows the order of the merges.",
            texts.Trace("toy-printed", 3, "hugs", ("match", "replay")),
        ),
        Scene(
            "Longest match is greedy: it never undoes a choice. It is quick and needs no list "
            "of merges, but it can give more tokens than needed. With entries learned from a "
            "story, `best` becomes {match best @end of uncased}, but fewer tokens are enough: "
            "{replay best @end of uncased}.",
            texts.Trace("uncased", END, "best", ("match", "replay")),
        ),
        Scene(
            "A word of more than {longest-word} characters becomes `[UNK]` at once, as in "
            "Hugging Face’s WordPiece. Make this word shorter and see.",
            texts.Trace("toy-printed", 3, "hug" + "s" * 98),
        ),
    ),
    exercise=Quiz(
        "How does WordPiece split `pugs` with the {entries @3} entries of the course’s example?",
        questions.Tokens("toy-printed", 3, "pugs"),
    ),
    link=Link("encode?step=9&with=replay&text=pugs mug"),
)

"""Encoding, unknown words and longest match."""

from pages.lessons.model import END, Entries, Lesson, Link, Scene, Tokens, Trace, prose
from wordpiece.message import message

LESSON = Lesson(
    id="encoding",
    title=message("From words to tokens"),
    line=message("Longest match, unknown words, and why merges can give something else"),
    training="toy-printed",
    scenes=(
        Scene(
            prose(
                "WordPiece forgets its merges and keeps only the vocabulary. Here are the entries "
                "that the course’s example ends with: {entries @3} of them."
            ),
            Entries("toy-printed", 3),
        ),
        Scene(
            prose(
                "From the left it looks for the longest entry that fits, and goes on behind it. "
                "`hugs` becomes {match hugs @3}."
            ),
            Trace("toy-printed", 3, "hugs"),
        ),
        Scene(
            prose(
                "Where nothing fits, the whole word becomes `[UNK]`, even the pieces found before. "
                "`b` and `##u` are known, but `##m` is not."
            ),
            Trace("toy-printed", 3, "bum"),
        ),
        Scene(
            prose(
                "BPE loses less: only the character that it never saw is unknown. `mug` becomes "
                "{replay mug @3 of toy-bpe}."
            ),
            Trace("toy-bpe", 3, "mug", ("replay",)),
        ),
        Scene(
            prose(
                "Does it matter that the merges are forgotten? After all {merges of toy} merges "
                "`pugs` comes out in two ways: the longest entry, or the pair learned first."
            ),
            Trace("toy", END, "pugs", ("match", "replay")),
        ),
        Scene(
            prose(
                "One more limit is easy to miss: WordPiece gives up at once on a word of more than "
                "{longest-word} characters. Make this one shorter and see."
            ),
            Trace("toy-printed", 3, "hugs" * 26),
        ),
    ),
    exercise=(
        Tokens(
            prose(
                "WordPiece, with the {entries @3} entries of the course’s example: how is `pugs` "
                "cut?"
            ),
            "toy-printed",
            3,
            "pugs",
        ),
        Tokens(
            prose(
                "BPE, with the merges {token @1 of toy-bpe}, {token @2 of toy-bpe} and {token @3 "
                "of toy-bpe}: how is `thug` cut?"
            ),
            "toy-bpe",
            3,
            "thug",
            "replay",
        ),
    ),
    link=Link(
        message("Encode your own text"),
        "encode",
        {"step": "9", "with": "replay", "text": "pugs mug"},
    ),
)

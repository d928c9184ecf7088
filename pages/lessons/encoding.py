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
                "After training, WordPiece keeps only the vocabulary and forgets the merges. These "
                "are the {entries @3} entries at the end of the course’s example."
            ),
            Entries("toy-printed", 3),
        ),
        Scene(
            prose(
                "From the left it takes the longest entry that fits and continues after it: greedy "
                "longest-match-first. `hugs` becomes {match hugs @3}."
            ),
            Trace("toy-printed", 3, "hugs"),
        ),
        Scene(
            prose(
                "Where nothing fits, the whole word becomes `[UNK]`, even the tokens found before. "
                "`b` and `##u` are in the vocabulary, but `##m` is not."
            ),
            Trace("toy-printed", 3, "bum"),
        ),
        Scene(
            prose(
                "BPE loses less: only characters outside its base vocabulary become `[UNK]`. `mug` "
                "becomes {replay mug @3 of toy-bpe}."
            ),
            Trace("toy-bpe", 3, "mug", ("replay",)),
        ),
        Scene(
            prose(
                "One unknown character is enough. With the course’s full vocabulary `HOgging` is "
                "{match HOgging @end of course}, though only its `O` is unknown."
            ),
            Trace("course", END, "HOgging", ("match", "replay")),
        ),
        Scene(
            prose(
                "Merge replay can also split a known word differently. `hugs` is {match hugs @3} "
                "by longest match, and {replay hugs @3} when the merges are replayed."
            ),
            Trace("toy-printed", 3, "hugs", ("match", "replay")),
        ),
        Scene(
            prose(
                "By the formula the two part on `pugs`, after all {merges of toy} merges. Longest "
                "match takes the longest entry, merge replay the pair learned first."
            ),
            Trace("toy", END, "pugs", ("match", "replay")),
        ),
        Scene(
            prose(
                "WordPiece also has a limit: here a word of more than {longest-word} characters is "
                "`[UNK]` at once. Make this one shorter and see."
            ),
            Trace("toy-printed", 3, "hugs" * 26),
        ),
    ),
    exercise=(
        Tokens(
            prose(
                "WordPiece, with the {entries @3} entries of the course’s example: how is `pugs` "
                "split?"
            ),
            "toy-printed",
            3,
            "pugs",
        ),
        Tokens(
            prose(
                "BPE, with the merges {token @1 of toy-bpe}, {token @2 of toy-bpe} and {token @3 "
                "of toy-bpe}: how is `thug` split?"
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

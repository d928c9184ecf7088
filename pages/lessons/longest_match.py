"""Encoding, unknown words and longest match."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="longest-match",
    title=message("Encoding: longest match or merge replay"),
    point=message(
        "BPE replays its merges; WordPiece needs only the vocabulary and always takes "
        "the longest entry that fits."
    ),
    training="toy-printed",
    scenes=(
        Scene(
            "After training, WordPiece keeps only the vocabulary and forgets the merges. These "
            "are the {entries @3} entries at the end of the course’s example.",
            panels.Entries("toy-printed", 3),
        ),
        Scene(
            "From the left it takes the longest entry that fits and continues after it: greedy "
            "longest-match-first. `hugs` becomes {match hugs @3}.",
            panels.Trace("toy-printed", 3, "hugs"),
        ),
        Scene(
            "Where nothing fits, the whole word becomes `[UNK]`, even the tokens found before. "
            "`b` and `##u` are in the vocabulary, but `##m` is not.",
            panels.Trace("toy-printed", 3, "bum"),
        ),
        Scene(
            "BPE loses less: only characters outside its base vocabulary become `[UNK]`. `mug` "
            "becomes {replay mug @3 of toy-bpe}.",
            panels.Trace("toy-bpe", 3, "mug", ("replay",)),
        ),
        Scene(
            "One unknown character is enough. With the course’s full vocabulary `HOgging` is "
            "{match HOgging @end of course}, though only its `O` is unknown.",
            panels.Trace("course", END, "HOgging", ("match", "replay")),
        ),
        Scene(
            "Merge replay can also split a known word differently. `hugs` is {match hugs @3} "
            "by longest match, and {replay hugs @3} when the merges are replayed.",
            panels.Trace("toy-printed", 3, "hugs", ("match", "replay")),
        ),
        Scene(
            "By the formula the two part on `pugs`, after all {merges of toy} merges. Longest "
            "match takes the longest entry, merge replay the pair learned first.",
            panels.Trace("toy", END, "pugs", ("match", "replay")),
        ),
        Scene(
            "WordPiece also has a limit: here a word of more than {longest-word} characters is "
            "`[UNK]` at once. Make this one shorter and see.",
            panels.Trace("toy-printed", 3, "hugs" * 26),
        ),
    ),
    exercise=(
        Quiz(
            "WordPiece, with the {entries @3} entries of the course’s example: how is `pugs` "
            "split?",
            questions.Tokens("toy-printed", 3, "pugs"),
        ),
        Quiz(
            "BPE, with the merges {token @1 of toy-bpe}, {token @2 of toy-bpe} and {token @3 "
            "of toy-bpe}: how is `thug` split?",
            questions.Tokens("toy-bpe", 3, "thug", "replay"),
        ),
    ),
    link=Link(message("Encode your own text"), "encode?step=9&with=replay&text=pugs mug"),
)

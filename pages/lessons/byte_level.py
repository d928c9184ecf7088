"""Base vocabularies of characters and of bytes, and the course's BPE walk."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="byte-level",
    title=message("Bytes: nothing is unknown"),
    point=message(
        "A text is a sequence of bytes, and there are only 256 different ones: a "
        "vocabulary that has them all knows every text."
    ),
    training="course-bpe",
    scenes=(
        Scene(
            "The base vocabulary, or alphabet, holds the characters of the training text. No "
            "emoji is in the course’s sentences, so `🤗` becomes `[UNK]`.",
            panels.EditableText("course-plain-bpe", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            "A computer stores text as bytes. UTF-8, the usual encoding, needs {utf8 a} byte "
            "for `a` and {utf8 🤗} bytes for `🤗`.",
            panels.Bytes("aé字🤗"),
        ),
        Scene(
            "There are only {byte-values} different bytes. GPT-2 takes all of them as its base "
            "vocabulary, and so needs no `[UNK]`: this is byte-level BPE.",
            panels.EditableText("course-bytes", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            "GPT-2 writes each byte as one visible character, and a space as `Ġ`. A word "
            "carries the space before it; here are the course’s words.",
            panels.Words("course-bpe", 0),
        ),
        Scene(
            "The course trains BPE on these words. It prints the first pair frequencies, and "
            "the engine finds the same.",
            panels.Printed(
                (
                    ("`T` + `h`", "{printed 3}", "{count T h @0}"),
                    ("`h` + `i`", "{printed 3}", "{count h i @0}"),
                    ("`i` + `s`", "{printed 5}", "{count i s @0}"),
                    ("`Ġ` + `i`", "{printed 2}", "{count Ġ i @0}"),
                    ("`Ġ` + `t`", "{printed 7}", "{count Ġ t @0}"),
                    ("`t` + `h`", "{printed 3}", "{count t h @0}"),
                )
            ),
        ),
        Scene(
            "{pair @1} has the highest pair frequency and merges first. {merges} merges fill "
            "the vocabulary up to {entries @end} entries.",
            panels.Walk("course-bpe", END, first=1),
        ),
        Scene(
            "Merge replay gives what the course prints: `not` falls apart, as no merge joins "
            "its letters.",
            panels.EditableText("course-bpe", END, "This is not a token.", how="replay"),
        ),
        Scene(
            "The course’s example is not byte-level: its base vocabulary holds only characters "
            "of its own sentences. So each byte of `🤗` is unknown here, and `?` is, too.",
            panels.EditableText("course-bpe", END, "Is this a 🤗 token?", how="replay"),
        ),
    ),
    exercise=(
        Quiz(
            "{token @10} was the last token made. Which pair can come next?",
            questions.Next("course-bpe", 10),
        ),
        Quiz(
            "With all {merges} merges: how is `tokenizer` split at the very beginning of a "
            "text, where no space stands before it?",
            questions.Tokens("course-bpe", END, "tokenizer", "replay"),
        ),
    ),
    link=Link(
        message("Go through all merges on Train"), "train?corpus=course&recipe=course-bpe&step=1"
    ),
)

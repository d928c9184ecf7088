"""Base vocabularies of characters and of bytes, and the course's BPE walk."""

from pages.lessons.model import (
    END,
    Bytes,
    EditableText,
    Lesson,
    Link,
    Next,
    Printed,
    Prose,
    Scene,
    Tokens,
    Walk,
    Words,
    prose,
)
from wordpiece.message import message

PRINTED = (
    ("T h", "3"),
    ("h i", "3"),
    ("i s", "5"),
    ("Ġ i", "2"),
    ("Ġ t", "7"),
    ("t h", "3"),
)

LESSON = Lesson(
    id="bytes",
    title=message("Characters and bytes"),
    line=message("Why an emoji is unknown to one tokenizer and never to another"),
    training="course-bpe",
    scenes=(
        Scene(
            prose(
                "The base vocabulary, or alphabet, holds the characters of the training text. No "
                "emoji is in the course’s sentences, so `🤗` becomes `[UNK]`."
            ),
            EditableText("course-plain-bpe", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            prose(
                "A computer stores text as bytes. UTF-8, the usual encoding, needs {utf8 a} byte "
                "for `a` and {utf8 🤗} bytes for `🤗`."
            ),
            Bytes("aé字🤗"),
        ),
        Scene(
            prose(
                "There are only {byte-values} different bytes. GPT-2 takes all of them as its base "
                "vocabulary, and so needs no `[UNK]`: this is byte-level BPE."
            ),
            EditableText("course-bytes", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            prose(
                "GPT-2 writes each byte as one visible character, and a space as `Ġ`. A word "
                "carries the space before it; here are the course’s words."
            ),
            Words("course-bpe", 0),
        ),
        Scene(
            prose(
                "The course trains BPE on these words. It prints the first pair frequencies, and "
                "the engine finds the same."
            ),
            Printed(
                tuple(
                    (
                        Prose(" + ".join(f"`{part}`" for part in pair.split())),
                        f"{{printed {count}}}",
                        f"{{count {pair} @0}}",
                    )
                    for pair, count in PRINTED
                )
            ),
        ),
        Scene(
            prose(
                "{pair @1} has the highest pair frequency and merges first. {merges} merges fill "
                "the vocabulary up to {entries @end} entries."
            ),
            Walk("course-bpe", END, first=1),
        ),
        Scene(
            prose(
                "Merge replay gives what the course prints: `not` falls apart, as no merge joins "
                "its letters."
            ),
            EditableText("course-bpe", END, "This is not a token.", how="replay"),
        ),
        Scene(
            prose(
                "The course’s example is not byte-level: its base vocabulary holds only characters "
                "of its own sentences. So each byte of `🤗` is unknown here, and `?` is, too."
            ),
            EditableText("course-bpe", END, "Is this a 🤗 token?", how="replay"),
        ),
    ),
    exercise=(
        Next(
            prose("{token @10} was the last token made. Which pair can come next?"),
            "course-bpe",
            10,
        ),
        Tokens(
            prose(
                "With all {merges} merges: how is `tokenizer` split at the very beginning of a "
                "text, where no space stands before it?"
            ),
            "course-bpe",
            END,
            "tokenizer",
            "replay",
        ),
    ),
    link=Link(
        message("Go through all merges on Train"),
        "train",
        {"corpus": "course", "recipe": "course-bpe", "step": "1"},
    ),
)

"""Bytes as the alphabet: every text can be written, and what that costs."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import texts, training
from wordpiece.message import message

LESSON = Lesson(
    id="bytes-as-alphabet",
    title=message("Bytes: nothing is unknown"),
    point=message(
        "Every text is a sequence of bytes, so a vocabulary with all 256 different bytes can "
        "encode it."
    ),
    training="course-bpe",
    scenes=(
        Scene(
            "An alphabet made of the characters of the training text has gaps. The course’s "
            "sentences have no emoji, so `🤗` becomes `[UNK]`.",
            texts.EditableText("course-plain-bpe", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            "Computers store text as bytes. In UTF-8, the usual encoding, `a` takes {utf8 a} "
            "byte and `🤗` takes {utf8 🤗} bytes. Type other characters.",
            texts.Bytes("aé字🤗"),
        ),
        Scene(
            "Only {byte-values} different bytes exist. Byte-level BPE, made for GPT-2, takes all "
            "of them as its alphabet. So it can write every text and needs no `[UNK]`.",
            texts.EditableText("course-bytes", END, "Hugging 🤗", how="replay"),
        ),
        Scene(
            "GPT-2 writes each byte as one visible character, the space as `Ġ`. The space before "
            "a word belongs to that word. These are the course’s words, split into bytes.",
            training.Words("course-bpe", 0),
        ),
        Scene(
            "Bytes have a price: a character whose bytes were never merged costs one token for "
            "each byte. Type words in several scripts, and count the tokens.",
            texts.EditableText("course-bytes", END, "token токен 字", how="replay"),
        ),
    ),
    exercise=Quiz(
        "Byte-level BPE was trained on the course’s sentences, which have neither `é` nor "
        "`字`. How many tokens does `é字` become?",
        questions.HowMany("course-bytes", END, "é字"),
    ),
    link=Link("encode?corpus=course&recipe=byte-level-bpe&step=19&text=Hugging 🤗"),
)

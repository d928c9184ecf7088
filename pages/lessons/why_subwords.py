"""Why tokens are subwords: unknown words, long texts, and a compromise."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import sizes, texts
from wordpiece.message import message

LESSON = Lesson(
    id="why-subwords",
    title=message("Why subwords?"),
    point=message(
        "With subwords as tokens, fewer words are unknown than with whole words, and texts have "
        "fewer tokens than with characters."
    ),
    training="half-bpe",
    scenes=(
        Scene(
            "A language model works on numbers. A tokenizer splits a text into tokens from a "
            "fixed list, the vocabulary. For each token the model gets a number: the token’s "
            "place in that list, its id.",
            texts.EditableText("toy-bpe", END, "pun hugs", how="replay"),
        ),
        Scene(
            "Suppose that the tokens are whole words. Then a word that training never saw is "
            "unknown: `bugs` becomes `[UNK]`. Type other words and see.",
            texts.EditableText("toy-bpe", END, "hugs bugs", how="words"),
        ),
        Scene(
            "With the {words} different words and punctuation marks of a story’s first half as "
            "tokens, {unseen-new} of the {unseen} in its second half (repeats included) are "
            "unknown. A longer list helps, but each entry adds a row of numbers to the model.",
            sizes.Unseen("half-bpe", ()),
        ),
        Scene(
            "Suppose that the tokens are single characters. Then `bugs` can be written, but one "
            "letter means little, and texts get long.",
            texts.EditableText("toy-bpe", 0, "hugs bugs", how="replay"),
        ),
        Scene(
            "Subwords are a compromise between characters and whole words. Training joins "
            "neighbouring tokens into longer tokens, merge by merge. A frequent word becomes "
            "one token, and a new word is split into known parts. Move the slider.",
            texts.EditableText("toy-bpe", 0, "hugs bugs", how="replay", slide=True),
        ),
        Scene(
            "The story’s second half has {unseen-tokens @0} tokens if tokens are characters, "
            "and {unseen-tokens @100} if they are subwords after {given 100} merges. Either "
            "way, only new characters are unknown. Each further {given 50} merges save fewer "
            "tokens than the {given 50} before.",
            sizes.Unseen("half-bpe", (50, 100, 150)),
        ),
    ),
    exercise=Quiz(
        "Training saw the words `hug`, `pug`, `pun`, `bun` and `hugs`. The subwords are the "
        "entries below. Which kind of token gives “bugs pun” the fewest tokens, if `[UNK]` is "
        "not allowed?",
        questions.Unit("toy-bpe", 3, "bugs pun"),
    ),
    link=Link("encode?step=9&text=hugs bugs"),
)

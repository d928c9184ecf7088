"""The price of an entry and of a token: size of the vocabulary, length of texts, languages."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import sizes, sources
from wordpiece.message import message

LESSON = Lesson(
    id="token-cost",
    title=message("What a token costs"),
    point=message(
        "A larger vocabulary makes the model larger, but a text then has fewer tokens. For the "
        "same text, some languages need far more tokens than others."
    ),
    training="story-bpe",
    scenes=(
        Scene(
            "A larger vocabulary means fewer tokens per word: a lower fertility. In BPE the "
            "first merges save the most tokens. The first merges by WordPiece’s score save "
            "fewer, because the score prefers rare pairs. Move the slider.",
            sizes.Fertility(("story", "story-bpe")),
        ),
        Scene(
            "Characters as tokens mean {fertility @0} tokens per word. In the training text, "
            "whole words look best: fewer entries than after {given 200} merges, and the "
            "fewest tokens. But with whole words many words of a new text are unknown, as in "
            "lesson {given 1}.",
            sizes.Sizes("story-bpe", (50, 100, 200, 250)),
        ),
        Scene(
            "Each entry has a price: a row of numbers in the model, its embedding. BERT-base "
            "(uncased) has {given 30522} entries of {given 768} numbers each, about a fifth of "
            "all its numbers; in XLM-R base, for many languages, the share is over two thirds.",
            sources.Works(
                (message("model"), message("entries × numbers per entry")),
                (
                    (
                        "BERT-base, uncased",
                        "{given 30522} × {given 768} = {product 30522 768}",
                        sources.BERT,
                    ),
                    (
                        "GPT-2, small",
                        "{given 50257} × {given 768} = {product 50257 768}",
                        sources.GPT_2,
                    ),
                    (
                        "XLM-R, base",
                        "{given 250002} × {given 768} = {product 250002 768}",
                        sources.XLM_R,
                    ),
                ),
            ),
        ),
        Scene(
            "Each token has a price, too. Many online services charge by the token, a context "
            "window has room for a limited number of tokens ({given 512} in BERT), and BERT’s "
            "attention compares every token with every token in its window.",
            sizes.Sizes("story-bpe", (50, 100, 200), shows="reading"),
        ),
        Scene(
            "In most languages the same sentences need more tokens than in English, above all "
            "if training saw only English. In parity-aware BPE the language with the most "
            "tokens chooses each merge, so all languages need about equally many.",
            sizes.Languages(("story-bytes", "languages-bytes", "languages-parity"), 250),
        ),
    ),
    exercise=Quiz(
        "A model has this vocabulary and keeps {given 10} numbers for each entry. How many "
        "numbers does its table of embeddings have?",
        questions.Parameters("toy-special", END, 10),
    ),
    link=Link("compare?corpus=story&by=size&step=100"),
)

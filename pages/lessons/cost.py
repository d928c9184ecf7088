"""The price of an entry and of a token: size of the vocabulary, length of texts, languages."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import sizes, sources
from wordpiece.message import message

LESSON = Lesson(
    id="token-cost",
    title=message("What a token costs"),
    point=message(
        "With a larger vocabulary the model is larger and texts have fewer tokens, but the same "
        "sentence usually has more tokens in some languages than in others."
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
            "Characters as tokens give {fertility @0} tokens per word. In the training text, "
            "whole words look best, with the fewest tokens and fewer entries than after {given "
            "200} merges. But with whole words many words in new texts are unknown, as in "
            "lesson {given 1}.",
            sizes.Sizes("story-bpe", (50, 100, 200, 250)),
        ),
        Scene(
            "Each entry has a price: its embedding, a row of numbers in the model. In "
            "BERT-base (uncased), the {given 30522} rows of {given 768} numbers are about a "
            "fifth of the model’s numbers. In the multilingual XLM-R base, the share is over "
            "two thirds.",
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
            "Each token has a price, too. Many online services charge by the token. A context "
            "window limits how many tokens a model reads at a time ({given 512} in BERT). "
            "BERT’s attention compares each token with every token in the window.",
            sizes.Sizes("story-bpe", (50, 100, 200), shows="reading"),
        ),
        Scene(
            "Most languages need more tokens than English for the same text, above all if "
            "training saw only English. In parity-aware BPE, the language with the most tokens at "
            "a step chooses the merge. Soon all need about equally many in total.",
            sizes.Languages(("story-bytes", "languages-bytes", "languages-parity"), 100),
        ),
    ),
    exercise=Quiz(
        "BPE merges {pair @2 of toy-bpe} next. Each word counts as often as it occurs. The model "
        "keeps {given 10} numbers for each entry. How many of these numbers, and how many tokens, "
        "does the merge add or remove?",
        questions.NextChanges("toy-bpe", 1, 10),
    ),
    link=Link("compare?corpus=story&by=size&step=100"),
)

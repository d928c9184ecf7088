"""The price of an entry and of a token: size of the vocabulary, length of texts, languages."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
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
            "first merges save most. By WordPiece’s score they save less, because the score "
            "prefers rare pairs. Move the slider.",
            panels.Fertility(("story", "story-bpe"), 0),
        ),
        Scene(
            "Merges lead from characters ({fertility @0} tokens per word) to whole words. In "
            "the training text, whole words look best: fewer entries than after {given 200} "
            "merges, and the fewest tokens. But many words of a new text are unknown, as in "
            "lesson {given 1}.",
            panels.Sizes("story-bpe", (50, 100, 200, 250)),
        ),
        Scene(
            "Each entry has a price: a row of numbers in the model, its embedding. BERT-base "
            "(uncased) has {given 30522} entries of {given 768} numbers each, about a fifth of "
            "all its numbers; in XLM-R base, for many languages, the share is over two thirds.",
            panels.Works(
                (message("model"), message("entries × numbers per entry")),
                (
                    panels.Work(
                        "BERT-base, uncased",
                        "{given 30522} × {given 768} = {product 30522 768}",
                        "Devlin et al. 2019",
                        "https://aclanthology.org/N19-1423",
                    ),
                    panels.Work(
                        "GPT-2, small",
                        "{given 50257} × {given 768} = {product 50257 768}",
                        "Radford et al. 2019",
                        "https://cdn.openai.com/better-language-models/"
                        "language_models_are_unsupervised_multitask_learners.pdf",
                    ),
                    panels.Work(
                        "XLM-R, base",
                        "{given 250002} × {given 768} = {product 250002 768}",
                        "Conneau et al. 2020",
                        "https://aclanthology.org/2020.acl-main.747",
                    ),
                ),
            ),
        ),
        Scene(
            "Each token has a price, too. Many online services charge by the token, a context "
            "window has room for a limited number of tokens ({given 512} in BERT), and BERT’s "
            "attention compares every token with every token in its window.",
            panels.Sizes("story-bpe", (50, 100, 200), shows="cost"),
        ),
        Scene(
            "In most languages the same sentences need more tokens than in English, above all "
            "if training saw only English. In parity-aware BPE the language with the most "
            "tokens chooses each merge, so all need about equally many tokens.",
            panels.Languages(("story-bytes", "languages-bytes", "languages-parity"), 250),
        ),
    ),
    exercise=Quiz(
        "A model has this vocabulary and keeps {given 10} numbers for each entry. How many "
        "numbers does its table of embeddings have?",
        questions.Parameters("toy-special", END, 10),
    ),
    link=Link("compare?corpus=story&by=size&step=100"),
)

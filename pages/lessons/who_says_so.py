"""The formula of the course, and the likelihood that the papers mention."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.prose import prose
from wordpiece.message import message

LESSON = Lesson(
    id="who-says-so",
    title=message("Who says so?"),
    point=message(
        "Google has not released the program that made BERT’s vocabulary; the formula "
        "of these lessons is the Hugging Face course’s best guess."
    ),
    training="toy-likelihood",
    scenes=(
        Scene(
            "Google never published the program that trains WordPiece. The formula of these "
            "lessons is a reconstruction from what was published, and may not be exact.",
            panels.Works(
                (message("who"), message("which pair merges")),
                (
                    panels.Work(
                        "Schuster & Nakajima",
                        prose("the one that raises the likelihood of the training data most"),
                        "Japanese and Korean Voice Search, 2012",
                        "https://research.google/pubs/japanese-and-korean-voice-search/",
                    ),
                    panels.Work(
                        "Google, BERT",
                        prose("not said: the vocabulary is published, its trainer is not"),
                        "google-research/bert",
                        "https://github.com/google-research/bert"
                        "#learning-a-new-wordpiece-vocabulary",
                    ),
                    panels.Work(
                        "Hugging Face",
                        prose("the one with the best ratio, “our best guess”"),
                        "LLM Course, 6.6",
                        "https://huggingface.co/learn/llm-course/chapter6/6",
                    ),
                    panels.Work(
                        "tokenizers",
                        prose("the most frequent one, as in BPE"),
                        "LLM Course, 6.6",
                        "https://huggingface.co/learn/llm-course/chapter6/6",
                    ),
                ),
            ),
        ),
        Scene(
            "The library marks tokens as WordPiece does, with `##`. But it ranks pairs as BPE "
            "does: by pair frequency, how often the two occur together.",
            panels.Scores("toy-library", 0),
        ),
        Scene(
            "So {pair @1 of toy-library} merges first: the two occur together {count ##u ##g @0 of "
            "toy-library} times. "
            "WordPiece’s formula takes {pair @1 of toy}.",
            panels.Divergence("toy", "toy-library"),
        ),
        Scene(
            "A unigram model draws every token at random, each as often as it occurs. The "
            "likelihood of a corpus is the chance of drawing just this corpus; logarithms turn "
            "the long product into a sum.",
            panels.Likelihood("toy-likelihood"),
        ),
        Scene(
            "A merge leaves fewer tokens to draw. Merging {pair @1} lifts the log-likelihood "
            "from {log-likelihood @0} to {log-likelihood @1}: that is its gain.",
            panels.MergeGain("toy-likelihood", 0, ("##u", "##g")),
        ),
        Scene(
            "The rules part at once: the ratio takes {pair @1 of toy}, the gain {pair @1}. The "
            "gain has the ratio in it, but as a logarithm, and multiplied by the pair "
            "frequency: a rare pair gains little.",
            panels.Rules(
                ("toy", "toy-library", "toy-likelihood"),
                0,
                (
                    ("##u", "##g"),
                    ("p", "##u"),
                    ("##u", "##n"),
                    ("h", "##u"),
                    ("##g", "##s"),
                    ("b", "##u"),
                ),
            ),
        ),
        Scene(
            "On these words the gain takes nearly the way of the plain count. They part late: "
            "{pair @6} gains more than {pair @7}, though that pair is more frequent.",
            panels.Side(("toy", "toy-likelihood", "toy-library"), 6),
        ),
        Scene(
            "Coin throws have no parts to find. The gain stops after {merges of "
            "coins-likelihood} merges, where no merge makes the corpus more likely; the ratio "
            "makes {merges of coins}, until every throw is one token.",
            panels.Scores("coins-likelihood", END),
        ),
    ),
    exercise=(
        Quiz("By the gain: which pair merges first?", questions.Next("toy-likelihood", 0)),
        Quiz("Two pairs are left. Which one gains more?", questions.Next("toy-likelihood", 5)),
    ),
    link=Link(message("Train by the gain"), "train?recipe=likelihood&step=1"),
)

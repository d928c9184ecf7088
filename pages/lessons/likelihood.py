"""The formula of the course, and the likelihood that the papers mention."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.prose import prose
from wordpiece.message import message

LESSON = Lesson(
    id="likelihood",
    title=message("The formula and the likelihood"),
    line=message("What the papers say WordPiece maximizes, and what the course’s formula does"),
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
            "The formula prefers pairs of rare parts. Once merges of our choice have made "
            "these parts, `hu` + `##gging` comes next, at merge {made hu ##gging of poles}; "
            "the more frequent `un` + `##able` waits until {made un ##able of poles}.",
            panels.Rules(("poles", "poles-library"), 9, (("hu", "##gging"), ("un", "##able"))),
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

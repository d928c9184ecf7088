"""Published descriptions of WordPiece: the sources, the library, and the likelihood."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import scores, sources
from pages.lessons.prose import prose
from wordpiece.message import message

LIKELIHOOD = prose("merges the pair that raises the likelihood of the training data most")
TOP_DOWN = prose("keeps substrings that occur often enough, and merges no pairs")
RATIO = prose("merges the pair with the best ratio, which the course calls “our best guess”")
COUNT = prose("merges the pair that occurs most often")

LESSON = Lesson(
    id="published-rules",
    title=message("Published descriptions of WordPiece"),
    point=message(
        "The published descriptions of WordPiece differ, and the formula in these lessons is the "
        "Hugging Face course’s best guess."
    ),
    training="toy-likelihood",
    scenes=(
        Scene(
            "The published descriptions differ. Google has not released the program that made "
            "BERT’s vocabulary. The Hugging Face course’s best guess is the ratio: count of the "
            "pair ÷ product of its parts’ counts. No text by Google has it.",
            sources.Works(
                (message("who"), message("algorithm"), message("code")),
                (
                    (
                        "Schuster & Nakajima (Google)",
                        LIKELIHOOD,
                        sources.SCHUSTER,
                        prose("not published"),
                    ),
                    (
                        "Wu et al. (Google)",
                        prose(
                            "aims at the highest likelihood of the training data; also at the "
                            "vocabulary of a given size that splits this data into the fewest "
                            "wordpieces"
                        ),
                        sources.WU,
                        prose("not published"),
                    ),
                    (
                        "TensorFlow Text (Google)",
                        prose(
                            "top-down, without merges: keeps substrings that occur often "
                            "enough; the guide says that the program follows BERT’s "
                            "implementation"
                        ),
                        sources.TENSORFLOW_TEXT,
                        prose("published"),
                    ),
                    (
                        "Hugging Face LLM Course",
                        RATIO,
                        sources.COURSE,
                        prose("an example in the course"),
                    ),
                ),
            ),
        ),
        Scene(
            "Hugging Face’s `tokenizers` library has a WordPieceTrainer. It writes `##` as "
            "WordPiece does, but it ranks pairs by count, as BPE does. So on the toy words it "
            "merges {pair @1 of toy-library} first. By the course’s formula, {pair @1 of toy} "
            "merges first.",
            scores.Divergence("toy", "toy-library"),
        ),
        Scene(
            "No Google paper names the model of the likelihood. Here a symbol’s probability p is "
            "its share of the corpus. The gain of {pair @1} is the rise in log-likelihood, the sum "
            "of ln p over all occurrences, from {log-likelihood @0} to {log-likelihood @1}.",
            scores.MergeGain("toy-likelihood", 0, ("##u", "##g")),
        ),
        Scene(
            "PMI = ln(ratio × number of symbols in the corpus), so PMI ranks pairs as the ratio "
            "does: {pair @1 of toy} is best. Here the gain is somewhat more than count × PMI, so "
            "it favours frequent pairs: {pair @1} is best.",
            scores.Gains(
                "toy-likelihood",
                0,
                (("##g", "##s"), ("##u", "##n"), ("h", "##u"), ("##u", "##g"), ("b", "##u")),
            ),
        ),
    ),
    exercise=Quiz(
        "These pairs occur in the course’s sentences. By whose rule does {pair @1 of course} merge "
        "first? PMI ranks pairs as the ratio does. The gain is the rise of the log-likelihood.",
        questions.WhoseRule(
            "course-likelihood",
            0,
            (("T", "##h"), ("a", "##b"), ("##e", "##r")),
            "course",
            (
                ("Schuster & Nakajima (Google)", "course-likelihood", LIKELIHOOD),
                ("TensorFlow Text (Google)", None, TOP_DOWN),
                ("Hugging Face LLM Course", "course", RATIO),
                ("tokenizers (Hugging Face)", "course-library", COUNT),
            ),
        ),
    ),
    link=Link("train?recipe=likelihood&step=1"),
)

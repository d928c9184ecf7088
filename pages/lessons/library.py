"""How the tokenizers library breaks ties."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import scores, training
from wordpiece.message import message

LESSON = Lesson(
    id="library-merges",
    title=message("How the library breaks ties"),
    point=message(
        "The tokenizers library’s WordPieceTrainer can learn a different vocabulary each time it "
        "runs, because of how it breaks ties."
    ),
    training="toy-library",
    scenes=(
        Scene(
            "The library’s WordPieceTrainer ranks pairs by count, as BPE does. But the trainer "
            "counts a letter with `##` separately from the same letter without `##`. So in the "
            "course’s words `i` + `s` occurs {count i s @0 of course-plain-bpe} times, but `##i` + "
            "`##s` only {count ##i ##s @0 of course-library} times.",
            training.Side(("course", "course-plain-bpe", "course-library"), 1, last=20),
        ),
        Scene(
            "In a tie the library decides by symbol ids. Its WordPieceTrainer gives `##` symbols "
            "ids in no fixed order, so another run can merge another pair. After {given 4} merges, "
            "{tied-now @4 of course-library} pairs share the best count. This app breaks ties by a "
            "fixed rule.",
            scores.Scores("course-library", 4),
        ),
    ),
    exercise=Quiz(
        "After the merge that makes {token @4}, two pairs share the best count. Choose one of "
        "these two pairs; either answer is right.",
        questions.Next("toy-library", 4),
    ),
    link=Link("compare?corpus=course&step=10&library=True"),
)

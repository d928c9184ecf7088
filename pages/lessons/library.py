"""Why the library's WordPiece is BPE."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="library-ties",
    title=message("How the library breaks ties"),
    point=message("With ties broken by id, the same text can give another vocabulary each time."),
    training="toy-library",
    scenes=(
        Scene(
            "Train a WordPiece tokenizer with the `tokenizers` library, and its merges look "
            "like BPE’s. Many have asked why.",
            panels.Side(("toy", "toy-bpe", "toy-library"), 3, last=4),
        ),
        Scene(
            "Is it BPE, then? Nearly. With `##`, a letter that begins a word and the same "
            "letter inside one are counted apart: on the course’s words BPE first joins {pair "
            "@1 of course-plain-bpe}, the library’s rule {pair @1 of course-library}.",
            panels.Side(("course", "course-plain-bpe", "course-library"), 10, last=20),
        ),
        Scene(
            "The library breaks ties by id, and its WordPieceTrainer numbers `##` symbols in "
            "the order of a hash: the same text can give another vocabulary each time. Here a "
            "rule decides; these trainings were made just now.",
            panels.Again("course-library", times=3, merges=10),
        ),
    ),
    exercise=(
        Quiz(
            "By the library’s rule: which pair can merge after {token @4}?",
            questions.Next("toy-library", 4),
        ),
    ),
    link=Link(message("See all of them on Compare"), "compare?corpus=course&step=10"),
)

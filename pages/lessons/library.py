"""Why the library's WordPiece is BPE."""

from pages.lessons.model import Again, Lesson, Link, Next, Parting, Scene, Scores, Side, prose
from wordpiece.message import message

LESSON = Lesson(
    id="library",
    title=message("Why the library’s WordPiece is BPE"),
    line=message("What WordPieceTrainer of the tokenizers library really counts"),
    training="toy-library",
    scenes=(
        Scene(
            prose(
                "Train a WordPiece tokenizer with the `tokenizers` library, and its merges look "
                "like BPE’s. Many have asked why."
            ),
            Side(("toy", "toy-bpe", "toy-library"), 3, last=4),
        ),
        Scene(
            prose(
                "The library writes tokens as WordPiece does, with `##`. But it ranks pairs as BPE "
                "does: by how often they stand together."
            ),
            Scores("toy-library", 0),
        ),
        Scene(
            prose(
                "So {pair @1} comes first, with {count ##u ##g @0} times together. WordPiece’s "
                "formula takes {pair @1 of toy}."
            ),
            Parting("toy", "toy-library"),
        ),
        Scene(
            prose(
                "Is it BPE, then? Nearly. `##` still tells where a letter stands: on the course’s "
                "words BPE first joins {pair @1 of course-plain-bpe} wherever they meet, and the "
                "library’s rule {pair @1 of course-library}."
            ),
            Side(("course", "course-plain-bpe", "course-library"), 10, last=20),
        ),
        Scene(
            prose(
                "The library breaks ties by the order of a hash, so the same text can give another "
                "vocabulary each time. Here ties follow a rule: these trainings were made just "
                "now."
            ),
            Again("course-library", times=3, merges=10),
        ),
    ),
    exercise=(
        Next(
            prose("Hugging Face style, some merges on. Which pair can come next?"), "toy-library", 4
        ),
    ),
    link=Link(message("See all of them on Compare"), "compare", {"corpus": "course", "step": "10"}),
)

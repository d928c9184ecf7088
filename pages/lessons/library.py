"""Why the library's WordPiece is BPE."""

from pages.lessons.model import Again, Lesson, Link, Next, Parting, Scene, Scores, Side

LESSON = Lesson(
    id="library",
    title="Why the library’s WordPiece is BPE",
    line="What WordPieceTrainer of the tokenizers library really counts",
    training="toy-library",
    scenes=(
        Scene(
            "Train a WordPiece tokenizer with the `tokenizers` library, and its merges look like "
            "BPE’s. Many have asked why.",
            Side(("toy", "toy-bpe", "toy-library"), 3, last=4),
        ),
        Scene(
            "The library writes tokens as WordPiece does, with `##`. But it ranks pairs as BPE "
            "does: by how often they stand together.",
            Scores("toy-library", 0),
        ),
        Scene(
            "So {pair @1} comes first, with {count ##u ##g @0} times together. WordPiece’s formula "
            "takes {pair @1 of toy}.",
            Parting("toy", "toy-library"),
        ),
        Scene(
            "Is it BPE, then? Nearly. `##` still tells where a letter stands: on the course’s "
            "words BPE first joins {pair @1 of course-plain-bpe} wherever they meet, and the "
            "library’s rule {pair @1 of course-library}.",
            Side(("course", "course-plain-bpe", "course-library"), 10, last=20),
        ),
        Scene(
            "The library breaks ties by the order of a hash, so the same text can give another "
            "vocabulary each time. Here ties follow a rule: these trainings were made just now.",
            Again("course-library", times=3, merges=10),
        ),
    ),
    exercise=(
        Next("Hugging Face style, some merges on. Which pair can come next?", "toy-library", 4),
    ),
    link=Link("See all of them on Compare", "compare", {"corpus": "course", "step": "10"}),
)

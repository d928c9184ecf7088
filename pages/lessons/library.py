"""How the tokenizers library breaks ties."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="library-ties",
    title=message("How the library breaks ties"),
    point=message(
        "In a tie the tokenizers library merges the pair whose symbols have the lower ids, but its "
        "WordPieceTrainer can number the symbols inside words differently in each run. So the same "
        "text can give two vocabularies."
    ),
    training="toy-library",
    scenes=(
        Scene(
            "The WordPieceTrainer of the `tokenizers` library makes almost the same merges as BPE, "
            "because both rank pairs by count.",
            panels.Side(("toy", "toy-bpe", "toy-library"), 1, last=4),
        ),
        Scene(
            "BPE and the library’s rule do not always agree: with `##`, a letter that begins a "
            "word and the same letter inside a word are counted apart. On the course’s words, "
            "BPE merges {pair @1 of course-plain-bpe} first, and the library’s rule merges "
            "{pair @1 of course-library}.",
            panels.Side(("course", "course-plain-bpe", "course-library"), 1, last=20),
        ),
        Scene(
            "In a tie the library merges the pair whose symbols have the lower ids, but its "
            "WordPieceTrainer numbers `##` symbols in no fixed order. In this app a fixed rule "
            "breaks ties, so these trainings, all made just now, agree.",
            panels.Again("course-library", times=3, merges=10),
        ),
    ),
    exercise=(
        Quiz(
            "After the merge that makes {token @4}, two pairs share the best count; the "
            "library breaks this tie by the ids of their symbols. Choose one of the two pairs.",
            questions.Next("toy-library", 4),
        ),
    ),
    link=Link(message("Compare the algorithms"), "compare?corpus=course&step=10&library=True"),
)

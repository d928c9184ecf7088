"""BPE on the same five words, and why the two differ."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="bpe",
    title=message("BPE: count"),
    point=message("BPE merges the pair that occurs most often, counts again, and repeats."),
    training="toy-bpe",
    scenes=(
        Scene(
            "BPE, byte-pair encoding, needs no `##` and no division. It counts how often each "
            "pair occurs: the pair frequency.",
            panels.Scores("toy-bpe", 0),
        ),
        Scene(
            "{pair @1} occurs {count u g @0} times, more often than any other pair, and merges "
            "first. Then come {token @2} and {token @3}.",
            panels.Walk("toy-bpe", 1, last=3),
        ),
        Scene(
            "WordPiece passed that pair by. BPE asks how often two symbols occur together; "
            "WordPiece asks whether they occur mainly together.",
            panels.Divergence("toy", "toy-bpe"),
        ),
        Scene(
            "So the two learn different tokens from the same words, and in another order.",
            panels.Side(("toy", "toy-bpe"), 3, last=3),
        ),
        Scene(
            "To encode a word, BPE replays its merges in the order they were learned. `bug` "
            "was not in training; it becomes {replay bug @3}.",
            panels.Trace("toy-bpe", 3, "bug", ("replay",)),
        ),
    ),
    exercise=(
        Quiz("After these merges, which pair does BPE merge next?", questions.Next("toy-bpe", 3)),
        Quiz(
            "With the merges {token @1}, {token @2} and {token @3}: how does BPE split `unhug`?",
            questions.Tokens("toy-bpe", 3, "unhug", "replay"),
        ),
    ),
    link=Link(message("Watch both side by side on Compare"), "compare?step=3"),
)

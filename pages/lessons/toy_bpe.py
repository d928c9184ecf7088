"""BPE on the same five words, and why the two differ."""

from pages.lessons.model import (
    Lesson,
    Link,
    Next,
    Parting,
    Scene,
    Scores,
    Side,
    Tokens,
    Trace,
    Walk,
    prose,
)
from wordpiece.message import message

LESSON = Lesson(
    id="toy-bpe",
    title=message("BPE, and why they differ"),
    line=message("The same words under the other rule: the most frequent pair merges"),
    training="toy-bpe",
    scenes=(
        Scene(
            prose(
                "BPE needs no `##` and no division. It asks one thing: which pair stands together "
                "most often?"
            ),
            Scores("toy-bpe", 0),
        ),
        Scene(
            prose(
                "{pair @1} stands together {count u g @0} times, more than any other pair. It "
                "merges first; then come {token @2} and {token @3}."
            ),
            Walk("toy-bpe", 1, last=3),
        ),
        Scene(
            prose(
                "WordPiece saw that pair as well and passed it by. BPE asks how often two symbols "
                "meet; WordPiece asks whether they keep to each other."
            ),
            Parting("toy", "toy-bpe"),
        ),
        Scene(
            prose("So they learn different tokens from the same words, in a different order."),
            Side(("toy", "toy-bpe"), 3, last=3),
        ),
        Scene(
            prose(
                "To encode a word, BPE makes its merges again, in the order they were learned. "
                "`bug` was never in training; it becomes {replay bug @3}."
            ),
            Trace("toy-bpe", 3, "bug", ("replay",)),
        ),
    ),
    exercise=(
        Next(prose("After these merges, which pair does BPE merge next?"), "toy-bpe", 3),
        Tokens(
            prose(
                "With the merges {token @1}, {token @2} and {token @3}: how does BPE cut `unhug`?"
            ),
            "toy-bpe",
            3,
            "unhug",
            "replay",
        ),
    ),
    link=Link(message("Watch both side by side on Compare"), "compare", {"step": "3"}),
)

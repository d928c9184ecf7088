"""BPE: count the pairs, merge the most frequent one, repeat."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import scores, texts, training
from wordpiece.message import message

LESSON = Lesson(
    id="bpe",
    title=message("BPE: count"),
    point=message("BPE merges the pair that occurs most often, counts again, and repeats."),
    training="toy-bpe",
    scenes=(
        Scene(
            "BPE, byte-pair encoding, learns subwords from words and their counts. At the "
            "start every character is a symbol of its own. Two neighbouring symbols of a word "
            "are a pair.",
            training.Words("toy-bpe", 0),
        ),
        Scene(
            "BPE counts how often each pair occurs in all words together. `u` + `g` occurs in "
            "`hug`, `pug` and `hugs`: {frequency hug} + {frequency pug} + {frequency hugs} = "
            "{count u g @0} times, more often than any other pair.",
            scores.Scores("toy-bpe", 0),
        ),
        Scene(
            "The most frequent pair, {pair @1}, merges: {token @1} becomes an entry of the "
            "vocabulary and replaces this pair in all words. Then BPE counts all pairs again. "
            "The next merges make {token @2} and {token @3}.",
            training.Walk("toy-bpe", 1, first=1, last=3),
        ),
        Scene(
            "Training ends when each word is one symbol, or earlier, for instance when the "
            "vocabulary reaches a chosen size. In this example, {alphabet} characters and the "
            "first {given 3} merges give {entries @3} entries.",
            training.Entries("toy-bpe", 3),
        ),
        Scene(
            "After two merges, these {words of family} words share {token @2 of family}. This "
            "token looks like a stem, but BPE knows only counts: the next merge makes {token "
            "@3 of family}, which only two of these words share.",
            training.Walk("family", 0),
        ),
        Scene(
            "To encode a word, BPE replays its merges in the order in which they were learned. "
            "The word `bug`, which was not in training, becomes {replay bug @3}.",
            texts.Trace("toy-bpe", 3, "bug", ("replay",)),
        ),
    ),
    exercise=Quiz(
        "After the merges that make {token @1}, {token @2} and {token @3}, which pair does BPE "
        "merge next?",
        questions.Next("toy-bpe", 3),
    ),
    link=Link("train?recipe=bpe&step=3"),
)

"""Unigram, which goes from many pieces to few."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import others
from wordpiece.message import message

LESSON = Lesson(
    id="unigram",
    title=message("Unigram: from many pieces to few"),
    point=message(
        "Unigram gives every piece a probability, splits a word in the most probable way, and "
        "removes the pieces that the words need least."
    ),
    training="toy",
    scenes=(
        Scene(
            "Unigram begins with many pieces, here {pieces}: all characters of the toy words, "
            "and all substrings shorter than their word. The probability of a piece is its "
            "count divided by the sum of all counts. For `hug` it is {piece-probability hug}.",
            others.Pieces("toy", 0),
        ),
        Scene(
            "A word can have several splits. The probability of a split is the product of the "
            "probabilities of its pieces. Unigram takes the most probable split: for `unhug` "
            "it is `un` `hug`, with probability {split-probability un hug}. `u` `n` `hug` has "
            "only {split-probability u n hug}.",
            others.Splits("toy", 0, word="unhug", slides=False),
        ),
        Scene(
            "A word’s loss is −ln of its best split’s probability. The corpus loss, summed "
            "over all word occurrences, is {loss}. If the other pieces keep their "
            "probabilities, this loss stays the same without `hu` and rises by {removal-cost "
            "hug} without `hug`.",
            others.RemovalCosts("toy", 0),
        ),
        Scene(
            "Each step removes the piece whose removal costs least. Words whose split used this "
            "piece get another split, as `hugs` does when `ugs` and later `hug` is removed. "
            "Characters are never removed, so after {removals} removals only they are left.",
            others.Splits("toy", 0, word="hugs"),
        ),
    ),
    exercise=Quiz(
        "After {given 5} removals the words have these best splits. Which removal costs least?",
        questions.CheapestRemoval("toy", 5, ("hug", "pu", "bu")),
    ),
    link=Link("train?recipe=unigram"),
)

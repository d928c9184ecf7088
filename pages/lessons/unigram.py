"""Unigram, which goes from many pieces to few."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
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
            "Unigram begins with many pieces: here all characters of the toy words, and all "
            "substrings shorter than their word, {pieces} in all. The probability of a piece is "
            "its count divided by the sum of all counts. For `hug` it is "
            "{piece-probability hug}.",
            panels.RemovalCosts("toy", 0, slides=False),
        ),
        Scene(
            "A word has several splits. The probability of a split is the product of the "
            "probabilities of its pieces. `unhug` becomes `un` `hug`, with "
            "{split-probability un hug}; `u` `n` `hug` has only {split-probability u n hug}.",
            panels.Splits("toy", 0, word="unhug", slides=False),
        ),
        Scene(
            "The loss of a word is −ln of the probability of its best split. The loss of the "
            "corpus sums these, each times the count of its word: {loss}. At the same "
            "probabilities, it does not change without `hu`; without `hug` it rises by "
            "{removal-cost hug}.",
            panels.RemovalCosts("toy", 0),
        ),
        Scene(
            "Each step removes the piece that costs least. Words whose split contained it are "
            "split in another way: `hugs` loses `ugs` and later `hug`. Characters stay, so after "
            "{removals} removals only they are left.",
            panels.Splits("toy", 0, word="hugs"),
        ),
    ),
    exercise=Quiz(
        "After {given 5} removals the words have these best splits. Which removal costs least?",
        questions.CheapestRemoval("toy", 5, ("hug", "pu", "bu")),
    ),
    link=Link("train?recipe=unigram"),
)

"""WordPiece: the count of a pair, divided by the counts of its parts."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import scores, training
from wordpiece.message import message

LESSON = Lesson(
    id="wordpiece",
    title=message("WordPiece: count ÷ chance"),
    point=message(
        "WordPiece merges the pair whose count is largest compared with the count expected by "
        "chance."
    ),
    training="toy",
    scenes=(
        Scene(
            "The {words} words are the same as for BPE. WordPiece writes `##`, the "
            "continuation prefix, before each symbol that continues a word: `##s` and an `s` "
            "that begins a word are two symbols. Before training, `word` would be split into "
            "{split word @0 of word}.",
            training.Words("toy", 0),
        ),
        Scene(
            "Score = count of the pair ÷ (count of its left part × count of its right part). "
            "The score is high if the two parts occur together more often than they would by "
            "chance.",
            scores.Scores("toy", 0),
        ),
        Scene(
            "In a random order of all {corpus-tokens @0} symbols, a pair occurs by chance about "
            "left count × right count ÷ {corpus-tokens @0} times. The best pair has the largest "
            "count ÷ chance. The natural logarithm of this is the pointwise mutual information "
            "(PMI).",
            scores.Chance(
                "toy",
                0,
                (
                    ("##g", "##s"),
                    ("##u", "##n"),
                    ("h", "##u"),
                    ("p", "##u"),
                    ("b", "##u"),
                    ("##u", "##g"),
                ),
            ),
        ),
        Scene(
            "{frequent @0} is the most frequent pair, but its parts are frequent, too: "
            "{formula ##u ##g @0}. {pair @1} occurs only {count ##g ##s @0} times, but `##s` "
            "never occurs without `##g`. This pair has the best score, {formula ##g ##s @0}, "
            "and merges.",
            training.Walk("toy", 1, first=1, last=3),
        ),
        Scene(
            "BPE asks how often two symbols occur together. WordPiece asks whether they occur "
            "mainly together. So the two algorithms can learn different tokens from the same "
            "words.",
            scores.Divergence("toy", "toy-bpe"),
        ),
        Scene(
            "A merge changes counts, so all scores are recomputed. Now {tied-now @1} pairs "
            "share the best score, {score h ##u @1}. The tie goes to the pair seen first in "
            "the corpus, {pair @2}. Move the slider: after this merge, {pair @3} is best, "
            "{formula hu ##gs @2}.",
            scores.Scores("toy", 1, last=2),
        ),
        Scene(
            "If two symbols occur only together, c times, their score is c ÷ (c × c) = 1/c: rarer "
            "pairs score higher. After {given 9} chosen merges, `d` + `##r` shares the best score, "
            "{formula d ##r @9 of poles}. The most frequent, `un` + `##able`, merges at merge "
            "{made un ##able of poles}.",
            scores.ScoresOf("poles", 9, (("d", "##r"), ("hu", "##gging"), ("un", "##able"))),
        ),
        Scene(
            "So a pair that occurs once can have the best score: {pair @4 of course-plain} has "
            "the score {formula Fa ##c @3 of course-plain}. With a minimum pair count of "
            "{given 2}, pairs that occur once do not merge. Move the slider and compare.",
            training.Side(("course-plain", "course-least"), 4, last=8),
        ),
    ),
    exercise=Quiz(
        "After the merges that make {token @1}, {token @2} and {token @3}, which pair has the "
        "best score and merges next?",
        questions.Next("toy", 3),
    ),
    link=Link("train?step=3"),
)

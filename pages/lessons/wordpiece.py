"""WordPiece on five words, by hand."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="wordpiece",
    title=message("WordPiece: count ÷ chance"),
    point=message(
        "WordPiece merges the pair that occurs most often compared with what chance "
        "would make of its parts."
    ),
    training="toy",
    scenes=(
        Scene(
            "{words} words, each with its count. At the start every character is a symbol of "
            "its own, and `##` marks those that continue a word.",
            panels.Words("toy", 0),
        ),
        Scene(
            "The score of a pair: times together (the pair frequency), divided by times left × "
            "times right. Google never published its trainer; the Hugging Face course "
            "reconstructed this formula from the literature.",
            panels.Scores("toy", 0),
        ),
        Scene(
            "{frequent @0} is the most frequent pair, but its parts are frequent too: {formula "
            "##u ##g @0}. {pair @1} is rare, but `##s` never occurs without `##g`. Its "
            "{formula ##g ##s @0} is the best score, so it merges.",
            panels.Walk("toy", 1, first=1, last=1),
        ),
        Scene(
            "Each merge changes the counts, so all scores are computed again. Now {tied-now "
            "@1} pairs share {score h ##u @1}; the tie goes to the pair seen first in the "
            "corpus, {pair @2}.",
            panels.Scores("toy", 1),
        ),
        Scene(
            "Then {pair @3} has the best score: {formula hu ##gs @2}. The whole word {token "
            "@3} is now one token.",
            panels.Walk("toy", 3, last=3),
        ),
        Scene(
            "The formula prefers pairs of rare parts. Once merges of our choice have made "
            "these parts, `hu` + `##gging` comes next, at merge {made hu ##gging of poles}; "
            "the more frequent `un` + `##able` waits until {made un ##able of poles}.",
            panels.Rules(("poles", "poles-library"), 9, (("hu", "##gging"), ("un", "##able"))),
        ),
    ),
    exercise=(Quiz("Which pair merges next? The best score wins.", questions.Next("toy", 3)),),
    link=Link(message("See these merges on Train"), "train?step=3"),
)

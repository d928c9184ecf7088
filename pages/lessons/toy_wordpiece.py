"""WordPiece on five words, by hand."""

from pages.lessons.model import Lesson, Link, Next, Scene, Scores, Walk, Words, prose
from wordpiece.message import message

LESSON = Lesson(
    id="toy-wordpiece",
    title=message("WordPiece by hand"),
    line=message("The first merges on a toy corpus, with every fraction worked out"),
    training="toy",
    scenes=(
        Scene(
            prose(
                "{words} words, each with its count. Every word begins as single characters, and "
                "`##` marks those inside it."
            ),
            Words("toy", 0),
        ),
        Scene(
            prose(
                "WordPiece gives each pair of neighbours a score: times together, divided by times "
                "left × times right. The best score merges."
            ),
            Scores("toy", 0),
        ),
        Scene(
            prose(
                "{frequent @0} is the most frequent pair, but its parts are everywhere: {formula "
                "##u ##g @0}. {pair @1} is rare, but `##s` never stands without `##g`: {formula "
                "##g ##s @0}."
            ),
            Walk("toy", 1, first=1, last=1),
        ),
        Scene(
            prose(
                "After each merge all scores are computed anew. Now {tied-now @1} pairs share "
                "{score h ##u @1}. The one seen first in the corpus wins: {pair @2}."
            ),
            Scores("toy", 1),
        ),
        Scene(
            prose(
                "Then {pair @3} has the best score: {formula hu ##gs @2}. A whole word is one "
                "token now."
            ),
            Walk("toy", 3, last=3),
        ),
    ),
    exercise=(Next(prose("Which pair merges next? The best score wins."), "toy", 3),),
    link=Link(message("See these merges on Train"), "train", {"step": "3"}),
)

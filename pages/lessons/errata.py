"""Errata of the sources: what they print, and what the engine finds."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.prose import prose
from wordpiece.message import message

LESSON = Lesson(
    id="errata",
    title=message("Where the texts and the formula disagree"),
    point=message("Well-known texts contain slips; each is shown beside what this app computes."),
    training="toy",
    scenes=(
        Scene(
            "The course gives two pairs the score {printed 1/15} and merges `hu` + `##g`. By "
            "its own formula that pair has {formula hu ##g @2}, so {token @3} comes first.",
            panels.Printed(
                (
                    (prose("score of `hu` + `##gs`"), "{printed 1/15}", "{score hu ##gs @2}"),
                    (prose("score of `hu` + `##g`"), "{printed 1/15}", "{score hu ##g @2}"),
                    (prose("pairs that share the best score"), "{printed 2}", "{tied-now @2}"),
                    (prose("third merge"), "{printed hug}", "{token @3}"),
                )
            ),
        ),
        Scene(
            "The course asks for a vocabulary of {entries @end of course} entries. The one it "
            "prints lacks {token @1 of course}, the token of its very first merge.",
            panels.Printed(
                (
                    (prose("entries"), "{printed 69}", "{entries @end of course}"),
                    (prose("`ab` is entry number"), "{printed-missing}", "{id ab @end of course}"),
                    (
                        prose("first token after the alphabet"),
                        "{printed ##fu}",
                        "{token @1 of course}",
                    ),
                )
            ),
        ),
        Scene(
            "The French edition encodes `Course` with a capital, but prints the tokens of "
            "`course`. Upper and lower case are different characters.",
            panels.Printed(
                (
                    (
                        "`Course`",
                        "{printed c ##o ##u ##r ##s ##e}",
                        "{match Course @end of course}",
                    ),
                    (
                        "`course`",
                        "{printed c ##o ##u ##r ##s ##e}",
                        "{match course @end of course}",
                    ),
                )
            ),
        ),
        Scene(
            "A blog gives `_` + `c` the score {printed 1}; by its formula it is {formula _ c "
            "@0 of carpet-car}. And with the words apart, as its pre-tokenization has them, "
            "that pair does not exist.",
            panels.Printed(
                (
                    (prose("score of `c` + `a`"), "{printed 1/2}", "{score c a @0 of carpet}"),
                    (prose("score of `p` + `e`"), "{printed 1}", "{score p e @0 of carpet}"),
                    (
                        prose("score of `_` + `c`, in one string"),
                        "{printed 1}",
                        "{score _ c @0 of carpet-car}",
                    ),
                    (
                        prose("frequency of that pair, words apart"),
                        "{printed 1}",
                        "{met _ c @0 of carpet}",
                    ),
                )
            ),
        ),
        Scene(
            "The blog then joins the pair with “the most number of occurrences”, but means the "
            "highest score. And in `car` it prints `ca`, which no merge has made.",
            panels.Printed(
                (
                    (
                        prose("pair with the most occurrences"),
                        "{printed p + e}",
                        "{frequent @0 of carpet}",
                    ),
                    (
                        prose("pair with the highest score"),
                        "{printed p + e}",
                        "{pair @1 of carpet}",
                    ),
                    (
                        prose("`carpet_` after the merge"),
                        "{printed c a r pe t _}",
                        "{split carpet_ @1 of carpet}",
                    ),
                    (prose("`car` after the merge"), "{printed ca r}", "{split car @1 of carpet}"),
                )
            ),
        ),
        Scene(
            "The blog’s code does not compute its formula: inside a word it counts a symbol "
            "again for each neighbour. It learns {learned of blog-code}, the formula {learned "
            "of blog}.",
            panels.Printed(
                tuple(
                    (
                        nth,
                        f"{{token @{k} of blog-code}} {{merge-float @{k} of blog-code}}",
                        f"{{token @{k} of blog}} {{merge-score @{k} of blog}}",
                    )
                    for k, nth in enumerate(
                        (prose("first merge"), prose("second merge"), prose("third merge")), 1
                    )
                ),
                heads=(message("by its code"), message("by its formula")),
            ),
        ),
        Scene(
            "A Chinese article calls BPE a main way to implement WordPiece. But the two choose "
            "pairs by different scores, and they encode words differently.",
            panels.Divergence("toy", "toy-bpe"),
        ),
        Scene(
            "The article has BPE split these words into `lov`, `ed`, `ing` and `es`. But after "
            "{token @2 of love} the next merge is {pair @3 of love}, and `ed` is never made.",
            panels.Walk("love", 3),
        ),
    ),
    exercise=(
        Quiz(
            "After the second merge, the course says, all other pairs have the score {printed "
            "1/21}. What is the score of `##u` + `##g` by the formula?",
            questions.ScoreOf("toy", 2, ("##u", "##g")),
        ),
    ),
    link=Link(message("Look at the third merge on Train"), "train?step=2"),
)

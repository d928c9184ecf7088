"""Errata of the sources: what they print, and what the engine finds."""

from pages.lessons.model import Lesson, Link, Parting, Printed, Scene, ScoreOf

LESSON = Lesson(
    id="errata",
    title="When print and formula part",
    line="Slips in well-known texts, each one beside what the engine finds",
    training="toy",
    scenes=(
        Scene(
            "The course says that two pairs share {printed 1/15}, and merges `hu` + `##g`. By its "
            "own formula that pair has {formula hu ##g @2}. So {token @3} comes first.",
            Printed(
                (
                    ("score of `hu` + `##gs`", "{printed 1/15}", "{score hu ##gs @2}"),
                    ("score of `hu` + `##g`", "{printed 1/15}", "{score hu ##g @2}"),
                    ("pairs that share the best score", "{printed 2}", "{tied-now @2}"),
                    ("third merge", "{printed hug}", "{token @3}"),
                )
            ),
        ),
        Scene(
            "The course asks for a vocabulary of {entries @end of course}. The one it prints lacks "
            "{token @1 of course}, its very first merge.",
            Printed(
                (
                    ("entries", "{printed 69}", "{entries @end of course}"),
                    ("`ab` is entry number", "{printed missing}", "{id ab @end of course}"),
                    ("first token after the alphabet", "{printed ##fu}", "{token @1 of course}"),
                )
            ),
        ),
        Scene(
            "The French edition encodes `Course` with a capital, but prints the pieces of the "
            "small one. Upper and lower case are different characters.",
            Printed(
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
            "A blog gives `_` + `c` the score {printed 1}. But `c` occurs "
            "{symbol c @0 of carpet-car} times, so it is {formula _ c @0 of carpet-car}. And with "
            "the words apart, as it should be, that pair does not exist.",
            Printed(
                (
                    ("score of `c` + `a`", "{printed 1/2}", "{score c a @0 of carpet}"),
                    ("score of `p` + `e`", "{printed 1}", "{score p e @0 of carpet}"),
                    (
                        "score of `_` + `c`, in one string",
                        "{printed 1}",
                        "{score _ c @0 of carpet-car}",
                    ),
                    ("times they meet, words apart", "{printed 1}", "{met _ c @0 of carpet}"),
                )
            ),
        ),
        Scene(
            "The same blog’s code does not compute its formula: inside a word it counts a symbol "
            "again for each neighbour. It learns {learned of blog-code}, the formula "
            "{learned of blog}.",
            Printed(
                tuple(
                    (
                        f"{nth} merge",
                        f"{{token @{k} of blog-code}} {{merge-float @{k} of blog-code}}",
                        f"{{token @{k} of blog}} {{merge-score @{k} of blog}}",
                    )
                    for k, nth in enumerate(("first", "second", "third"), 1)
                ),
                heads=("by its code", "by its formula"),
            ),
        ),
        Scene(
            "A Chinese article calls BPE the main way to implement WordPiece. They share "
            "everything but the score, and that decides which tokens there are.",
            Parting("toy", "toy-bpe"),
        ),
    ),
    exercise=(
        ScoreOf(
            "After the second merge, the course says, all other pairs have {printed 1/21}. What is "
            "the score of `##u` + `##g`, by the formula?",
            "toy",
            2,
            ("##u", "##g"),
        ),
    ),
    link=Link("Look at the third merge on Train", "train", {"step": "2"}),
)

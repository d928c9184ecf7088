"""Slips in the sources: what they print, and what this app computes."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import sources, training
from pages.lessons.prose import prose
from wordpiece.message import message

LESSON = Lesson(
    id="slips-found",
    title=message("Slips in well-known texts"),
    point=message("If you compute the examples of well-known texts again, you find slips."),
    training="toy",
    scenes=(
        Scene(
            "The course gives `hu` + `##gs` and `hu` + `##g` the score {printed 1/15}, and "
            "merges `hu` + `##g`. By the course’s formula the score of `hu` + `##g` is only "
            "{formula hu ##g @2}, so {pair @3} should merge instead.",
            sources.Printed(
                (
                    ("`hu` + `##gs`", "{printed 1/15}", "{score hu ##gs @2}"),
                    ("`hu` + `##g`", "{printed 1/15}", "{score hu ##g @2}"),
                    ("`##u` + `##g`", "{printed 1/21}", "{score ##u ##g @2}"),
                ),
                corner=message("score"),
            ),
        ),
        Scene(
            "The course trains a vocabulary of {entries @end of course} entries. In its French, "
            "Thai and Traditional Chinese editions, the printed vocabulary lacks one entry: {token "
            "@1 of course}, the token of the very first merge.",
            sources.Printed(((prose("entries"), "{printed 69}", "{entries @end of course}"),)),
        ),
        Scene(
            "The French edition of the course encodes `Course`, but prints the tokens of "
            "`course`. A capital and a small letter are different characters, so these two "
            "words have different tokens.",
            sources.Printed(
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
            "A blog gives `_` + `c` the score {printed 1}. By the blog’s own formula the score "
            "is {formula _ c @0 of carpet-car}. And after the blog’s pre-tokenization `_` ends "
            "a word and `c` begins the next word, so this pair does not exist.",
            sources.Printed(
                (
                    ("`c` + `a`", "{printed 1/2}", "{score c a @0 of carpet}"),
                    ("`p` + `e`", "{printed 1}", "{score p e @0 of carpet}"),
                    ("`_` + `c`", "{printed 1}", "{score _ c @0 of carpet-car}"),
                ),
                corner=message("score"),
            ),
        ),
        Scene(
            "The same blog says that the pair with “the most number of occurrences” merges, "
            "but means the highest score. And it splits `car` into `ca` and `r`, though no "
            "merge has made `ca`.",
            sources.Printed(
                (
                    ("`carpet_`", "{printed c a r pe t _}", "{split carpet_ @1 of carpet}"),
                    ("`car`", "{printed ca r}", "{split car @1 of carpet}"),
                )
            ),
        ),
        Scene(
            "The blog’s code does not compute the blog’s formula: it counts a symbol once for "
            "each neighbour, so {given 2} times in the middle of a word. On the blog’s words, the "
            "code’s {given 3} merges make {learned of blog-code}, but by the formula {pair @1 of "
            "blog} merges first.",
            training.Side(("blog-code", "blog"), 1),
        ),
        Scene(
            "The course’s Unigram chapter lists `p` with the count {piece-count p}, but computes "
            "with {printed 5}. Its program makes the loss too high by {given 1} for each of the "
            "{occurrences of course-spaces} words of its sentences. Readers reported the wrong "
            "count. We found no report on the loss.",
            sources.Printed(
                (
                    ("P(`p`)", "{printed 5/210}", "{piece-probability p}"),
                    ("P(`p` `u` `g`)", "{printed 0.000389}", "{split-probability p u g}"),
                    ("P(`p` `ug`)", "{printed 0.0022676}", "{split-probability p ug}"),
                    (
                        prose("losses of `Hopefully` and `This`"),
                        "{printed 41.516}, {printed 6.288}",
                        "{word-loss Hopefully of course-spaces}, {word-loss This of course-spaces}",
                    ),
                    (prose("loss of all words"), "{printed 413.10}", "{loss of course-spaces}"),
                )
            ),
        ),
    ),
    exercise=Quiz(
        "Suppose that `hu` + `##g` has merged, as in the course, and that a text then gives these "
        "scores. Which of them is a slip?",
        questions.Slip(
            "toy-printed",
            3,
            ((("hu", "##gs"), "1/15"), (("p", "##u"), "1/21"), (("##u", "##n"), "1/21")),
        ),
    ),
    link=Link("train?step=3"),
)

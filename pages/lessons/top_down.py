"""Top-down WordPiece, as TensorFlow Text trains it, and where its guide and its program differ."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import others
from wordpiece.message import message

LESSON = Lesson(
    id="top-down",
    title=message("Top-down: WordPiece without merges"),
    point=message(
        "Instead of merging pairs, TensorFlow Text checks substrings, the longest first, and keeps "
        "those whose count is at least a threshold."
    ),
    training="toy",
    scenes=(
        Scene(
            "Google’s TensorFlow Text learns a WordPiece vocabulary top-down, without merges. "
            "It keeps single characters and counts longer substrings: `hu`, for example, occurs "
            "{counted hu 12 guide @1} times. `##` marks a substring that does not begin its word.",
            others.Decisions("toy", 12, "guide"),
        ),
        Scene(
            "The longest substrings are checked first. A substring is kept if its count is at "
            "least a threshold, here {given 12}. A kept substring lowers the counts of its "
            "prefixes by its own count: `hug` lowers the count of `hu` from {counted hu 12 "
            "guide @1} to {stands hu 12 guide @1}.",
            others.Decisions("toy", 12, "guide", 2),
        ),
        Scene(
            "At the end of each round, longest match splits the words. The next round counts "
            "only substrings that start where a token starts. With `hug` as a token, the count "
            "of `##ug` falls from {stands ##ug 12 guide @1} to {stands ##ug 12 guide @2}, so "
            "`##ug` is dropped.",
            others.Rounds("toy", 12, "guide"),
        ),
        Scene(
            "The program differs from its guide, as GitHub issue {given 583} says: even a "
            "dropped substring lowers the counts of its prefixes. `hugs` is dropped, but "
            "lowers the count of `hug` by {stands hugs 12 code @1}. So the count of `hug` is "
            "only {stands hug 12 code @1}, and `hug` is dropped, too.",
            others.Decisions("toy", 12, "code", 2),
        ),
        Scene(
            "In the guide, a substring is kept only if its count is above the threshold. In "
            "the program, as in this app, a count equal to the threshold is enough. To reach a "
            "wanted vocabulary size, the program tries several thresholds.",
            others.Readings("toy", 12, 20),
        ),
        Scene(
            "In the program’s first round, a substring’s count falls to the number of times it "
            "ends a word. `##able` occurs {counted ##able 100 code @1 of prefixes} times, always "
            "at the end, so it keeps its count. `un` occurs {counted un 100 code @1 of prefixes} "
            "times, but ends no word, so its count falls to {stands un 100 code @1 of prefixes}.",
            others.Readings("prefixes", 100, 250),
        ),
    ),
    exercise=Quiz(
        "The threshold is {given 10}. According to the guide, which of these substrings is "
        "kept in the first round?",
        questions.Kept("toy", 0, 10, "guide", ("hugs", "hu", "pu", "pun")),
    ),
    link=Link("train?recipe=top-down-guide&step=2"),
)

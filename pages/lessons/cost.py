"""Which vocabulary size to choose, and its price."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="cost",
    title=message("What a token costs"),
    point=message(
        "More entries make texts shorter and the model larger, and some languages need "
        "more tokens than others."
    ),
    training="story-bpe",
    scenes=(
        Scene(
            "A larger vocabulary makes texts shorter: fertility, the tokens per word, falls. "
            "BPE’s falls fast at first and slowly later, WordPiece’s nearly evenly: move the "
            "slider.",
            panels.Fertility(("story", "story-bpe"), 120),
        ),
        Scene(
            "At one pole every token is a character, at the other every word is a token. From "
            "{fertility @0} tokens per word down to one, the last merges save least.",
            panels.Sizes("story-bpe", (50, 100, 200, 250)),
        ),
        Scene(
            "The price: a model keeps a row of numbers, an embedding, for every entry. Entries "
            "times numbers per row is what it must store and learn.",
            panels.Price("story-bpe", 200, (64, 256, 1024)),
        ),
        Scene(
            "A merge adds an entry and removes none, even when its parts occur nowhere any "
            "more. At the end {unused @end of story} of {entries @end of story} entries are "
            "unused: these rows learn nothing.",
            panels.GrowthChart("story", 300),
        ),
        Scene(
            "The course remarks that WordPiece learns parts of words a bit faster than BPE. It "
            "has `##fully` after {made ##full ##y of course-plain} merges; yet at equal size "
            "BPE needs fewer tokens per word.",
            panels.LearnedTokens(("course-plain", "course-plain-bpe"), 65),
        ),
    ),
    exercise=(
        Quiz(
            "This vocabulary goes into a model with {given 10} numbers per embedding. How many "
            "numbers are that?",
            questions.Parameters("toy-special", END, 10),
        ),
    ),
    link=Link(message("Compare at equal vocabulary size"), "compare?corpus=story&by=size&step=100"),
)

"""Definition of a subword."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

LESSON = Lesson(
    id="why-subwords",
    title=message("Why subwords?"),
    point=message(
        "With whole words as tokens, new words are unknown; with characters as tokens, "
        "texts get long. Subwords avoid both."
    ),
    training="toy",
    scenes=(
        Scene(
            "A model reads numbers. So a text is split into tokens, and each token has an id: "
            "its place in a list, the vocabulary.",
            panels.EditableText("toy-special", END, "pun hugs"),
        ),
        Scene(
            "Suppose only whole words are tokens. Then `bugs` is out of vocabulary, unknown, "
            "because training never saw it. Type other words and see.",
            panels.EditableText("toy", END, "hugs bugs", how="words"),
        ),
        Scene(
            "Suppose only characters are tokens, with `##` before each that continues a word. "
            "Then `bugs` is known, but one character says little: the corpus takes "
            "{corpus-tokens @0} tokens instead of {corpus-tokens @end}.",
            panels.EditableText("toy", 0, "hugs bugs"),
        ),
        Scene(
            "Subwords lie between the two. Every merge of training makes a longer token, and a "
            "new word is split into known ones: move the slider.",
            panels.EditableText("toy", 3, "hugs bugs", slide=True),
        ),
        Scene(
            "Training joins neighbours: {pair @1 of family}, then {pair @2 of family}. Now all "
            "{words of family} words share {token @2 of family} and differ in what follows, "
            "their affixes; the next merge makes {token @3 of family}.",
            panels.Walk("family", 2),
        ),
        Scene(
            "WordPiece writes `##`, the continuation prefix, before every token that continues "
            "a word. So `##s` ends `hugs`, and an `s` that begins a word is another token.",
            panels.Words("toy", 0),
        ),
    ),
    exercise=(
        Quiz(
            "Into which symbols is `word` split before the first merge? Type them with spaces "
            "between them.",
            questions.Tokens("word", 0, "word"),
        ),
    ),
    link=Link(message("Try your own words on Encode"), "encode?step=9&text=hugs bugs"),
)

"""Characters, words and subwords in Chinese."""

from pages.lessons import panels, questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from wordpiece.message import message

SENTENCE = "蜘蛛喝咖啡。"

LESSON = Lesson(
    id="chinese",
    title=message("Chinese: characters or words?"),
    point=message(
        "A text without spaces has no words to begin with; what is learned depends on "
        "how it is cut first."
    ),
    training="chinese-bpe",
    scenes=(
        Scene(
            "Chinese has no spaces, so BERT makes every ideograph a word of its own. Within "
            "such a word there is no pair to merge: every token is one character.",
            panels.EditableText("chinese-bpe", END, SENTENCE, "replay", pre_tokenizer="bert"),
        ),
        Scene(
            "Kept whole, a line has pairs, and merges find words: BPE begins with {token @1}, "
            "coffee, and {token @2}, spider. Move the slider.",
            panels.EditableText(
                "chinese-bpe", 0, SENTENCE, "replay", slide=True, pre_tokenizer="whitespace"
            ),
        ),
        Scene(
            "WordPiece’s score finds other words first: rare ones such as {token @2 of "
            "chinese}, whose characters hardly occur elsewhere.",
            panels.Side(("chinese", "chinese-bpe"), 8),
        ),
        Scene(
            "Characters are quick and need a short vocabulary; words keep meanings apart, but "
            "must first be found. Subwords lie between the two: here are tokens per line.",
            panels.Sizes("chinese-bpe", (20, 60, 120), of_lines=True),
        ),
    ),
    exercise=(
        Quiz("After {token @1}, which pair can BPE merge next?", questions.Next("chinese-bpe", 1)),
    ),
    link=Link(message("Train on the Chinese text"), "train?corpus=chinese&recipe=bpe&step=1"),
)

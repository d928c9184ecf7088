"""Characters, words and subwords in Chinese."""

from pages.lessons import questions
from pages.lessons.model import END, Lesson, Link, Quiz, Scene
from pages.lessons.panels import sizes, texts, training
from wordpiece.message import message

SENTENCE = "蜘蛛喝咖啡。"

LESSON = Lesson(
    id="chinese",
    title=message("Chinese: characters or words?"),
    point=message(
        "Chinese has no spaces between words, so what training learns depends on how the text is "
        "split beforehand."
    ),
    training="chinese-bpe",
    scenes=(
        Scene(
            "Chinese is written without spaces between words. BERT makes each Chinese "
            "character a word of its own. Such a word has no pair to merge, so each Chinese "
            "character becomes one token.",
            texts.EditableText("chinese-bpe", END, SENTENCE, "replay", pre_tokenizer="bert"),
        ),
        Scene(
            "If a whole line is kept as one “word”, it has pairs, and training finds some "
            "real words: BPE begins with {token @1} (coffee) and {token @2} (spider). Move "
            "the slider.",
            texts.EditableText(
                "chinese-bpe", 0, SENTENCE, "replay", slide=True, pre_tokenizer="whitespace"
            ),
        ),
        Scene(
            "Among characters that occur only together, WordPiece’s score prefers the rarest. "
            "So WordPiece first merges pairs that occur once, such as {token @2 of chinese} "
            "(boss). BPE first merges the most frequent pairs, such as {token @2} (spider).",
            training.Side(("chinese", "chinese-bpe"), 2),
        ),
        Scene(
            "About {given 3000} common characters make up nearly all of ordinary text, but one "
            "character says little. A word says more, but no spaces show where words end. "
            "Subwords are a compromise. The table counts each line of the text as a word.",
            sizes.Sizes("chinese-bpe", (20, 60, 120)),
        ),
    ),
    exercise=Quiz(
        "`蝴蝶喝蜂蜜水。` is split into words as in BERT. How many tokens does it become after all "
        "merges of BPE?",
        questions.HowMany("chinese-bpe", END, "蝴蝶喝蜂蜜水。", pre_tokenizer="bert"),
    ),
    link=Link("train?corpus=chinese&recipe=bpe&step=1"),
)

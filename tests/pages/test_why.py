"""The "Why?" buttons: a question of each panel, and which questions there are.

`tests/wordpiece/test_answers.py` recounts the answers.
"""

import re

import pytest

from pages.panels.layout import QUESTIONS
from tests.pages.app import App, seen


def ask(app: App, panel: str, question: str | None = None) -> str:
    """Open a panel's questions, choose one, and return the text of the page."""
    key = QUESTIONS[panel].key
    app.open(key)
    radio = app.test.radio(key=f"{key}_question")
    assert 1 <= len(radio.options) <= 5
    if question:
        radio.set_value(question).run()
    assert not app.test.exception
    return app.text


BLOG = {"recipe": "blog-code", "corpus": "blog", "step": "3"}
TABLE = {"recipe": "longest-token-first", "corpus": "low", "step": "13"}

# Panel, question, the page's address, and a text that the answer must have.
CASES = [
    (
        "columns",
        "library",
        {"step": "3"},
        "rule (Hugging Face style) chooses ##u + ##g , which",
    ),
    (
        "parting",
        "ties",
        {"show": "parting"},
        "This answer is about WordPiece. At merge 1 there is no tie: only ##g + ##s has the best",
    ),
    ("columns", "stop", {}, "This answer is about WordPiece. Training stopped after 9 merges"),
    (
        "columns",
        "again",
        {},
        "This answer is about WordPiece. This app has just trained again, up to merge",
    ),
    (
        "result",
        "part",
        {**BLOG, "text": "hum"},
        "hum becomes hu [UNK] . No entry fits after hu : not even m is in",
    ),
    (
        "decoded",
        "decoding",
        {"text": "hug! pug"},
        "For example, encoding and decoding “hug! pug” gives",
    ),
    ("trace", "longest", {**TABLE, "text": "lowest"}, "lowest becomes low est</w> ."),
    ("card", "ties", {"step": "2"}, "wins. In this tie, h + ##u wins."),
    ("words", "prefix", {"step": "3", "corpus": "course"}, "i begins is , and ##i is inside This"),
    (
        "vocabulary",
        "unused",
        {"step": "3"},
        "At step 3, 3 of 10 tokens (special tokens not counted) are not symbols of any word",
    ),
    ("scores", "rescoring", {"step": "2"}, "##u from 36 to 21."),
    (
        "growth",
        "unused",
        {"step": "0"},
        "At step 1, 1 of 8 tokens (special tokens not counted) is not a symbol of any word",
    ),
    (
        "removal",
        "loss",
        {"recipe": "unigram", "step": "6"},
        "without bu would be 154.21: the old loss plus the cost, 5.68.",
    ),
    ("removal", "characters", {"recipe": "unigram", "step": "1"}, "whatever else is removed."),
    (
        "decision",
        "taken",
        {"recipe": "top-down-code", "step": "2"},
        "A longer substring lowered it by 5, its own count: hugs 5.",
    ),
    ("decision", "taken", {"recipe": "top-down-guide", "step": "2"}, "Longer substrings have not"),
]


def answers(app: App) -> list[str]:
    """The answers on the page."""
    return [seen(html) for html in re.findall(r'<div class="answer".*?</div>', app.html)]


@pytest.mark.parametrize(("panel", "question", "query", "expected"), CASES)
def test_the_answers_are_on_the_page(panel, question, query, expected):
    app = App(QUESTIONS[panel].key.partition("_")[0], **query)
    before = sum(expected in said for said in answers(app))
    ask(app, panel, question)
    assert sum(expected in said for said in answers(app)) == before + 1


def test_questions_close_when_the_next_step_is_hidden():
    app = App("train", step="3")
    ask(app, "card")
    app.press("pace_reveal")
    app.press("pace_reveal")
    assert not answers(app)


def test_the_answer_follows_the_step():
    app = App("train", step="3")
    assert (
        "At step 3, 3 of 10 tokens (special tokens not counted) are not symbols of any word"
        in ask(app, "vocabulary", "unused")
    )
    app.go(0)
    assert (
        "At step 1, 1 of 8 tokens (special tokens not counted) is not a symbol of any word"
        in app.text
    )
    assert not app.test.exception


@pytest.mark.parametrize(
    ("word", "query"),
    [
        ("hugs", {"recipe": "blog-code", "step": "2"}),  # hugs_
        ("unlocked", {"corpus": "story", "split": "gpt2", "step": "0"}),  # Ġunlocked
    ],
)
def test_a_word_typed_without_its_mark_is_in_the_corpus(word: str, query: dict[str, str]):
    app = App("encode", text=word, **query)
    app.open("encode_why_result")
    radio = app.test.radio(key="encode_why_result_question")
    radio.set_value("characters").run()
    [said] = answers(app)
    assert "not in the corpus" in said and f"{word} is not in the corpus" not in said


def test_questions_follow_the_encoder():
    app = App("encode", step="9", text="mug", **{"with": "bpe"})
    app.open("encode_why_result")
    radio = app.test.radio(key="encode_why_result_question")
    assert len(radio.options) == 2 and "a part of a word" in radio.options[0]
    assert "mug becomes [UNK] ug ." in app.text
    app.test.selectbox(key="encode_with").select("wordpiece").run()
    assert not app.test.exception
    assert "mug becomes [UNK] . No entry fits at the beginning: not even m is in" in app.text


def test_what_is_chosen_on_train_does_not_decide_what_encodes():
    app = App("encode", recipe="bpe", step="7", text="mugs")
    assert "mugs becomes [UNK] . No entry fits at the beginning: not even m is" in ask(
        app, "result", "unknown"
    )
    assert "## marks a symbol that continues" in ask(app, "result", "prefix")


def test_the_figures_are_those_of_the_size_in_the_columns():
    """By size, BPE is at another step than WordPiece, the one in its column."""
    app = App("compare", corpus="course", by="size", step="30")
    said = ask(app, "columns", "faster")
    assert "size of at most 64, the corpus has 149 tokens in WordPiece, 98 in BPE" in said
    app.go(20)
    assert "size of at most 54, the corpus has 159 tokens in WordPiece, 113 in BPE" in app.text


def test_the_library_is_compared_with_bpe():
    app = App("compare", corpus="story", step="3")
    assert "BPE without ## chooses" in ask(app, "columns", "library")

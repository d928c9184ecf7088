"""The "Why?" buttons: every question opened, and its answer read on the page."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.panels.layout import _stand_ins
from pages.panels.why import PANELS, questions
from pages.shell import sidebar
from tests.pages.app import App, seen
from wordpiece.teaching.answers import QUESTIONS, asked_at


def ask(app: App, panel: str, question: str | None = None) -> str:
    """Open a panel's questions, choose one, and read the page."""
    key = f"{PANELS[panel][0]}_why_{panel}"
    app.open(key)
    radio = app.test.radio(key=f"{key}_question")
    assert 1 <= len(radio.options) <= 5
    if question:
        radio.set_value(question).run()
    assert not app.test.exception
    return app.text


BLOG = {"recipe": "blog-code", "corpus": "blog", "step": "3"}
LOW = {"recipe": "end-of-word-bpe", "corpus": "low", "step": "5"}
TABLE = {"recipe": "longest-token-first", "corpus": "low", "step": "13"}
BYTES = {"recipe": "byte-level-bpe", "corpus": "course", "step": "5"}

# Panel, question, the page's address, and what the answer must say about it.
CASES = [
    ("columns", "library", {"step": "3"}, "Here that rule takes ##u + ##g , which occur"),
    ("columns", "faster", {"step": "3"}, "the corpus takes 88 tokens in WordPiece, 62 in BPE"),
    ("columns", "again", {"step": "3"}, "9 of the first 9 merges came out the same."),
    ("columns", "stop", {"step": "3"}, "entries: 5 special, 7 in the alphabet and 9 learned."),
    ("parting", "library", {"step": "3"}, "##g + ##s : 5 / (20 × 5) = 1/20."),
    ("parting", "ties", {"step": "1"}, "Merge 1 was no tie: only ##g + ##s had the best score"),
    ("result", "unknown", {"step": "9"}, "Take hugx . ##x is not in the vocabulary"),
    ("result", "unknown", {"step": "3", "text": "mug"}, "characters it never saw: [UNK] ug ."),
    ("result", "part", {**BLOG, "text": "hum"}, "hum becomes hu [UNK] . m is not in the"),
    ("result", "part", {**LOW, "text": "mug"}, "mug becomes [UNK] [UNK] [UNK] </w> ."),
    ("result", "bytes", {**BYTES, "text": "☃"}, "☃ is 3 bytes in UTF-8"),
    ("result", "suffix", LOW, "an extra symbol after the last character of each word"),
    ("result", "space", BYTES, "GPT-2 writes the space before a word"),
    ("result", "characters", {"step": "3", "text": "bug"}, "becomes b ##u ##g : 3 of 3 pieces"),
    ("result", "limit", {"step": "3"}, "more than 100 characters"),
    ("result", "prefix", {"step": "3"}, "h begins hug ; ##h is inside thug"),
    ("decoded", "decoding", {"text": "hug! pug"}, "“hug! pug” comes back as"),
    ("decoded", "pairs", {"step": "0"}, "there are 113 − 36 = 77 places for pairs."),
    ("trace", "merges", {"step": "9"}, "pugs becomes pug ##s by longest match and pu ##gs"),
    ("trace", "morphology", {"step": "9"}, "lowest begins with low , a word of the corpus"),
    ("trace", "order", {"step": "3"}, "nest becomes n est . The first merge that applies is"),
    ("trace", "order", LOW, "The first merge that applies is"),
    ("trace", "longest", {**TABLE, "text": "lowest"}, "est</w> is cut out first."),
    ("card", "ties", {"step": "2"}, "the pair seen first wins: h + ##u , in hug ."),
    ("card", "ties", {"step": "3"}, "Merge 3 was no tie: only hu + ##gs had the best score"),
    ("card", "rescoring", {"step": "2"}, "p + ##u is 17 / (17 × 36) = 1/36 before it and"),
    ("card", "counts", {"step": "1"}, "p + ##u is now 17: 5 in pug , 12 in pun ."),
    ("words", "pairs", {"step": "0"}, "there are 113 − 36 = 77 places for pairs."),
    ("words", "prefix", {"step": "3", "corpus": "course"}, "i begins is ; ##i is inside This"),
    ("words", "suffix", LOW, "an extra symbol after the last character of each word"),
    ("words", "space", BYTES, "GPT-2 writes the space before a word"),
    ("vocabulary", "prefix", {"step": "3"}, "##g + ##s become ##gs ."),
    ("vocabulary", "suffix", LOW, "an extra symbol after the last character of each word"),
    ("vocabulary", "space", BYTES, "GPT-2 writes the space before a word"),
    ("vocabulary", "unused", {"step": "3"}, "3 of 10 tokens are in no word now"),
    ("vocabulary", "again", {"step": "3"}, "merge 2 would be ##u + ##g instead of h + ##u ."),
    ("scores", "ties", {"step": "4"}, "4 pairs share the best score now, 1/21: p + ##u"),
    ("scores", "rescoring", {"step": "2"}, "##u 36 before and 21 after."),
    ("scores", "counts", {"step": "0"}, "10 in hug , 5 in pug , 5 in hugs ."),
    ("growth", "unused", {"step": "0"}, "From merge 1 on, some tokens are unused."),
    ("growth", "stop", {"step": "9"}, "after 9 merges: every word is one symbol"),
]


def test_every_question_of_every_panel_is_opened_here():
    asked = {(panel, question) for panel, question, _, _ in CASES}
    assert asked == {(panel, q.id) for q in QUESTIONS for panel in q.panels}
    assert {panel for panel, _ in asked} == set(PANELS)


def answers(app: App) -> list[str]:
    """The answers on the page."""
    return [seen(html) for html in re.findall(r'<div class="answer".*?</div>', app.html)]


ADDRESSES = {
    f"{PANELS[panel][0]} {query}": (PANELS[panel][0], query) for panel, _, query, _ in CASES
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_answers_are_on_the_page(address):
    page, query = ADDRESSES[address]
    app = App(page, **query)
    for panel, question, its, expected in CASES:
        if (PANELS[panel][0], its) == (page, query):
            before = sum(expected in said for said in answers(app))
            ask(app, panel, question)
            assert sum(expected in said for said in answers(app)) == before + 1, (panel, question)


def test_the_answer_follows_the_step():
    app = App("encode", step="9")
    assert "nothing fits after hug ." in ask(app, "result", "unknown")
    app.go(2)
    assert "nothing fits after hu ##g ." in app.text
    assert not app.test.exception


def test_questions_follow_the_encoder():
    app = App("encode", step="9", text="mug", **{"with": "bpe"})
    app.open("encode_why_result")
    radio = app.test.radio(key="encode_why_result_question")
    assert len(radio.options) == 2 and "only a part" in radio.options[0]
    assert "mug becomes [UNK] ug ." in app.text
    app.test.selectbox(key="encode_with").select("wordpiece").run()
    assert not app.test.exception
    assert "Take mug . m is not in the vocabulary" in app.text


def test_what_is_chosen_on_train_does_not_decide_what_encodes():
    app = App("encode", recipe="bpe", step="7", text="mugs")
    assert "Take mugs . m is not in the vocabulary" in ask(app, "result", "unknown")
    assert "The continuation prefix ##" in ask(app, "result", "prefix")


@pytest.mark.parametrize("step", ["0", "3"])
def test_no_answer_gives_more_away_than_the_winner_shown(step):
    app = App(step=step, pace="reveal")
    assert "Why?" not in app.text
    app.go(int(step), "shown")
    ask(app, "vocabulary", "again")
    assert "instead of" not in app.text or step != "0"
    for panel in ("scores", "card"):
        ask(app, panel, "ties")
        said = " ".join(answers(app))
        assert said and all(int(k) <= int(step) + 1 for k in re.findall(r"[Mm]erge (\d+)", said))


def test_an_uploaded_vocabulary_has_no_training_to_ask_about():
    app = App("encode", text="hug")
    assert "Why these tokens" in app.text
    upload = app.test.file_uploader(key="encode_vocabulary")
    upload.upload("vocab.txt", b"[UNK]\nhug\n").run()
    assert "Why these tokens" not in app.text and not app.test.exception


def test_the_figures_are_those_of_the_size_in_the_columns():
    """By size, BPE is at another step than WordPiece: as in its column."""
    app = App("compare", corpus="course", by="size", step="30")
    said = ask(app, "columns", "faster")
    assert "size of 64, the corpus takes 149 tokens in WordPiece, 98 in BPE" in said
    app.go(20)
    assert "size of 54, the corpus takes 159 tokens in WordPiece, 113 in BPE" in app.text


def test_bpe_on_other_words_is_left_out():
    app = App("compare", corpus="story", step="3", words="gpt2")
    assert "BPE without ##" not in ask(app, "columns", "library")
    asked = app.test.radio(key="compare_why_columns_question").options
    assert not any("faster" in question for question in asked)
    app = App("compare", corpus="story", step="3")
    assert "BPE without ## takes" in ask(app, "columns", "library")


def labels(test: AppTest) -> list[str]:
    """The labels of the popovers."""
    found: list[str] = []
    todo: list[Any] = [test.main]
    while todo:
        block = todo.pop()
        if block.type == "popover":
            found.append(block.proto.popover.label)
        todo += getattr(block, "children", {}).values()
    return found


def test_each_popover_names_its_subject_and_only_an_open_one_is_worked_out():
    def script() -> None:
        from functools import partial

        import streamlit as st
        from markupsafe import Markup

        from pages.panels.layout import Bar
        from pages.panels.why import PANELS, menu_key, questions
        from pages.shell.drawing import draw
        from pages.shell.why import ask
        from wordpiece.teaching.answers import example

        def context():
            st.text("asked")
            return example("ties")[1]

        for panel in PANELS:
            bar = Bar(f"{panel}_bar", Markup(""), (questions(panel),))
            draw([bar], {menu_key(panel): partial(ask, panel, context)})

    test = AppTest.from_function(script).run()
    assert not test.exception and not test.text and not test.radio
    said = labels(test)
    assert len(set(said)) == len(PANELS)
    assert all(label.startswith("Why") and "*Questions about " in label for label in said)
    standing_in = [_stand_ins((questions(panel),)).striptags() for panel in PANELS]
    assert sorted(standing_in) == sorted(label.replace("*", "") for label in said)
    test.session_state["train_why_scores"] = True
    test.run()
    assert [text.value for text in test.text] == ["asked"]
    assert [radio.key for radio in test.radio] == ["train_why_scores_question"]
    assert not test.exception


HOSTILE = "<b>x</b>\t3\n<img src=x onerror=alert(1)>\t2\n**$a$**\t2\n##[UNK]\t1\naaaa\t2\n"


@pytest.mark.parametrize("page", sorted({page for page, *_ in PANELS.values()}))
def test_hostile_words_are_shown_as_text(page):
    app = App(page)
    app.test.selectbox(key="sidebar_corpus").select("table").run()
    app.enter("table", HOSTILE)
    app.go(2)
    for panel in (panel for panel, (its, *_) in PANELS.items() if its == page):
        key = f"{page}_why_{panel}"
        if f'data-pick="open:{key}"' in app.html:
            app.open(key)
        else:  # next to an open one is the popover itself
            app.test.session_state[key] = True
            app.test.run()
        offered = app.test.radio(key=f"{key}_question").options
        fitting = [q for q in asked_at(panel) if sidebar.plain(q.text) in offered]
        assert len(fitting) == len(offered) > 0
        for question in fitting:
            ask(app, panel, question.id)
            assert "<b>x" not in app.html and "<img" not in app.html and answers(app)

"""The "Why?" buttons: every question opened, and its answer read on the page."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.panels.layout import _stand_ins
from pages.panels.why import PANELS, questions
from tests.pages.app import App
from wordpiece.teaching.answers import QUESTIONS, asked_at


def ask(app: App, panel: str, question: str | None = None) -> str:
    """Open a panel's questions, choose one, and read the page."""
    key = f"{PANELS[panel][0]}_why_{panel}"
    app.open(key)
    radio = app.test.radio(key=f"{key}_question")
    assert len(radio.options) == len(asked_at(panel))
    if question:
        radio.set_value(question).run()
    assert not app.test.exception
    return app.text


# Panel, question, the page's address, and what the answer must say about it.
CASES = [
    ("columns", "library", {"step": "3"}, "Here that rule takes ##u + ##g , met 20 times."),
    ("columns", "again", {"step": "3"}, "of the first 9 merges, 9 came out the same."),
    ("columns", "stop", {"step": "3"}, "entries: 5 special, 7 in the alphabet and 9 learned."),
    ("parting", "library", {"step": "3"}, "##g + ##s : 5 / (20 × 5) = 1/20."),
    ("parting", "ties", {"step": "1"}, "6 pairs share the best score now, 1/36: h + ##u"),
    ("result", "unknown", {"step": "9"}, "Take hugx . ##x is not in the vocabulary"),
    ("result", "unknown", {"step": "3", "text": "mug"}, "characters it never saw: [UNK] ug ."),
    ("result", "characters", {"step": "3", "text": "bug"}, "becomes b ##u ##g : of 3 pieces 3"),
    ("result", "limit", {"step": "3"}, "more than 100 characters"),
    ("result", "prefix", {"step": "3"}, "h begins hug , ##h stands inside thug"),
    ("decoded", "decoding", {"text": "hug! pug"}, "“hug! pug” comes back as"),
    ("decoded", "pairs", {"step": "0"}, "make 113 − 36 = 77 places for pairs."),
    ("trace", "morphology", {"step": "9"}, "pugs becomes pug ##s by longest match and pu ##gs"),
    ("trace", "order", {"step": "3"}, "nest becomes n est ; merge 1, e + s , comes first."),
    ("card", "ties", {"step": "1"}, "the pair seen first wins: h + ##u , in hug ."),
    ("card", "rescoring", {"step": "2"}, "p + ##u has 17 / (17 × 36) = 1/36 before it and"),
    ("card", "counts", {"step": "1"}, "p + ##u is met 17 times now: 5 in pug , 12 in pun ."),
    ("words", "pairs", {"step": "0"}, "make 113 − 36 = 77 places for pairs."),
    ("words", "prefix", {"step": "3", "corpus": "course"}, "i begins is , ##i stands inside This"),
    ("vocabulary", "prefix", {"step": "3"}, "##g + ##s make ##gs ."),
    ("vocabulary", "unused", {"step": "3"}, "3 of 10 tokens, special ones aside, are in no word"),
    ("vocabulary", "again", {"step": "3"}, "merge 2 would be ##u + ##g instead of h + ##u ."),
    ("scores", "ties", {"step": "4"}, "4 pairs share the best score now, 1/21: p + ##u"),
    ("scores", "rescoring", {"step": "2"}, "##u 36 before, 21 after."),
    ("scores", "counts", {"step": "0"}, "10 in hug , 5 in pug , 5 in hugs ."),
    ("growth", "unused", {"step": "0"}, "After 1 merge that ends."),
    ("growth", "stop", {"step": "9"}, "after 9 merges: every word is one symbol"),
]


def test_every_question_of_every_panel_is_opened_here():
    asked = {(panel, question) for panel, question, _, _ in CASES}
    assert asked == {(panel, q.id) for q in QUESTIONS for panel in q.panels}
    assert {panel for panel, _ in asked} == set(PANELS)


@pytest.mark.parametrize(("panel", "question", "query", "expected"), CASES)
def test_the_answer_is_on_the_page(panel, question, query, expected):
    assert expected in ask(App(PANELS[panel][0], **query), panel, question)


def test_the_answer_follows_the_step():
    app = App("encode", step="9")
    assert "nothing fits after hug ," in ask(app, "result", "unknown")
    app.go(2)
    assert "nothing fits after hu ##g ," in app.text
    assert not app.test.exception


def test_an_uploaded_vocabulary_has_no_training_to_ask_about():
    app = App("encode", text="hug")
    assert "Why these tokens" in app.text
    upload = app.test.file_uploader(key="encode_vocabulary")
    upload.upload("vocab.txt", b"[UNK]\nhug\n").run()
    assert "Why these tokens" not in app.text and not app.test.exception


def test_bpe_on_other_words_is_left_out():
    app = App("compare", corpus="story", step="3", words="gpt2")
    assert "BPE without marks" not in ask(app, "columns", "library")
    app = App("compare", corpus="story", step="3")
    assert "BPE without marks makes" in ask(app, "columns", "library")


def test_closed_nothing_is_worked_out_and_open_only_what_was_chosen():
    def script() -> None:
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
            draw([bar], {menu_key(panel): lambda panel=panel: ask(panel, context)})

    test = AppTest.from_function(script).run()
    assert not test.exception and not test.text and not test.radio
    test.session_state["train_why_scores"] = True
    test.run()
    assert [text.value for text in test.text] == ["asked"]
    assert [radio.key for radio in test.radio] == ["train_why_scores_question"]
    assert not test.exception


def test_buttons_say_what_they_are_about():
    """The popovers, and the buttons that stand in for them."""

    def script() -> None:
        from markupsafe import Markup

        from pages.panels.layout import Bar
        from pages.panels.why import PANELS, questions
        from pages.shell.drawing import draw

        for panel in PANELS:
            draw([Bar(f"{panel}_bar", Markup(""), (questions(panel),))], {})

    test = AppTest.from_function(script).run()
    said = labels(test).splitlines()
    assert len(set(said)) == len(PANELS)
    assert all(label.startswith("Why") and "*Questions about " in label for label in said)
    standing_in = [_stand_ins((questions(panel),)).striptags() for panel in PANELS]
    assert sorted(standing_in) == sorted(label.replace("*", "") for label in said)


def labels(test: AppTest) -> str:
    """What stands on the popovers' buttons, a line for each."""
    found, todo = [], [test.main]
    while todo:
        block = todo.pop()
        if block.type == "popover":
            found.append(block.proto.popover.label)
        todo += getattr(block, "children", {}).values()
    return "\n".join(found)


HOSTILE = "<b>x</b>\t3\n<img src=x onerror=alert(1)>\t2\n**$a$**\t2\n##[UNK]\t1\naaaa\t2\n"


@pytest.mark.parametrize(("page", "panel"), [(p[0], n) for n, p in PANELS.items()])
def test_hostile_words_are_shown_as_text(page, panel):
    app = App(page)
    app.test.selectbox(key="sidebar_corpus").select("table").run()
    app.test.text_area(key="own_table").input(HOSTILE).run()
    app.test.button(key="use_table").click().run()
    app.go(2)
    for question in asked_at(panel):
        ask(app, panel, question.id)
        assert "<b>x" not in app.html and "<img" not in app.html
        assert 'class="answer"' in app.html

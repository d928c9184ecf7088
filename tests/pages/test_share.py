"""The app follows links and writes them: chosen merges, own corpora, and every field of a page."""

import hashlib
import re

import pytest

from pages.panels.actions import Force, Go, Undo
from pages.state.links import FINGERPRINT, QUERY
from pages.state.remembered import IN_LINKS
from pages.trainings.settings import PARAMETERS
from tests.pages.app import App

SETTINGS = {
    "recipe": "bpe", "corpus": "low", "normalizer": "lowercase", "split": "gpt2", "ties": "random",
    "seed": "7", "size": "25", "least": "2", "forced": "2.3",
    "em": "2", "threshold": "5",
}  # fmt: skip
SCREENS = {
    "train": {
        "pace": "slow", "phase": "count", "look": "2", "panel": "scores", "read": "words",
        "changed": "kept", "word": "2", "path": "3", "removal_panel": "lattice",
        "decision_panel": "words",
    },
    "compare": {
        "by": "size", "sentence": "slow & newest", "find": "hü", "show": "growth",
        "reading": "text", "library": "True",
    },
    "encode": {
        "text": "pugs & hügs +%", "with": "replay", "special": "on", "added": "split",
        "view": "word", "dropout": "70",
    },
    "predict": {"ask": "next", "set": "3"},
    "by_hand": {"rule": "bpe", "level": "choose", "table": "7", "focus": "no-tie,old-counts",
                "room": "ABC DEF"},
    "lessons": {
        "lesson": "bpe", "part": "3", "done": "why-subwords,bpe.3", "plan": "20", "story": "h",
    },
    "take_home": {},
}  # fmt: skip
SHARED = {"step": "4", "present": "1", "lang": "en", "story": "l", "story_of": "bpe"}


@pytest.mark.parametrize("page", SCREENS)
def test_a_screen_that_differs_in_every_field_comes_back(page):
    query = SETTINGS | SHARED | SCREENS[page]
    names = {field.name for field in IN_LINKS[page]}
    assert {*query} == {*PARAMETERS, *names, "step", "present", "lang"} < {*QUERY}
    app = App(page, **query)
    if page in ("predict", "by_hand"):
        assert app.messages == [
            "Answer the question first: the story of a token could show the answer."
        ]
        assert app.query == {name: query[name] for name in query if "story" not in name}
    else:
        assert app.messages == [] and app.query == query


# Chosen merges.


def test_force_and_undo():
    app = App(step="2")
    for pick, address, merge in (
        (Force(2, 5), {"forced": "3.5", "step": "3"}, "hu + ##g → hug"),
        (Force(3, 1), {"forced": "3.5_4.1", "step": "4"}, "hu + ##gs → hugs"),
        (Undo(4), {"forced": "3.5", "step": "3"}, "hu + ##g → hug"),
        (Force(3, 1), {"forced": "3.5_4.1", "step": "4"}, "hu + ##gs → hugs"),
        (Go(1), {"forced": "3.5_4.1", "step": "1"}, "##g + ##s → ##gs"),
        # A merge chosen for a later step belongs to another training.
        (Force(1, 3), {"forced": "2.3", "step": "2"}, "p + ##u → pu"),
        (Go(4), {"forced": "2.3", "step": "4"}, ""),
        (Force(4, 2), {"forced": "2.3_5.2", "step": "5"}, ""),
        (Undo(5), {"forced": "2.3", "step": "4"}, ""),
        (Force(4, 2), {"forced": "2.3_5.2", "step": "5"}, ""),
        (Undo(2), {"step": "1"}, "##g + ##s → ##gs"),
    ):
        app.report_pick(pick)
        assert app.query == address and merge in app.text and app.messages == [], pick


def test_no_merge_can_be_forced_after_the_end_nor_beyond_the_table():
    app = App(step="2", size="14")
    for rank in (1, 0, -1, 99):
        app.report_pick(Force(2, rank))
        assert app.query == {"size": "14", "step": "2"} and app.messages == []


@pytest.mark.parametrize(
    ("widget", "key", "value"),
    [("selectbox", "sidebar_corpus", "low"), ("selectbox", "sidebar_tie_break", "alphabetical"),
     ("multiselect", "sidebar_normalizer", ["lowercase"])],
)  # fmt: skip
def test_other_settings_undo_the_chosen_merges_with_a_sentence(widget, key, value):
    app = App(forced="3.5", step="3")
    assert "hu + ##g → hug" in app.text
    getattr(app.test, widget)(key=key).set_value(value).run()
    [sentence] = app.messages
    assert sentence.startswith("Your choice of merges was undone")
    assert "forced" not in app.query
    app.test.run()
    assert app.messages == []


def test_another_vocabulary_size_keeps_the_chosen_merges():
    app = App(forced="3.5", step="3")
    for size, last in ((13, 1), (16, 4), (None, 9)):
        app.test.number_input(key="sidebar_vocab_size").set_value(size).run()
        assert (app.stepper["last"], app.query["forced"], app.messages) == (last, "3.5", [])
    app.go(3)
    assert "hu + ##g → hug" in app.text


def test_only_wordpiece_takes_the_chosen_merges():
    chosen, usual = (
        re.findall(r'<section class="column.*?</section>', App("compare", **query).html)
        for query in (
            {"forced": "3.5", "step": "3", "library": "True"},
            {"step": "3", "library": "True"},
        )
    )
    assert len(usual) == 3 and chosen[0] != usual[0] and chosen[1:] == usual[1:]


def test_a_chosen_merge_in_a_link_that_does_not_exist_is_left_out_with_those_after_it():
    app = App(corpus="course", forced="2.2_4.9999_6.1", step="3")
    assert "Merge 4 cannot be pair 9,999 of the score table: " in app.messages[0]
    assert app.query == {"corpus": "course", "forced": "2.2", "step": "3"}
    assert app.stepper["last"] == 25


# Own corpora.


@pytest.mark.parametrize(
    ("kind", "content", "first"),
    [
        ("text", "lowest lower low\nslow <b>mower</b>", "lowest: l ##o ##w ##e ##s ##t ×1"),
        ("table", "word,count\nhug,10\npug,5", "hug: h ##u ##g ×10"),
    ],
)
def test_a_pasted_corpus_travels_in_the_link(kind, content, first):
    app = App()
    app.train_on(kind, content)
    app.go(2)
    assert {*app.query} == {"corpus", "own", "step"}
    second = App(**app.query)
    assert second.messages == [] and second.text == app.text
    second = App(**app.query | {"step": "0", "read": "words"})
    assert second.words()[0].startswith(first)
    second.test.button(key="change_own").click().run()
    assert second.test.text_area(key=f"own_{kind}").value == content
    assert second.query == app.query | {"step": "0", "read": "words"}


def open_sharing(app: App) -> None:
    """Open the dialog with the link."""
    app.test.button(key="share").click().run()


LONG = " ".join(f"word{i}" for i in range(700))


def test_a_longer_text_stays_behind_and_is_offered_as_a_file():
    app = App()
    app.train_on("text", LONG)
    app.go(4)
    digest = hashlib.sha256(LONG.encode()).hexdigest()[:FINGERPRINT]
    assert app.query == {"corpus": "text", "of": digest, "step": "4"}
    open_sharing(app)
    [sentence] = app.messages
    assert sentence.startswith("The link does not contain your corpus. Anyone who opens the link")
    assert app.test.download_button(key="share_corpus").proto.label == "Download this file"

    second = App(**app.query)
    [sentence] = second.messages
    assert sentence.startswith("This screen needs a corpus that is not in the link")
    assert second.test.selectbox(key="sidebar_corpus").value == "file"
    assert second.stepper["last"] == 9 and second.query == app.query | {"corpus": "file"}
    second.test.file_uploader(key="own_file").upload("corpus.txt", LONG.encode()).run()
    assert second.messages == []
    assert second.stepper == app.stepper | {"seq": second.stepper["seq"]}
    assert second.words() == app.words() and second.score_rows() == app.score_rows()


@pytest.mark.parametrize("page", ["lessons", "by_hand"])
def test_a_page_without_a_training_asks_for_no_file(page):
    for query in {"corpus": "file", "of": "0123abcd"}, {"corpus": "text"}, {"recipe": "replay"}:
        app = App(page, **query)
        assert app.messages == [] and app.query.keys() >= query.keys()


def test_another_file_than_the_one_the_link_was_made_with():
    app = App(corpus="file", of="0123abcd", forced="2.999", step="3", split="whitespace")
    assert "is not in the link" in app.messages[0]
    app.test.file_uploader(key="own_file").upload("bad.txt", b"\xff\xff").run()
    assert app.messages[0].startswith("bad.txt: ") and "is not in the link" in app.messages[1]
    app.test.file_uploader(key="own_file").upload("mine.txt", b"hugs, pugs and puns").run()
    sentences = " ".join(app.messages)
    assert "The link was made with another corpus" in sentences
    assert "Merge 2 cannot be pair 999" in sentences
    assert app.stepper["step"] == 3 and app.query["split"] == "whitespace"
    app.test.selectbox(key="sidebar_corpus").select("toy").run()
    assert app.messages == []


def test_a_corpus_that_a_link_waits_for_may_be_pasted_or_given_up():
    text = LONG + " end"
    digest = hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT]
    app = App(corpus="text", of=digest, forced="1.2", step="2")
    app.train_on("text", text)
    assert app.stepper["step"] == 2 and app.query["forced"] == "1.2" and app.messages == []
    app = App(corpus="text", of=digest, step="2")
    app.test.selectbox(key="sidebar_corpus").select("low").run()
    assert app.messages == [] and app.query == {"corpus": "low", "step": "0"}


def test_a_text_too_long_for_a_link_is_named_where_one_shares():
    app = App("encode", text="hug")
    app.test.text_input(key="encode_text").input("hug " * 600).run()
    open_sharing(app)
    assert app.messages == ["The link does not contain this: the text to encode."]
    assert "text" not in app.query


def test_a_merges_file_is_named_where_one_shares():
    app = App(recipe="replay")
    app.test.file_uploader(key="merges_file").upload("mine.txt", b"u g\nh ug\n").run()
    open_sharing(app)
    assert app.messages[-1] == "The link does not contain this: mine.txt."
    lessons = App("lessons", recipe="replay")
    open_sharing(lessons)
    assert lessons.messages == []


# The state of the session.


def test_fields_and_presenter_mode_stay_from_page_to_page():
    app = App("encode", text="hugs", present="1")
    for page in ("train", "encode"):
        app.switch_to(page)
        assert app.query["present"] == "1"
    assert app.test.text_input(key="encode_text").value == app.query["text"] == "hugs"

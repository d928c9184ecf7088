"""A visitor's own text: its field, and the automatic choice of the pre-tokenizer."""

import pytest

from pages.panels.actions import Choose, Force, Look
from pages.state.links import pack
from pages.trainings.job import fingerprint
from tests.pages.app import App
from wordpiece.text.unspaced import JUDGED, count_words

PAGES = ("train", "compare", "encode", "predict", "take_home")

CHINESE = "蜘蛛在花园里开了一家咖啡馆。咖啡馆里有咖啡，也有茶。蝴蝶喝咖啡，蜜蜂喝茶。"
JAPANESE = "東京は日本の首都です。東京タワーは東京にあります。日本の東京タワーはきれいです。"
THAI = "ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ ภาษาไทยเขียนติดกัน"
ENGLISH = "I saw a cat. A cat saw me! It's a cat, I say."


def started(kind: str = "text", page: str = "train") -> App:
    app = App(page)
    app.test.selectbox(key="sidebar_corpus").select(kind).run()
    return app


def split_by(app: App) -> str | None:
    return app.test.selectbox(key="sidebar_pre_tokenizer").value


def is_open(app: App, kind: str = "text") -> bool:
    return any(area.key == f"own_{kind}" for area in app.test.text_area)


# The field.


@pytest.mark.parametrize("page", PAGES)
def test_the_field_is_on_the_page_until_its_text_is_trained_on(page):
    app = started(page=page)
    assert "Enter your corpus at the top of the page." in [
        c.value for c in app.test.sidebar.caption
    ]
    area = app.test.main.text_area(key="own_text")
    assert not area.disabled and not app.test.sidebar.text_area
    assert app.messages == ["The screen still shows: Toy words: hug, pug, pun."]
    app.enter("text", "Low lower lowest, low!")
    assert app.messages == [] and not is_open(app)
    assert app.query["own"] == pack("Low lower lowest, low!")


def test_the_field_opens_again_with_its_text_and_can_be_closed():
    app = started()
    app.enter("text", "Low lower lowest, low!")
    app.test.button(key="change_own").click().run()
    assert app.test.text_area(key="own_text").value == "Low lower lowest, low!"
    assert "19 tokens" in app.text
    app.test.text_area(key="own_text").input("Low lower")
    app.test.button(key="close_own").click().run()
    assert not is_open(app) and "19 tokens" in app.text
    app.test.button(key="change_own").click().run()
    assert app.test.text_area(key="own_text").value == "Low lower"
    # A table has another field.
    app.test.selectbox(key="sidebar_corpus").select("table").run()
    assert is_open(app, "table") and not is_open(app)


def test_an_error_leaves_the_field_open_with_what_was_typed():
    app = started()
    app.enter("text", "a b c")
    assert is_open(app) and app.test.text_area(key="own_text").value == "a b c"
    assert app.messages[0].startswith("Every word is a single character")
    app.enter("text", "a b cat")
    assert app.messages == [] and not is_open(app)
    # An error elsewhere does not open it.
    app.test.number_input(key="sidebar_vocab_size").set_value(3).run()
    assert "too small" in app.messages[0] and not is_open(app)


# How it is split.


def test_each_text_that_bert_leaves_nothing_to_merge_of_is_split_by_scripts():
    app = started()
    for text in (CHINESE, ENGLISH, JAPANESE, THAI, 3_000 * CHINESE):
        app.enter("text", text)
        assert not app.test.error and app.stepper["last"] > 5
        if text in (ENGLISH, THAI):
            assert app.messages == [] and split_by(app) == "bert" and "split" not in app.query
        else:
            first = "" if len(text) <= JUDGED else "first "
            single, words = count_words(text)
            assert split_by(app) == app.query["split"] == "scripts"
            [said] = app.messages
            assert (
                f" {single:,} of the {first}{words:,} words" in said
                and "Text is split into words by" in said
            )


def test_a_file_is_judged_as_well_and_a_table_is_not():
    app = started("file")
    app.test.file_uploader(key="own_file").upload("mine.txt", CHINESE.encode()).run()
    assert split_by(app) == "scripts" and not app.test.error
    app = started("table")
    app.enter("table", "咖啡\t3\n茶\t1")
    assert not app.test.error and "split" not in app.query


def test_the_rule_that_a_visitor_chose_is_never_overruled():
    app = started()
    app.test.selectbox(key="sidebar_pre_tokenizer").select("whitespace").run()
    app.enter("text", CHINESE)
    assert split_by(app) == "whitespace" and app.messages == []
    app.enter("text", JAPANESE)
    assert split_by(app) == "whitespace"
    app.test.selectbox(key="sidebar_pre_tokenizer").select("bert").run()
    app.enter("text", CHINESE)
    assert split_by(app) == "bert"
    assert app.messages[0].startswith("Every word is a single character")
    # Another corpus begins with its suggested settings.
    app.test.selectbox(key="sidebar_corpus").select("toy").run()
    app.test.selectbox(key="sidebar_corpus").select("text").run()
    assert split_by(app) == "scripts" and not app.test.error


def test_a_link_without_its_file_keeps_the_rule_that_was_chosen():
    text = ENGLISH.encode()
    app = App(corpus="file", split="scripts", forced="2.3", step="2", of=fingerprint(text)[:8])
    app.test.file_uploader(key="own_file").upload("mine.txt", text).run()
    assert app.query["split"] == "scripts" and app.query["forced"] == "2.3" and not app.messages


@pytest.mark.parametrize("chosen", [None, "whitespace", "scripts"])
def test_links_restore_exactly_the_same(chosen):
    app = started()
    if chosen:
        app.test.selectbox(key="sidebar_pre_tokenizer").select(chosen).run()
    app.enter("text", CHINESE)
    app.go(3)
    second = App(**app.query)
    assert (second.text, second.query, second.messages) == (app.text, app.query, app.messages)
    assert split_by(second) == chosen or (chosen is None and split_by(second) == "scripts")
    # The next text of the second visitor has the rule that the first one chose, if any.
    second.enter("text", ENGLISH)
    assert split_by(second) == ("bert" if chosen in (None, "scripts") else chosen)


# Pairs that are too rare.

RARE = "the cat saw the cat and the dog saw xylophones"


def test_a_pair_that_is_too_rare_can_still_be_merged_by_hand():
    app = started()
    app.enter("text", RARE)
    app.test.number_input(key="sidebar_min_pair_count").set_value(2).run()
    app.pick(Choose("scores_page", 2))
    last = 6 + len(app.score_rows())
    app.pick(Look(last))
    assert "pair count is below the minimum" in app.text
    app.pick(Force(0, last))
    app.go(2)
    assert app.messages == [] and app.query["forced"] == f"1.{last}" and app.stepper["step"] == 2


def test_only_bytes_are_called_bytes():
    said = "with one character for each byte"
    words = " ".join("x" + chr(0x4E00 + i) for i in range(255))  # an alphabet of 256 characters
    app = App(recipe="bpe", corpus="text", own=pack(words), split="whitespace")
    assert "symbols in the alphabet: 256" in app.text and said not in app.text
    assert said in App(recipe="byte-level-bpe").text

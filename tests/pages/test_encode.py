"""The Encode page, by what it shows."""

import json
import re

import pytest

from pages.state.links import pack
from tests.pages.app import App
from tests.pages.test_prose import given
from tests.pages.test_train import messages


def chips_of(app: App) -> list[list[str]]:
    """The tokens of each encoder on the page."""
    blocks = re.findall(r'<div class="encoded"[^>]*>(.*?)</div>', app.html)
    return [re.findall(r'<bdi dir="ltr">(.*?)</bdi>', block) for block in blocks]


def test_vocabulary_or_merges_the_pugs_example():
    app = App("encode")
    app.test.button(key="encode_pugs").click().run()
    assert chips_of(app) == [
        ["pug", "##s", "[UNK]", "hugs"],
        ["pu", "##gs", "[UNK]", "##u", "##g", "hugs"],
    ]
    assert "pugs becomes pug ##s by longest match and pu ##gs by replaying" in app.text
    assert "from 0 pugs ✗ pug ✓ from 3 ##s ✓" in app.text
    assert "id 19 · 0–3" in app.text
    assert app.query == {"text": "pugs mug hugs", "with": "replay", "step": "9"}


def test_stepping_back_in_training_changes_the_encoding():
    app = App("encode", text="hugs", step="3", **{"with": "wordpiece"})
    assert chips_of(app) == [["hugs"]]
    app.go(2)
    assert chips_of(app) == [["hu", "##gs"]]
    app.go(0)
    assert chips_of(app) == [["h", "##u", "##g", "##s"]]


def test_both_algorithms_unknowns_and_losses():
    app = App("encode", text="mug hugs", step="3")
    assert chips_of(app) == [["[UNK]", "hugs"], ["[UNK]", "ug", "hug", "s"]]
    assert "m is not in the vocabulary, so nothing fits at the beginning" in app.text
    assert "Only m is unknown: training never saw it." in app.text
    assert "decoded [UNK] hugs" in app.text
    assert "WordPiece 2 1.00 3.50 1 (50%) BPE 4 2.00 1.75 1 (25%)" in app.text


def test_the_course_sentence():
    text = "This is the Hugging Face course!"
    app = App("encode", corpus="course", step="25", text=text, **{"with": "wordpiece"})
    tokens = "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]"
    assert chips_of(app) == [tokens.split()]


def test_a_table_of_words_with_marks_inside_is_split_at_spaces():
    app = App("encode", corpus="blog", step="20", text="hug_ pun_", **{"with": "wordpiece"})
    assert chips_of(app) == [["hug_", "pun_"]]


def test_special_tokens_stand_around_the_text():
    app = App("encode", text="hug", special="on", **{"with": "wordpiece"})
    assert chips_of(app)[0][0] == "[CLS]" and chips_of(app)[0][-1] == "[SEP]"


def test_normalizer_and_what_it_loses():
    app = App("encode", corpus="story", text="THE Walker", step="50", **{"with": "wordpiece"})
    assert "became" in app.text and "T" in app.text.split("decoded")[1]
    assert not app.test.exception


@pytest.mark.parametrize(
    "text", ["", "   ", "\t", "\u200d", "x" * 100_001, "שלום \U0001f468\u200d"]
)
def test_any_text_is_encoded_or_refused(text):
    app = App("encode", step="2")
    app.test.text_input(key="encode_text").input(text).run()
    assert not app.test.exception
    if len(text) > 100_000:
        assert "100,001 characters; 100,000 is the most" in messages(app)


def test_a_very_long_word_is_encoded_but_not_followed():
    app = App("encode", text="hug" * 500, step="9", **{"with": "bpe"})
    assert given(app)["text"]["panes"][0]["tokens"] == [[["hug", 14, False]] * 500]
    assert "A word of 1,500 characters is too long to be traced here." in app.text
    app.test.selectbox(key="encode_with").select("wordpiece").run()
    assert given(app)["text"]["panes"][0]["tokens"] == [[["[UNK]", 1, True]]]


@pytest.mark.parametrize("query", [{"with": "magic"}, {"special": "<b>"}, {"text": "<b>x</b>"}])
def test_hostile_links(query):
    app = App("encode", **query)
    assert not app.test.exception
    assert "<b>x" not in app.html


VOCABULARY = "[PAD]\n[UNK]\nhug\n##s\n##e\n"
TOKENIZER = {
    "model": {"type": "BPE", "vocab": {"h": 0, "u": 1, "g": 2, "ug": 3}, "merges": ["u g"]},
    "pre_tokenizer": {"type": "BertPreTokenizer"},
}


def test_an_uploaded_vocabulary_encodes_instead():
    app = App("encode", text="Hugs")
    app.test.file_uploader(key="encode_vocabulary").upload("vocab.txt", VOCABULARY.encode()).run()
    assert chips_of(app) == [["hug", "##s"]]
    assert "lowercased first" in messages(app)
    app.test.file_uploader(key="encode_vocabulary").upload(
        "tokenizer.json", json.dumps(TOKENIZER).encode()
    ).run()
    app.test.text_input(key="encode_text").input("hug").run()
    assert chips_of(app) == [["h", "ug"]]
    app.test.button(key="encode_drop").click().run()
    assert len(chips_of(app)) == 2


def test_a_bad_vocabulary_gets_a_sentence_and_changes_nothing():
    app = App("encode", text="hug")
    before = chips_of(app)
    app.test.file_uploader(key="encode_vocabulary").upload("vocab.txt", b"a\nb\na\n").run()
    assert "vocab.txt: Line 3: The token 'a' is already on line 1" in messages(app)
    assert chips_of(app) == before


def test_a_large_vocabulary_encodes():
    lines = "\n".join(["[UNK]", *(f"tok{i}" for i in range(30_521))])
    app = App("encode", text="tok77")
    app.test.file_uploader(key="encode_vocabulary").upload("vocab.txt", lines.encode()).run()
    assert chips_of(app) == [["tok77"]]
    assert "its 30,522 tokens encode now" in messages(app)


@pytest.mark.parametrize("corpus", ["social", "text"])
@pytest.mark.parametrize("split", ["bert", "whitespace"])
@pytest.mark.parametrize("recipe", ["byte-level-bpe", "course-bpe"])
def test_words_spelled_as_gpt2_does_whoever_split_them(recipe, split, corpus):
    """The recipe spells the words of its corpus by their bytes; typed ones must be spelled too."""
    own = {"own": pack("hugs pugs naïve 抱抱")} if corpus == "text" else {}
    app = App("encode", recipe=recipe, corpus=corpus, split=split, step="9", **own)
    for typed in ("ж", "the cat, naïve", "抱 🤗 don't <b>"):
        app.test.text_input(key="encode_text").set_value(typed).run()
        assert not app.test.exception and not app.test.error
        if recipe == "byte-level-bpe":
            assert "[UNK]" not in app.text and "nothing lost" in app.text
            assert f"decoded {typed} nothing lost" in app.text
    [note] = app.test.info
    assert "split by another rule than GPT" in note.value


@pytest.mark.parametrize("recipe", ["byte-level-bpe", "course-bpe"])
def test_an_empty_field_shows_words_as_one_would_type_them(recipe):
    app = App("encode", recipe=recipe, step="99")
    assert chips_of(app) == [["h", "ug", "Ġpug", "Ġpun", "Ġbun", "Ġhugs"]]
    assert "decoded hug pug pun bun hugs nothing lost" in app.text

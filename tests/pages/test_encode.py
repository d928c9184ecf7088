"""The Encode page, by what it shows."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest

from pages.panels.encode.tokens import tokens
from pages.panels.encode.ways import way_of_vocabulary
from pages.state.links import pack
from pages.trainings.reading import Opened
from tests.pages.app import App
from tests.pages.test_prose import given
from tests.pages.test_train import messages
from wordpiece.files.readers import read_vocabulary
from wordpiece.text import patterns


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
    assert given(app)["text"]["panes"][0]["tokens"] == [
        [["hug", 14, False, at, at + 3] for at in range(0, 1500, 3)]
    ]
    assert "A word of 1,500 characters is too long to be traced here." in app.text
    app.test.selectbox(key="encode_with").select("wordpiece").run()
    assert given(app)["text"]["panes"][0]["tokens"] == [[["[UNK]", 1, True, 0, 1500]]]


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


def test_ids_may_have_holes_and_tokens_may_be_long():
    app, long = App("encode", step="9"), "g" * 1_024
    vocab = {"h": 0, "u": 7, "g": 2_000_000, "ug": 5, long: 9}
    model = {"type": "BPE", "vocab": vocab, "merges": ["u g"]}
    upload(app, "tokenizer.json", json.dumps(TOKENIZER | {"model": model}).encode())
    app.test.text_input(key="encode_text").set_value("hug g").run()
    assert chips_of(app) == [["h", "ug", "g"]]
    assert "id 2,000,000 · 4–5" in app.text
    assert "decoded h ug g" in app.text  # the file names no decoder


def test_a_pattern_that_takes_too_long_is_one_sentence(monkeypatch: pytest.MonkeyPatch):
    """It comes with the file of a stranger. What was typed stays, and another text is encoded."""
    pytest.importorskip("regex")
    monkeypatch.setattr(patterns, "SECONDS", 0.01)
    split = {"type": "Split", "pattern": {"Regex": "(?:a|aa)+[bd]"}, "behavior": "Isolated"}
    app = App("encode", step="9")
    upload(app, "tokenizer.json", json.dumps(TOKENIZER | {"pre_tokenizer": split}).encode())
    slow = "a" * 200 + "c"
    app.test.text_input(key="encode_text").set_value(slow).run()
    (refused,) = app.test.error
    assert refused.value.startswith("The regular expression that splits this text takes too long")
    assert app.test.text_input(key="encode_text").value == slow
    app.test.text_input(key="encode_text").set_value("hug").run()
    assert not app.test.error


def test_an_uploaded_vocabulary_encodes_instead():
    app = App("encode", text="Hugs")
    app.test.file_uploader(key="encode_vocabulary").upload("vocab.txt", VOCABULARY.encode()).run()
    assert chips_of(app) == [["hug", "##s"]]
    assert "All tokens are in lower case, so the text is lowercased first." in app.text
    app.test.file_uploader(key="encode_vocabulary").upload(
        "tokenizer.json", json.dumps(TOKENIZER).encode()
    ).run()
    app.test.text_input(key="encode_text").input("hug").run()
    assert chips_of(app) == [["h", "ug"]]
    app.test.button(key="encode_drop").click().run()
    assert len(chips_of(app)) == 2


def upload(app: App, name: str, content: bytes) -> None:
    app.test.file_uploader(key="encode_vocabulary").upload(name, content).run()
    assert not app.test.exception and not app.test.error


def case(app: App):
    """The switch of an uploaded vocabulary; None if its file leaves nothing open."""
    return next((each for each in app.test.get("button_group") if each.key == "encode_case"), None)


def test_whether_a_vocabulary_is_cased_is_guessed_said_and_can_be_changed():
    app = App("encode", text="Hugs")
    assert case(app) is None
    upload(app, "vocab.txt", VOCABULARY.encode())
    assert case(app).value == "uncased" and chips_of(app) == [["hug", "##s"]]
    app.test.segmented_control(key="encode_case").set_value("cased").run()
    assert chips_of(app) == [["[UNK]"]]
    assert "The text keeps its capitals, as you asked." in app.text
    assert "lowercased first" not in app.text
    app.test.segmented_control(key="encode_case").set_value("uncased").run()
    assert chips_of(app) == [["hug", "##s"]]
    assert "All tokens are in lower case, so the text is lowercased first." in app.text
    # Another file is guessed anew: entries in brackets say nothing of it.
    upload(app, "cased.txt", (VOCABULARY + "<S>\nHug\n").encode())
    assert case(app).value == "cased" and chips_of(app) == [["Hug", "##s"]]
    assert "Some tokens have capital letters, such as 'Hug'" in app.text
    upload(app, "tokenizer.json", json.dumps(TOKENIZER).encode())
    assert case(app) is None and "capital" not in app.text
    assert "case" not in app.query  # no link carries the file


def test_what_a_file_has_beyond_this_is_named_part_by_part():
    parts = {
        "normalizer": {"type": "Nmt"},
        "post_processor": {"type": "TemplateProcessing"},
        "truncation": {"max_length": 5},
        "padding": {"strategy": "BatchLongest"},
    }
    app = App("encode", text="hug")
    upload(app, "tokenizer.json", json.dumps(TOKENIZER | {"truncation": {}}).encode())
    assert "long texts are cut off (truncation)" in app.text and "<details" not in app.html
    upload(app, "more.json", json.dumps(TOKENIZER | parts).encode())
    [notes] = re.findall("<details.*?</details>", app.html)
    assert "4 remarks on this file" in notes and notes.count("<li>") == 4
    for part in ("Nmt", "TemplateProcessing", "truncation", "padding"):
        assert notes.count(part) == 1


def test_ids_with_holes_are_shown_as_they_are():
    ids = {"[UNK]": 7, "hug": 999_999, "##s": 12}
    read = replace(read_vocabulary(VOCABULARY.encode()), ids=ids)
    way = way_of_vocabulary("holes", Opened(read, "holes"), "uncased")
    encoded = way.encode("Hugs mug")
    assert [(token.token, token.id) for token in encoded] == [
        ("hug", 999_999),
        ("##s", 12),
        ("[UNK]", 7),
    ]
    assert "999,999" in tokens(encoded)


SPECIAL = VOCABULARY + "[MASK]\n[\n]\nmask\n"


def test_special_tokens_in_a_text_are_found_or_split():
    app = App("encode", text="hug[MASK] hugs", step="9")
    assert "Special tokens in the text" in app.text  # those of the toy words
    assert chips_of(app)[0][1] == "[MASK]"
    upload(app, "vocab.txt", SPECIAL.encode())
    assert chips_of(app) == [["hug", "[MASK]", "hug", "##s"]]
    assert "2 words, 7 characters without whitespace; 1 special token left out" in app.text
    assert "id 5 · 3–9" in app.text and "decoded hug [MASK] hugs" in app.text
    app.pick("special split")
    assert chips_of(app) == [["hug", "[", "mask", "]", "hug", "##s"]]
    assert "5 words" in app.text
    assert app.query["added"] == "split"
    app.test.text_input(key="encode_text").set_value("hug").run()
    assert "Special tokens in the text" not in app.text
    assert chips_of(App("encode", text="[MASK]", added="split", step="0"))[0] != ["[MASK]"]
    assert chips_of(App("encode", text="[MASK]", added="no such", step="0"))[0] == ["[MASK]"]


@pytest.mark.parametrize("recipe", ["wordpiece", "byte-level-bpe", "longest-token-first"])
def test_a_text_of_special_tokens_alone(recipe):
    app = App("encode", text="[MASK][SEP] [MASK]", recipe=recipe, step="3", special="on")
    assert not app.test.exception
    app.open("encode_why_decoded")
    assert not app.test.exception
    if "Special tokens in the text" in app.text:
        app.pick("special split")
        assert not app.test.exception


def test_in_a_long_text_they_are_found_too():
    text = "hugs [MASK] " * 40
    told = given(App("encode", step="9", text=text, **{"with": "wordpiece"}))
    assert told["text"]["panes"][0]["tokens"] == [
        [["hugs", 14, False, 0, 4]],
        [["[MASK]", 4, False, 0, 6]],
    ]


def stretches(app: App) -> list[tuple[int, int, str]]:
    """The parts of the typed text with the places that are marked by."""
    [text] = re.findall(r'<div class="typed">.*?</q>', app.html)
    found = re.findall(r'<span data-span="(\d+) (\d+)">(.*?)</span>', text)
    return [(int(start), int(end), unescape(re.sub("<[^>]*>", "", it))) for start, end, it in found]


def cells(app: App) -> list[tuple[str, int, int]]:
    """Each token with the characters that it is marked with."""
    found = re.findall(
        r'<span class="cell" data-span="(\d+) (\d+)">.*?<bdi dir="ltr">(.*?)</bdi>', app.html
    )
    return [(token, int(start), int(end)) for start, end, token in found]


def covered(app: App, token: str) -> str:
    """The characters that are marked with a token."""
    [(_, first, last)] = [each for each in cells(app) if each[0] == token]
    return "".join(it for start, end, it in stretches(app) if start < last and first < end)


def test_the_characters_of_each_token_stand_above_it():
    app = App("encode", text="pugs <b>mug hugs", step="9", **{"with": "wordpiece"})
    found = stretches(app)
    assert "".join(it for *_, it in found) == "pugs <b>mug hugs"
    assert covered(app, "##s") == "s" and covered(app, "hugs") == "hugs"
    for _, start, end in cells(app):
        assert {start, end} <= {place for a, b, _ in found for place in (a, b)}
    assert "<b>" not in app.html


def test_tokens_that_share_a_character_are_marked_with_it():
    app = App("encode", corpus="social", recipe="byte-level-bpe", step="9", text="aé 東")
    assert [(a, b) for token, a, b in cells(app) if token in ("Ã", "©")] == [(1, 2), (1, 2)]
    assert covered(app, "©") == "é" and covered(app, "æ") == "東"
    upload(app, "vocab.txt", "[UNK]\n東\ne\n##t\nⅷ\n".encode())
    app.test.text_input(key="encode_text").set_value("東E\u0301t Ⅷ").run()
    assert chips_of(app) == [["東", "e", "##t", "ⅷ"]]
    assert covered(app, "e") == "E" and covered(app, "##t") == "t"
    assert covered(app, "東") == "東" and covered(app, "ⅷ") == "Ⅷ"


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

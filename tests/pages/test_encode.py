"""The Encode page, tested by its visible content."""

import json
import re
from html import unescape
from typing import Any

import pytest

from pages.foreign import file as opened
from pages.foreign import pool
from pages.panels.actions import Choose
from pages.panels.shared.prose import SIZE
from pages.state.links import pack
from tests.foreign.files import HOSTILE, TOKENIZER
from tests.pages.app import App
from wordpiece.errors import VocabularyError


def chips_of(app: App) -> list[list[str]]:
    """The tokens of each encoder on the page."""
    blocks = re.findall(r'<div class="encoded"[^>]*>(.*?)</div>', app.html)
    return [re.findall(r'<bdi dir="ltr">(.*?)</bdi>', block) for block in blocks]


def by_wordpiece(text: str, step: str, **query: str) -> App:
    return App("encode", text=text, step=step, **{"with": "wordpiece"}, **query)


def type_text(app: App, text: str) -> None:
    app.test.text_input(key="encode_text").set_value(text).run()
    assert not app.test.exception


def test_vocabulary_or_merges_the_pugs_example():
    app = App("encode")
    app.press("encode_pugs")
    assert chips_of(app) == [
        ["pug", "##s", "[UNK]", "hugs"],
        ["pu", "##gs", "[UNK]", "##u", "##g", "hugs"],
    ]
    assert "pugs becomes pug ##s by longest match and pu ##gs by merge re" in app.text
    assert "from character 1 pugs ✗ pug ✓ from character 4 ##s ✓" in app.text
    assert "id 19 · 0–3" in app.text
    assert app.query == {"text": "pugs mug hugs", "with": "replay", "step": "9"}
    app = App("encode", corpus="text", own=pack("été"), split="gpt2", text="été")
    assert "from byte 5 ##© ✓" in app.text


def test_vocabulary_or_merges_is_not_the_reason_for_an_unknown_token():
    app = App("encode", text="mug", step="3", **{"with": "replay"})
    assert chips_of(app) == [["[UNK]"], ["[UNK]", "##u", "##g"]]
    assert "uses only the vocabulary" not in app.text
    assert "not even m is in the vocabulary. The whole word is unknown." in app.text
    assert "The alphabet lacks m , so this symbol is unknown." in app.text


def test_stepping_back_in_training_changes_the_encoding():
    app = by_wordpiece("hugs", "3")
    assert chips_of(app) == [["hugs"]]
    app.go(2)
    assert chips_of(app) == [["hu", "##gs"]]
    app.go(0)
    assert chips_of(app) == [["h", "##u", "##g", "##s"]]


def test_both_algorithms_unknowns_and_losses():
    app = App("encode", text="mug hugs", step="3")
    assert chips_of(app) == [["[UNK]", "hugs"], ["[UNK]", "ug", "hug", "s"]]
    assert "No entry fits at the beginning: not even m is in the vocabulary" in app.text
    assert "The alphabet lacks m , so this symbol is unknown." in app.text
    assert "decoded [UNK] hugs" in app.text
    assert "WordPiece 2 1.00 3.50 1 (50%) BPE 4 2.00 1.75 1 (25%)" in app.text


def test_other_corpora_special_tokens_and_the_normalizer():
    text = "This is the Hugging Face course!"
    tokens = "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]"
    assert chips_of(by_wordpiece(text, "25", corpus="course")) == [tokens.split()]
    blog = by_wordpiece("hug_ pun_", "20", corpus="blog")  # its words are split at spaces
    assert chips_of(blog) == [["hug_", "pun_"]]
    segmenter = App("encode", recipe="blog-code", corpus="blog", step="3", text="hum")
    assert chips_of(segmenter) == [["hu", "[UNK]"]]
    assert "longest match; tokens before [UNK] are kept" in segmenter.text
    app = by_wordpiece("hug [MASK]", "9", special="on")
    assert chips_of(app) == [["[CLS]", "hug", "[MASK]", "[SEP]"]]
    assert "Words after pre-tokenization: 1; characters (Unicode code points) without" in app.text
    without = App("encode", text="hug", recipe="cs336-bpe", special="on")  # it has no [CLS]
    assert "[CLS]" not in without.text
    assert "encode_special" not in [toggle.key for toggle in without.test.toggle]
    story = by_wordpiece("THE Walker", "50", corpus="story")
    assert "became" in story.text and "T" in story.text.split("decoded")[1]


@pytest.mark.parametrize(
    "text", ["", "   \t", "\u200d", "שלום \U0001f468\u200d", "x" * 100_001], ids=len
)
def test_any_text_is_encoded_or_refused(text):
    app = App("encode", step="2")
    type_text(app, text)
    refused = "100,001 characters, but at most 100,000 can" in " ".join(app.messages)
    assert refused == (len(text) > 100_000)


VOCABULARY = "[PAD]\n[UNK]\nhug\n##s\n##e\n"


def upload_tokenizer(app: App, **parts: object) -> None:
    app.upload("tokenizer.json", json.dumps(TOKENIZER | parts).encode())
    assert not app.test.error


BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": True}
MARKS = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}


def test_a_pre_tokenizer_that_splits_nothing_is_not_named_as_one_that_does():
    """The file of Qwen2.5 splits by its own pattern, not by that of GPT-2."""
    own = {"type": "Split", "pattern": {"Regex": "u"}, "behavior": "Isolated", "invert": False}
    rest = BYTES | {"use_regex": False}
    app = App("encode", text="hugs", step="3")
    for pre_tokenizer, shown in (
        (BYTES, "GPT-2 (bytes, Ġ = space)"),
        (
            {"type": "Sequence", "pretokenizers": [own, rest]},
            "by a pattern in the file, bytes (Ġ = space)",
        ),
        (MARKS, "Spaces (▁ = space)"),
        (MARKS | {"split": False}, "▁ instead of spaces (no split)"),
    ):
        upload_tokenizer(app, pre_tokenizer=pre_tokenizer)
        assert f"normalizer none pre-tokenizer {shown}" in app.text
        assert ("model byte-level BPE" in app.text) == ("Ġ" in shown)


def test_an_opened_vocabulary_encodes_next_to_the_training():
    app = App("encode", text="Hugs", step="3")
    trained = chips_of(app)
    assert "Why these tokens" in app.text
    app.upload("vocab.txt", VOCABULARY.encode())
    assert chips_of(app) == [["hug", "##s"], *trained]
    assert "Why these tokens" not in app.text  # its training is unknown
    upload_tokenizer(app)
    type_text(app, "hug")
    assert chips_of(app) == [["h", "ug"], ["hu", "##g"], ["hug"]]
    app.test.selectbox(key="encode_with").select("bpe").run()
    assert chips_of(app) == [["h", "ug"], ["hug"]]
    app.press("encode_drop")
    assert chips_of(app) == [["hug"]]


def test_what_is_known_of_an_opened_file_is_shown():
    app = App("encode", text="hugs", step="3")
    strange = {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}]}
    steps = [{"type": name} for name in ("NFC", "StripAccents", "Lowercase")]
    upload_tokenizer(
        app,
        normalizer={"type": "Sequence", "normalizers": steps},
        pre_tokenizer=strange,
        added_tokens=[
            {"id": 9, "content": "<b>", "special": True, "normalized": False,
             "single_word": False, "lstrip": False, "rstrip": False}
        ],
    )  # fmt: skip
    assert "model BPE special tokens <b> normalizer NFC, combining marks removed, " in app.text
    assert "lowercase pre-tokenizer at digits" in app.text
    assert "<b>" not in re.sub(r"</?b>(?=[0-9#])", "", app.html)
    app.press("encode_check")
    assert "Probably unreachable tokens: 0" in app.text
    upload_tokenizer(app, model=TOKENIZER["model"] | {"merges": []})
    app.press("encode_check")
    assert "Probably unreachable tokens: 1" in app.text
    app.upload("vocab.txt", b"[UNK]\nHug\nhug\n")
    app.press("encode_check")
    assert "Probably unreachable tokens: 0" in app.text
    lowercase(app).set_value(True).run()
    assert "Probably unreachable" not in app.text  # that was without lowercasing
    app.press("encode_check")
    assert "Probably unreachable tokens: 1 Hug" in app.text


METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}
BPE_WITHOUT_UNKNOWN = {
    "type": "BPE",
    "vocab": {"a": 0, "b": 1, "ab": 2},
    "merges": ["a b"],
}


def test_a_text_without_tokens_has_no_words_or_only_words_that_a_file_drops():
    no_words = "The text has no words to encode."
    dropped = "This vocabulary has no tokens for the words of the text."
    for text, said in (("xyz", dropped), (" ", no_words)):
        app = App("encode", text=text, step="3")
        upload_tokenizer(app, model=BPE_WITHOUT_UNKNOWN, pre_tokenizer={"type": "Whitespace"})
        assert said in app.text
        assert (no_words in app.text) == (said == no_words)


UNIGRAM = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["\u2581hug", -2], ["s", -3]]}


def test_a_unigram_file_is_shown_without_steps():
    app = App("encode", text="hugs", step="9")
    upload_tokenizer(app, model=UNIGRAM, pre_tokenizer=METASPACE)
    assert chips_of(app)[0] == ["\u2581hug", "s"]
    assert "A Unigram model does not choose its tokens one by one" in app.text
    assert "from character 1 hugs ✓" in app.text  # our own steps for the same word


def test_ids_may_have_holes_and_tokens_may_be_long():
    app = App("encode", step="9")
    vocab = {"h": 0, "u": 7, "g": 2_000_000, "ug": 5, "g" * 1_024: 9}
    upload_tokenizer(app, model={"type": "BPE", "vocab": vocab, "merges": ["u g"]})
    type_text(app, "hug g")
    assert chips_of(app)[0] == ["h", "ug", "g"]
    assert "id 2,000,000 · 4–5" in app.text
    assert "decoded h ug g" in app.text  # the file names no decoder


@pytest.mark.slow
def test_a_file_that_fails_on_a_text_is_one_sentence_and_goes_on_with_another():
    app = App("encode", step="9")
    app.upload("tokenizer.json", HOSTILE["replace"][0].content)
    type_text(app, "a")
    assert "needed too much time or memory" in app.text and len(chips_of(app)) == 2
    assert app.test.text_input(key="encode_text").value == "a"
    type_text(app, "hug")
    assert chips_of(app)[0] == ["h", "ug"]


def test_a_file_that_failed_may_be_opened_again(monkeypatch):
    def late(*_: Any) -> None:
        raise VocabularyError(opened.STOPPED)

    app = App("encode", text="hug")
    with monkeypatch.context() as patched:
        patched.setattr(pool, "ask", late)
        app.upload("vocab.txt", VOCABULARY.encode())
    assert app.messages[0].startswith(f"vocab.txt: {opened.STOPPED}") and len(chips_of(app)) == 2
    app.upload("vocab.txt", VOCABULARY.encode())
    assert chips_of(app)[0] == ["hug"]


def test_a_long_text_has_the_tokens_of_a_file_in_it():
    app = App("encode", step="9")
    upload_tokenizer(app)
    type_text(app, "hug " * 6_000)
    data = app.data_of("prose")
    assert '<h2 class="panel">tokenizer.json ' in data["frame"]
    pane = json.loads(data["panes"][0])
    assert pane["start"] == 0 and len(pane["run"]) == 2 * SIZE // 4 + 1
    assert pane["words"] == [[["h", "ug"], ["h", "ug"], [0]]]
    # Its tokens have no story.
    assert data["frame"].count('<div class="text"></div>') == 1
    app.pick(Choose("text_page", 2))
    assert json.loads(app.data_of("prose")["panes"][0])["start"] == SIZE


def lowercase(app: App) -> Any:
    """The switch of an uploaded vocabulary; None if its file decides the case."""
    return next((each for each in app.test.toggle if each.key == "encode_lowercase"), None)


def test_whether_a_vocabulary_is_cased_is_guessed_and_can_be_changed():
    app = App("encode", text="Hugs")
    why = "So texts are lowercased and lose their accents before encoding, as in uncased BERT."
    assert lowercase(app) is None
    app.upload("vocab.txt", VOCABULARY.encode())
    assert lowercase(app).value and chips_of(app)[0] == ["hug", "##s"]
    lowercase(app).set_value(False).run()
    assert chips_of(app)[0] == ["[UNK]"] and why not in app.text
    lowercase(app).set_value(True).run()
    assert chips_of(app)[0] == ["hug", "##s"] and why in app.text
    # The next file is judged by itself, without its entries in brackets.
    app.upload("cased.txt", (VOCABULARY + "<S>\nHug\n").encode())
    assert not lowercase(app).value and chips_of(app)[0] == ["Hug", "##s"]
    assert "'Hug', for example, has a capital letter" in app.text
    upload_tokenizer(app)
    assert lowercase(app) is None and "capital" not in app.text
    assert "lowercase" not in app.query  # links do not carry the file


def test_special_tokens_in_a_text_are_found_or_split():
    app = App("encode", text="hug[MASK] hugs", step="9")
    assert "Special tokens in the text" in app.text  # those of the toy words
    assert chips_of(app)[0][1] == "[MASK]"
    app.upload("vocab.txt", (VOCABULARY + "[MASK]\n[\n]\nmask\n").encode())
    assert chips_of(app)[0] == ["hug", "[MASK]", "hug", "##s"]
    assert "Words after pre-tokenization: 2; characters (Unicode code points) without " in app.text
    assert " whitespace: 7. Special tokens that are kept whole" in app.text
    assert "id 5 · 3–9" in app.text and "decoded hug [MASK] hugs" in app.text
    app.pick(Choose("added", "split"))
    assert chips_of(app)[0] == ["hug", "[", "mask", "]", "hug", "##s"]
    assert "Words after pre-tokenization: 5;" in app.text
    assert app.query["added"] == "split"
    type_text(app, "hug")
    assert "Special tokens in the text" not in app.text and "counted from 0" in app.text
    assert chips_of(App("encode", text="[MASK]", added="split", step="0"))[0] != ["[MASK]"]
    assert chips_of(App("encode", text="[MASK]", added="no such", step="0"))[0] == ["[MASK]"]


def test_encoders_that_split_a_text_into_different_words_have_their_own_counts_of_words():
    app = App("encode", corpus="story", split="whitespace", text="hug, hugs", step="0")
    assert "Words after pre-tokenization: 2; characters" in app.text
    app.upload("vocab.txt", (VOCABULARY + ",\n").encode())  # it splits at the comma, too
    assert "Words are counted after pre-tokenization. Special tokens that are kept" in app.text
    assert "Words after" not in app.text and "encoder words tokens tokens per word" in app.text
    assert "vocab.txt 3 4 1.33" in app.text and "WordPiece 2 " in app.text


def test_offsets_of_tokens_that_share_a_character_are_explained():
    assert "tokens share a character" not in App("encode", text="hugs", step="0").text
    app = App("encode", corpus="low", recipe="end-of-word-bpe", text="low", step="0")
    assert "If several tokens share a character, the offsets of each of them" in app.text
    assert cells(app)[-1] == ("&lt;/w&gt;", 2, 3) and cells(app)[-2] == ("w", 2, 3)


def stretches(app: App) -> list[tuple[int, int, str]]:
    """The segments of the typed text with their highlight ranges."""
    [text] = re.findall(r'<div class="typed">.*?</q>', app.html)
    found = re.findall(r'<span data-span="(\d+) (\d+)">(.*?)</span>', text)
    return [(int(start), int(end), unescape(re.sub("<[^>]*>", "", it))) for start, end, it in found]


def cells(app: App) -> list[tuple[str, int, int]]:
    """The tokens with their highlight ranges."""
    found = re.findall(
        r'<span class="cell" data-span="(\d+) (\d+)">.*?<bdi dir="ltr">(.*?)</bdi>', app.html
    )
    return [(token, int(start), int(end)) for start, end, token in found]


def test_the_typed_text_marks_the_characters_of_each_token():
    app = by_wordpiece("pugs <b>mug hugs", "9")
    found = stretches(app)
    assert "".join(it for *_, it in found) == "pugs <b>mug hugs"
    for token, start, end in cells(app):
        covered = "".join(it for a, b, it in found if a < end and start < b)
        assert covered == token.removeprefix("##") or token in ("[UNK]", "<", ">")
        assert {start, end} <= {place for a, b, _ in found for place in (a, b)}
    assert "<b>" not in app.html


@pytest.mark.parametrize(
    ("recipe", "split", "corpus"),
    [("byte-level-bpe", "bert", "social"), ("byte-level-bpe", "whitespace", "text"),
     ("course-bpe", "whitespace", "social")],
)  # fmt: skip
def test_typed_words_are_spelled_as_those_of_the_corpus(recipe, split, corpus):
    """The recipe writes the corpus as bytes after any pre-tokenizer, and typed words too."""
    own = {"own": pack("hugs pugs naïve 抱抱")} if corpus == "text" else {}
    app = App("encode", recipe=recipe, corpus=corpus, split=split, step="9", **own)
    for typed in ("ж", "the cat, naïve", "抱 🤗 don't <b>"):
        type_text(app, typed)
        assert not app.test.error
        if recipe == "byte-level-bpe":
            assert "[UNK]" not in app.text and f"decoded {typed} Nothing is lost." in app.text
    [note] = app.messages
    assert "not split into words by GPT-2" in note


def test_a_recipe_that_the_switch_does_not_offer_encodes_with_its_own_vocabulary():
    """Predict says so about each recipe that it does not ask about."""
    app = App("encode", recipe="hugging-face", text="hugs pun", step="1", **{"with": "dropout"})
    assert chips_of(app) == [["h", "##ug", "##s", "p", "##u", "##n"]]
    assert [box.key for box in app.test.selectbox if box.label == "Encode with"] == []


def test_longest_match_is_not_compared_with_an_opened_vocabulary():
    """The switch of an earlier recipe says nothing about another one."""
    app = App("encode", recipe="likelihood", text="hugs", step="1", **{"with": "replay"})
    app.upload("vocab.txt", VOCABULARY.encode())
    assert len(chips_of(app)) == 2 and "by merge replay" not in app.text


def test_bpe_dropout_gives_the_probabilities_of_all_splits_and_samples():
    app = App("encode", recipe="bpe", step="3", text="unhug", **{"with": "dropout"})
    assert "Here unhug has 6 possible splits." in app.text and "probability 30%" in app.text
    assert "100% u n h u g ends here: 9% 70% u n h ug ends here: 6% 49% un h ug" in app.text
    assert "Of 1,000 samples un hug 0.5488 566 un h ug 0.1911 192 u n h u g 0.0900 88" in app.text
    # WordPiece has one split, Unigram several with probabilities, and as many tokens as BPE.
    assert "WordPiece Splits Probability [UNK] 1 Unigram" in app.text
    assert "Unigram Splits Probability u n hug 0.9686 u n h u g 0.0314" in app.text
    app.test.slider(key="encode_dropout").set_value(0).run()
    assert "Here unhug has 1 possible split." in app.text and "un hug 1.0000 1,000" in app.text
    assert app.query["dropout"] == "0"
    app.test.slider(key="encode_dropout").set_value(100).run()
    assert "u n h u g 1.0000 1,000" in app.text
    assert "Paths 100% u n h u g" in app.text
    type_text(app, "mug")
    assert "[UNK] u g 1.0000 1,000" in app.text
    app.test.slider(key="encode_dropout").set_value(30).run()
    type_text(app, "unhug" * 2)
    assert "Paths probability at least 2% 100% u n h u g" in app.text
    type_text(app, "hug" * 5)
    assert "The word has 15 symbols; the probabilities of splits are computed only for" in app.text
    assert not app.test.exception
    # A recipe that determines its encoder has no switch, so its words are traced as ever.
    app = App("encode", corpus="low", recipe="end-of-word-bpe", step="9", **{"with": "dropout"})
    assert "possible split" not in app.text and "Merge 9 low + </w>" in app.text

"""The text in tokens: the data for the component, without secret merges."""

import json
import re
from itertools import accumulate
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from pages.panels.actions import Choose
from pages.panels.encode.view import SHORT
from pages.panels.shared.prose import SIZE, encoded_pane, part_of, trained_pane
from pages.trainings.samples import samples
from tests.pages.app import PROSE, App
from tests.strategies import examples
from wordpiece import BPEEncoder, BPETrainer, WordPieceEncoder, WordPieceTrainer
from wordpiece.text.corpus import from_text
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import Comparison

STORY = samples()["story"]


def given(app: App) -> Any:
    """The panes of the component, parsed; None if the page does not have it."""
    assert not app.test.exception
    data = app.data_of(PROSE)
    return [json.loads(pane) for pane in data["panes"]] if data else None


def text_of(pane: dict[str, Any]) -> str:
    """The characters of a pane."""
    words = ["".join(pieces) for _, pieces, _ in pane["words"]]
    return "".join(words[item] if isinstance(item, int) else item for item in pane["run"])


def drawn(pane: dict[str, Any], position: int) -> list[str]:
    """The tokens of a pane, computed like the script does."""
    cuts = []
    for symbols, _, steps in pane["words"]:
        tokens = [symbols[0]]
        for symbol, step in zip(symbols[1:], steps, strict=True):
            at = pane["positions"][str(step)] if pane["positions"] and step else step
            if step and at <= position:
                tokens[-1] += symbol
            else:
                tokens.append(pane["prefix"] + symbol)
        cuts.append(tokens)
    return [token for item in pane["run"] if isinstance(item, int) for token in cuts[item]]


def test_train_draws_the_text_of_a_text_and_the_words_of_a_table():
    app = App(corpus="story", step="30")
    [pane] = given(app)
    assert "read" not in app.query and not app.words()
    assert "2,008 → 1,884 tokens" in app.text
    assert app.data_of(PROSE)["step"] == 30 and text_of(pane) == STORY.text()
    assert max(step for *_, steps in pane["words"] for step in steps) > 30
    assert len(drawn(pane, 30)) == 1_884 and {*drawn(pane, 30)} <= {*pane["ids"]}
    app.pick(Choose("read", "words"))
    assert given(app) is None and app.words() and app.query["read"] == "words"
    table = App()
    assert given(table) is None and table.words() and "&#34;read&#34;" not in table.html


def test_the_tokens_are_those_of_the_splits():
    text = "It’s hugs, “hug” and pugs; É e\u0301 İ 🎉🎉\n" * 3
    words = from_text(text, compose(["nfc", "lowercase"]), "bert").word_frequencies
    trainer = WordPieceTrainer(words)
    trainer.run()
    timeline = trainer.timeline()
    part = part_of(text, 1)
    pane = trained_pane((timeline,), text, part, ("nfc", "lowercase"), "bert")
    data = json.loads(pane.to_json())
    assert text_of(data) == text
    for step in range(len(timeline) + 1):
        splits = timeline.splits(step)
        expected = [token for word in splits for token in splits[word] * words[word]]
        assert sorted(drawn(data, step)) == sorted(expected)


@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_words_are_listed_where_counts_matter_and_no_secret_is_given(pace):
    app = App(corpus="story", step="30", read="text", pace=pace)
    assert given(app) is None and app.words() and not app.has(Choose("read", "text"))


@pytest.mark.parametrize("by", ["step", "size"])
def test_compare_gives_the_positions_of_its_axis(by):
    app = App("compare", corpus="story", by=by, reading="text", step="25")
    panes = given(app)
    words = from_text(STORY.text(), compose(["lowercase"]), "bert").word_frequencies
    timelines = {}
    for name, kind in (("wordpiece", WordPieceTrainer), ("bpe", BPETrainer)):
        trainer = kind(words, vocab_size=STORY.vocab_size, special_tokens=tuple("12345"))
        trainer.run()
        timelines[name] = trainer.timeline()
    comparison = Comparison(timelines, by=by)
    for position in (0, 1, 25, 70, comparison.last):
        for pane, name in zip(panes, timelines, strict=True):
            splits = timelines[name].splits(comparison.step(name, position))
            expected = [token for word in splits for token in splits[word] * words[word]]
            assert sorted(drawn(pane, position)) == sorted(expected)
    html = app.data_of(PROSE)["frame"]
    shown = re.findall(r'<h2 class="panel">(\w+) .*?data-training="(\w+)"', html)
    assert shown == [("WordPiece", "wordpiece"), ("BPE", "bpe")]


def test_presenter_mode_draws_it_in_place_of_the_words_only():
    assert given(App(corpus="story", present="1"))
    assert given(App(corpus="story", read="text", present="1", panel="scores")) is None
    compare = {"corpus": "story", "reading": "text", "present": "1"}
    assert given(App("compare", **compare, show="parting")) is None
    assert given(App("compare", **compare, show="words"))  # an old link


def test_encode_draws_a_long_text_and_chips_for_a_short_one():
    short = App("encode", step="9", text="hugs " * (SHORT // 5))
    assert given(short) is None and 'class="encoded"' in short.html
    long = App("encode", step="9", text="hugs mug " * (SHORT // 5), special="on")
    data = given(long)
    assert (
        "[CLS] is added before the text and [SEP] after it." in long.text
        and "id 14" not in long.text
    )
    match, replay = data
    assert match["words"] == [[["hugs"], ["hugs"], []], [["[UNK]"], ["mug"], []]]
    assert match["ids"] == {"hugs": 14, "[UNK]": 1} and match["unknown"] == ["[UNK]"]
    assert replay["words"][1] == [["[UNK]", "ug"], ["m", "ug"], [0]]
    lines = App("encode", step="9", text="hugs\nmug")
    assert text_of(given(lines)[0]) == "hugs\nmug"


def test_the_parts_of_a_text_follow_each_other():
    text = "hug the pug <b> \ud800\n" * 500
    pages = range(1, -(-len(text) // SIZE) + 1)
    trainer = WordPieceTrainer(from_text(text, compose([]), "bert").word_frequencies)
    trainer.run()
    timelines = (trainer.timeline(),)
    tokens = WordPieceEncoder.from_timeline(timelines[0], 1).encode(text)
    for panes in (
        [trained_pane(timelines, text, part_of(text, at), (), "bert") for at in pages],
        [encoded_pane(text, part_of(text, at), tokens) for at in pages],
    ):
        found = [json.loads(pane.to_json()) for pane in panes]
        assert "".join(map(text_of, found)) == text.replace("\ud800", "\ufffd")
        starts = [0, *accumulate(len(text_of(pane)) for pane in found)]
        assert [pane["start"] for pane in found] == starts[:-1]
    assert part_of(text, len(pages) + 1) == part_of(text, 1) == (0, SIZE)


def test_the_pager_turns_to_the_next_part():
    app = App(corpus="file")
    text = b"low lower newest widest " * 500
    app.test.file_uploader(key="own_file").upload("mine.txt", text).run()
    assert given(app)[0]["start"] == 0 and "Pages: Text" in app.html
    app.pick(Choose("text_page", 2))
    assert given(app)[0]["start"] == SIZE
    app.report_pick(Choose("text_page", 99))  # it has 5 parts
    assert given(app)[0]["start"] == 0
    # Another text begins with its first part.
    app.pick(Choose("text_page", 2))
    app.test.file_uploader(key="own_file").upload("new.txt", b"hug pug pun " + text).run()
    assert given(app)[0]["start"] == 0
    app = App("encode", step="9", text="hugs\nmug " * 150)
    assert given(app) and "Pages: Text" not in app.html


@pytest.mark.parametrize("split", ["bert", "gpt2"])
@examples(60)
@hypothesis.given(st.text(alphabet="hug É\u0301東Ⅷ…🎉\n \ufb01s"))
def test_an_encoded_text_is_given_with_the_places_of_its_tokens(split, text):
    encoder = BPEEncoder([("h", "u")], alphabet="huge")
    normalizer = compose(["nfd", "strip-accents", "space-out-cjk", "lowercase"])
    tokens = encoder.encode(text, normalizer, split)
    pane = json.loads(encoded_pane(text, part_of(text, 1), tokens).to_json())
    assert text_of(pane) == text and drawn(pane, 0) == [token.token for token in tokens]
    # A token has its own characters, or shares those of the token before it.
    at, places = 0, []
    for item in pane["run"]:
        for piece in pane["words"][item][1] if isinstance(item, int) else ():
            places.append((at, at + len(piece)))
            at += len(piece)
        at += 0 if isinstance(item, int) else len(item)
    for (start, end), token in zip(places, tokens, strict=True):
        assert (start, end) == (token.start, token.end) or start == end or end > token.end

"""The text in tokens: the data for the component, without secret merges."""

import json
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st

from pages.panels.actions import Choose
from pages.panels.encode.view import SHORT
from pages.panels.shared import prose
from pages.panels.shared.prose import Heading, encoded_part, living_part, read_panes
from pages.state.links import pack
from pages.trainings.samples import samples
from tests.pages.app import App
from tests.strategies import examples
from wordpiece import BPEEncoder, BPETrainer, WordPieceEncoder, WordPieceTrainer
from wordpiece.text.corpus import from_text
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import Comparison

STORY = samples()["story"]


PROSE = "merge_by_merge_prose"


def given(app: App) -> Any:
    """The parsed data of the component; None if the page does not have it."""
    assert not app.test.exception
    data = app.data_of(PROSE)
    if not data:
        return None
    return data | {"text": json.loads(data["text"]), "removed": json.loads(data["removed"])}


def drawn(part: dict[str, Any], pane: int, position: int) -> list[str]:
    """The tokens of a pane, computed like the script does."""
    text, removed = part["text"]["panes"][pane], part["removed"][pane]
    at = dict(zip(removed["made"][::3], removed["made"][2::3], strict=True))
    steps, cuts = iter(removed["steps"]), []
    for word in text["words"]:
        symbols = [*word, text["suffix"]] if text["suffix"] else [*word]
        tokens = [symbols[0]]
        for symbol in symbols[1:]:
            step = next(steps)
            if step and at[step] <= position:
                tokens[-1] += symbol
            else:
                tokens.append(text["prefix"] + symbol)
        cuts.append(tokens)
    return [token for word in text["places"][2::3] for token in cuts[word]]


def test_train_draws_the_text_of_a_text_and_the_words_of_a_table():
    app = App(corpus="story", step="30")
    data = given(app)
    assert "read" not in app.query and not app.words()
    assert "2,008 → 1,884 tokens" in app.text
    assert data["step"] == 30 and data["text"]["text"] == STORY.text()
    assert (data["text"]["start"], data["text"]["end"]) == (0, len(STORY.text()))
    assert max(data["removed"][0]["steps"]) > 30
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
    read = read_panes((timeline,), text, 0, ("nfc", "lowercase"), ("bert",))
    part = living_part(text, *read, [Heading()])
    data = {"text": json.loads(part.text), "removed": json.loads(part.removed)}
    for step in range(len(timeline) + 1):
        splits = timeline.splits(step)
        expected = [token for word in splits for token in splits[word] * words[word]]
        assert sorted(drawn(data, 0, step)) == sorted(expected)


@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_words_are_listed_where_counts_matter_and_no_secret_is_given(pace):
    app = App(corpus="story", step="30", read="text", pace=pace)
    assert given(app) is None and app.words() and not app.has(Choose("read", "text"))


@pytest.mark.parametrize("by", ["step", "size"])
def test_compare_gives_the_positions_of_its_axis(by):
    app = App("compare", corpus="story", by=by, reading="text", step="25")
    data = given(app)
    words = from_text(STORY.text(), compose(["lowercase"]), "bert").word_frequencies
    timelines = {}
    for name, kind in (("wordpiece", WordPieceTrainer), ("bpe", BPETrainer)):
        trainer = kind(words, vocab_size=STORY.vocab_size, special_tokens=tuple("12345"))
        trainer.run()
        timelines[name] = trainer.timeline()
    comparison = Comparison(timelines, by=by)
    for position in (0, 1, 25, 70, comparison.last):
        for pane, name in enumerate(timelines):
            splits = timelines[name].splits(comparison.step(name, position))
            expected = [token for word in splits for token in splits[word] * words[word]]
            assert sorted(drawn(data, pane, position)) == sorted(expected)
    assert [pane["title"] for pane in data["text"]["panes"]] == ["WordPiece", "BPE"]


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
    match, replay = data["text"]["panes"]
    assert match["tokens"] == [[["hugs", 14, False, 0, 4]], [["[UNK]", 1, True, 0, 3]]]
    assert [token[3:] for token in replay["tokens"][1]] == [[0, 1], [1, 3]]
    lines = App("encode", step="9", text="hugs\nmug")
    assert given(lines)["text"]["text"] == "hugs\nmug"


@pytest.mark.slow
def test_parts_of_a_long_text_are_bounded():
    text = "hug the pug <b> \ud800\n" * 5_000
    trainer = WordPieceTrainer(from_text(text, compose([]), "bert").word_frequencies)
    trainer.run()
    timelines = (trainer.timeline(),)
    at = 0
    while at < len(text):
        read = read_panes(timelines, text, at, (), ("bert",))
        data = json.loads(living_part(text, *read, [Heading()]).text)
        assert data["start"] == at and "\ud800" not in data["text"]
        assert data["end"] - at + 20 >= prose.SIZE or data["end"] == len(text)
        at = data["end"]
    encoder = WordPieceEncoder.from_timeline(timelines[0], 1)

    def encode(start, end):
        return encoder.encode(text[start:end])

    part = encoded_part(text, 50_000, [(Heading("x"), encode)], compose([]), "bert")
    assert json.loads(part.text)["start"] in range(50_000, 50_020)


@pytest.mark.parametrize("split", ["bert", "gpt2"])
@examples(60)
@hypothesis.given(st.text(alphabet="hug É\u0301東Ⅷ…🎉\n \ufb01s"))
def test_an_encoded_text_is_given_with_the_places_of_its_tokens(split, text):
    encoder = BPEEncoder([("h", "u")], alphabet="huge")
    normalizer = compose(["nfd", "strip-accents", "space-out-cjk", "lowercase"])

    def encode(start, end):
        return encoder.encode(text[start:end], normalizer, split)

    data = json.loads(encoded_part(text, 0, [(Heading("x"), encode)], normalizer, split).text)
    [pane] = data["panes"]
    places, found, end = iter(pane["places"]), [], 0
    for first, last, word in zip(places, places, places, strict=True):
        assert end <= first <= last <= len(text)
        end = last
        found += [(name, first + a, first + b) for name, _, _, a, b in pane["tokens"][word]]
    assert found == [(token.token, token.start, token.end) for token in encode(0, len(text))]


def test_a_browser_may_report_anything():
    app = App(corpus="text", own=pack("low lower newest widest") or "", read="text")
    places: list[object] = [None, -1, "x", 1e300, float("inf"), 10**6, {}]
    for at in places:
        app._report(PROSE, {"part": {"at": at, "seq": 1}})
        assert given(app)["text"]["start"] == 0

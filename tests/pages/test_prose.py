"""The text in tokens: what the page is given to draw it, and what is kept from it."""

import json

import hypothesis
import pytest
from hypothesis import strategies as st

from pages.panels.encode.view import SHORT
from pages.panels.shared import prose
from pages.panels.shared.prose import Heading, LivingText, encoded_part
from pages.state.links import pack
from pages.trainings.samples import samples
from tests.pages.app import App
from tests.strategies import examples
from wordpiece import BPEEncoder, BPETrainer, WordPieceEncoder, WordPieceTrainer
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import from_text
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import Comparison

STORY = samples()["story"]


def given(app: App) -> dict | None:
    """What the component was given, read; None if there is none."""
    assert not app.test.exception
    found = [
        each.proto
        for each in app.test.get("bidi_component")
        if each.proto.component_name == "merge_by_merge_prose"
    ]
    if not found:
        return None
    (only,) = found
    told = json.loads(only.json)
    return told | {"text": json.loads(told["text"]), "removed": json.loads(told["removed"])}


def drawn(part: dict, pane: int, position: int) -> list[str]:
    """The tokens of a pane as the script draws them, by what it was given."""
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
    assert given(app) is None and app.words()
    app.pick("read text")
    told = given(app)
    assert app.query["read"] == "text" and not app.words()
    assert told["step"] == 30 and told["text"]["text"] == STORY.text()
    assert (told["text"]["start"], told["text"]["end"]) == (0, len(STORY.text()))
    assert max(told["removed"][0]["steps"]) > 30
    app.pick("read words")
    assert given(app) is None and app.words() and "read" not in app.query
    table = App(read="text")
    assert given(table) is None and table.words() and 'data-pick="read' not in table.html


@pytest.mark.parametrize("recipe", sorted(RECIPES))
def test_every_token_at_every_step_is_that_of_the_training(recipe):
    app = App(corpus="story", recipe=recipe, read="text", size="none")
    told = given(app)
    corpus = from_text(STORY.text(), compose(["lowercase"]), "bert")
    if RECIPES[recipe].pre_tokenizer == "gpt2":
        corpus = from_text(STORY.text(), compose(["lowercase"]), "gpt2")
    pane = told["text"]["panes"][0]
    assert sum(corpus.word_frequencies.values()) == len(pane["places"]) // 3
    first = drawn(told, 0, 0)
    last = drawn(told, 0, app.stepper["last"])
    assert len(first) > len(last)
    ids = {*pane["first"].values(), *told["removed"][0]["made"][1::3]}
    assert None not in ids and set(first) <= set(pane["first"])


def test_the_tokens_are_those_of_the_splits():
    text = "It’s hugs, “hug” and pugs; É e\u0301 İ 🎉🎉\n" * 3
    words = from_text(text, compose(["nfc", "lowercase"]), "bert").word_frequencies
    trainer = WordPieceTrainer(words)
    trainer.run()
    timeline = trainer.timeline()
    living = LivingText((timeline,), text, ("nfc", "lowercase"), ("bert",))
    part = living.part(0, [Heading()])
    told = {"text": json.loads(part.text), "removed": json.loads(part.removed)}
    for step in range(len(timeline) + 1):
        splits = timeline.splits(step)
        expected = [token for word in splits for token in splits[word] * words[word]]
        assert sorted(drawn(told, 0, step)) == sorted(expected)
        known = living.part(0, [Heading()], known=step)
        removed = json.loads(known.removed)[0]
        assert known.text == part.text
        assert max([0, *removed["steps"], *removed["made"][::3]]) <= step
        assert sorted(drawn({**told, "removed": [removed]}, 0, step)) == sorted(expected)


@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_what_is_secret_is_not_given(pace):
    app = App(corpus="story", step="30", read="text", pace=pace)
    assert max(given(app)["removed"][0]["steps"]) == 30
    app.go(31)
    assert max(given(app)["removed"][0]["steps"]) == 31
    assert given(app)["step"] == 31


@pytest.mark.parametrize("by", ["step", "size"])
def test_compare_gives_the_positions_of_its_axis(by):
    app = App("compare", corpus="story", by=by, reading="text", step="25")
    told = given(app)
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
            assert sorted(drawn(told, pane, position)) == sorted(expected)
    assert [pane["title"] for pane in told["text"]["panes"]] == ["WordPiece", "BPE"]


def test_compare_on_other_words_draws_the_same_text():
    told = given(App("compare", corpus="story", words="gpt2", reading="text"))
    first, second = told["text"]["panes"]
    assert any(word.startswith("Ġ") for word in second["words"])
    for pane in (first, second):
        places = pane["places"]
        assert all(0 <= at <= len(STORY.text()) for i, at in enumerate(places) if i % 3 < 2)


def test_presenter_mode_draws_it_in_place_of_the_words_only():
    assert given(App(corpus="story", read="text", present="1"))["lines"] == 7
    assert given(App(corpus="story", read="text", present="1", panel="scores")) is None
    assert given(App("compare", corpus="story", reading="text", present="1")) is None
    assert given(App("compare", corpus="story", reading="text", present="1", show="words"))


def test_encode_draws_a_long_text_and_chips_for_a_short_one():
    short = App("encode", step="9", text="hugs " * (SHORT // 5))
    assert given(short) is None and 'class="encoded"' in short.html
    long = App("encode", step="9", text="hugs mug " * (SHORT // 5), special="on")
    told = given(long)
    assert 'class="encoded"' not in long.html
    assert "[CLS] before it and [SEP] after it are added." in long.text
    match, replay = told["text"]["panes"]
    assert match["tokens"] == [[["hugs", 14, False, 0, 4]], [["[UNK]", 1, True, 0, 3]]]
    assert [token[3:] for token in replay["tokens"][1]] == [[0, 1], [1, 3]]
    lines = App("encode", step="9", text="hugs\nmug")
    assert given(lines)["text"]["text"] == "hugs\nmug"


def test_own_text_that_is_not_trained_on_is_plain():
    """What no training has seen has no tokens, and nothing fails."""
    trainer = WordPieceTrainer({"hug": 2})
    trainer.run()
    part = LivingText((trainer.timeline(),), "hug mug", (), ("bert",)).part(0, [Heading()])
    assert json.loads(part.text)["panes"][0]["places"] == [0, 3, 0]


def test_parts_of_a_long_text_are_bounded():
    text = "hug the pug <b> \ud800\n" * 5_000
    trainer = WordPieceTrainer(from_text(text, compose([]), "bert").word_frequencies)
    trainer.run()
    living = LivingText((trainer.timeline(),), text, (), ("bert",))
    at = 0
    while at < len(text):
        told = json.loads(living.part(at, [Heading()]).text)
        assert told["start"] == at and "\ud800" not in told["text"]
        assert told["end"] - at + 20 >= prose.SIZE or told["end"] == len(text)
        at = told["end"]
    assert len(living._parts) <= prose.PARTS and len(living._written) <= 2 * prose.PARTS
    encoder = WordPieceEncoder.from_timeline(trainer.timeline(), 1)
    part = encoded_part(text, 50_000, [(Heading("x"), encoder.encode)], compose([]), "bert")
    assert json.loads(part.text)["start"] in range(50_000, 50_020)


@pytest.mark.parametrize("split", ["bert", "gpt2"])
@examples(60)
@hypothesis.given(st.text(alphabet="hug É\u0301東Ⅷ…🎉\n \ufb01s"))
def test_an_encoded_text_is_given_with_the_places_of_its_tokens(split, text):
    encoder = BPEEncoder([("h", "u")], alphabet="huge")
    normalizer = compose(["nfd", "strip-accents", "space-out-cjk", "lowercase"])

    def encode(text):
        return encoder.encode(text, normalizer, split)

    told = json.loads(encoded_part(text, 0, [(Heading("x"), encode)], normalizer, split).text)
    [pane] = told["panes"]
    places, found, end = iter(pane["places"]), [], 0
    for first, last, word in zip(places, places, places, strict=True):
        assert end <= first <= last <= len(text)
        end = last
        found += [(name, first + a, first + b) for name, _, _, a, b in pane["tokens"][word]]
    assert found == [(token.token, token.start, token.end) for token in encode(text)]


def test_a_browser_may_report_anything():
    app = App(corpus="text", own=pack("low lower newest widest"), read="text")
    for at in (None, -1, "x", 1e300, float("inf"), 10**6, {}):
        app._report("merge_by_merge_prose", {"part": {"at": at, "seq": 1}})
        assert given(app)["text"]["start"] == 0

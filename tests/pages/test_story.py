"""A token's story: opened by a click or a link on every page, and nothing told too early."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from pages import locale
from pages.panels.html.text import visible
from pages.panels.shared.chips import chip
from pages.panels.shared.story import Teller, story, teller_of, unknown
from pages.state.links import MAX_LINK
from tests.pages.app import PICKS, App, seen
from tests.pages.test_language import BRACKETED, untranslated
from tests.pages.test_predict import asked
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.message import message, text

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def timeline(words=TOY, kind=WordPieceTrainer):
    trainer = kind(words)
    trainer.run()
    return trainer.timeline()


def tellers(words=TOY, step: int = 0, until: int | None = None, goes=None) -> dict[str, Teller]:
    each = {"wordpiece": timeline(words), "bpe": timeline(words, BPETrainer)}
    return {
        name: Teller(
            message("{name}", name=name), it, step, len(it) if until is None else until, goes
        )
        for name, it in each.items()
    }


def html_of(app: App) -> str:
    """The story on the page; empty if none is open."""
    found = re.search(r'<section class="story".*?</section>', app.html, re.S)
    return found[0] if found else ""


def told(app: App) -> str:
    return seen(html_of(app))


def warnings(app: App) -> list[str]:
    """The sentences above the page, without the marks that keep them from being Markdown."""
    return [alert.value.replace("\\", "") for alert in app.test.warning]


def open_story(app: App, token: str, training: str = "") -> None:
    """Click on a token, as the component in the browser reports it."""
    app._picks += 1
    app._report(PICKS, {"pick": {"value": f"story {training}:{token}", "seq": app._picks}})


# What it says.


def test_the_story_of_a_merged_token():
    said = seen(story(tellers(step=2, goes=lambda step: step), "wordpiece", "hu"))
    assert "hu wordpiece id 13 bpe not there" in said
    assert "Merge 2 made it from h and ##u , 15 times. Since merge 4 no word holds it" in said
    assert "The merges that made it hu merge 2 h ##u" in said
    assert "Go to merge 2 h + ##u 15 / (15 × 36) = 1/36 ≈ 0.02778" in said
    assert "Merged on into 2 tokens hugs merge 3 hug merge 4" in said
    assert "2 words hold it after merge 2 hu ##g ×10 hu ##gs ×5" in said
    assert "Go to merge 4, after which no word holds it" in said


def test_the_other_trainings_spell_it_their_way():
    said = seen(story(tellers(), "wordpiece", "##u"))
    assert "wordpiece id 8 bpe u id 6" in said
    said = seen(story(tellers(), "bpe", "ug"))
    assert "bpe id 7 wordpiece not there" in said
    html = story(tellers(), "wordpiece", "##u")
    assert '<span data-training="bpe">' in html


def test_a_starting_symbol_and_a_special_token():
    said = seen(story(tellers(step=9), "wordpiece", "##u"))
    assert "A starting symbol: at the start it stands in the corpus 36 times." in said
    assert "Since merge 6 no word holds it; it stays in the vocabulary." in said
    assert "No word holds it after merge 9" in said and "The merges that made it" not in said
    said = seen(story(tellers(), "wordpiece", "[UNK]"))
    assert "A special token: it was there before training, and no merge makes it." in said


def test_before_it_is_made():
    said = seen(story(tellers(step=1), "wordpiece", "hugs"))
    assert "After merge 1 it does not exist yet" in said


def test_nothing_after_the_last_step_told():
    some = tellers(step=2, until=2, goes=lambda step: step)
    said = seen(story(some, "wordpiece", "hu"))
    assert "What comes after merge 2 is not told yet." in said
    assert "Merged on" not in said and "merge 3" not in said and "merge 4" not in said
    assert teller_of(some, "hugs") is None
    assert text(unknown("hugs", some)).endswith("so there is no story of it yet.")


def test_of_which_training():
    some = tellers()
    assert teller_of(some, "##u") == "wordpiece" and teller_of(some, "ug") == "bpe"
    assert teller_of(some, "hug") == "wordpiece" and teller_of(some, "hug", "bpe") == "bpe"
    assert teller_of(some, "hug", "no such training") == "wordpiece"


HOSTILE = {
    "<b>x</b>": 3, "&lt;": 2, '"onload="': 1, "a\tb": 2, "👩\u200d👩\u200d👧": 2,
    "e\u0301e\u0301": 2,
    "שלום": 2, "##ab": 3, "\u202eabc": 1, "a'b": 2,
}  # fmt: skip


@pytest.mark.parametrize("kind", [WordPieceTrainer, BPETrainer])
def test_texts_stay_texts(kind):
    trained = timeline(HOSTILE, kind)
    teller = {"x": Teller(message("training"), trained, len(trained), len(trained))}
    for token in trained.vocabulary(len(trained)):
        html = str(story(teller, "x", token))
        assert "<b>x" not in html and "<" not in " ".join(re.findall(r'="([^"]*)"', html))
        written = map(unescape, re.findall(r'data-token="([^"]*)"', html))
        spelled = {json.loads(each) for each in written}
        assert spelled <= {*trained.vocabulary(len(trained))}


def test_a_token_of_a_thousand_characters():
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 1200)))
    trained = timeline({word: 1}, BPETrainer)
    teller = {"x": Teller(message("training"), trained, len(trained), len(trained))}
    html = story(teller, "x", word)
    assert len(html) < 60_000
    assert html.count("<li style") == 23 and "and 1,193 merges before these" in seen(html)
    assert "Only the last merges are drawn." in seen(html)


def test_in_another_language(monkeypatch):
    monkeypatch.setattr(locale, "language", lambda: BRACKETED)
    some = {"x": Teller(message("training"), timeline(), 2, 9, lambda step: step)}
    for token in ("hu", "##u", "hugs", "[UNK]"):
        assert untranslated(str(story(some, "x", token))) == []


def test_a_chip_carries_its_token_only_where_it_is_drawn_otherwise():
    assert chip("##<b>") == '<span class="tok"><bdi dir="ltr">##&lt;b&gt;</bdi></span>'
    for token in ("a\tb", "\u0301", "x y", "\u202e"):
        assert visible(token) != token
        (spelled,) = re.findall(r'data-token="([^"]*)"', chip(token))
        assert json.loads(spelled.replace("&#34;", '"')) == token


# On the pages.


@pytest.mark.parametrize("page", ["train", "compare", "encode", "take_home"])
def test_a_link_opens_it(page):
    app = App(page, step="3", story="hugs")
    assert "Merge 3 made it from hu and ##gs" in told(app)
    assert "WordPiece id 14 BPE id 17 Hugging Face style id 17" in told(app)
    assert app.query["story"] == "hugs"
    assert not app.test.exception


def test_a_click_opens_it_and_it_is_in_the_address():
    app = App(step="3")
    assert html_of(app) == ""
    open_story(app, "##gs")
    assert "Merge 1 made it from ##g and ##s , 5 times. Since merge 3 no word holds it" in told(app)
    assert app.query["story"] == "##gs" and "story_of" not in app.query
    app.pick("go:1")  # closes it, so that the step is seen
    assert html_of(app) == "" and app.stepper["n" if "n" in app.stepper else "step"] == 1
    assert "story" not in app.query


def test_the_chips_of_a_column_speak_of_their_training():
    app = App("compare", step="3")
    assert '<section class="column bpe" data-training="bpe">' in app.html
    open_story(app, "ug", "bpe")
    assert "Merge 1 made it from u and g , 20 times" in told(app)
    assert app.query["story_of"] == "bpe"
    app = App("compare", step="3", story="hug", story_of="hugging-face")
    assert "made it from h and ##ug" in told(app)


def test_the_field_opens_another():
    app = App(step="3", story="hugs")
    field = app.test.text_input(key="any_story_find")
    field.set_value("##gs").run()
    assert "Merge 1 made it" in told(app) and app.query["story"] == "##gs"
    app.test.text_input(key="any_story_find").set_value("nosuch").run()
    assert "Merge 1 made it" in told(app)
    assert any("no token nosuch here" in said for said in warnings(app))


@pytest.mark.parametrize("page", ["train", "compare", "encode", "lessons", "take_home"])
@pytest.mark.parametrize("token", ["nosuch", "<b>x</b>", "\U0001f600", "x" * 2_000], ids=len)
def test_an_unknown_token_is_a_sentence_and_the_rest_is_shown(page, token):
    query = {"lesson": "toy-wordpiece", "part": "2"} if page == "lessons" else {}
    app = App(page, step="3", story=token, **query)
    assert html_of(app) == ""
    (said,) = warnings(app)
    assert "so there is no story of it" in said and "story" not in app.query
    assert not app.test.exception and "<b>x</b>" not in app.html


def test_a_link_with_too_long_a_token_or_no_training():
    app = App(step="3", story="x" * 2_001)
    assert any("the token of the story is longer" in said for said in warnings(app))
    app = App(step="3", story="hugs", story_of="<b>")
    assert "Merge 3 made it" in told(app)
    assert any("story" in said for said in warnings(app))
    assert len("x" * 2_001) < MAX_LINK


def test_the_glossary_closes_it():
    """Streamlit allows one dialog."""
    app = App(step="3", story="hugs")
    app.test.button(key="glossary").click().run()
    assert 'class="glossary"' in app.html and html_of(app) == ""
    assert not app.test.exception


@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_a_hidden_winner_is_not_told(pace):
    app = App(step="2", pace=pace, story="##gs")
    assert "What comes after merge 2 is not told yet." in told(app)
    assert "hugs" not in re.sub(r"<.*?>", " ", html_of(app)).replace("hu ##gs", "")
    app = App(step="2", pace=pace, story="hugs")  # what merges next
    assert html_of(app) == ""
    assert any("yet" in said for said in warnings(app))
    phase = "shown" if pace == "reveal" else "choose"
    app = App(step="2", pace=pace, phase=phase, story="##gs")
    assert "Since merge 3 no word holds it" in told(app)
    assert "hugs merge 3" in told(app) and "merge 4" not in told(app)


def test_predict_tells_after_the_answer():
    app = App("predict", ask="next", set="1")
    question = asked(kind="next", seed=1)[0]
    symbol = question.candidates[0].row.pair[0]
    open_story(app, symbol)
    assert html_of(app) == ""
    assert any("Answer first" in said for said in warnings(app))
    app.test.button(key="predict_answer_0_0").click().run()
    open_story(app, symbol)
    last = question.step + 1
    steps = [int(n) for n in re.findall(r"[Mm]erge (\d+)", told(app))]
    assert html_of(app) and all(step <= last for step in steps)


def test_lessons_tell_of_their_own_training_and_not_what_they_ask():
    app = App("lessons", lesson="toy-wordpiece", part="2")
    open_story(app, "##gs")
    assert "Merge 1 made it from ##g and ##s" in told(app)
    assert "WordPiece id" in told(app)
    parts = 20
    app = App("lessons", lesson="toy-wordpiece", part=str(parts))
    open_story(app, "##u")
    assert not app.test.exception


def test_a_story_costs_a_page_nothing_while_none_is_open():
    """What tells it is only made when it is opened."""
    app = App(step="3")
    assert "story" not in app.query
    assert not [field for field in app.test.text_input if field.key == "any_story_find"]

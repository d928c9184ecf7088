"""Rows keep their place on a list that fits; on longer ones changed words come first."""

import re

import pytest

from pages.panels.actions import Choose, Next, OwnText
from tests.pages.app import App, seen


def rows(app: App) -> list[int]:
    """The words of the list, by their indexes in the corpus."""
    return [*map(int, re.findall(r'<(?:li|tr) data-key="w([0-9]+)"', app.html))]


def lit(app: App, state: str) -> list[str]:
    """The tokens in words that have a state."""
    [listed] = re.findall(r'<ul class="words">(.*?)</ul>', app.html)
    found = re.findall(rf'<span class="tok[^"]* ?{state}[ "][^>]*><bdi[^>]*>(.*?)</bdi>', listed)
    return [*map(seen, found)]


def card(app: App) -> str:
    """The text of the card."""
    [found] = re.findall(r'<section class="card".*?</section>', app.html, re.S)
    return re.sub(r" ([.,])", r"\1", seen(found))


@pytest.mark.parametrize(("page", "sorting"), [("train", "Changed"), ("compare", "Different")])
def test_a_list_that_fits_on_a_page_keeps_its_rows_at_every_step(page, sorting):
    app = App(page)
    for step in (0, 1, 5, 9):
        app.go(step)
        assert rows(app) == [0, 1, 2, 3, 4] and f"{sorting} first" not in app.text


def test_on_a_longer_list_changed_words_come_first_and_then_those_that_merge_next():
    app = App(corpus="course", step="2")
    changed, upcoming, *rest = app.words()
    assert changed.startswith("Hopefully:") and "was ##f ##u" in changed
    assert upcoming.startswith("Face:") and lit(app, "next") == ["F", "##a"]
    assert [word.split(":")[0] for word in rest] == ["This", "is", "the", "Hugging"]
    app.press("pace_reveal")  # the next merge is hidden
    names = [word.split(":")[0] for word in app.words()]
    assert names == ["Hopefully", "This", "is", "the", "Hugging", "Face"]


def test_a_switch_leaves_the_words_of_a_longer_list_in_their_places():
    app = App(corpus="course", step="2")
    app.pick(Next("changed"))
    assert app.query["changed"] == "kept" and rows(app) == [*range(6)]
    app.pick(Choose("words_page", 2))
    app.pick(Choose("words_page", 3))
    assert rows(app) == [*range(12, 18)] and "was ##f ##u" in app.words()[3]
    app.go(3)  # the page and its rows stay
    assert rows(app) == [*range(12, 18)]
    assert rows(App(**app.query)) == [*range(6)]
    app.pick(Next("changed"))
    assert "changed" not in app.query and "was F ##a" in app.words()[0]


def test_the_front_door_shows_newcomers_any_sentence_in_tokens():
    app = App()
    assert "door_toy" not in app.buttons
    app.come_first()
    assert "this text is an example. The text has 11 pieces, called tokens." in app.text
    app.press("present")
    assert "door_toy" not in app.buttons
    app.press("present")
    app.test.text_input(key="any_sentence").input("Sleepless <b>dogs</b> 中 🎉").run()
    parts = re.findall(r'<span class="u([^"]*)"[^>]*>(.*?)</span>', app.html)
    assert [seen(text) for kind, text in parts if not kind][:2] == ["Sleep", "less"]
    assert [seen(text) for kind, text in parts if kind] == ["[UNK]"] * 7
    assert "characters: ! $ & ' , - . 3 : ; ? a b" in app.text
    app.press("door_toy")
    assert "door_toy" not in app.buttons and app.remembers("welcome") is None
    app = App()
    app.come_first()
    app.press("door_story")
    assert app.query["corpus"] == "story" and "door_toy" not in app.buttons
    app = App()
    app.come_first()
    app.test.text_input(key="any_sentence").input("a mug").run()
    app.press("door_text")
    assert (app.query["corpus"], app.stepper["last"]) == ("text", 2)
    app = App()
    app.come_first()
    app.press("door_over")
    assert app.remembers("welcome") == "1"


def test_the_last_merge_leads_on():
    app = App(step="9")
    assert re.findall('href="([a-z]+)" data-page', app.html) == ["predict", "encode", "compare"]
    app.pick(OwnText())
    app.enter("text", "a mug")
    app.go(2)
    assert 'href="encode" data-page' in app.html and not app.has(OwnText())

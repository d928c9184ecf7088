"""Recipes in the sidebar: one choice sets everything, and the page shows the published figures."""

import re

import pytest

from pages.trainings.settings import recipe_titles
from tests import golden
from tests.pages.app import App
from wordpiece.recipes import RECIPES


def learned(app: App) -> list[str]:
    """The tokens learned, as the vocabulary shows them."""
    group = re.search(r"<dt>learned.*?</dd>", app.html, re.S)
    tokens = re.findall(r'<bdi dir="ltr">(.*?)</bdi>', group[0])
    return [token.replace("&lt;", "<").replace("&gt;", ">") for token in tokens]


def choose(app: App, recipe: str) -> App:
    app.test.selectbox(key="sidebar_recipe").select(recipe).run()
    assert not app.test.exception
    return app


EXPECTED = {
    "wordpiece": [row[2] for row in golden.TOY_WORDPIECE],
    "course-wordpiece": golden.COURSE_WORDPIECE,
    "course-bpe": golden.COURSE_BPE,
    "bpe": [left + right for left, right, _ in golden.TOY_BPE],
    "end-of-word-bpe": [left + right for left, right in golden.LOW_LOWER_BPE],
    "blog-wordpiece": ["gs", "hu", "hug"],
    "blog-code": ["hu", "hug", "gs"],
}


@pytest.mark.parametrize("recipe", EXPECTED)
def test_choosing_a_recipe_reproduces_the_published_merges(recipe):
    app = choose(App(), recipe)
    assert app.test.selectbox(key="sidebar_corpus").value == RECIPES[recipe].corpus
    app.go(app.stepper["last"])
    assert learned(app) == list(EXPECTED[recipe])
    again = App(**app.query)  # the link carries the recipe
    assert learned(again) == learned(app)


@pytest.mark.parametrize("recipe", recipe_titles())
@pytest.mark.parametrize("page", ["train", "encode", "compare", "predict"])
def test_every_recipe_on_every_page(page, recipe):
    corpus = RECIPES[recipe].corpus if recipe in RECIPES else "toy"
    app = App(page, recipe=recipe, corpus=corpus, step="2")
    assert not app.test.exception
    assert not app.test.error


@pytest.mark.parametrize("recipe", recipe_titles())
def test_every_recipe_on_a_text(recipe):
    app = App(recipe=recipe, corpus="story", step="3")
    assert not app.test.exception and app.words()
    for phase in ("count", "score", "choose"):
        assert not App(
            recipe=recipe, corpus="story", step="1", pace="slow", phase=phase
        ).test.exception
    app.pick("2")
    assert not app.test.exception


def test_each_encoder_goes_with_its_recipe():
    for recipe, text, tokens in (
        ("blog-code", "hum", ["hu", "[UNK]"]),
        ("end-of-word-bpe", "lowest", ["low", "est</w>"]),
        ("byte-level-bpe", "é", ["Ã", "©"]),
    ):
        corpus = RECIPES[recipe].corpus
        last = App(recipe=recipe, corpus=corpus).stepper["last"]
        app = App("encode", recipe=recipe, corpus=corpus, step=str(last), text=text)
        shown = re.findall(r'<bdi dir="ltr">(.*?)</bdi>', app.html.split("Counts")[0])
        shown = [token.replace("&lt;", "<").replace("&gt;", ">") for token in shown]
        assert shown[: len(tokens)] == tokens, recipe


def test_an_unknown_recipe_in_a_link_gets_a_sentence():
    app = App(recipe="<b>nonsense")
    assert "recipe=<b>nonsense" in app.test.warning[0].value.replace("\\", "")
    assert app.words() == App().words()


# A merges file.


def replaying(merges: bytes, **query: str) -> App:
    app = choose(App(**query), "replay")
    assert "Add your merges file on the left" in app.test.info[0].value.replace("\\", "")
    app.test.file_uploader(key="merges_file").upload("merges.txt", merges, "text/plain").run()
    return app


def test_a_merges_file_is_replayed_on_the_corpus():
    app = replaying(b"#version: 0.2\nu g\nq z\nh ug\n")
    assert not app.test.exception
    assert app.stepper["last"] == 2
    said = " ".join(info.value for info in app.test.info).replace("\\", "")
    assert "made here: 2; left out, because no word has their pair: 1." in said
    app.go(2)
    assert learned(app) == ["ug", "hug"]
    assert "from your file" in app.text and "chosen by you" not in app.text
    assert "Your file merges this pair" in app.text  # u + n would have won
    app.pick("1")
    assert "Merge this instead" not in app.text


def test_the_file_encodes_with_all_its_merges():
    app = replaying(b"#version: 0.2\nu g\nm ug\n")  # the toy has no m, so no mug
    app.test.switch_page("pages/screens/encode.py").run()
    app.test.text_input(key="encode_text").input("mug").run()
    assert not app.test.exception
    assert "Your file" in app.text and '<bdi dir="ltr">mug</bdi>' in app.html


def test_the_gain_is_told_beside_the_ratio():
    app = App(recipe="likelihood", step="1")
    assert (
        "By the published ratio, the top pair here is ##g + ##s : 5 / (20 × 5) = 1/20" in app.text
    )


@pytest.mark.parametrize("page", ["compare", "predict"])
def test_pages_with_recipes_of_their_own_say_so(page):
    app = App(page, recipe="likelihood")
    assert any("The recipe on the left" in caption.value for caption in app.test.caption)
    assert not any("The recipe on the left" in c.value for c in App(page).test.caption)


UNPUBLISHED = "Google never published its trainer"


@pytest.mark.parametrize("page", ["train", "compare"])
def test_who_meets_the_formula_is_told_that_it_is_a_reconstruction(page):
    said = " ".join(caption.value for caption in App(page).test.caption)
    assert f"the Hugging Face course, a reconstruction; {UNPUBLISHED}" in said
    # BPE was published, so nothing of the kind is said of it.
    said = " ".join(caption.value for caption in App(page, recipe="bpe").test.caption)
    assert "the Hugging Face course" in said and "Google" not in said


def test_it_is_told_in_slow_motion_on_compare_and_in_the_lesson():
    slow = App(step="0", pace="slow", phase="score").text
    assert f"{UNPUBLISHED}; this formula is the Hugging Face course's reconstruction" in slow
    assert UNPUBLISHED in App("compare").text
    assert UNPUBLISHED in App("lessons", lesson="toy-wordpiece", part="2").text
    counted = App(step="0", pace="slow", phase="score", recipe="hugging-face").text
    assert "reconstruction" not in counted

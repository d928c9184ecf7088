"""Recipes in the sidebar: one choice sets everything, and the page shows the published figures."""

import re
from html import unescape

import pytest

from pages.panels.actions import Force, Look
from pages.trainings.settings import suggest_settings
from tests import golden
from tests.pages.app import App
from tests.pages.test_take_home import trained
from wordpiece.recipes import RECIPES


def tokens_in(html: str) -> list[str]:
    return [*map(unescape, re.findall(r'<bdi dir="ltr">(.*?)</bdi>', html))]


def learned(app: App) -> list[str]:
    """The learned tokens in the vocabulary panel."""
    return tokens_in("".join(re.findall(r"<dt>learned.*?</dd>", app.html, re.S)))


def choose(app: App, recipe: str) -> App:
    app.test.selectbox(key="sidebar_recipe").select(recipe).run()
    assert not app.test.exception
    return app


EXPECTED = {
    "course-bpe": golden.COURSE_BPE,
    "cs336-bpe": [left + right for left, right, *_ in golden.CS336_BPE],
    "end-of-word-bpe": [left + right for left, right in golden.LOW_LOWER_BPE],
    "blog-code": ["hu", "hug", "gs"],
}


@pytest.mark.parametrize("recipe", EXPECTED)
def test_choosing_a_recipe_shows_its_corpus_and_its_merges(recipe):
    app = choose(App(), recipe)
    assert app.test.selectbox(key="sidebar_corpus").value == RECIPES[recipe].corpus
    app.go(app.stepper["last"])
    assert learned(app) == list(EXPECTED[recipe])
    again = App(**app.query)  # the link carries the recipe
    assert learned(again) == learned(app)


def test_a_language_chooses_each_merge_of_parity_aware_bpe():
    app = choose(App(), "parity-bpe")
    assert app.test.selectbox(key="sidebar_corpus").value == "languages"
    assert app.stepper["last"] == 250 and app.query.keys() == {"recipe", "corpus", "step"}
    app.go(1)
    assert "score = 190 count of the pair in the language that chooses" in app.text
    assert "none has more tokens than Hindi (843). So the most" in app.text
    assert "relative to English: English 1.00 French 1.07 Russian 1.61" in app.text
    assert re.findall('class="chose".*?<bdi>(.*?)</bdi> <b>(.*?)</b>', app.html) == [
        ("Hindi", "2.37")
    ]
    app.go(4)
    assert "none has more tokens than Russian (570)" in app.text
    assert "In all languages together, no pair occurs more often than" in app.text
    app.report_pick(Force(4, 3))
    app.go(5)
    assert "chosen by hand" in app.text and "none has more tokens than" not in app.text
    app.go(6)
    assert "none has more tokens than" in app.text
    app = App(recipe="parity-bpe", corpus="languages", step="60", pace="reveal")
    chooser = re.findall('class="chose".*?<bdi>(.*?)</bdi>', app.html)
    assert chooser == ["Turkish"]  # before the guess, which depends on it


def test_parity_aware_bpe_takes_a_visitors_own_languages_and_refuses_other_texts():
    app = App(recipe="parity-bpe", corpus="languages", step="1")
    app.test.selectbox(key="sidebar_corpus").select("toy").run()
    assert "needs a text in several languages" in app.test.error[0].value
    assert "Hindi" in app.text  # the last training stays on screen
    app.test.button(key="only_sample").click().run()
    assert not app.test.error and app.query["corpus"] == "languages"
    app = App(recipe="parity-bpe")
    assert not app.test.error and app.stepper["last"] == 250
    app.train_on("text", "the hug\nthe bug\n\nder Hug\nder lange Bug\n")
    app.go(1)
    assert not app.test.error
    assert "relative to Language 1: Language 1 1.00 Language 2" in app.text
    app.train_on("text", "hug\n\nbug\n")
    app.go(1)
    assert "none has more tokens than Language 1 (4)" in app.text  # a tie


@pytest.mark.parametrize(
    ("recipe", "text", "tokens"),
    [("blog-code", "hum", ["hu", "[UNK]"]), ("end-of-word-bpe", "lowest", ["low", "est</w>"])],
)
def test_each_encoder_goes_with_its_recipe(recipe, text, tokens):
    corpus = RECIPES[recipe].corpus
    last = len(trained(suggest_settings(corpus, recipe)).timeline)
    app = App("encode", recipe=recipe, corpus=corpus, step=str(last), text=text)
    assert tokens_in(app.html.split("Counts")[0])[: len(tokens)] == tokens


def replaying(merges: bytes) -> App:
    app = choose(App(), "replay")
    assert "Open your file in the sidebar" in app.test.info[0].value.replace("\\", "")
    app.test.file_uploader(key="merges_file").upload("merges.txt", merges, "text/plain").run()
    return app


def test_a_merges_file_on_the_other_pages():
    app = replaying(b"h ##u\nhu ##g\n")
    app.switch_to("encode")
    app.test.text_input(key="encode_text").set_value("hugs mug").run()
    # s and m are not in the file: they stay as they are, so no text replaces them.
    assert "decoded hugs mug Nothing is lost." in app.text and "2 (40%)" in app.text
    assert "Why these tokens" not in app.text  # how the file was trained is unknown
    app.switch_to("take_home")
    assert "Programs for BERT need [UNK], so load the wordpiece-tokenizer.json instead" in app.text


def test_a_merges_file_is_replayed_on_the_corpus():
    app = replaying(b"#version: 0.2\nu g\nq z\nh ug\n")
    assert not app.test.exception
    assert app.stepper["last"] == 2
    assert "Each step applies one merge from your file" in app.text
    said = " ".join(info.value for info in app.test.info).replace("\\", "")
    assert (
        "Merges made from the file: 2. Merges left out, because no word contained their pair at "
        "that point: 1." in said
    )
    app.go(2)
    assert learned(app) == ["ug", "hug"]
    assert "from your file" in app.text and "chosen by hand" not in app.text
    assert "Before this merge, another pair had rank 1: " in app.text  # u + n would have won
    app.pick(Look(1))
    assert "Merge this instead" not in app.text
    # With </w> attached, the merges of last characters with it are not of the file.
    app = replaying(b"#version: 0.2\nu g</w>\nh ug</w>\n")
    assert any("from the file\\: 2\\." in info.value for info in app.test.info)
    assert app.stepper["last"] == 5  # g, n and s are the last characters of words
    assert (
        "Up to step 3, each step attaches </w> to one symbol, because in your file the last "
        "symbol of a word includes </w>. Each later step applies one merge" in app.text
    )
    app.go(3)
    assert (
        "Merge 3 attaches </w>" in app.text and "from your file" not in app.text.split("Words")[0]
    )
    app.go(4)
    assert "Merge 4 from your file" in app.text
    app.go(1)
    assert re.search("merges next.{1,2}attaches </w>", app.text)
    app.press("pace_reveal")
    assert "The next merge is not chosen by the rule" in app.text
    assert "from your file" not in app.text.split("Words")[0]


def test_the_file_encodes_with_all_its_merges():
    app = replaying(b"#version: 0.2\nu g\nm ug\n")  # the toy has no m, so no mug
    app.switch_to("encode")
    app.test.text_input(key="encode_text").input("mug").run()
    assert "All merges of your file" in app.text and '<bdi dir="ltr">mug</bdi>' in app.html


def captions(app: App) -> str:
    return " ".join(caption.value for caption in app.test.caption)


UNPUBLISHED = "Google has not released the program that made BERT"


def test_the_formula_is_called_a_guess_wherever_it_is_shown():
    said = captions(App())
    assert "the course's best guess" in said and UNPUBLISHED in said.replace("\\", "")
    slow = App(step="0", pace="slow", phase="score").text
    assert "the Hugging Face course's best guess. No text by Google contains this formula" in slow
    lesson = App("lessons", lesson="published-rules")
    assert UNPUBLISHED in lesson.text
    program = r'<a href="https://github.com/[^"]*learner_lib.py"[^>]*><bdi>published</bdi>'
    assert re.search(program, lesson.html)
    # BPE was published.
    counted = App(step="0", pace="slow", phase="score", recipe="bpe")
    assert "the Hugging Face course" in captions(counted) and "Google" not in captions(counted)
    assert "best guess" not in counted.text

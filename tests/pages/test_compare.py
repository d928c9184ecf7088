"""The Compare page, tested by its visible content."""

import re

import pytest

from pages.panels.actions import Go
from tests import golden
from tests.pages.app import App, seen


def compare(**query: str) -> App:
    """The page as a link opens it."""
    app = App("compare", **query)
    assert not app.test.exception
    return app


def columns(app: App) -> list[str]:
    """The text of each of the three columns."""
    return [*map(seen, re.findall(r'<section class="column.*?</section>', app.html))]


def cells(html: str) -> list[str]:
    return [*map(seen, re.findall(r"<dd[^>]*>(.*?)</dd>", html))]


def cut_words(app: App) -> dict[str, list[str]]:
    """The rows of each word, as drawn."""
    drawn = re.findall(r"<li[^>]*><p><bdi>(.*?)</bdi>(.*?)</li>", app.html)
    return {seen(word): cells(rows) for word, rows in drawn}


def sentences(app: App) -> list[str]:
    [block] = re.findall(r'<dl class="sentence">(.*?)</dl>', app.html)
    return cells(block)


@pytest.mark.parametrize(
    ("step", "wordpiece", "bpe", "hugging_face"),
    [
        (1, "##g + ##s → ##gs 5 / (20 × 5) = 1/20 = 0.05", "u + g → ug 20 times", "##u + ##g"),
        (3, "hu + ##gs → hugs 5 / (15 × 5) = 1/15 ≈ 0.06667", "h + ug → hug 15 times", "h + ##ug"),
        (9, "pu + ##n → pun 12 / (12 × 12) = 1/12", "b + un → bun 4 times", "b + ##un → bun"),
    ],
)
def test_three_steps_of_the_toy(step, wordpiece, bpe, hugging_face):
    app = compare(step=str(step))
    assert app.stepper["last"] == len(golden.TOY_WORDPIECE)
    assert app.stepper["step"] == step
    for text, column in zip((wordpiece, bpe, hugging_face), columns(app), strict=True):
        assert text in column
    assert ("training has stopped" in columns(app)[1]) == (step > len(golden.TOY_BPE))
    assert app.query == {"step": str(step)}


def test_the_beginning():
    app = compare()
    assert all("Every word starts as symbols of the alphabet" in column for column in columns(app))
    assert app.stepper["say"] == "Start"
    assert "words split differently: 0 of 5" in app.text
    assert "issues/570" in app.html and "issues/1086" in app.html
    app.go(2)
    assert app.stepper["say"] == "step 2 of 9: WordPiece hu, BPE un, Hugging Face style ##un."


def test_the_first_divergence_has_both_scores_and_a_way_there():
    app = compare(step="5")
    assert "Go to merge 1" in app.text
    panel = " ".join(seen(block) for block in app.blocks if 'class="parting"' in block)
    assert "u + g (20 times)" in panel
    assert "##g + ##s (5 times)" in panel
    assert "5 / (20 × 5) = 1/20 = 0.05 1st: merges 5 written g s : 5th" in panel
    assert "20 / (36 × 20) = 1/36 ≈ 0.02778 written ##u ##g : 3rd 20 1st: merges" in panel
    app.pick(Go(1))
    assert app.stepper["step"] == 1
    chosen = compare(step="0", forced="1.5").text
    assert "For WordPiece you chose" in chosen and "5th: merges" in chosen


def test_by_vocabulary_size():
    app = compare(corpus="course", by="size", step="0")
    wordpiece, bpe, _ = columns(app)
    assert "merge 0 of 25, vocabulary of 45" in wordpiece
    assert "not begun: it starts with more than" in wordpiece
    found = re.search(r"vocabulary of (\d+)", bpe)
    assert found
    size = int(found[1])
    assert size < 45
    assert app.stepper["last"] == 70 - size
    app.go(70 - size)
    assert app.query["by"] == "size" and app.query["step"] == str(70 - size)
    assert all("vocabulary of 70" in column for column in columns(app))
    again = compare(**app.query)
    assert again.stepper["step"] == 70 - size and again.text == app.text


def test_words_cut_three_ways():
    app = compare(step="3")
    assert cut_words(app)["hugs"] == ["hugs", "hug s", "hug ##s"]
    assert "words split differently: 5 of 5" in app.text
    app.open("cuts_menu")
    app.test.text_input(key="compare_find").input("un").run()
    assert list(cut_words(app)) == ["pun", "bun"]
    assert app.query == {"step": "3", "find": "un"}
    app.test.text_input(key="compare_find").input("x<b>").run()
    assert "No results" in app.text and "x<b>" not in app.html


def test_one_sentence_by_all_three():
    app = compare(step="9")
    app.test.text_input(key="compare_sentence").input("pugs mug").run()
    assert sentences(app) == ["pug ##s [UNK]", "pug s [UNK] ug", "pug ##s [UNK]"]
    assert app.query["sentence"] == "pugs mug"
    app.go(0)
    assert sentences(app)[0] == "p ##u ##g ##s [UNK]"
    app.test.text_input(key="compare_sentence").input("").run()
    assert sentences(app)[0].startswith("h ##u ##g p ##u ##g")
    shown = compare(present="1", show="sentence", step="3")
    shown.test.text_input(key="compare_sentence").set_value("pugs").run()
    assert shown.query["sentence"] == "pugs" and "p ##u ##gs" in shown.text


def test_charts_are_described_and_mark_the_step():
    app = compare(step="3")
    charts = [chart.proto.alt for chart in app.test.get("vega_lite_chart")]
    assert len(charts) == 4
    assert charts[0] == (
        "Learned tokens shared with BPE (merges made: 0 to 9): WordPiece goes from 0 to 5, "
        "Hugging Face style goes from 0 to 7."
    )
    assert "WordPiece goes from 3.14 to 1.00" in charts[1]
    assert "Whole words (merges made: 0 to 9): WordPiece goes from 0% to 100%" in charts[3]
    assert app.marks["compare_0_step"] == "3 0 3"
    assert app.marks["compare_1_step"].startswith("3 2.444")
    app.go(9)
    assert app.marks["compare_0_step"] == "9 5 7"
    by_size = compare(step="3", by="size")
    assert by_size.marks["compare_0_size"].split()[0] == "15"  # all begin with twelve
    first = by_size.test.get("vega_lite_chart")[0].proto.alt
    assert first.startswith("Learned tokens shared with BPE (vocabulary size: 12 to 21): ")


def test_gpt2_words():
    app = compare(corpus="story", words="gpt2", step="60")
    assert "Ġ" in columns(app)[1] and "Ġ" not in columns(app)[0]
    assert "BPE trains on other words than WordPiece" in app.text
    assert cut_words(app)["the"][1] == "Ġthe"
    table = compare(words="gpt2")
    assert table.test.segmented_control(key="compare_words").disabled
    assert "A table has words, not text" in " ".join(c.value for c in table.test.caption)


def test_gpt2_words_that_do_not_fit_get_a_sentence():
    app = App()
    app.train_on("text", "éà üö ñç ß")
    app.test.number_input(key="sidebar_vocab_size").set_value(13).run()
    app.switch_to("compare")
    assert len(columns(app)) == 3
    app.test.segmented_control(key="compare_words").set_value("gpt2").run()
    message = " ".join(app.messages)
    assert "BPE cannot be trained on words split as in GPT-2. The vocabulary size 13 " in message
    assert "The screen still shows BPE on the same words." in message
    assert len(columns(app)) == 3

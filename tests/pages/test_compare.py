"""The Compare page, tested by its visible content."""

import re

import pytest

from pages.panels.actions import Choose, Go
from tests import golden
from tests.pages.app import App, seen


def compare(**query: str) -> App:
    """The page as a link opens it."""
    app = App("compare", **query)
    assert not app.test.exception
    return app


def columns(app: App) -> list[str]:
    """The text of the column of each training."""
    return [*map(seen, re.findall(r'<section class="column.*?</section>', app.html))]


def cells(html: str) -> list[str]:
    return [*map(seen, re.findall(r"<(?:dd|td)[^>]*>(.*?)</(?:dd|td)>", html))]


def rows(app: App, table: str) -> dict[str, list[str]]:
    """The rows of a table of the race, by their headings."""
    [drawn] = re.findall(rf'<table class="race {table}.*?</table>', app.html)
    found = re.findall(r"<tr data-key[^>]*><th[^>]*>(.*?)</th>(.*?)</tr>", drawn)
    return {seen(head): cells(row) for head, row in found}


def sentences(app: App) -> list[str]:
    [block] = re.findall(r'<dl class="sentence">(.*?)</dl>', app.html)
    return cells(block)


@pytest.mark.parametrize(
    ("step", "wordpiece", "bpe", "library"),
    [
        (1, "##g + ##s → ##gs 5 / (20 × 5) = 1/20 = 0.05", "u + g → ug 20 times", "##u + ##g"),
        (3, "hu + ##gs → hugs 5 / (15 × 5) = 1/15 ≈ 0.06667", "h + ug → hug 15 times", "h + ##ug"),
        (9, "pu + ##n → pun 12 / (12 × 12) = 1/12", "b + un → bun 4 times", "b + ##un → bun"),
    ],
)
def test_three_steps_of_the_toy(step, wordpiece, bpe, library):
    """Hugging Face style is there on request, and with a link to a token's story in it."""
    app = compare(step=str(step))
    assert app.stepper["last"] == len(golden.TOY_WORDPIECE)
    assert app.stepper["step"] == step
    for text, column in zip((wordpiece, bpe), columns(app), strict=True):
        assert text in column
    third = columns(compare(step=str(step), library="True"))[2]
    assert library in third and "score: pair count (symbols with ##)" in third
    assert "issues/570" not in app.html
    assert ("training has stopped" in columns(app)[1]) == (step > len(golden.TOY_BPE))
    assert app.query == {"step": str(step)}


def test_the_beginning():
    app = compare()
    assert all(
        "Every word is first split into symbols of the alphabet" in column
        for column in columns(app)
    )
    assert app.stepper["say"] == "Start"
    assert "words split differently: 0 of 5" in app.text
    app.test.toggle(key="compare_library").set_value(True).run()
    assert app.query["library"] == "True"
    assert "issues/570" in app.html and "issues/1086" in app.html
    app.go(2)
    assert app.stepper["say"] == "step 2 of 9, WordPiece hu, BPE un, Hugging Face style ##un"


def test_a_training_that_has_stopped_is_not_announced_again():
    app = compare(step="7")
    assert app.stepper["say"] == "step 7 of 9, WordPiece bun, BPE bun"
    app.go(8)
    assert app.stepper["say"] == "step 8 of 9, WordPiece pug"


def test_merges_of_one_number_share_a_row():
    app = compare(step="9")
    merges = rows(app, "merges")
    assert [*merges] == [*"987654321"]
    assert merges["1"] == ["##gs 0.05", "ug 20×"]
    assert merges["9"] == ["pun ≡ BPE 4 0.08333", ""]  # BPE has this token from its merge 4


def test_the_first_divergence_has_both_scores_and_a_way_there():
    app = compare(step="5", show="parting")
    assert "Go to merge 1" in app.text
    panel = " ".join(seen(block) for block in app.blocks if 'class="parting"' in block)
    assert "u + g , which occurs 20 times" in panel
    assert "##g + ##s , which occurs 5 times" in panel
    assert "5 / (20 × 5) = 1/20 = 0.05 rank 1 5 written g s : rank 5" in panel
    assert "20 / (36 × 20) = 1/36 ≈ 0.02778 written ##u ##g : rank 3 20 rank 1" in panel
    app.pick(Go(1))
    assert app.stepper["step"] == 1
    chosen = compare(step="0", forced="1.5", show="parting").text
    assert "For WordPiece, " in chosen and "rank 5" in chosen


def test_by_vocabulary_size():
    apart = compare(corpus="course", by="size", show="parting")
    assert "Go to vocabulary size 46" in apart.text and "Go to merge" not in apart.text
    apart.pick(Go(12))
    apart.test.segmented_control(key="compare_show").set_value("columns").run()
    assert [re.findall(r"merges made: \d+", each) for each in columns(apart)] == [
        ["merges made: 1"],
        ["merges made: 12"],
    ]
    app = compare(corpus="course", by="size", step="0")
    wordpiece, bpe = columns(app)
    assert "merges made: 0 of 25, vocabulary size 45" in wordpiece
    assert "training has not begun: its vocabulary starts with more than" in wordpiece
    found = re.search(r"vocabulary size (\d+)", bpe)
    assert found
    size = int(found[1])
    assert size < 45
    assert app.stepper["last"] == 70 - size
    stepper = app.data_of("stepper")
    assert (stepper["smallest"], stepper["where"]) == (size, "vocabulary size {size}")
    app.go(70 - size)
    assert app.query["by"] == "size" and app.query["step"] == str(70 - size)
    assert all("vocabulary size 70" in column for column in columns(app))
    again = compare(**app.query)
    assert again.stepper["step"] == 70 - size and again.text == app.text


def test_words_beside_each_other():
    app = compare(step="3", library="True")
    assert rows(app, "cuts")["hugs ×5"] == ["hugs", "hug s", "hug ##s"]
    assert "words split differently: 5 of 5" in app.text
    app.open("cuts_menu")
    app.test.text_input(key="compare_find").input("un").run()
    assert list(rows(app, "cuts")) == ["pun ×12", "bun ×4"]
    assert app.query == {"step": "3", "library": "True", "find": "un"}
    assert "Find: un" in app.text
    app.open("cuts_menu")
    app.test.text_input(key="compare_find").input("x<b>").run()
    assert "No results" in app.text and "x<b>" not in app.html


def test_on_a_long_list_words_that_differ_come_first():
    app = compare(corpus="course", step="4")
    first = [*rows(app, "cuts")]
    marked = ['class="differs"' in row for row in re.findall(r'<tr data-key="w[^>]*>', app.html)]
    assert marked == [True] * 12
    app.pick(Choose("words_page", 2))
    assert [*rows(app, "cuts")] != first
    app.go(3)
    app.go(4)
    assert [*rows(app, "cuts")] == first


def test_trainings_that_do_not_merge_have_their_own_limits():
    first, *others = (
        App("compare", recipe="unigram", show="prune", step="3", **limit).text
        for limit in ({}, {"size": "20"}, {"em": "3"})
    )
    assert others == [first, first]


def test_trainings_that_do_not_merge_have_the_same_words():
    app = App("compare", corpus="languages", split="metaspace", show="prune", step="2")
    assert "▁the" in app.text and "no such word" not in app.text


def test_one_sentence_by_each():
    app = compare(step="9", show="sentence", library="True")
    app.test.text_input(key="compare_sentence").input("pugs mug").run()
    assert sentences(app) == ["pug ##s [UNK]", "pug s [UNK] ug", "pug ##s [UNK]"]
    assert app.query["sentence"] == "pugs mug"
    app.go(0)
    assert sentences(app)[0] == "p ##u ##g ##s [UNK]"
    app.test.text_input(key="compare_sentence").input("").run()
    assert sentences(app)[0].startswith("h ##u ##g p ##u ##g")
    accents = App()
    accents.train_on("text", "déjà vu")
    accents.switch_to("compare")
    accents.test.segmented_control(key="compare_show").set_value("sentence").run()
    assert sentences(accents)[1].endswith("d é j à v u")
    unknown = compare(step="9", show="sentence")
    unknown.test.text_input(key="compare_sentence").input("ug hug").run()
    assert sentences(unknown) == ["[UNK] hug", "ug hug"]  # one token each, but one is unknown
    assert "words split differently: 1 of 2" in unknown.text
    as_bytes = compare(corpus="russian", split="gpt2", step="3", show="sentence")
    as_bytes.test.text_input(key="compare_sentence").set_value("оба").run()
    assert sentences(as_bytes) == ["Ð ##¾ ##Ð ##± ##Ð ##°", "Ð¾ Ð ± Ð°"]  # о is Ð and ¾
    assert "words split differently: 1 of 1" in as_bytes.text
    shown = compare(present="1", show="sentence", step="3")
    shown.test.text_input(key="compare_sentence").set_value("pugs").run()
    assert shown.query["sentence"] == "pugs" and "p ##u ##gs" in shown.text


def test_charts_are_described_and_mark_the_step():
    app = compare(step="3", show="growth", library="True")
    charts = [chart.proto.alt for chart in app.test.get("vega_lite_chart")]
    assert len(charts) == 4
    assert charts[0] == (
        "Learned tokens shared with BPE (merges made: 0 to 9): WordPiece: 0 to 5, "
        "Hugging Face style: 0 to 7."
    )
    assert "WordPiece: 3.14 to 1.00" in charts[1]
    assert "Whole words (merges made: 0 to 9): WordPiece: 0% to 100%" in charts[3]
    assert "Whole words repeats included" in app.text  # the table counts each word once
    assert app.marks["compare_0_step"] == "3 0 3"
    assert app.marks["compare_1_step"].startswith("3 2.444")
    app.go(9)
    assert app.marks["compare_0_step"] == "9 5 7"
    by_size = compare(step="3", by="size", show="growth")
    assert by_size.marks["compare_0_size"].split()[0] == "15"  # all begin with twelve
    first = by_size.test.get("vega_lite_chart")[0].proto.alt
    assert first.startswith("Learned tokens shared with BPE (vocabulary size: 12 to 21): ")

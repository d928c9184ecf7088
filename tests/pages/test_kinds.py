"""Trainings that do not merge: Unigram's removals and the decisions of top-down WordPiece."""

import csv
import io
import re
from dataclasses import replace

import pytest

from pages.panels.actions import Choose, Force, Look, Next
from pages.panels.train.kinds import KINDS
from pages.state.links import pack
from pages.trainings.job import Source
from pages.trainings.settings import suggest_settings
from tests.pages.app import App, seen
from tests.pages.test_take_home import buttons, items, trained
from wordpiece.errors import VocabularyError
from wordpiece.recipes import ALL_RECIPES

OTHERS = ["unigram", "top-down-guide", "top-down-code"]


def gone(app: App) -> str:
    """The piece that the step on screen removed."""
    found = re.search(r"Removal \d+ (\S+) cost", app.text)
    assert found
    return found[1]


def splits(app: App) -> list[str]:
    """The rows of the words."""
    rows = re.findall(r'<li data-key="w\d+">(.*?)</li>', app.html)
    return [seen(row) for row in rows]


def test_every_recipe_has_a_kind_that_train_can_show():
    assert {recipe.kind for recipe in ALL_RECIPES.values()} == KINDS.keys()


def test_removals_on_the_toy_words_show_the_golden_figures():
    app = App(recipe="unigram", step="0")
    assert app.stepper["last"] == 8 and app.stepper["next"] == ["Next removal"]
    assert "15 pieces Different words: 5; occurrences: 36; loss: 169.80" in app.text
    assert "7 pieces tie; the piece at rank 1 is removed next" in app.text
    removed, costs = [], []
    for step in range(1, 9):
        app.go(step)
        removed.append(gone(app))
        costs.append(re.split(" [=≈] ", app.text)[2].split()[0])
        if removed[-1] == "pu":  # the rounded losses differ by 23.69
            assert "176.10 loss without the piece − 152.41 loss ≈ 23.68" in app.text
    assert removed == ["hu", "ug", "un", "gs", "ugs", "bu", "pu", "hug"]
    assert costs == ["0"] * 5 + ["5.68", "23.68", "46.87"]
    assert app.marks["train_sizes"] == "8 7.0"
    assert app.marks["train_length"].startswith("8 198.534")
    assert "only single characters or bytes are left" in app.text


def test_words_that_lose_a_piece_are_split_in_another_way():
    app = App(recipe="unigram", step="5")
    assert app.stepper["say"] == "Step 5 of 8: ugs is removed, at a cost of 0.00."
    assert splits(app)[4] == "hugs hug s was h ugs ×5"
    assert 'title="removed next"><bdi dir="ltr">bu' in app.html
    assert "Splits of hugs" in app.text  # the first word that changed
    assert 'class="arc gone"' in app.html and app.html.count('class="arc best"') == 2
    app.pick(Choose("word", 1))
    assert "Splits of hug " in app.text and app.query["word"] == "1"
    app.go(6)
    assert "Splits of hug " in app.text  # the chosen word stays


def test_a_removal_may_change_words_that_did_not_contain_the_piece():
    app = App(recipe="unigram")
    app.train_on("table", "cccc\t12\nacaaa\t1\nabcac\t6\nca\t4\nabaa\t7")
    app.go(2)
    assert splits(app)[3] == "ca c a was ca ×4"
    assert "the loss without ac is still" in app.text


def test_the_next_best_split_is_lit_until_the_next_step():
    app = App(recipe="unigram", step="0", word="5")

    def lit() -> str:
        return seen(re.findall(r'<li aria-current="true">(.*?)</li>', app.html)[0])

    first = lit()
    assert first.endswith("0.0017")
    app.report_pick(Next("path"))
    assert lit() != first and app.query["path"] == "2"
    app.go(1)
    assert "path" not in app.query
    for invalid in (Choose("path", 9), Choose("step", 3), Next("words_filter")):
        app.report_pick(invalid)
        assert "path" not in app.query and app.stepper["step"] == 1


def test_expected_counts_by_em():
    app = App(recipe="unigram", step="1", em="2")
    assert "expected count × ln" in app.text
    assert "were replaced by its most probable split into" in app.text
    app.test.number_input(key="sidebar_em_rounds").set_value(0).run()
    assert "loss without the piece" in app.text and "em" not in app.query


def test_a_removal_that_would_make_the_corpus_more_probable_costs_0():
    app = App(recipe="unigram")
    app.train_on("table", "cab\t4\nbbcba\t4\nabbca\t15\ncaca\t11")
    app.test.number_input(key="sidebar_em_rounds").set_value(1).run()
    app.go(1)
    # 0.46 × ln(0.00602 / 0.00704) is negative.
    assert "cost = max( 0.46 expected count × ln 0.00602 0.00704 , 0) = 0 " in app.text
    app.go(app.stepper["last"])
    assert "expected count × ln" in app.text and "max(" not in app.text


@pytest.mark.parametrize(
    ("recipe", "kept"), [("top-down-guide", "hug pun"), ("top-down-code", "pun ##ug")]
)
def test_decisions_on_the_toy_words_show_the_golden_figures(recipe, kept):
    app = App(recipe=recipe, split="gpt2", corpus="text", own=pack("hug hugs"))
    assert "Every byte of the words is in the vocabulary, with and without ##" in app.text
    assert "5 bytes Ġhugs" in app.text
    app = App(recipe=recipe)
    assert "Every character of the words is in the vocabulary, with and without ##" in app.text
    app = App(recipe=recipe, step="2")
    assert "Decision 2, round 1 of 4" in app.text
    assert app.stepper["next"] == ["Next decision"]
    app.go(app.stepper["last"])
    tokens = re.findall(r"<dt>kept .*?</dd>", app.html, re.S)
    assert [seen(group).split()[1::2] for group in tokens] == [kept.split()]
    assert "Round 4 ends" in app.text and "the last round is complete." in app.text
    app.test.number_input(key="sidebar_threshold").set_value(4).run()
    assert app.query["threshold"] == "4"
    app.go(app.stepper["last"])
    tokens = re.findall(r"<dt>kept .*?</dd>", app.html, re.S)
    assert {*seen(tokens[0]).split()[1::2]} == {"bun", "hug", "hugs", "pug", "pun"}


@pytest.mark.parametrize("recipe", OTHERS)
def test_every_page_works_while_such_a_training_is_on_screen(recipe):
    app = App(recipe=recipe, step="3")
    for page in ("compare", "encode", "predict", "lessons", "take_home", "train"):
        app.switch_to(page)
        assert not app.test.exception and not app.test.error, page
    assert app.query["recipe"] == recipe


@pytest.mark.parametrize("recipe", OTHERS)
def test_actions_and_paces_of_merges_change_nothing(recipe):
    app = App(recipe=recipe, step="2", pace="slow", phase="score", forced="1.2", ties="greatest")
    assert len(app.messages) == 2 and not {"forced", "ties"} & app.query.keys()
    assert app.stepper["phases"] == [""] and not [key for key in app.buttons if key == "pace_slow"]
    before = app.text
    for action in (Force(2, 1), Look(3), Next("sketching")):
        app.report_pick(action)
        assert not app.test.exception and app.text == before


@pytest.mark.parametrize(("recipe", "step", "answer", "secrets"), [
    ("unigram", 5, "bu is removed, at a cost of 5.68.", ["removed next", "going", "5.68"]),
    ("top-down-code", 1, "its count is 10, and the threshold is 12.", ["<s>15", "lowered"]),
])  # fmt: skip
def test_the_next_step_stays_hidden_until_it_is_shown(recipe, step, answer, secrets):
    app = App(recipe=recipe, step=str(step), pace="reveal")
    assert app.stepper["next"][0] == "Show the answer" and "?" in app.stepper["say"]
    assert not [secret for secret in secrets if secret in app.html]
    app.go(step, "shown")
    assert app.stepper["say"].endswith(answer) and app.stepper["step"] == step
    assert [secret for secret in secrets if secret in app.html]


@pytest.mark.parametrize("recipe", OTHERS)
def test_presenter_mode_shows_one_panel(recipe):
    app = App(recipe=recipe, step="3", present="1")
    kind = KINDS[ALL_RECIPES[recipe].kind]
    for name in kind.panels:
        app.press(f"panel_{name}")
        assert app.stepper["step"] == 3
    assert len(app.test.get("vega_lite_chart")) == 2  # the last panel is that of growth


def test_in_presenter_mode_fewer_substrings_are_listed_which_fit_on_one_screen():
    """At 1280 x 800, forty substrings of the course's sentences would need scrolling."""
    shown = [
        seen(App(recipe="top-down-guide", corpus="course", step="9", **mode).html)
        for mode in ({}, {"present": "1"})
    ]
    assert "388 to be decided in round 1" in shown[0] and "… and 348 more" in shown[0]
    assert "… and 372 more" in shown[1]


def test_encode_shows_the_best_split_and_the_next_ones():
    app = App("encode", recipe="unigram", step="0", text="unhug")
    assert "Unigram most probable split un id 8 · 0–2 hug id 12 · 2–5" in app.text
    assert "Splits of unhug" in app.text and "un hug 0.00544" in app.text


def test_compare_shows_removals_at_the_vocabulary_size_of_bpe():
    app = App("compare", show="prune", step="3")
    heads = [seen(head) for head in re.findall(r'<th scope="col">(.*?)</th>', app.html)]
    assert heads[1:4] == ["WordPiece 10 entries", "BPE 10 entries", "Unigram 10 entries"]
    rows = [seen(row) for row in re.findall(r'<tr data-key="w\d+">(.*?)</tr>', app.html)]
    assert rows[4] == "hugs ×5 hugs hug s hug s h ##ug ##s"
    app.go(0)
    rows = [seen(row) for row in re.findall(r'<tr data-key="w\d+">(.*?)</tr>', app.html)]
    assert rows[4] == "hugs ×5 h ##u ##g ##s h u g s h u g s h ##ug ##s"
    app = App("compare", show="prune", step="1", recipe="unigram", corpus="course-spaces")
    assert "entries</th>" in app.html and not app.messages


@pytest.mark.parametrize(("recipe", "has_prefix"), [("unigram", False), ("top-down-code", True)])
def test_take_home_has_the_tokenizer_and_the_step_log(recipe, has_prefix):
    app = App(recipe=recipe, step="2")
    app.switch_to("take_home")
    files = ["tokenizer.json", *(["vocab.txt"] if has_prefix else []), "steps.csv", "steps.jsonl"]
    assert buttons(app) == dict.fromkeys(files, True)
    assert "For paper" not in app.text
    log = items(trained(suggest_settings("toy", recipe)), 2)["steps-csv"].make().decode("utf-8-sig")
    assert [row["index"] for row in csv.DictReader(io.StringIO(log))] == ["1", "2"]


def test_a_tokenizer_that_the_library_cannot_read_is_refused_with_the_reason():
    source = Source.of("your table", "table", "ab\t20\na\ud800b\t20")
    made = trained(replace(suggest_settings("table"), recipe="top-down-code"), source)
    item = items(made, 1)["tokenizer"]
    assert "surrogate" in str(item.unavailable_because)
    with pytest.raises(VocabularyError):
        item.make()


@pytest.mark.parametrize(("recipe", "has_text"), [("wordpiece", True), ("unigram", False)])
def test_the_key_card_names_only_keys_that_do_something(recipe, has_text):
    app = App(recipe=recipe)
    app.press("key_card")
    assert ("Words or text" in app.text) == has_text

"""The Train page, tested by its visible content."""

import re

import numpy as np

from pages.locale import language
from pages.panels.actions import Choose, Next
from pages.panels.shared.charts import sampled_steps
from pages.panels.shared.sketch import HANDLES, largest_gap, true_points
from pages.panels.train.kind import curve_of_training
from tests import golden
from tests.pages.app import App
from tests.pages.test_worksheet import sample
from tests.wordpiece.trainings import trained
from wordpiece import WordPieceTrainer

SKETCH = "sketch"


def names(app: App) -> list[str]:
    """The words of the list."""
    return [word.split(":")[0] for word in app.words()]


def picks(app: App) -> list[str]:
    """The ranks that the pairs of the score table report, in its order."""
    return re.findall(r'data-pick="\[&#34;Look&#34;,(\d+)]"', app.html)


def test_opens_on_the_toy_table_ready_to_click():
    app = App()
    assert app.stepper["step"] == 0 and app.stepper["last"] == 9
    assert "Different words: 5; occurrences: 36; symbols in the alphabet: 7" in app.text
    assert app.words()[4] == "hugs: h ##u ##g ##s ×5"
    assert app.score_rows()[0] == ["1", "##g ##s", "5", "20 × 5", "1/20"]
    assert app.messages == []
    assert App(step="999").stepper["step"] == 9


def test_every_step_of_the_toy_shows_the_golden_figures():
    app = App()
    for step, (left, right, token, count, left_count, right_count, _) in enumerate(
        golden.TOY_WORDPIECE, 1
    ):
        app.go(step)
        assert f"{left} + {right} → {token} score =" in app.text
        assert f"Merge {step} " in app.text
        assert f"{count} count of the pair {left_count} × {right_count} counts of" in app.text
        assert app.query["step"] == str(step)
        assert app.stepper["say"] == f"Step {step} of 9: {left} and {right} make {token}."
        assert names(app) == [*golden.TOY]  # in their rows
        changed = [word for word in app.words() if f" was {left} {right} " in word]
        assert changed and all(token in word.split() for word in changed)
    assert "every word is one symbol, so no pair is left" in app.text
    assert app.score_rows() == []


def test_step_three_its_tie_and_the_scores_after_it_with_both_ranks():
    app = App(step="3")
    assert "= 1/15 ≈ 0.06667" in app.text
    assert "The two parts occur together 5 times, and ##gs occurs nowhere else." in app.text
    assert "No pair occurs more often than p + ##u (17 times)." in app.text
    assert app.score_rows() == [
        ["1", "hu ##g", "10", "10 × 15", "1/15"],
        ["2", "p ##u", "17", "17 × 21", "tie 1/21"],
        ["3", "##u ##n", "16", "21 × 16", "tie 1/21"],
        ["4", "b ##u", "4", "4 × 21", "tie 1/21"],
        ["5", "##u ##g", "5", "21 × 15", "1/63"],
    ]
    winners = ['class="win' in row for row in re.findall(r"<tr.*?</tr>", app.html)]
    assert winners == [False, True, False, False, False, False]  # the first row is the head
    assert picks(app) == ["1", "2", "3", "4", "5"]
    assert not app.has(Choose("scores_by", "count"))  # before BPE is met
    app.report_pick(Choose("scores_by", "count"))
    pairs = ["p ##u", "##u ##n", "hu ##g", "##u ##g", "b ##u"]
    assert [row[1] for row in app.score_rows()] == pairs
    assert picks(app) == ["2", "3", "1", "5", "4"]
    assert "the pair at rank 1 merges next" in app.text  # it is not the top row
    app.go(2)
    assert "6 pairs share the best score; the pair seen first in the corpus wins." in app.text


def test_words_are_marked_found_and_sorted():
    app = App(step="3")
    assert app.words()[4] == "hugs: hugs was hu ##gs ×5"
    assert app.html.count('class="tok next"') == 2
    assert 'title="new"><bdi dir="ltr">hugs' in app.html
    app.open("words_menu")
    app.test.toggle(key="train_outline").set_value(False).run()
    assert 'class="tok next"' not in app.html
    app.go(0)
    for text, found in (("un", ["pun", "bun"]), ("##s", ["hugs"]), ("x<y", []), ("", 5)):
        app.open("words_menu")
        app.test.text_input(key="train_words_filter").input(text).run()
        assert names(app) == found or len(names(app)) == found
        assert ("No results" in app.text) == (found == [])
    app.open("words_menu")
    order = app.test.selectbox(key="train_words_order")
    assert "alphabetical order (by code points)" in order.options  # the alphabet is something else
    order.select("frequency").run()
    assert names(app) == ["pun", "hug", "pug", "hugs", "bun"]
    app = App(corpus="french", recipe="byte-level-bpe", read="words")
    app.open("words_menu")
    app.test.text_input(key="train_words_filter").input("é").run()
    assert names(app) and all("Ã©" in name for name in names(app))


def test_a_page_that_was_left_with_a_dialog_open_comes_back_without_it():
    app = App()
    app.open("words_menu")
    assert len(app.test.get("dialog")) == 1
    for page in ("compare", "train"):
        app.switch_to(page)
        assert len(app.test.get("dialog")) == 0


def test_vocabulary_groups_ids_and_growth():
    app = App(step="3")
    assert "15 tokens, 7 in use now" in app.text
    assert "learned ##gs 12 hu 13 hugs 14 alphabet ##g 5" in app.text
    assert "special [PAD] 0 [UNK] 1" in app.text
    assert "vocabulary 15 in use 7 corpus length 88" in app.text
    assert [chart.proto.alt for chart in app.test.get("vega_lite_chart")] == [
        "Growth (merges made: 0 to 9): vocabulary: 12 to 21, in use: 7 to 5.",
        "Growth (merges made: 0 to 9): corpus length: 113 to 36.",
    ]
    assert app.marks == {"train_sizes": "3 15 7", "train_length": "3 88"}
    app.go(4)
    assert app.marks == {"train_sizes": "4 16 7", "train_length": "4 78"}


def test_growth_is_drawn_before_it_is_shown():
    app = App(step="3")
    app.pick(Next("sketching"))
    assert not app.test.get("vega_lite_chart") and "vocabulary 15 in use 7" not in app.text
    assert "answer" not in app.data_of(SKETCH) and app.data_of(SKETCH)["levels"][-1] == "113"
    for nonsense in (None, [], [50] * 15, [50] * 15 + [101], ["5"] * 16):
        app._report(SKETCH, {"line": {"heights": nonsense}})
        assert "answer" not in app.data_of(SKETCH)
    # A line that falls at once to half of the tokens, and stays there.
    app._report(SKETCH, {"line": {"heights": [50] * 16}})
    answer = app.data_of(SKETCH)["answer"]
    assert answer["sentence"] == (
        "The largest gap is at step 1: the corpus has 108 tokens, and you drew 56."
    )
    app.pick(Next("sketching"))
    assert len(app.test.get("vega_lite_chart")) == 2 and "vocabulary 15 in use 7" in app.text


def test_a_drawn_line_is_compared_at_every_step():
    """The chart of a long training has fewer points than steps."""
    words = sample("story")
    frequencies = dict(zip(words.words, words.frequencies.tolist(), strict=True))
    timeline = trained(WordPieceTrainer, frequencies)
    curve = curve_of_training((timeline,), language())
    tokens = [timeline.growth(step).corpus_tokens for step in range(len(timeline) + 1)]
    heights = [max(0, 100 - 9 * i) for i in range(HANDLES)]
    line = np.interp(range(len(tokens)), curve.places, [100, *heights])
    gaps = abs(line - np.array(tokens) * 100 / tokens[0])
    assert largest_gap(curve, heights)[0] == gaps.argmax()
    assert gaps.argmax() not in sampled_steps(len(timeline))
    assert len(true_points(curve).split()) < len(tokens)


def test_a_click_in_a_chart_goes_to_its_step():
    app = App(step="1")
    # A chart reports every step that was clicked an odd number of times.
    for selected, step in (((3,), 3), ((3, 5), 5), ((5,), 3), ((), 5)):
        app.click_in_chart(0, *selected)
        assert app.stepper["step"] == step


def test_the_charts_come_with_the_first_merge_and_stay():
    app = App(step="0")
    assert not app.test.get("vega_lite_chart")
    app.go(1)
    assert len(app.test.get("vega_lite_chart")) == 2
    app.go(0)
    assert len(app.test.get("vega_lite_chart")) == 2


def test_large_vocabularies_are_paged():
    app = App(corpus="story", step="190")
    assert "48 of 190 old 243" in app.text
    app.pick(Next("vocabulary_all"))
    assert "by id 244 of 244" in app.text
    app.open("vocabulary_menu")
    app.test.text_input(key="train_vocabulary_filter").input("ev").run()
    shown = re.search(r"by id (\d+) of 244 ((?:\S+ \d+ ?)+)", app.text)
    assert shown
    tokens = shown[2].split()[::2]
    assert len(tokens) == int(shown[1]) > 0 and all("ev" in token for token in tokens)
    app.open("vocabulary_menu")
    app.test.text_input(key="train_vocabulary_filter").input("zzz").run()
    assert "No results" in app.text


# Settings.


def test_changing_the_corpus_takes_its_suggestions_and_starts_at_the_beginning():
    app = App(step="4")
    app.test.selectbox(key="sidebar_corpus").select("course").run()
    assert app.stepper["step"] == 0 and app.stepper["last"] == 25
    assert app.query == {"corpus": "course", "step": "0"}
    assert app.test.number_input(key="sidebar_vocab_size").value == 70
    app.go(25)
    assert "##u + ##t → ##ut" in app.text and "70 tokens" in app.text
    assert "the vocabulary has reached the size that was set" in app.text


def test_tie_breaks_and_seed():
    app = App(step="2")
    app.test.selectbox(key="sidebar_tie_break").select("alphabetical").run()
    assert "Merge 2 ##u + ##g → ##ug" in app.text
    assert "the pair that comes first in alphabetical order (by code points) wins" in app.text
    assert app.query == {"ties": "alphabetical", "step": "2"}
    app.test.selectbox(key="sidebar_tie_break").select("random").run()
    app.test.number_input(key="sidebar_seed").set_value(5).run()
    assert app.query == {"ties": "random", "seed": "5", "step": "2"}
    assert "a random choice with a fixed seed decides" in app.text
    assert "order of the code points" in app.test.selectbox(key="sidebar_tie_break").help
    assert "order of the bytes" in app.test.selectbox(key="sidebar_tie_break").help
    parity = App(corpus="languages", recipe="parity-bpe", split="gpt2", ties="alphabetical")
    assert "bytes" not in parity.test.selectbox(key="sidebar_tie_break").help
    # Unigram has no alphabetical order.
    assert not App(recipe="unigram").test.selectbox(key="sidebar_tie_break").help


def test_normalizer_and_pre_tokenizer():
    app = App(corpus="french")
    assert "Different words: 155;" in app.text
    app.test.multiselect(key="sidebar_normalizer").set_value(["strip-accents", "lowercase"]).run()
    assert "Different words: 144;" in app.text
    assert app.query["normalizer"] == "lowercase,strip-accents"
    app.test.selectbox(key="sidebar_pre_tokenizer").select("gpt2").run()
    assert "Ġ" in app.text and app.query["split"] == "gpt2"


# Own corpora; bad input is in test_bad_input.py.

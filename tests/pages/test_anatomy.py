"""The pair that is looked at: its panel, its button in the score table, and the click on it."""

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.panels.actions import Close, Look
from pages.panels.html.elements import act
from pages.panels.shared import score_table as scores
from pages.panels.train import pair as anatomy
from tests import golden
from tests.pages.app import seen as text
from tests.strategies import algorithms, markings, word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.scoring import PAIR_COUNT, WORDPIECE, side_by_side
from wordpiece.training.what_if import what_if

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


def trained(words, make=WordPieceTrainer, **settings):
    trainer = make(words, **settings)
    trainer.run()
    return trainer.timeline()


def panel(timeline, step, pair) -> str:
    row = timeline.scores(step).find(pair)
    return anatomy.anatomy(row, what_if(timeline, step, pair), timeline)


class Elements(HTMLParser):
    """The elements of some HTML, and the text between them."""

    def __init__(self, html: str):
        super().__init__()
        self.tags, self.attributes, self.open = [], [], []
        self.feed(str(html))
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


# The panel.


def test_a_pair_of_the_toy():
    html = panel(trained(golden.TOY), 0, ("##u", "##g"))
    assert 'aria-label="The pair ##u ##g"' in html
    said = text(html)
    assert "##u + ##g → ##ug" in said
    assert "20 / (36 × 20) = 1/36 ≈ 0.02778 rank 3 of 6, tied; 1st by count." in said
    assert "In 3 words hug: h ##u ##g ×10 pug: p ##u ##g ×5 hugs: h ##u ##g ##s ×5" in said
    assert "8 scores would change 3 rise, 3 appear, 2 vanish" in said
    assert "##u ##n 1/36 → 1/16 ↑ rises ##g ##s 1/20 → – × gone" in said
    assert "Then the best pair is ##u ##n with 1/16, 2 tied" in said
    assert html.count('class="here"') == 3


def test_under_bpe_the_score_is_the_count():
    said = text(panel(trained(golden.TOY, BPETrainer), 0, ("p", "u")))
    assert "17 times together rank 2 of 6." in said
    assert "by count" not in said and "/" not in said
    assert "p u" not in said.split("would change")[1]  # of itself it says nothing
    assert re.search(r"u n 16 → 4 ↓ falls", said)


def test_only_the_pair_that_merges_next_says_so():
    timeline = trained(golden.TOY)
    for step in range(len(timeline)):
        for row in timeline.scores(step).rows():
            said = "It merges next anyway." in panel(timeline, step, row.pair)
            assert said == (row.pair == timeline.pair(step + 1))
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(("p", "##u"))
    forced, best = trainer.timeline(), ("##g", "##s")
    assert "It merges next anyway." in panel(forced, 0, ("p", "##u"))
    assert "It merges next anyway." not in panel(forced, 0, best)
    stopped = trained(golden.TOY, max_merges=2)
    best = stopped.scores(2).rows(0, 1)[0]
    assert "It merges next" not in panel(stopped, 2, best.pair)


def test_a_run_tells_counted_from_replaced():
    html = panel(trained({"aaa": 2, "aaaaa": 1}, BPETrainer), 0, ("a", "a"))
    assert "Counted 8 times, replaced 4 times" in text(html)
    assert "You chose" not in html
    assert html.count('class="here"') == 3


def test_a_token_the_vocabulary_has_already_and_the_last_pair_of_all():
    words = {"ab": 1}
    assert "ab was in the vocabulary already" in text(
        panel(trained(words, special_tokens=["ab"]), 0, ("a", "##b"))
    )
    said = text(panel(trained(words), 0, ("a", "##b")))
    assert "No other score would change" in said and "Then no pair would be left." in said


def test_long_lists_are_cut_and_counted():
    words = {f"{'x' * n}ab{'y' * n}": 1 for n in range(1, 9)}
    html = panel(trained(words), 0, ("##a", "##b"))
    assert html.count("<li>") == 3 and "and 5 more" in html
    assert html.split("would change")[0].split("<ul")[1].count('class="tok"') == anatomy.CHIPS
    short = panel(trained({f"ab{y}": 1 for y in "cdefg"}), 0, ("a", "##b"))
    assert short.count("<li>") == anatomy.WORDS and "and 1 more" in short


def test_scores_that_differ_never_look_the_same():
    words = {"ab": 1, "xb": 56_226, "ay": 3, "xyz": 7_000_001}
    timeline = trained(words)
    for row in timeline.scores(0).rows():
        what = what_if(timeline, 0, row.pair)
        for change in what.changes():
            if change.kind in ("rises", "falls"):
                now, then = side_by_side([change.before, change.after], WORDPIECE)
                assert now != then
    assert "e-" in text(panel(timeline, 0, ("a", "##b")))


@given(words=word_frequencies, algorithm=algorithms, marking=markings, data=st.data())
def test_it_draws_any_pair_and_no_token_becomes_markup(words, algorithm, marking, data):
    timeline = trained(words, TRAINERS[algorithm], marking=marking)
    if not len(timeline):
        return
    step = data.draw(st.integers(0, len(timeline) - 1))
    row = data.draw(st.sampled_from(timeline.scores(step).rows()))
    html = panel(timeline, step, row.pair)
    elements = Elements(html)
    assert not elements.open
    assert set(elements.tags) <= set(
        "section header div p span b i h2 h3 small ul li table tbody tr th td bdi code".split()
    )
    assert set(elements.attributes) <= {
        "class", "role", "aria-label", "dir", "title", "scope", "data-token"
    }  # fmt: skip
    totals = what_if(timeline, step, row.pair).totals
    changing = sum(totals.values()) - totals["stays"]
    assert html.count("<tr>") == min(anatomy.CHANGES, changing)


def test_the_buttons_are_the_callers():
    timeline = trained(golden.TOY)
    row = timeline.scores(0).rows(0, 1)[0]
    what = what_if(timeline, 0, row.pair)
    assert 'data-pick="&lt;x"' in anatomy.anatomy(row, what, timeline, act("<x", "Merge"))


# The score table.


def table(timeline, step=0, **settings):
    rows = timeline.scores(step).rows()
    settings = {"best": rows[0].score, "winner": rows[0].pair} | settings
    return scores.score_table(settings.pop("rows", rows), timeline.score, **settings)


def heads(html) -> list[str]:
    return [text(head) for head in re.findall(r"<th.*?</th>", html)]


def test_each_pair_is_a_button_that_names_its_rank():
    timeline = trained(golden.TOY)
    by_count = timeline.scores(0).rows(by="count")
    html = table(timeline, rows=by_count, pickable=True, picked=("h", "##u"))
    values = re.findall(r'<button type="button" data-pick="(\d+)"', html)
    assert values == [str(row.rank) for row in by_count]
    assert html.count('aria-pressed="true"') == html.count('class="picked"') == 1
    [pressed] = re.findall(r'data-pick="(\d+)" aria-pressed="true"', html)
    assert timeline.scores(0).rows()[int(pressed) - 1].pair == ("h", "##u")
    assert "<button" not in table(timeline)


def test_the_winner_is_marked_wherever_it_stands():
    timeline = trained(golden.TOY)
    third = timeline.scores(0).rows()[2].pair
    html = table(timeline, winner=third, picked=third)
    rows = re.findall(r"<tr.*?</tr>", html)[1:]
    assert ["merges next" in row for row in rows] == [False, False, True, False, False, False]
    assert 'class="win picked"' in rows[2]
    assert "merges next" not in table(timeline, winner=None)


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        (("pair", "together"), ["pair", "together"]),
        (scores.SECRET, ["pair", "together", "left × right"]),
        (
            (*scores.SECRET, "score", "decimal"),
            ["pair", "together", "left × right", "score", "decimal"],
        ),
    ],
)
def test_without_ranks_nothing_gives_the_winner_away(columns, shown):
    timeline = trained(golden.TOY)
    html = table(timeline, columns=columns)
    assert heads(html) == shown
    assert "merges next" not in html and "tie" not in html and "1st" not in html
    assert ("1/36" in html) == ("score" in shown) == ("bar" in html)
    assert "tie" in table(timeline)
    bpe = table(trained(golden.TOY, BPETrainer), columns=columns)
    assert heads(bpe) == ["pair", "together"]
    assert "tie" not in bpe and "merges next" not in bpe


def test_all_columns():
    assert heads(table(trained(golden.TOY))) == list(scores.ALL)
    assert heads(table(trained(golden.TOY, BPETrainer))) == ["rank", "pair", "together", "by count"]
    assert trained(golden.TOY, BPETrainer).score is PAIR_COUNT


# The click.


def script():
    import streamlit as st

    from pages.components.picks import picks

    heard = st.session_state.setdefault("heard", [])
    picks("test_picks", heard.append)


@pytest.mark.parametrize("nonsense", [{"value": 3}, {}, "3", None, {"value": ["3"]}])
def test_a_click_is_heard_once_and_nonsense_is_not(nonsense):
    app = AppTest.from_function(script).run()

    def report(pick):
        states = app._tree.get_widget_states()
        state = states.widgets.add()
        state.id = app.get("bidi_component")[0].proto.id
        state.json_value = json.dumps({"pick": pick})
        app._run(states)
        assert not app.exception
        return app.session_state["heard"]

    assert report({"value": "3", "seq": 1}) == [Look(3)]
    assert report({"value": "3", "seq": 2}) == [Look(3), Look(3)]
    assert report(nonsense) == [Look(3), Look(3)]
    assert report({"value": "<b>", "seq": 4}) == [Look(3), Look(3)]
    assert report({"value": "close", "seq": 5}) == [Look(3), Look(3), Close()]

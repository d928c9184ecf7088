"""The panel of the selected pair."""

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from pages.panels.train import panels
from pages.panels.train.view import TrainScene, TrainView
from pages.trainings.job import Training
from tests import golden
from tests.pages.app import seen
from tests.strategies import algorithms, markings, word_frequencies
from tests.wordpiece.trainings import TRAINERS, trained
from wordpiece import BPETrainer, Timeline, WordPieceTrainer
from wordpiece.records import Pair
from wordpiece.training.what_if import what_if


def panel(timeline: Timeline, step: int, pair: Pair) -> str:
    row = timeline.scores(step).find(pair)
    assert row
    view = TrainView(step=step, look=row.rank)
    training = Training(view.settings, "", "table", timeline, "whitespace")
    return "".join(panels.pair_panel(TrainScene(view, training), 0))


def test_a_pair_of_the_toy():
    html = panel(trained(WordPieceTrainer, golden.TOY), 0, ("##u", "##g"))
    assert 'aria-label="The pair ##u ##g"' in html
    text = seen(html)
    assert "##u + ##g → ##ug" in text
    assert "20 / (36 × 20) = 1/36 ≈ 0.02778 Rank 3 of 6 by score and tie rule. tie" in text
    assert "Rank 1 by count." in text
    assert "In 3 words hug: h ##u ##g ×10 pug: p ##u ##g ×5 hugs: h ##u ##g ##s ×5" in text
    assert "8 changes in the scores of other pairs ↑ 3, + 3, × 2" in text
    assert "##u ##n 1/36 → 1/16 ↑ rises ##g ##s 1/20 → – × vanishes" in text
    assert "Best pair after this merge: ##u ##n , score 1/16" in text
    assert html.count('class="here"') == 3


def test_only_the_pair_that_merges_next_has_the_sentence():
    timeline, sentence = trained(WordPieceTrainer, golden.TOY), "This pair merges next."
    for step in range(len(timeline)):
        for row in timeline.scores(step).rows():
            is_next = row.pair == timeline.pair(step + 1)
            assert (sentence in panel(timeline, step, row.pair)) == is_next
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(("p", "##u"))
    assert sentence in panel(trainer.timeline(), 0, ("p", "##u"))
    assert sentence not in panel(trainer.timeline(), 0, ("##g", "##s"))
    stopped = trained(WordPieceTrainer, golden.TOY, max_merges=2)
    assert sentence not in panel(stopped, 2, stopped.scores(2).rows(0, 1)[0].pair)


def test_oddities_of_a_merge():
    html = panel(trained(BPETrainer, {"aaa": 2, "aaaaa": 1}), 0, ("a", "a"))
    assert "counted 8 times, but m" in seen(html) and "You chose" not in html
    assert html.count('class="here"') == 3
    known = panel(trained(WordPieceTrainer, {"ab": 1}, special_tokens=["ab"]), 0, ("a", "##b"))
    assert "ab was in the vocabulary already" in seen(known)
    last = seen(panel(trained(WordPieceTrainer, {"ab": 1}), 0, ("a", "##b")))
    assert (
        "0 changes in the scores of other pairs" in last
        and "After this merge, no pair would be left." in last
    )


ATTRIBUTES = {*"class role aria-label dir title scope data-token type data-pick".split()}


@given(words=word_frequencies, algorithm=algorithms, marking=markings, data=st.data())
def test_it_draws_any_pair_and_no_token_becomes_markup(words, algorithm, marking, data):
    timeline = trained(TRAINERS[algorithm], words, marking=marking)
    if not len(timeline):
        return
    step = data.draw(st.integers(0, len(timeline) - 1))
    row = data.draw(st.sampled_from(timeline.scores(step).rows()))
    html = panel(timeline, step, row.pair)
    in_xml = re.sub("[^\t -\ud7ff\ue000-\ufffd]", "?", html).replace(" data-back", "")
    root = ElementTree.fromstring(f"<div>{in_xml}</div>")  # fails if an element is left open
    assert {name for element in root.iter() for name in element.attrib} <= ATTRIBUTES
    assert not [element for element in root.iter() if element.tag in ("script", "img", "a")]
    totals = what_if(timeline, step, row.pair).totals
    changing = sum(totals.values()) - totals["stays"]
    assert html.count("<tr>") == min(panels.CHANGES, changing)

"""Every panel with a score draws each of the four scores correctly."""

import re
from fractions import Fraction

import pytest
from markupsafe import Markup, escape

from pages.panels.html import pieces
from pages.panels.shared import card
from pages.panels.shared import score_table as scores
from tests import golden
from tests.pages.app import App
from tests.wordpiece.trainings import trained
from wordpiece import Timeline, Trainer, scoring
from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
from wordpiece.teaching.wording import in_lowest_terms

SCORES: dict[scoring.Score, dict[str, str]] = {
    WORDPIECE: {
        "card": "score = 20 count of the pair 36 × 20 {each} = 1/36 ≈ 0.02778",
        "line": "20 / (36 × 20) = 1/36 ≈ 0.02778",
        "heads": "rank pair count left × right score decimal rank by count",
    },
    PAIR_COUNT: {
        "card": "score = 20 count of the pair",
        "line": "20 times",
        "heads": "rank pair count rank by count",
    },
    LIKELIHOOD_GAIN: {
        "card": "score = +28.02 the gain in log-likelihood 20 count of the pair 36, 20 {each}",
        "line": "+28.02 in log-likelihood (counts: pair 20, parts 36 and 20)",
        "heads": "rank pair count counts of its parts score rank by count",
    },
    BLOG_CODE: {
        "card": "score = 20 count of the pair 72 × 25 {each} = 1/90 rounded to 0.0111",
        "line": "20 / (72 × 25) = 1/90 ≈ 0.0111",
        "heads": "rank pair count left × right score decimal rank by count",
    },
}
phase_card = pieces("panels/train/card.html")
each_score = pytest.mark.parametrize("score", SCORES, ids=lambda it: it.name)


def text(markup: object) -> str:
    assert isinstance(markup, Markup)
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def value(row, score: scoring.Score) -> str:
    """A score as it is drawn in all panels."""
    return str(in_lowest_terms(row, score))


def toy(score: scoring.Score, words=golden.TOY, marking="##") -> Timeline:
    return trained(Trainer, words, score=score, marking=marking)


@each_score
def test_the_card_and_its_line(score):
    row = toy(score).scores(0).find(("##u", "##g"))
    assert row is not None
    whole = text(phase_card("choose_card", top="", row=row, score=score, why=()))
    drawn = SCORES[score]["card"].format(each=score.texts.each)
    assert whole.removeprefix("##u + ##g ") == drawn
    assert text(card.score_line(row, score)) == SCORES[score]["line"]
    slow = text(phase_card("score_card", top="", row=row, lit=None, score=score))
    asked = text(phase_card("ask_card", top="", score=score))
    assert escape(str(score.texts.how)) in slow and str(score.texts.rule) in asked
    least = score.without_rarer(2)
    asked = text(phase_card("ask_card", top="", score=least))
    assert ("fewer than 2 times get the score 0" in asked) == bool(least.about_rare)
    step = toy(score).step(1)
    assert value(step, score) in text(card.merge_card(step, score, (), top="")).split()


@each_score
def test_the_score_table(score):
    rows = toy(score).scores(2).rows()
    html = scores.score_table(rows, score, best=rows[0].score, winner=rows[0].pair)
    assert text(Markup(html.split("<tbody>")[0])) == SCORES[score]["heads"]
    lines = [text(Markup(line)) for line in html.split("<tbody>")[1].split("</tr>")[:-1]]
    assert [int(line.split()[0]) for line in lines] == list(range(1, len(rows) + 1))
    shares = [int(share) for share in re.findall(r'data-share="(\d+)"', html)]
    if score is PAIR_COUNT:
        assert not shares
        return
    assert shares == sorted(shares, reverse=True) and shares[0] == 100
    for line, it in zip(lines, rows, strict=True):
        assert value(it, score) in line.split()
        assert ("tie" in line) == it.tied
        below = it.left_count * it.right_count
        assert (str(Fraction(it.pair_count, below)) in line.split()) == (
            score in (WORDPIECE, BLOG_CODE)
        )


def test_train_and_the_lesson_show_other_scores_than_the_ratio():
    shown = App(recipe="likelihood", step="2").text
    assert "score = +42.70" in shown and "−3.04" in shown
    shown = App(recipe="blog-code", corpus="blog", step="2").text
    assert "rounded to 0.0556" in shown and "0.0625" in shown
    lesson = App("lessons", lesson="slips-found", part="6")
    lesson.test.slider(key="lessons_slips-found_6_step").set_value(3).run()
    shown = lesson.text
    assert "0.0625" in shown and "hu + g → hug" in shown

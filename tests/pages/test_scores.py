"""Every place that draws a score draws each of the four scores right."""

import re
from fractions import Fraction

import pytest
from markupsafe import Markup

from pages.panels.predict import question as predict
from pages.panels.shared import card
from pages.panels.shared import score_table as scores
from pages.panels.train import pair as anatomy
from pages.panels.train import phases
from tests import golden
from tests.pages.app import App
from wordpiece import Trainer, what_if
from wordpiece.message import ENGLISH, paragraph
from wordpiece.records import PairScore, StopReason
from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE, side_by_side
from wordpiece.teaching.grading import grade
from wordpiece.teaching.quiz import PairCounts, questions
from wordpiece.teaching.wording import explain, formula, in_lowest_terms, stopped

SCORES = (WORDPIECE, PAIR_COUNT, LIKELIHOOD_GAIN, BLOG_CODE)


def text(markup):
    assert isinstance(markup, Markup)
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def value(row, score):
    """A score as it is drawn, whatever stands around it."""
    return str(row.pair_count) if score is PAIR_COUNT else str(in_lowest_terms(row, score))


def trained(score, words=golden.TOY, marking="##"):
    trainer = Trainer(words, score=score, marking=marking)
    trainer.run()
    return trainer.timeline()


def row(score):
    """##u + ##g at the start of the toy."""
    return trained(score).scores(0).find(("##u", "##g"))


@pytest.mark.parametrize(
    ("score", "drawn"),
    [
        (WORDPIECE, "score = 20 times together 36 × 20 times each = 1/36 ≈ 0.02778"),
        (PAIR_COUNT, "score = 20 times together"),
        (LIKELIHOOD_GAIN, "gain = +28.02 in log-likelihood 20 times together 36, 20 times each"),
        (BLOG_CODE, "score = 20 times together 72 × 25 pairs each = 1/90 rounded to 0.0111"),
    ],
    ids=lambda it: getattr(it, "name", ""),
)
def test_the_card(score, drawn):
    assert text(card.formula(row(score), score)) == drawn
    step = next(iter(Trainer(golden.TOY, score=score, marking="##")))
    assert value(step, score) in text(card.formula(step, score)).split()


@pytest.mark.parametrize(
    ("score", "line"),
    [
        (WORDPIECE, "20 / (36 × 20) = 1/36 ≈ 0.02778"),
        (PAIR_COUNT, "20 times together"),
        (LIKELIHOOD_GAIN, "+28.02 in log-likelihood (20 together; 36 and 20 in all)"),
        (BLOG_CODE, "20 / (72 × 25) = 1/90, rounded to 0.0111"),
    ],
    ids=lambda it: getattr(it, "name", ""),
)
def test_on_one_line(score, line):
    assert text(card.score_line(row(score), score)) == line
    if score is not PAIR_COUNT:
        assert line.startswith(str(formula(row(score), score)))


@pytest.mark.parametrize(
    ("score", "heads"),
    [
        (WORDPIECE, "rank pair together left × right score decimal by count"),
        (PAIR_COUNT, "rank pair together by count"),
        (LIKELIHOOD_GAIN, "rank pair together left, right gain by count"),
        (BLOG_CODE, "rank pair together left × right score rounded by count"),
    ],
    ids=lambda it: getattr(it, "name", ""),
)
def test_the_score_table(score, heads):
    rows = trained(score).scores(2).rows()
    html = scores.score_table(rows, score, best=rows[0].score, winner=rows[0].pair)
    assert text(Markup(html.split("<tbody>")[0])) == heads
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


def test_negative_gains_and_zeros_have_no_bar():
    words = dict.fromkeys(["aa", "ab", "ba", "bb"], 1)
    timeline = trained(LIKELIHOOD_GAIN, words, "none")
    assert str(stopped(timeline.stop_reason, 0, timeline.score)) == (
        "Training stopped after 0 merges: no merge would make the corpus more likely."
    )
    rows = timeline.scores(0).rows()
    html = scores.score_table(rows, LIKELIHOOD_GAIN, best=rows[0].score, winner=None)
    assert "−1.14" in text(html) and set(re.findall(r'data-share="(\d+)"', html)) == {"0"}
    # Rounded to nothing: a table whose best score is 0.
    words = {"ab": 1, "ac": 300, "cb": 300}
    rows = trained(BLOG_CODE, words, "none").scores(0).rows(2)
    html = scores.score_table(rows, BLOG_CODE, best=0.0, winner=None)
    assert "0.0000" in text(html) and rows[-1].score == 0


@pytest.mark.parametrize("score", SCORES, ids=lambda it: it.name)
def test_a_pair_by_itself(score):
    timeline = trained(score)
    for step in range(len(timeline)):
        for it in timeline.scores(step).rows():
            what = what_if(timeline, step, it.pair)
            html = text(anatomy.anatomy(it, what, timeline))
            assert text(card.score_line(it, score)) in html
            for change in what.changes():
                now, then = side_by_side([change.before, change.after], score)
                if change.before and change.after:
                    assert (now == then) == (change.before.score == change.after.score)
                assert (now == "–") == (change.before is None)


def test_gains_side_by_side_have_the_same_digits():
    rows = [PairScore(("a", "b"), 9, 9, 9, gain, 1, 1, False) for gain in (40.4916, 40.4882)]
    assert side_by_side(rows, LIKELIHOOD_GAIN) == ["+40.492", "+40.488"]
    assert side_by_side([rows[0], None], LIKELIHOOD_GAIN) == ["+40.49", "–"]


@pytest.mark.parametrize("score", SCORES, ids=lambda it: it.name)
def test_slow_motion_says_how_it_scores(score):
    said = text(phases.score_card(Markup("top"), row(score), score))
    asked = text(phases.ask_card("top", 5, score))
    clue = {
        WORDPIECE: ("the counts of its left", "together ÷ (left × right)"),
        PAIR_COUNT: ("the count of the pair itself", "times together"),
        LIKELIHOOD_GAIN: ("how likely is the corpus?", "the gain in log-likelihood"),
        BLOG_CODE: ("Then round", "counted in pairs and rounded"),
    }[score]
    assert clue[0] in said and clue[1] in asked
    assert [name for name in clue if name in said or name in asked] == [*clue]


def test_the_sentence_below_the_card():
    def said(score, words, marking):
        timeline = trained(score, words, marking)
        most = timeline.scores(0).most_frequent()
        return paragraph(explain(timeline.step(1), score, timeline.tie_break, *most))

    assert said(BLOG_CODE, golden.BLOG, "none") == (
        "They occur together 7 times. Counted once for each pair it is in, h occurs 7 times and u "
        "36 times. 6 pairs share this score; the one seen first in the corpus wins. By count, the "
        "top pair here is u + g (9; 3 pairs have that count)."
    )
    assert said(LIKELIHOOD_GAIN, golden.TOY, "##") == (
        "They occur together 20 times, and ##g never occurs without ##u before it. By count, it "
        "is the top pair here too (20)."
    )
    assert said(BLOG_CODE, {"aaa": 1}, "none").startswith(
        "They occur together twice. Counted once for each pair it is in, a occurs 4 times."
    )


@pytest.mark.parametrize("score", SCORES, ids=lambda it: it.name)
def test_questions_and_their_answers(score):
    timeline, bpe = trained(score, golden.COURSE), trained(PAIR_COUNT, golden.COURSE, "none")
    asked = questions(timeline, bpe, kind="next", count=6)
    assert len(asked) == 6
    for question in asked:
        for candidate in question.candidates:
            verdict = grade(question, candidate.row.pair)
            best = timeline.scores(question.step).rows(0, 1)[0].score
            assert verdict.right == (candidate.row.score == best)
            drawn = text(predict.revealed(question, candidate.row.pair))
            for other in question.candidates:
                assert value(other.row, score) in drawn.split()
            if not verdict.right:
                assert str(formula(candidate.row, score)) in paragraph(verdict.comparison)
    changes = questions(timeline, bpe, kind="change", count=3)
    assert bool(changes) == (score in (WORDPIECE, PAIR_COUNT))
    for question in changes:
        after = question.right.after
        assert isinstance(after, PairCounts) and formula(after, score)


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ({"recipe": "likelihood", "step": "2"}, ["gain = +42.70", "−3.04"]),
        (
            {"recipe": "blog-code", "corpus": "blog", "step": "2"},
            ["rounded to 0.0556", "0.0625"],
        ),
    ],
)
def test_train_shows_the_recipes_score(query, seen):
    app = App(**query)
    for figure in seen:
        assert figure in app.text


def test_the_lesson_shows_what_the_blogs_code_learns():
    app = App("lessons", lesson="errata", part="6")
    found = [figure for figure in ("0.0278", "0.0556", "0.0625") if figure in app.text]
    assert found == ["0.0278", "0.0556", "0.0625"]


def test_a_small_gain_keeps_its_digits():
    gained = [ENGLISH.number(gain, "gain") for gain in (0.00012345, -1e6)]
    assert gained[0].startswith("+0.000123") and gained[1] == "−1,000,000.00"
    assert StopReason.NO_GAIN == "no merge is worth making"

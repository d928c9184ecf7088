"""The worksheet: its answers are those of the plain algorithm, and user text is escaped."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given

from pages.panels.take_home.worksheet import worksheet
from pages.trainings.samples import samples
from tests import strategies as some
from tests.golden import TOY
from tests.strategies import examples
from wordpiece import BERT_SPECIAL_TOKENS, BPEEncoder, Timeline, Trainer, WordPieceEncoder
from wordpiece.marking import MARKINGS
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.scoring import LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
from wordpiece.teaching.worksheet import FEW_WORDS, SOME_WORDS, plan, unavailable_because
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.textbook import textbook_merges


def trained(words, *, score=WORDPIECE, marking="##", **options) -> Timeline:
    trainer = Trainer(
        words,
        score=score,
        marking=MARKINGS[marking],
        special_tokens=BERT_SPECIAL_TOKENS,
        **options,
    )
    trainer.run(60)
    return trainer.timeline()


def sample(name: str, **options) -> Timeline:
    entry = samples()[name]
    corpus = build(entry.text(), entry.kind, compose(entry.normalizer), entry.pre_tokenizer)
    return trained(corpus.word_frequencies, **options)


def text(html: str) -> str:
    html = re.sub(r"<style>.*?</style>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def recipe_of(timeline: Timeline) -> Recipe:
    """An encoder of the kind that such a training uses."""
    return RECIPES["bpe" if timeline.score.ranks_by_count else "wordpiece"]


def sheet(timeline: Timeline, recipe: Recipe | None = None) -> tuple[str, str]:
    """Questions and answers as HTML."""
    html = worksheet(timeline, recipe or recipe_of(timeline), corpus="these words")
    asked, answers = html.split('<section class="answers"')
    return asked, answers


def steps(html: str) -> list[str]:
    return re.findall(r'<section class="step">(.*?)</section>', html, flags=re.S)


def cells(html: str) -> list[list[str]]:
    body = re.search(r'<table class="pairs.*?<tbody>(.*?)</tbody>', html, flags=re.S)[1]
    rows = re.findall(r"<tr.*?>(.*?)</tr>", body, flags=re.S)
    return [[text(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in rows]


def counted(splits, frequencies):
    """Symbol and pair counts, counted anew."""
    symbols, pairs = Counter(), Counter()
    for word, split in splits.items():
        for symbol in split:
            symbols[symbol] += frequencies[word]
        for pair in pairwise(split):
            pairs[pair] += frequencies[word]
    return symbols, pairs


def first_fraction(cell: str) -> Fraction:
    top, bottom = re.match(r"([\d,]+)/([\d,]+)", cell).groups()
    return Fraction(int(top.replace(",", "")), int(bottom.replace(",", "")))


# --- Figures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "score", "marking"),
    [
        ("toy", WORDPIECE, "##"),
        ("toy", PAIR_COUNT, "none"),
        ("low", WORDPIECE, "##"),
        ("low", PAIR_COUNT, "</w>"),
        ("course", WORDPIECE, "##"),
        ("story", PAIR_COUNT, "##"),
        ("russian", WORDPIECE, "##"),
    ],
)
def test_the_answers_are_what_counting_anew_gives(name, score, marking):
    timeline = sample(name, score=score, marking=marking)
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    asked = plan(timeline, recipe_of(timeline))
    _, answers = sheet(timeline)
    algorithm = "bpe" if score.ranks_by_count else "wordpiece"
    oracle = textbook_merges(words, len(asked.exercises), algorithm=algorithm, marking=marking)
    shown = steps(answers)
    assert len(shown) == len(asked.exercises) == len(oracle)
    for html, exercise, merge in zip(shown, asked.exercises, oracle, strict=True):
        symbols, pairs = counted(timeline.splits(merge.index - 1), words)
        rows = cells(html)
        values = {
            pair: n if score.ranks_by_count else Fraction(n, symbols[pair[0]] * symbols[pair[1]])
            for pair, n in pairs.items()
        }
        best = max(values.values())
        assert exercise.pairs == len(pairs)
        assert exercise.best == {pair for pair, value in values.items() if value == best}
        assert exercise.best == {*merge.tied}
        for row, record in zip(rows, exercise.rows, strict=True):
            pair = record.pair
            assert row[0] == f"{pair[0]} + {pair[1]}"
            assert row[1] == f"{pairs[pair]:,}"
            if not score.ranks_by_count:
                assert row[2] == f"{symbols[pair[0]]:,} × {symbols[pair[1]]:,}"
                assert first_fraction(row[3]) == values[pair]
                decimal = float(re.search(r"[=≈] ([\d.e-]+)$", row[3] + " = 1")[1])
                assert decimal == 1 or decimal == pytest.approx(float(values[pair]), rel=1e-3)
            assert (row[-1] == "✓ best") is (values[pair] == best)
        assert any(row[-1] == "✓ best" for row in rows)
        left, right = merge.pair
        assert f"{left} + {right} → {merge.token} merges." in text(html).replace(" .", ".")
        if len(merge.tied) > 1:
            assert f"{len(merge.tied):,} pairs share the best score, and any of them" in text(html)
        after = timeline.splits(merge.index)
        changed = text(re.search(r'<p class="changed">(.*?)</p>', html, flags=re.S)[1])
        for at, i in enumerate(asked.words, 1):
            word = timeline.words[i]
            is_so = after[word] != timeline.splits(merge.index - 1)[word]
            assert (f" {at} {' '.join(after[word])}" in f" {changed}") is is_so


def test_the_toy_worksheet():
    timeline = trained(TOY)
    asked, answers = sheet(timeline)
    assert "find the first 3 merges" in text(asked)
    assert "1 hug 10 h ##u ##g" in text(asked)
    assert "h 15 ##u 36 ##g 20 p 17 ##n 16 b 4 ##s 5" in text(answers)
    first = cells(steps(answers)[0])
    assert first[-1] == ["##g + ##s", "5", "20 × 5", "5/100 = 1/20 = 0.05", "✓ best"]
    assert [row[-1] for row in cells(steps(answers)[1])] == ["✓ best"] * 6
    assert "##u + ##g , met 20 times. It does not have the best score." in text(answers)
    assert "10 entries, as nothing is ever taken out; 7 different symbols" in text(answers)
    assert [e.merge.token for e in plan(timeline, recipe_of(timeline)).exercises] == [
        "##gs",
        "hu",
        "hugs",
    ]


def test_what_is_asked_is_blank_and_gives_no_later_pair_away():
    asked, _ = sheet(trained(TOY))
    first, second, third = steps(asked)
    example, *others = cells(first)
    assert example == ["h + ##u", "15", "15 × 36", "15/540 = 1/36 ≈ 0.02778"]
    assert {tuple(row[1:]) for row in others} == {("", "", "")}
    for later in (second, third):
        assert cells(later) == [[""] * 4] * 6
        assert "##gs" not in later and "You should find 6." in later
    lengths = [re.search(r"now has ([\d,]+) symbols", step)[1] for step in (first, second, third)]
    assert lengths == ["108", "93", "88"]


def test_the_example_is_never_the_winner():
    asked, _ = sheet(trained({"ab": 3, "cd": 2, "ce": 2, "fe": 1}))
    assert cells(steps(asked)[0])[0] == ["a + ##b", "", "", ""]


def test_a_larger_corpus_is_given_its_counts():
    timeline = sample("course")
    asked, _ = sheet(timeline)
    shown = plan(timeline, recipe_of(timeline))
    assert not shown.by_hand and len(timeline.words) > FEW_WORDS
    assert len(shown.words) <= SOME_WORDS
    assert f"{len(shown.words)} of 30 different words." in text(asked)
    for html, exercise in zip(steps(asked), shown.exercises, strict=True):
        assert f"Shown are 6 of {exercise.pairs} pairs." in text(html)
        for row in cells(html):
            assert row[1] and row[2] and row[3] == ""
        # There is something to rewrite.
        assert any(timeline.word(exercise.merge.index, i).changed for i in shown.words)
    # Where a tie leaves it open what was merged, the next step says it.
    assert "Several pairs were tied; go on with a + ##b ." in text(steps(asked)[1])


def test_a_chosen_merge_is_told():
    trainer = Trainer(TOY, score=WORDPIECE, marking=MARKINGS["##"])
    trainer.step(("##u", "##g"))
    trainer.run()
    asked, answers = sheet(trainer.timeline())
    assert "In this training ##u + ##g was merged by choice; go on with it." in text(asked)
    assert "It was chosen; by the rule it would have been ##g + ##s" in text(answers)
    row = next(row for row in cells(steps(answers)[0]) if row[0] == "##g + ##s")
    assert row[-1] == "✓ best"


def test_a_drawn_tie_is_told():
    asked, _ = sheet(trained(TOY, tie_break="random", seed=1))
    assert "a draw decides" in text(asked)
    assert "Several pairs were tied; go on with" in text(steps(asked)[2])


@pytest.mark.parametrize("name", ["toy", "course", "story", "chinese", "python"])
@pytest.mark.parametrize(("score", "marking"), [(WORDPIECE, "##"), (PAIR_COUNT, "none")])
def test_words_to_tokenize_come_out_as_the_encoder_says(name, score, marking):
    timeline = sample(name, score=score, marking=marking)
    asked, answers = sheet(timeline)
    words = re.findall(r"How is <code class=\"t\">(.*?)</code> tokenized", asked)
    assert words
    questions = answers.split("<h2>Questions</h2>")[1]
    made = len(plan(timeline, recipe_of(timeline)).exercises)
    after = re.findall(r"Now ([\d,]+) merges? ha(?:s|ve) been made", asked)
    numbers = [int(n.replace(",", "")) for n in after] or [made] * len(words)
    for word, step in zip(words, numbers, strict=True):
        kind = BPEEncoder if score.ranks_by_count else WordPieceEncoder
        encoder = kind.from_timeline(timeline, step)
        word = unescape(re.sub(r"<[^>]+>", "", word))
        assert f"{word} becomes {' '.join(encoder.encode_word(word))} ." in text(questions)


@pytest.mark.parametrize("id", sorted(RECIPES))
def test_every_recipe_has_a_worksheet_or_a_reason(id):
    trainer = RECIPES[id].trainer(TOY)
    trainer.run(20)
    timeline = trainer.timeline()
    if timeline.score == LIKELIHOOD_GAIN:
        assert "Logarithms" in str(unavailable_because(timeline))
        with pytest.raises(ValueError, match="Logarithms"):
            worksheet(timeline, RECIPES[id], corpus="")
    else:
        assert unavailable_because(timeline) is None
        asked, answers = sheet(timeline, RECIPES[id])
        assert str(RECIPES[id].title) in text(asked)
        words = re.findall(r"How is <code class=\"t\">(.*?)</code> tokenized", asked)
        encoder = RECIPES[id].encoder(timeline, len(plan(timeline, RECIPES[id]).exercises))
        assert words
        for word in words:
            assert f"{word} becomes {' '.join(encoder.encode_word(word))} ." in text(answers)


def test_the_blogs_code_counts_by_pairs_and_rounds():
    trainer = RECIPES["blog-code"].trainer(
        {"hug_": 5, "pugs_": 2, "pun_": 6, "bun_": 3, "hugs_": 2}
    )
    trainer.run()
    asked, answers = sheet(trainer.timeline())
    assert "takes part in a pair" in text(asked) and "rounded to 4 digits" in text(asked)
    row = next(row for row in cells(steps(answers)[0]) if row[0] == "h + u")
    assert row[1:] == ["7", "7 × 36", "7/252 = 1/36, rounded 0.0278", "✓ best"]


# --- Any words ---------------------------------------------------------------------------------


def test_nothing_to_merge_gets_a_sentence():
    assert "no merge to find" in str(unavailable_because(trained({"a": 3, "b": 1})))


HOSTILE = {
    "<script>alert(1)</script>": 3,
    "</style><b>": 2,
    "a&amp;b{0}": 5,
    "שלום": 4,
    "السلام": 2,
    "x" * 120: 1,
    "e\u0301\u200d\ud800\x00": 2,
}


@pytest.mark.parametrize("marking", sorted(MARKINGS))
@pytest.mark.parametrize("score", [WORDPIECE, PAIR_COUNT], ids=["wordpiece", "bpe"])
def test_hostile_words_stay_text(score, marking):
    html = worksheet(trained(HOSTILE, score=score, marking=marking), None, corpus="<img src=x>{0}")
    assert "<script" not in html and "<img" not in html and "<b>" not in html
    assert html.count("<style>") == html.count("</style>") == 1
    html.encode("utf-8")
    assert "script-src" not in html and "default-src 'none'" in html


@examples(60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(words=some.word_frequencies, marking=some.markings, ties=some.tie_breaks)
def test_any_words_make_a_worksheet_or_get_a_reason(words, marking, ties):
    timeline = trained(words, marking=marking, tie_break=ties)
    if unavailable_because(timeline):
        assert not len(timeline)
        return
    html = worksheet(timeline, recipe_of(timeline), corpus="these")
    html.encode("utf-8")
    assert html == worksheet(timeline, recipe_of(timeline), corpus="these")
    for exercise in plan(timeline, recipe_of(timeline)).exercises:
        assert exercise.best & {row.pair for row in exercise.rows}
        assert exercise.merge == timeline.step(exercise.merge.index)

"""The worksheet: its answers are those of plain counting, and the text of users is escaped."""

import re
from dataclasses import replace
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from hypothesis import HealthCheck, given

from pages.panels.take_home.exercises import plan, questions_on, unavailable_because
from pages.panels.take_home.worksheet import answers, worksheet
from pages.trainings.samples import samples
from tests import strategies as some
from tests.facts import recounted
from tests.golden import TOY
from tests.pages.app import App
from tests.sentences import fraction, plus
from tests.strategies import examples
from wordpiece import BERT_SPECIAL_TOKENS, Timeline, Trainer
from wordpiece.marking import MARKINGS
from wordpiece.message import ENGLISH
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose


def trained(words, *, score=WORDPIECE, marking="##", **options) -> Timeline:
    trainer = Trainer(
        words, score=score, marking=MARKINGS[marking], special_tokens=BERT_SPECIAL_TOKENS, **options
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
    """Return a recipe with the score of a training."""
    return RECIPES["bpe" if timeline.score.ranks_by_count else "wordpiece"]


def sheet(
    timeline: Timeline, recipe: Recipe | None = None, *, is_short: bool = False
) -> tuple[str, str]:
    """Return questions and answers as HTML."""
    paper = plan(timeline, recipe or recipe_of(timeline), "these words", is_short=is_short)
    return worksheet(paper), answers(paper)


def steps(html: str) -> list[str]:
    return re.findall(r'<section class="step">(.*?)</section>', html, flags=re.S)


def cells(html: str) -> list[list[str]]:
    [body] = re.findall(r'<table class="pairs.*?<tbody>(.*?)</tbody>', html, flags=re.S)
    rows = re.findall(r"<tr.*?>(.*?)</tr>", body, flags=re.S)
    return [[text(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in rows]


def bare(html: object) -> str:
    """Return the text of HTML, or a sentence, without white space."""
    return re.sub(r"\s", "", text(str(html)) if str(html).startswith("<") else str(html))


def ratio(count: int, left: int, right: int) -> str:
    """Format a score as on paper: the counts, the fraction in lowest terms, and the decimal."""
    value = Fraction(count, left * right)
    exact = f"{count:,} / ({left:,} × {right:,}) = {fraction(value)}"
    if value.denominator == 1:
        return exact
    decimal = ENGLISH.number(float(value), "decimal")
    return f"{exact} {'=' if Fraction(decimal) == value else '≈'} {decimal}"


def upper(exercise: Any) -> Any:
    """Return the first pair with the best score in the rows."""
    return max(exercise.rows, key=lambda row: row.score).pair


@pytest.mark.parametrize(
    ("name", "score", "marking", "ties"),
    [("toy", WORDPIECE, "##", "first-seen"), ("toy", WORDPIECE, "##", "alphabetical"),
     ("toy", PAIR_COUNT, "none", "random"), ("low", WORDPIECE, "##", "random"),
     ("low", PAIR_COUNT, "</w>", "first-seen"), ("low", PAIR_COUNT, "</w>", "alphabetical"),
     ("course", WORDPIECE, "##", "alphabetical"), ("cs336", PAIR_COUNT, "none", "greatest"),
     ("course", WORDPIECE, "##", "greatest"),
     ("course", WORDPIECE, "##", "random"), ("course", PAIR_COUNT, "none", "alphabetical"),
     ("story", PAIR_COUNT, "##", "first-seen"), ("russian", WORDPIECE, "##", "first-seen"),
     ("chinese", WORDPIECE, "##", "first-seen")],
)  # fmt: skip
def test_every_step_is_what_plain_counting_gives(name, score, marking, ties):
    timeline = sample(name, score=score, marking=marking, tie_break=ties, seed=2)
    planned, plain = plan(timeline, recipe_of(timeline)), recounted(timeline, 3)
    asked, solutions = map(steps, sheet(timeline))
    for k, exercise in enumerate(planned.exercises):
        merge, pairs, tied = exercise.merge, plain.pairs(k), plain.tied(k)
        pair, token = plain.merges[k], plain.join(*plain.merges[k])
        assert merge.pair == pair and {*exercise.best} == {*tied} and exercise.pairs == len(pairs)
        # The rows are in the order of the corpus, or of the alphabet.
        shown = [row.pair for row in exercise.rows]
        order = None if ties in ("alphabetical", "greatest") else [*pairs].index
        in_order = sorted({*shown}, key=order, reverse=ties == "greatest")
        moved = [each for each in shown if shown.index(each) != in_order.index(each)]
        assert len(moved) in ((0, 2) if ties == "random" else (0,)) and {*moved} <= {*tied}
        assert len(shown) == len(pairs) if planned.by_hand else len(shown) == min(6, len(pairs))
        rows = []
        for each in shown:
            figures = plain.pairs(k)[each], *(plain.symbols(k)[symbol] for symbol in each)
            mark = "✓ merges" if each == pair else "tied" * (each in tied)
            counts = f"{figures[1]:,} × {figures[2]:,}", ratio(*figures)
            columns = () if score.ranks_by_count else counts
            rows.append([plus(each), f"{figures[0]:,}", *columns, mark])
        assert cells(solutions[k]) == rows
        # The printed sheet leads to the answer. A reader lists pairs in the order of the corpus.
        printed = text(asked[k])
        assert (
            "In a tie the first of the tied pairs in the table wins." in printed
            and upper(exercise) == pair
        )
        lists = "List them in the order in which they first occur" in printed
        assert lists is (k > 0 and planned.by_hand and ties == "first-seen")
        total = sum(plain.symbols(k + 1).values())
        checked = re.findall(r"the corpus now has ([\d,]+) symbols", printed)
        assert checked == [f"{total:,}"] * planned.by_hand
        assert bare(f"{plus(pair)} becomes {token}.") in bare("<p>" + solutions[k])
        [rewritten] = re.findall(r'<p class="changed">(.*?)</p>', solutions[k], flags=re.S)
        for at, i in enumerate(planned.words, 1):
            was, now = (plain.states[n][timeline.words[i]] for n in (k, k + 1))
            assert (f" {at} {' '.join(now)}" in f" {text(rewritten)}") is (was != now)
    assert len(asked) == len(solutions) == len(planned.exercises)


def test_cells_to_fill_in_are_blank_and_no_later_pair_is_shown():
    asked, _ = sheet(trained(TOY))
    first, second, third = steps(asked)
    example, *others = cells(first)
    assert example == ["h + ##u", "15", "15 × 36", "15 / (15 × 36) = 1/36 ≈ 0.02778"]
    assert {tuple(row[1:]) for row in others} == {("", "", "")}
    for later in (second, third):
        assert cells(later) == [[""] * 4] * 6
        assert "##gs" not in later and "Number of pairs to find: 6." in later
    for total, step in zip((108, 93, 88), steps(asked), strict=True):
        assert f"now has {total} symbols" in step


def test_a_short_sheet_has_one_clear_merge_that_fits_into_a_lesson():
    """Three fractions on the words after two merges; the most frequent pair is not the best."""
    asked, solutions = sheet(trained(TOY), is_short=True)
    rows = cells(steps(asked)[0])
    assert [row[0] for row in rows] == ["hu + ##g", "p + ##u", "hu + ##gs"]
    assert {tuple(row[1:]) for row in rows} == {("", "", "")} and "hugs 5 hu ##gs" in text(asked)
    solved = [
        (row[1], row[3].split(" = ")[1].split()[0], row[-1]) for row in cells(steps(solutions)[0])
    ]
    assert solved == [("10", "2/45", ""), ("17", "1/21", ""), ("5", "1/15", "✓ merges")]
    assert "hu + ##gs becomes hugs" in text(solutions) and "becomes hugs" not in text(asked)
    assert "occur less often now?" in text(asked)
    assert "Symbols that occur less often: hu 15 → 10 ##gs 5 → 0" in text(solutions)
    assert int(re.findall(r"about (\d+) minutes", text(asked))[0]) <= 8  # the plan's slot


def test_the_vocabulary_is_counted_as_on_the_screen():
    """Train shows 12 entries at first and 15 after three merges; five are special tokens."""
    asked, solutions = map(text, sheet(trained(TOY)))
    for step, entries in ((0, 12), (3, 15)):
        assert f"{entries} tokens" in App(step=str(step)).text
    assert "12 (symbols: 7, special tokens: 5)" in asked and "vocabulary: 15 (no entry" in solutions


def test_the_example_is_never_the_winner():
    asked, _ = sheet(trained({"ab": 3, "cd": 2, "ce": 2, "fe": 1}))
    assert cells(steps(asked)[0])[0] == ["a + ##b", "", "", ""]


def words_asked(timeline: Timeline, recipe: Recipe | None = None) -> list[str]:
    """Return the words to tokenize, and check that they are on the sheet."""
    found = questions_on(plan(timeline, recipe or recipe_of(timeline)))
    words = [word for each in found for word in each.words]
    html = sheet(timeline, recipe)[0]
    assert all(word in text(html) for word in words)
    return words


@pytest.mark.parametrize("id", sorted(RECIPES))
def test_every_recipe_has_a_worksheet_or_a_reason(id):
    trainer = RECIPES[id].trainer(TOY)
    trainer.run(20)
    timeline = trainer.timeline()
    if reason := timeline.score.texts.against_paper:
        assert unavailable_because(timeline) == reason
        with pytest.raises(ValueError, match="on paper is too much work"):
            plan(timeline, RECIPES[id])
    else:
        assert unavailable_because(timeline) is None
        asked, solutions = sheet(timeline, RECIPES[id])
        assert str(RECIPES[id].title) in text(asked)
        words = words_asked(timeline, RECIPES[id])
        encoder = RECIPES[id].encoder(timeline, len(plan(timeline, RECIPES[id]).exercises))
        assert words
        for word in words:
            assert f"{word} becomes {' '.join(encoder.encode_word(word))} ." in text(solutions)


def test_a_least_pair_count_is_part_of_the_rule():
    timeline = trained({"ab": 1, "cd": 2}, score=WORDPIECE.without_rarer(2), min_pair_count=2)
    assert str(timeline.score.about_rare) in text(sheet(timeline)[0])


def test_the_blogs_code_counts_by_pairs_and_rounds():
    words = {"hug_": 5, "pugs_": 2, "pun_": 6, "bun_": 3, "hugs_": 2}
    trainer = RECIPES["blog-code"].trainer(words)
    trainer.run()
    asked, solutions = sheet(trainer.timeline())
    assert str(trainer.timeline().score.texts.rule) in text(asked)
    assert "number of neighbours of each symbol" in text(asked)
    row = next(row for row in cells(steps(solutions)[0]) if row[0] == "h + u")
    assert row[1:] == ["7", "7 × 36", "7 / (7 × 36) = 1/36 ≈ 0.0278", "✓ merges"]
    # A part of a merge has a count of neighbours, not of occurrences: g 18, but it occurs 9 times.
    for html in sheet(trainer.timeline(), RECIPES["blog-code"], is_short=True):
        assert "occur less often" not in text(html)


def test_a_worksheet_explains_the_mark_for_a_space():
    recipe = RECIPES["byte-level-bpe"]
    trainer = recipe.trainer({"low": 5, "lower": 2})
    trainer.run(3)
    assert "Ġ stands for a space." in text(sheet(trainer.timeline(), recipe)[0])
    # The worksheet of the other algorithm has the same words.
    other = trained({"Ġlow": 5, "Ġlower": 2}, score=WORDPIECE, marking="##")
    assert "Ġ stands for a space." in text(sheet(other)[0])
    assert "stands for" not in text(sheet(sample("toy", score=PAIR_COUNT, marking="none"))[0])
    letter = trained({"Ġorġ": 5, "Ġurnata": 2}, score=WORDPIECE, marking="##")  # Maltese
    assert "stands for" not in text(sheet(letter)[0])


def test_the_longest_token_is_measured_as_its_encoder_does():
    """The end-of-word symbol is one character, so "the" is longer than "e</w>"."""
    recipe = RECIPES["longest-token-first"]
    trainer = recipe.trainer({"be": 3, "me": 3, "then": 5, "the": 1})
    trainer.run(3)
    timeline = trainer.timeline()
    assert timeline.vocabulary(3)[-3:] == ["e</w>", "th", "the"]
    assert recipe.encoder(timeline, 3).encode_word("the") == ["the", "</w>"]
    asked, _ = sheet(timeline, recipe)
    assert "</w> counts as one character" in text(asked)


@pytest.mark.parametrize("ties", ["alphabetical", "greatest"])
def test_in_a_tie_of_bytes_the_upper_pair_wins(ties):
    # A space is less than every letter, and its spelling is greater.
    recipe = replace(RECIPES["course-bpe"], special_tokens=(), vocab_size=None, tie_break=ties)
    trainer = recipe.trainer({"bcbc": 5, "accb": 5, "b": 2, "bc": 6})
    trainer.run(3)
    for exercise in plan(trainer.timeline(), recipe).exercises:
        assert upper(exercise) == exercise.merge.pair


@examples(25, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(words=some.word_frequencies, marking=some.markings, ties=some.tie_breaks)
def test_any_words_make_a_worksheet_or_get_a_reason(words, marking, ties):
    timeline = trained(words, marking=marking, tie_break=ties)
    if reason := unavailable_because(timeline):
        assert not len(timeline) and "There is no merge to find" in str(reason)
        return
    for is_short in (False, True):
        html = sheet(timeline, is_short=is_short)
        "".join(html).encode("utf-8")
        assert html == sheet(timeline, is_short=is_short)
        for exercise in plan(timeline, recipe_of(timeline), is_short=is_short).exercises:
            assert exercise.best & {row.pair for row in exercise.rows}
            assert exercise.merge == timeline.step(exercise.merge.index)

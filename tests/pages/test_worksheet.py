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
from wordpiece.teaching.worksheet.words import NATURAL
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose
from wordpiece.textbook import longest_match, replay_merges, textbook_merges


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
            tied = "tied" if values[pair] == best else ""
            assert row[-1] == ("✓ merges" if pair == merge.pair else tied)
        assert [row[-1] for row in rows].count("✓ merges") == 1
        left, right = merge.pair
        assert f"{left} + {right} → {merge.token} merges." in text(html).replace(" .", ".")
        if len(merge.tied) > 1:
            shared = f"{len(merge.tied):,} pairs share the best score, and the corpus shows this"
            assert shared in text(html)
        after = timeline.splits(merge.index)
        changed = text(re.search(r'<p class="changed">(.*?)</p>', html, flags=re.S)[1])
        for at, i in enumerate(asked.words, 1):
            word = timeline.words[i]
            is_so = after[word] != timeline.splits(merge.index - 1)[word]
            assert (f" {at} {' '.join(after[word])}" in f" {changed}") is is_so


def test_the_toy_worksheet():
    timeline = trained(TOY)
    asked, answers = sheet(timeline)
    assert "Find the first 3 merges" in text(asked)
    assert "1 hug 10 h ##u ##g" in text(asked)
    assert "h 15 ##u 36 ##g 20 p 17 ##n 16 b 4 ##s 5" in text(answers)
    first = cells(steps(answers)[0])
    assert first[-1] == ["##g + ##s", "5", "20 × 5", "5/100 = 1/20 = 0.05", "✓ merges"]
    assert [row[-1] for row in cells(steps(answers)[1])] == ["✓ merges"] + ["tied"] * 5
    assert "##u + ##g : it occurs 20 times. It does not have the best score." in text(answers)
    assert "10 entries, as nothing is ever removed from it; the words have 7 different" in text(
        answers
    )
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


# --- Ties --------------------------------------------------------------------------------------


def by_the_printed_rule(exercise, said: str):
    """The pair that somebody finds who has the rows of a step, and its printed sentences."""
    scores = [row.score for row in exercise.rows]
    tied = [row.pair for row in exercise.rows if row.score == max(scores)]
    if "In a tie the upper pair wins." in said:
        return tied[0]
    if "In a tie the pair that comes first in the alphabet wins" in said:
        return min(tied)  # in Python, too, ## comes before capitals and these before small letters
    lot = re.search(r"of several best pairs take number (\d+) from the top", said)
    return tied[int(lot[1]) - 1]


@pytest.mark.parametrize("ties", ["first-seen", "alphabetical", "random"])
@pytest.mark.parametrize("name", ["toy", "low", "course", "story", "chinese"])
@pytest.mark.parametrize(("score", "marking"), [(WORDPIECE, "##"), (PAIR_COUNT, "none")])
def test_the_rule_beside_a_step_leads_to_its_answer_and_to_the_check(name, score, marking, ties):
    timeline = sample(name, score=score, marking=marking, tie_break=ties, seed=2)
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    planned = plan(timeline, recipe_of(timeline))
    asked, answers = map(steps, sheet(timeline))
    splits = {word: MARKINGS[marking].split(word) for word in words}
    for exercise, said, told in zip(planned.exercises, asked, answers, strict=True):
        merge = exercise.merge
        assert by_the_printed_rule(exercise, text(said)) == merge.pair
        pair, token = merge.pair, merge.token
        assert f"{pair[0]} + {pair[1]} → {token} merges." in text(told).replace(" .", ".")
        splits = {word: joined(split, pair, token) for word, split in splits.items()}
        check = re.search(r"now has ([\d,]+) symbols?", text(said))
        assert bool(check) is planned.by_hand
        if check:
            total = sum(len(splits[word]) * words[word] for word in words)
            assert int(check[1].replace(",", "")) == total


def joined(split, pair, token):
    """A word's symbols after a merge, from left to right."""
    made: list[str] = []
    for symbol in split:
        if made and (made[-1], symbol) == pair:
            made[-1] = token
        else:
            made.append(symbol)
    return tuple(made)


def test_ties_matter():
    """The tests above see ties, and rules that lead to different answers."""
    pairs = {
        ties: [e.merge.pair for e in plan(trained(TOY, tie_break=ties, seed=2), None).exercises]
        for ties in ("first-seen", "alphabetical", "random")
    }
    assert len({*map(tuple, pairs.values())}) == 3
    assert len(plan(trained(TOY), None).exercises[1].best) == 6


def test_the_check_fits_one_answer_only():
    """Another of the six tied pairs would give another number of symbols."""
    asked, _ = sheet(trained(TOY))
    assert "now has 93 symbols" in text(steps(asked)[1])
    splits = {word: MARKINGS["##"].split(word) for word in TOY}
    splits = {word: joined(split, ("##g", "##s"), "##gs") for word, split in splits.items()}
    splits = {word: joined(split, ("p", "##u"), "pu") for word, split in splits.items()}
    assert sum(len(splits[word]) * count for word, count in TOY.items()) == 91


def test_no_sentence_says_that_any_tied_pair_is_right():
    for ties in ("first-seen", "alphabetical", "random"):
        asked, answers = sheet(trained(TOY, tie_break=ties, seed=1))
        for html in [*steps(asked), *steps(answers)]:
            assert "any of them" not in text(html)


def test_a_larger_corpus_is_given_its_counts():
    timeline = sample("course")
    asked, _ = sheet(timeline)
    shown = plan(timeline, recipe_of(timeline))
    assert not shown.by_hand and len(timeline.words) > FEW_WORDS
    assert len(shown.words) <= SOME_WORDS
    assert f"Shown are {len(shown.words)} of 30 distinct words." in text(asked)
    for html, exercise in zip(steps(asked), shown.exercises, strict=True):
        assert f"The table shows 6 of {exercise.pairs} pairs, the best one" in text(html)
        for row in cells(html):
            assert row[1] and row[2] and row[3] == ""
        # There is something to rewrite.
        assert any(timeline.word(exercise.merge.index, i).changed for i in shown.words)
        # The rows stand as the corpus shows them.
        splits = timeline.splits(exercise.merge.index - 1)
        met = [*dict.fromkeys(p for word in timeline.words for p in pairwise(splits[word]))]
        places = [met.index(row.pair) for row in exercise.rows]
        assert places == sorted(places)


def test_a_chosen_merge_is_told():
    trainer = Trainer(TOY, score=WORDPIECE, marking=MARKINGS["##"])
    trainer.step(("##u", "##g"))
    trainer.run()
    asked, answers = sheet(trainer.timeline())
    first = text(steps(asked)[0])
    assert "Merge ##u + ##g here, whatever its score: it was chosen." in first
    assert "In a tie" not in first and "In a tie" in text(steps(asked)[1])
    assert "now has 93 symbols" in first  # 113 and 20 fewer
    assert "It was chosen; by the rule it would have been ##g + ##s" in text(answers)
    marks = {row[0]: row[-1] for row in cells(steps(answers)[0])}
    assert marks["##g + ##s"] == "tied" and marks["##u + ##g"] == "✓ merges"


def test_a_drawn_tie_is_told():
    asked, answers = sheet(trained(TOY, tie_break="random", seed=1))
    assert "A draw decided the ties" in text(asked)
    assert "the draw fell on this one" in text(answers)


# --- Questions ---------------------------------------------------------------------------------


def words_asked(asked: str) -> list[str]:
    """The words to tokenize."""
    several = re.findall(r"How are these words tokenized\?.*?<p class=\"lines\">(.*?)</p>", asked)
    found = re.findall(r"How is <code class=\"t\">(.*?)</code> tokenized", asked)
    found += [word for line in several for word in re.findall(r"<bdi[^>]*>(.*?)</bdi>", line)]
    return [unescape(re.sub(r"<[^>]+>", "", word)) for word in found]


def test_words_to_tokenize_are_words():
    assert words_asked(sheet(trained(TOY))[0]) == ["pugs", "bugs", "mug", "thug"]
    bpe = trained(TOY, score=PAIR_COUNT, marking="none")
    assert words_asked(sheet(bpe)[0]) == ["pugs", "bugs", "mug", "thug"]
    for name in ("course", "story", "french", "russian", "turkish", "shakespeare"):
        timeline = sample(name)
        words = words_asked(sheet(timeline)[0])
        assert words and {*words} <= {*timeline.words, *NATURAL}


def test_tokens_of_the_toys_words_recounted():
    """By the textbook's plain functions, with the tokens and merges that counting anew gives."""
    for algorithm, marking in (("wordpiece", "##"), ("bpe", "none")):
        score = WORDPIECE if algorithm == "wordpiece" else PAIR_COUNT
        _, answers = sheet(trained(TOY, score=score, marking=marking))
        merges = textbook_merges(TOY, 3, algorithm=algorithm)
        alphabet = {symbol for word in TOY for symbol in MARKINGS[marking].split(word)}
        for word in ("pugs", "bugs", "mug", "thug"):
            if algorithm == "wordpiece":
                tokens = longest_match(word, alphabet | {merge.token for merge in merges})
            else:
                parts = replay_merges(word, [merge.pair for merge in merges])
                tokens = [part if {*part} <= alphabet else "[UNK]" for part in parts]
            assert f"{word} becomes {' '.join(tokens)} ." in text(answers)


def test_the_time_is_that_of_the_tasks():
    timeline = trained(TOY)
    # 3 to read, 7 symbols and 6 + 6 + 6 pairs of half a minute each, as much again to divide, 3
    # steps of words to write, 4 words of a minute and a half, and 2 questions of 2 minutes.
    expected = 3 + 7 / 2 + 18 / 2 + 18 / 2 + 3 + 4 * 1.5 + 2 * 2
    rounded = -(-expected // 5) * 5
    assert f"Time: about {rounded:.0f} minutes." in text(sheet(timeline)[0])
    for name in ("toy", "course", "story"):
        for score, marking in ((WORDPIECE, "##"), (PAIR_COUNT, "none")):
            asked, _ = sheet(sample(name, score=score, marking=marking))
            assert 15 <= int(re.search(r"about (\d+) minutes", text(asked))[1]) <= 45


@pytest.mark.parametrize("name", ["toy", "course", "story", "chinese", "python"])
@pytest.mark.parametrize(("score", "marking"), [(WORDPIECE, "##"), (PAIR_COUNT, "none")])
def test_words_to_tokenize_come_out_as_the_encoder_says(name, score, marking):
    timeline = sample(name, score=score, marking=marking)
    asked, answers = sheet(timeline)
    words = words_asked(asked)
    assert words
    questions = answers.split("<h2>Questions</h2>")[1]
    made = len(plan(timeline, recipe_of(timeline)).exercises)
    after = re.search(r"After ([\d,]+) merges?\.", text(asked))
    step = int(after[1].replace(",", "")) if after else made
    kind = BPEEncoder if score.ranks_by_count else WordPieceEncoder
    encoder = kind.from_timeline(timeline, step)
    for word in words:
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
        words = words_asked(asked)
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
    assert row[1:] == ["7", "7 × 36", "7/252 = 1/36, rounded 0.0278", "✓ merges"]


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

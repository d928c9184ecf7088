"""Answers to learners: every figure in them is recounted here, the plain way."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples, tie_breaks, word_frequencies
from wordpiece import (
    BPETrainer,
    StopReason,
    Timeline,
    Trainer,
    WordPieceEncoder,
    WordPieceTrainer,
    textbook_merges,
)
from wordpiece.message import Message, paragraph
from wordpiece.scoring import WORDPIECE
from wordpiece.teaching.answers import QUESTIONS, Context, answer, asked_at, example
from wordpiece.teaching.wording import formula
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.textbook import merge

IDS = [question.id for question in QUESTIONS]


def trained(trainer: Trainer) -> Timeline:
    trainer.run()
    return trainer.timeline()


def context(words: dict[str, int], step: int = 0, text: str = "", **options) -> Context:
    """The three trainings of some words."""
    seed = options.get("seed", 0)
    wordpiece = trained(WordPieceTrainer(words, **options))
    bpe = trained(BPETrainer(words, **options))
    hugging_face = trained(BPETrainer(words, marking="##", **options))
    return Context(wordpiece, min(step, len(wordpiece)), bpe, hugging_face, text, seed=seed)


def said(id: str, at: Context) -> str:
    return paragraph(answer(id, at).sentences)


def splits(at: Context, step: int) -> dict[str, tuple[str, ...]]:
    """The words after some merges, merged here one by one."""
    marking = at.timeline.marking
    split = {word: marking.split(word) for word in at.timeline.words}
    for k in range(1, step + 1):
        pair = at.timeline.pair(k)
        split = {w: merge(s, pair, marking.join(*pair)) for w, s in split.items()}
    return split


def frequencies(at: Context) -> dict[str, int]:
    return dict(zip(at.timeline.words, at.timeline.frequencies.tolist(), strict=True))


def counts(at: Context, step: int) -> tuple[Counter, Counter]:
    """How often each symbol and each pair stands after a step."""
    symbols, pairs = Counter(), Counter()
    times = frequencies(at)
    for word, split in splits(at, step).items():
        for symbol in split:
            symbols[symbol] += times[word]
        for pair in pairwise(split):
            pairs[pair] += times[word]
    return symbols, pairs


def score(at: Context, step: int, pair) -> Fraction:
    symbols, pairs = counts(at, step)
    return Fraction(pairs[pair], symbols[pair[0]] * symbols[pair[1]])


# The toy, by heart.


@pytest.mark.parametrize(
    ("id", "step", "text", "expected"),
    [
        ("library", 0, "", "Here that rule takes ##u + ##g, met 20 times."),
        ("library", 0, "", "WordPiece's own score takes ##g + ##s: 5 / (20 × 5) = 1/20."),
        ("ties", 1, "", "6 pairs share the best score now, 1/36: h + ##u, ##u + ##g, p + ##u"),
        ("ties", 1, "", "the pair seen first wins: h + ##u, in hug."),
        ("ties", 1, "", "By the alphabet it would be ##u + ##g"),
        ("ties", 0, "", "share the best score before merge 2"),
        ("again", 0, "", "of the first 9 merges, 9 came out the same."),
        ("again", 0, "", "merge 2 would be ##u + ##g instead of h + ##u."),
        ("rescoring", 2, "", "Merge 2 joins h + ##u"),
        ("rescoring", 2, "", "h 15 before, 0 after; ##u 36 before, 21 after."),
        ("rescoring", 2, "", "p + ##u has 17 / (17 × 36) = 1/36 before it and 17 / (17"),
        ("order", 3, "", "nest becomes n est; merge 1, e + s, comes first."),
        ("order", 3, "", "With the newest merge first it would become ne s t."),
        ("unknown", 9, "", "Take hugx. ##x is not in the vocabulary, so nothing fits after hug"),
        ("unknown", 3, "mug", "Take mug. m is not in the vocabulary, so nothing fits at the begin"),
        ("unknown", 3, "mug", "BPE marks only the characters it never saw: [UNK] ug."),
        ("characters", 3, "bug", "bug was not trained on. It becomes b ##u ##g: of 3 pieces 3"),
        ("characters", 3, "", "the alphabet of 7 symbols"),
        ("morphology", 9, "", "pugs becomes pug ##s by longest match and pu ##gs by replaying"),
        ("morphology", 3, "", "here are the toy words, after 9 merges."),
        ("prefix", 3, "", "h begins hug, ##h stands inside thug."),
        ("prefix", 3, "", "##g + ##s make ##gs."),
        ("unused", 3, "", "3 of 10 tokens, special ones aside, are in no word now: ##gs, h, ##s."),
        ("unused", 0, "", "After 1 merge that ends."),
        ("stop", 3, "", "after 9 merges: every word is one symbol, so no pair is left. You are at"),
        ("stop", 9, "", "The vocabulary now has 21 entries: 5 special, 7 in the alphabet and 9 le"),
        ("counts", 0, "", "##u + ##g is met 20 times now: 10 in hug, 5 in pug, 5 in hugs."),
        ("counts", 0, "", "##u 36 times, ##g 20 times"),
        ("counts", 0, "", "a + a was counted twice and replaced once."),
        ("decoding", 3, "hug  pug", "“hug  pug” comes back as “hug pug”."),
        ("pairs", 0, "", "##g and p are none: no merge crosses from word to word."),
        ("pairs", 0, "", "make 113 − 36 = 77 places for pairs."),
        ("limit", 3, "", "A word of more than 100 characters is not looked at: it becomes [UNK]"),
        ("limit", 3, "", "the longest word here has 4 characters."),
    ],
)  # fmt: skip
def test_the_toy(id, step, text, expected):
    assert expected in said(id, context(golden.TOY, step, text))


def test_fifteen_questions_each_beside_some_panel_and_few_beside_each():
    assert len(IDS) == len(set(IDS)) == 15
    panels = {panel for question in QUESTIONS for panel in question.panels}
    assert all(2 <= len(asked_at(panel)) <= 5 for panel in panels)
    assert all(question.panels for question in QUESTIONS)


@pytest.mark.parametrize("id", IDS)
def test_every_example_shows_its_case_by_itself(id):
    _, small = example(id)
    assert answer(id, small).example is None


def test_answers_are_short():
    for id in IDS:
        sentences = answer(id, context(golden.COURSE, 10)).sentences
        assert 2 <= len(sentences) <= 6
        assert len(said(id, context(golden.COURSE, 10)).split()) < 130  # under a minute


def test_the_course_corpus_answers_on_its_own():
    at = context(golden.COURSE, 10, vocab_size=70)
    assert "merge 1 would be ##f + ##u instead of a + ##b" in said("again", at)
    assert "i begins is, ##i stands inside This." in said("prefix", at)
    assert "70 entries: 5 special, 40 in the alphabet and 25 learned." in said("stop", at)
    where = answer("order", at).example
    assert where is None or "low" in str(where)


def test_a_chosen_merge_is_not_blamed_on_the_score():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(("h", "##u"))
    forced = trained(trainer)
    at = Context(forced, 1, hugging_face=context(golden.TOY).hugging_face)
    assert str(answer("library", at).example) == "the toy words"
    again = answer("again", at).figures
    assert again["same"] == again["merges"] == len(forced)


def test_a_training_stopped_by_hand():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run(2)
    text = said("stop", Context(trainer.timeline(), 2))
    assert text.startswith("You stopped it by hand after 2 merges.")
    assert "could still be merged" in text


def test_runs_of_the_same_symbol():
    runs = answer("counts", Context(trained(BPETrainer({"aaa": 2, "aaaa": 1})), 0)).figures
    assert runs["own_run"] and runs["run"].pair_count == 7 and runs["run"].replaced_count == 4


def test_an_unknown_question():
    with pytest.raises(KeyError):
        answer("meaning of life", context(golden.TOY))


def test_words_in_bytes():
    words = dict(Counter(split_words("hug pug hugs déjà vu vu", "gpt2")))
    timeline = trained(WordPieceTrainer(words))
    for id in IDS:
        for text in ("", "déjà  vu ☃"):
            at = Context(timeline, 2, text=text, pre_tokenizer="gpt2")
            assert answer(id, at).sentences


# Any corpus at any step.

corpora = st.tuples(word_frequencies, st.integers(0, 12), st.text(max_size=12), tie_breaks)


def check_library(at, figures):
    words, step = frequencies(at), figures["step"]
    ours = textbook_merges(words, step, tie_break=at.timeline.tie_break, seed=at.seed)
    theirs = textbook_merges(
        words, step, algorithm="bpe", marking="##", tie_break=at.timeline.tie_break, seed=at.seed
    )
    assert [s.pair for s in ours[:-1]] == [s.pair for s in theirs[:-1]]
    assert ours[-1].pair == figures["wordpiece"].pair != figures["hugging_face"].pair
    assert theirs[-1].pair_count == figures["hugging_face"].pair_count
    said = str(formula(ours[-1], WORDPIECE)).replace(",", "")
    assert said.endswith(str(Fraction(*_parts(ours[-1]))))


def _parts(step):
    return step.pair_count, step.left_count * step.right_count


def check_ties(at, figures):
    step, tied = figures["step"], figures["tied"]
    _, pairs = counts(at, step)
    best = max(score(at, step, pair) for pair in pairs)
    assert str(best) == str(figures["score"]).replace(",", "")
    assert set(tied) == {pair for pair in pairs if score(at, step, pair) == best}
    assert figures["winner"] in pairwise(splits(at, step)[figures["word"]])
    if step < len(at.timeline):
        assert at.timeline.pair(step + 1) == figures["winner"]


def check_again(at, figures):
    assert figures["same"] == figures["merges"]
    if "step" in figures:
        other = "first-seen" if at.timeline.tie_break == "alphabetical" else "alphabetical"
        steps = textbook_merges(frequencies(at), figures["step"], tie_break=other)
        assert steps[-1].pair == figures["other"] != figures["pair"]
        assert figures["pair"] == at.timeline.pair(figures["step"])


def check_rescoring(at, figures):
    step = figures["merge"].index
    symbols, _ = counts(at, step)
    assert all(symbols[symbol] == left for symbol, left in figures["left"].items())
    assert figures["changes"]
    for was, now in figures["changes"]:
        assert was.pair == now.pair
        assert Fraction(*_parts(was)) == score(at, step - 1, was.pair)
        assert Fraction(*_parts(now)) == score(at, step, was.pair) != score(at, step - 1, was.pair)


def by_rank(at, word, ranks):
    """Merges of BPE on a word, one place at a time, lowest rank first."""
    known = set(at.bpe.vocabulary(0))
    symbols = [s if s in known else None for s in word]
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks]:
        _, i = min(found)
        symbols[i : i + 2] = [symbols[i] + symbols[i + 1]]
    return ["[UNK]" if s is None else s for s in symbols]


def check_order(at, figures):
    merges = [at.bpe.pair(k) for k in range(1, min(at.step, len(at.bpe)) + 1)]
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    word = figures["word"]
    assert by_rank(at, word, ranks) == figures["pieces"]
    newest = by_rank(at, word, {pair: -rank for pair, rank in ranks.items()})
    assert newest == figures["newest_first"] != figures["pieces"]
    assert merges[figures["rank"]] == figures["pair"]


def check_unknown(at, figures):
    trace = figures["trace"]
    assert trace.missing not in at.timeline.vocabulary(at.step)
    assert WordPieceEncoder.from_timeline(at.timeline, at.step).encode_word(trace.word) == ["[UNK]"]
    assert len(figures["bpe"]) >= 1


def check_characters(at, figures):
    assert figures["word"] not in at.timeline.words
    vocabulary = set(at.timeline.vocabulary(at.step))
    assert vocabulary.issuperset(figures["pieces"]) and len(figures["pieces"]) > 1
    lengths = [len(p) - 2 * (i > 0) for i, p in enumerate(figures["pieces"])]
    assert sum(lengths) == len(figures["word"])
    assert lengths.count(1) == figures["single"] >= 1
    assert figures["alphabet"] == len(at.timeline.alphabet)


def check_morphology(at, figures):
    encoder = WordPieceEncoder.from_timeline(at.timeline, at.step)
    merged = splits(at, at.step)
    assert encoder.encode_word(figures["word"]) == figures["by_match"] != figures["by_replay"]
    if figures["word"] in merged:
        assert list(merged[figures["word"]]) == figures["by_replay"]
    assert figures["looked_at"] == len(merged)
    unlike = [w for w, split in merged.items() if encoder.encode_word(w) != list(split)]
    assert figures["differing"] == len(unlike)


def check_prefix(at, figures):
    char = figures["character"]
    assert figures["begins"][0] == char and char in figures["inside"][1:]
    assert {figures["begins"], figures["inside"]} <= set(at.timeline.words)
    vocabulary = at.timeline.vocabulary(at.step)
    assert [vocabulary[i] for i in figures["ids"]] == [char, "##" + char]
    if "merge" in figures:
        left, right = figures["merge"].pair
        assert left.startswith("##") and left + right[2:] == figures["merge"].token


def check_unused(at, figures):
    symbols, _ = counts(at, figures["step"])
    vocabulary = at.timeline.vocabulary(figures["step"])[5:]
    assert figures["unused"] == [token for token in vocabulary if token not in symbols] != []
    assert figures["tokens"] == len(vocabulary)
    k, token = figures["merge"], figures["token"]
    assert 1 <= k <= figures["step"] and token in at.timeline.pair(k)
    assert token in counts(at, k - 1)[0] and token not in counts(at, k)[0]
    if figures["step"] > at.step:
        assert set(at.timeline.vocabulary(at.step)[5:]) <= set(counts(at, at.step)[0])


def check_stop(at, figures):
    last = len(at.timeline)
    assert figures["vocabulary"] == len(set(at.timeline.vocabulary(last)))
    total = figures["special"] + figures["alphabet"] + figures["learned"]
    assert figures["vocabulary"] == total
    _, pairs = counts(at, last)
    assert figures["pairs"] == len(pairs)
    assert (figures["reason"] is StopReason.NO_PAIRS) == (not pairs)
    if figures["best"]:
        assert Fraction(*_parts(figures["best"])) == max(score(at, last, pair) for pair in pairs)


def check_counts(at, figures):
    row, step = figures["row"], figures["step"]
    symbols, pairs = counts(at, step)
    assert row.pair_count == pairs[row.pair] == max(pairs.values())
    assert (row.left_count, row.right_count) == tuple(symbols[s] for s in row.pair)
    split, times = splits(at, step), frequencies(at)
    for word, count in figures["words"]:
        inside = sum(pair == row.pair for pair in pairwise(split[word]))
        assert count == inside * times[word] > 0
    assert row.pair_count == sum(count for _, count in figures["words"]) + figures["rest"]
    assert figures["run"].replaced_count < figures["run"].pair_count
    overlaps = [m for k in range(1, len(at.timeline) + 1)
                if (m := at.timeline.merge(k)).replaced_count < m.pair_count]  # fmt: skip
    assert figures["own_run"] == bool(overlaps)


def check_decoding(at, figures):
    assert figures["losses"]
    assert figures["text"] != figures["decoded"]


def check_pairs(at, figures):
    _, pairs = counts(at, at.step)
    assert figures["places"] == sum(pairs.values())
    split = splits(at, at.step)
    border = split[figures["left"]][-1], split[figures["right"]][0]
    assert figures["border"] == border


def check_limit(at, figures):
    word, limit = figures["word"], figures["limit"]
    assert len(word) == limit == 100 and figures["longer"] == ["[UNK]"]
    known = set(at.timeline.vocabulary(at.step))
    assert known.issuperset(figures["pieces"])
    assert sum(len(p) - 2 * (i > 0) for i, p in enumerate(figures["pieces"])) == limit
    assert figures["longest"] == max(map(len, at.timeline.words))


# Figures that must be in the sentences, too.
IN_WORDS = {
    "again": lambda figures: [figures["merges"], figures["same"]],
    "rescoring": lambda figures: [*figures["left"].values(), figures["changes"][0][1].pair_count],
    "order": lambda figures: [figures["rank"] + 1],
    "characters": lambda figures: [figures["single"], figures["alphabet"]],
    "unused": lambda figures: [len(figures["unused"]), figures["tokens"], figures["merge"]],
    "stop": lambda figures: [figures["vocabulary"], figures["special"], figures["learned"]],
    "pairs": lambda figures: [figures["places"]],
    "limit": lambda figures: [figures["limit"], len(figures["pieces"]), figures["longest"]],
}

CHECKS = {id: globals()[f"check_{id}"] for id in IDS}


@pytest.mark.parametrize("id", IDS)
@given(corpus=corpora)
@examples(25)
def test_every_figure_is_true(id, corpus):
    words, step, text, tie_break = corpus
    at = context(words, step, text, tie_break=tie_break, seed=3)
    found = answer(id, at)
    assert all(isinstance(said, Message) for said in found.sentences)
    where = example(id)[1] if found.example else at
    CHECKS[id](where, found.figures)
    text = paragraph(found.sentences)
    for number in IN_WORDS.get(id, lambda _: [])(found.figures):
        assert f"{number:,}" in text


def test_no_tie_is_missed_on_screen():
    for step in range(10):
        at = context(golden.TOY, step)
        if at.timeline.scores(step).ties > 1:
            assert answer("ties", at).figures["step"] == step


@pytest.mark.parametrize("id", IDS)
@given(words=word_frequencies, step=st.integers(0, 9), marking=st.sampled_from(["</w>", "none"]))
@examples(8)
def test_other_markings_and_scores_never_fail(id, words, step, marking):
    for trainer in (
        WordPieceTrainer(words, marking=marking),
        BPETrainer(words, marking=marking, max_merges=step),
    ):
        timeline = trained(trainer)
        assert answer(id, Context(timeline, min(step, len(timeline)))).sentences


@given(words=word_frequencies, data=st.data())
@examples(20)
def test_chosen_merges_never_fail(words, data):
    trainer = WordPieceTrainer(words)
    for _ in range(3):
        table = trainer.timeline().scores(trainer.steps_made)
        if trainer.stop_reason or not len(table):
            break
        row = data.draw(st.integers(0, len(table) - 1))
        trainer.step(table.rows(row, row + 1)[0].pair)
    at = Context(trained(trainer), 1 if trainer.steps_made else 0)
    for id in ("again", "counts", "unused", "rescoring", "ties"):
        found = answer(id, at)
        if id == "again" and not found.example:
            assert found.figures["same"] == found.figures["merges"]
        if id in ("counts", "unused", "rescoring") and not found.example:
            CHECKS[id](at, found.figures)

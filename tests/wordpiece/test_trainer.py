"""Training: the published figures, and the fast trainer against the textbook."""

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, markings, scores, tie_breaks, word_frequencies
from wordpiece import (
    BPETrainer,
    CorpusError,
    StopReason,
    Trainer,
    UnknownPairError,
    VocabularySizeError,
    WordPieceTrainer,
    marking_of,
    textbook_merges,
)
from wordpiece import trainer as trainer_module
from wordpiece.scoring import PAIR_COUNT, WORDPIECE
from wordpiece.text.corpus import from_text
from wordpiece.training import pair_index

SAMPLES = Path(__file__).parents[2] / "sample_corpora"


@pytest.fixture(scope="module", params=["compiled", "python"], autouse=True)
def loop(request) -> Iterator[None]:
    """Every test here is run with the loop that is compiled and with Python's."""
    compiled = pair_index._quick
    if request.param == "compiled" and not pair_index.is_compiled():
        assert not os.environ.get("CI"), "CI has a compiler; see .venv/compiled.log"
        pytest.skip("the loop is not compiled; see pair_index")
    if request.param == "python":
        pair_index._quick = None
    yield
    pair_index._quick = compiled


TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


# Golden figures.


def test_toy_wordpiece():
    steps = list(WordPieceTrainer(golden.TOY))
    got = [
        (*s.pair, s.token, s.pair_count, s.left_count, s.right_count, len(s.tied)) for s in steps
    ]
    assert got == golden.TOY_WORDPIECE
    scores = [Fraction(s.pair_count, s.left_count * s.right_count) for s in steps]
    assert [str(f) for f in scores] == [
        "1/20", "1/36", "1/15", "1/15", "1/21", "1/4", "1/16", "1/17", "1/12"
    ]  # fmt: skip
    assert [s.score for s in steps] == [f.numerator / f.denominator for f in scores]
    assert [s.index for s in steps] == list(range(1, 10))


def test_toy_wordpiece_vocabulary_and_stop():
    trainer = WordPieceTrainer(golden.TOY, special_tokens=())
    assert trainer.stop_reason is None
    assert set(trainer.vocabulary) == set("b h p ##g ##n ##s ##u".split())
    assert trainer.step().tied == (("##g", "##s"),)
    tokens = [step.token for step in trainer]
    assert trainer.vocabulary[7:] == ["##gs", *tokens]
    assert trainer.stop_reason is StopReason.NO_PAIRS
    assert trainer.step() is None


def test_toy_wordpiece_first_score_table():
    table = WordPieceTrainer(golden.TOY).timeline().scores(0)
    most_frequent, equals = table.most_frequent()
    assert most_frequent.pair == ("##u", "##g") and most_frequent.pair_count == 20 and equals == 1
    assert most_frequent.score == 1 / 36
    assert {row.score for row in table.rows(1)} == {1 / 36}


def test_toy_bpe():
    steps = list(BPETrainer(golden.TOY))
    assert [(*s.pair, s.score) for s in steps] == golden.TOY_BPE
    assert len(steps[4].tied) == 2


def test_course_wordpiece():
    trainer = WordPieceTrainer(golden.COURSE, vocab_size=70)
    assert len(trainer.vocabulary) == 45
    assert sum(token.startswith("##") for token in trainer.vocabulary) == 23
    first = {row.pair: row.score for row in trainer.timeline().scores(0).rows()}
    assert first["T", "##h"] == 0.125
    assert first["##h", "##i"] == 0.03409090909090909
    assert first["##i", "##s"] == 0.02727272727272727
    assert first["i", "##s"] == 0.1
    assert first["t", "##h"] == 0.03571428571428571
    assert first["##h", "##e"] == 0.011904761904761904
    steps = list(trainer)
    assert (steps[0].pair, steps[0].score) == (("a", "##b"), 0.2)
    assert [s.token for s in steps] == golden.COURSE_WORDPIECE
    assert [len(s.tied) for s in steps] == golden.COURSE_WORDPIECE_TIES
    assert trainer.stop_reason is StopReason.VOCAB_SIZE
    assert len(trainer.vocabulary) == 70
    # As the course prints it, but for "ab", which is missing there.
    assert trainer.vocabulary[5:9] == ["##a", "##b", "##c", "##d"]
    assert trainer.vocabulary[44:47] == ["y", "ab", "##fu"]


def test_course_bpe():
    trainer = BPETrainer(
        golden.COURSE_GPT2, vocab_size=50, special_tokens=["<|endoftext|>"], marking="Ġ"
    )
    assert len(trainer.vocabulary) == 31
    first = {row.pair: row.score for row in trainer.timeline().scores(0).rows()}
    pairs = [("T", "h"), ("h", "i"), ("i", "s"), ("Ġ", "i"), ("Ġ", "t"), ("t", "h")]
    assert [first[pair] for pair in pairs] == [3, 3, 5, 2, 7, 3]
    assert [s.token for s in trainer] == golden.COURSE_BPE
    assert len(trainer.vocabulary) == 50


def test_end_of_word_bpe():
    trainer = BPETrainer(golden.LOW_LOWER, marking="</w>")
    assert [s.pair for s in trainer] == golden.LOW_LOWER_BPE
    timeline = trainer.timeline()
    in_use = [timeline.growth(k).in_use for k in range(len(timeline) + 1)]
    changes = [b - a for a, b in itertools.pairwise(in_use)]
    assert set(changes) == {1, 0, -1}
    # Five words leave little to share, so here the rise only shows after a first fall.
    assert in_use == [11, 11, 10, 10, 9, 9, 9, 9, 9, 10, 9, 8, 7, 6, 5, 4]
    vocabulary = [timeline.growth(k).vocabulary for k in range(len(timeline) + 1)]
    assert vocabulary == list(range(vocabulary[0], vocabulary[0] + 16))


def test_end_of_word_bpe_stops_when_the_best_pair_occurs_once():
    table = {"low": 1, "lower": 1, "newest": 1, "widest": 1}
    trainer = BPETrainer(table, marking="</w>", min_pair_count=2)
    assert all(step.pair_count >= 2 for step in trainer)
    assert trainer.stop_reason is StopReason.MIN_PAIR_COUNT
    rare = trainer.timeline().scores(trainer.steps_made).rows(0, 1)[0]
    assert trainer.step() is None and rare.pair_count == 1
    forced = trainer.step(rare.pair)
    assert forced.forced and forced.pair == rare.pair


@pytest.mark.parametrize(
    ("words", "marking"),
    [(golden.BLOG, "none"), ({w[:-1]: n for w, n in golden.BLOG.items()}, "_")],
)
def test_blog_wordpiece_by_its_formula(words, marking):
    steps = WordPieceTrainer(words, marking=marking, max_merges=3)
    got = [(*s.pair, s.pair_count, s.left_count, s.right_count, len(s.tied)) for s in steps]
    assert got == golden.BLOG_WORDPIECE


def test_carpet_car():
    table = WordPieceTrainer({"carpet_": 1, "car": 1}, marking="none").timeline().scores(0)
    assert {"".join(row.pair): row.score for row in table.rows()} == {
        "ca": 0.5, "ar": 0.5, "rp": 0.5, "pe": 1, "et": 1, "t_": 1
    }  # fmt: skip


def test_course_errata_third_merge_can_be_forced():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.step(), trainer.step()
    step = trainer.step(("hu", "##g"))
    assert step.forced and step.token == "hug"
    assert (step.pair_count, step.left_count, step.right_count) == (10, 15, 15)
    assert step.score == 10 / 225
    assert step.best_pair == ("hu", "##gs") and step.tied == (("hu", "##gs"),)


# Stepping, limits and errors.


def test_repeats_merge_left_to_right():
    step = BPETrainer({"aaa": 2, "aaaa": 3}).step()
    assert step.pair_count == 2 * 2 + 3 * 3
    assert step.replaced_count == 2 * 1 + 3 * 2
    trainer = BPETrainer({"aaa": 2, "aaaa": 3}, max_merges=1)
    trainer.run()
    assert dict(trainer.splits) == {"aaa": ("aa", "a"), "aaaa": ("aa", "aa")}


def test_a_hash_in_the_text_is_no_marker():
    # '#' then '##a': joined they spell '##a', which the vocabulary has as a continuation.
    trainer = WordPieceTrainer({"##a": 1, "b#": 1, "ba": 1})
    steps = list(trainer)
    again = [s for s in steps if not s.is_new_token]
    assert again and len(set(trainer.vocabulary)) == len(trainer.vocabulary)
    assert trainer.splits["##a"] == ("##a",)


def test_max_merges_zero_and_both_limits():
    assert list(WordPieceTrainer(golden.TOY, max_merges=0)) == []
    trainer = WordPieceTrainer(golden.TOY, max_merges=2, vocab_size=100)
    assert len(list(trainer)) == 2
    assert trainer.stop_reason is StopReason.MAX_MERGES


def test_vocabulary_size_must_hold_the_alphabet():
    with pytest.raises(VocabularySizeError, match=r"11 is too small.*take 12") as error:
        WordPieceTrainer(golden.TOY, vocab_size=11)
    assert error.value.minimum == 12
    assert list(WordPieceTrainer(golden.TOY, vocab_size=12)) == []


def test_forcing_a_pair_that_is_not_there():
    trainer = WordPieceTrainer(golden.TOY)
    with pytest.raises(UnknownPairError, match="Step 1 cannot merge 'p' with '##x'"):
        trainer.step(("p", "##x"))
    assert trainer.step().token == "##gs"


@pytest.mark.parametrize("count", [0, -1, 1.5, True, "3", None])
def test_frequencies_are_whole_numbers_above_zero(count):
    with pytest.raises(CorpusError, match="'hug'"):
        WordPieceTrainer({"hug": count})


def test_empty_words_unknown_names_and_huge_counts():
    with pytest.raises(CorpusError, match="empty word"):
        WordPieceTrainer({"": 1})
    with pytest.raises(CorpusError, match="too large"):
        WordPieceTrainer({"hug": 2**53})
    with pytest.raises(ValueError, match="tie-break"):
        WordPieceTrainer(golden.TOY, tie_break="coin")
    with pytest.raises(ValueError, match="marking"):
        WordPieceTrainer(golden.TOY, marking="@@")
    with pytest.raises(ValueError, match="max_merges"):
        WordPieceTrainer(golden.TOY, max_merges=-1)


@pytest.mark.parametrize("words", [{}, {"a": 3}])
def test_nothing_to_merge(words):
    trainer = WordPieceTrainer(words)
    assert trainer.step() is None
    assert trainer.stop_reason is StopReason.NO_PAIRS
    assert len(trainer.timeline().scores(0)) == 0


def test_random_ties_depend_on_the_seed_alone():
    def tokens(seed):
        return [s.token for s in WordPieceTrainer(golden.TOY, tie_break="random", seed=seed)]

    runs = {tuple(tokens(seed)) for seed in range(8)}
    assert len(runs) > 1
    assert tokens(3) == tokens(3)


# The fast trainer against the textbook.


@given(words=word_frequencies, algorithm=algorithms, marking=markings, tie_break=tie_breaks)
def test_every_step_equals_the_textbook(words, algorithm, marking, tie_break):
    trainer = TRAINERS[algorithm](words, marking=marking, tie_break=tie_break, seed=7)
    textbook = textbook_merges(
        words, 1000, algorithm=algorithm, marking=marking, tie_break=tie_break, seed=7,
        special_tokens=trainer.timeline().special_tokens,
    )  # fmt: skip
    assert list(trainer) == textbook
    assert trainer.stop_reason is StopReason.NO_PAIRS


@given(
    words=st.dictionaries(
        st.text(alphabet="abc", min_size=1, max_size=6),
        st.sampled_from([2**25, 3 * 2**25, 2**40 + 1, 2**40 + 3, 3**25, 10**12]),
        min_size=1,
        max_size=8,
    )
)
def test_huge_counts_equal_the_textbook_to_the_last_bit(words):
    trainer = WordPieceTrainer(words)
    steps = list(trainer)
    assert steps == textbook_merges(words, 1000)
    assert list(trainer.timeline().steps()) == steps


@given(words=word_frequencies, algorithm=algorithms, marking=markings, data=st.data())
def test_forced_steps_equal_the_textbook(words, algorithm, marking, data):
    trainer = TRAINERS[algorithm](words, marking=marking, special_tokens=())
    forced, steps = {}, []
    while len(table := trainer.timeline().scores(trainer.steps_made)):
        pair = None
        if data.draw(st.booleans()):
            pair = data.draw(st.sampled_from([row.pair for row in table.rows()]))
            forced[trainer.steps_made + 1] = pair
        steps.append(trainer.step(pair))
    assert steps == textbook_merges(
        words, len(steps), algorithm=algorithm, marking=marking, forced=forced
    )


@given(
    words=st.dictionaries(
        st.from_regex(r"(##)?[ab]{2,4}", fullmatch=True), st.integers(1, 3), min_size=2, max_size=6
    ),
    algorithm=algorithms,
)
def test_a_token_that_was_in_use_before_equals_the_textbook(words, algorithm):
    # "##a" made of the characters # # a is the same symbol as an a inside a word, so its pairs have
    # places before it and after it.
    trainer = TRAINERS[algorithm](words, marking="##", special_tokens=())
    forced, steps = {}, []
    while len(table := trainer.timeline().scores(trainer.steps_made)):
        pairs = [row.pair for row in table.rows()]
        pair = next((pair for pair in pairs if pair == ("#", "###") or pair[0] == "##"), None)
        if pair:
            forced[trainer.steps_made + 1] = pair
        steps.append(trainer.step(pair))
    assert steps == textbook_merges(
        words, len(steps), algorithm=algorithm, marking="##", forced=forced
    )


@given(
    words=st.dictionaries(
        st.from_regex(r"(##)?[ab]{2,5}|a{2,9}", fullmatch=True), st.integers(1, 3), min_size=2
    ),
    algorithm=algorithms,
    forced=st.integers(0, 3),
    at_once=st.integers(1, 5),
)
def test_running_equals_stepping_where_a_token_was_in_use_before(words, algorithm, forced, at_once):
    running, stepping = (TRAINERS[algorithm](words, marking="##") for _ in range(2))
    for _ in range(forced):
        pairs = [row.pair for row in running.timeline().scores(running.steps_made).rows()]
        pair = next((pair for pair in pairs if pair == ("#", "###") or pair[0] == "##"), None)
        assert running.step(pair) == stepping.step(pair)
    while running.run(at_once):
        pass
    assert [*running.timeline().steps()][forced:] == [*stepping]
    assert dict(running.splits) == dict(stepping.splits)
    growth = [running.timeline().growth(k) for k in range(running.steps_made + 1)]
    assert growth == [stepping.timeline().growth(k) for k in range(stepping.steps_made + 1)]


def portions_of(trainer, monkeypatch, seconds_each: float) -> list[int]:
    """Let the clock say that each portion of `run_for` took so long; return the portions."""
    portions, clock = [], [0.0]

    def run(merges):
        portions.append(merges)
        clock[0] += seconds_each
        return Trainer.run(trainer, merges)

    monkeypatch.setattr(trainer, "run", run)
    monkeypatch.setattr(trainer_module.time, "monotonic", lambda: clock[0])
    return portions


def test_quick_portions_grow_and_slow_ones_shrink(monkeypatch):
    trainer = BPETrainer({a + b + c: 1 for a, b, c in itertools.permutations("abcdefghijkl", 3)})
    portions = portions_of(trainer, monkeypatch, 0.05)
    assert trainer.run_for(1, 300) == 300 and portions == [100, 200]
    portions = portions_of(trainer, monkeypatch, 2)
    for _ in range(3):
        assert trainer.run_for(1) == portions[-1]  # one is always made
    assert portions == [400, 200, 100]


def test_a_portion_that_was_cut_short_does_not_grow(monkeypatch):
    """Few merges are quick however long each takes; a large portion could not be stopped."""
    trainer = BPETrainer({a + b + c: 1 for a, b, c in itertools.permutations("abcdefghijkl", 3)})
    portions = portions_of(trainer, monkeypatch, 0)
    for _ in range(5):
        assert trainer.run_for(1, 1) == 1
    assert trainer.run_for(1, 100) == 100
    assert portions == [1, 1, 1, 1, 1, 100]


def test_training_for_a_time_makes_the_same_merges():
    text = (SAMPLES / "story_en.txt").read_text(encoding="utf-8")
    words = from_text(text, pre_tokenizer="whitespace").word_frequencies
    timed, plain = (WordPieceTrainer(words) for _ in range(2))
    while timed.run_for(0.001):
        pass
    assert timed.steps_made == plain.run() > 300
    assert [*timed.timeline().steps()] == [*plain.timeline().steps()]
    assert timed.run_for(inf) == 0


@pytest.mark.parametrize("sample", sorted((SAMPLES).glob("*.txt")), ids=lambda path: path.stem)
@pytest.mark.parametrize("score", [PAIR_COUNT, WORDPIECE, WORDPIECE.without_rarer(2)])
def test_the_loop_makes_the_same_merges_of_whole_texts(sample, score, monkeypatch):
    if not pair_index.is_compiled():
        pytest.skip("nothing to compare")
    text = sample.read_text(encoding="utf-8")
    words = from_text(text, pre_tokenizer="whitespace").word_frequencies
    logs = []
    for loop in pair_index._quick, None:
        monkeypatch.setattr(pair_index, "_quick", loop)
        trainer = Trainer(words, score=score, marking="##")
        trainer.run()
        assert trainer.steps_made > 100
        logs.append(vars(trainer._log) | {"slots": None})
    assert logs[0] == logs[1]


@given(
    words=word_frequencies,
    algorithm=algorithms,
    marking=markings,
    tie_break=tie_breaks,
    ahead=st.integers(0, 12),
    least=st.integers(1, 4),
)
def test_running_ahead_equals_stepping(words, algorithm, marking, tie_break, ahead, least):
    def make():
        return TRAINERS[algorithm](
            words, marking=marking, tie_break=tie_break, min_pair_count=least, max_merges=20
        )

    stepping, running = make(), make()
    steps = list(itertools.islice(stepping, ahead))
    assert running.run(ahead) == len(steps)
    assert running.vocabulary == stepping.vocabulary
    running.run()
    list(stepping)
    assert running.stop_reason is stepping.stop_reason
    steps = list(stepping.timeline().steps())
    assert list(running.timeline().steps()) == steps
    for trainer in running, stepping:
        ties = [trainer.timeline().ties(step.index) for step in steps]
        assert ties == [len(step.tied) for step in steps]


@given(
    words=word_frequencies.filter(bool),
    score=scores,
    marking=markings,
    tie_break=tie_breaks,
    limits=st.fixed_dictionaries(
        {
            "vocab_size": st.one_of(st.none(), st.integers(60, 80)),
            "max_merges": st.one_of(st.none(), st.integers(0, 12)),
            "min_pair_count": st.integers(1, 3),
        }
    ),
    at=st.integers(0, 12),
    data=st.data(),
)
def test_going_on_equals_training_from_the_start(
    words, score, marking, tie_break, limits, at, data
):
    whole = Trainer(words, score=score, marking=marking, tie_break=tie_break, seed=5, **limits)
    while whole.stop_reason is None:
        rows = whole.timeline().scores(whole.steps_made).rows()
        pair = data.draw(st.sampled_from([row.pair for row in rows])) if len(rows) > 2 else None
        if whole.step(pair) is None:
            break
    timeline = whole.timeline()
    at = min(at, len(timeline))
    before = list(timeline.steps())
    parted = Trainer.from_timeline(timeline, at, **limits)
    for step in before[at:]:
        state = Trainer.from_timeline(timeline, step.index - 1, **limits)
        made = [trainer.step(step.pair if step.forced else None) for trainer in (parted, state)]
        assert made == [step, step]
    assert parted.step() is None
    assert parted.stop_reason is whole.stop_reason
    assert parted.vocabulary == whole.vocabulary
    assert parted.progress == whole.progress
    assert list(parted.timeline().steps()) == before == list(timeline.steps())
    assert dict(parted.splits) == dict(whole.splits)


@given(words=word_frequencies, limit=st.integers(1, 8))
def test_progress_rises_from_0_to_1(words, limit):
    trainer = WordPieceTrainer(words, max_merges=limit)
    seen = [trainer.progress]
    assert seen[0] == (1.0 if trainer.stop_reason else 0.0)
    for _ in trainer:
        seen.append(trainer.progress)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@given(words=word_frequencies, algorithm=algorithms, marking=markings)
def test_joined_splits_give_the_word(words, algorithm, marking):
    trainer = TRAINERS[algorithm](words, marking=marking)
    mark = marking_of(marking)
    assert list(trainer.splits) == list(words)
    for _ in trainer:
        for word, symbols in trainer.splits.items():
            assert mark.word(symbols) == word


@given(words=word_frequencies, marking=markings)
def test_the_vocabulary_has_no_duplicates_and_covers_the_splits(words, marking):
    trainer = WordPieceTrainer(words, marking=marking)
    for _ in trainer:
        pass
    vocabulary = trainer.vocabulary
    assert Counter(vocabulary).most_common(1)[0][1] == 1
    for symbols in trainer.splits.values():
        assert set(symbols) <= set(vocabulary)

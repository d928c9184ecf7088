"""The timeline: every step as the live trainer saw it."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


def recount(splits, words):
    """Symbol and pair counts of some splits, the plain way."""
    symbols, pairs = Counter(), Counter()
    for word, split in splits.items():
        for symbol in split:
            symbols[symbol] += words[word]
        for pair in pairwise(split):
            pairs[pair] += words[word]
    return symbols, pairs


@given(words=word_frequencies, algorithm=algorithms, marking=markings, tie_break=tie_breaks)
def test_every_step_equals_the_live_state(words, algorithm, marking, tie_break):
    trainer = TRAINERS[algorithm](words, marking=marking, tie_break=tie_break, seed=3)
    splits, vocabularies, steps = [dict(trainer.splits)], [trainer.vocabulary], []
    for step in trainer:
        steps.append(step)
        splits.append(dict(trainer.splits))
        vocabularies.append(trainer.vocabulary)

    timeline = trainer.timeline()
    assert len(timeline) == len(steps)
    assert list(timeline.steps()) == steps
    for k in range(len(timeline) + 1):
        symbols, pairs = recount(splits[k], words)
        assert dict(timeline.splits(k)) == splits[k]
        assert timeline.vocabulary(k) == vocabularies[k]
        assert timeline.in_use(k) == set(symbols)
        growth = timeline.growth(k)
        assert growth.vocabulary == len(vocabularies[k])
        assert growth.in_use == len(symbols)
        assert growth.corpus_tokens == symbols.total()

        table = timeline.scores(k)
        rows = table.rows()
        assert {row.pair: row.pair_count for row in rows} == dict(pairs)
        assert all(row.left_count == symbols[row.pair[0]] for row in rows)
        assert all(row.right_count == symbols[row.pair[1]] for row in rows)
        assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
        scores = Counter(row.score for row in rows)
        assert all(row.tied == (scores[row.score] > 1) for row in rows)
        if k < len(timeline):
            assert rows[0].pair == steps[k].pair
            assert table.tied == steps[k].tied
            assert table.ties == len(steps[k].tied)
        by_count = sorted(pairs.values(), reverse=True)
        assert [row.pair_count for row in table.rows(by="count")] == by_count
        assert all(row.count_rank == by_count.index(row.pair_count) + 1 for row in rows)


@given(words=word_frequencies, algorithm=algorithms, marking=markings)
def test_word_states_tell_what_each_step_did(words, algorithm, marking):
    trainer = TRAINERS[algorithm](words, marking=marking)
    trainer.run()
    timeline = trainer.timeline()
    for k in range(len(timeline) + 1):
        changed = [i for i, word in enumerate(timeline.words) if timeline.word(k, i).changed]
        assert timeline.changed_words(k) == changed
        in_place = list(range(len(words)))
        assert list(timeline.find_words(k)) == in_place
        rest = [i for i in in_place if i not in changed]
        assert list(timeline.find_words(k, first=[changed])) == changed + rest
        upcoming = timeline.changed_words(k + 1) if k < len(timeline) else []
        then = [i for i in upcoming if i not in changed]
        last = [i for i in rest if i not in then]
        assert list(timeline.find_words(k, first=[changed, upcoming])) == changed + then + last
        for i, word in enumerate(timeline.words):
            state = timeline.word(k, i)
            assert state.frequency == words[word]
            assert state.symbols == timeline.splits(k)[word]
            assert state.before == timeline.splits(max(0, k - 1))[word]
            assert state.changed == (state.before != state.symbols)
            if k:
                assert all(state.symbols[j] == timeline.step(k).token for j in state.made)
            if k < len(timeline):
                nxt = timeline.step(k + 1)
                assert all(state.symbols[j : j + 2] == nxt.pair for j in state.merging)
                after = timeline.word(k + 1, i)
                assert len(state.merging) == len(state.symbols) - len(after.symbols)
            else:
                assert state.merging == ()


def test_a_timeline_stays_as_it_was_while_training_goes_on():
    trainer = WordPieceTrainer(golden.TOY, special_tokens=())
    trainer.run(2)
    early = trainer.timeline()
    splits = early.splits(2)
    before = dict(splits)
    trainer.run()
    assert len(early) == 2 and early.stop_reason is None
    assert dict(splits) == before == dict(trainer.timeline().splits(2))
    assert early.vocabulary(2)[-1] == "hu"
    assert early.word(2, 4).merging == ()
    with pytest.raises(IndexError, match="no step 3"):
        early.splits(3)
    with pytest.raises(IndexError):
        early.step(0)


@given(words=word_frequencies, wanted=st.text(alphabet="ab#", min_size=1, max_size=3))
def test_find_words(words, wanted):
    trainer = WordPieceTrainer(words)
    trainer.run(3)
    timeline = trainer.timeline()
    k = len(timeline)
    found = {timeline.words[i] for i in timeline.find_words(k, contains=wanted)}
    splits = timeline.splits(k)
    assert found == {w for w in words if wanted in w or wanted in splits[w]}
    by_frequency = timeline.find_words(0, order="frequency")
    assert [words[timeline.words[i]] for i in by_frequency] == sorted(words.values(), reverse=True)


def test_find_a_pair_in_the_table():
    table = WordPieceTrainer(golden.TOY).timeline().scores(0)
    row = table.find(("##u", "##g"))
    assert (row.pair_count, row.count_rank, row.tied) == (20, 1, True)
    assert table.find(("##g", "##u")) is None
    with pytest.raises(IndexError):
        WordPieceTrainer({"a": 1}).timeline().scores(0).most_frequent()


@given(word_frequencies, st.integers(0, 5))
def test_every_row_is_found_by_its_pair(words, merges):
    trainer = WordPieceTrainer(words)
    trainer.run(merges)
    timeline = trainer.timeline()
    table = timeline.scores(len(timeline))
    rows = {row.pair: row for row in table.rows()}
    symbols = {symbol for pair in rows for symbol in pair}
    for pair in ((left, right) for left in symbols for right in symbols):
        assert table.find(pair) == rows.get(pair)


@given(word_frequencies, st.integers(0, 20))
def test_symbol_counts_are_those_of_the_splits(words, merges):
    trainer = WordPieceTrainer(words)
    trainer.run(merges)
    step = trainer.steps_made
    expected: Counter[str] = Counter()
    for word, symbols in trainer.splits.items():
        for symbol in symbols:
            expected[symbol] += words[word]
    counts = trainer.timeline().symbol_counts(step)
    assert dict(counts) == expected
    assert [count for _, count in counts] == sorted(expected.values(), reverse=True)


@given(word_frequencies, st.integers(0, 20))
def test_the_words_of_a_pair_add_up_to_its_count(words, merges):
    trainer = WordPieceTrainer(words)
    trainer.run(merges)
    timeline, step = trainer.timeline(), trainer.steps_made
    for row in timeline.scores(step).rows():
        found = timeline.counted_in(step, row.pair)
        assert sum(count for _, count in found) == row.pair_count
        for i, count in found:
            word = timeline.words[i]
            split = timeline.splits(step)[word]
            assert count == list(pairwise(split)).count(row.pair) * words[word]


def test_symbols_that_end_in_a_null_character_are_found():
    timeline = WordPieceTrainer({"0\0": 3}).timeline()
    assert timeline.counted_in(0, ("0", "##\0")) == [(0, 3)]
    assert timeline.counted_in(0, ("0", "##")) == []


@given(word_frequencies, st.integers(0, 10))
def test_the_best_ratio_is_the_winner_of_wordpiece_s_own_table(words, merges):
    trainer = WordPieceTrainer(words)
    trainer.run(merges)
    table = trainer.timeline().scores(trainer.steps_made)
    assert not len(table) or table.best_ratio() == table.rows(0, 1)[0]

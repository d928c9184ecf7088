"""The timeline and its score tables: every state of a training against a plain recount."""

import pickle
from collections import Counter
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import corpora, examples, markings, scores, tie_breaks, word_frequencies
from tests.wordpiece.trainings import trained
from wordpiece import Trainer, WordPieceTrainer
from wordpiece.scoring import BLOG_CODE
from wordpiece.training import score_table
from wordpiece.training.timeline import WORD_ORDERS, _Tables


def recount(splits, words, by_pairs=False):
    """Count symbols and pairs of some splits; with ``by_pairs`` a symbol once for each pair."""
    symbols: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for word, split in splits.items():
        for pair in pairwise(split):
            pairs[pair] += words[word]
            for symbol in pair if by_pairs else ():
                symbols[symbol] += words[word]
        for symbol in split if not by_pairs else ():
            symbols[symbol] += words[word]
    return symbols, pairs


@given(corpora, scores, markings, tie_breaks, st.lists(st.none() | st.integers(0, 99)))
@examples(50)
def test_every_state_equals_a_recount(words, score, marking, tie_break, forced):
    # If a word contains Ġ, alphabetical order may be that of the bytes of symbols.
    is_by_alphabet = tie_break in ("alphabetical", "greatest")
    assume(not is_by_alphabet or not any("Ġ" in word for word in words))
    trainer = Trainer(words, score=score, marking=marking, tie_break=tie_break, seed=3)
    splits, vocabularies, steps = [dict(trainer.splits)], [trainer.vocabulary], []
    while True:
        pairs = [pair for split in splits[-1].values() for pair in pairwise(split)]
        number = forced.pop() if forced else None
        step = trainer.step(pairs[number % len(pairs)] if pairs and number is not None else None)
        if step is None:
            break
        steps.append(step)
        splits.append(dict(trainer.splits))
        vocabularies.append(trainer.vocabulary)

    timeline = pickle.loads(pickle.dumps(trainer.timeline()))
    assert len(timeline) == len(steps) and [*timeline.steps()] == steps
    boundaries = [timeline.boundary_steps(timeline.position_of(word)) for word in words]
    for k, split in enumerate(splits):
        symbols, _ = recount(split, words)
        assert dict(timeline.splits(k)) == split
        for word, removed in zip(words, boundaries, strict=True):
            assert split[word] == joined(timeline.marking, word, removed, k)
        assert timeline.vocabulary(k) == vocabularies[k]
        assert timeline.in_use(k) == {*symbols}
        growth = timeline.growth(k)
        assert growth.vocabulary == len(vocabularies[k])
        assert (growth.in_use, growth.corpus_tokens) == (len(symbols), symbols.total())
        sides, pairs = recount(split, words, by_pairs=score is BLOG_CODE)
        counts = timeline.symbol_counts(k)
        assert dict(counts) == sides
        assert [count for _, count in counts] == sorted(sides.values(), reverse=True)
        check_table(timeline, k, [*split.values()], sides, pairs)
        if k < len(steps):
            table = timeline.scores(k)
            assert table.tied == steps[k].tied and table.ties == len(steps[k].tied)
            assert table.rows(0, 1)[0].pair == steps[k].best_pair
            row = table.find(steps[k].pair)
            assert row and row.score == steps[k].score


def joined(marking, word, removed, k):
    """Join the alphabet symbols of a word where the first ``k`` steps removed a boundary."""
    start, *others = marking.split(word)
    symbols = [start]
    for step, symbol in zip(removed, others, strict=True):
        if 0 < step <= k:
            symbols[-1] = marking.join(symbols[-1], symbol)
        else:
            symbols.append(symbol)
    return tuple(symbols)


def check_table(timeline, k, splits, sides, pairs):
    table, tie_break = timeline.scores(k), timeline.tie_break
    rows = table.rows()
    assert {row.pair: row.pair_count for row in rows} == pairs
    score_of = {row.pair: row.score for row in rows}
    first_seen = [*pairs]

    def place(pair):
        if tie_break == "random" and pair == rows[0].pair:
            return -1
        if tie_break == "greatest":
            return -sorted(pairs).index(pair)
        return pair if tie_break == "alphabetical" else first_seen.index(pair)

    ranked = sorted(pairs, key=lambda pair: (-score_of[pair], place(pair)))
    by_count = sorted(pairs, key=lambda pair: (-pairs[pair], -score_of[pair], place(pair)))
    descending = [pairs[pair] for pair in by_count]
    tied = Counter(score_of.values())
    assert [row.pair for row in rows] == ranked
    assert [row.pair for row in table.rows(by="count")] == by_count
    for rank, row in enumerate(rows, 1):
        assert (row.left_count, row.right_count) == tuple(sides[part] for part in row.pair)
        assert row.count_rank == descending.index(row.pair_count) + 1
        assert (row.rank, row.tied) == (rank, tied[row.score] > 1)
        assert table.find(row.pair) == row
        found = timeline.counted_in(k, row.pair)
        assert found == [
            (i, n * int(timeline.frequencies[i]))
            for i, split in enumerate(splits)
            if (n := [*pairwise(split)].count(row.pair))
        ]
    for row in rows[:3]:
        parts = [timeline.pair_in_word(k, i, row.pair) for i in range(len(splits))]
        for count in ("pair_count", "left_count", "right_count"):
            assert getattr(row, count) == sum(getattr(part, count) for part in parts)
    with pytest.MonkeyPatch.context() as patch:  # so few that not all are put in order
        patch.setattr(score_table, "FEW", 2)
        assert table.rows(0, 2) == rows[:2] and table.rows(1, 4) == rows[1:4]
        assert table.rows(0, 2, by="count") == [table.find(pair) for pair in by_count[:2]]
    if rows:
        top, equals = table.most_frequent()
        assert equals == descending.count(top.pair_count) and top.pair_count == descending[0]
        most = [pair for pair in first_seen if pairs[pair] == descending[0]]
        assert tie_break == "random" or top.pair == min(most, key=place)
        ratios = {pair: n / (sides[pair[0]] * sides[pair[1]]) for pair, n in pairs.items()}
        if max(sides.values()) < 2**25:
            assert table.best_ratio().pair == max(first_seen, key=ratios.__getitem__)
    for pair in (pair[::-1] for pair in first_seen if pair[::-1] not in pairs):
        assert table.find(pair) is None and timeline.counted_in(k, pair) == []


@given(word_frequencies, scores, markings)
@examples(50)
def test_a_word_state_shows_what_the_steps_before_and_after_it_do(words, score, marking):
    timeline = trained(Trainer, words, score=score, marking=marking)
    splits = [dict(timeline.splits(k)) for k in range(len(timeline) + 1)]
    for k, split in enumerate(splits):
        before, after = splits[max(0, k - 1)], splits[min(k + 1, len(timeline))]
        assert timeline.changed_words(k) == [
            i for i, word in enumerate(words) if split[word] != before[word]
        ]
        for i, word in enumerate(words):
            state = timeline.word(k, i)
            assert (state.word, state.frequency) == (word, words[word])
            assert (state.symbols, state.before) == (split[word], before[word])
            assert state.changed == (split[word] != before[word])
            assert len(state.made) == len(before[word]) - len(split[word])
            assert len(state.merging) == len(split[word]) - len(after[word])
            assert all(split[word][j] == timeline.merge(k).token for j in state.made)
            assert all(split[word][j : j + 2] == timeline.pair(k + 1) for j in state.merging)


@given(
    words=word_frequencies,
    wanted=st.text(alphabet="ab#", max_size=3),
    groups=st.lists(st.sets(st.integers(0, 11)), max_size=3),
)
@examples(60)
def test_words_are_found_and_ordered(words, wanted, groups):
    trainer = WordPieceTrainer(words)
    trainer.run(3)
    timeline, k = trainer.timeline(), trainer.steps_made
    splits, names = timeline.splits(k), [*words]
    groups = [[i for i in group if i < len(words)] for group in groups]

    def place(i, order):
        word = names[i]
        group = next((n for n, group in enumerate(groups) if i in group), len(groups))
        keys = {
            "corpus": 0,
            "frequency": -words[word],
            "alphabet": word,
            "length": -len(word),
            "symbols": -len(splits[word]),
        }
        return group, keys[order], i

    has = [i for i, word in enumerate(names) if wanted in word or wanted in splits[word]]
    for order in WORD_ORDERS:
        found = timeline.find_words(k, contains=wanted, order=order, first=groups)
        assert found.tolist() == sorted(has, key=partial(place, order=order))
    assert timeline.find_words(k).tolist() == [*range(len(names))]


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
    assert {*early.boundary_steps(4)} == {0, 1, 2} and early.removed_at().max() == 2
    for wrong in (3, -1):
        with pytest.raises(IndexError, match=f"no step {wrong}; this training has 2"):
            early.splits(wrong)
    for ask in (early.step, early.ties):
        with pytest.raises(IndexError, match="no step 0"):
            ask(0)
    with pytest.raises(IndexError):
        early.tokens_made([3])
    assert early.tokens_made([2, 1]) == ["hu", "##gs"]
    assert early.position_of("cat") is None


def test_of_the_score_tables_used_before_at_least_two_are_kept():
    log, tables = trained(WordPieceTrainer, golden.TOY)._log, _Tables(0)
    for step in (0, 1, 0, 2):
        tables.get(1, log, step)
    assert [*tables._kept] == [(1, 0), (1, 2)]
    tables.drop(1)
    assert not tables._kept and not tables._bytes


def test_a_table_without_pairs_has_no_best_pair():
    table = WordPieceTrainer({"a": 1}).timeline().scores(0)
    assert (table.ties, table.tied, table.rows()) == (0, (), [])
    for best in table.most_frequent, table.best_ratio:
        with pytest.raises(IndexError, match="no pairs left"):
            best()


def test_symbols_that_end_in_a_null_character_are_found():
    timeline = WordPieceTrainer({"0\0": 3}).timeline()
    assert timeline.counted_in(0, ("0", "##\0")) == [(0, 3)]
    assert timeline.counted_in(0, ("0", "##")) == []

"""What merging another pair would do, held against a training that really merges it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer, textbook_merges
from wordpiece.errors import UnknownPairError
from wordpiece.training.what_if import KINDS, what_if

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}

trainings = st.fixed_dictionaries(
    {
        "words": word_frequencies,
        "algorithm": algorithms,
        "marking": markings,
        "tie_break": tie_breaks,
        "further": st.booleans(),
    }
)


def asked(training, data):
    """A timeline, a step and a pair to ask about; and a trainer that has merged that pair."""
    make, words = TRAINERS[training["algorithm"]], training["words"]
    settings = {"marking": training["marking"], "tie_break": training["tie_break"], "seed": 5}
    trainer = make(words, **settings)
    trainer.run()
    if not trainer.steps_made:
        return None
    step = data.draw(st.integers(0, trainer.steps_made - 1))
    forced = make(words, **settings)
    forced.run(step)
    pairs = [row.pair for row in forced.timeline().scores(step).rows()]
    pair = data.draw(st.sampled_from(pairs))
    timeline = trainer.timeline() if training["further"] else forced.timeline()
    record = forced.step(pair)
    return timeline, step, pair, record, forced.timeline()


@given(training=trainings, data=st.data())
def test_what_if_is_what_would_be(training, data):
    case = asked(training, data)
    if case is None:
        return
    timeline, step, pair, record, forced = case
    what = what_if(timeline, step, pair)
    assert what.merge == replace(record, tied=())
    assert what.row == next(row for row in timeline.scores(step).rows() if row.pair == pair)

    old = {row.pair: row for row in timeline.scores(step).rows() if row.pair != pair}
    new = {row.pair: row for row in forced.scores(step + 1).rows()}
    assert pair not in new
    totals = dict.fromkeys(KINDS, 0)
    changed = {}
    for other in old.keys() | new.keys():
        before, after = old.get(other), new.get(other)
        if before is None or after is None:
            kind = "appears" if before is None else "vanishes"
        elif before.score == after.score:
            kind = "stays"
        else:
            kind = "rises" if before.score < after.score else "falls"
        totals[kind] += 1
        if kind != "stays" or before.pair_count != after.pair_count:
            changed[other] = (kind, before, after)
    assert what.totals == totals
    changes = what.changes()
    assert {c.pair: (c.kind, c.before, c.after) for c in changes} == changed
    assert len(changes) == len(what) == len(changed)
    assert what.changes(1, 3) == changes[1:3]

    assert what.winner == next(iter(forced.scores(step + 1).rows()), None)
    assert what.ties == forced.scores(step + 1).ties


@given(training=trainings, data=st.data())
def test_the_most_telling_comes_first(training, data):
    case = asked(training, data)
    if case is None:
        return
    what = what_if(*case[:3])

    def place(change):
        ranks = [row.rank for row in (change.before, change.after) if row]
        wins = change.after is not None and change.after.rank == 1
        return (change.kind == "stays", not wins, min(ranks))

    places = [place(change) for change in what.changes()]
    assert places == sorted(places)


@given(training=trainings, data=st.data())
def test_the_words_of_a_pair(training, data):
    case = asked(training, data)
    if case is None:
        return
    timeline, step, pair, _, forced = case
    what = what_if(timeline, step, pair)
    splits, after = timeline.splits(step), forced.splits(step + 1)
    here = [i for i, word in enumerate(timeline.words) if pair in pairwise(splits[word])]
    assert what.words == here
    for i in here:
        state, word = what.word(i), timeline.words[i]
        assert (state.word, state.symbols) == (word, splits[word])
        assert all(state.symbols[j : j + 2] == pair for j in state.merging)
        assert len(state.merging) == len(splits[word]) - len(after[word])


@given(training=trainings, data=st.data())
def test_the_textbook_agrees(training, data):
    case = asked(training, data)
    if case is None:
        return
    timeline, step, pair, *_ = case
    settings = {k: training[k] for k in ("algorithm", "marking", "tie_break")}
    words = training["words"]
    steps = textbook_merges(words, step + 2, forced={step + 1: pair}, seed=5, **settings)
    what = what_if(timeline, step, pair)
    there = steps[step]
    assert (there.pair_count, there.replaced_count) == (
        what.merge.pair_count,
        what.merge.replaced_count,
    )
    if len(steps) == step + 2:
        assert what.winner.pair == steps[-1].pair
        assert what.winner.score == steps[-1].score
        assert what.ties == len(steps[-1].tied)
    else:
        assert what.winner is None and what.ties == 0


@given(training=trainings, data=st.data())
def test_a_fork_is_a_training_like_any_other(training, data):
    case = asked(training, data)
    if case is None:
        return
    timeline, step, pair, record, forced = case
    special = timeline.fork(step, pair)
    assert len(special) == step + 1
    assert special.step(step + 1) == record
    for k in range(step + 2):
        assert special.growth(k) == forced.growth(k)
        assert special.vocabulary(k) == forced.vocabulary(k)
        assert special.in_use(k) == forced.in_use(k)
        assert dict(special.splits(k)) == dict(forced.splits(k))


def test_the_printed_path_of_the_course():
    """Its third merge is hu + ##g, which the formula puts fifth."""
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    what = what_if(trainer.timeline(), 2, ("hu", "##g"))
    assert (what.row.rank, what.row.score, what.merge.token) == (5, 10 / 225, "hug")
    assert what.merge.best_pair == ("hu", "##gs")
    [hug] = what.words
    assert what.word(hug).symbols == ("hu", "##g") and what.word(hug).merging == (0,)
    changes = {change.pair: change for change in what.changes()}
    rises = changes["hu", "##gs"]
    assert (rises.before.score, rises.after.score) == (1 / 15, 1 / 5)
    assert what.winner.pair == ("hu", "##gs")


def test_a_run_is_counted_and_replaced():
    words = {"aaa": 2, "aaaaa": 1}
    what = what_if(BPETrainer(words).timeline(), 0, ("a", "a"))
    assert (what.merge.pair_count, what.merge.replaced_count) == (8, 4)
    assert [what.word(i).merging for i in what.words] == [(0,), (0, 2)]


def test_counts_beyond_exact_products():
    """Scores are divided as whole numbers where float64 would round their products."""
    big = 94_906_267  # its square is above 2**53
    words = {"ab": big, "ac": big + 1, "cb": big + 2, "abc": 3}
    pair = ("a", "##b")
    trainer = WordPieceTrainer(words)
    what = what_if(trainer.timeline(), 0, pair)
    trainer.step(pair)
    assert what.winner == trainer.timeline().scores(1).rows()[0]
    row = what.winner
    assert row.score == row.pair_count / (row.left_count * row.right_count)


def test_a_pair_that_does_not_stand_there():
    timeline = WordPieceTrainer(golden.TOY).timeline()
    for pair in (("##g", "##u"), ("h", "no such symbol")):
        with pytest.raises(UnknownPairError):
            what_if(timeline, 0, pair)
    with pytest.raises(IndexError):
        what_if(timeline, 1, ("h", "##u"))

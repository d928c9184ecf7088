"""What merging another pair would do, against a training that really merges it."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import algorithms, examples, markings, tie_breaks, word_frequencies
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.errors import UnknownPairError
from wordpiece.training.what_if import KINDS, what_if

TRAINERS = {"wordpiece": WordPieceTrainer, "bpe": BPETrainer}


@given(
    words=word_frequencies, algorithm=algorithms, marking=markings, tie_break=tie_breaks,
    further=st.booleans(), data=st.data(),
)  # fmt: skip
@examples(80)
def test_what_if_is_what_would_be(words, algorithm, marking, tie_break, further, data):
    """For a training that ends there or continues."""
    settings = {"marking": marking, "tie_break": tie_break, "seed": 5}
    trainer, really = (TRAINERS[algorithm](words, **settings) for _ in range(2))
    trainer.run()
    if not trainer.steps_made:
        return
    step = data.draw(st.integers(0, trainer.steps_made - 1))
    really.run(step)
    rows = really.timeline().scores(step).rows()
    row = data.draw(st.sampled_from(rows))
    timeline = trainer.timeline() if further else really.timeline()
    record = really.step(row.pair)
    assert record
    forced = really.timeline()

    what = what_if(timeline, step, row.pair)
    assert what.row == row and what.merge == replace(record, tied=())
    check_changes(what, {each.pair: each for each in rows}, forced.scores(step + 1))
    check_words(what, timeline.splits(step), forced.splits(step + 1))
    then = forced.scores(step + 1)
    assert ([what.winner] if what.winner else []) == then.rows(0, 1) and what.ties == then.ties
    fork = timeline.fork(step, row.pair)
    assert len(fork) == step + 1 and fork.step(step + 1) == record
    for k in range(step + 2):
        assert fork.growth(k) == forced.growth(k)
        assert fork.vocabulary(k) == forced.vocabulary(k)
        assert fork.in_use(k) == forced.in_use(k)
        assert dict(fork.splits(k)) == dict(forced.splits(k))


def check_changes(what, old, table):
    """Compare how scores change with both tables, and their order: the largest change first."""
    del old[what.row.pair]
    new = {row.pair: row for row in table.rows()}
    assert what.row.pair not in new
    totals, changed = dict.fromkeys(map(str, KINDS), 0), {}
    for other in old.keys() | new.keys():
        before, after = old.get(other), new.get(other)
        if before is None or after is None:
            kind = "appears" if before is None else "vanishes"
        elif before.score == after.score:
            kind = "stays"
        else:
            kind = "rises" if before.score < after.score else "falls"
        totals[kind] += 1
        if kind != "stays" or old[other].pair_count != new[other].pair_count:
            changed[other] = (kind, before, after)
    changes = what.changes()
    assert what.totals == totals
    assert {c.pair: (c.kind, c.before, c.after) for c in changes} == changed
    assert len(changes) == len(what) == len(changed) and what.changes(1, 3) == changes[1:3]

    def place(change):
        ranks = [row.rank for row in (change.before, change.after) if row]
        wins = change.after is not None and change.after.rank == 1
        return (change.kind == "stays", not wins, min(ranks))

    places = [place(change) for change in changes]
    assert places == sorted(places)


def check_words(what, splits, after):
    """Compare the words that a merge would change with what it makes of them."""
    words = [*splits]
    assert what.words == [i for i, w in enumerate(words) if what.row.pair in pairwise(splits[w])]
    for i in what.words:
        state, word = what.word(i), words[i]
        assert (state.word, state.symbols) == (word, splits[word])
        assert all(state.symbols[j : j + 2] == what.row.pair for j in state.merging)
        assert len(state.merging) == len(splits[word]) - len(after[word])


def test_counts_beyond_exact_products():
    """Scores are divided as whole numbers where float64 would round their products."""
    big = 94_908_730  # its square is above 2**53; the score is near the middle of two floats
    words = {"ab": big, "ac": big + 1, "cb": big + 2, "abc": 3}
    pair = ("a", "##b")
    trainer = WordPieceTrainer(words)
    what = what_if(trainer.timeline(), 0, pair)
    trainer.step(pair)
    assert what.winner == trainer.timeline().scores(1).rows()[0]
    row = what.winner
    assert row and row.score == row.pair_count / (row.left_count * row.right_count)


def test_a_pair_that_is_in_no_word():
    timeline = WordPieceTrainer(golden.TOY).timeline()
    for pair in (("##g", "##u"), ("h", "no such symbol")):
        with pytest.raises(UnknownPairError):
            what_if(timeline, 0, pair)
    with pytest.raises(IndexError):
        what_if(timeline, 1, ("h", "##u"))

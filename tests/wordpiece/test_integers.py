"""Index arithmetic on a platform whose addresses, and so numpy's indices, have 32 bits.

Such a numpy is imitated: what it returns as an index has 32 bits, and where it wants indices it
refuses what has 64. A training on it must be the same as on the real one.
"""

import sys

import numpy as np
import pytest

from tests import golden
from wordpiece import Trainer, what_if
from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
from wordpiece.training.comparison import Comparison
from wordpiece.training.what_if import KINDS

RETURN_INDICES = ("flatnonzero", "argsort", "lexsort", "searchsorted", "count_nonzero")


def as_index(found):
    """Return an index as it is with 32 bits."""
    return found.astype(np.int32) if isinstance(found, np.ndarray) else found


def checked(indices):
    """Return indices, if this platform takes them; refuse those of 64 bits, as numpy does."""
    indices = np.asarray(indices, dtype=None if len(indices) else np.int32)
    if not np.can_cast(indices.dtype, np.int32, "safe"):
        raise TypeError(f"Cannot cast array data from {indices.dtype} to int32 by the rule 'safe'")
    return indices


def ufunc(real):
    """Return a ufunc whose ``reduceat`` checks its indices."""

    def call(*args, **named):
        return real(*args, **named)

    call.accumulate = real.accumulate  # type: ignore[attr-defined]
    call.reduceat = lambda array, ids: real.reduceat(array, checked(ids))  # type: ignore[attr-defined]
    return call


class Numpy32:
    """numpy as it is on a platform of 32 bits, as far as the engine uses it."""

    intp = np.int32
    add, maximum, minimum = (staticmethod(ufunc(f)) for f in (np.add, np.maximum, np.minimum))

    def __getattr__(self, name):
        real = getattr(np, name)
        if name not in RETURN_INDICES:
            return real
        return lambda *args, **named: as_index(real(*args, **named))

    def repeat(self, array, repeats):
        return np.repeat(array, checked(repeats))

    def bincount(self, ids, weights=None, minlength=0):
        counted = np.bincount(checked(ids), weights, minlength)
        return counted if weights is not None else as_index(counted)

    def unique(self, array, **named):
        found = np.unique(array, **named)
        return (found[0], *map(as_index, found[1:])) if isinstance(found, tuple) else found

    def arange(self, *args, dtype=np.int32):
        return np.arange(*args, dtype=dtype)

    def cumsum(self, array, dtype=None, out=None):
        default = np.int32 if np.asarray(array).dtype.kind == "i" else None
        return np.cumsum(array, dtype=dtype or default, out=out)


@pytest.fixture
def small_indices(monkeypatch):
    """Give numpy of 32 bits to every module of the engine."""
    for name, module in sys.modules.items():
        if name.startswith("wordpiece") and hasattr(module, "np"):
            monkeypatch.setattr(module, "np", Numpy32())


def everything(words, score, tie_break):
    """All that is computed with numpy about a training, as plain values."""
    options = {"score": score, "marking": "##", "tie_break": tie_break}
    trainer = Trainer(words, **options)
    stepping = Trainer(words, **options)
    steps = [*stepping]
    trainer.run()
    timeline = trainer.timeline()
    last = len(timeline)
    yield steps, [*timeline.steps()]
    for step in range(last + 1):
        table = timeline.scores(step)
        yield table.rows(), table.rows(by="count"), table.tied, timeline.in_use(step)
        yield timeline.symbol_counts(step), timeline.changed_words(step), timeline.growth(step)
        yield timeline.find_words(step, contains="u", order="length").tolist()
        for row in table.rows(0, 3):
            what = what_if(timeline, step, row.pair)
            yield what.merge, what.totals, what.changes(0, 5), what.winner, list(KINDS)
            yield timeline.counted_in(step, row.pair)
    other = Trainer(words, score=PAIR_COUNT, marking="none")
    other.run()
    both = Comparison({"a": timeline, "b": other.timeline()}, by="size")
    positions = [*range(both.last + 1)]
    measures = both.measures_at(positions)
    yield {name: {k: v.tolist() for k, v in each.items()} for name, each in measures.items()}
    yield both.shared_at("a", "b", positions).tolist(), both.divergence("a", "b")
    yield [both.find_words(position) for position in positions]


@pytest.mark.parametrize("score", [WORDPIECE, PAIR_COUNT, LIKELIHOOD_GAIN, BLOG_CODE])
@pytest.mark.parametrize(
    ("words", "tie_break"),
    [
        (golden.TOY, "alphabetical"),
        ({"aaaa": 2, "aab": 2**40, "ba": 3}, "first-seen"),
        ({}, "first-seen"),
    ],
)
def test_a_training_is_the_same_with_indices_of_32_bits(
    words, tie_break, score, small_indices, monkeypatch
):
    small = [*everything(words, score, tie_break)]
    monkeypatch.undo()
    assert small == [*everything(words, score, tie_break)]

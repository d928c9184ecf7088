"""BPE-dropout against its definition, and against the tokenizers library."""

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers.models import BPE

from tests import golden
from tests.wordpiece.trainings import trained
from wordpiece import BPEEncoder, BPETrainer, WordPieceTrainer
from wordpiece.encoding.dropout import (
    LONGEST,
    Branch,
    dropout_splits,
    dropout_tree,
    sample_splits,
)
from wordpiece.errors import ArgumentError, UnknownSymbolError
from wordpiece.textbook import replay_merges

MERGES = [("u", "g"), ("u", "n"), ("h", "ug")]

merge_lists = st.lists(
    st.tuples(*[st.sampled_from(["a", "b", "ab", "ba", "aa", "aba"])] * 2), max_size=6, unique=True
)
small_words = st.text("ab", min_size=1, max_size=6)
dropouts = st.sampled_from([0, 0.1, 0.3, 0.5, 0.9, 1])


def by_definition(word: str, merges: list[tuple[str, str]], p: Fraction) -> dict[str, Fraction]:
    """Try every result of the draws of each round."""

    @cache
    def splits(symbols: tuple[str, ...]) -> dict[tuple[str, ...], Fraction]:
        places = [i for i, pair in enumerate(pairwise(symbols)) if pair in merges]
        found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
        for dropped in product([True, False], repeat=len(places)):
            share = p ** sum(dropped) * (1 - p) ** (len(places) - sum(dropped))
            left = [i for i, is_dropped in zip(places, dropped, strict=True) if not is_dropped]
            if not left:
                found[symbols] += share
                continue
            i = min(left, key=lambda i: (merges.index(symbols[i : i + 2]), i))  # type: ignore[arg-type]
            after = (*symbols[:i], symbols[i] + symbols[i + 1], *symbols[i + 2 :])
            for split, more in splits(after).items():
                found[split] += share * more
        return found

    return {" ".join(split): share for split, share in splits(tuple(word)).items() if share}


@given(word=small_words, merges=merge_lists, dropout=dropouts)
def test_the_probabilities_are_those_of_the_definition(word, merges, dropout):
    encoder = BPEEncoder(merges, alphabet="ab")
    splits = dropout_splits(encoder, word, dropout)
    wanted = by_definition(word, merges, Fraction(str(dropout)))
    found = {" ".join(split): share for split, share in splits.items() if share}
    assert found == pytest.approx({split: float(share) for split, share in wanted.items()})
    assert sum(splits.values()) == pytest.approx(1)

    def leaves(branch: Branch):
        assert branch.ends + sum(each.probability for each in branch.branches) == pytest.approx(
            branch.probability
        )
        yield " ".join(branch.symbols), branch.ends
        for each in branch.branches:
            yield from leaves(each)

    ends: dict[str, float] = defaultdict(float)
    for split, share in leaves(dropout_tree(encoder, word, dropout)):
        ends[split] += share
    assert {split: share for split, share in ends.items() if share} == pytest.approx(found)


@given(word=small_words, merges=merge_lists)
def test_without_dropout_the_split_is_that_of_merge_replay(word, merges):
    encoder = BPEEncoder(merges, alphabet="ab")
    certain = {split for split, share in dropout_splits(encoder, word, 0).items() if share}
    assert certain == {tuple(encoder.encode_word(word))}
    assert {*sample_splits(encoder, word, 0, 3)} == certain
    assert {*sample_splits(encoder, word, 1, 3)} == {tuple(word)}


def close_to(counts: Counter, shares: dict, times: int) -> bool:
    """Return whether all counts are within five standard deviations of what is expected."""
    return {*counts} <= {*shares} and all(
        abs(counts[split] - times * p) <= 5 * (times * p * (1 - p)) ** 0.5 + 1e-6
        for split, p in shares.items()
    )


@pytest.mark.slow
def test_the_published_example():
    encoder = BPEEncoder(MERGES)
    shares = dropout_splits(encoder, "unhug", 0.3)
    samples = sample_splits(encoder, "unhug", 0.3, 20_000, seed=1)
    assert close_to(samples, shares, 20_000) and samples.total() == 20_000
    assert samples == sample_splits(encoder, "unhug", 0.3, 20_000, seed=1)
    assert samples != sample_splits(encoder, "unhug", 0.3, 20_000, seed=2)
    tree = dropout_tree(encoder, "unhug", 0.3, least=0.1)
    assert [branch.token for branch in tree.branches] == ["ug", "un"]
    assert tree.branches[0].probability == pytest.approx(0.7) and tree.ends == pytest.approx(0.09)


@pytest.mark.parametrize("word", ["unhug", "hugs", "pugpun"])
def test_the_library_gives_the_same_splits_as_often(word):
    """Its draws have no seed; five standard deviations are exceeded in one of a million runs."""
    encoder = BPEEncoder.from_timeline(trained(BPETrainer, golden.TOY), 7)
    library = BPE(vocab=dict(encoder.ids), merges=[*encoder.merges], dropout=0.3)
    drawn = Counter(tuple(token.value for token in library.tokenize(word)) for _ in range(20_000))
    assert close_to(drawn, dropout_splits(encoder, word, 0.3), 20_000)


def test_unknown_characters_marks_and_wrong_arguments():
    encoder = BPEEncoder(MERGES, alphabet="ghnu")
    assert {*dropout_splits(encoder, "mug", 0.5)} == {("[UNK]", "ug"), ("[UNK]", "u", "g")}
    marked = BPEEncoder.from_timeline(trained(WordPieceTrainer, golden.TOY), 9)
    assert ("hu", "##gs") in dropout_splits(marked, "hugs", 0.5)
    assert replay_merges("unhug", MERGES) == ["un", "hug"]
    assert dropout_splits(encoder, "", 0.5) == {(): 1.0}
    for dropout in (-0.1, 1.1, float("nan")):
        with pytest.raises(ArgumentError, match="it must be from 0 to 1"):
            dropout_splits(encoder, "hug", dropout)
    with pytest.raises(ArgumentError, match=f"13 symbols; .* at most {LONGEST}"):
        dropout_splits(encoder, "h" * 13, 0.5)
    assert sample_splits(encoder, "ug" * 40, 0.5, 5).total() == 5
    with pytest.raises(UnknownSymbolError):
        dropout_splits(BPEEncoder(MERGES, unk_token=None), "x", 0.5)

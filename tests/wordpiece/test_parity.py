"""Parity-aware BPE against the tokenizers library, and what it is for."""

import json
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from pages.trainings.samples import parallel_sentences
from tests.strategies import counts
from wordpiece import BPETrainer
from wordpiece.records import Pair
from wordpiece.text.pre_tokenizers import split_words
from wordpiece.training.parity import parity_merges

LANGUAGES = [*parallel_sentences().values()]


def tables_of(split: str) -> list[Counter[str]]:
    return [
        Counter(word for each in sentences for word in split_words(each, split))
        for sentences in LANGUAGES
    ]


def merged(tables: list, merges: int | None) -> tuple[list[Pair], list[int]]:
    total: Counter[str] = Counter()
    for table in tables:
        total.update(table)
    trainer = BPETrainer(total)
    chosen = parity_merges(trainer, tables, merges)
    timeline = trainer.timeline()
    return [timeline.pair(k) for k in range(1, len(timeline) + 1)], chosen


def test_the_library_makes_the_same_merges():
    merges, chosen = merged(tables_of("gpt2"), 250)
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainers.ParityBpeTrainer(num_merges=250, show_progress=False).train_from_iterator(
        library,
        [iter(sentences) for sentences in LANGUAGES],
        dev_iterators=[iter(sentences) for sentences in LANGUAGES],
    )
    assert [tuple(pair) for pair in json.loads(library.to_str())["model"]["merges"]] == merges
    assert len(merges) == len(chosen) == 250 and {*chosen} == {*range(7)}
    assert chosen[0] == 6  # Hindi, whose letters have three bytes each


small = st.dictionaries(st.text("abc", min_size=1, max_size=5), counts, min_size=1, max_size=5)


@given(st.lists(small, min_size=1, max_size=3))
def test_each_merge_is_the_most_frequent_pair_of_the_language_with_the_most_tokens(tables):
    """Counted from the words and the merges alone."""
    merges, chosen = merged(tables, None)
    splits = {word: tuple(word) for table in tables for word in table}
    for pair, language in zip(merges, chosen, strict=True):
        pairs = [
            Counter(
                p
                for word, n in table.items()
                for p in zip(splits[word], splits[word][1:], strict=False)
                for _ in range(n)
            )
            for table in tables
        ]
        sizes = [sum(n * len(splits[word]) for word, n in table.items()) for table in tables]
        able = [i for i in range(len(tables)) if pairs[i]]
        assert language == max(able, key=lambda i: sizes[i])
        assert pair == max(pairs[language], key=lambda p: (pairs[language][p], p))
        splits = {word: apply(pair, split) for word, split in splits.items()}
    assert all(len(split) == 1 for split in splits.values())


def apply(pair: Pair, symbols: tuple[str, ...]) -> tuple[str, ...]:
    left: list[str] = []
    for symbol in symbols:
        if left and (left[-1], symbol) == pair:
            left[-1] += symbol
        else:
            left.append(symbol)
    return tuple(left)

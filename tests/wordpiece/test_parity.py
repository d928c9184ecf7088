"""Parity-aware BPE against the tokenizers library, against the words, and what it is for."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from pages.trainings.samples import parallel_sentences
from tests.strategies import counts, tie_breaks
from wordpiece.errors import CorpusError
from wordpiece.recipes import RECIPES
from wordpiece.scoring import PAIR_COUNT, PARITY, break_tie
from wordpiece.teaching.grading import grade
from wordpiece.teaching.quiz import merge_question
from wordpiece.teaching.wording import explain
from wordpiece.text.corpus import build
from wordpiece.textbook import merge
from wordpiece.trainer import Trainer

LANGUAGES = [*parallel_sentences().values()]
TEXT = "\n\n".join(map("\n".join, LANGUAGES))


def test_the_library_makes_the_same_merges():
    recipe = replace(RECIPES["parity-bpe"], normalizer=())
    corpus = build(TEXT, "text", str, "gpt2", by_language=True)
    trainer = recipe.trainer(corpus.word_frequencies, languages=corpus.languages)
    made = [*trainer]
    timeline = trainer.timeline()
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainers.ParityBpeTrainer(num_merges=250, show_progress=False).train_from_iterator(
        library,
        [iter(sentences) for sentences in LANGUAGES],
        dev_iterators=[iter(sentences) for sentences in LANGUAGES],
    )
    merges = [tuple(pair) for pair in json.loads(library.to_str())["model"]["merges"]]
    assert merges == [step.pair for step in made] and len(made) == 250
    chosen = [step.language for step in made]
    assert chosen[0] == 6 and {*chosen} == {*range(7)}  # Hindi's letters have three bytes each
    # What it is for: at the end the languages need about the same number of tokens.
    before, after = (timeline.language_tokens(k) for k in (0, 250))
    assert before.max() > 2.8 * before.min() and after.max() < 1.02 * after.min()


small = st.dictionaries(st.text("abc", min_size=1, max_size=5), counts, min_size=1, max_size=5)


@given(st.lists(small, min_size=1, max_size=3), tie_breaks, st.data())
def test_each_merge_is_the_best_pair_of_the_language_with_the_most_tokens(tables, rule, data):
    """Counted from the words and the merges alone."""
    words: Counter[str] = Counter()
    for table in tables:
        words.update(table)
    languages = [[table.get(word, 0) for word in words] for table in tables]
    trainer = Trainer(
        words, score=PARITY, marking=None, tie_break=rule, seed=7, languages=languages
    )
    splits = {word: tuple(word) for word in words}
    while pairs := dict.fromkeys(pair for split in splits.values() for pair in pairwise(split)):
        sizes = [sum(n * len(splits[word]) for word, n in table.items()) for table in tables]
        able = [i for i, table in enumerate(tables) if sizes[i] > sum(table.values())]
        language = max(able, key=lambda i: sizes[i])
        found: Counter[tuple[str, str]] = Counter(dict.fromkeys(pairs, 0))
        for word, n in tables[language].items():
            for pair in pairwise(splits[word]):
                found[pair] += n
        tied = [pair for pair in pairs if found[pair] == max(found.values())]
        winner = break_tie(tied, rule, seed=7, index=trainer.steps_made + 1)
        forced = data.draw(st.sampled_from([None, None, *pairs]))
        table = trainer.timeline().scores(trainer.steps_made)
        assert table.language == language and table.tied == tuple(tied)
        assert {row.pair: row.score for row in table.rows()} == found
        step = trainer.step(forced)
        assert step and (step.best_pair, step.tied) == (winner, tuple(tied))
        assert step == trainer.timeline().step(step.index) and step.language == language
        assert step.pair == (forced or winner) and step.score == found[step.pair]
        splits = {
            word: tuple(merge(split, step.pair, step.token)) for word, split in splits.items()
        }
        tokens = trainer.timeline().language_tokens(trainer.steps_made)
        assert tokens.tolist() == [
            sum(n * len(splits[word]) for word, n in table.items()) for table in tables
        ]
    assert trainer.step() is None


@given(small)
def test_one_language_makes_the_merges_of_bpe(words):
    one, bpe = (
        Trainer(words, score=score, marking=None, tie_break="greatest")
        for score in (PARITY, PAIR_COUNT)
    )
    assert [replace(step, language=None) for step in one] == [*bpe]


def test_the_count_in_all_languages_is_no_reason():
    words, languages = {"ab": 5, "cdefg": 2}, [[4, 0], [1, 2]]
    trainer = Trainer(words, score=PARITY, marking=None, languages=languages)
    step = trainer.step()
    assert step and step.pair == ("c", "d")
    question = merge_question(trainer.timeline(), 0)
    assert question
    why, merges, *_ = map(str, grade(question, ("a", "b")).reason)
    assert why == "Your pair has the second-best score." and merges == "c + d merges next."
    most = trainer.timeline().scores(0).most_frequent()[0]
    (*_, last) = map(str, explain(step, PARITY, "first-seen", most))
    assert last == "In all languages together, no pair occurs more often than a + b (5 times)."


def test_a_training_continued_after_a_step_makes_the_same_merges():
    corpus = build(TEXT, "text", str, "gpt2", by_language=True)
    whole = RECIPES["parity-bpe"].trainer(corpus.word_frequencies, languages=corpus.languages)
    merges = [step.pair for step in whole]
    other = Trainer.from_timeline(whole.timeline(), 30)
    assert other.run(20) == 20
    assert [other.timeline().pair(k) for k in range(31, 51)] == merges[30:50]
    fork = whole.timeline().fork(30, merges[31])
    assert fork.step(31).best_pair == merges[30]


@pytest.mark.parametrize(
    "text", ["a hug", "a hug\n\nun hug\nun pug", "\n\n".join("ab" for _ in [0] * 51)]
)
def test_a_corpus_that_is_not_in_several_languages_is_refused(text):
    with pytest.raises(CorpusError, match="needs a text in several languages"):
        build(text, "text", str, "gpt2", by_language=True)
    with pytest.raises(CorpusError, match="needs a text in several languages"):
        build("hug\t10", "table", str, "gpt2", by_language=True)


def test_wrong_counts_of_languages_are_refused():
    with pytest.raises(ValueError, match="languages must have"):
        Trainer({"hug": 1}, score=PARITY, marking=None, languages=[[1, 2]])

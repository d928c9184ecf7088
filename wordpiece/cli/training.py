"""Training with the options of a command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import overload

from wordpiece.cli.display import ProgressBar
from wordpiece.cli.files import read_file, write_notes
from wordpiece.cli.streams import Problem
from wordpiece.files.writers.vocabulary import AnyTimeline
from wordpiece.message import Message, message
from wordpiece.recipes import (
    ALGORITHMS,
    RECIPES,
    TOP_DOWN_RECIPES,
    UNIGRAM_RECIPES,
    Recipe,
    SomeRecipe,
    TopDownRecipe,
    UnigramRecipe,
)
from wordpiece.teaching.wording import decisions_in_words, merges_in_words, removals_in_words
from wordpiece.text.corpus import Corpus, build, decode
from wordpiece.text.normalizers import compose
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.trainer import UnigramTrainer

SomeTrainer = Trainer | UnigramTrainer | TopDownTrainer
"""A trainer of any kind."""


def recipe_of(options: argparse.Namespace, name: str) -> SomeRecipe:
    """Return a recipe with the overrides of the command line.

    Raises:
        Problem: an option does not fit the recipe.
    """
    if name in UNIGRAM_RECIPES:
        return _unigram_recipe(options, UNIGRAM_RECIPES[name])
    if name in TOP_DOWN_RECIPES:
        return _top_down_recipe(options, TOP_DOWN_RECIPES[name])
    return merge_recipe(options, name)


def merge_recipe(options: argparse.Namespace, name: str) -> Recipe:
    """Return a recipe that merges, with the overrides of the command line."""
    refuse(options, name, "--em", "--threshold")
    recipe = RECIPES[name]
    least = recipe.min_pair_count if options.min_pairs is None else options.min_pairs
    special = recipe.special_tokens
    if options.special is not None:
        special = tuple(options.special.split())
    elif recipe.id in ALGORITHMS:
        # The same as on the pages, so that vocabularies of the same size can be compared.
        special = BERT_SPECIAL_TOKENS
    if options.vocab_size is not None or options.merges is not None:
        recipe = replace(recipe, vocab_size=options.vocab_size, max_merges=options.merges)
    return replace(
        recipe,
        score=recipe.score.without_rarer(least),
        special_tokens=special,
        tie_break=options.ties or recipe.tie_break,
        min_pair_count=least,
        normalizer=recipe.normalizer if options.normalize is None else options.normalize,
        pre_tokenizer=options.split or recipe.pre_tokenizer or "bert",
    )


def _unigram_recipe(options: argparse.Namespace, recipe: UnigramRecipe) -> UnigramRecipe:
    refuse(options, recipe.id, "--merges", "--min-pairs", "--threshold")
    special = recipe.special_tokens if options.special is None else tuple(options.special.split())
    return replace(
        recipe,
        vocab_size=recipe.vocab_size if options.vocab_size is None else options.vocab_size,
        em_rounds=options.em or recipe.em_rounds,
        special_tokens=special,
        tie_break=options.ties or recipe.tie_break,
        normalizer=recipe.normalizer if options.normalize is None else options.normalize,
        pre_tokenizer=options.split or recipe.pre_tokenizer or "bert",
    )


def _top_down_recipe(options: argparse.Namespace, recipe: TopDownRecipe) -> TopDownRecipe:
    refuse(options, recipe.id, "--merges", "--min-pairs", "--ties", "--em")
    special = recipe.special_tokens if options.special is None else tuple(options.special.split())
    return replace(
        recipe,
        threshold=recipe.threshold if options.threshold is None else options.threshold,
        vocab_size=recipe.vocab_size if options.vocab_size is None else options.vocab_size,
        special_tokens=special,
        normalizer=recipe.normalizer if options.normalize is None else options.normalize,
        pre_tokenizer=options.split or recipe.pre_tokenizer or "bert",
    )


def refuse(options: argparse.Namespace, recipe: str, *names: str) -> None:
    """Raise Problem if an option is given that a recipe does not have."""
    for name in names:
        if getattr(options, name.strip("-").replace("-", "_"), None) is not None:
            raise Problem(
                message(
                    "The recipe {recipe} has no {option}; leave it out.",
                    recipe=recipe,
                    option=name,
                )
            )


def corpus_of(options: argparse.Namespace, recipe: SomeRecipe, file: str) -> Corpus:
    """Return the corpus of a file, as a recipe needs it, and write remarks on it.

    Raises:
        WordPieceError: the file cannot be read, or is not a corpus.
    """
    table = options.table or file.lower().endswith((".tsv", ".csv"))
    corpus = build(
        decode(read_file(file)),
        "table" if table else "text",
        compose(recipe.normalizer),
        recipe.pre_tokenizer or "bert",
    )
    write_notes(corpus.notes)
    # These two have given the words their shape already.
    if table or recipe.pre_tokenizer not in ("gpt2", "metaspace"):
        corpus = replace(corpus, word_frequencies=recipe.words(corpus.word_frequencies))
    return corpus


def splits_by(recipe: SomeRecipe) -> str:
    """Return the name of the pre-tokenizer for a text to encode."""
    shaped = recipe.shape in ("gpt2", "metaspace")
    return recipe.shape if shaped else recipe.pre_tokenizer or "bert"


@overload
def trainer_of(recipe: Recipe, corpus: Corpus, seed: int) -> Trainer: ...
@overload
def trainer_of(recipe: SomeRecipe, corpus: Corpus, seed: int) -> SomeTrainer: ...
def trainer_of(recipe: SomeRecipe, corpus: Corpus, seed: int) -> SomeTrainer:
    """Return the trainer of a recipe on a corpus from `corpus_of`.

    Raises:
        WordPieceError: the vocabulary size is smaller than special tokens and alphabet.
    """
    return replace(recipe, shape="").trainer(corpus.word_frequencies, seed=seed)


@overload
def train(trainer: Trainer, options: argparse.Namespace) -> Timeline: ...
@overload
def train(trainer: SomeTrainer, options: argparse.Namespace) -> AnyTimeline: ...
def train(trainer: SomeTrainer, options: argparse.Namespace) -> AnyTimeline:
    """Train to the end with a progress bar, and return the timeline."""
    bar = bar_of(trainer, options)
    while trainer.stop_reason is None:
        trainer.run_for(0.1)
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    return trainer.timeline()


def bar_of(trainer: SomeTrainer, options: argparse.Namespace) -> ProgressBar:
    """Return a progress bar that counts the steps of a trainer."""
    in_words: Callable[[int], Message] = merges_in_words
    if isinstance(trainer, UnigramTrainer):
        in_words = removals_in_words
    elif isinstance(trainer, TopDownTrainer):
        in_words = decisions_in_words
    return ProgressBar(options.progress, in_words=in_words)

"""Training with the options of a command line."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any, TypeVar, overload

from wordpiece.cli.display import MERGES, ProgressBar
from wordpiece.cli.files import read_file, write_notes
from wordpiece.cli.streams import Problem
from wordpiece.message import message
from wordpiece.recipes import ALGORITHMS, ALL_RECIPES, RECIPES, Recipe, SomeRecipe
from wordpiece.text.corpus import Corpus, build, decode
from wordpiece.text.normalizers import compose
from wordpiece.topdown.trainer import TopDownTrainer
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.steps import Steps
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.trainer import UnigramTrainer

SomeTrainer = Trainer | UnigramTrainer | TopDownTrainer
"""A trainer of any kind."""

_ATTRIBUTES = {
    "--vocab-size": "vocab_size",
    "--merges": "max_merges",
    "--min-pairs": "min_pair_count",
    "--ties": "tie_break",
    "--threshold": "threshold",
    "--em": "em_rounds",
    "--special": "special_tokens",
    "--normalize": "normalizer",
    "--split": "pre_tokenizer",
}
"""The attribute of a recipe that each option sets; recipes of some kinds lack some of them."""

_STEPS = {
    "merges": MERGES,
    "removals": message("{n} {n:removal|removals}"),
    "decisions": message("{n} {n:decision|decisions}"),
}
"""What the progress bar counts, by the kind of steps."""

R = TypeVar("R", bound=SomeRecipe)


def recipe_of(options: argparse.Namespace, name: str) -> SomeRecipe:
    """Return a recipe with the overrides of the command line.

    Raises:
        Problem: an option does not fit the recipe.
    """
    recipe = ALL_RECIPES[name]
    return merge_recipe(options, name) if isinstance(recipe, Recipe) else _with(recipe, options)


def merge_recipe(options: argparse.Namespace, name: str) -> Recipe:
    """Return a recipe that merges, with the overrides of the command line."""
    recipe = RECIPES[name]
    if name in ALGORITHMS:
        # The same as on the pages, so that vocabularies of the same size can be compared.
        recipe = replace(recipe, special_tokens=BERT_SPECIAL_TOKENS)
    if options.vocab_size is not None or options.merges is not None:
        recipe = replace(recipe, vocab_size=None, max_merges=None)
    recipe = _with(recipe, options)
    return replace(recipe, score=recipe.score.without_rarer(recipe.min_pair_count))


def _with(recipe: R, options: argparse.Namespace) -> R:
    """Return a recipe with the values of the options that are given.

    Raises:
        Problem: the recipe lacks one of the options.
    """
    given = {name: value for name in _ATTRIBUTES if (value := _value(options, name)) is not None}
    refuse(options, recipe.id, *(name for name in given if not hasattr(recipe, _ATTRIBUTES[name])))
    changes = {_ATTRIBUTES[name]: value for name, value in given.items()}
    changes.setdefault("pre_tokenizer", recipe.pre_tokenizer or "bert")
    return replace(recipe, **changes)


def _value(options: argparse.Namespace, name: str) -> Any:
    """Return the value of an option; None if it is not given, or the command lacks it."""
    return getattr(options, name.strip("-").replace("-", "_"), None)


def refuse(options: argparse.Namespace, recipe: str, *names: str) -> None:
    """Raise Problem if an option is given that a recipe does not have."""
    for name in names:
        if _value(options, name) is not None:
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
        by_language=recipe.by_language,
    )
    write_notes(corpus.notes)
    # The pre-tokenizer of a shape has given the words this shape already.
    if table or recipe.pre_tokenizer != recipe.shape:
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
    words, plain = corpus.word_frequencies, replace(recipe, shape="")
    if isinstance(plain, Recipe):
        return plain.trainer(words, seed=seed, languages=corpus.languages)
    return plain.trainer(words, seed=seed)


@overload
def train(trainer: Trainer, options: argparse.Namespace) -> Timeline: ...
@overload
def train(trainer: SomeTrainer, options: argparse.Namespace) -> Steps: ...
def train(trainer: SomeTrainer, options: argparse.Namespace) -> Steps:
    """Train to the end with a progress bar, and return the timeline."""
    bar = bar_of(trainer, options)
    while trainer.stop_reason is None:
        trainer.run_for(0.1)
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    return trainer.timeline()


def bar_of(trainer: SomeTrainer, options: argparse.Namespace) -> ProgressBar:
    """Return a progress bar that counts the steps of a trainer."""
    return ProgressBar(options.progress, said=_STEPS[trainer.timeline().kind])

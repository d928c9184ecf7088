"""Training with the options of a command line."""

from __future__ import annotations

import argparse
from dataclasses import replace

from wordpiece.cli.display import ProgressBar
from wordpiece.cli.files import read_file, write_notes
from wordpiece.recipes import ALGORITHMS, RECIPES, Recipe
from wordpiece.text.corpus import Corpus, build, decode
from wordpiece.text.normalizers import compose
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline


def recipe_of(options: argparse.Namespace, name: str) -> Recipe:
    """Return a recipe with the overrides of the command line."""
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


def corpus_of(options: argparse.Namespace, recipe: Recipe, file: str) -> Corpus:
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
    if table or recipe.pre_tokenizer != "gpt2":  # which has spelled words as bytes already
        corpus = replace(corpus, word_frequencies=recipe.words(corpus.word_frequencies))
    return corpus


def splits_by(recipe: Recipe) -> str:
    """Return the name of the pre-tokenizer for a text to encode."""
    return "gpt2" if recipe.shape == "gpt2" else recipe.pre_tokenizer or "bert"


def trainer_of(recipe: Recipe, corpus: Corpus, seed: int) -> Trainer:
    """Return the trainer of a recipe on a corpus from `corpus_of`.

    Raises:
        WordPieceError: the vocabulary size is smaller than special tokens and alphabet.
    """
    return replace(recipe, shape="").trainer(corpus.word_frequencies, seed=seed)


def train(trainer: Trainer, options: argparse.Namespace) -> Timeline:
    """Train to the end with a progress bar, and return the timeline."""
    bar = ProgressBar(options.progress)
    while trainer.run_for(0.1):
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    return trainer.timeline()

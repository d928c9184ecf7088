"""The command ``check``: someone's own merges, held against a training."""

from __future__ import annotations

import argparse

from wordpiece.cli.files import read_file
from wordpiece.cli.streams import Problem, write_output
from wordpiece.cli.training import corpus_of, merge_recipe, trainer_of
from wordpiece.errors import VocabularyError
from wordpiece.files.readers.pairs import read_pairs
from wordpiece.message import message, paragraph
from wordpiece.recipes import RECIPES
from wordpiece.teaching.checking import check_merges


def run_check(options: argparse.Namespace) -> int:
    """Hold a list of merges against a training; return 0 if they are the same, otherwise 1."""
    if options.merges_file == options.file == "-":
        raise Problem(message("only one file can be standard input; save the other under a name."))
    if options.recipe not in RECIPES:
        raise Problem(
            message(
                "The recipe {recipe} makes no merges to compare; choose another.",
                recipe=options.recipe,
            )
        )
    recipe = merge_recipe(options, options.recipe)
    data = read_file(options.merges_file)
    trainer = trainer_of(recipe, corpus_of(options, recipe, options.file), options.seed)
    try:
        merges = read_pairs(data, byte_level=trainer.timeline().is_byte_level)
    except VocabularyError as error:
        stdin = options.merges_file == "-"
        name = message("standard input") if stdin else options.merges_file
        raise Problem(message("{name}: {why}", name=name, why=error.message)) from None
    trainer.run(len(merges) + 1)
    found = check_merges(trainer.timeline(), merges)
    write_output(f"{paragraph(found.said)}\n")
    return 0 if found.kind == "equal" else 1

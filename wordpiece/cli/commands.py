"""The commands ``train`` and ``steps``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

from wordpiece.cli.display import table
from wordpiece.cli.files import write_file, write_notes
from wordpiece.cli.streams import Problem, write_output, write_remark
from wordpiece.cli.training import (
    SomeTrainer,
    bar_of,
    corpus_of,
    recipe_of,
    refuse,
    splits_by,
    train,
    trainer_of,
)
from wordpiece.files.writers import FORMATS, merges_txt
from wordpiece.message import Listed, message, paragraph
from wordpiece.recipes import Recipe, SomeRecipe
from wordpiece.records import Decision, MergeStep
from wordpiece.scoring import Score
from wordpiece.teaching.wording import oddities, stopped
from wordpiece.training.steps import Steps
from wordpiece.unigram.records import Removal


def run_train(options: argparse.Namespace) -> None:
    """Train, and write the vocabulary."""
    recipe = recipe_of(options, options.recipe)
    if not isinstance(recipe, Recipe):
        refuse(options, recipe.id, "--merges-to")
    timeline = train(_trainer(options, recipe), options)
    name = options.format or ("vocab-txt" if timeline.marking.prefix == "##" else "tokenizer")
    format = FORMATS[name]
    if not format.applies(timeline):
        fitting = tuple(f.id for f in FORMATS.values() if f.applies(timeline))
        raise Problem(
            message(
                "{algorithm} cannot be written as {name}; choose from {fitting}.",
                algorithm=recipe.id,
                name=name,
                fitting=Listed(fitting, "commas"),
            )
        )
    content = format.data(
        timeline,
        len(timeline),
        normalizer=recipe.normalizer,
        pre_tokenizer=splits_by(recipe),
    )
    if isinstance(recipe, Recipe) and name == "tokenizer" and recipe.encoding not in _IN_LIBRARY:
        write_notes([message("The tokenizers library does not have the encoder of this recipe.")])
    if options.merges_to:
        write_file(options.merges_to, merges_txt(timeline, len(timeline)).encode())
    if options.output:
        write_file(options.output, content)
        said = stopped(timeline.stop_reason, len(timeline))
        write_remark(f"{said or ''}\n")
    else:
        write_output(content.decode("utf-8-sig"))


_IN_LIBRARY = ("longest-match", "replay")
"""The encoders of recipes that merge which the `tokenizers` library has."""


def run_steps(options: argparse.Namespace) -> None:
    """Train, and list the steps: merges, removals or decisions."""
    trainer = _trainer(options, recipe_of(options, options.recipe))
    if options.json:
        timeline = train(trainer, options)
        data = FORMATS["steps-jsonl"].data(timeline, len(timeline))
        write_output(data.decode())
        return
    head, numbers, row = _columns(trainer.timeline())
    bar = bar_of(trainer, options)
    rows = []
    for step in trainer:
        rows.append(row(step))
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    if head[-1] == "remarks" and not any(row[-1] for row in rows):
        head.pop()
        rows = [row[:-1] for row in rows]
    write_output(table(head, rows, numbers=numbers))
    write_output(f"\n{stopped(trainer.stop_reason, trainer.steps_made) or ''}\n")


def _columns(steps: Steps) -> tuple[list[str], set[str], Callable[[Any], list[str]]]:
    """Return the heads of the table of steps, those above numbers, and what makes a row."""
    if score := steps.score:
        listings = score.texts.listings
        counts = [*(listing.head for listing in listings), "tied"]
        more = ["language"] if score.by_language else []
        head = ["step", "pair", "token", *counts, *more, "remarks"]
        numbers = {listing.head for listing in listings if listing.is_number}
        return head, {"step", "tied", *more} | numbers, partial(_merge_row, score)
    if steps.kind == "removals":
        head = ["step", "piece", "count", "probability", "cost", "loss", "tied"]
        return head, {*head} - {"piece"}, _removal_row
    counts = ["counted", "count", "threshold"]
    head = ["step", "round", "substring", *counts, "decision", "lowered"]
    return head, {"step", "round", *counts}, _decision_row


def _removal_row(step: Removal) -> list[str]:
    count = str(step.count) if isinstance(step.count, int) else f"{step.count:.6g}"
    figures = (f"{it:.6g}" for it in (step.probability, step.cost, step.loss_after))
    return [str(step.index), step.piece, count, *figures, str(len(step.tied))]


def _decision_row(step: Decision) -> list[str]:
    counts = map(str, (step.counted, step.count, step.threshold))
    kept = "kept" if step.kept else "dropped"
    return [str(step.index), str(step.round), step.token, *counts, kept, " ".join(step.lowered)]


def _merge_row(score: Score, step: MergeStep) -> list[str]:
    counts = map(str, score.formula(step).listed)
    pair = " + ".join(step.pair)
    language = [] if step.language is None else [str(step.language + 1)]
    more = [*language, paragraph(oddities(step))]
    return [str(step.index), pair, step.token, *counts, str(len(step.tied)), *more]


def _trainer(options: argparse.Namespace, recipe: SomeRecipe) -> SomeTrainer:
    return trainer_of(recipe, corpus_of(options, recipe, options.file), options.seed)

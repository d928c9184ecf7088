"""The commands ``train`` and ``steps``."""

from __future__ import annotations

import argparse

from wordpiece.cli.display import ProgressBar, table
from wordpiece.cli.files import write_file, write_notes
from wordpiece.cli.streams import Problem, write_output, write_remark
from wordpiece.cli.training import corpus_of, recipe_of, splits_by, train, trainer_of
from wordpiece.files.writers import FORMATS, merges_txt
from wordpiece.message import Listed, message, paragraph
from wordpiece.recipes import Recipe
from wordpiece.records import MergeStep
from wordpiece.scoring import Score
from wordpiece.teaching.wording import oddities, stopped
from wordpiece.trainer import Trainer


def run_train(options: argparse.Namespace) -> None:
    """Train, and write the vocabulary."""
    recipe = recipe_of(options, options.recipe)
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
    if name == "tokenizer" and recipe.encoding not in ("longest-match", "replay"):
        write_notes([message("The tokenizers library does not have the encoder of this recipe.")])
    if options.merges_to:
        write_file(options.merges_to, merges_txt(timeline, len(timeline)).encode())
    if options.output:
        write_file(options.output, content)
        write_remark(f"{stopped(timeline.stop_reason, len(timeline), timeline.score) or ''}\n")
    else:
        write_output(content.decode("utf-8-sig"))


def run_steps(options: argparse.Namespace) -> None:
    """Train, and list the merges."""
    trainer = _trainer(options, recipe_of(options, options.recipe))
    if options.json:
        timeline = train(trainer, options)
        data = FORMATS["steps-jsonl"].data(timeline, len(timeline))
        write_output(data.decode())
        return
    bar = ProgressBar(options.progress)
    rows = []
    for step in trainer:
        rows.append(_row(step, trainer.score))
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    head = ["step", "pair", "token", "count", "tied", "remarks"]
    head[3:4] = [listing.head for listing in trainer.score.texts.listings]
    numbers = {listing.head for listing in trainer.score.texts.listings if listing.is_number}
    if not any(row[-1] for row in rows):
        head.pop()
        rows = [row[:-1] for row in rows]
    write_output(table(head, rows, numbers={"step", "tied"} | numbers))
    end = stopped(trainer.stop_reason, trainer.steps_made, trainer.score)
    write_output(f"\n{end or ''}\n")


def _row(step: MergeStep, score: Score) -> list[str]:
    """Return one line of the table of steps."""
    counts = map(str, score.formula(step).listed)
    pair = " + ".join(step.pair)
    remarks = paragraph(oddities(step))
    return [str(step.index), pair, step.token, *counts, str(len(step.tied)), remarks]


def _trainer(options: argparse.Namespace, recipe: Recipe) -> Trainer:
    return trainer_of(recipe, corpus_of(options, recipe, options.file), options.seed)

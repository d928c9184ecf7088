"""The commands: each a function of the options of its command line."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

from wordpiece.cli.display import ProgressBar, table
from wordpiece.cli.files import read_corpus, read_file, write_file, write_notes
from wordpiece.cli.streams import Problem, write_output, write_remark
from wordpiece.encoding.added import encode_with_added
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.files.readers import VocabularyFile, encoder_of, read_vocabulary
from wordpiece.files.writers import FORMATS, merges_txt
from wordpiece.message import Listed, message, paragraph
from wordpiece.recipes import RECIPES
from wordpiece.records import MergeStep
from wordpiece.scoring import Score
from wordpiece.teaching.wording import oddities, stopped
from wordpiece.text.corpus import decode
from wordpiece.text.normalizers import compose
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline


def run_train(options: argparse.Namespace) -> None:
    """Train, and write the vocabulary."""
    timeline = _trained(options, options.file)
    name = options.format or ("tokenizer" if options.algorithm == "bpe" else "vocab-txt")
    wanted = FORMATS[name]
    if not wanted.applies(timeline):
        fitting = tuple(f.id for f in FORMATS.values() if f.applies(timeline))
        raise Problem(
            message(
                "{algorithm} cannot be written as {name}; choose from {fitting}.",
                algorithm=options.algorithm,
                name=name,
                fitting=Listed(fitting, "commas"),
            )
        )
    content = wanted.data(
        timeline,
        len(timeline),
        normalizer=options.normalize or (),
        pre_tokenizer=options.split or "bert",
    )
    if options.merges_to:
        write_file(options.merges_to, merges_txt(timeline, len(timeline)).encode())
    if options.output:
        write_file(options.output, content)
        write_remark(f"{stopped(timeline.stop_reason, len(timeline), timeline.score) or ''}\n")
    else:
        write_output(content.decode("utf-8-sig"))


def run_steps(options: argparse.Namespace) -> None:
    """Train, and list the merges."""
    if options.json:
        timeline = _trained(options, options.file)
        data = FORMATS["steps-jsonl"].data(timeline, len(timeline))
        write_output(data.decode())
        return
    trainer = _trainer(options, options.file)
    bar = ProgressBar(options.progress)
    rows = []
    for step in trainer:
        rows.append(_row(step, trainer.score))
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    head = ["step", "pair", "token", "count", "tied", "remarks"]
    head[3:4] = [str(listing.head) for listing in trainer.score.listings]
    numbers = {str(listing.head) for listing in trainer.score.listings if listing.is_number}
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


def run_encode(options: argparse.Namespace) -> None:
    """Encode a text, with a vocabulary file or by training first."""
    if options.file == "-" and "-" in (options.vocab, options.train):
        raise Problem(message("only one file can be standard input; save the other under a name."))
    encoder: WordPieceEncoder | BPEEncoder
    normalizer, split = compose(options.normalize or ()), options.split or "bert"
    vocabulary: VocabularyFile | None = None
    if options.vocab:
        vocabulary = read_vocabulary(read_file(options.vocab), lowercase=options.lowercase)
        write_notes(vocabulary.notes)
        encoder = encoder_of(vocabulary)
        normalizer = vocabulary.normalizer if options.normalize is None else normalizer
        split = options.split or vocabulary.pre_tokenizer
    else:
        timeline = _trained(options, options.train)
        kind = BPEEncoder if options.algorithm == "bpe" else WordPieceEncoder
        encoder = kind.from_timeline(timeline, len(timeline))
    added, special = vocabulary.added if vocabulary else (), not options.split_special
    data = read_file(options.file)
    text = decode(data) if data else ""
    for line in io.StringIO(text, newline=None):
        line = line.removesuffix("\n")
        if not options.json and not options.ids and not added:
            write_output(" ".join(encoder.tokenize(line, normalizer, split)) + "\n")
            continue
        tokens = encode_with_added(line, encoder, added, normalizer, split, special=special)
        if not options.json and not options.ids:
            write_output(" ".join(t.token for t in tokens) + "\n")
            continue
        if options.ids:
            write_output(" ".join(str(-1 if t.id is None else t.id) for t in tokens) + "\n")
            continue
        found: dict[str, Any] = {
            "tokens": [t.token for t in tokens],
            "ids": [t.id for t in tokens],
            "offsets": [[t.start, t.end] for t in tokens],
        }
        write_output(json.dumps(found, ensure_ascii=False) + "\n")


def _trainer(options: argparse.Namespace, file: str) -> Trainer:
    """Make the trainer that the options describe."""
    corpus = read_corpus(options, file)
    recipe = RECIPES[options.algorithm]
    return Trainer(
        corpus.word_frequencies,
        score=recipe.score.without_rarer(options.min_pairs),
        marking=recipe.marking,
        vocab_size=options.vocab_size,
        max_merges=options.merges,
        min_pair_count=options.min_pairs,
        # The same for all, as on the pages, so that vocabularies of one size can be compared.
        special_tokens=options.special.split(),
        tie_break=options.ties,
        seed=options.seed,
    )


def _trained(options: argparse.Namespace, file: str) -> Timeline:
    """Train to the end, with a progress bar if wanted."""
    trainer = _trainer(options, file)
    bar = ProgressBar(options.progress)
    while trainer.run(100):
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    return trainer.timeline()

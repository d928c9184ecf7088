"""Measure encoding line by line, next to the library, with vocabularies of the engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tokenizers import Tokenizer, models, pre_tokenizers

from bench.engine.clock import Work, interleaved, print_ratio
from bench.engine.plan import Plan
from bench.engine.texts import counted
from wordpiece import BPEEncoder, BPETrainer, Timeline, WordPieceEncoder, WordPieceTrainer

Encoder = WordPieceEncoder | BPEEncoder

TARGETS = {"tokens": 1.5, "tokens, ids and offsets": 1.1}


def print_encoding(plan: Plan) -> None:
    """Print all figures of encoding."""
    words = counted(plan.text)
    wordpiece = WordPieceTrainer(words, vocab_size=plan.entries)
    bpe = BPETrainer(words, special_tokens=["[UNK]"], vocab_size=plan.entries)
    for trainer in (wordpiece, bpe):
        trainer.run()
    against_the_library("WordPiece", wordpiece.timeline(), WordPieceEncoder, plan)
    against_the_library("BPE", bpe.timeline(), BPEEncoder, plan)


def against_the_library(
    name: str, timeline: Timeline, encoder: type[WordPieceEncoder] | type[BPEEncoder], plan: Plan
) -> None:
    """Measure how long a text takes, what the library found being handed over to Python."""
    last, lines = len(timeline), plan.text.splitlines()
    ours = partial(encoder.from_timeline, timeline, last)
    theirs = partial(library_of, timeline, encoder)
    mine, library = ours(), theirs()
    same = all(mine.tokenize(line) == library.encode(line).tokens for line in lines[:2_000])
    assert same, "the tokens are not the library's"

    def works() -> dict[str, Work]:
        # Both cache words, so new ones are created for each round.
        return {
            "ours, tokens": partial(_each, ours().tokenize, lines),
            "tokens": partial(_each, partial(_tokens, theirs()), lines),
            "ours, tokens, ids and offsets": partial(_each, ours().encode, lines),
            "tokens, ids and offsets": partial(_each, partial(_all, theirs()), lines),
        }

    times = interleaved(works, plan.rounds)
    for what, target in TARGETS.items():
        print_ratio(
            f"{name}, {len(lines):,} lines to {what} in Python, CPU s: ours / tokenizers",
            times[f"ours, {what}"],
            times[what],
            target,
        )


def library_of(timeline: Timeline, encoder: type[WordPieceEncoder] | type[BPEEncoder]) -> Tokenizer:
    """Return a tokenizer of the library with the vocabulary of a training."""
    last = len(timeline)
    ids = {token: i for i, token in enumerate(timeline.vocabulary(last))}
    if encoder is WordPieceEncoder:
        library = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    else:
        merges = [timeline.pair(step) for step in range(1, last + 1)]
        library = Tokenizer(models.BPE(ids, merges, unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return library


def _each(encode: Callable[[str], object], lines: list[str]) -> None:
    for line in lines:
        encode(line)


def _tokens(library: Tokenizer, line: str) -> list[str]:
    return library.encode(line).tokens


def _all(library: Tokenizer, line: str) -> tuple[list[str], list[int], list[tuple[int, int]]]:
    found = library.encode(line)
    return found.tokens, found.ids, found.offsets

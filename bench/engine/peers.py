"""Other libraries that train: `tokenizers`, and `rustbpe` and `minbpe` where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

MARKS = r"\p{P}$+<=>^`|~"
WORD = rf"[{MARKS}]|[^\s{MARKS}]+"
"""The words of an English text as BERT splits it, for libraries that split by a pattern."""

Lines = Sequence[str] | Path
"""The lines of a text, or a file."""


def library_wordpiece(text: Lines, entries: int) -> Tokenizer:
    """Train with the library's WordPieceTrainer, which ranks pairs by count, as BPE does."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    return _trained(
        tokenizer, text, trainers.WordPieceTrainer(vocab_size=entries, show_progress=False)
    )


def library_bpe(text: Lines, entries: int) -> Tokenizer:
    """Train with the library's BpeTrainer."""
    trainer = trainers.BpeTrainer(vocab_size=entries, show_progress=False)
    return _trained(Tokenizer(models.BPE()), text, trainer)


def _trained(tokenizer: Tokenizer, text: Lines, trainer: Any) -> Tokenizer:
    """Split a text as BERT does, count its words, and train on them."""
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if isinstance(text, Path):
        tokenizer.train([str(text)], trainer)
    else:
        tokenizer.train_from_iterator(text, trainer)
    return tokenizer


class Peer(NamedTuple):
    """A library that makes BPE merges of bytes, which in an English text are its letters.

    Attributes:
        name: of its module.
        size, merges: how large a text it is given, in characters, and how many merges it makes.
        train: splits, counts and trains; called with the module, the text and the merges.
    """

    name: str
    size: int
    merges: int
    train: Callable[[ModuleType, str, int], object]

    def module(self) -> ModuleType | None:
        """Return its module, or None where it is not installed."""
        try:
            return import_module(self.name)
        except ImportError:
            return None


def _rustbpe(module: ModuleType, text: str, merges: int) -> object:
    tokenizer = module.Tokenizer()
    tokenizer.train_from_iterator(iter(text.splitlines()), vocab_size=256 + merges, pattern=WORD)
    return tokenizer


def _minbpe(module: ModuleType, text: str, merges: int) -> object:
    tokenizer = module.RegexTokenizer(WORD)
    tokenizer.train(text, 256 + merges)
    return tokenizer


PEERS = (
    Peer("rustbpe", 1_000_000, 7_900, _rustbpe),
    Peer("minbpe", 20_000, 100, _minbpe),  # which counts everything again for each merge
)

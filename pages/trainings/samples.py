"""The sample corpora and what their catalogue suggests for each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wordpiece.text.corpus import Kind, decode

FOLDER = Path(__file__).parents[2] / "sample_corpora"


@dataclass(frozen=True, slots=True)
class Sample:
    """One entry of ``sample_corpora/catalogue.json``; see the README there."""

    id: str
    file: str
    title: str
    shows: str
    kind: Kind
    normalizer: tuple[str, ...]
    pre_tokenizer: str
    vocab_size: int | None

    def text(self) -> str:
        """Return the file's content."""
        return decode((FOLDER / self.file).read_bytes())


@cache
def samples() -> dict[str, Sample]:
    """Return the samples by their id, in the order to offer them."""
    entries = json.loads((FOLDER / "catalogue.json").read_text(encoding="utf-8"))
    return {
        entry["id"]: Sample(
            id=entry["id"],
            file=entry["file"],
            title=entry["title"],
            shows=entry["shows"],
            kind=entry["kind"],
            normalizer=tuple(entry["normalizer"]),
            pre_tokenizer=entry["pre_tokenizer"],
            vocab_size=entry["vocab_size"],
        )
        for entry in entries
    }

"""What a training is made with, and how that is written in a link.

A link names only what differs from the corpus's own suggestion: ``?corpus=course&step=3``.
Nothing here knows Streamlit, and whatever a link says, `from_query` gives settings that work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pages.ui.samples import samples
from wordpiece.corpus import Kind
from wordpiece.pre_tokenizers import PRE_TOKENIZERS
from wordpiece.scoring import TIE_BREAKS, TieBreak

OWN_TEXT, OWN_TABLE, OWN_FILE = "text", "table", "file"

OWN = {
    OWN_TEXT: "Your own text …",
    OWN_TABLE: "Your own word table …",
    OWN_FILE: "Your own file …",
}
"""Corpora that stay in the session: what they hold is the user's and never gets into a link."""

NORMALIZER_STEPS = ("nfc", "lowercase", "strip-accents")
"""The normalizers offered, in the order in which they are applied."""

MAX_SEED = 999_999
MAX_VOCAB_SIZE = 999_999_999
NONE = "none"

QUERY_SETTINGS = ("corpus", "normalizer", "split", "ties", "seed", "size")
"""The query parameters that carry settings."""


Algorithm = Literal["wordpiece", "bpe", "hugging-face"]

ALGORITHMS: dict[Algorithm, str] = {
    "wordpiece": "WordPiece",
    "bpe": "BPE",
    "hugging-face": "Hugging Face style",
}
"""The third has WordPiece's ``##`` and BPE's score: what the `tokenizers` library trains."""

NOTES: dict[str, dict[str, str]] = {
    "train": {},
    "encode": {"text": "", "with": "both", "special": "off"},
    "compare": {"by": "step", "words": "same", "sentence": "", "find": ""},
}
"""What each page remembers beside the settings, with the values that need not be in a link."""

NOTE_CHOICES = {
    "with": ("both", "wordpiece", "bpe", "replay"),
    "special": ("off", "on"),
    "by": ("step", "size"),
    "words": ("same", "gpt2"),
}
"""Notes that are one of a few values; the others are typed text."""

MAX_NOTE = 2_000
"""Characters of a typed text that a link carries; a longer text stays in the session."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides a training, but for the content of the user's own corpora.

    ``algorithm`` is what a page asks for; it is not part of a link.
    """

    corpus: str = "toy"
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str = "whitespace"
    tie_break: TieBreak = "first-seen"
    seed: int = 0
    vocab_size: int | None = None
    algorithm: Algorithm = "wordpiece"

    @property
    def is_own(self) -> bool:
        """Whether the corpus is the user's own."""
        return self.corpus in OWN

    @property
    def title(self) -> str:
        """The corpus as shown in the list."""
        return OWN[self.corpus] if self.is_own else samples()[self.corpus].title


def kind_of_file(name: str) -> Kind:
    """Files named .tsv or .csv are word tables, all others are text."""
    return "table" if name.lower().endswith((".tsv", ".csv")) else "text"


def suggested(corpus: str) -> Settings:
    """The settings that show most for a corpus."""
    if corpus in OWN:
        return Settings(corpus, pre_tokenizer="bert")
    sample = samples()[corpus]
    return Settings(
        corpus,
        normalizer=sample.normalizer,
        pre_tokenizer=sample.pre_tokenizer,
        vocab_size=sample.vocab_size,
    )


def to_query(settings: Settings) -> dict[str, str]:
    """Settings as query parameters."""
    usual = suggested(settings.corpus)
    query = {}
    if settings.corpus != Settings().corpus:
        query["corpus"] = settings.corpus
    if settings.normalizer != usual.normalizer:
        query["normalizer"] = ",".join(settings.normalizer) or NONE
    if settings.pre_tokenizer != usual.pre_tokenizer:
        query["split"] = settings.pre_tokenizer
    if settings.tie_break != usual.tie_break:
        query["ties"] = settings.tie_break
    if settings.tie_break == "random" and settings.seed:
        query["seed"] = str(settings.seed)
    if settings.vocab_size != usual.vocab_size:
        query["size"] = NONE if settings.vocab_size is None else str(settings.vocab_size)
    return query


def from_query(query: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Settings from query parameters, and a sentence for each that could not be used."""
    problems: list[str] = []

    def bad(name: str, instead: str) -> None:
        value = query[name] if len(query[name]) <= 40 else query[name][:39] + "…"
        problems.append(f"The link says {name}={value}, which does not exist here; {instead}.")

    corpus = query.get("corpus", Settings().corpus)
    if corpus not in samples() and corpus not in OWN:
        bad("corpus", "the toy words are shown instead")
        corpus = Settings().corpus
    settings = suggested(corpus)

    if "normalizer" in query:
        names = [] if query["normalizer"] == NONE else query["normalizer"].split(",")
        if set(names) <= set(NORMALIZER_STEPS):
            chosen = tuple(name for name in NORMALIZER_STEPS if name in names)
            settings = replace(settings, normalizer=chosen)
        else:
            bad("normalizer", "the corpus's usual one is used")
    if "split" in query:
        if query["split"] in PRE_TOKENIZERS:
            settings = replace(settings, pre_tokenizer=query["split"])
        else:
            bad("split", "the corpus's usual pre-tokenizer is used")
    if "ties" in query:
        ties = next((rule for rule in TIE_BREAKS if rule == query["ties"]), None)
        if ties:
            settings = replace(settings, tie_break=ties)
        else:
            bad("ties", "ties go to the pair seen first")
    if "seed" in query:
        seed = whole_number(query["seed"], MAX_SEED)
        if seed is None:
            bad("seed", "the seed is 0")
        else:
            settings = replace(settings, seed=seed)
    if "size" in query:
        size = whole_number(query["size"], MAX_VOCAB_SIZE)
        if query["size"] == NONE or size:
            settings = replace(settings, vocab_size=size)
        else:
            bad("size", "the corpus's usual vocabulary size is used")
    return settings, problems


def whole_number(text: str, largest: int) -> int | None:
    """A number from 0 to ``largest`` written in ASCII digits, or None.

    >>> whole_number("70", 100), whole_number("-1", 100), whole_number("1e9", 100)
    (70, None, None)
    """
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(largest)):
        return None
    value = int(text)
    return value if value <= largest else None

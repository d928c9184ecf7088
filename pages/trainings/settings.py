"""The settings of a training, and their form in links.

A link has only the settings that differ from those suggested for its corpus, as in
``?corpus=course&step=3``. This module does not use Streamlit. For any link, `from_query` returns
valid settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest

from pages.trainings.samples import samples
from wordpiece.message import Message, message
from wordpiece.recipes import ALGORITHMS as ALGORITHMS
from wordpiece.recipes import RECIPES
from wordpiece.recipes import Algorithm as Algorithm
from wordpiece.scoring import TIE_BREAKS, TieBreak
from wordpiece.text.corpus import Kind
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

OWN_TEXT, OWN_TABLE, OWN_FILE = "text", "table", "file"

OWN = {
    OWN_TEXT: message("Your own text …"),
    OWN_TABLE: message("Your own word table …"),
    OWN_FILE: message("Your own file …"),
}
"""The list entries of the user's own corpora. Links carry short ones; see `pages.state.links`."""

NORMALIZER_STEPS = ("nfc", "lowercase", "strip-accents")
"""The available normalizers, in the order of application."""

MAX_SEED = 999_999
MAX_LEAST = 999_999
MAX_VOCAB_SIZE = 2**53 - 1  # the largest that a number field in a browser accepts

NONE = "none"
"""The value in a link of an empty normalizer and of an unlimited vocabulary."""

Forced = tuple[tuple[int, int], ...]
"""Merges chosen by the user: 1-based step and 1-based rank in the score table before it; the
steps ascend."""

MAX_FORCED = 200
MAX_FORCED_STEP = 999_999
MAX_RANK = 9_999_999

REPLAY = "replay"
"""The recipe that replays the merges of an uploaded file, which stays in the session."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a training depends on, except the content of the user's own corpora."""

    corpus: str = "toy"
    normalizer: tuple[str, ...] = ()
    pre_tokenizer: str = "whitespace"
    tie_break: TieBreak = "first-seen"
    seed: int = 0
    vocab_size: int | None = None
    min_pair_count: int = 1
    recipe: str = "wordpiece"
    forced: Forced = ()

    @property
    def is_own(self) -> bool:
        """Whether the corpus is one of the user's own."""
        return self.corpus in OWN

    @property
    def is_private(self) -> bool:
        """Whether only its visitor may see a training with these settings."""
        return self.is_own or bool(self.forced) or self.recipe == REPLAY

    @property
    def title(self) -> str | Message:
        """The corpus's title in the list."""
        return OWN[self.corpus] if self.is_own else samples()[self.corpus].title


def kind_of_file(name: str) -> Kind:
    """Return "table" for files named .tsv or .csv, "text" for all others."""
    return "table" if name.lower().endswith((".tsv", ".csv")) else "text"


def recipe_titles() -> dict[str, Message]:
    """Return the title of each recipe by id, in the order of the list on screen."""
    titles = {id: recipe.title for id, recipe in RECIPES.items()}
    return titles | {REPLAY: message("Replay a merges file …")}


def suggested(corpus: str, recipe: str = "wordpiece") -> Settings:
    """Return the suggested settings for a corpus and a recipe.

    They are the corpus's usual ones, adapted to the recipe. On the corpus of the recipe's source
    they reproduce the source's figures.
    """
    wanted = RECIPES["bpe" if recipe == REPLAY else recipe]
    if corpus in OWN:
        settings = Settings(corpus, pre_tokenizer="bert", recipe=recipe)
    else:
        sample = samples()[corpus]
        settings = Settings(
            corpus,
            normalizer=sample.normalizer,
            pre_tokenizer=sample.pre_tokenizer,
            vocab_size=sample.vocab_size,
            recipe=recipe,
        )
    if recipe == REPLAY:
        return replace(settings, vocab_size=None)
    settings = replace(settings, min_pair_count=wanted.min_pair_count)
    if recipe not in ALGORITHMS and corpus == wanted.corpus:
        settings = replace(settings, vocab_size=wanted.vocab_size, tie_break=wanted.tie_break)
    if wanted.pre_tokenizer is not None:
        settings = replace(settings, pre_tokenizer=wanted.pre_tokenizer)
    return settings


def to_query(settings: Settings) -> dict[str, str]:
    """Return settings as query parameters."""
    usual = suggested(settings.corpus, settings.recipe)
    query = {}
    if settings.recipe != Settings().recipe:
        query["recipe"] = settings.recipe
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
    if settings.min_pair_count != usual.min_pair_count:
        query["least"] = str(settings.min_pair_count)
    if settings.forced:
        query["forced"] = "_".join(f"{step}.{rank}" for step, rank in settings.forced)
    return query


def from_query(query: Mapping[str, str]) -> tuple[Settings, list[Message]]:
    """Return settings from query parameters, and a sentence for each unusable one."""
    corpus = query.get("corpus", Settings().corpus)
    recipe = query.get("recipe", Settings().recipe)
    problems: list[Message] = []
    if corpus not in samples() and corpus not in OWN:
        problems.append(
            message(
                "The link says corpus={value}, which does not exist here; the toy words are shown "
                "instead.",
                value=printable(corpus),
            )
        )
        corpus = Settings().corpus
    if recipe not in recipe_titles():
        problems.append(
            message(
                "The link says recipe={value}, which does not exist here; WordPiece is shown "
                "instead.",
                value=printable(recipe),
            )
        )
        recipe = Settings().recipe
    settings = suggested(corpus, recipe)
    for name, applied in _PARAMETERS.items():
        if name in query:
            changed = applied(settings, query[name])
            if isinstance(changed, Settings):
                settings = changed
            else:
                problems.append(changed)
    return settings, problems


def _with_normalizer(settings: Settings, text: str) -> Settings | Message:
    names = [] if text == NONE else text.split(",")
    if set(names) <= set(NORMALIZER_STEPS):
        chosen = tuple(name for name in NORMALIZER_STEPS if name in names)
        return replace(settings, normalizer=chosen)
    return message(
        "The link says normalizer={value}, which does not exist here; the corpus's usual one is "
        "used.",
        value=printable(text),
    )


def _with_split(settings: Settings, text: str) -> Settings | Message:
    if text in PRE_TOKENIZERS:
        return replace(settings, pre_tokenizer=text)
    return message(
        "The link says split={value}, which does not exist here; the corpus's usual "
        "pre-tokenizer is used.",
        value=printable(text),
    )


def _with_ties(settings: Settings, text: str) -> Settings | Message:
    ties = next((rule for rule in TIE_BREAKS if rule == text), None)
    if ties:
        return replace(settings, tie_break=ties)
    return message(
        "The link says ties={value}, which does not exist here; ties go to the pair seen first.",
        value=printable(text),
    )


def _with_seed(settings: Settings, text: str) -> Settings | Message:
    seed = whole_number(text, MAX_SEED)
    if seed is None:
        return message(
            "The link says seed={value}, which is not a whole number from 0 to {most}; the seed "
            "is 0.",
            value=printable(text),
            most=MAX_SEED,
        )
    # A seed without effect is set to 0; otherwise the same training would be made twice.
    return replace(settings, seed=seed) if settings.tie_break == "random" else settings


def _with_size(settings: Settings, text: str) -> Settings | Message:
    size = whole_number(text, MAX_VOCAB_SIZE)
    if text == NONE or size:
        return replace(settings, vocab_size=size)
    return message(
        "The link says size={value}, which cannot be the size of a vocabulary; the corpus's usual "
        "one is used.",
        value=printable(text),
    )


def _with_least(settings: Settings, text: str) -> Settings | Message:
    least = whole_number(text, MAX_LEAST)
    if least:
        return replace(settings, min_pair_count=least)
    return message(
        "The link says least={value}, which is not a whole number from 1 to {most}; the recipe's "
        "usual minimum is used.",
        value=printable(text),
        most=MAX_LEAST,
    )


def _with_forced(settings: Settings, text: str) -> Settings | Message:
    forced = _forced(text)
    if forced is not None:
        return replace(settings, forced=forced)
    return message(
        "The link says forced={value}, which is not a list of merges; every merge is the one with "
        "the best score.",
        value=printable(text),
    )


_PARAMETERS: dict[str, Callable[[Settings, str], Settings | Message]] = {
    "normalizer": _with_normalizer,
    "split": _with_split,
    "ties": _with_ties,
    "seed": _with_seed,  # depends on "ties", so it comes after it
    "size": _with_size,
    "least": _with_least,
    "forced": _with_forced,
}
"""For each query parameter but corpus and recipe, a function that returns the settings with its
value, or a sentence if the value is invalid."""

QUERY_SETTINGS = ("recipe", "corpus", *_PARAMETERS)
"""The query parameters for settings."""

MAX_SHOWN = 40
"""The most characters of a query parameter in a sentence about it."""


def printable(text: str, most: int = MAX_SHOWN) -> str:
    """Escape and shorten user text for a message.

    The text is cut in the middle to ``most`` characters. Each character that is invisible or
    changes the writing direction is replaced by its code point.

    >>> printable("a\u202eb", 40), printable("corpus.final.txt", 9)
    ('aU+202Eb', 'corp….txt')
    """
    shown = "".join(char if char.isprintable() else f"U+{ord(char):04X}" for char in text)
    if len(shown) <= most:
        return shown
    return shown[: most // 2] + "…" + shown[len(shown) - (most - 1) // 2 :]


def merges_in_common(one: Forced, other: Forced) -> int:
    """Return the number of common first merges of trainings that differ only in forced merges.

    >>> merges_in_common(((3, 2), (5, 1)), ((3, 2), (9, 4))), merges_in_common((), ((3, 2),))
    (4, 2)

    If they do not differ at all, it is MAX_FORCED_STEP.
    """
    for choices in zip_longest(one, other):
        if choices[0] != choices[1]:
            return min(choice[0] for choice in choices if choice) - 1
    return MAX_FORCED_STEP


def _forced(text: str) -> Forced | None:
    """Return chosen merges from a query parameter, or None if it is malformed.

    >>> _forced("3.2_4.1"), _forced("4.1_3.2"), _forced("3.0")
    (((3, 2), (4, 1)), None, None)
    """
    # Longer texts cannot be valid; do not parse them.
    longest = MAX_FORCED * len(f"{MAX_FORCED_STEP}.{MAX_RANK}_")
    entries = text.split("_", MAX_FORCED) if len(text) <= longest else []
    if not 1 <= len(entries) <= MAX_FORCED:
        return None
    forced: list[tuple[int, int]] = []
    for entry in entries:
        left, _, right = entry.partition(".")
        step, rank = whole_number(left, MAX_FORCED_STEP), whole_number(right, MAX_RANK)
        if not step or not rank or (forced and step <= forced[-1][0]):
            return None
        forced.append((step, rank))
    return tuple(forced)


def whole_number(text: str, largest: int) -> int | None:
    """Return the number from 0 to ``largest`` that is written in ASCII digits, or None.

    >>> whole_number("70", 100), whole_number("-1", 100), whole_number("1e9", 100)
    (70, None, None)
    """
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(largest)):
        return None
    value = int(text)
    return value if value <= largest else None

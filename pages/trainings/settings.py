"""The settings of a training, and their form in links.

A link has only the settings that differ from those suggested for its corpus, as in
``?corpus=course&step=3``. This module does not use Streamlit. For any link, `from_query` returns
valid settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pages.trainings.parameters import (
    UNKNOWN,
    Rule,
    one_of,
    parameter,
    parameters_of,
    printable,
    whole,
)
from pages.trainings.samples import samples
from wordpiece.message import Message, message
from wordpiece.recipes import ALGORITHMS as ALGORITHMS
from wordpiece.recipes import ALL_RECIPES
from wordpiece.recipes import Algorithm as Algorithm
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
MAX_EM = 20
MAX_VOCAB_SIZE = 2**53 - 1  # the largest that a number field in a browser accepts

TIES = tuple(dict.fromkeys(rule for each in ALL_RECIPES.values() for rule in each.tie_breaks))
"""The rules among equals of all kinds of trainings."""

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


def recipe_titles() -> dict[str, Message]:
    """Return the title of each recipe by id, in the order of the list on screen."""
    titles = {id: recipe.title for id, recipe in ALL_RECIPES.items()}
    return titles | {REPLAY: message("A merges file, replayed")}


def kind_of_recipe(recipe: str) -> str:
    """Return the kind of the trainings of a recipe."""
    return "merges" if recipe == REPLAY else ALL_RECIPES[recipe].kind


def _normalizer(text: str) -> tuple[str, ...]:
    names = [] if text == NONE else text.split(",")
    if not set(names) <= set(NORMALIZER_STEPS):
        raise ValueError(text)
    return tuple(name for name in NORMALIZER_STEPS if name in names)


def _size(text: str) -> int | None:
    return None if text == NONE else whole(1, MAX_VOCAB_SIZE).parse(text)


def _parse_forced(text: str) -> Forced:
    """Return chosen merges from a query parameter.

    >>> _parse_forced("3.2_4.1")
    ((3, 2), (4, 1))

    Raises:
        ValueError: the parameter is malformed.
    """
    entry = r"[1-9]\d{0,5}\.[1-9]\d{0,6}"  # the digits of MAX_FORCED_STEP and MAX_RANK
    if not re.fullmatch(rf"{entry}(_{entry}){{0,{MAX_FORCED - 1}}}", text, re.ASCII):
        raise ValueError(text)
    ranks = {int(step): int(rank) for step, rank in re.findall(r"(\d+)\.(\d+)", text)}
    forced = tuple(sorted(ranks.items()))
    if text != _write_forced(forced):  # the steps do not ascend
        raise ValueError(text)
    return forced


def _write_forced(forced: Forced) -> str:
    return "_".join(f"{step}.{rank}" for step, rank in forced)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a training depends on, except the content of the user's own corpora.

    Each setting has a parameter of links, with its valid values and a sentence about others.
    """

    corpus: str = parameter("toy", "corpus", one_of((*samples(), *OWN)))
    recipe: str = parameter("wordpiece", "recipe", one_of(tuple(recipe_titles())))
    normalizer: tuple[str, ...] = parameter(
        (), "normalizer", Rule(_normalizer, lambda steps: ",".join(steps) or NONE)
    )
    pre_tokenizer: str = parameter("whitespace", "split", one_of(tuple(PRE_TOKENIZERS)))
    tie_break: str = parameter("first-seen", "ties", one_of(TIES))
    seed: int = parameter(0, "seed", whole(0, MAX_SEED))
    vocab_size: int | None = parameter(
        None, "size", Rule(_size, lambda size: NONE if size is None else str(size))
    )
    min_pair_count: int = parameter(1, "least", whole(1, MAX_LEAST))
    em_rounds: int = parameter(0, "em", whole(0, MAX_EM))
    threshold: int = parameter(12, "threshold", whole(1, MAX_LEAST))
    forced: Forced = parameter((), "forced", Rule(_parse_forced, _write_forced))

    @property
    def is_own(self) -> bool:
        """Whether the corpus is one of the user's own."""
        return self.corpus in OWN

    @property
    def is_private(self) -> bool:
        """Whether only its visitor may see a training with these settings."""
        return self.is_own or bool(self.forced) or self.recipe == REPLAY


PARAMETERS = parameters_of(Settings)
"""For each query parameter, the attribute of `Settings` and its values."""

FIRST = {"corpus", "recipe"}
"""The parameters on which the usual values of the others depend."""


def kind_of_file(name: str) -> Kind:
    """Return "table" for files named .tsv or .csv, "text" for all others."""
    return "table" if name.lower().endswith((".tsv", ".csv")) else "text"


def suggest_settings(corpus: str, recipe: str = "wordpiece") -> Settings:
    """Return the suggested settings for a corpus and a recipe.

    They are the corpus's usual ones, adapted to the recipe. On the corpus of the recipe's source
    they reproduce the source's figures.
    """
    values: dict[str, Any] = {"pre_tokenizer": "bert"}
    if corpus not in OWN:
        names = ("normalizer", "pre_tokenizer", "vocab_size")
        values = {name: getattr(samples()[corpus], name) for name in names}
    if recipe == REPLAY:
        return Settings(corpus, recipe, **values | {"vocab_size": None})
    wanted = ALL_RECIPES[recipe]
    usual = ["min_pair_count", "tie_break", "em_rounds", "threshold"]
    # The size in a source is that of its corpus; a recipe of removals or decisions has none.
    if corpus == wanted.corpus if wanted.vocab_size else wanted.kind != "merges":
        usual.append("vocab_size")
    values |= {name: getattr(wanted, name) for name in usual if hasattr(wanted, name)}
    size, alphabet = values.get("vocab_size"), getattr(wanted, "alphabet", ())
    if size is not None and size <= len(alphabet):  # the size leaves no place for the 256 bytes
        values["vocab_size"] = size + len(alphabet)
    if wanted.pre_tokenizer is not None:
        values["pre_tokenizer"] = wanted.pre_tokenizer
    return Settings(corpus, recipe, **values)


def only_sample(recipe: str) -> str:
    """Return the only sample corpus that fits a recipe; "" if all do."""
    wanted = ALL_RECIPES.get(recipe)
    return wanted.corpus if wanted and wanted.by_language else ""


def tie_breaks(recipe: str) -> tuple[str, ...]:
    """Return the rules among equals that a recipe offers."""
    return ALL_RECIPES["bpe" if recipe == REPLAY else recipe].tie_breaks


def is_offered(recipe: str, tie_break: str) -> bool:
    """Return whether a recipe offers a rule among equals, or has no such rules."""
    return tie_break in (tie_breaks(recipe) or (Settings().tie_break,))


def to_query(settings: Settings) -> dict[str, str]:
    """Return settings as query parameters."""
    usual = suggest_settings(settings.corpus, settings.recipe)
    query = {}
    for name, (attribute, rule) in PARAMETERS.items():
        value = getattr(settings, attribute)
        default = getattr(Settings() if name in FIRST else usual, attribute)
        if value != default and (name != "seed" or settings.tie_break == "random"):
            query[name] = rule.write(value)
    return query


def from_query(query: Mapping[str, str]) -> tuple[Settings, list[Message]]:
    """Return settings from query parameters, and a sentence for each unusable one."""
    problems: list[Message] = []

    def values(names: Iterable[str], defaults: Settings) -> dict[str, Any]:
        return {
            attribute: rule.read(name, query, getattr(defaults, attribute), problems)
            for name, (attribute, rule) in PARAMETERS.items()
            if name in names
        }

    corpus = only_sample(query.get("recipe", "")) or Settings().corpus
    usual = suggest_settings(**values(FIRST, Settings(corpus)))
    settings = replace(usual, **values(PARAMETERS.keys() - FIRST, usual))
    if not is_offered(settings.recipe, settings.tie_break):
        settings = replace(settings, tie_break=usual.tie_break)
        problems.append(UNKNOWN.fill(name="ties", value=printable(query["ties"])))
    if settings.forced and kind_of_recipe(settings.recipe) != "merges":
        settings = replace(settings, forced=())
        problems.append(UNKNOWN.fill(name="forced", value=printable(query["forced"])))
    # A seed without effect is set to 0; otherwise the same training would be made twice.
    return (settings if settings.tie_break == "random" else replace(settings, seed=0)), problems

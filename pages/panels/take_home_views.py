"""What can be taken home from a training: which files, what for, and what stands against one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pages.panels.chart_files import growth_picture
from pages.panels.html import counted
from pages.panels.markup import Markup
from pages.panels.worksheet import reason_against, worksheet
from pages.trainings.job import Training
from wordpiece import Timeline
from wordpiece.errors import VocabularyError
from wordpiece.files.writers import FORMATS, Format
from wordpiece.recipes import RECIPES

MAX_NAME = 40
"""Characters of the corpus's name in the name of a file."""


@dataclass(frozen=True)
class Item:
    """One file.

    Attributes:
        id: its name in keys.
        file: the file's name.
        mime: its media type.
        label: the end of the file's name, on the button.
        title: what it is.
        use: what it is good for.
        amount: how much is in it.
        load: two lines of Python that read it, or "".
        against: why it cannot be had; "" if it can.
        make: makes its content.
    """

    id: str
    file: str
    mime: str
    label: str
    title: str
    use: str
    amount: str
    load: str
    against: str
    make: Callable[[], bytes]


class Group(NamedTuple):
    """Files for one purpose."""

    title: str
    items: tuple[Item, ...]


TITLES = {
    "tokenizer": "Tokenizer",
    "tokenizer-longest-match": "Tokenizer by longest match",
    "vocab-txt": "Vocabulary",
    "vocab-json": "Vocabulary with ids",
    "merges-txt": "Merges",
    "steps-csv": "Step log",
    "steps-jsonl": "Step log",
    "scores-csv": "Score table",
}

USES = {
    "tokenizer": "All in one, with this corpus's own normalizer and splitting. {how}",
    "tokenizer-longest-match": "The same vocabulary; the merges are forgotten, as in BERT.",
    "vocab-txt": "A token a line. BERT splits text by rules of its own.",
    "vocab-json": "Goes with merges.txt.",
    "merges-txt": "In the order learned, in which they are replayed.",
    "steps-csv": "Every merge with counts, score and ties. A token such as =A1 gets an apostrophe, "
    "so that no spreadsheet runs it.",
    "steps-jsonl": "The same for programs, exact to the letter.",
    "scores-csv": "Every pair that could merge next, the best first.",
}

LOADS = {
    "tokenizer": """from tokenizers import Tokenizer
tokenizer = Tokenizer.from_file("{file}")""",
    # By position: the argument is vocab_file in transformers 4 and vocab in 5, which takes the
    # old name without a word, and without the vocabulary.
    "vocab-txt": """from transformers import BertTokenizerFast
tokenizer = BertTokenizerFast("{file}", do_lower_case={lowercase})""",
    "merges-txt": """from tokenizers.models import BPE
model = BPE.from_file("{vocab}", "{file}", unk_token="[UNK]"{prefix})""",
    # Without the last argument the token "null" would be read as nothing.
    "steps-csv": """import pandas
steps = pandas.read_csv("{file}", keep_default_na=False)""",
    "steps-jsonl": """import json
steps = [*map(json.loads, open("{file}", encoding="utf-8"))]""",
    "scores-csv": """import pandas
scores = pandas.read_csv("{file}", keep_default_na=False)""",
}
LOADS["tokenizer-longest-match"] = LOADS["tokenizer"]

_REPLAYED = "Only BPE replays merges when it encodes. Choose a BPE recipe on the left."
DOES_NOT_APPLY = {
    "vocab-json": _REPLAYED,
    "merges-txt": _REPLAYED,
    "vocab-txt": "Its readers expect ## inside words; this training marks them otherwise.",
}
"""Why a format does not suit a training. One that is not named here would be another's double."""


def groups(training: Training, step: int) -> list[Group]:
    """All there is to take home after a step.

    Nothing is made here: an item's ``make`` does it, and can be called in any thread.
    """

    def those(*ids: str) -> tuple[Item, ...]:
        formats = (FORMATS[id] for id in ids)
        return tuple(
            _item(training, step, format)
            for format in formats
            if format.applies(training.timeline) or format.id in DOES_NOT_APPLY
        )

    return [
        Group(
            "For the tokenizers library and models like BERT",
            those("tokenizer", "tokenizer-longest-match", "vocab-txt"),
        ),
        Group("For models like GPT-2", those("vocab-json", "merges-txt")),
        Group("For a spreadsheet or a notebook", those("steps-csv", "steps-jsonl", "scores-csv")),
        Group("For slides", _pictures(training, step)),
        Group("For paper", (_worksheet(training),)),
    ]


def _item(training: Training, step: int, format: Format) -> Item:
    timeline, settings = training.timeline, training.settings
    name = stem(training, step)
    file = f"{name}-{format.ending}"
    make = partial(
        format.data,
        timeline,
        step,
        normalizer=settings.normalizer,
        pre_tokenizer=training.pre_tokenizer,
    )
    applies = format.applies(timeline)
    prefix = timeline.marking.prefix
    return Item(
        id=format.id,
        file=file,
        mime=format.mime,
        label=format.ending,
        title=TITLES[format.id],
        use=USES[format.id].format(how=_how(training)),
        amount=_amount(timeline, step, format.id),
        load=LOADS.get(format.id, "").format(
            file=file,
            vocab=f"{name}-{FORMATS['vocab-json'].ending}",
            lowercase="lowercase" in settings.normalizer,
            prefix=f', continuing_subword_prefix="{prefix}"' if prefix else "",
        ),
        against=_against(timeline, format, make) if applies else DOES_NOT_APPLY[format.id],
        make=make,
    )


def _how(training: Training) -> str:
    """How a tokenizer.json encodes."""
    recipe = RECIPES.get(training.settings.recipe)
    if recipe and recipe.encoding not in ("longest-match", "replay"):
        return "The library does not know this recipe's own way to encode."
    replays = training.timeline.score.ranks_by_count
    return "It replays the merges." if replays else "It encodes by longest match."


def _amount(timeline: Timeline, step: int, id: str) -> str:
    if id == "scores-csv":
        return counted(len(timeline.scores(step)), "pair")
    if id in ("steps-csv", "steps-jsonl", "merges-txt"):
        return counted(step, "merge")
    return counted(timeline.growth(step).vocabulary, "token")


def _against(timeline: Timeline, format: Format, make: Callable[[], bytes]) -> str:
    """Why a format cannot hold this training.

    A download that fails after the click could not say why. Tokens are put together from the
    alphabet, so if that is harmless there is nothing to try; else the file is made to see.
    """
    symbols = (*timeline.alphabet, *timeline.special_tokens)
    harmless = all(symbol.isprintable() and " " not in symbol for symbol in symbols)
    if format.mime == "text/csv" or format.id == "steps-jsonl":
        return ""
    if harmless and not timeline.marking.suffix:
        return ""
    try:
        make()
    except VocabularyError as error:
        return str(error)
    return ""


def _pictures(training: Training, step: int) -> tuple[Item, ...]:
    name = stem(training, step)
    uses = {
        "svg": "Both growth charts, sharp at any size.",
        "png": "The same in pixels, for where SVG is not taken.",
    }
    kinds: dict[str, tuple[str, Callable[[], bytes]]] = {
        "svg": ("image/svg+xml", partial(growth_picture, training.timeline, step, "svg")),
        "png": ("image/png", partial(growth_picture, training.timeline, step, "png")),
    }
    return tuple(
        Item(
            id=kind,
            file=f"{name}-growth.{kind}",
            mime=mime,
            label=f"growth.{kind}",
            title="Growth",
            use=uses[kind],
            amount="takes a few seconds",
            load="",
            against="",
            make=make,
        )
        for kind, (mime, make) in kinds.items()
    )


def _worksheet(training: Training) -> Item:
    timeline = training.timeline

    def make() -> bytes:
        recipe = RECIPES.get(training.settings.recipe)
        html = worksheet(timeline, recipe, corpus=training.source_name)
        return html.encode("utf-8", "replace")

    return Item(
        id="worksheet",
        file=f"{slug(training)}-worksheet.html",
        mime="text/html",
        label="worksheet.html",
        title="Worksheet",
        use="Merges to find, and questions: a quarter of an hour. Print it from the browser; the "
        "answers begin on a page of their own.",
        amount="from the first merge on",
        load="",
        against=reason_against(timeline),
        make=make,
    )


def stem(training: Training, step: int) -> str:
    """The beginning of a file's name: corpus and step."""
    return f"{slug(training)}-step-{step}"


def slug(training: Training) -> str:
    """The corpus in letters that every system takes in the name of a file."""
    settings = training.settings
    return safe(training.source_name if settings.is_own else settings.corpus)


def safe(name: str) -> str:
    """
    >>> safe("Ma thèse (2).txt"), safe("../../etc/passwd"), safe("文本.txt"), safe("your text")
    ('ma-these-2', 'etc-passwd', 'corpus', 'your-text')
    """
    base = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name)
    plain = unicodedata.normalize("NFKD", base).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_NAME].strip("-") or "corpus"


def item(what: Item) -> Markup:
    """One file: what it is and what it is good for, or what stands against it."""
    if what.against:
        return Markup('<p class="take off"><b>{}</b><br>Not here. {}</p>').format(
            what.title, what.against
        )
    return Markup('<p class="take"><b>{}</b> <small>{}</small><br>{}</p>').format(
        what.title, what.amount, what.use
    )

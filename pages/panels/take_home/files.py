"""The files to take home, each with its purpose, or the reason why it is unavailable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from pages.locale import message, say, to_text
from pages.panels.html.templates import pieces
from pages.panels.take_home.pictures import growth_picture, missing_letters
from pages.panels.take_home.worksheet import worksheet
from pages.trainings.job import Training
from pages.worksheet.planning import unavailable_because
from wordpiece import Timeline
from wordpiece.errors import VocabularyError
from wordpiece.files.writers import FORMATS, Format
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, split_words

_piece = pieces("panels/take_home/files.html")

ON_PAPER = 60
"""The merges for the worksheet of the other algorithm, which asks about the first of them."""

MAX_NAME = 40
"""The most characters of the corpus's name in the name of a file."""


@dataclass(frozen=True)
class Item:
    """One file.

    Attributes:
        id: its name in keys.
        file: the file's name.
        mime: its media type.
        label: the label of the button: the end of the file's name.
        title: its title.
        use: its purpose.
        amount: its size in a suitable unit.
        load: two lines of Python that read it, or "".
        unavailable_because: the reason why it is unavailable, or "".
        make: returns its content.
    """

    id: str
    file: str
    mime: str
    label: str
    title: str
    use: str
    amount: str
    load: str
    unavailable_because: str
    make: Callable[[], bytes]


class Group(NamedTuple):
    """Files for one purpose."""

    title: str
    items: tuple[Item, ...]


TITLES = {
    "tokenizer": message("Tokenizer"),
    "tokenizer-longest-match": message("Tokenizer by longest match"),
    "vocab-txt": message("Vocabulary"),
    "vocab-json": message("Vocabulary with ids"),
    "merges-txt": message("Merges"),
    "steps-csv": message("Step log"),
    "steps-jsonl": message("Step log"),
    "scores-csv": message("Score table"),
}

USES = {
    "tokenizer": message("All in one file, with this corpus's normalizer and pre-tokenizer."),
    "tokenizer-longest-match": message("The same vocabulary without the merges, as in BERT."),
    "vocab-txt": message("One token per line. BERT brings its own rules for splitting a text."),
    "vocab-json": message("Belongs to merges.txt."),
    "merges-txt": message("In the order learned, in which an encoder replays them."),
    "steps-csv": message(
        "Every merge with its counts, score and ties. A token such as =A1 gets an apostrophe, so "
        "that no spreadsheet takes it for a formula."
    ),
    "steps-jsonl": message("The same for programs, every token exactly as it is."),
    "scores-csv": message("Every pair that could merge next, the best one first."),
}
"""The purpose of each file."""

LOADS = {
    "tokenizer": """from tokenizers import Tokenizer
tokenizer = Tokenizer.from_file("{file}")""",
    # A positional argument: it is vocab_file in transformers 4 and vocab in 5, which ignores
    # the old name silently and does not load a vocabulary.
    "vocab-txt": """from transformers import BertTokenizerFast
tokenizer = BertTokenizerFast("{file}", do_lower_case={lowercase}, strip_accents={strip})""",
    "merges-txt": """from tokenizers.models import BPE
model = BPE.from_file("{vocab}", "{file}"{unknown}{prefix})""",
    # Without the last argument the token "null" would be read as a missing value.
    "steps-csv": """import pandas
steps = pandas.read_csv("{file}", keep_default_na=False)""",
    "steps-jsonl": """import json
steps = [*map(json.loads, open("{file}", encoding="utf-8"))]""",
    "scores-csv": """import pandas
scores = pandas.read_csv("{file}", keep_default_na=False)""",
}
LOADS["tokenizer-longest-match"] = LOADS["tokenizer"]

_REPLAYED = message("Only BPE replays merges to encode. Choose a BPE recipe on the left.")
IN_RUNS = {
    "tokenizer": message(
        "Words are cut by a Split with a regular expression: the library's UnicodeScripts takes "
        "kana and ideographs for one script."
    ),
    "vocab-txt": message("They make each Chinese character a word; the words here were longer."),
}
"""Additional sentences if the words are runs of one script."""

DOES_NOT_APPLY = {
    "vocab-json": _REPLAYED,
    "merges-txt": _REPLAYED,
    "vocab-txt": message("Its readers expect ## inside words; this training has another mark."),
}
"""Why a format does not apply to a training. A format without a sentence is left out instead, since
its file would be the same as another one."""


def groups(training: Training, step: int) -> list[Group]:
    """Return all files to take home after a step.

    Their contents are made only by ``make`` of an item, which may be called in any thread.
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
            say("For the tokenizers library and models like BERT"),
            those("tokenizer", "tokenizer-longest-match", "vocab-txt"),
        ),
        Group(say("For models like GPT-2"), those("vocab-json", "merges-txt")),
        Group(
            say("For a spreadsheet or a notebook"), those("steps-csv", "steps-jsonl", "scores-csv")
        ),
        Group(say("For slides"), _pictures(training, step)),
        Group(say("For paper"), (_worksheet(training), _other_worksheet(training))),
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
    uses = [to_text(USES[format.id]), *[_how(training)] * (format.id == "tokenizer")]
    if training.pre_tokenizer == "scripts" and format.id in IN_RUNS:
        uses.append(to_text(IN_RUNS[format.id]))
    differs = _differs(training, step, format.id) if applies else ""
    if differs and format.id != "tokenizer":
        uses.append(differs)
    return Item(
        id=format.id,
        file=file,
        mime=format.mime,
        label=format.ending,
        title=to_text(TITLES[format.id]),
        use=" ".join(uses),
        amount=_amount(timeline, step, format.id),
        load=""
        if differs
        else LOADS.get(format.id, "").format(
            file=file,
            vocab=f"{name}-{FORMATS['vocab-json'].ending}",
            lowercase="lowercase" in settings.normalizer,
            strip="strip-accents" in settings.normalizer,
            unknown=', unk_token="[UNK]"' if "[UNK]" in timeline.special_tokens else "",
            prefix=f', continuing_subword_prefix="{prefix}"' if prefix else "",
        ),
        unavailable_because=_unavailable_because(timeline, format, make)
        if applies
        else to_text(DOES_NOT_APPLY[format.id]),
        make=make,
    )


def _differs(training: Training, step: int, id: str) -> str:
    """Return why the code for a file would give other tokens than the app, or ""."""
    timeline, settings = training.timeline, training.settings
    recipe = RECIPES.get(settings.recipe)
    known = recipe is None or recipe.encoding in ("longest-match", "replay")
    if id in ("tokenizer", "merges-txt") and not known:
        return say("The library does not have this recipe's way to encode, so no code is here.")
    if id == "merges-txt":
        if timeline.marking.suffix:
            return say(
                "The library's BPE puts {suffix} onto a word's last letter, where it is a symbol "
                "of its own here, so load the tokenizer.json instead.",
                suffix=timeline.marking.suffix,
            )
        if "[UNK]" not in timeline.special_tokens and not set(CHAR_TO_BYTE).issubset(
            timeline.alphabet
        ):
            return say(
                "There is no [UNK] among the tokens, and without one the library drops unknown "
                "letters, so load the tokenizer.json instead."
            )
    if id == "vocab-txt":
        if "[UNK]" not in timeline.special_tokens:
            return say(
                "There is no [UNK] among the tokens, which BERT's readers need, so load the "
                "tokenizer.json instead."
            )
        as_bert = {"lowercase", "strip-accents", "clean-text", "space-out-cjk"}
        words = list(timeline.words)
        if not as_bert.issuperset(settings.normalizer) or (
            training.pre_tokenizer != "bert" and split_words(" ".join(words), "bert") != words
        ):
            return say(
                "BERT's own rules change or split these words otherwise, so load the "
                "tokenizer.json instead."
            )
    return ""


def _how(training: Training) -> str:
    """Return the sentence about the encoding by a tokenizer.json."""
    recipe = RECIPES.get(training.settings.recipe)
    if recipe and recipe.encoding not in ("longest-match", "replay"):
        return say("The library does not have this recipe's way to encode.")
    if training.timeline.score.ranks_by_count:
        return say("It replays the merges.")
    return say("It encodes by longest match.")


def _amount(timeline: Timeline, step: int, id: str) -> str:
    """Return the size of a file's content as text."""
    if id == "scores-csv":
        return say("{n} pair", "{n} pairs", n=len(timeline.scores(step)))
    if id in ("steps-csv", "steps-jsonl", "merges-txt"):
        return say("{n} merge", "{n} merges", n=step)
    return say("{n} token", "{n} tokens", n=timeline.growth(step).vocabulary)


def _unavailable_because(timeline: Timeline, format: Format, make: Callable[[], bytes]) -> str:
    """Return why a format cannot represent this training, or "".

    It is determined before the click, since a failed download cannot show a reason. Tokens are
    composed of the alphabet's symbols, so if these are harmless, so are the tokens. Otherwise the
    file is made as a trial.
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
        return to_text(error.message)
    return ""


def _pictures(training: Training, step: int) -> tuple[Item, ...]:
    name = stem(training, step)
    uses = {
        "svg": say("Both growth charts, sharp at any size."),
        "png": say("The same in pixels, where SVG is not accepted."),
    }
    lacking = {
        "png": say(
            "The server has no font with the letters of this language. The SVG is drawn with the "
            "fonts of the computer that opens it."
        )
        if missing_letters()
        else ""
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
            title=say("Growth"),
            use=uses[kind],
            amount=say("takes a few seconds"),
            load="",
            unavailable_because=lacking.get(kind, ""),
            make=make,
        )
        for kind, (mime, make) in kinds.items()
    )


def _worksheet(training: Training) -> Item:
    timeline, name = training.timeline, training.source_name
    reason = unavailable_because(timeline)
    corpus = name if isinstance(name, str) else to_text(name)

    def make() -> bytes:
        recipe = RECIPES.get(training.settings.recipe)
        html = worksheet(timeline, recipe, corpus=corpus)
        return html.encode("utf-8", "replace")

    return Item(
        id="worksheet",
        file=f"{slug(training)}-worksheet.html",
        mime="text/html",
        label="worksheet.html",
        title=say("Worksheet"),
        use=say(
            "Merges to find and questions, on about two pages. Print it from the browser; the "
            "answers begin on a new page."
        ),
        amount=say("from the first merge on"),
        load="",
        unavailable_because=to_text(reason) if reason else "",
        make=make,
    )


def _other_worksheet(training: Training) -> Item:
    """Return the worksheet of the other algorithm on the same words, such as BPE for WordPiece."""
    recipe = RECIPES["wordpiece" if training.timeline.score.ranks_by_count else "bpe"]
    name = training.source_name
    corpus = name if isinstance(name, str) else to_text(name)
    title = to_text(recipe.title)

    def make() -> bytes:
        timeline = first_merges(training, recipe)
        return worksheet(timeline, recipe, corpus=corpus).encode("utf-8", "replace")

    return Item(
        id="other-worksheet",
        file=f"{slug(training)}-worksheet-{recipe.id}.html",
        mime="text/html",
        label=f"worksheet-{recipe.id}.html",
        title=say("Worksheet for {algorithm}", algorithm=title),
        use=say("The same words by the rule of {algorithm}, to compare.", algorithm=title),
        amount=say("from the first merge on"),
        load="",
        unavailable_because="",
        make=make,
    )


def first_merges(training: Training, recipe: Recipe) -> Timeline:
    """Train a recipe on the words of a training, for the merges of a worksheet."""
    timeline = training.timeline
    words = zip(timeline.words, timeline.frequencies.tolist(), strict=True)
    least = training.settings.min_pair_count
    by_rule = replace(
        recipe,
        tie_break=timeline.tie_break,
        min_pair_count=least,
        score=recipe.score.without_rarer(least),
    )
    trainer = by_rule.trainer(dict(words), seed=training.settings.seed)
    trainer.run(ON_PAPER)
    return trainer.timeline()


def stem(training: Training, step: int) -> str:
    """Return the beginning of a file's name: corpus and step."""
    return f"{slug(training)}-step-{step}"


def slug(training: Training) -> str:
    """Return the name of the corpus with only characters that every system allows in file names."""
    settings = training.settings
    return safe(str(training.source_name) if settings.is_own else settings.corpus)


def safe(name: str) -> str:
    """Return a name with only characters that every system allows in file names.

    >>> safe("Ma thèse (2).txt"), safe("../../etc/passwd"), safe("文本.txt"), safe("your text")
    ('ma-these-2', 'etc-passwd', 'corpus', 'your-text')
    """
    base = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name)
    plain = unicodedata.normalize("NFKD", base).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_NAME].strip("-") or "corpus"


def item(what: Item) -> Markup:
    """Draw one file: its title and its purpose, or the reason why it is unavailable."""
    return _piece(
        "item",
        title=what.title,
        amount=what.amount,
        use=what.use,
        reason=what.unavailable_because,
    )

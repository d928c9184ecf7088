"""The files to take home, each with its purpose, or the reason why it is unavailable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from markupsafe import Markup

from pages.locale import message, say, to_text
from pages.panels.html import pieces
from pages.panels.take_home.exercises import Plan, plan, unavailable_because
from pages.panels.take_home.pictures import growth_picture
from pages.panels.take_home.worksheet import answers, worksheet
from pages.trainings.job import Training
from wordpiece import Timeline
from wordpiece.errors import VocabularyError
from wordpiece.files.writers import FORMATS, Format
from wordpiece.message import Message
from wordpiece.recipes import RECIPES, Recipe
from wordpiece.records import Pair
from wordpiece.teaching.checking import MergesCheck
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, split_words
from wordpiece.training.steps import Steps

_piece = pieces("panels/take_home/files.html")

ON_PAPER = 60
"""The merges for the worksheet of the other algorithm, which asks about the first of them."""

MAX_NAME = 40
"""The most characters of the corpus's name in the name of a file."""


@dataclass(frozen=True)
class Item:
    """One file. Its title and its purpose are in the template.

    Attributes:
        id: its name in keys and in the template.
        file: the file's name.
        label: the label of the button: the end of the file's name.
        mime: its media type.
        make: returns its content.
        load: two lines of Python that read it, or "".
        unavailable_because: the reason why it is unavailable, or None.
        facts: the facts of its sentences.
    """

    id: str
    file: str
    label: str
    mime: str
    make: Callable[[], bytes]
    load: str = ""
    unavailable_because: Message | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


LOADS = {
    "tokenizer": """from tokenizers import Tokenizer
tokenizer = Tokenizer.from_file("{file}")""",
    # A positional argument: it is vocab_file in transformers 4 and vocab in 5, which ignores
    # the old name silently and does not load a vocabulary.
    "vocab-txt": """from transformers import BertTokenizerFast
tokenizer = BertTokenizerFast("{file}", do_lower_case={lowercase}, strip_accents={strip})""",
    "merges-txt": """from tokenizers.models import BPE
model = BPE.from_file("{vocab}", "{file}"{unknown}{prefix})""",
}
LOADS["tokenizer-longest-match"] = LOADS["tokenizer"]


def groups(training: Training, step: int) -> dict[str, tuple[Item, ...]]:
    """Return the files to take home after a step, by the title of their group.

    A format that does not apply to the training is left out. The contents are made only by
    ``make`` of an item, which may be called in any thread. Of a training that does not merge there
    are the vocabulary and the step log.
    """

    def those(*ids: str) -> tuple[Item, ...]:
        return tuple(
            _of_format(training, step, FORMATS[id])
            for id in ids
            if FORMATS[id].applies(training.steps)
        )

    for_bert = FORMATS["vocab-txt"].applies(training.steps)
    title = message("For the tokenizers library")
    if for_bert:
        title = message("For the tokenizers library and models like BERT")
    for_models = {to_text(title): those("tokenizer", "tokenizer-longest-match", "vocab-txt")}
    log, for_tables = those("steps-csv", "steps-jsonl"), say("For a spreadsheet or a notebook")
    if training.merges is None:
        return {**for_models, for_tables: log}
    if for_replay := those("vocab-json", "merges-txt"):
        gpt2, others = say("For models like GPT-2"), say("For programs that replay merges")
        for_models[gpt2 if training.timeline.is_byte_level else others] = for_replay
    return {
        say("For paper"): _worksheets(training),  # first, since a class needs it during a lesson
        **for_models,
        for_tables: (*log, *those("scores-csv")),
        say("For slides"): _pictures(training, step),
    }


def _of_format(training: Training, step: int, format: Format) -> Item:
    timeline, settings, name = training.steps, training.settings, stem(training, step)
    make = partial(
        format.data,
        timeline,
        step,
        normalizer=settings.normalizer,
        pre_tokenizer=training.pre_tokenizer,
    )
    file = f"{name}-{format.ending}"
    differs, prefix = _differs(training, format), timeline.marking.prefix
    by_match = FORMATS["tokenizer-longest-match"]
    load = LOADS.get(format.id, "").format(
        file=file,
        vocab=f"{name}-{FORMATS['vocab-json'].ending}",
        lowercase="lowercase" in settings.normalizer,
        strip="strip-accents" in settings.normalizer,
        unknown=', unk_token="[UNK]"' if "[UNK]" in timeline.special_tokens else "",
        prefix=f', continuing_subword_prefix="{prefix}"' if prefix else "",
    )
    return Item(
        id=format.id,
        file=file,
        label=format.ending,
        mime=format.mime,
        make=make,
        load="" if differs else load,
        unavailable_because=_unavailable_because(timeline, step, format, make),
        facts={
            "differs": differs,
            "matches": (by_match if by_match.applies(timeline) else FORMATS["tokenizer"]).ending,
            "suffix": timeline.marking.suffix,
        },
    )


def _differs(training: Training, format: Format) -> str:
    """Return why the code for a file would give other tokens than the app, or "".

    The template has a sentence for each reason.
    """
    timeline, settings, id = training.steps, training.settings, format.id
    recipe = RECIPES.get(settings.recipe)
    known = recipe is None or recipe.encoding in ("longest-match", "replay")
    if id in ("tokenizer", "merges-txt") and not known:
        return "encoding"
    if id == "tokenizer" and FORMATS["tokenizer-longest-match"].applies(timeline):
        return "replay"
    if id == "merges-txt":
        if timeline.marking.suffix:
            return "suffix"
        if "[UNK]" not in timeline.special_tokens and not set(CHAR_TO_BYTE).issubset(
            timeline.vocabulary(0)
        ):
            return "unknown characters"
    if id == "vocab-txt":
        if "[UNK]" not in timeline.special_tokens:
            return "unknown words"
        as_bert = {"lowercase", "strip-accents", "clean-text", "space-out-cjk"}
        words = list(timeline.words)
        if not as_bert.issuperset(settings.normalizer) or (
            training.pre_tokenizer != "bert" and split_words(" ".join(words), "bert") != words
        ):
            return "words"
    return ""


def _unavailable_because(
    timeline: Steps, step: int, format: Format, make: Callable[[], bytes]
) -> Message | None:
    """Return why a format cannot represent this training, or None.

    It is determined before the click, since a failed download cannot show a reason. If a token may
    be harmful, the file is made as a trial.
    """
    symbols = "".join(timeline.vocabulary(step))
    harmless = symbols.isprintable() and " " not in symbols and not timeline.marking.suffix
    if harmless or format.mime == "text/csv" or format.id == "steps-jsonl":
        return None
    try:
        make()
    except VocabularyError as error:
        return error.message
    return None


def _pictures(training: Training, step: int) -> tuple[Item, ...]:
    kinds: dict[Literal["svg", "png"], str] = {"svg": "image/svg+xml", "png": "image/png"}
    return tuple(
        Item(
            id=kind,
            file=f"{stem(training, step)}-growth.{kind}",
            label=f"growth.{kind}",
            mime=mime,
            make=partial(growth_picture, training.timeline, step, kind),
        )
        for kind, mime in kinds.items()
    )


def _worksheets(training: Training) -> tuple[Item, ...]:
    """Return the worksheets: of one merge, of the first ones, and of another algorithm; answers.

    The other algorithm is WordPiece for BPE, and BPE for WordPiece.
    """
    recipe, timeline = RECIPES.get(training.settings.recipe), training.timeline
    other = RECIPES["wordpiece" if timeline.score.ranks_by_count else "bpe"]
    facts = {"algorithm": other.title, "leaves_out": bool(training.settings.forced)}

    def item(
        id: str, ending: str, *plans: Callable[[], Plan], reason: Message | None = None
    ) -> Item:
        draw, label = answers if id == "answers" else worksheet, f"worksheet{ending}.html"
        return Item(
            id=id,
            file=f"{slug(training)}-{label}",
            label=label,
            mime="text/html",
            make=lambda: draw(*(make() for make in plans)).encode("utf-8", "replace"),
            unavailable_because=reason,
            facts=facts,
        )

    by_other = partial(_plan_worksheet, training, other)
    if recipe is None:
        return (
            item("other-worksheet", f"-{other.id}", by_other),
            item("answers", "-answers", by_other),
        )
    short, long = (
        partial(_plan_worksheet, training, recipe, is_short=each) for each in (True, False)
    )
    reason = unavailable_because(timeline)
    return (
        item("short-worksheet", "-short", short, reason=reason),
        item("worksheet", "", long, reason=reason),
        item("other-worksheet", f"-{other.id}", by_other),
        item("answers", "-answers", *(() if reason else (short, long)), by_other),
    )


def _plan_worksheet(training: Training, recipe: Recipe, is_short: bool = False) -> Plan:
    """Plan the worksheet of a recipe on the words of a training, without chosen merges."""
    is_own = recipe.id == training.settings.recipe and not training.settings.forced
    timeline = training.timeline if is_own else first_merges(training, recipe)
    name = training.source_name
    corpus = name if isinstance(name, str) else to_text(name)
    return plan(timeline, recipe, corpus, is_short=is_short)


def first_merges(training: Training, recipe: Recipe) -> Timeline:
    """Train a recipe on the words of a training, for the merges of a worksheet.

    The minimum pair count is that of the training, or 1 if no pair occurs so often.
    """
    least = training.settings.min_pair_count
    timeline = _first_merges(training, recipe, least)
    return timeline if len(timeline) or least == 1 else _first_merges(training, recipe, 1)


def _first_merges(training: Training, recipe: Recipe, least: int) -> Timeline:
    timeline = training.timeline
    words = zip(timeline.words, timeline.frequencies.tolist(), strict=True)
    by_rule = replace(
        recipe,
        tie_break=timeline.tie_break,
        min_pair_count=least,
        score=recipe.score.without_rarer(least),
        special_tokens=timeline.special_tokens,
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
    name = str(training.source_name) if settings.is_own else settings.corpus
    base = re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name)
    plain = unicodedata.normalize("NFKD", base).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:MAX_NAME].strip("-") or "corpus"


def item(it: Item) -> Markup:
    """Draw one file: its title and its purpose, or the reason why it is unavailable."""
    return _piece("item", it=it)


AROUND = 2
"""The merges shown before the first difference, and after it."""


def draw_check(timeline: Timeline, merges: Sequence[Pair], check: MergesCheck) -> list[Markup]:
    """Return the verdict and, if the lists differ, both lists around the first difference."""
    verdict = _piece("verdict", check=check)
    if check.kind == "equal":
        return [verdict]
    wrong = check.same + 1
    last = min(wrong + AROUND, max(len(merges), len(timeline)))
    rows = [
        (
            step,
            merges[step - 1] if step <= len(merges) else None,
            timeline.pair(step) if step <= len(timeline) else None,
        )
        for step in range(max(1, wrong - AROUND), last + 1)
    ]
    return [verdict, _piece("lists", rows=rows, wrong=wrong)]

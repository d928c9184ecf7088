"""The text in tokens, on each page that shows one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pages.components.prose import part_asked, show_prose
from pages.foreign.answers import Question
from pages.locale import to_text
from pages.panels.encode.methods import EncodingMethod
from pages.panels.shared.prose import Heading, Pane, encoded_part, living_part, read_panes
from pages.state import current_training
from pages.trainings.job import Training, fingerprint
from wordpiece.recipes import RECIPES
from wordpiece.text.normalizers import compose
from wordpiece.text.passage import Passage
from wordpiece.training.comparison import Comparison

LINES = {"train": (8, 7), "compare": (12, 6), "encode": (9, 7)}
"""The visible lines of a text, normally and in presenter mode, by page."""


def train_text(training: Training, step: int, *, big: bool) -> None:
    """Draw the corpus as a training splits it.

    Args:
        training: the training.
        step: the step on screen.
        big: whether presenter mode is on.
    """
    key = f"train_text_{_key(training.settings.corpus)}"
    text, here, panes = _read(key, [training])
    part = living_part(text, here, panes, [Heading()])
    show_prose(key, step=step, text=part.text, removed=part.removed, lines=LINES["train"][big])


def compare_text(
    trainings: Sequence[Training], names: Sequence[str], comparison: Comparison, position: int,
    *, big: bool,
) -> None:  # fmt: skip
    """Draw the corpus as each of some trainings splits it.

    Args:
        trainings, names: the trainings.
        comparison: the comparison, with these trainings by name.
        position: the position on screen.
        big: whether presenter mode is on.
    """
    key = f"compare_text_{_key(trainings[0].settings.corpus)}"
    text, here, panes = _read(key, trainings)
    part = living_part(
        text,
        here,
        panes,
        [Heading(to_text(RECIPES[name].title)) for name in names],
        positions=[partial(comparison.position_of, name) for name in names],
    )
    lines = LINES["compare"][big]
    show_prose(
        key, step=position, text=part.text, removed=part.removed, lines=lines, in_columns=True
    )


def encoded_text(
    training: Training,
    question: Question,
    methods: Sequence[EncodingMethod],
    step: int,
    *,
    big: bool,
) -> None:
    """Draw a text as some encoders split it.

    Args:
        training: the training on screen; its words are the units at which a long text is cut.
        question: the text, and the treatment of special tokens.
        methods: the encoding methods.
        step: the step on screen.
        big: whether presenter mode is on.
    """
    text = question.text
    key = f"encode_text_{fingerprint(text.encode('utf-8', 'surrogatepass'))[:8]}"
    part = encoded_part(
        text,
        part_asked(key),
        [(Heading(it.name, it.remark), partial(it.part, question)) for it in methods],
        compose(training.settings.normalizer),
        training.pre_tokenizer,
    )
    lines = LINES["encode"][big]
    show_prose(key, step=step, text=part.text, removed=part.removed, lines=lines, in_columns=True)


def _key(corpus: str) -> str:
    """Return a part of a widget key that identifies the text, to which a requested part belongs."""
    return current_training.source().digest[:8] or corpus


def _read(key: str, trainings: Sequence[Training]) -> tuple[str, Passage, list[Pane]]:
    """Return the corpus, the part that the browser requested, and its words in each training."""
    text = current_training.source().text
    normalizer = trainings[0].settings.normalizer
    rules = tuple(training.settings.pre_tokenizer for training in trainings)
    return text, *current_training.memoize(
        read_panes, trainings, text, part_asked(key), normalizer, rules
    )

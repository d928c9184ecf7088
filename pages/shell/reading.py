"""The text on screen in tokens, on each page that shows one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pages.components.prose import part_asked, show_prose
from pages.foreign.answers import Question
from pages.locale import told
from pages.panels.encode.ways import Way
from pages.panels.shared.prose import Heading, LivingText, Position, encoded_part, make_living
from pages.state import shown
from pages.trainings.job import Training, fingerprint
from wordpiece.recipes import RECIPES
from wordpiece.text.normalizers import compose
from wordpiece.training.comparison import Comparison

LINES = {"train": (11, 7), "compare": (4, 5), "encode": (9, 7)}
"""Lines of each text on screen; and in presenter mode."""


def train_text(training: Training, step: int, *, secret: bool, big: bool) -> None:
    """Draw the corpus as a training cuts it.

    Args:
        training: the training.
        step: the step on screen.
        secret: what merges after the step must not be known.
        big: presenter mode is on.
    """
    key = f"train_text_{_key(training.settings.corpus)}"
    living = _living([training], training.settings.pre_tokenizer)
    part = living.part(part_asked(key), [Heading()], known=step if secret else None)
    show_prose(key, step=step, text=part.text, removed=part.removed, lines=LINES["train"][big])


def compare_text(
    trainings: Sequence[Training], names: Sequence[str], comparison: Comparison, position: int,
    *, big: bool,
) -> None:  # fmt: skip
    """Draw the corpus as each of some trainings cuts it.

    Args:
        trainings, names: the trainings.
        comparison: has these trainings by name.
        position: the position on screen.
        big: presenter mode is on.
    """
    key = f"compare_text_{_key(trainings[0].settings.corpus)}"
    living = _living(trainings, *(training.settings.pre_tokenizer for training in trainings))

    def positions(name: str) -> Position:
        return lambda step: comparison.position_of(name, step)

    part = living.part(
        part_asked(key),
        [Heading(told(RECIPES[name].title)) for name in names],
        positions=[positions(name) for name in names],
        by=comparison.by,
    )
    lines = LINES["compare"][big]
    show_prose(key, step=position, text=part.text, removed=part.removed, lines=lines)


def encoded_text(
    training: Training, question: Question, ways: Sequence[Way], step: int, *, big: bool
) -> None:
    """Draw a text as some encoders cut it.

    Args:
        training: the one on screen; a long text is cut into parts at its words.
        question: the text, and how special tokens in it are taken.
        ways: the encoders.
        step: the step on screen.
        big: presenter mode is on.
    """
    text = question.text
    key = f"encode_text_{fingerprint(text.encode('utf-8', 'surrogatepass'))[:8]}"
    part = encoded_part(
        text,
        part_asked(key),
        [(Heading(way.name, way.remark), partial(way.part, question)) for way in ways],
        compose(training.settings.normalizer),
        training.pre_tokenizer,
    )
    lines = LINES["encode"][big]
    show_prose(key, step=step, text=part.text, removed=part.removed, lines=lines, beside=True)


def _key(corpus: str) -> str:
    """Return a part of a widget key that names the text: a part asked for is one of that text."""
    return shown.digest()[:8] or corpus


def _living(trainings: Sequence[Training], *pre_tokenizers: str) -> LivingText:
    normalizer = trainings[0].settings.normalizer
    text = shown.source().text
    return shown.worked_out(make_living, trainings, text, normalizer, pre_tokenizers)

"""The "Why?" of a panel: its questions, and the answer to the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.html import element, join, sentence
from pages.panels.layout import QUESTIONS
from pages.shell import sidebar, theme
from pages.shell.drawing import Dialog
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece import Tokenizer
from wordpiece.message import Message
from wordpiece.teaching.answers import Context, answer, asked_at
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import PreTokenizer


def dialogs(page: str, ask: Callable[[str], None]) -> dict[str, Dialog]:
    """Return the dialogs of a page's questions; ``ask`` draws those of a panel."""
    return {
        menu.key: Dialog(menu.label, partial(ask, panel))
        for panel, menu in QUESTIONS.items()
        if menu.key.startswith(page)
    }


def ask(panel: str, context: Callable[[], Context]) -> None:
    """Draw the questions of a panel, and the answer to the chosen one.

    Args:
        panel: the panel's name.
        context: returns the context of the answer.
    """
    about = context()
    texts = {question.id: question.text for question in asked_at(panel, about)}
    choose(panel, texts, lambda id: answer(id, about).sentences)


def choose(
    panel: str, texts: Mapping[str, Message], answer_to: Callable[[str], Sequence[Message]]
) -> None:
    """Draw the questions of a panel, by name, and the answer to the chosen one."""
    menu = QUESTIONS[panel]
    chosen = st.radio(
        to_text(menu.about or menu.label),
        list(texts),
        format_func=lambda id: sidebar.plain(texts[id]),
        label_visibility="visible" if menu.about else "collapsed",
        key=f"{menu.key}_question",
    )
    said = join(element("p", "", sentence(parts)) for parts in answer_to(chosen))
    region = Markup('<div class="answer" role="region" aria-label="{}">{}</div>')
    theme.show(region.format(say("Answer"), said))


def context_of(
    training: Training,
    step: int,
    *,
    trainings: Mapping[Algorithm, Training] | None = None,
    tokenizers: Sequence[Tokenizer] = (),
    **others: Any,
) -> Context:
    """Return the context of answers.

    Args:
        training: the training on screen.
        step: the step on screen.
        trainings: other trainings of the same corpus, if they are cached.
        tokenizers: those on screen.
        others: more attributes of `Context`.
    """
    normalizer = compose(training.settings.normalizer)
    pre_tokenizer: PreTokenizer | str = training.pre_tokenizer
    if tokenizers:
        normalizer, pre_tokenizer = tokenizers[0].normalizer, tokenizers[0].pre_tokenizer
    bpe, hugging_face = (
        trainings[name].timeline if trainings and name in trainings else None
        for name in ("bpe", "hugging-face")
    )
    return Context(
        timeline=training.timeline,
        step=min(step, len(training.timeline)),
        bpe=bpe,
        hugging_face=hugging_face,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        seed=training.settings.seed,
        encoders=tuple(tokenizer.encoder for tokenizer in tokenizers),
        marking=tokenizers[0].marking if tokenizers else None,
        **others,
    )

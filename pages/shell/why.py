"""The "Why?" beside a panel: its questions, and one answer at a time, worked out when opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from pages.locale import message, told
from pages.panels.markup import Markup
from pages.panels.templates import render
from pages.shell import sidebar, theme
from pages.shell.menus import Menu
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.teaching.answers import Answer, Context, answer, asked_at
from wordpiece.text.normalizers import compose

_WHY = message("Why?")

PANELS = {
    "card": ("train", _WHY, message("Questions about this merge")),
    "words": ("train", _WHY, message("Questions about words and pairs")),
    "vocabulary": ("train", _WHY, message("Questions about the vocabulary")),
    "scores": ("train", _WHY, message("Questions about scores")),
    "growth": ("train", _WHY, message("Questions about growth")),
    "columns": ("compare", _WHY, message("Questions about the three trainings")),
    "parting": ("compare", _WHY, message("Questions about where they part")),
    "result": (
        "encode",
        message("Why these tokens?"),
        message("Questions about tokens and unknown words"),
    ),
    "decoded": ("encode", message("Why this decoded text?"), message("Questions about decoding")),
    "trace": ("encode", _WHY, message("Questions about how a word is encoded")),
}
"""Panel to its page, its button, and what its questions are about."""


def questions(panel: str, context: Callable[[], Context]) -> Menu:
    """Return the questions of a panel as a menu; ``context`` is called once it is open."""
    page, button, about_ = PANELS[panel]
    key = f"{page}_why_{panel}"
    about = told(about_)

    def ask() -> None:
        texts = {question.id: question.text for question in asked_at(panel)}
        chosen = st.radio(
            about,
            list(texts),
            format_func=lambda id: sidebar.plain(texts[id]),
            key=f"{key}_question",
        )
        theme.show(answered(answer(chosen, context())))

    return Menu(key, told(button), ask, about)


def answered(found: Answer) -> Markup:
    """Draw an answer, a paragraph for each sentence."""
    return render("shell/answer.html", sentences=found.sentences)


def context_of(
    training: Training,
    step: int,
    *,
    trainings: Mapping[Algorithm, Training] | None = None,
    text: str = "",
) -> Context:
    """Return what questions are answered on.

    Args:
        training: the one on screen.
        step: where it stands.
        trainings: the others, if they are at hand.
        text: what was typed.
    """
    bpe, hugging_face = (
        trainings[name].timeline if trainings and name in trainings else None
        for name in ("bpe", "hugging-face")
    )
    return Context(
        timeline=training.timeline,
        step=min(step, len(training.timeline)),
        bpe=bpe,
        hugging_face=hugging_face,
        text=text,
        normalizer=compose(training.settings.normalizer),
        pre_tokenizer=training.pre_tokenizer,
        seed=training.settings.seed,
    )

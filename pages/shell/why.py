"""The "Why?" of a panel: its questions, and the answer to the one chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from markupsafe import Markup

from pages.panels.html.templates import render
from pages.panels.html.text import sentence
from pages.panels.why import menu_key, questions
from pages.shell import sidebar, theme
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.teaching.answers import Answer, Context, answer, asked_at
from wordpiece.text.normalizers import compose


def ask(panel: str, context: Callable[[], Context]) -> None:
    """Draw the questions of a panel, and the answer to the one chosen.

    Args:
        panel: its name.
        context: returns what the answer depends on.
    """
    texts = {question.id: question.text for question in asked_at(panel)}
    chosen = st.radio(
        questions(panel).about,
        list(texts),
        format_func=lambda id: sidebar.plain(texts[id]),
        key=f"{menu_key(panel)}_question",
    )
    theme.show(answered(answer(chosen, context())))


def answered(found: Answer) -> Markup:
    """Return an answer as HTML, a paragraph for each sentence."""
    return render("shell/answer.html", sentences=[sentence(parts) for parts in found.sentences])


def context_of(
    training: Training,
    step: int,
    *,
    trainings: Mapping[Algorithm, Training] | None = None,
    text: str = "",
) -> Context:
    """Return what answers depend on, from the training on screen and others if at hand."""
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

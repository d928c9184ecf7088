"""The "Why?" beside a panel: its questions, and one answer at a time, worked out when opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from pages.locale import told
from pages.panels.html import join, sentence
from pages.panels.markup import Markup
from pages.shell import sidebar, theme
from pages.shell.menus import Menu
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.teaching.answers import Answer, Context, answer, asked_at
from wordpiece.text.normalizers import compose

PANELS = {
    "card": ("train", "Why?", "this merge"),
    "words": ("train", "Why?", "words and pairs"),
    "vocabulary": ("train", "Why?", "the vocabulary"),
    "scores": ("train", "Why?", "scores"),
    "growth": ("train", "Why?", "growth"),
    "columns": ("compare", "Why?", "the three trainings"),
    "parting": ("compare", "Why?", "where they part"),
    "result": ("encode", "Why these tokens?", "tokens and unknown words"),
    "decoded": ("encode", "Why this decoded text?", "decoding"),
    "trace": ("encode", "Why?", "how a word is encoded"),
}
"""Panel to its page, its button, and what its questions are about."""


def questions(panel: str, context: Callable[[], Context]) -> Menu:
    """The questions of a panel; ``context`` is called once they are open."""
    page, button, about = PANELS[panel]
    key = f"{page}_why_{panel}"
    about = f"Questions about {about}"

    def ask() -> None:
        texts = {question.id: told(question.text) for question in asked_at(panel)}
        chosen = st.radio(
            about,
            list(texts),
            format_func=lambda id: sidebar.plain(texts[id]),
            key=f"{key}_question",
        )
        theme.show(answered(answer(chosen, context())))

    return Menu(key, button, ask, about)


def answered(found: Answer) -> Markup:
    """An answer, a paragraph for each sentence."""
    return Markup('<div class="answer" role="region" aria-label="Answer">{}</div>').format(
        join(Markup("<p>{}</p>").format(sentence(said)) for said in found.sentences)
    )


def context_of(
    training: Training,
    step: int,
    *,
    trainings: Mapping[Algorithm, Training] | None = None,
    text: str = "",
) -> Context:
    """What questions are answered on: the training on screen, and the others if at hand."""
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

"""The "Why?" of a panel: its questions, and the answer to the one chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st
from markupsafe import Markup

from pages.panels.encode.ways import TrainedWay
from pages.panels.html.templates import render
from pages.panels.html.text import sentence
from pages.panels.why import menu_key, questions
from pages.shell import sidebar, theme
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm
from wordpiece.teaching.answers import Answer, Context, answer, asked_at
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import PreTokenizer
from wordpiece.training.comparison import Axis


def ask(panel: str, context: Callable[[], Context]) -> None:
    """Draw the questions of a panel, and the answer to the one chosen.

    Args:
        panel: its name.
        context: returns what the answer depends on.
    """
    about = context()
    texts = {question.id: question.text for question in asked_at(panel, about)}
    chosen = st.radio(
        questions(panel).about,
        list(texts),
        format_func=lambda id: sidebar.plain(texts[id]),
        key=f"{menu_key(panel)}_question",
    )
    theme.show(answered(answer(chosen, about)))


def answered(found: Answer) -> Markup:
    """Return an answer as HTML, a paragraph for each sentence."""
    return render("shell/answer.html", sentences=[sentence(parts) for parts in found.sentences])


def context_of(
    training: Training,
    step: int,
    *,
    trainings: Mapping[Algorithm, Training] | None = None,
    text: str = "",
    ways: Sequence[TrainedWay] = (),
    merge: int | None = None,
    known: int | None = None,
    by: Axis = "step",
    at: int | None = None,
) -> Context:
    """Return what answers depend on.

    Args:
        training: the one on screen.
        step: the step on screen.
        trainings: others of the same corpus, if they are at hand.
        text: what was typed.
        ways: the ways to encode on screen.
        merge: the merge that the panel shows, if not the next.
        known: the last merge that may be told while winners are hidden.
        by: whether trainings stand side by side at the same step or vocabulary size.
        at: that step or size, if not the step on screen.
    """
    normalizer = compose(training.settings.normalizer)
    pre_tokenizer: PreTokenizer | str = training.pre_tokenizer
    if ways:
        normalizer, pre_tokenizer = ways[0].tokenizer.normalizer, ways[0].tokenizer.pre_tokenizer
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
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        seed=training.settings.seed,
        encoders=tuple(way.encoder for way in ways),
        marking=ways[0].tokenizer.marking if ways else None,
        merge=merge,
        known=known,
        by=by,
        at=at,
    )

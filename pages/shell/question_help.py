"""The help for a question: the words, and the counts; for pairs on a switch, with the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from markupsafe import Markup

from pages.locale import capital, message, number, say, to_text
from pages.panels.html import heading
from pages.panels.predict import question as question_html
from pages.shell import theme
from wordpiece import Timeline
from wordpiece.teaching.quiz import (
    DecisionQuestion,
    PairQuestion,
    StepQuestion,
    UnigramQuestion,
    words_to_show,
)
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.unigram.timeline import UnigramTimeline

MOST_WORDS = 6
"""The most words shown with a question."""


def question_help(
    timeline: Any,
    question: StepQuestion,
    *,
    answered: bool = False,
    counted: bool = False,
    draw_buttons: Callable[[], None] = lambda: None,
) -> None:
    """Draw the help for a question.

    Args:
        timeline: the question's training.
        question: the question.
        answered: whether it is answered; then its answer shows the counts of pairs.
        counted: whether the page showed the counts of pairs before it asked.
        draw_buttons: draws more buttons next to the help.
    """
    if isinstance(question, DecisionQuestion):
        _decision_help(timeline, question)
    elif isinstance(question, UnigramQuestion):
        _unigram_help(timeline, question, draw_buttons)
    else:
        _pair_help(timeline, question, answered, counted, draw_buttons)


def _pair_help(
    timeline: Timeline,
    question: PairQuestion,
    answered: bool,
    counted: bool,
    draw_buttons: Callable[[], None],
) -> None:
    words, by_count = words_to_show(timeline, question, MOST_WORDS), question.score.ranks_by_count
    some = len(words) < len(timeline.words)
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_state"):
        theme.show(words_heading(words, timeline.words, question.score.by_language))
        helps = st.toggle(
            say("Show rule and counts"),
            # If some words are hidden, visitors cannot count; for BPE the counts are the answer.
            value=counted or (some and not by_count),
            disabled=answered,
            key=f"predict_counts_{'some' if some else 'all'}_{by_count}_{counted}",
        )
        draw_buttons()
    with st.container(key="predict_words"):
        outline = question.kind == "change" or answered
        theme.show(question_html.words(question, timeline, words, outline))
    if helps and not answered:
        with st.container(key="predict_counts_table"):
            rule = heading(capital(say("score")), to_text(question.score.texts.rule))
            theme.show(rule, question_html.counts(question))


def _unigram_help(
    timeline: UnigramTimeline, question: UnigramQuestion, draw_buttons: Callable[[], None]
) -> None:
    """Draw the counts of the pieces and, for a removal, words with their best splits."""
    asks_split = question.kind == "likeliest"
    counts = heading(
        capital(say("probability")), say("count of the piece ÷ sum of the counts of all pieces")
    )
    words = [] if asks_split else words_to_show(timeline, question, MOST_WORDS)
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_state"):
        theme.show(counts if asks_split else words_heading(words, timeline.words))
        draw_buttons()
    with st.container(key="predict_words"):
        if not asks_split:
            theme.show(question_html.words(question, timeline, words, outline=False), counts)
        theme.show(question_html.probabilities(question))


def _decision_help(timeline: TopDownTimeline, question: DecisionQuestion) -> None:
    """Draw the threshold, the count of the substring, longer ones, and words that contain it."""
    words = timeline.words_with(question.step + 1)[:MOST_WORDS]
    with st.container(key="predict_words"):
        threshold = heading(capital(say("threshold")), number(timeline.threshold))
        theme.show(threshold, question_html.decision(question))
        theme.show(words_heading(words, timeline.words))
        theme.show(question_html.words(question, timeline, words, outline=False))


def words_heading(shown: Sequence[int], words: Sequence[str], by_language: bool = False) -> Markup:
    """Draw the heading of some words of a corpus; if ``by_language`` only one language counts."""
    said = message("{shown} of {total} words shown; all are counted")
    if by_language:
        said = message(
            "{shown} of {total} words shown; counted: all words of the language choosing the merge"
        )
    figures = {"shown": len(shown), "total": len(words)}
    remark = to_text(said.fill(**figures)) if len(shown) < len(words) else ""
    return heading(say("Words"), remark)

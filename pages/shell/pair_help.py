"""The help for a question about pairs: the words and, on one switch, the rule and the counts."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.locale import say, to_text
from pages.panels.html.elements import heading
from pages.panels.predict import question as question_html
from pages.shell import theme
from wordpiece import Timeline
from wordpiece.teaching.quiz import PairQuestion, words_to_show

MOST_WORDS = 6
"""The most words shown with a question."""


def pair_help(
    timeline: Timeline,
    question: PairQuestion,
    *,
    answered: bool = False,
    counted: bool = False,
    draw_buttons: Callable[[], None] = lambda: None,
) -> None:
    """Draw the help for a question.

    Args:
        timeline: the question's training.
        question: the question.
        answered: whether it is answered; then its answer shows the counts.
        counted: whether the page showed the counts before it asked.
        draw_buttons: draws more buttons next to the switch.
    """
    words, by_count = words_to_show(timeline, question, MOST_WORDS), question.score.ranks_by_count
    some = len(words) < len(timeline.words)
    remark = say("with the count of each")
    if some:
        remark = say(
            "{shown} of {total} words; all are counted",
            shown=len(words),
            total=len(timeline.words),
        )
    with st.container(horizontal=True, vertical_alignment="bottom", key="predict_state"):
        theme.show(heading(say("Words"), remark))
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
            rule = heading(say("Score"), to_text(question.score.texts.rule))
            theme.show(rule, question_html.counts(question))

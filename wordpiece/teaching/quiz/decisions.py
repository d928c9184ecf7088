"""The question whether a top-down training keeps the next substring."""

from __future__ import annotations

from wordpiece.message import message
from wordpiece.teaching.quiz.model import DecisionQuestion, Fate
from wordpiece.topdown.timeline import TopDownTimeline

KEPT, DROPPED = message("kept"), message("dropped")


def decision_question(timeline: TopDownTimeline, step: int) -> DecisionQuestion:
    """Ask whether the decision after a step keeps its substring.

    >>> question = decision_question(top_down, 1)
    >>> question.decision.token, [(each.token, each.count) for each in question.longer]
    ('hug', [('hugs', 5)])
    >>> question.right.said.template
    'dropped'

    Raises:
        IndexError: no decision follows.
    """
    decision = timeline.step(step + 1)
    fates = (Fate(KEPT, decision.kept), Fate(DROPPED, not decision.kept))
    return DecisionQuestion(step, fates, decision, timeline.longer(step + 1), timeline.reading)

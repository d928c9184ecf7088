"""`Kind`: what the page By hand needs to draw the steps of an algorithm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from wordpiece.message import Message
from wordpiece.teaching.by_hand import Work
from wordpiece.teaching.by_hand.training import Choice, Place


@dataclass(frozen=True)
class Kind:
    """How the steps of an algorithm are drawn.

    Attributes:
        choose, join: the question of a step for which the learner chooses, or changes the words.
        how_to_join: what to click to change the words.
        words: draws the words with nothing to click.
        choosable: draws them for a learner who chooses, from the choice and the places clicked.
        sign: what the buttons between two parts of a word show.
        below: draws what the learner needs to know below these words.
        card: draws the step to read.
        rule: draws the rule of the score.
        gap: draws the step with a gap for the number that is asked for.
        figures: draws the figures of a step of the result, counted from 1.
    """

    choose: Message
    join: Message
    how_to_join: Message
    words: Callable[[Work], Markup]
    choosable: Callable[[Work, Choice | None, set[Place]], Markup]
    sign: str
    below: Callable[[Work], Markup]
    card: Callable[[Work], Markup]
    rule: Callable[[Work], Markup]
    gap: Callable[[Work], Markup]
    figures: Callable[[Work, int], Markup | str]

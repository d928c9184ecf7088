"""What Train shows of a training by removals, and the stories of its pieces."""

from __future__ import annotations

from random import Random
from typing import Any

from pages.panels.actions import Next
from pages.panels.shared.story import ALWAYS, StoryAtStep
from pages.panels.train.kind import ALL_TIED, Kind, Limit, QuestionSet
from pages.panels.train.removals.board import GROWTH, announce, numbered, removal_board
from pages.panels.train.removals.view import RemovalScene, RemovalView
from pages.panels.why import menu_key
from pages.trainings.settings import MAX_EM
from wordpiece.message import Message, message
from wordpiece.teaching.answers.steps import answers_on_removal
from wordpiece.teaching.quiz import (
    UNIGRAM_KINDS,
    UnigramQuestion,
    questions_of_unigram,
    removal_question,
)
from wordpiece.teaching.removals import explain_removal
from wordpiece.unigram.timeline import UnigramTimeline

WITHIN_ROUND = message(
    "There is nothing to vote on: the costs computed at the beginning of round {round} have "
    "decided all removals of the round."
)

AT_STEP = message(
    "After {n} {n:removal|removals}, this piece has the count {count} and the probability "
    "{probability:brief3}."
)


class RemovalStory(StoryAtStep):
    """A training by removals as a source of the stories of its pieces."""

    __slots__ = ()
    timeline: UnigramTimeline

    def has(self, token: str) -> bool:
        return token in self.timeline.vocabulary(0)

    def tell(self, token: str) -> dict[str, Any]:
        timeline, step = self.timeline, self.step
        counts, removed = timeline.counts(step), timeline.removed_at(token)
        life = []
        if token in counts:
            count, probability = round(counts[token], 2), timeline.probability(step, token)
            life.append(AT_STEP.fill(n=step, count=count, probability=probability))
        if len(token) == 1:
            life.append(ALWAYS)
        acts = {}
        if removed is not None and removed <= self.until:
            removal = timeline.step(removed)
            life += [announce(removal, len(timeline))]
            life += explain_removal(timeline, removal, is_made=False)
            acts = {removed: numbered(removed)}
        return {"life": life, "holders": timeline.words_with(step, token), "acts": acts}


def ask(timeline: UnigramTimeline, step: int) -> UnigramQuestion | Message:
    """Return the question about the removal after a step, or the reason why it has none."""
    if step not in timeline.round_starts:
        return WITHIN_ROUND.fill(round=timeline.removal(step + 1).round)
    return removal_question(timeline, step, Random(step)) or ALL_TIED


REMOVALS = Kind(
    view=RemovalView,
    scene=RemovalScene,
    board=removal_board,
    spoken=announce,
    paces={
        "merge": {"": message("Next removal")},
        "reveal": {"": message("Show the answer"), "shown": message("Next removal")},
    },
    panels={
        "words": message("Words"),
        "lattice": message("Lattice"),
        "costs": message("What each removal costs"),
        "vocabulary": message("Vocabulary"),
        "growth": message("Growth"),
    },
    panel=RemovalView.removal_panel,
    growth=GROWTH,
    ask=ask,
    asks={"removal": menu_key("removal")},
    why=answers_on_removal,
    story=RemovalStory,
    quiz=QuestionSet(UNIGRAM_KINDS, questions_of_unigram),
    limits={
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "Training stops when the vocabulary has at most this many pieces. If you leave "
                "this empty, training stops when only single characters are left."
            ),
        ),
        "em_rounds": Limit(
            message("Rounds of EM"),
            message(
                "Before costs are computed, this many rounds of expectation-maximization compute "
                "the counts anew, from all splits of each word. With 0 rounds the counts remain "
                "those of the start, as in the course."
            ),
            0,
            MAX_EM,
        ),
    },
    keys={"L": (Next("path"), message("light up the next-best split in the lattice"))},
)

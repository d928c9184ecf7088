"""What Train shows of a training by removals, Unigram's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Literal

from markupsafe import Markup, escape

from pages.locale import say, to_text
from pages.panels.actions import Choose, Next, encode
from pages.panels.html import find_page, heading, pager, pieces
from pages.panels.layout import sides
from pages.panels.shared import chips
from pages.panels.shared.story import StoryAtStep, always
from pages.panels.shared.trace import lattice
from pages.panels.train.kind import (
    BIG_ROWS,
    Kind,
    Limit,
    QuestionSet,
    group,
    paces,
    page_of_words,
)
from pages.panels.train.view import Scene, TrainView
from pages.panels.view import Field
from pages.trainings.parameters import one_of, whole
from pages.trainings.settings import MAX_EM
from wordpiece.message import Message, Token, message, unworded
from wordpiece.teaching.answers.steps import answers_on_removal
from wordpiece.teaching.quiz import (
    UNIGRAM_KINDS,
    UnigramQuestion,
    questions_of_unigram,
    removal_question,
)
from wordpiece.teaching.removals import explain_removal
from wordpiece.unigram.records import Removal
from wordpiece.unigram.timeline import UnigramTimeline

PATHS = 4
"""The most splits of a word in its lattice."""

MAX_WORD = 999_999

ALL_CLOSE = message("There is nothing to vote on: all removals cost about the same.")
ONE_PIECE = message("There is nothing to vote on: only one piece can still be removed.")


class RemovalView(TrainView):
    """The input of the panels of a training by removals.

    ``word`` is the number of the word whose lattice is shown, from 1; 0 for the first word that the
    step changed, or the first of all. ``path`` is the rank of the split that is lit in the lattice.
    ``panel`` has its own name in links.
    """

    word = Field(0, whole(0, MAX_WORD), in_link=True)
    path = Field(1, one_of(tuple(range(1, PATHS + 1))), in_link=True, of_step=True)
    panel = Field(
        "words",
        one_of(("words", "lattice", "costs", "vocabulary", "growth")),
        in_link=True,
        name="removal_panel",
    )


@dataclass(frozen=True)
class RemovalScene(Scene):
    """The step on screen of a training by removals."""

    view: RemovalView

    @cached_property
    def timeline(self) -> UnigramTimeline:
        """The removals."""
        assert isinstance(self.training.steps, UnigramTimeline)
        return self.training.steps

    @cached_property
    def next_piece(self) -> str:
        """The piece that the next step removes; empty at the end, and while it is secret."""
        shown = self.has_next and not self.secret
        return self.timeline.piece(self.step + 1) if shown else ""

    @cached_property
    def changed(self) -> list[int]:
        """The positions of the words whose best split the step changed."""
        return self.timeline.changed_words(self.step)

    @cached_property
    def position(self) -> int:
        """The position of the word whose lattice is shown."""
        chosen = self.view.word - 1
        if 0 <= chosen < len(self.timeline.words):
            return chosen
        return self.changed[0] if self.changed else 0


_piece = pieces("panels/train/removals.html")

MOST = 60
"""The most pieces of the vocabulary on screen."""


def card(scene: RemovalScene) -> Markup:
    """Return the card of the removal, or of the start, or the question while it is hidden."""
    timeline = scene.timeline
    if scene.secret:
        return _piece("ask", escape(to_text(removal_title(scene.step + 1))))
    if not scene.on_card:
        return _piece("start", timeline, scene.end)
    removal = timeline.step(scene.on_card)
    own, starts = None, removal.index - 1 in timeline.round_starts
    if timeline.em_rounds:  # the split that takes the place of the piece
        found = timeline.n_best(removal.index - 1, removal.piece, 2)
        own = next(split for split in found if len(split.pieces) > 1)
    return _piece(
        "removal",
        top=escape(to_text(removal_title(removal.index))),
        removal=removal,
        ln="ln",
        starts_round=starts,
        own=own,
        why=explain_removal(timeline, removal, is_made=removal.index == scene.step),
        after=scene.end,
    )


def removal_title(step: int) -> Message:
    """Return the title of a removal."""
    return message("Removal {step}", step=step)


def announce(removal: Removal, total: int) -> Message:
    """Return a removal as a line for a screen reader."""
    return message(
        "Step {step} of {total}: {piece} is removed, at a cost of {cost:fixed2}.",
        step=removal.index,
        total=total,
        piece=Token(removal.piece),
        cost=removal.cost,
    )


def costs_panel(scene: RemovalScene, rows: int) -> Iterator[Markup]:
    """Yield a page of the table of what each removal costs."""
    table = scene.timeline.costs(scene.step)
    remark = say("training has stopped")
    if scene.secret:
        remark = say("{n} {n:piece|pieces}", n=len(table))
    elif scene.has_next:
        remark = say("the piece at rank 1 is removed next")
        if table.ties > 1:
            remark = say("{ties} pieces tie; the piece at rank 1 is removed next", ties=table.ties)
    yield heading(say("What each removal costs"), remark)
    if not len(table):
        return
    page, pages = find_page(len(table), rows, scene.view.scores_page)
    order: Literal["cost", "list"] = "list" if scene.secret else "cost"
    first = (page - 1) * rows
    shown = table.rows(first, first + rows, order)
    yield _piece(
        "table",
        rows=shown,
        going=scene.next_piece,
        most=max(row.cost for row in shown) or 1,
        count_style="fixed2" if scene.timeline.em_rounds else "fixed0",
        secret=scene.secret,
    )
    yield pager("scores_page", page, pages, say("What each removal costs"))


def words_panel(scene: RemovalScene, rows: int) -> Iterator[Markup]:
    """Yield a page of the words, each with its best split; words that the step changed first."""
    timeline, changed = scene.timeline, scene.changed
    total = len(timeline.words)
    remark = say("{n} {n:word|words}", n=total)
    if scene.step:
        remark = say("{changed} of {total} changed", changed=len(changed), total=total)
    yield heading(say("Words"), remark)
    shown, page, pages = page_of_words(scene, changed, rows)
    yield _piece(
        "words",
        words=[
            (
                timeline.word(scene.step, position),
                position,
                encode(Choose("word", 0 if position == scene.position else position + 1)),
            )
            for position in shown
        ],
        chosen=scene.position,
        going=scene.next_piece,
    )
    yield pager("words_page", page, pages, say("Words"))


def lattice_panel(scene: RemovalScene, rows: int) -> Iterator[Markup]:
    """Yield the lattice of the chosen word, with its most probable splits."""
    timeline, step = scene.timeline, scene.step
    word, piece = timeline.words[scene.position], timeline.piece(step) if step else ""
    yield heading(say("Splits of {word}", word=word), "")
    yield lattice(
        timeline.lattice(step, word),
        timeline.n_best(step, word, PATHS),
        path=scene.view.path,
        removed=(piece, timeline.probability(step - 1, piece)) if piece else None,
        next_piece=scene.next_piece,
    )


def vocabulary_panel(scene: RemovalScene, rows: int) -> Iterator[Markup]:
    """Yield the pieces that are left."""
    timeline, step = scene.timeline, scene.step
    found = timeline.pieces(step)
    yield heading(say("Vocabulary"))
    title = say("{n} {n:piece|pieces}", n=len(found))
    groups = [group(title, found, range(len(found)), MOST)]
    yield chips.vocabulary(groups, in_use=timeline.in_use(step))


WITHIN_ROUND = message(
    "There is nothing to vote on: the costs computed at the beginning of round {round} have "
    "decided all removals of the round."
)

AT_STEP = message(
    "After {n} {n:removal|removals}, this piece has the count {count} and the probability "
    "{probability:brief3}."
)
AT_STEP_BY_EM = message(
    "After {n} {n:removal|removals}, this piece has the expected count {count} and the probability "
    "{probability:brief3}."
)


class RemovalStory(StoryAtStep):
    """A training by removals as a source of the stories of its pieces."""

    __slots__ = ()
    timeline: UnigramTimeline

    def has(self, token: str) -> bool:
        return token in self.timeline.vocabulary(0)

    def describe(self, token: str) -> dict[str, Any]:
        timeline, step = self.timeline, self.step
        counts, removed = timeline.counts(step), timeline.removed_at(token)
        life = []
        if token in counts:
            said, style, count = AT_STEP, "", counts[token]
            if timeline.em_rounds:
                said, style = AT_STEP_BY_EM, ":fixed2" if count >= 0.005 else ":brief3"
            written = unworded(f"{{count{style}}}", count=count)
            probability = timeline.probability(step, token)
            life.append(said.fill(n=step, count=written, probability=probability))
        if len(token) == 1:
            life.append(always(timeline.words))
        acts = {}
        if removed is not None and removed <= self.until:
            removal = timeline.step(removed)
            life += [announce(removal, len(timeline))]
            life += explain_removal(timeline, removal, is_made=False)
            acts = {removed: removal_title(removed)}
        return {"life": life, "holders": timeline.words_with(step, token), "acts": acts}


def ask(timeline: UnigramTimeline, step: int) -> UnigramQuestion | Message:
    """Return the question about the removal after a step, or the reason why it has none."""
    if step not in timeline.round_starts:
        return WITHIN_ROUND.fill(round=timeline.removal(step + 1).round)
    if question := removal_question(timeline, step, Random(step)):
        return question
    return ALL_CLOSE if len(timeline.costs(step)) > 1 else ONE_PIECE


class Removals(Kind[RemovalScene]):
    """Training by removals."""

    view, scene = RemovalView, RemovalScene
    paces = paces(message("Next removal"))
    draw: ClassVar = {
        "words": words_panel,
        "lattice": lattice_panel,
        "costs": costs_panel,
        "vocabulary": vocabulary_panel,
    }
    lines: ClassVar = {"train_sizes": ("vocabulary",), "train_length": ("loss",)}
    axis = "removal"
    spoken = staticmethod(announce)
    ask = staticmethod(ask)
    why = staticmethod(answers_on_removal)
    story = RemovalStory
    quiz = QuestionSet(UNIGRAM_KINDS, questions_of_unigram)
    card = staticmethod(card)
    why_panel = "removal"
    limits: ClassVar = {
        "vocab_size": Limit(
            message("vocabulary size"),
            message(
                "Training stops after the first round of removals that leaves at most this many "
                "pieces. If you leave this field empty, training stops when only single characters "
                "or bytes are left."
            ),
        ),
        "em_rounds": Limit(
            message("Rounds of EM"),
            message(
                "The number of rounds of expectation-maximization (EM) before costs are "
                "computed. Each round computes new counts from all splits of each word. "
                "With 0 rounds, the initial counts are kept, as in the Hugging Face course."
            ),
            0,
            MAX_EM,
        ),
    }
    keys: ClassVar = {"L": (Next("path"), message("highlight the next-best split of the word"))}

    def areas(self, scene: RemovalScene) -> dict[str, tuple[str, ...]]:
        growth = ("growth",) if scene.step else ()  # a fresh visit has no charts before a step
        return {"left": ("words", "lattice"), "right": ("costs", "vocabulary", *growth)}

    def big(self, scene: RemovalScene) -> Iterable[Markup]:
        if scene.view.panel != "words":
            return super().big(scene)
        words, costs = words_panel(scene, BIG_ROWS), costs_panel(scene, BIG_ROWS)
        return sides(words, costs, first_only=True)

    def announce_scene(self, scene: RemovalScene) -> str:
        if scene.secret:
            return say("Which piece costs least to remove?")
        return super().announce_scene(scene)

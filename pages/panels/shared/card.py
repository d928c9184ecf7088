"""The card of a merge: the pair, its formula, the reason for the choice; verdicts on answers."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from pages.locale import to_text
from pages.panels.actions import Go, OwnText, Undo, encode
from pages.panels.html import EMPTY, Said, pieces, sentence
from wordpiece.message import Message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring import Counted, Score
from wordpiece.teaching.grading import Verdict, product
from wordpiece.teaching.quiz import PieceCandidate
from wordpiece.training.timeline import Timeline

MOST_OWN = 8
"""The most listed merges that the user chose."""

_piece = pieces("panels/shared/card.html")


def start_card(
    timeline: Timeline,
    *,
    after: Message | None = None,
    own: Markup = EMPTY,
    marks: Said = (),
    replayed: bool = False,
    attached: int = 0,
) -> Markup:
    """Return the card before the first merge.

    Args:
        timeline: the training.
        after, own: as in `merge_card`.
        marks: the meaning of the marks on symbols.
        replayed: whether the merges are those of a file.
        attached: how many of the first merges are not in the file, but attach the suffix.
    """
    return _piece("start_card", timeline, after, own, marks, replayed, attached)


def merge_card(
    step: MergeStep,
    score: Score,
    why: Said,
    *,
    top: Markup | str,
    after: Message | None = None,
    own: Markup = EMPTY,
    forced: str = "",
    onward: Markup = EMPTY,
) -> Markup:
    """Return the card of a merge.

    Args:
        step: the merge.
        score: the score by which it was chosen.
        why: the explanation.
        top: the line at the top, such as the merge's number.
        after: why training stopped there.
        own: `own_merges`, at the end of the top line.
        forced: who chose the pair, if the score did not; by default the visitor.
        onward: what follows the formula.
    """
    return _piece("merge_card", step, score, why, top, after, own, forced, onward)


def next_step(*, is_own: bool) -> Markup:
    """Return the way on from the last merge, of an own text or of other words."""
    return _piece("next_step", is_own, encode(OwnText()))


def score_line(row: MergeStep | PairScore, score: Score) -> Markup:
    """Return a pair's score with its counts, on one line.

    >>> from wordpiece.scoring import WORDPIECE
    >>> score_line(PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False), WORDPIECE)
    Markup('5 / (20 × 5) = <b>1/20</b> = 0.05')
    """
    return sentence(score.formula(row).line)


def small_formula(row: Counted, score: Score) -> Markup:
    """Return a pair's score with its counts, to show next to an answer."""
    return _piece("small", score.formula(row))


def small_figures(candidate: PieceCandidate) -> Markup:
    """Return the probability of a split, or what a removal costs, to show next to an answer."""
    if candidate.factors:
        return escape(to_text(product(candidate)))
    return _piece("cost", candidate.value)


def own_merges(steps: Sequence[int], here: int) -> Markup:
    """Return the merges that the user chose, with buttons to go to them and to undo them.

    Undoing one also undoes later ones, since they were chosen in a training that contains it.
    """
    if not steps:
        return EMPTY
    return _piece(
        "own_merges",
        shown=[(encode(Go(step)), step) for step in steps[-MOST_OWN:]],
        more=len(steps) > MOST_OWN,
        undo=encode(Undo(here)) if here in steps else "",
        undo_all=encode(Undo(steps[0])),
    )


RIGHT, WRONG, OPEN, SKIPPED, DONE = "right", "wrong", "open", "skipped", "done"
"""The looks of a question or step: right, wrong, not answered yet, skipped, and only read."""


def state_of(answer: Verdict) -> str:
    """Return the look of an answered question."""
    if answer.skipped:
        return SKIPPED
    return RIGHT if answer.right else WRONG


def verdict(answer: Verdict, *, figures: bool = False) -> Markup:
    """Draw the verdict on an answer, and its reason; with ``figures`` those of both sides, too."""
    said = answer.feedback if figures else answer.reason
    return _piece("verdict", state=state_of(answer), why=said)

"""The removals of a Unigram training as `Message`s."""

from __future__ import annotations

from wordpiece.message import Message, Spaced, Token, message
from wordpiece.unigram.timeline import UnigramTimeline


def why_it_costs(timeline: UnigramTimeline, step: int, piece: str) -> Message:
    """Explain the cost of the removal of a piece after a step.

    >>> print(why_it_costs(unigram_timeline, 0, "hu"))
    No best split contains hu: without it the loss stays at 169.80.

    Raises:
        KeyError: the piece cannot be removed.
    """
    row, n = timeline.costs(step).row(piece), len(timeline.words_with(step, piece))
    if row is None:
        raise KeyError(piece)
    own: tuple[str, ...] = ()
    if timeline.em_rounds:
        found = timeline.n_best(step, piece, 2)
        own = next(split.pieces for split in found if len(split.pieces) > 1)
        said = message("{piece} is replaced by its own most probable split, {own}.")
    elif not n:
        said = message(
            "No best split contains {piece}: without it the loss stays at {loss:fixed2}."
        )
    elif not row.cost:
        said = message(
            "{n} {n:word has|words have} another split with the same probability, without {piece}: "
            "the loss stays at {loss:fixed2}."
        )
    else:
        said = message(
            "{n} {n:word has|words have} to be split without {piece}, and no other split is as "
            "probable."
        )
    return said.fill(n=n, piece=Token(piece), loss=timeline.loss(step), own=Spaced(own))


def against_the_least(piece: str, cost: float, best: str, least: float) -> Message:
    """Return what a removal costs, next to the one that costs least."""
    said = message(
        "The removal of {piece} costs {cost:fixed2}, that of {best} only {least:fixed2}."
    )
    if cost <= least:
        said = message(
            "The removal of {piece} costs {cost:fixed2}, and no other removal costs less."
        )
    return said.fill(piece=Token(piece), cost=cost, best=Token(best), least=least)

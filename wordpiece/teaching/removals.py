"""The removals of a Unigram training as `Message`s."""

from __future__ import annotations

from wordpiece.message import Message, Spaced, Token, fill_all, message
from wordpiece.unigram.records import Removal
from wordpiece.unigram.timeline import UnigramTimeline

_TIES = {
    "first-seen": message(
        "Of the {n} pieces with the lowest cost, the first in the vocabulary is removed."
    ),
    "last-seen": message(
        "Of the {n} pieces with the lowest cost, the last in the vocabulary is removed."
    ),
    "random": message(
        "A random choice with a fixed seed decides which of the {n} pieces with the lowest cost "
        "is removed."
    ),
}
"""Why a piece goes and not another of the same cost, by the rules that the app offers."""

LOWEST_COUNT = message(
    "No piece that can be removed has a lower count than {piece}, but the cost also depends on "
    "how probable the splits without {piece} are."
)
"""The reason against the piece with the lowest count."""


def explain_removal(
    timeline: UnigramTimeline, removal: Removal, *, is_made: bool = True
) -> tuple[Message, ...]:
    """Explain in one to three short sentences why a piece is removed and, if made, what changes."""
    if removal.index - 1 not in timeline.round_starts:
        why = message(
            "The costs were computed at the beginning of round {round}, not again after each "
            "removal.",
            round=removal.round,
        )
    else:
        why = why_it_costs(timeline, removal.index - 1, removal.piece)
    tied = _TIES.get(timeline.tie_break) if len(removal.tied) > 1 else None
    changes = what_changes(removal) if is_made and not timeline.em_rounds else None
    return fill_all(why, tied, changes, n=len(removal.tied))


def what_changes(removal: Removal) -> Message:
    """Return what a removal changes if the counts of the start stay."""
    return message(
        "The sum of all counts falls from {before} to {after}, so all other pieces become more "
        "probable. The loss is now {loss:fixed2}.",
        before=round(removal.total + removal.count),
        after=round(removal.total),
        loss=removal.loss_after,
    )


def why_it_costs(timeline: UnigramTimeline, step: int, piece: str) -> Message:
    """Explain the cost of the removal of a piece after a step.

    >>> print(why_it_costs(unigram_timeline, 0, "hu"))
    No word needs hu for its most probable split. If the other pieces keep their probabilities, \
the loss without hu is still 169.80.

    Raises:
        KeyError: the piece cannot be removed.
    """
    row, n = timeline.costs(step).row(piece), len(timeline.words_with(step, piece))
    if row is None:
        raise KeyError(piece)
    own: tuple[str, ...] = ()
    if timeline.em_rounds:
        found = timeline.n_best(step, piece, 2)
        split = next(split for split in found if len(split.pieces) > 1)
        own = split.pieces
        said = message(
            "The cost is estimated as if {piece} were replaced by its most probable split into "
            "smaller pieces, {own}."
        )
        if split.probability > timeline.probability(step, piece):
            said = message(
                "The most probable split of {piece} into smaller pieces, {own}, is more probable "
                "than {piece} itself, so the cost is 0."
            )
    elif not row.cost:
        said = message(
            "No word needs {piece} for its most probable split. If the other pieces keep their "
            "probabilities, the loss without {piece} is still {loss:fixed2}."
        )
    else:
        said = message(
            "{n} {n:word has|words have} to be split without {piece}. If the other pieces keep "
            "their probabilities, this raises the loss."
        )
    return said.fill(n=n, piece=Token(piece), loss=timeline.loss(step), own=Spaced(own))


def against_the_least(piece: str, cost: float, best: str, least: float) -> Message:
    """Return what a removal costs, next to the one that costs least."""
    said = message(
        "Removing {piece} costs {cost:fixed2}, but removing {best} costs only {least:fixed2}."
    )
    if cost <= least:
        said = message(
            "The removal of {piece} costs {cost:fixed2}, and no other removal costs less."
        )
    return said.fill(piece=Token(piece), cost=cost, best=Token(best), least=least)

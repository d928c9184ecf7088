"""The sentences around the merges to find: marks, the rule, each step and its solution."""

from __future__ import annotations

from wordpiece.message import ENGLISH, Message, Token, message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring import Score
from wordpiece.teaching.wording import plus
from wordpiece.teaching.worksheet.planning import Exercise, Plan

LONG_FRACTION = 8
"""Characters of a reduced fraction above which it is left out."""


def marks(plan: Plan) -> tuple[Message, ...]:
    """Explain the marks on symbols, if there are any."""
    marking = plan.timeline.marking
    said: list[Message] = []
    if marking.prefix:
        # On letters that are in no exercise by themselves.
        parts = (f"{marking.prefix}x", f"{marking.prefix}y")
        said += [
            message("{mark} marks a symbol that begins no word.", mark=Token(marking.prefix)),
            message(
                "It goes away inside a merge: {pair} becomes {token}.",
                pair=plus(parts),
                token=Token(marking.join(*parts)),
            ),
        ]
    if marking.suffix:
        mark = Token(marking.suffix)
        said.append(message("{mark} ends each word and is one symbol.", mark=mark))
    return tuple(said)


def rule(plan: Plan) -> tuple[Message, ...]:
    """Explain what is counted, which pair merges, and how ties are broken."""
    score, tie_break = plan.timeline.score, plan.timeline.tie_break
    said = [score.counting]
    if plan.by_hand:
        said.append(message("A word counts as often as it occurs."))
    said.append(message("The pair with the best score becomes one symbol, in every word."))
    if not plan.by_hand:
        said.append(message("Where several pairs share the best score, any of them counts."))
    elif tie_break == "first-seen":
        said.append(
            message(
                "Of equal scores the pair that is met first wins, reading the words from the top."
            )
        )
    elif tie_break == "alphabetical":
        said.append(message("Of equal scores the pair that is first in the alphabet wins."))
    else:
        said.append(message("Among equal scores a draw decides; here any of them counts."))
    return tuple(said)


def lead(plan: Plan, exercise: Exercise, before: MergeStep | None) -> tuple[Message, ...]:
    """Say what a step starts from, and which pairs there are.

    Only the first step of a small corpus shows its pairs; then they are looked for.

    Args:
        plan: the worksheet.
        exercise: the step.
        before: the merge of the step before.
    """
    said = [*_agreed(plan, before)]
    if not plan.by_hand:
        if len(exercise.rows) == exercise.pairs:
            all_ = message("This is the only pair.", "These are all {n} pairs.", n=exercise.pairs)
            said.append(all_)
        else:
            said.append(
                message(
                    "Shown are {shown} of {n} pair.",
                    "Shown are {shown} of {n} pairs.",
                    n=exercise.pairs,
                    shown=len(exercise.rows),
                )
            )
        said.append(message("The best of all is among them."))
    elif before:
        said.append(
            message("Which pairs are there now? You should find {pairs}.", pairs=exercise.pairs)
        )
    return tuple(said)


def _agreed(plan: Plan, before: MergeStep | None) -> tuple[Message, ...]:
    """Say what was merged before, where the rule alone does not tell it."""
    if before is None:
        return ()
    pair = plus(before.pair)
    if before.forced and before.pair != before.best_pair:
        return (message("In this training {pair} was merged by choice; go on with it.", pair=pair),)
    drawn = not plan.by_hand or plan.timeline.tie_break == "random"
    if len(before.tied) > 1 and drawn:
        return (message("Several pairs were tied; go on with {pair}.", pair=pair),)
    return ()


def task(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what is to be written below a step."""
    said = [message("Write the words that change.")]
    if plan.by_hand:
        said.append(
            message(
                "To check: the whole corpus now has {n} symbol.",
                "To check: the whole corpus now has {n} symbols.",
                n=plan.timeline.growth(exercise.merge.index).corpus_tokens,
            )
        )
    return tuple(said)


def example_row(plan: Plan, exercise: Exercise) -> PairScore | None:
    """Return the first row of the first step as an example, if that gives nothing away."""
    first = exercise.rows[0]
    shown = plan.by_hand and exercise.merge.index == 1 and len(exercise.rows) > 2
    return first if shown and first.pair not in exercise.best else None


def changed(plan: Plan, merge: MergeStep) -> list[tuple[int, tuple[str, ...]]]:
    """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
    states = ((at, plan.timeline.word(merge.index, i)) for at, i in enumerate(plan.words, 1))
    return [(at, state.symbols) for at, state in states if state.changed]


def solution(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what merges in a step, and which others would be right."""
    merge = exercise.merge
    chosen = merge.forced and merge.pair != merge.best_pair
    said = [message("{pair} → {token} merges.", pair=plus(merge.pair), token=Token(merge.token))]
    if chosen:
        said.append(
            message(
                "It was chosen; by the rule it would have been {pair}.",
                pair=plus(merge.best_pair),
            )
        )
    if len(exercise.best) > 1:
        said.append(_ties(plan, exercise))
    return tuple(said)


def _ties(plan: Plan, exercise: Exercise) -> Message:
    pairs = len(exercise.best)
    unseen = len(exercise.best - {row.pair for row in exercise.rows})
    if exercise.merge.forced:
        if not unseen:
            return message(
                "{pairs} pairs share the best score, and any of them counts.", pairs=pairs
            )
        return message(
            "{pairs} pairs share the best score, and any of them ({unseen} not shown) counts.",
            pairs=pairs,
            unseen=unseen,
        )
    taken = {
        "first-seen": message("the training takes the one met first"),
        "alphabetical": message("the training takes the one first in the alphabet"),
        "random": message("the training takes the one drawn"),
    }[plan.timeline.tie_break]
    if not unseen:
        return message(
            "{pairs} pairs share the best score, and any of them counts; {taken}.",
            pairs=pairs,
            taken=taken,
        )
    return message(
        "{pairs} pairs share the best score, and any of them ({unseen} not shown) counts; {taken}.",
        pairs=pairs,
        unseen=unseen,
        taken=taken,
    )


def elsewhere(plan: Plan, exercise: Exercise) -> Message | None:
    """Say how many words change if not all of them are shown."""
    total = len(plan.timeline.changed_words(exercise.merge.index))
    if len(changed(plan, exercise.merge)) == total:
        return None
    return message(
        "In the whole corpus {n} word changes.", "In the whole corpus {n} words change.", n=total
    )


def worked_out(row: PairScore, score: Score) -> Message:
    """Return a ratio as its fraction, reduced, and as a decimal.

    >>> from wordpiece.scoring import WORDPIECE
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> str(worked_out(row, WORDPIECE))
    '5/100 = 1/20 = 0.05'
    """
    formula, below = score.formula(row), row.left_count * row.right_count
    value = formula.fraction
    assert value is not None  # as in every score that is worked out on paper
    exact = message("{together}/{below}", together=row.pair_count, below=below)
    is_reduced = value.denominator == below > 1
    if not is_reduced and len(ENGLISH.number(value)) <= LONG_FRACTION:
        exact = message("{fraction} = {reduced}", fraction=exact, reduced=value)
    if value.denominator == 1:
        return exact
    if formula.is_rounded:
        return message("{fraction}, rounded {value:decimal}", fraction=exact, value=formula.value)
    if formula.is_decimal:
        return message("{fraction} = {value:decimal}", fraction=exact, value=formula.value)
    return message("{fraction} ≈ {value:decimal}", fraction=exact, value=formula.value)

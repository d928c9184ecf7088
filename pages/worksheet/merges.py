"""The sentences around the merges to find: marks, the rule, each step and its solution."""

from __future__ import annotations

from pages.worksheet.planning import Exercise, Plan
from wordpiece.message import ENGLISH, Message, Token, message
from wordpiece.records import MergeStep, PairScore
from wordpiece.scoring import Score
from wordpiece.teaching.wording import plus

LONG_FRACTION = 8
"""A reduced fraction of more characters is left out."""


def marks(plan: Plan) -> tuple[Message, ...]:
    """Explain the marks on symbols, if there are any."""
    marking = plan.timeline.marking
    said: list[Message] = []
    if marking.prefix:
        # The letters x and y: few words of an exercise contain them.
        parts = (f"{marking.prefix}x", f"{marking.prefix}y")
        said += [
            message(
                "{mark} marks a symbol that does not start a word.", mark=Token(marking.prefix)
            ),
            message(
                "In a merge the right part loses its mark: {pair} becomes {token}.",
                pair=plus(parts),
                token=Token(marking.join(*parts)),
            ),
        ]
    if marking.suffix:
        mark = Token(marking.suffix)
        said.append(message("{mark} ends each word and is one symbol.", mark=mark))
    return tuple(said)


def rule(plan: Plan) -> tuple[Message, ...]:
    """Explain what is counted, and which pair merges."""
    said = [plan.timeline.score.texts.counting]
    if plan.timeline.score.about_rare:
        said.append(plan.timeline.score.about_rare)
    if plan.by_hand:
        said.append(message("A word counts as often as it occurs."))
    said.append(message("The pair with the best score becomes one symbol, in every word."))
    return tuple(said)


def lead(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say which pairs a step has, and which of them merges in a tie.

    Only the first step of a small corpus shows its pairs; later ones ask for them.
    """
    said = []
    if plan.by_hand:
        if not exercise.is_first:
            said.append(
                message("Which pairs are there now? You should find {pairs}.", pairs=exercise.pairs)
            )
    elif len(exercise.rows) == exercise.pairs:
        said.append(message("This is the only pair.", "These are all {n} pairs.", n=exercise.pairs))
    else:
        said.append(
            message(
                "The table shows {shown} of {n} {n:pair|pairs}, the best one among them.",
                n=exercise.pairs,
                shown=len(exercise.rows),
            )
        )
    return (*said, *_tie_rule(plan, exercise))


def _tie_rule(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say which of several best pairs merges. Exactly one pair follows, which is the answer."""
    if exercise.is_chosen:
        pair = plus(exercise.merge.pair)
        if plan.recipe:
            return (message("Merge {pair} here, whatever its score: it was chosen.", pair=pair),)
        return (message("Merge {pair} here, whatever its score: the file does.", pair=pair),)
    ties, mark = plan.timeline.tie_break, plan.timeline.marking.prefix
    if ties == "alphabetical" and plan.by_hand:  # the order is that of code points
        if not mark:
            return (
                message(
                    "In a tie the pair that comes first in the alphabet wins: capitals before "
                    "small letters."
                ),
            )
        return (
            message(
                "In a tie the pair that comes first in the alphabet wins: {mark} before capitals, "
                "capitals before small letters.",
                mark=Token(mark),
            ),
        )
    if ties == "alphabetical":
        order = message("The pairs stand in alphabetical order.")
    elif plan.by_hand and not exercise.is_first:
        order = message("List the pairs as you meet them, from the first word on.")
    else:
        order = message("The pairs stand in the order in which the corpus shows them.")
    if ties == "random":
        return order, message(
            "A draw decided the ties: of several best pairs take number {lot} from the top.",
            lot=exercise.lot,
        )
    return order, message("In a tie the upper pair wins.")


def task(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what to write below a step."""
    write = message("Write the words that change.")
    if not plan.by_hand:
        return (write,)
    symbols = plan.timeline.growth(exercise.merge.index).corpus_tokens
    return write, message("To check: the whole corpus now has {n} {n:symbol|symbols}.", n=symbols)


def example_row(plan: Plan, exercise: Exercise) -> PairScore | None:
    """Return the first row of the first step as an example, unless it gives the answer away."""
    first = exercise.rows[0]
    shown = plan.by_hand and exercise.is_first and len(exercise.rows) > 2
    return first if shown and first.pair not in exercise.best else None


def changed_words(plan: Plan, merge: MergeStep) -> list[tuple[int, tuple[str, ...]]]:
    """Return the words shown that a merge changes: their numbers, from 1, and their symbols."""
    states = ((at, plan.timeline.word(merge.index, i)) for at, i in enumerate(plan.words, 1))
    return [(at, state.symbols) for at, state in states if state.changed]


def solution(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what merges in a step, and why this pair if others have the same score."""
    merge, pairs = exercise.merge, len(exercise.best)
    said = [message("{pair} → {token} merges.", pair=plus(merge.pair), token=Token(merge.token))]
    if exercise.is_chosen:
        best = plus(merge.best_pair)
        said.append(
            message("It was chosen; by the rule it would have been {pair}.", pair=best)
            if plan.recipe
            else message("The file says so; by the rule it would have been {pair}.", pair=best)
        )
    elif pairs > 1:
        because = {
            "first-seen": message(
                "{pairs} pairs share the best score, and the corpus shows this one first.",
                pairs=pairs,
            ),
            "alphabetical": message(
                "{pairs} pairs share the best score, and this one comes first in the alphabet.",
                pairs=pairs,
            ),
            "random": message(
                "{pairs} pairs share the best score, and the draw fell on this one.", pairs=pairs
            ),
        }
        said.append(because[plan.timeline.tie_break])
    return tuple(said)


def all_changes(plan: Plan, exercise: Exercise) -> Message | None:
    """Say how many words change if not all of them are shown."""
    total = len(plan.timeline.changed_words(exercise.merge.index))
    if len(changed_words(plan, exercise.merge)) == total:
        return None
    return message("In the whole corpus {n} {n:word changes|words change}.", n=total)


def ratio_steps(row: PairScore, score: Score) -> Message:
    """Return a ratio as its fraction, reduced, and as a decimal.

    >>> from wordpiece.scoring import WORDPIECE
    >>> str(ratio_steps(PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False), WORDPIECE))
    '5/100 = 1/20 = 0.05'
    """
    formula, below = score.formula(row), row.left_count * row.right_count
    value = formula.fraction
    if value is None:  # on a worksheet this is the score of a pair that is too rare
        return formula.alone
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

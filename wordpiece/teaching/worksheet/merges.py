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
    """Explain the marks on symbols, if there are any.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> for said in marks(sheet):
    ...     print(said)
    ## marks a symbol that does not start a word.
    In a merge the right part loses its mark: ##x + ##y becomes ##xy.
    """
    marking = plan.timeline.marking
    said: list[Message] = []
    if marking.prefix:
        # On letters that are in no exercise by themselves.
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
    """Explain what is counted, and which pair merges; `tie_rule` is beside each step.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> print(rule(sheet)[-1])
    The pair with the best score becomes one symbol, in every word.
    """
    said = [plan.timeline.score.texts.counting]
    if plan.timeline.score.about_rare:
        said.append(plan.timeline.score.about_rare)
    if plan.by_hand:
        said.append(message("A word counts as often as it occurs."))
    said.append(message("The pair with the best score becomes one symbol, in every word."))
    return tuple(said)


def lead(plan: Plan, exercise: Exercise, before: MergeStep | None) -> tuple[Message, ...]:
    """Say which pairs there are, and which of them merges if several have the best score.

    Only the first step of a small corpus shows its pairs; later ones ask for them.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> for said in lead(sheet, sheet.exercises[0], None):
    ...     print(said)
    The pairs stand in the order in which the corpus shows them.
    In a tie the upper pair wins.

    Args:
        plan: the worksheet.
        exercise: the step.
        before: the merge of the step before.
    """
    said = []
    if not plan.by_hand:
        if len(exercise.rows) == exercise.pairs:
            all_ = message("This is the only pair.", "These are all {n} pairs.", n=exercise.pairs)
            said.append(all_)
        else:
            said.append(
                message(
                    "The table shows {shown} of {n} {n:pair|pairs}, the best one among them.",
                    n=exercise.pairs,
                    shown=len(exercise.rows),
                )
            )
    elif before:
        said.append(
            message("Which pairs are there now? You should find {pairs}.", pairs=exercise.pairs)
        )
    return (*said, *tie_rule(plan, exercise))


def tie_rule(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say which pair merges among equals. One pair follows from it, by which a step is graded.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> for said in tie_rule(sheet, sheet.exercises[1]):
    ...     print(said)
    List the pairs as you meet them, from the first word on.
    In a tie the upper pair wins.
    """
    if exercise.is_chosen:
        pair = plus(exercise.merge.pair)
        if plan.recipe is None:
            by_file = message("Merge {pair} here, whatever its score: the file does.", pair=pair)
            return (by_file,)
        return (message("Merge {pair} here, whatever its score: it was chosen.", pair=pair),)
    rule = plan.timeline.tie_break
    upper_wins = message("In a tie the upper pair wins.")
    if rule == "alphabetical":
        return (_alphabet(plan),) if plan.by_hand else (_alphabet(plan), upper_wins)
    listed = message("The pairs stand in the order in which the corpus shows them.")
    if plan.by_hand and exercise.merge.index > 1:
        listed = message("List the pairs as you meet them, from the first word on.")
    if rule == "random":
        drawn = message(
            "A draw decided the ties: of several best pairs take number {lot} from the top.",
            lot=exercise.lot,
        )
        return listed, drawn
    return listed, upper_wins


def _alphabet(plan: Plan) -> Message:
    """Say what the alphabetical order is, which is by code point."""
    mark = plan.timeline.marking.prefix
    if not plan.by_hand:
        return message("The pairs stand in alphabetical order.")
    if mark:
        return message(
            "In a tie the pair that comes first in the alphabet wins: {mark} before capitals, "
            "capitals before small letters.",
            mark=Token(mark),
        )
    return message(
        "In a tie the pair that comes first in the alphabet wins: capitals before small letters."
    )


def task(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what is to be written below a step.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> for said in task(sheet, sheet.exercises[0]):
    ...     print(said)
    Write the words that change.
    To check: the whole corpus now has 108 symbols.
    """
    said = [message("Write the words that change.")]
    if plan.by_hand:
        said.append(
            message(
                "To check: the whole corpus now has {n} {n:symbol|symbols}.",
                n=plan.timeline.growth(exercise.merge.index).corpus_tokens,
            )
        )
    return tuple(said)


def example_row(plan: Plan, exercise: Exercise) -> PairScore | None:
    """Return the first row of the first step as an example, if that gives nothing away.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> example_row(sheet, sheet.exercises[0]).pair
    ('h', '##u')
    """
    first = exercise.rows[0]
    shown = plan.by_hand and exercise.merge.index == 1 and len(exercise.rows) > 2
    return first if shown and first.pair not in exercise.best else None


def changed(plan: Plan, merge: MergeStep) -> list[tuple[int, tuple[str, ...]]]:
    """Return the words shown that a merge changes: their numbers, from 1, and their symbols.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> changed(sheet, sheet.exercises[0].merge)
    [(5, ('h', '##u', '##gs'))]
    """
    states = ((at, plan.timeline.word(merge.index, i)) for at, i in enumerate(plan.words, 1))
    return [(at, state.symbols) for at, state in states if state.changed]


def solution(plan: Plan, exercise: Exercise) -> tuple[Message, ...]:
    """Say what merges in a step, and why this pair if others have the same score.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> for said in solution(sheet, sheet.exercises[1]):
    ...     print(said)
    h + ##u → hu merges.
    6 pairs share the best score, and the corpus shows this one first.
    """
    merge = exercise.merge
    said = [message("{pair} → {token} merges.", pair=plus(merge.pair), token=Token(merge.token))]
    if exercise.is_chosen:
        by_rule = message(
            "It was chosen; by the rule it would have been {pair}.", pair=plus(merge.best_pair)
        )
        if plan.recipe is None:
            by_rule = message(
                "The file says so; by the rule it would have been {pair}.",
                pair=plus(merge.best_pair),
            )
        said.append(by_rule)
    elif len(exercise.best) > 1:
        said.append(_ties(plan, exercise))
    return tuple(said)


def _ties(plan: Plan, exercise: Exercise) -> Message:
    pairs = len(exercise.best)
    if plan.timeline.tie_break == "first-seen":
        return message(
            "{pairs} pairs share the best score, and the corpus shows this one first.", pairs=pairs
        )
    if plan.timeline.tie_break == "alphabetical":
        return message(
            "{pairs} pairs share the best score, and this one comes first in the alphabet.",
            pairs=pairs,
        )
    return message(
        "{pairs} pairs share the best score, and the draw fell on this one.", pairs=pairs
    )


def elsewhere(plan: Plan, exercise: Exercise) -> Message | None:
    """Say how many words change if not all of them are shown.

    >>> from wordpiece import WordPieceTrainer
    >>> from wordpiece.recipes import RECIPES
    >>> from wordpiece.teaching.worksheet import plan
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    >>> merges = trainer.run()
    >>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
    >>> elsewhere(sheet, sheet.exercises[0]) is None
    True
    """
    total = len(plan.timeline.changed_words(exercise.merge.index))
    if len(changed(plan, exercise.merge)) == total:
        return None
    return message("In the whole corpus {n} {n:word changes|words change}.", n=total)


def worked_out(row: PairScore, score: Score) -> Message:
    """Return a ratio as its fraction, reduced, and as a decimal.

    >>> from wordpiece.scoring import WORDPIECE
    >>> row = PairScore(("##g", "##s"), 5, 20, 5, 0.05, 1, 5, False)
    >>> str(worked_out(row, WORDPIECE))
    '5/100 = 1/20 = 0.05'
    """
    formula, below = score.formula(row), row.left_count * row.right_count
    value = formula.fraction
    if value is None:  # among scores worked out on paper only that of a pair that is too rare
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

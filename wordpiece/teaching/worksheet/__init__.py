"""What a worksheet for paper asks: the first merges with blanks, a few questions, and the answers.

A corpus of few words is worked out in full, counts included; of a larger one the counts are given
and the scores are asked for. Each step has one right answer, to which the tie rule beside it
leads. All figures are the engine's, all sentences messages; how they are set on paper is left to
whoever draws them.

`planning` chooses what is asked, `merges` has the sentences around the merges to find,
`questions` what is asked below them and `words` the words in it, and `timing` how long all takes.

>>> from wordpiece import WordPieceTrainer
>>> from wordpiece.recipes import RECIPES
>>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> _ = trainer.run()
>>> sheet = plan(trainer.timeline(), RECIPES["wordpiece"])
>>> [exercise.merge.token for exercise in sheet.exercises]
['##gs', 'hu', 'hugs']
>>> [str(part) for part in solution(sheet, sheet.exercises[0])]
['##g + ##s → ##gs merges.']
"""

from wordpiece.teaching.worksheet.merges import (
    changed,
    elsewhere,
    example_row,
    lead,
    marks,
    rule,
    solution,
    task,
    tie_rule,
    worked_out,
)
from wordpiece.teaching.worksheet.planning import (
    FEW_WORDS,
    SOME_WORDS,
    Exercise,
    Plan,
    plan,
    unavailable_because,
)
from wordpiece.teaching.worksheet.questions import Asked, questions_on
from wordpiece.teaching.worksheet.timing import minutes

__all__ = [
    "FEW_WORDS",
    "SOME_WORDS",
    "Asked",
    "Exercise",
    "Plan",
    "changed",
    "elsewhere",
    "example_row",
    "lead",
    "marks",
    "minutes",
    "plan",
    "questions_on",
    "rule",
    "solution",
    "task",
    "tie_rule",
    "unavailable_because",
    "worked_out",
]

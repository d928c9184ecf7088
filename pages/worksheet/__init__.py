"""A worksheet for paper: the first merges with blanks, a few questions, and the answers.

On a corpus of few words everything is worked out, counts included; on a larger one the counts are
given, and the scores are asked for. Each step has one right answer, which follows from the tie
rule printed in it. The figures are computed and the sentences are messages; a page sets them.

`planning` chooses the merges and words, `merges` has the sentences around the merges to find,
`questions` the questions below them and `words` the words to tokenize, and `timing` estimates how
long a worksheet takes.

>>> from wordpiece.recipes import RECIPES
>>> sheet = plan(timeline, RECIPES["wordpiece"])
>>> print(*task(sheet, sheet.exercises[0]), sep="\\n")
Write the words that change.
To check: the whole corpus now has 108 symbols.
>>> print(*solution(sheet, sheet.exercises[1]))
h + ##u → hu merges. 6 pairs share the best score, and the corpus shows this one first.
>>> changed_words(sheet, sheet.exercises[0].merge)
[(5, ('h', '##u', '##gs'))]
"""

from pages.worksheet.merges import (
    all_changes,
    changed_words,
    example_row,
    lead,
    marks,
    ratio_steps,
    rule,
    solution,
    task,
)
from pages.worksheet.planning import Exercise, Plan, plan, unavailable_because
from pages.worksheet.questions import Question, questions_on
from pages.worksheet.timing import minutes

__all__ = [
    "Exercise",
    "Plan",
    "Question",
    "all_changes",
    "changed_words",
    "example_row",
    "lead",
    "marks",
    "minutes",
    "plan",
    "questions_on",
    "ratio_steps",
    "rule",
    "solution",
    "task",
    "unavailable_because",
]

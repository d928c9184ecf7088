"""Training by hand: a learner makes every merge of a small table of words, and is graded.

====== =========================================================================================
level  what the learner does in each step
====== =========================================================================================
worked reads the merge with its counts
fill   types one count of the pair that merges
choose chooses a pair, and types all counts of its score
alone  the same, and then joins the pair in every word
====== =========================================================================================

`tables` makes the words from a seed. `exercise` is the exercise as a state machine, which follows
the learner's own merges. `slips` finds out which mistake leads to a wrong answer: it makes the
mistake itself, and compares. `grading` writes the verdicts. `result` has the result of an exercise
as a short signed code, `events` what the learner did as text.

In a table no letter occurs twice in a word. So occurrences of a pair never overlap, and a pair
occurs at most once in a word.
"""

from wordpiece.teaching.by_hand.events import read_events, write_events
from wordpiece.teaching.by_hand.exercise import (
    LEVELS,
    Answer,
    Continue,
    Event,
    Join,
    Level,
    Mark,
    Phase,
    Show,
    Task,
    Turn,
    Work,
    advance,
)
from wordpiece.teaching.by_hand.result import CodeError, Result, check_codes, read_code, write_code
from wordpiece.teaching.by_hand.slips import SLIPS, Slip
from wordpiece.teaching.by_hand.tables import MAX_SEED, RULES, Rule, word_table

__all__ = [
    "LEVELS",
    "MAX_SEED",
    "RULES",
    "SLIPS",
    "Answer",
    "CodeError",
    "Continue",
    "Event",
    "Join",
    "Level",
    "Mark",
    "Phase",
    "Result",
    "Rule",
    "Show",
    "Slip",
    "Task",
    "Turn",
    "Work",
    "advance",
    "check_codes",
    "read_code",
    "read_events",
    "word_table",
    "write_code",
    "write_events",
]

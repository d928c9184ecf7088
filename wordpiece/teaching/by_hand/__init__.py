"""Training by hand: a learner makes every step of a training on a small table, and is graded.

====== =========================================================================================
level  what the learner does in each step
====== =========================================================================================
worked reads the merge with its counts, or the removal with its costs
fill   types one number of the pair that merges, or of the piece that is removed
choose chooses a pair or a piece, and types all its numbers
alone  the same, and then joins the pair in every word, or splits the words without the piece
====== =========================================================================================

`tables` makes the words from a seed. `exercise` is the exercise as a state machine, which follows
the learner's own choices. `training` grades them; `merges` and `removals` find out which mistake
leads to a wrong answer: they make the mistake themselves, and compare. `result` has the result of
an exercise as a short signed code, `events` what the learner did as text.

In a table no letter occurs twice in a word. So occurrences of a pair never overlap, and a pair
occurs at most once in a word.
"""

from wordpiece.teaching.by_hand.events import MAX_NUMBER, read_events, write_events
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
from wordpiece.teaching.by_hand.slips import Slip
from wordpiece.teaching.by_hand.tables import ALGORITHMS, MAX_SEED, RULES, Rule, word_table

__all__ = [
    "ALGORITHMS",
    "LEVELS",
    "MAX_NUMBER",
    "MAX_SEED",
    "RULES",
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

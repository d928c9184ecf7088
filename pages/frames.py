"""The tables of a training as pandas data frames, for charts, pictures and notebooks.

The columns of `steps` and `scores` are those of the CSV files, which the engine writes itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from wordpiece import Timeline
from wordpiece.files.writers import tables
from wordpiece.training.comparison import Comparison


def steps(timeline: Timeline, step: int | None = None) -> pd.DataFrame:
    """Return the merges up to a step, or all of them.

    >>> steps(timeline, 2)[["left", "right", "token", "fraction"]].values.tolist()
    [['##g', '##s', '##gs', '5/100'], ['h', '##u', 'hu', '15/540']]

    Raises:
        IndexError: the step does not exist.
    """
    last = len(timeline) if step is None else step
    return pd.DataFrame(tables.step_rows(timeline, last), columns=tables.STEP_COLUMNS)


def scores(timeline: Timeline, step: int) -> pd.DataFrame:
    """Return the score table after a step, best pair first.

    Raises:
        IndexError: the step does not exist.
    """
    return pd.DataFrame(tables.score_rows(timeline, step), columns=tables.SCORE_COLUMNS)


def growth(timeline: Timeline, at: Sequence[int] | None = None) -> pd.DataFrame:
    """Return the measures of a `Growth` after some steps, or after all, with the column "step".

    >>> growth(bpe_timeline, [0, 7])["corpus_tokens"].tolist()
    [113, 36]
    """
    wanted = range(len(timeline) + 1) if at is None else at
    return pd.DataFrame({"step": list(wanted), **timeline.growth_of(wanted)})


def comparison(both: Comparison, at: Sequence[int]) -> pd.DataFrame:
    """Return the measures of each training of a comparison at some positions.

    The columns are "step", the position; what the comparison goes by; and for each measure and
    training a column such as "tokens_per_word bpe".
    """
    columns: dict[str, object] = {"step": list(at), both.by: [both.at(each) for each in at]}
    for measure, trainings in both.measures_at(at).items():
        for name, values in trainings.items():
            columns[f"{measure} {name}"] = values
    return pd.DataFrame(columns)

"""Write the step log and the score table for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from wordpiece.training.steps import Steps


def steps_csv(timeline: Steps, step: int) -> str:
    """Return the steps of any training up to a step as CSV, with the columns of its `step_table`.

    A spreadsheet evaluates a cell that begins with ``=``, ``+``, ``-`` or ``@``, with a wide form
    of these, or with a tab or line break. So such tokens get an apostrophe before them. Import the
    column of fractions as text, as a spreadsheet may read a fraction as a date.

    Raises:
        IndexError: the step does not exist.
    """
    return csv_table(*timeline.step_table(step))


def steps_jsonl(timeline: Steps, step: int) -> str:
    """Return the steps of any training up to a step, one JSON object a line, with tokens unchanged.

    The text keeps a lone surrogate of a token. Encode it with "backslashreplace", as `Format.data`
    does, to get the escape of JSON.

    Raises:
        IndexError: the step does not exist.
    """
    columns, rows = timeline.step_table(step)
    return "".join(
        json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in rows
    )


def scores_csv(timeline: Steps, step: int) -> str:
    """Return all that the next step could choose as CSV, with the columns of `choice_table`.

    In a training by merges these are all pairs, best first. Cells are escaped as in `steps_csv`.

    >>> scores_csv(timeline, 0).splitlines()[1]
    '1,"##g","##s","##gs",5,20,5,0.05,"5/100",5,"false"'

    Raises:
        IndexError: the step does not exist.
    """
    return csv_table(*timeline.choice_table(step))


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV; cells are escaped as in `steps_csv`.

    >>> csv_table(("word", "count"), [("hug", 10), ("=pug", 5)]).splitlines()
    ['"word","count"', '"hug",10', '"\\'=pug",5']
    """
    text = io.StringIO()
    # The writer quotes a carriage return only if it quotes all texts.
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value as a cell that a spreadsheet does not evaluate."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    return "'" + value if value.startswith(_FORMULA_STARTS) else value


_FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""With the wide forms, which a Japanese spreadsheet also accepts."""

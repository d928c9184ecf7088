"""Write the step log and the score table, for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence

from wordpiece.training.timeline import Timeline


def steps_csv(timeline: Timeline, step: int) -> str:
    """Write the merges up to a step as CSV with a header; see `steps_jsonl` for the columns.

    A spreadsheet runs a cell that begins with ``=``, ``+``, ``-`` or ``@``, in their wide forms
    too (or with a tab or line break before one), so such tokens get an apostrophe in front. It may
    also take a fraction for a date: import that column as text.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5}, special_tokens=["[UNK]"])
    >>> merges = trainer.run()
    >>> head, first, second = steps_csv(trainer.timeline(), 2).splitlines()
    >>> first
    '1,"h","##u","hu","true",15,15,20,0.05,"15/300",4,"false","h","##u",15'

    Raises:
        IndexError: there is no such step.
    """
    return csv_table(_STEP_COLUMNS, _steps(timeline, step))


def steps_jsonl(timeline: Timeline, step: int) -> str:
    """Write the merges up to a step, a JSON object a line; tokens are exactly as they are.

    index, left, right, token, is_new_token, pair_count, left_count, right_count, replaced_count,
    forced: as in `MergeStep`. score: to the last digit of the float; for pair counts an integer.
    fraction: the same unreduced, ``5/100``. tied: how many pairs had the best score. best_left,
    best_right: the pair that score and tie-break chose, another one only if forced.

    A lone surrogate in a token stands in the text as it is; encode with "backslashreplace", as
    `Format.data` does, and it becomes the escape that JSON has for it.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5}, special_tokens=["[UNK]"])
    >>> merges = trainer.run()
    >>> import json
    >>> first = json.loads(steps_jsonl(trainer.timeline(), 2).splitlines()[0])
    >>> first["left"], first["right"], first["fraction"], first["tied"]
    ('h', '##u', '15/300', 4)

    Raises:
        IndexError: there is no such step.
    """
    return "".join(
        json.dumps(dict(zip(_STEP_COLUMNS, row, strict=True)), ensure_ascii=False) + "\n"
        for row in _steps(timeline, step)
    )


def scores_csv(timeline: Timeline, step: int) -> str:
    """Write all pairs that could be merged after a step, best first; columns as in `PairScore`.

    Cells are made harmless as in `steps_csv`.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "pug": 5, "hugs": 5}, special_tokens=["[UNK]"])
    >>> merges = trainer.run()
    >>> head, first, *others = scores_csv(trainer.timeline(), 0).splitlines()
    >>> first
    '1,"h","##u","hu",15,15,20,0.05,"15/300",2,"true"'

    Raises:
        IndexError: there is no such step.
    """
    join = timeline.marking.join
    rows = (
        (
            *(row.rank, *row.pair, join(*row.pair)),
            *(row.pair_count, row.left_count, row.right_count),
            *(row.score, timeline.score.formula(row).unreduced),
            *(row.count_rank, row.tied),
        )
        for row in timeline.scores(step).rows()
    )
    return csv_table(_SCORE_COLUMNS, rows)


_STEP_COLUMNS = tuple(
    "index left right token is_new_token pair_count left_count right_count score fraction tied "
    "forced best_left best_right replaced_count".split()
)

_SCORE_COLUMNS = tuple(
    "rank left right token pair_count left_count right_count score fraction count_rank tied".split()
)


def _steps(timeline: Timeline, step: int) -> Iterator[tuple[object, ...]]:
    timeline.growth(step)  # raises IndexError for a step that does not exist
    for index in range(1, step + 1):
        merge = timeline.merge(index)
        counts = merge.pair_count, merge.left_count, merge.right_count
        yield (
            *(index, *merge.pair, merge.token, merge.is_new_token),
            *(*counts, merge.score, timeline.score.formula(merge).unreduced),
            *(timeline.ties(index), merge.forced, *merge.best_pair, merge.replaced_count),
        )


def csv_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table as CSV; cells are made harmless as in `steps_csv`.

    >>> csv_table(("word", "count"), [("hug", 10), ("=pug", 5)]).splitlines()
    ['"word","count"', '"hug",10', '"\\'=pug",5']
    """
    text = io.StringIO()
    # All texts in quotes, as the writer does not quote a carriage return by itself.
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value as a cell that no spreadsheet runs as a formula.

    >>> _cell("=SUM(A1)"), _cell("##s"), _cell(0.05), _cell(True)
    ("'=SUM(A1)", '##s', 0.05, 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return value
    return "'" + value if value.startswith(_RUN) else value


# A Japanese spreadsheet takes the wide forms for the others.
_RUN = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")

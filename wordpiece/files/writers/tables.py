"""Write the step log and the score table for spreadsheets and programs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from wordpiece.files.writers.vocabulary import AnyTimeline
from wordpiece.topdown.timeline import TopDownTimeline
from wordpiece.training.timeline import Timeline
from wordpiece.unigram.timeline import UnigramTimeline


def steps_csv(timeline: AnyTimeline, step: int) -> str:
    """Return the steps of any training up to a step as CSV; `steps_jsonl` explains the columns.

    A spreadsheet evaluates a cell that begins with ``=``, ``+``, ``-`` or ``@``, with a wide form
    of these, or with a tab or line break. So such tokens get an apostrophe before them. Import the
    column of fractions as text, as a spreadsheet may read a fraction as a date.

    Raises:
        IndexError: the step does not exist.
    """
    return csv_table(*_steps(timeline, step))


def steps_jsonl(timeline: AnyTimeline, step: int) -> str:
    """Return the steps of any training up to a step, one JSON object a line, with tokens unchanged.

    index, left, right, token, is_new_token, pair_count, left_count, right_count, replaced_count,
    forced: as in `MergeStep`. score: all digits; an integer for pair counts. fraction: the score,
    not reduced, such as ``5/100``. tied: the number of pairs with the best score. best_left,
    best_right: the pair that score and tie-break chose. language, if the score is by language: the
    number of the language that chose, from 1 in the order of the text.

    The columns of removals are those of `Removal`; ``tied`` is the number of pieces. The columns of
    decisions are those of `Decision`; ``lowered`` has spaces between the prefixes.

    The text keeps a lone surrogate of a token. Encode it with "backslashreplace", as `Format.data`
    does, to get the escape of JSON.

    Raises:
        IndexError: the step does not exist.
    """
    columns, rows = _steps(timeline, step)
    return "".join(
        json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in rows
    )


def scores_csv(timeline: AnyTimeline, step: int) -> str:
    """Return all pairs after a step, best first, as CSV with the columns of `PairScore`.

    In a training by removals: all pieces that can be removed, with those of `RemovalCost`. In one
    by decisions: the substrings that the round has not decided, with those of `Standing`.

    Cells are escaped as in `steps_csv`.

    >>> scores_csv(timeline, 0).splitlines()[1]
    '1,"##g","##s","##gs",5,20,5,0.05,"5/100",5,"false"'

    Raises:
        IndexError: the step does not exist.
    """
    if isinstance(timeline, UnigramTimeline):
        rows = map(attrgetter(*COST_COLUMNS), timeline.costs(step))
        return csv_table(COST_COLUMNS, rows)
    if isinstance(timeline, TopDownTimeline):
        return csv_table(COUNT_COLUMNS, map(attrgetter(*COUNT_COLUMNS), timeline.remaining(step)))
    return csv_table(SCORE_COLUMNS, score_rows(timeline, step))


STEP_COLUMNS = tuple(
    "index left right token is_new_token pair_count left_count right_count score fraction tied "
    "forced best_left best_right replaced_count".split()
)

SCORE_COLUMNS = tuple(
    "rank left right token pair_count left_count right_count score fraction count_rank tied".split()
)


REMOVAL_COLUMNS = tuple("index round piece count probability cost forced best_piece tied".split())

DECISION_COLUMNS = tuple("index round token counted count threshold kept lowered".split())

COUNT_COLUMNS = tuple("token length counted count".split())

COST_COLUMNS = tuple("rank piece count probability cost tied".split())


def _steps(
    timeline: AnyTimeline, step: int
) -> tuple[tuple[str, ...], Iterator[tuple[object, ...]]]:
    """Return the columns and the rows of the steps of any training."""
    if isinstance(timeline, UnigramTimeline):
        timeline.pieces(step)  # raises IndexError for a step that does not exist
        removals = map(timeline.removal, range(1, step + 1))
        same = attrgetter(*(name for name in REMOVAL_COLUMNS if name != "tied"))
        rows = ((*same(it), len(it.tied)) for it in removals)
        return REMOVAL_COLUMNS, rows
    if isinstance(timeline, TopDownTimeline):
        timeline.kept(step)  # raises IndexError for a step that does not exist
        plain = attrgetter(*DECISION_COLUMNS[:-1])
        made = map(timeline.step, range(1, step + 1))
        return DECISION_COLUMNS, ((*plain(it), " ".join(it.lowered)) for it in made)
    more = ("language",) if timeline.score.by_language else ()
    return STEP_COLUMNS + more, step_rows(timeline, step)


def step_rows(timeline: Timeline, step: int) -> Iterator[tuple[object, ...]]:
    """Yield the merges up to a step, with the columns `STEP_COLUMNS`, and the language if any."""
    timeline.growth(step)  # raises IndexError for a step that does not exist
    for index in range(1, step + 1):
        merge = timeline.merge(index)
        counts = merge.pair_count, merge.left_count, merge.right_count
        yield (
            *(index, *merge.pair, merge.token, merge.is_new_token),
            *(*counts, merge.score, timeline.score.formula(merge).unreduced),
            *(timeline.ties(index), merge.forced, *merge.best_pair, merge.replaced_count),
            *(() if merge.language is None else (merge.language + 1,)),
        )


def score_rows(timeline: Timeline, step: int) -> Iterator[tuple[object, ...]]:
    """Yield all pairs after a step, best first, with the columns `SCORE_COLUMNS`."""
    for row in timeline.scores(step).rows():
        yield (
            *(row.rank, *row.pair, timeline.marking.join(*row.pair)),
            *(row.pair_count, row.left_count, row.right_count),
            *(row.score, timeline.score.formula(row).unreduced),
            *(row.count_rank, row.tied),
        )


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

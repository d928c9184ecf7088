"""The result of a training by hand, and the results of a class from their codes."""

from __future__ import annotations

from markupsafe import Markup

from pages.panels.by_hand.work import LEVEL_TITLES
from pages.panels.html.templates import pieces
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.card import score_line
from pages.panels.shared.verdict import RIGHT, WRONG
from wordpiece.message import Message
from wordpiece.teaching.by_hand import SLIPS, CodeError, Result, Work, read_code

MOST_CODES = 500
"""The most codes that are read at once."""

_piece = pieces("panels/by_hand/result.html")


def result(work: Work) -> Markup:
    """Draw each step of an exercise that is done, with its merge and the mistake made."""
    timeline = work.timeline
    rows = []
    for mark, number in zip(work.marks, range(1, work.step + 1), strict=True):
        step = timeline.merge(number)
        is_right = step.pair in timeline.scores(number - 1).tied
        other = mark.chosen if mark.chosen != step.pair else None
        formula = score_line(step, timeline.score)
        look = WRONG if mark.slip else RIGHT
        rows.append((look, step, formula, mark.slip, other, None if is_right else mark.best))
    return _piece("result", work.slips.count(None), work.step, rows, SLIPS)


def of_class(text: str, key: bytes) -> Markup:
    """Draw the results of a class.

    Args:
        text: the codes, one on a line.
        key: the key that they were signed with.
    """
    rows: list[tuple[str, Result | None, Message | None, bool]] = []
    seen: set[Result] = set()
    for line in text.split("\n")[:MOST_CODES]:
        code = line.strip()
        if not code:
            continue
        try:
            found = read_code(code, key)
        except CodeError as error:
            rows.append((code[:40], None, error.message, False))
            continue
        rows.append((code, found, None, found in seen))
        seen.add(found)
    return _piece("class", rows, TITLES, LEVEL_TITLES, SLIPS)

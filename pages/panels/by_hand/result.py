"""The result of a training by hand, and the results of a class from their codes."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup

from pages.panels.by_hand.work import KINDS, LEVEL_TITLES, RULE_TITLES
from pages.panels.html.elements import EMPTY
from pages.panels.html.templates import pieces
from pages.panels.shared.verdict import RIGHT, WRONG
from wordpiece.teaching.by_hand import MAX_SEED, SLIPS, Slip, Work, check_codes

_piece = pieces("panels/by_hand/result.html")


def result(work: Work) -> Markup:
    """Draw each step of an exercise that is done, with its choice and the mistake made."""
    draw = KINDS[work.task.rule].figures
    rows = []
    for number, (choice, mark) in enumerate(zip(work.path, work.marks, strict=True), 1):
        is_right = choice in work.training.right(number - 1)
        other = mark.chosen if mark.chosen != choice else None
        look = WRONG if mark.slip else RIGHT
        best = None if is_right else mark.best
        rows.append((look, choice, draw(work, number), mark.slip, other, best))
    return _piece("result", work.slips.count(None), work.step, rows, SLIPS)


def of_class(text: str, key: bytes) -> Markup:
    """Draw the results of a class.

    Args:
        text: the codes, one on a line.
        key: the key that they were signed with.
    """
    return _piece("class", check_codes(text, key), RULE_TITLES, LEVEL_TITLES, SLIPS)


def later(work: Work) -> Markup:
    """Draw the link to another table for the mistakes made; nothing without a mistake."""
    focus = {slip for slip in work.slips if slip} - {Slip.SHOWN}
    if not focus:
        return EMPTY
    task = work.task
    seed = task.seed % MAX_SEED + 1
    query = {
        "rule": task.rule,
        "level": task.level,
        "table": seed,
        "focus": ",".join(sorted(focus)),
        "step": 0,
    }
    return _piece("later", f"by_hand?{urlencode(query)}")

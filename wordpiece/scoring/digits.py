"""How many digits tell scores apart that stand side by side."""

from __future__ import annotations

from collections.abc import Sequence

from wordpiece.message import ENGLISH, Language
from wordpiece.records import PairScore
from wordpiece.scoring.score import Score


def side_by_side(
    rows: Sequence[PairScore | None], score: Score, language: Language = ENGLISH
) -> list[str]:
    """Write scores as briefly as possible so that different ones look different; a dash for None.

    >>> from wordpiece.scoring import WORDPIECE
    >>> row = PairScore(("a", "b"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> side_by_side([row, None], WORDPIECE)
    ['1/36', '–']
    """
    formulas = [score.formula(row) for row in rows if row]
    if not formulas:
        return ["–" for _ in rows]
    different = len({formula.value for formula in formulas})
    texts: list[str] = []
    for style, most in formulas[0].styles():
        values = [formula.value if style else formula.fraction for formula in formulas]
        texts = [language.number(value, style) for value in values if value is not None]
        if len(set(texts)) >= different and (
            most is None or max(map(len, texts), default=0) <= most
        ):
            break
    text = iter(texts)
    return [next(text) if row else "–" for row in rows]

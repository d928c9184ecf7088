"""Pairs as several rules see them, and how likely a corpus is before and after a merge."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from pages.locale import number, told
from pages.panels.html.templates import pieces
from pages.panels.html.text import sentence
from pages.panels.shared import chips
from wordpiece.message import Message
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score
from wordpiece.scoring.written import emphasized
from wordpiece.teaching.likelihood import MergeEffect, Share
from wordpiece.training.timeline import Timeline

_piece = pieces("panels/lessons/rules.html")


def rules(
    trainings: Sequence[tuple[Message, Timeline]], step: int, pairs: Sequence[Pair]
) -> Markup:
    """Draw some pairs at a step, with the score and the rank that each training's rule gives.

    Args:
        trainings: each with its name.
        step: where they all stand at the same symbols.
        pairs: the pairs, in the order to show them.
    """
    tables = [(timeline.score, timeline.scores(step)) for _, timeline in trainings]
    rows = []
    for pair in pairs:
        seen = [(score, table.find(pair)) for score, table in tables]
        rows.append(
            {
                "pair": chips.pair(pair),
                "cells": [
                    {
                        "value": Markup("<b>%s</b>") % number(row.pair_count)
                        if score.ranks_by_count
                        else _value(row, score),
                        "rank": row.rank,
                        "best": row.rank == 1,
                    }
                    for score, row in seen
                    if row is not None
                ],
            }
        )
    return _piece("rules", heads=[told(title) for title, _ in trainings], rows=rows)


def _value(row: PairScore, score: Score) -> Markup:
    formula = score.formula(row)
    if formula.fraction is None:
        return Markup("<b>%s</b>") % told(formula.brief)
    return sentence(emphasized(formula.text, "value"))


def likelihood(shares: Sequence[Share], limit: int) -> Markup:
    """Draw how likely a corpus is: the most frequent symbols, the others together, and the sum."""
    shown, others = shares[:limit], shares[limit:]
    return _piece(
        "likelihood",
        rows=[
            {
                "symbol": chips.chip(share.symbol),
                "count": share.count,
                "total": share.total,
                "log": share.log_likelihood,
            }
            for share in shown
        ],
        others=len(others),
        others_log=sum(share.log_likelihood for share in others),
        total=shares[0].total,
        log=sum(share.log_likelihood for share in shares),
    )


def gain(pair: Pair, found: MergeEffect) -> Markup:
    """Draw what a merge does to the likelihood of a corpus."""
    rows = [
        {"symbol": chips.chip(change.symbol), "before": change.before, "after": change.after}
        for change in found.changes
    ]
    return _piece("gain", pair=chips.pair(pair), rows=rows, found=found)

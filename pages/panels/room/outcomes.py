"""The run of a room: every question with its votes, as a table and as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from markupsafe import Markup

from pages.panels.html import pieces
from pages.panels.room.vote import LETTERS, share_right
from pages.rooms.state import Outcome
from wordpiece.files.writers import csv_table

_piece = pieces("panels/room/outcomes.html")

COLUMNS = "question title letter option right votes_1 votes_2 right_share_1 right_share_2".split()
"""The columns of the CSV, which has a row for each option."""


def outcomes(run: Sequence[Outcome]) -> Markup:
    """Draw every question with its options, its votes and the share of right votes."""
    return _piece(
        "outcomes",
        rows=[
            {
                "number": outcome.number,
                "title": outcome.ask.title,
                "options": _options(outcome),
                "shares": shares(outcome),
            }
            for outcome in run
        ],
    )


def _options(outcome: Outcome) -> list[tuple[str, str, bool, list[int]]]:
    """Return each option's letter and text, whether it is right, and its votes in each round.

    A question without options has one row, with the number of drawn lines.
    """
    ask, tallies = outcome.ask, outcome.tallies
    if not ask.options:
        return [("", "", False, [len(tally) for tally in tallies])]
    return [
        (letter, text, i in ask.right, [tally[i] for tally in tallies])
        for i, (letter, text) in enumerate(zip(LETTERS, ask.options, strict=False))
    ]


def shares(outcome: Outcome) -> list[Fraction | None]:
    """Return the share of right votes in each round; None for a round without votes."""
    return [share_right(outcome.ask, tally) for tally in outcome.tallies]


def as_csv(run: Sequence[Outcome]) -> bytes:
    """Return a run as CSV; cells that a spreadsheet would treat as a formula are escaped."""
    rows: list[tuple[object, ...]] = []
    for outcome in run:
        cells = ["" if share is None else round(float(share), 4) for share in shares(outcome)]
        cells += [""] * (2 - len(cells))
        for letter, text, is_right, counts in _options(outcome):
            votes: list[object] = [*counts, "", ""][:2]
            rows.append(
                (outcome.number, outcome.ask.title, letter, text, is_right, *votes, *cells[:2])
            )
    return csv_table(COLUMNS, rows).encode("utf-8", "replace")

"""Elements that only the live panels of lessons use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from pages.locale import to_text
from pages.panels.html.elements import EMPTY, spaced
from pages.panels.html.templates import pieces
from pages.panels.lessons.prose import Filled, drawn, plain
from pages.panels.shared import card, chips
from wordpiece.message import Message
from wordpiece.records import EncodedToken, MergeStep
from wordpiece.scoring import Score

_piece = pieces("panels/lessons/tables.html")


def tokens(encoded: Sequence[EncodedToken], *, ids: bool = True) -> Markup:
    """Draw the tokens of a text, word by word, with their ids if ``ids``."""
    return grouped(
        spaced(
            chips.chip(token.token, *[chips.UNKNOWN] * token.unknown, id=token.id if ids else None)
            for token in group
        )
        for _, group in groupby(encoded, key=lambda token: token.word)
    )


def grouped(words: Iterable[Markup]) -> Markup:
    """Draw words, each already drawn as chips."""
    return _piece("tokens", words=[*words])


@dataclass(frozen=True, slots=True)
class SideColumn:
    """One training in a row of columns: its title, and its merges so far, the newest first."""

    title: Message
    rule: Message
    merges: Sequence[MergeStep]
    steps: int
    score: Score


def side(trainings: Sequence[SideColumn]) -> Markup:
    """Draw trainings in columns."""
    return _piece("side", columns=[_column(training) for training in trainings])


def _column(training: SideColumn) -> dict[str, object]:
    newest = training.merges[0] if training.merges else None
    return {
        "title": to_text(training.title),
        "rule": to_text(training.rule),
        "made": len(training.merges),
        "steps": training.steps,
        "line": card.merge_line(newest.pair, newest.token) if newest else EMPTY,
        "worth": card.score_line(newest, training.score) if newest else EMPTY,
        "before": [(merge.index, chips.chip(merge.token)) for merge in training.merges[1:]],
    }


def printed(
    rows: Sequence[tuple[Filled, Filled, Filled]], heads: tuple[Message, Message]
) -> Markup:
    """Draw printed figures next to those of the engine, and whether they are equal."""
    return _piece(
        "in_print",
        heads=[to_text(head) for head in heads],
        rows=[
            {
                "what": drawn(what),
                "printed": drawn(in_print),
                "found": drawn(found),
                "agree": _same(in_print, found),
            }
            for what, in_print, found in rows
        ],
    )


def _same(ours: Filled, theirs: Filled) -> bool:
    """Return whether two texts are equal, apart from line breaks."""
    return plain(ours).split() == plain(theirs).split()


def changes(rows: Sequence[tuple[MergeStep, tuple[str, ...], int, int]]) -> Markup:
    """Draw merges: the parts that stay in use, the change, and the number of symbols in use."""
    return _piece("changes", rows=[_change(*row) for row in rows])


def _change(merge: MergeStep, stay: tuple[str, ...], change: int, in_use: int) -> dict[str, object]:
    gone = [part for part in dict.fromkeys(merge.pair) if part not in stay]
    return {
        "step": merge.index,
        "change": change,
        "in_use": in_use,
        "token": chips.chip(merge.token, chips.NEW),
        "stay": spaced(map(chips.chip, stay)),
        "gone": spaced(chips.chip(part, chips.UNUSED) for part in gone),
    }


def again(runs: Sequence[Sequence[str]]) -> Markup:
    """Draw the tokens of repeated trainings, one line each, and whether they are the same."""
    return _piece(
        "again",
        runs=[spaced(map(chips.chip, tokens)) for tokens in runs],
        alike=all(tokens == runs[0] for tokens in runs),
    )

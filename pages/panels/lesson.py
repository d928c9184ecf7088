"""Lessons as HTML: their text, how far one has come, and the panels that no other page has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pages.locale import say, told
from pages.panels import card, chips, compare
from pages.panels.html import EMPTY
from pages.panels.markup import Markup
from pages.panels.prose import Filled, drawn, plain
from pages.panels.templates import pieces
from wordpiece.message import Message
from wordpiece.records import EncodedToken, MergeStep
from wordpiece.scoring import Score
from wordpiece.teaching.grading import Verdict

_piece = pieces("panels/lesson.html")


def saying(text: Filled) -> Markup:
    """Draw the text of a scene."""
    return Markup('<p class="saying">{}</p>').format(drawn(text))


def asking(question: Filled, number: int, total: int) -> Markup:
    """Draw a question of an exercise, with its number if it has several."""
    if total == 1:
        return saying(question)
    which = say("Question {number} of {total}:", number=number, total=total)
    return saying((which, " ", *question))


def verdict(answer: Verdict, *, ask: Filled = ()) -> Markup:
    """Draw whether an answer was right, and why; with ``ask`` the question, too."""
    return _piece("verdict", right=answer.right, why=answer.feedback, ask=drawn(ask))


def tokens(encoded: Sequence[EncodedToken]) -> Markup:
    """Draw the tokens of a text, word by word, with their ids."""
    words = [
        chips.spaced(
            chips.chip(token.token, *[chips.UNKNOWN] * token.unknown, id=token.id)
            for token in group
        )
        for _, group in groupby(encoded, key=lambda token: token.word)
    ]
    return _piece("tokens", words=words)


# How far one has come.


def heading(number: int, title: Message, part: int, parts: int, *, quiet: bool = False) -> Markup:
    """Draw a lesson's title, and its parts as marks; if quiet, for screen readers alone."""
    macro = "quiet_heading" if quiet else "heading"
    return _piece(macro, number=number, title=told(title), part=part, parts=parts)


def entry(
    number: int, title: Message, line: Message, minutes: int, state: str, *, done: bool
) -> Markup:
    """Draw a lesson in the list of all."""
    return _piece(
        "entry",
        number=number,
        title=told(title),
        line=told(line),
        minutes=minutes,
        state=state,
        done=done,
    )


def welcome(done: int, lessons: int) -> Markup:
    """Draw what stands above the list."""
    return _piece("welcome", done=done, lessons=lessons)


# Panels.


@dataclass(frozen=True, slots=True)
class SideColumn:
    """One training beside others: what it is called, and its merges so far, newest first."""

    title: Message
    rule: Message
    merges: Sequence[MergeStep]
    steps: int
    score: Score


def side(trainings: Sequence[SideColumn]) -> Markup:
    """Draw trainings beside each other."""
    return _piece("side", columns=[_column(training) for training in trainings])


def _column(training: SideColumn) -> dict[str, object]:
    newest = training.merges[0] if training.merges else None
    return {
        "title": told(training.title),
        "rule": told(training.rule),
        "made": len(training.merges),
        "steps": training.steps,
        "line": card.merge_line(newest.pair, newest.token) if newest else EMPTY,
        "worth": compare.worth(newest, training.score) if newest else EMPTY,
        "before": [(merge.index, chips.chip(merge.token)) for merge in training.merges[1:]],
    }


def printed(
    rows: Sequence[tuple[Filled, Filled, Filled]], heads: tuple[Message, Message]
) -> Markup:
    """Draw what is printed beside what the engine finds, and whether it is the same."""
    return _piece(
        "in_print",
        heads=[told(head) for head in heads],
        rows=[
            {
                "what": drawn(what),
                "printed": drawn(in_print),
                "found": drawn(found),
                "agree": plain(in_print) == plain(found),
            }
            for what, in_print, found in rows
        ],
    )


def changes(rows: Sequence[tuple[MergeStep, tuple[str, ...], int, int]]) -> Markup:
    """Draw merges with the parts that stay, the change and the number of symbols in use."""
    return _piece("changes", rows=[_change(*row) for row in rows])


def _change(merge: MergeStep, stay: tuple[str, ...], change: int, in_use: int) -> dict[str, object]:
    gone = [part for part in dict.fromkeys(merge.pair) if part not in stay]
    return {
        "step": merge.index,
        "change": change,
        "in_use": in_use,
        "token": chips.chip(merge.token, chips.NEW),
        "stay": chips.spaced(map(chips.chip, stay)),
        "gone": chips.spaced(chips.chip(part, chips.UNUSED) for part in gone),
    }


def again(runs: Sequence[Sequence[str]]) -> Markup:
    """Draw the tokens of trainings made anew, one line each, and whether they are alike."""
    return _piece(
        "again",
        runs=[chips.spaced(map(chips.chip, tokens)) for tokens in runs],
        alike=all(tokens == runs[0] for tokens in runs),
    )

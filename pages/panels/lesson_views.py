"""Lessons as HTML: their text, how far one has come, and the panels that no other page has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pages import locale
from pages.lessons.prose import Print, Prose, plain
from pages.panels import card, chips, compare_views
from pages.panels.html import EMPTY, heard, join, number, sentence
from pages.panels.markup import Markup
from wordpiece.records import EncodedToken, MergeStep
from wordpiece.scoring import Score
from wordpiece.teaching.grading import Verdict

# What a lesson says.


def prose(parts: Prose) -> Markup:
    """Filled-in prose; what a source prints is marked."""
    return join(
        Markup('<q class="printed" title="as the source prints it">{}</q>{}').format(
            part.text, heard(" (as the source prints it)")
        )
        if isinstance(part, Print)
        else sentence((part,))
        for part in parts
    )


def saying(parts: Prose) -> Markup:
    """The text of a scene."""
    return Markup('<p class="saying">{}</p>').format(prose(parts))


def verdict(answer: Verdict, *, ask: Prose = ()) -> Markup:
    """Whether an answer was right, and why."""
    said = "Right." if answer.right else "Not this one."
    question = Markup('<span class="asked">{}</span>').format(prose(ask)) if ask else EMPTY
    return Markup(
        '<div class="lesson-verdict {}" tabindex="-1" data-focus="2" role="group" '
        'aria-label="Verdict">{}<span data-announce><b><i aria-hidden="true">{}</i> {}</b> {}'
        "</span></div>"
    ).format(
        "right" if answer.right else "wrong",
        question,
        "✓" if answer.right else "✗",
        said,
        sentence(answer.feedback),
    )


def tokens(encoded: Sequence[EncodedToken]) -> Markup:
    """The tokens of a text, word by word, with their ids."""
    words = join(
        Markup('<span class="word">{}</span>').format(
            chips.spaced(
                chips.chip(token.token, *[chips.UNKNOWN] * token.unknown, id=token.id)
                for token in group
            )
        )
        for _, group in groupby(encoded, key=lambda token: token.word)
    )
    return Markup('<div class="encoded">{}</div>').format(words)


# How far one has come.


def heading(number_: int, title: str, part: int, parts: int, *, quiet: bool = False) -> Markup:
    """A lesson's title, and its parts as marks; if quiet, for screen readers alone."""
    if quiet:
        said = Markup('<h1 class="sr">Lesson {} {}, part {} of {}</h1>')
        return said.format(number_, title, part, parts)
    marks = join(
        Markup('<i class="{}">{}</i>').format(
            "now" if i == part else "seen" if i < part else "ahead", "■" if i <= part else "□"
        )
        for i in range(1, parts + 1)
    )
    return Markup(
        '<div class="lesson-head"><h1 tabindex="-1" data-focus="1">Lesson {} <span>{}</span></h1>'
        '<p><span class="marks" aria-hidden="true">{}</span> Part {} of {}</p></div>'
    ).format(number_, title, marks, part, parts)


def entry(number_: int, title: str, line: str, minutes: int, state: str) -> Markup:
    """A lesson in the list of all."""
    done = " done" if state == "done" else ""
    return Markup(
        '<div class="lesson-entry{}"><b class="number" aria-hidden="true">{}</b>'
        '<div><h2><span class="sr">Lesson {}: </span>{}</h2><p>{}</p></div>'
        '<p class="state"><span>{}</span><small>about {} minutes</small></p></div>'
    ).format(
        done, "✓" if done else number_, number_, title, line, state, minutes
    )  # fmt: skip


def welcome(done: int, lessons: int) -> Markup:
    """What stands above the list."""
    said = f"{done} of {lessons} done" if done else "Each is a few small steps, and a question."
    return Markup(
        '<div class="lesson-head"><h1 tabindex="-1" data-focus="1"><span>Lessons</span></h1>'
        "<p>{}</p></div>"
    ).format(said)


# Panels.


@dataclass(frozen=True, slots=True)
class Column:
    """One training beside others: what it is called, and its merges so far, newest first."""

    title: str
    rule: str
    merges: Sequence[MergeStep]
    steps: int
    score: Score


def side(columns: Sequence[Column]) -> Markup:
    """Trainings beside each other."""
    return Markup('<div class="columns">{}</div>').format(join(map(_column, columns)))


def _column(column: Column) -> Markup:
    newest = EMPTY
    if column.merges:
        merge = column.merges[0]
        newest = card.merge_line(merge.pair, merge.token) + Markup(
            '<div class="worth">{}</div>'
        ).format(compare_views.worth(merge, column.score))
    before = join(
        Markup('<li><span class="k">{}</span>{}</li>').format(
            number(merge.index), chips.chip(merge.token)
        )
        for merge in column.merges[1:]
    )
    return Markup(
        '<section class="column"><h2 class="panel">{} <small>{}</small></h2>'
        '<p class="at">merge {} of {}</p><div class="last">{}</div>'
        '<ol class="merges" tabindex="0" aria-label="{}">{}</ol></section>'
    ).format(
        column.title,
        column.rule,
        number(len(column.merges)),
        number(column.steps),
        newest,
        f"Merges of {column.title} before, newest first",
        before,
    )


def printed(rows: Sequence[tuple[Prose, Prose, Prose]], heads: tuple[str, str]) -> Markup:
    """What is printed beside what the engine finds, and whether it is the same."""
    return Markup(
        '<div class="scroll"><table class="scores plain in-print"><thead><tr><td></td>'
        '<th scope="col">{}</th><th scope="col">{}</th><td></td></tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(*heads, join(_printed(*row) for row in rows))


def _printed(what: Prose, in_print: Prose, found: Prose) -> Markup:
    agree = plain(in_print) == plain(found)
    return Markup(
        '<tr class="{}"><th scope="row">{}</th><td>{}</td><td><b>{}</b></td><td>{}</td></tr>'
    ).format(
        "agrees" if agree else "differs",
        prose(what),
        prose(in_print),
        prose(found),
        "= same" if agree else "≠ differs",
    )


def changes(rows: Sequence[tuple[MergeStep, tuple[str, ...], int, int]]) -> Markup:
    """Merges with the parts that stay, the change and the number of symbols in use after it."""
    head = join(
        Markup('<th scope="col">{}</th>').format(name)
        for name in ("merge", "change", "in use", "comes in", "stays", "goes")
    )
    return Markup(
        '<div class="scroll"><table class="scores plain in-use"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, join(_change(*row) for row in rows))


def _change(merge: MergeStep, stay: tuple[str, ...], change: int, in_use: int) -> Markup:
    gone = [part for part in dict.fromkeys(merge.pair) if part not in stay]
    return Markup(
        '<tr><th scope="row">{}</th><td><b>{}</b></td><td>{}</td><td>{}</td><td>{}</td>'
        "<td>{}</td></tr>"
    ).format(
        number(merge.index),
        locale.number(change, "signed"),
        number(in_use),
        chips.chip(merge.token, chips.NEW),
        chips.spaced(map(chips.chip, stay)),
        chips.spaced(chips.chip(part, chips.UNUSED) for part in gone),
    )


def again(runs: Sequence[Sequence[str]]) -> Markup:
    """The tokens of trainings made anew, one line each, and whether they are alike."""
    lines = join(
        Markup('<li><span class="at">training {}</span>{}</li>').format(
            i, chips.spaced(map(chips.chip, tokens))
        )
        for i, tokens in enumerate(runs, 1)
    )
    alike = all(tokens == runs[0] for tokens in runs)
    said = "= the same tokens, in the same order" if alike else "≠ not the same"
    return Markup('<ol class="trace">{}</ol><p class="note">{}</p>').format(lines, said)

"""The figures in the sentences of the lessons: each kind by an example from the literature.

The figures of `pages.lessons.prose` come from the engine, which other tests recount.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from html import unescape

import pytest

from pages.lessons import LESSONS
from pages.lessons.model import Lesson, Quiz, Scene, Shown
from pages.lessons.panels.sources import Printed, Works
from pages.lessons.prose import draw_text, fill, plain
from wordpiece.message import Message

FIGURES = """
toy: words -> 5
half-bpe: unseen-new -> 81
half-bpe: unseen -> 231
half-bpe: unseen-tokens @0 -> 925
half-bpe: unseen-tokens @100 -> 491
story-bpe: given 250002 -> 250,002
toy: frequency hug -> 10
toy: count ##g ##s @0 -> 5
toy-bpe: count u g @0 -> 20
toy: count u g @0 of toy-bpe -> 20
toy-bpe: symbol u @0 -> 36
toy: pair @1 -> ##g + ##s
chinese-bpe: token @2 -> 蜘蛛
toy-bpe: alphabet -> 7
toy-bpe: merges -> 7
toy-printed: entries @3 -> 10
low: entries @end -> 26
toy-bpe: replay bug @3 -> b ug
toy-bpe: replay mug @3 -> [UNK] ug
toy: split hugs @2 -> hu ##gs
carpet: split carpet_ @1 -> c a r pe t _
toy: corpus-tokens @0 -> 113
toy: frequent @0 -> ##u + ##g
carpet: frequent @0 -> c + a
toy: formula hu ##g @2 -> 10 / (15 × 15) = 2/45
toy-bpe: formula u g @0 -> 20 times
toy: tied-now @1 -> 6
toy: score hu ##gs @2 -> 1/15
toy-bpe: score u g @0 -> 20
poles: made un ##able -> 25
toy-printed: match hugs @3 -> hug ##s
toy: longest-word -> 100
course-bpe: utf8 🤗 -> 4
course-bpe: byte-values -> 256
story-bpe: fertility @0 -> 3.80
story-bpe: product 30522 768 -> 23,440,896
toy-likelihood: log-likelihood @0 -> −198.5343
toy-likelihood: log-likelihood @1 -> −170.5165
course: occurrences -> 36
course-spaces: occurrences -> 31
toy: printed 1 -> 1
course: float ##i ##s @0 -> 0.02727272727272727
course: special -> 5
course: ties-broken -> 9
low: in-use @end -> 4
low: change @1 -> 0
low: change @2 -> −1
low: change @9 -> +1
course-low: most-in-use -> 53
blog-code: own hum @3 -> hu [UNK]
toy: counted hu 12 guide @1 -> 15
toy: stands hu 12 guide @1 -> 0
toy: stands hug 12 code @1 -> 10
prefixes: counted un 100 code @1 -> 200
toy: pieces -> 15
toy: piece-probability p -> 17/210
toy: split-probability un hug -> 0.005442
toy: loss -> 169.80
course-spaces: loss -> 382.10
toy: removal-cost hug -> 23.51
toy: removals -> 8
blog-code: learned -> hu hug gs
toy: piece-count p -> 17
course-spaces: word-loss This -> 5.288
"""
"""A training, the words of a placeholder, and its text. `tests.golden` names the sources."""


def folded(text: str, gap: str = " ") -> str:
    """Return a text with all white space replaced by ``gap``."""
    return re.sub(r"\s+", gap, text).strip()


def untagged(html: object) -> str:
    """Return the visible text of HTML, without white space."""
    visible = re.sub(r'<i class="sr">[^<]*</i>', "", str(html))
    return folded(unescape(re.sub(r"<[^>]+>", "", visible)), "")


def inside(thing: object) -> Iterator[object]:
    """Yield all parts of a lesson, recursively."""
    yield thing
    if isinstance(thing, tuple):
        for each in thing:
            yield from inside(each)
    elif is_dataclass(thing) and not isinstance(thing, Message):
        for field in fields(thing):
            yield from inside(getattr(thing, field.name))


def sentences(lesson: Lesson) -> list[str]:
    """Return the sentences of a lesson that may have figures."""
    found: list[str] = []
    for each in inside(lesson):
        if isinstance(each, Scene | Quiz):
            found.append(each.text)
        elif isinstance(each, Works):
            found += [text for _, what, _, *code in each.rows for text in (what, *code)]
        elif isinstance(each, Printed):
            found += [cell for row in each.rows for cell in row]
    return found


PLACE = re.compile(r"\{([^}]*)\}")


@pytest.mark.parametrize("line", FIGURES.split("\n")[1:-1])
def test_each_kind_of_figure(line):
    training, _, asked = line.partition(": ")
    asked, _, figure = asked.partition(" -> ")
    filled = fill(f"{{{asked}}}", training)
    assert folded(plain(filled)) == figure
    assert untagged(draw_text(filled)) == folded(figure, "")


@pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.id for lesson in LESSONS])
def test_every_figure_of_a_lesson_is_of_a_kind_in_the_table_and_printed_tables_are_drawn(lesson):
    places = [asked for each in sentences(lesson) for asked in PLACE.findall(each)]
    # The number of all opening braces in the lesson, except that of the link's query.
    assert len(places) == len(re.findall(r"\{(?!')", repr(lesson)))
    kinds = {line.split()[1] for line in FIGURES.split("\n")[1:-1]}
    assert {asked.split()[0] for asked in places} <= kinds
    for scene in lesson.scenes:
        if isinstance(scene.panel, Printed):
            columns = scene.panel.draw(Shown(lesson.training)).columns
            shown = untagged("".join(str(part) for column in columns for part in column))
            for row in scene.panel.rows:
                cells = [plain(fill(cell, lesson.training)) for cell in row]
                assert folded("".join(cells), "") in shown

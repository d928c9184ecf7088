"""The fields that belong to no view, and the fields of each page that links carry.

Names and values of those that links carry must stay as they are, so that old links still open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from secrets import token_hex
from typing import Any

from pages.panels.compare.view import CompareView
from pages.panels.encode.view import EncodeView
from pages.panels.train.kinds import KINDS
from pages.panels.train.view import TrainView
from pages.panels.view import Field
from pages.state.classroom import Classroom
from pages.state.hand import Hand
from pages.state.progress import PATTERN
from pages.state.run import Kind, Run
from pages.trainings.parameters import (
    BY_APP,
    FLAG,
    PAGE_NUMBER,
    Rule,
    free_text,
    one_of,
    whole,
)
from wordpiece.teaching import by_hand
from wordpiece.teaching.by_hand import LEVELS, MAX_SEED, RULES, Level, Slip

NUMBER = whole(1, MAX_SEED)
"""The number of a set of questions, or of a table of words."""

SLIPS: Rule[frozenset[Slip]] = Rule(
    lambda text: frozenset(map(Slip, text.split(","))), lambda slips: ",".join(sorted(slips))
)
"""Mistakes, with commas between them in a link."""


class Predict:
    """Fields of Predict."""

    PAGE = "predict"

    ask: Field[Kind] = Field(
        "mixed",
        one_of(("mixed", *(name for kind in KINDS.values() for name in kind.quiz.kinds))),
        in_link=True,
    )
    set = Field(1, NUMBER, in_link=True)
    run = Field(make=Run)


class ByHand:
    """Fields of By hand.

    ``focus`` has the mistakes to practise, ``room`` the code of the room that sees how far the
    class is.
    """

    PAGE = "by_hand"

    rule: Field[by_hand.Rule] = Field("wordpiece", one_of(RULES), in_link=True)
    level: Field[Level] = Field("worked", one_of(LEVELS), in_link=True)
    table = Field(1, NUMBER, in_link=True)
    focus: Field[frozenset[Slip]] = Field(frozenset(), SLIPS, in_link=True)
    room = Field("", free_text(pattern="[A-Za-z0-9 -]{0,20}"), in_link=True)
    hand = Field(make=Hand)


class Lessons:
    """Fields of Lessons.

    ``plan`` is the id of the teacher's plan on screen, or empty; ``sketching`` is the key of the
    panel whose chart is drawn by the visitor first.
    """

    PAGE = "lessons"

    lesson = Field("", free_text(), in_link=True)
    part = Field(1, whole(1, 99), in_link=True)
    done = Field("", free_text(pattern=PATTERN), in_link=True)
    plan = Field("", one_of(("", "45", "20")), in_link=True)
    answers: Field[dict[str, int | str]] = Field(make=dict)
    wrong: Field[dict[str, set[int | str]]] = Field(make=dict)
    sketching = Field("", BY_APP)


class TakeHome:
    """Fields of Take home.

    ``merges`` is the visitor's own list, ``checking`` whether its field is open.
    """

    PAGE = "take_home"

    merges = Field("", free_text())
    checking = Field(False, FLAG)


class Everywhere:
    """Fields that do not belong to a page.

    Attributes:
        story: the token whose story is open; empty if no story is open.
        story_of: the name of the story's training on the page; empty for the first that has the
            token.
        dialog: the name of the open dialog; empty for none, or a story.
        selected: for each chart, by its key, the steps selected in it so far.
        advanced: whether the sidebar's advanced settings are open.
        own_field: the field for an own text: "open" when requested, "sent" until the text is
            trained on.
        sentence: the sentence at the front door.
        door: "open" for a newcomer, "closed" once one has left the front door, or "for good"; empty
            until the browser reports whether the visitor is one.
        charted: whether Train has been at a step after a merge, so that its charts are drawn.
        stepper: the id of this session, by which a stepper notices that another server took over.
        room: the room in which the class votes.
    """

    PAGE = "any"

    story = Field("", free_text(), in_link=True)
    story_of = Field("", free_text(pattern="[a-z-]{0,20}"), in_link=True)
    dialog = Field("", BY_APP)
    selected: Field[Mapping[str, frozenset[int]]] = Field({}, BY_APP)
    advanced = Field(False, FLAG)
    own_field = Field("", BY_APP)
    sentence = Field("", free_text())
    door = Field("", BY_APP)
    charted = Field(False, BY_APP)
    stepper = Field(make=token_hex)
    room = Field(make=Classroom)


TRAIN_FIELDS = [*{field: 0 for kind in KINDS.values() for field in kind.view.fields()}]
"""The fields of Train, of every kind of training."""

OF_STEP = [field for field in (*TRAIN_FIELDS, *CompareView.fields()) if field.of_step]
"""The fields that a move to another step resets."""

PAGES = [field for field in (*TRAIN_FIELDS, *CompareView.fields()) if field.valid is PAGE_NUMBER]
"""The fields with the current page of each list."""

ORDERS: dict[Field[Any], Field[int]] = {
    TrainView.changed: TrainView.words_page,
    TrainView.scores_by: TrainView.scores_page,
}
"""The page of the list that each of these fields orders. Those that say whether rows keep their
places have the value "first" if rows that the step changed come first."""


def _in_links(*pages: Iterable[object]) -> dict[str, tuple[Field[Any], ...]]:
    """Return the fields that links to each page carry, in the order of their declaration."""
    everywhere = (Everywhere.story, Everywhere.story_of)
    found: dict[str, tuple[Field[Any], ...]] = {"take_home": everywhere}
    for page in pages:
        fields = [value for value in page if isinstance(value, Field)]
        found[fields[0].page] = (*(each for each in fields if each.in_link), *everywhere)
    return found


IN_LINKS = _in_links(
    TRAIN_FIELDS,
    EncodeView.fields(),
    CompareView.fields(),
    vars(Predict).values(),
    vars(ByHand).values(),
    vars(Lessons).values(),
)
"""The fields that links carry, by the name of the page."""

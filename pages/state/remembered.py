"""Every `Field` of every page.

Names and values of those that links carry must stay as they are, so that old links still open.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex

from pages.state.board_cache import BoardCache
from pages.state.classroom import Classroom
from pages.state.fields import FLAG, Digits, Field, OneOf, SessionObject, SetByAppOnly, Text, Whole
from pages.state.progress import PATTERN
from pages.state.run import Run
from pages.trainings.settings import MAX_RANK
from wordpiece.message import Message, message
from wordpiece.teaching.quiz import KINDS
from wordpiece.training.timeline import WORD_ORDERS

PACES: dict[str, tuple[str, ...]] = {
    "merge": ("",),
    "reveal": ("", "shown"),
    "slow": ("", "count", "score", "choose"),
}
"""The paces of Train, each with the phases from a step to the next merge; "" is the step itself."""

CHANGED = ("first", "kept")
"""The order of a list of words that is longer than a page: words that the step changed come first,
or keep their places. In a list that fits on one page, words always keep their places."""

ROWS = (6, 12, 24, 48)
"""Choices for the number of words and score rows on a page of a list; with the first choice all
panels fit on one screen."""

ADDED = ("found", "split")
"""Treatment of special tokens in a text to encode: matched as a whole, or split like any other
word."""

CASES = ("uncased", "cased")
"""Whether a text is lowercased before a vocabulary encodes it."""

MAX_SET = 999_999
"""The largest number of a set of questions."""


def _no_look(value: str, most: int) -> Message:
    return message(
        "The link says look={value}, which is not a whole number from 1 to {most}; no pair is "
        "looked at.",
        value=value,
        most=most,
    )


def _no_set(value: str, most: int) -> Message:
    return message(
        "The link says set={value}, which is not a whole number from 1 to {most}; set 1 is asked.",
        value=value,
        most=most,
    )


def _no_part(value: str, most: int) -> Message:
    return message(
        "The link says part={value}, which is not a whole number from 1 to {most}; the lesson is "
        "shown from its beginning.",
        value=value,
        most=most,
    )


def _no_training(value: str) -> Message:
    return message(
        "The link says story_of={value}, which is no training here; the first that has the token "
        "tells its story.",
        value=value,
    )


def _no_progress(value: str) -> Message:
    return message(
        "The link says done={value}, which is no progress in the lessons; what this browser "
        "remembers counts.",
        value=value,
    )


class Train:
    """Fields of Train."""

    PACE = Field("train", "pace", "merge", OneOf(tuple(PACES)), in_link=True)
    PHASE = Field("train", "phase", "", OneOf(("", "shown", "count", "score", "choose")), True)
    LOOK = Field("train", "look", "", Digits(MAX_RANK, _no_look), in_link=True)
    PANEL = Field(
        "train", "panel", "words", OneOf(("words", "scores", "vocabulary", "growth")), in_link=True
    )
    READ = Field("train", "read", "words", OneOf(("words", "text")), in_link=True)
    CHANGED = Field("train", "changed", "first", OneOf(CHANGED), in_link=True)
    GUESS: Field[tuple[int, int] | None] = Field("train", "guess", None, SetByAppOnly())
    ROWS = Field("train", "rows", ROWS[0], OneOf(ROWS))
    WORDS_FILTER = Field("train", "words_filter", "", Text())
    WORDS_ORDER = Field("train", "words_order", WORD_ORDERS[0], OneOf(WORD_ORDERS))
    OUTLINE = Field("train", "outline", True, FLAG)
    VOCABULARY_ALL = Field("train", "vocabulary_all", False, FLAG)
    VOCABULARY_FILTER = Field("train", "vocabulary_filter", "", Text())
    SCORES_BY = Field("train", "scores_by", "score", OneOf(("score", "count")))
    WORDS_PAGE = Field("train", "words_page", 1, Whole())
    SCORES_PAGE = Field("train", "scores_page", 1, Whole())
    VOCABULARY_PAGE = Field("train", "vocabulary_page", 1, Whole())


class Compare:
    """Fields of Compare."""

    BY = Field("compare", "by", "step", OneOf(("step", "size")), in_link=True)
    WORDS = Field("compare", "words", "same", OneOf(("same", "gpt2")), in_link=True)
    SENTENCE = Field("compare", "sentence", "", Text(message("the sentence")), in_link=True)
    FIND = Field("compare", "find", "", Text(message("the search")), in_link=True)
    SHOW = Field(
        "compare",
        "show",
        "columns",
        OneOf(("columns", "parting", "words", "sentence", "growth")),
        in_link=True,
    )
    READ = Field("compare", "reading", "words", OneOf(("words", "text")), in_link=True)
    DIFFERING = Field("compare", "differing", "first", OneOf(CHANGED), in_link=True)
    ONLY = Field("compare", "only", False, FLAG)
    WORDS_PAGE = Field("compare", "words_page", 1, Whole())


class Encode:
    """Fields of Encode."""

    TEXT = Field("encode", "text", "", Text(message("the text to encode")), in_link=True)
    WITH = Field("encode", "with", "both", OneOf(("both", "wordpiece", "bpe", "replay")), True)
    SPECIAL = Field("encode", "special", "off", OneOf(("off", "on")), in_link=True)
    ADDED = Field("encode", "added", "found", OneOf(ADDED), in_link=True)
    CASE = Field("encode", "case", CASES[0], OneOf(CASES))
    """Whether an uploaded vocabulary that leaves it open is for lowercased texts. It is set with
    the file, which no link carries."""

    VIEW = Field("encode", "view", "tokens", OneOf(("tokens", "word", "counts")), in_link=True)
    WORD = Field("encode", "word", "", Text())


class Predict:
    """Fields of Predict."""

    ASK = Field("predict", "ask", "mixed", OneOf(("mixed", *KINDS)), in_link=True)
    SET = Field("predict", "set", "1", Digits(MAX_SET, _no_set), in_link=True)
    RUN = SessionObject("predict", "run", Run)


class Lessons:
    """Fields of Lessons."""

    LESSON = Field("lessons", "lesson", "", Text(message("the lesson")), in_link=True)
    PART = Field("lessons", "part", "1", Digits(99, _no_part), in_link=True)
    DONE = Field(
        "lessons",
        "done",
        "",
        Text(message("your progress in the lessons"), PATTERN, _no_progress),
        in_link=True,
    )
    PLAN = Field("lessons", "plan", "", OneOf(("", "45", "20")), in_link=True)
    """The teacher's plan on screen, by its id; empty for the list of lessons."""

    ANSWERS: SessionObject[dict[tuple[str, int], int | str]] = SessionObject(
        "lessons", "answers", dict
    )
    FORGOTTEN = Field("lessons", "forgotten", 0, SetByAppOnly())


class Everywhere:
    """Fields that do not belong to a page."""

    STORY = Field("any", "story", "", Text(message("the token of the story")), in_link=True)
    """The token whose story is open; empty if no story is open."""

    STORY_OF = Field(
        "any",
        "story_of",
        "",
        Text(message("the training of the story"), "[a-z-]{1,20}", _no_training),
        True,
    )
    """The name of the story's training on the page; empty for the first that has the token."""

    STORY_FIND = Field("any", "story_find", "", Text())
    """The typed text in the story's field."""

    OPEN: Field[frozenset[str]] = Field("any", "open", frozenset(), SetByAppOnly())
    """The keys of the popovers that `pages.state.popovers` has opened."""

    SELECTED: Field[Mapping[str, frozenset[int]]] = Field("any", "selected", {}, SetByAppOnly())
    """For each chart, by its key, the steps selected in it so far."""

    OWN_FIELD: Field[str] = Field("any", "own_field", "", SetByAppOnly())
    """The field for an own text: "open" when requested, "sent" until the text is trained on."""

    SCAN: Field[str] = Field("any", "scan", "", SetByAppOnly())
    """The link whose QR code the browser requests, until it is drawn."""

    STEPPER = SessionObject("any", "stepper", token_hex)
    """The id of this session, by which a stepper notices that another server took over."""

    BOARDS: SessionObject[dict[str, BoardCache]] = SessionObject("any", "boards", dict)
    """The boards that each stepper holds in the browser, by the stepper's key."""

    ROOM = SessionObject("any", "room", Classroom)
    """The room in which the class votes."""


LISTS: dict[str, Field[int]] = {
    "train_words": Train.WORDS_PAGE,
    "train_scores": Train.SCORES_PAGE,
    "train_vocabulary": Train.VOCABULARY_PAGE,
    "compare_words": Compare.WORDS_PAGE,
}
"""The fields with the current page of each list, by the list's name."""


STAYING: dict[str, Field[str]] = {
    "train_words": Train.CHANGED,
    "compare_words": Compare.DIFFERING,
}
"""The field that says whether rows keep their places, for each list with this choice."""


def _in_links(*pages: type) -> dict[str, tuple[Field[str], ...]]:
    """Return the fields that links to each page carry, in the order of their declaration."""
    everywhere = (Everywhere.STORY, Everywhere.STORY_OF)
    found: dict[str, tuple[Field[str], ...]] = {"take_home": everywhere}
    for page in pages:
        fields = [value for value in vars(page).values() if isinstance(value, Field)]
        found[fields[0].page] = (*(each for each in fields if each.in_link), *everywhere)
    return found


IN_LINKS = _in_links(Train, Encode, Compare, Predict, Lessons)
"""The fields that links carry, by the name of the page."""

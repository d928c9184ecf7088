"""A board is kept by its view, and no visitor gets a board that holds something of another's."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache, partial
from math import inf
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pages import locale
from pages.panels import boards
from pages.panels.compare import board as compare_panels
from pages.panels.compare.comparison import make_encoder
from pages.panels.compare.view import CompareScene, CompareView
from pages.panels.encode.view import EncodeView
from pages.panels.train import board as train_panels
from pages.panels.train.view import TrainScene, TrainView
from pages.panels.view import View
from pages.state.fields import Field
from pages.state.remembered import PACES, ROWS, Encode
from pages.trainings.job import Job, Training, sample_source
from pages.trainings.settings import ALGORITHMS, Algorithm, Settings
from pages.trainings.store import Store
from tests.strategies import examples
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import WORD_ORDERS, Timeline


@cache
def made(recipe: Algorithm = "wordpiece") -> Training:
    settings = Settings(recipe=recipe)
    job = Job((settings, ""), sample_source(settings))
    job.advance(inf)
    return job.result()


TEXTS = ["", "", "u", "##g", "vut"]
PAGES = [1, 2]
BOTH: dict[str, list[Any]] = {
    "presenting": [False, True],
    "open": [frozenset(), frozenset({"words_menu"}), frozenset({"cuts_menu"})],
    "words_page": PAGES,
}
TRAIN = BOTH | {
    "look": [0, 0, 1, 2, 99],
    "guess": [None, None, (2, 1)],
    "changed": ["first", "kept"],
    "panel": ["words", "scores", "vocabulary", "growth"],
    "rows": [*ROWS],
    "words_filter": TEXTS,
    "words_order": [*WORD_ORDERS],
    "outline": [False, True],
    "vocabulary_all": [False, True],
    "vocabulary_filter": TEXTS,
    "scores_by": ["score", "count"],
    "scores_page": PAGES,
    "vocabulary_page": PAGES,
}
COMPARE = BOTH | {
    "by": ["step", "size"],
    "differing": ["first", "kept"],
    "bpe_words": [None, "gpt2"],
    "show": ["columns", "parting", "words", "sentence", "growth"],
    "sentence": ["", "", "hugs", "vutsrqpo"],
    "find": TEXTS,
    "only": [False, True],
}


@st.composite
def train_views(draw) -> TrainView:
    values = {name: draw(st.sampled_from(each)) for name, each in TRAIN.items()}
    pace = draw(st.sampled_from(sorted(PACES)))
    place = {
        "step": draw(st.integers(0, 3)),
        "pace": pace,
        "phase": draw(st.sampled_from(PACES[pace])),
    }
    return TrainView(settings=Settings(), language=locale.language(), **place, **values)


@st.composite
def compare_views(draw) -> CompareView:
    values = {name: draw(st.sampled_from(each)) for name, each in COMPARE.items()}
    step = draw(st.integers(0, 3))
    return CompareView(settings=Settings(), language=locale.language(), step=step, **values)


def compared(view: CompareView) -> CompareScene:
    trainings: dict[Algorithm, Training] = {name: made(name) for name in ALGORITHMS}
    timelines: dict[str, Timeline] = {name: it.timeline for name, it in trainings.items()}
    comparison = Comparison(timelines, by=cast(Any, view.by))

    def encoder_of(name: Algorithm, step: int, *, replays: bool) -> Any:
        return make_encoder((timelines[name],), step, replays)

    return CompareScene(view, trainings, comparison, encoder_of)


def board_of(view: TrainView | CompareView) -> boards.Board:
    if isinstance(view, TrainView):
        return train_panels.train_board(TrainScene(view, made()))
    return compare_panels.compare_board(compared(view))


@pytest.fixture(autouse=True)
def kept(monkeypatch) -> Store[View, boards.Board]:
    """The store that a class shares, empty at the start of each test."""
    store: Store[View, boards.Board] = Store(each=10_000, nbytes=10**9)
    monkeypatch.setattr(boards, "_kept", store)
    return store


def check(*views: TrainView | CompareView) -> None:
    """Visitors ask for their boards in turn, twice; each gets their own."""
    expected = [board_of(view) for view in views]
    for _ in range(2):
        for view, its_own in zip(views, expected, strict=True):
            assert boards.shared(view, partial(board_of, view)) == its_own
    assert not any(view.is_private for _, view in boards._kept._kept)


def some_change(first: View, other: View, draw) -> dict[str, Any]:
    """The value of one field of another view."""
    names = {each.name for each in fields(first)} - {"settings", "language", "cut_short", "digest"}
    name = draw(st.sampled_from(sorted(names)))
    # A step has phases of its own, and a pace too.
    linked = ("step", "pace", "phase") if isinstance(first, TrainView) else ("step", "by")
    return {name: getattr(other, name) for name in (linked if name in linked else [name])}


@examples(150)
@given(train_views(), train_views(), st.data())
def test_views_of_train_that_differ_in_one_field_have_their_own_boards(view, other, data):
    """Everything that changes a shared board is part of the view."""
    own = {each.name: each.default for each in fields(view) if each.metadata.get("own")}
    view = replace(view, **own)
    check(view, replace(view, **some_change(view, other, data.draw)))


@examples(60)
@given(compare_views(), compare_views(), st.data())
def test_views_of_compare_that_differ_in_one_field_have_their_own_boards(view, other, data):
    own = {each.name: each.default for each in fields(view) if each.metadata.get("own")}
    view = replace(view, **own)
    check(view, replace(view, **some_change(view, other, data.draw)))


TYPED = ("words_filter", "vocabulary_filter", "sentence", "find", "text", "word")
PRIVATE: dict[str, object] = dict.fromkeys(TYPED, "vut") | {
    "digest": "9f86d081",
    "cut_short": True,
    "settings": Settings(corpus="text"),
    "open": frozenset({"words_menu"}),
    "vocabulary": "9f86d081",
    "case": "cased",
}


@pytest.mark.parametrize("kind", [TrainView, CompareView, EncodeView])
def test_a_value_of_the_visitors_own_makes_a_view_private(kind):
    view = kind(settings=Settings(), language=locale.language())
    assert not view.is_private and hash(view) == hash(replace(view))
    with pytest.raises(AttributeError):
        view.step = 3
    for each in fields(kind):
        if each.name in PRIVATE:
            own = replace(view, **{each.name: PRIVATE[each.name]})
            assert own.is_private and own != view
        typed = re.search("filter|find|sentence|text|word$", each.name)
        assert not typed or each.metadata.get("own"), each.name
    for chosen in (Settings("table"), Settings(forced=((1, 2),)), Settings(recipe="replay")):
        assert chosen.is_private and replace(view, settings=chosen).is_private


def test_all_that_encode_remembers_is_in_its_view():
    remembered = {each.name for each in vars(Encode).values() if isinstance(each, Field)}
    renamed = {"with": "with_", "view": "panel"}
    names = {each.name for each in fields(EncodeView)}
    assert {renamed.get(name, name) for name in remembered} <= names


def test_a_private_board_is_made_each_time_and_a_shared_one_once(kept):
    makes = 0

    def make() -> boards.Board:
        nonlocal makes
        makes += 1
        return boards.Board("", {}, Markup("<b>board</b>"))

    shared = TrainView(settings=Settings(), language=locale.language())
    own = replace(shared, words_filter="u")
    for view in (shared, shared, own, own):
        boards.shared(view, make)
    assert makes == 3 and [view for _, view in kept._kept] == [shared]

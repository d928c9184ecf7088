"""A board is cached by its view, and never contains another visitor's private data."""

import re
from functools import cache, partial
from math import inf
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages import locale
from pages.panels import boards
from pages.panels.compare import board as compare_panels
from pages.panels.compare.comparison import make_encoder
from pages.panels.compare.view import CompareScene, CompareView
from pages.panels.encode.view import EncodeView
from pages.panels.train import board as train_panels
from pages.panels.train.view import PACES, TrainScene, TrainView
from pages.panels.view import View
from pages.trainings.job import Job, Training, sample_source
from pages.trainings.settings import ALGORITHMS, Algorithm, Settings
from pages.trainings.store import Store
from tests.strategies import examples
from wordpiece.message import Language
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import Timeline


@cache
def made(recipe: Algorithm = "wordpiece") -> Training:
    settings = Settings(recipe=recipe)
    job = Job((settings, ""), sample_source(settings))
    job.advance(inf)
    return job.result()


TRAIN: dict[str, list[Any]] = {
    "step": [0, 1, 2, 3], "pace": [*PACES], "phase": [""], "presenting": [False, True],
    "look": [0, 1, 2, 99], "panel": ["words", "scores", "vocabulary", "growth"],
    "changed": ["first", "kept"],
}  # fmt: skip
COMPARE: dict[str, list[Any]] = {
    "step": [0, 1, 2, 3], "by": ["step", "size"], "presenting": [False, True],
    "bpe_words": [None, "gpt2"], "show": ["columns", "parting", "sentence", "growth"],
    "hugging_face": [False, True],
    "differing": ["first", "kept"],
}  # fmt: skip
"""The fields that are not private, with some of their values."""


def views(kind: type[View], values: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    common = {"settings": st.just(Settings()), "language": st.builds(locale.language)}
    return st.builds(kind, **common, **{name: st.sampled_from(values[name]) for name in values})


def compared(view: CompareView) -> CompareScene:
    names = ALGORITHMS if view.hugging_face else ALGORITHMS[:2]
    trainings: dict[Algorithm, Training] = {name: made(name) for name in names}
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
def shared_store(monkeypatch) -> Store[View, boards.Board]:
    """The shared store, empty at the start of each test."""
    store: Store[View, boards.Board] = Store(each=10_000, nbytes=10**9)
    monkeypatch.setattr(boards, "_cache", store)
    return store


def check(*views: TrainView | CompareView) -> None:
    """Check that visitors who request boards in turn, twice, get the right ones."""
    expected = [board_of(view) for view in views]
    for _ in range(2):
        for view, its_own in zip(views, expected, strict=True):
            assert boards.shared(view, partial(board_of, view)) == its_own
    assert not any(view.is_private for _, view in boards._cache._values)


@examples(15)
@given(views(TrainView, TRAIN))
def test_views_of_train_that_differ_in_one_field_have_their_own_boards(view):
    """Everything that changes a shared board is part of the view."""
    for name, values in (TRAIN | {"phase": PACES[view.pace]}).items():
        check(*[view.replace(**{name: value}) for value in values])


@examples(10)
@given(views(CompareView, COMPARE))
def test_views_of_compare_that_differ_in_one_field_have_their_own_boards(view):
    for name, values in COMPARE.items():
        check(*[view.replace(**{name: value}) for value in values])


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
    assert not view.is_private and hash(view) == hash(view.replace())
    assert view.replace(language=Language()) != view
    with pytest.raises(AttributeError):
        view.step = 3
    for name, each in kind.inputs.items():
        if name in PRIVATE:
            own = view.replace(**{name: PRIVATE[name]})
            assert own.is_private and own != view
        typed = re.search("filter|find|sentence|text|word$", name)
        assert not typed or each.private, name
    for chosen in (Settings("table"), Settings(forced=((1, 2),)), Settings(recipe="replay")):
        assert chosen.is_private and view.replace(settings=chosen).is_private

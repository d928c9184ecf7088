"""A board is cached by its view, and never contains another visitor's private data."""

import re
from functools import partial

import pytest
from markupsafe import Markup

from pages import locale
from pages.panels import boards
from pages.panels.boards import Board
from pages.panels.compare.view import CompareView
from pages.panels.encode.view import EncodeView
from pages.panels.train.view import TrainView
from pages.trainings.settings import Settings
from pages.trainings.training_cache import Store
from wordpiece.message import Language

TYPED = ("words_filter", "vocabulary_filter", "sentence", "find", "text", "word")
PRIVATE: dict[str, object] = dict.fromkeys(TYPED, "vut") | {
    "digest": "9f86d081",
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


@pytest.mark.parametrize("kind", [TrainView, CompareView])
def test_views_that_differ_in_one_input_have_their_own_boards(kind, monkeypatch):
    monkeypatch.setattr(boards, "_cache", Store(each=100, nbytes=10**6))
    others: dict[str, object] = {"settings": Settings(recipe="bpe")}
    first = kind(settings=Settings(), language=locale.language())
    changed = [name for name, each in kind.inputs.items() if not each.private]
    views = [first, *(first.replace(**{name: others.get(name, "vut")}) for name in changed)]
    for _ in range(2):
        for n, view in enumerate(views):
            assert boards.shared(view, partial(Board, str(n), {}, Markup())).say == str(n)
    assert len(boards._cache.keys()) == len(views)

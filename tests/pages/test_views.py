"""A board is kept by its view, and nobody is shown a board that holds something of another's."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from functools import cache
from math import inf

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
from pages.trainings.job import Job, Source, Training, sample_source
from pages.trainings.settings import ALGORITHMS, Settings, suggested
from pages.trainings.store import Store
from tests.strategies import examples
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import WORD_ORDERS

OWN = ("vutwvu vutsrqpo vutwvu", "hug pug pun bun hugs")
"""Two texts of visitors' own; the second has words of a sample."""


@cache
def source_of(text: str) -> Source:
    return Source.of("your text", "text", text) if text else sample_source(Settings())


@cache
def made(chosen: Settings, text: str, cut_short: bool = False) -> Training:
    job = Job((chosen, source_of(text).digest), source_of(text))
    job.advance(inf)
    return replace(job.result(), cut_short=cut_short)


@st.composite
def visitors(draw) -> tuple[Settings, str, bool]:
    """What somebody looks at: settings, a text of their own, and whether they cancelled it."""
    text = draw(st.sampled_from(("", "", *OWN)))
    chosen = suggested("text") if text else Settings()
    recipe = draw(st.sampled_from(("wordpiece", "bpe", "hugging-face")))
    forced = draw(st.sampled_from(((), (), ((1, 2),), ((2, 3),))))
    return replace(chosen, recipe=recipe, forced=forced), text, draw(st.booleans())


texts = st.sampled_from(["", "", "u", "##g", "vut"])
menus = st.sets(st.sampled_from(["words_menu", "train_why_card", "cuts_menu"]), max_size=1)


def common(text: str, cut_short: bool) -> dict:
    digest = source_of(text).digest
    return {"digest": digest, "cut_short": cut_short, "language": locale.language()}


@st.composite
def trains(draw) -> tuple[TrainView, Training]:
    chosen, text, cut_short = draw(visitors())
    training = made(chosen, text, cut_short)
    pace = draw(st.sampled_from(sorted(PACES)))
    step = draw(st.integers(0, min(3, len(training.timeline))))
    view = TrainView(
        settings=chosen,
        step=step,
        presenting=draw(st.booleans()),
        open=frozenset(draw(menus)),
        pace=pace,
        phase=draw(st.sampled_from(PACES[pace])) if step < len(training.timeline) else "",
        look=draw(st.sampled_from([0, 0, 1, 2, 99])),
        panel=draw(st.sampled_from(["words", "scores", "vocabulary", "growth"])),
        rows=draw(st.sampled_from(ROWS)),
        words_filter=draw(texts),
        words_order=draw(st.sampled_from(WORD_ORDERS)),
        outline=draw(st.booleans()),
        vocabulary_all=draw(st.booleans()),
        vocabulary_filter=draw(texts),
        scores_by=draw(st.sampled_from(["score", "count"])),
        words_page=draw(st.integers(1, 2)),
        scores_page=draw(st.integers(1, 2)),
        vocabulary_page=draw(st.integers(1, 2)),
        **common(text, cut_short),
    )
    return view, training


Compared = tuple[CompareView, dict, Comparison]


@st.composite
def comparisons(draw) -> Compared:
    chosen, text, cut_short = draw(visitors())
    trainings = {
        name: made(
            replace(chosen, recipe=name, forced=chosen.forced if name == chosen.recipe else ()),
            text,
            cut_short,
        )
        for name in ALGORITHMS
    }
    by = draw(st.sampled_from(["step", "size"]))
    comparison = Comparison({name: each.timeline for name, each in trainings.items()}, by=by)
    view = CompareView(
        settings=chosen,
        step=draw(st.integers(0, min(3, comparison.last))),
        presenting=draw(st.booleans()),
        open=frozenset(draw(menus)),
        by=by,
        bpe_words=draw(st.sampled_from([None, "gpt2"])),
        show=draw(st.sampled_from(["columns", "parting", "words", "sentence", "growth"])),
        sentence=draw(st.sampled_from(["", "", "hugs", "vutsrqpo"])),
        find=draw(texts),
        only=draw(st.booleans()),
        words_page=draw(st.integers(1, 2)),
        **common(text, cut_short),
    )
    return view, trainings, comparison


def train_board(seen: tuple[TrainView, Training]) -> boards.Board:
    return train_panels.train_board(TrainScene(*seen))


def compare_board(seen: Compared) -> boards.Board:
    view, trainings, comparison = seen

    def encoder_of(name, step, *, replays):
        return make_encoder((trainings[name].timeline,), step, replays)

    return compare_panels.compare_board(CompareScene(view, trainings, comparison, encoder_of))


@pytest.fixture(autouse=True)
def kept(monkeypatch) -> Store[View, boards.Board]:
    """The store that a class shares, empty at the start of each test."""
    store: Store[View, boards.Board] = Store(each=10_000, nbytes=10**9)
    monkeypatch.setattr(boards, "_kept", store)
    return store


def check(first, second, make) -> None:
    """Two visitors ask for their boards in turn, twice; each gets their own."""
    expected = [make(first), make(second)]
    for _ in range(2):
        for seen, its_own in zip((first, second), expected, strict=True):
            assert boards.shared(seen[0], lambda seen=seen: make(seen)) == its_own
    for view, board in boards._kept._kept.items():
        assert not view[1].is_private
        assert isinstance(board.panels, Markup) and "vut" not in board.panels


@examples(150)
@given(trains(), trains())
def test_no_two_visitors_of_train_get_each_others_board(first, second):
    check(first, second, train_board)


@examples(80)
@given(comparisons(), comparisons())
def test_no_two_visitors_of_compare_get_each_others_board(first, second):
    check(first, second, compare_board)


def own_fields(kind: type[View]) -> dict:
    return {each.name: each.default for each in fields(kind) if each.metadata.get("own")}


def beside(first, other, names):
    """The first view with some of another's values, made consistent."""
    values = {name: getattr(other, name) for name in names}
    if "step" in names and isinstance(first, TrainView):
        values |= {"phase": ""}
    if {"pace", "phase"} & values.keys() and isinstance(first, TrainView):
        values |= {"pace": other.pace, "phase": other.phase if "step" not in names else ""}
    return replace(first, **values)


SAME = ("settings", "digest", "cut_short", "language", "open", "by")
"""The fields that name the training, which is the same for both."""


@examples(300)
@given(trains(), trains(), st.data())
def test_views_of_train_that_differ_in_one_field_have_their_own_boards(seen, other, data):
    """Everything that changes a shared board is part of the view."""
    toy = made(Settings(), "")
    plain = {**own_fields(TrainView), **common("", False), "settings": Settings()}
    view = replace(seen[0], **plain, step=min(seen[0].step, 3))
    names = [each.name for each in fields(TrainView) if each.name not in SAME]
    name = data.draw(st.sampled_from(names))
    check((view, toy), (beside(view, other[0], [name]), toy), train_board)


@examples(150)
@given(comparisons(), comparisons(), st.data())
def test_views_of_compare_that_differ_in_one_field_have_their_own_boards(seen, other, data):
    toy = {name: made(Settings(recipe=name), "") for name in ALGORITHMS}
    plain = {**own_fields(CompareView), **common("", False), "settings": Settings()}
    comparison = Comparison({name: each.timeline for name, each in toy.items()}, by=seen[0].by)
    view = replace(seen[0], **plain, step=min(seen[0].step, comparison.last))
    names = [each.name for each in fields(CompareView) if each.name not in SAME]
    second = beside(view, other[0], [data.draw(st.sampled_from(names))])
    check((view, toy, comparison), (second, toy, comparison), compare_board)


PRIVATE = {
    "digest": "9f86d081",
    "cut_short": True,
    "settings": Settings(corpus="text"),
    "open": frozenset({"words_menu"}),
    "words_filter": "vut",
    "vocabulary_filter": "vut",
    "sentence": "vut",
    "find": "vut",
    "text": "vut",
    "word": "vut",
    "vocabulary": "9f86d081",
    "case": "cased",
}


@pytest.mark.parametrize("kind", [TrainView, CompareView, EncodeView])
@pytest.mark.parametrize("name", sorted(PRIVATE))
def test_a_value_of_the_visitors_own_makes_the_view_private(kind, name):
    view = kind(settings=Settings(), language=locale.language())
    assert not view.is_private
    if name in {each.name for each in fields(kind)}:
        own = replace(view, **{name: PRIVATE[name]})
        assert own.is_private and own != view


def test_all_that_encode_remembers_is_in_its_view():
    """The view is what a board is known by, so each switch must tell two views apart."""
    remembered = {each.name for each in vars(Encode).values() if isinstance(each, Field)}
    renamed = {"with": "with_", "view": "panel"}
    assert {renamed.get(name, name) for name in remembered} <= {
        each.name for each in fields(EncodeView)
    }


@pytest.mark.parametrize(
    "chosen",
    [Settings("table"), Settings("file"), Settings(forced=((1, 2),)), Settings(recipe="replay")],
)
def test_settings_of_the_visitors_own_are_private(chosen):
    assert chosen.is_private
    assert TrainView(settings=chosen, language=locale.language()).is_private


@pytest.mark.parametrize("kind", [TrainView, CompareView, EncodeView])
def test_a_view_is_frozen_and_all_typed_text_is_marked_as_the_visitors_own(kind):
    view = kind(settings=Settings(), language=locale.language())
    assert hash(view) == hash(replace(view)) and view == replace(view)
    with pytest.raises(AttributeError):
        view.step = 3
    typed = {
        each.name
        for each in fields(kind)
        if re.search("filter|find|sentence|text|word$", each.name)
    }
    own = {each.name for each in fields(kind) if each.metadata.get("own")}
    assert typed <= own


def test_a_private_board_is_made_each_time_and_a_shared_one_once(kept):
    made_for = []

    def make() -> boards.Board:
        made_for.append("somebody")
        return boards.Board("", {}, Markup("<b>board</b>"))

    shared = TrainView(settings=Settings(), language=locale.language())
    for view in (
        shared,
        shared,
        replace(shared, words_filter="u"),
        replace(shared, words_filter="u"),
    ):
        boards.shared(view, make)
    assert len(made_for) == 3 and [view for _, view in kept._kept] == [shared]

"""A board is made once for a class, and equals the board that each visitor would get alone."""

import random
import re
from html import unescape
from typing import Any

import pytest

from pages.panels import boards
from pages.panels.actions import Choose
from pages.panels.boards import Board
from pages.panels.view import View
from pages.state.links import pack
from pages.trainings.training_cache import Store
from tests.pages.app import App


class Watched(Store[View, Board]):
    """A store that records its requests."""

    def __init__(self) -> None:
        super().__init__(each=10_000, nbytes=10**9)
        self.steps: list[int] = []
        self.found = 0

    def get(self, key: View, owner: str = "") -> Board | None:
        cache = super().get(key, owner)
        self.found += cache is not None
        return cache

    def put(self, key: View, value: Board, owner: str = "") -> None:
        self.steps.append(key.step)
        super().put(key, value, owner)


@pytest.fixture
def cache(monkeypatch) -> Watched:
    store = Watched()
    monkeypatch.setattr(boards, "_cache", store)
    return store


def screen(app: App) -> tuple[Any, ...]:
    assert not app.test.exception
    return app.html, app.stepper, app.marks


def made_without_the_store(app: App, monkeypatch) -> tuple[Any, ...]:
    """The same screen, with an empty store."""
    with monkeypatch.context() as patch:
        patch.setattr(boards, "_cache", Watched())
        app.test.run()
        return screen(app)


def some_move(app: App, rng: random.Random) -> str:
    """Do one of the things that a visitor could do now, and return which."""
    picks = [unescape(text) for text in re.findall(r'data-pick="([^"]+)"', app.html)]
    buttons = {*app.buttons} & {"present", "pace_slow", "pace_reveal", "panel_scores"}
    boxes = {"sidebar_corpus": ["toy", "low"], "sidebar_recipe": ["wordpiece", "bpe"]}
    box = rng.choice([*boxes])
    move: str = rng.choice(["go", "go", "go", *picks[:9], *sorted(buttons), "type", "toggle", box])
    if move == "go":
        step, phase = rng.randrange(5), rng.choice(app.stepper["phases"])
        app.go(min(step, app.stepper["last"]), phase)
    elif move in picks:
        app.report_pick(move)
    elif move in buttons:
        app.press(move)
    elif move == "type" and app.test.text_input:
        rng.choice(app.test.text_input).set_value(rng.choice(["", "u", "##g"])).run()
    elif move == "toggle" and app.test.toggle:
        rng.choice(app.test.toggle).set_value(rng.random() < 0.5).run()
    elif move == box:
        app.test.selectbox(key=box).set_value(rng.choice(boxes[box])).run()
    return move


@pytest.mark.slow
@pytest.mark.parametrize("page", ["train", "compare"])
def test_a_cached_board_is_the_one_that_would_be_made(page, cache, monkeypatch):
    for seed in range(4):
        rng, app, moves = random.Random(seed), App(page), []
        for _ in range(10):
            moves.append(some_move(app, rng))
            assert screen(app) == made_without_the_store(app, monkeypatch), moves
    assert cache.found > 5 and len(cache.steps) > 5


def test_a_second_visitor_gets_the_boards_of_the_first(cache):
    first = App(step="2")
    assert cache.steps == [2, 3]  # the next one is sent ahead
    second = App(step="2")
    assert screen(second) == screen(first) and cache.steps == [2, 3] and cache.found == 2
    second.go(3)
    first.go(3)
    assert screen(second) == screen(first) and cache.steps == [2, 3, 4]


def test_a_visitor_s_own_text_filter_and_choices_are_not_cached(cache):
    App("compare", sentence="hugs")
    App("train", corpus="text", own=pack("zebra finch") or "")
    App("compare", find="hu")
    assert "chosen by hand" in App(forced="1.2", step="1").text
    assert not cache.steps
    app = App()
    App("compare")
    assert cache.steps == [0, 1, 0, 1]
    app.report_pick(Choose("scores_by", "count"))
    app.go(1)
    assert cache.steps == [0, 1, 0, 1]

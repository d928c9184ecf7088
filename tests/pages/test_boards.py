"""A board is made once for a class, and is what each visitor would have got alone."""

import random
import re
from dataclasses import replace

import pytest

from pages.panels import boards
from pages.state.links import pack
from pages.trainings import kept as trainings
from pages.trainings.job import Job
from pages.trainings.store import Store
from tests.pages.app import App


class Watched(Store):
    """A store that records what it was asked for."""

    def __init__(self) -> None:
        super().__init__(each=10_000, nbytes=10**9)
        self.put_in, self.found = [], 0

    def get(self, key, owner=""):
        kept = super().get(key, owner)
        self.found += kept is not None
        return kept

    def put(self, key, value, owner=""):
        self.put_in.append((key, value))
        super().put(key, value, owner)


@pytest.fixture
def kept(monkeypatch) -> Watched:
    store = Watched()
    monkeypatch.setattr(boards, "_kept", store)
    return store


def screen(app: App) -> tuple:
    assert not app.test.exception
    return app.html, app.stepper, app.marks


def made_anew(app: App, monkeypatch) -> tuple:
    """The same screen, with nothing kept."""
    with monkeypatch.context() as patch:
        patch.setattr(boards, "_kept", Watched())
        app.test.run()
        return screen(app)


def some_move(app: App, rng: random.Random) -> str:
    """Do one of the things that a visitor could do now, and return which."""
    picks = re.findall(r'data-pick="([^"]+)"', app.html)
    buttons = [
        b for b in app.test.button if not b.disabled and b.key not in ("key_card", "glossary")
    ]
    moves = ["go"] * 4 + ["pick"] * 3 * bool(picks) + ["button"] * 2 * bool(buttons)
    moves += ["type"] * bool(app.test.text_input) + ["choose"] + ["toggle"] * len(app.test.toggle)
    move = rng.choice(moves)
    if move == "go":
        step = rng.randrange(min(5, app.stepper["last"] + 1))
        phase = rng.choice(app.stepper["phases"])
        app.go(step, phase)
        return f"step {step} {phase}"
    if move == "pick":
        pick = rng.choice(picks)
        app.pick(pick)
        return pick
    if move == "button":
        button = rng.choice(buttons)
        button.click().run()
        return button.label
    if move == "type":
        text = rng.choice(["", "u", "##g"])
        rng.choice(app.test.text_input).set_value(text).run()
        return f"type {text}"
    if move == "toggle":
        rng.choice(app.test.toggle).set_value(rng.random() < 0.5).run()
        return "toggle"
    choice = rng.choice([box for box in app.test.selectbox if not box.disabled])
    if choice.key == "language":  # AppTest asks for the labels of options in English
        return "the same language"
    if choice.label == "Corpus":
        choice.set_value(rng.choice(["toy", "low"])).run()
    elif choice.label == "Recipe":
        choice.set_value(rng.choice(["wordpiece", "bpe", "hugging-face"])).run()
    else:
        choice.select_index(rng.randrange(len(choice.options))).run()
    return f"choose {choice.label}"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["train", "compare"])
def test_a_kept_board_is_the_one_that_would_be_made(page, kept, monkeypatch):
    for seed in range(12):
        rng, app, moves = random.Random(seed), App(page), []
        for _ in range(12):
            moves.append(some_move(app, rng))
            assert screen(app) == made_anew(app, monkeypatch), moves
    assert kept.found > 20 and len(kept.put_in) > 20


def steps(kept: Watched) -> list[int]:
    """The steps whose boards were made for everybody."""
    return [view.step for view, _ in kept.put_in]


def test_a_second_visitor_is_shown_what_the_first_has_seen(kept):
    first = App(step="2")
    assert steps(kept) == [2, 3]  # the next one is sent ahead
    second = App(step="2")
    assert screen(second) == screen(first) and steps(kept) == [2, 3] and kept.found == 2
    second.go(3)
    first.go(3)
    assert screen(second) == screen(first) and steps(kept) == [2, 3, 4, 5]


def test_nothing_of_ones_own_is_kept(kept):
    for page, query in {
        "compare": {"sentence": "hugs"},
        "train": {"corpus": "text", "own": pack("zebra finch")},
    }.items():
        App(page, **query)
    App("compare", find="hu")
    forced = App(forced="1.2", step="1")
    assert "chosen by you" in forced.text
    assert not kept.put_in
    App()
    App("compare")
    assert steps(kept) == [0, 1, 0, 1]


def test_a_choice_is_ones_own(kept):
    app = App()
    assert steps(kept) == [0, 1]
    app.pick("by count")
    app.go(1)
    assert steps(kept) == [0, 1]


def test_a_cancelled_training_is_not_for_all(kept, monkeypatch):
    whole = Job.result
    monkeypatch.setattr(Job, "result", lambda job: replace(whole(job), cut_short=True))
    monkeypatch.setattr(trainings, "_shared", Store(each=1, nbytes=10**6))
    app = App()
    assert "Go on training" in [button.label for button in app.test.button]
    assert not kept.put_in


def test_they_are_bounded(monkeypatch):
    app = App()
    store = Store(each=10_000, nbytes=40_000)
    monkeypatch.setattr(boards, "_kept", store)
    for step in range(9):
        app.go(step)
    assert 0 < sum(board.nbytes for board in store._kept.values()) <= 40_000

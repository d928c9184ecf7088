"""The boards that the page is sent before it needs them."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pages.panels.boards import AHEAD, EACH, Board, Boards
from pages.panels.view import View
from pages.state.holding import MAX_HELD, MAX_PATH, Holding
from pages.trainings.settings import Settings
from tests.pages.app import STEPPER, App
from wordpiece.message import ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(View):
    """A view for the tests; `cut_short` makes it private, so that no test finds another's."""


def boards(secret: frozenset[int] = frozenset(), last: int = 100) -> Boards[Place]:
    return Boards(
        view_at=lambda at: Place(settings=Settings(), language=ENGLISH, step=at, cut_short=True),
        make=lambda view: Board(f"at {view.step}", {}, Markup("<p>{}</p>").format(view.step)),
        is_secret=lambda view: view.step in secret,
        last=last,
    )


positions = st.integers(0, 100)
ranges = st.tuples(positions, positions).map(lambda ends: range(min(ends), max(ends) + 1))


@given(
    positions,
    st.none() | positions,
    ranges | st.just(range(0)),
    st.frozensets(positions),
    st.none() | positions,
)
def test_what_is_sent(at, before, held, secret, first):
    undrawn = Holding().undrawn({"undrawn": first}, at)
    assert len(undrawn) < MAX_PATH
    sent = boards(secret).ahead(at, before, held, undrawn)
    # What is on screen is there, right, and sent only once.
    assert at in held or at in sent
    assert all(position in held or position in sent for position in undrawn)
    assert all(board.say == f"at {position}" for position, board in sent.items())
    assert not set(sent) & set(held)
    # It is little, and near.
    moved = 1 if before is None else abs(at - before)
    if not 0 < moved <= AHEAD and not undrawn:
        assert set(sent) <= {at}  # a jump costs one board, or none
    assert len(sent) <= 1 + len(undrawn) + EACH * max(1, moved)
    assert all(abs(position - at) <= AHEAD for position in set(sent) - set(undrawn))
    # Whoever goes back may see what has been seen. Forward, nothing tells what is still hidden.
    if before is None or at >= before:
        ahead = [position for position in sent if position > at and position not in undrawn]
        for position in ahead:
            hidden = [each for each in range(at, position) if each in secret]
            assert not hidden or position in secret


@given(st.lists(st.sampled_from([1, -1, 10, -10, 40]), max_size=20), st.sampled_from([1, -1]))
def test_a_page_that_steps_one_way_is_soon_ahead_of_the_server(moves, way):
    of, holding = boards(last=1_000), Holding()
    held: set[int] = set()
    at = 500
    for number, move in enumerate([*moves, *[way] * 20]):
        at += move
        steps_one_way = number - len(moves)
        assert at in held or steps_one_way < 2
        before = holding.come_to(at, "the same")
        held |= set(of.ahead(at, before, held))
    assert at + AHEAD * way in held


def test_boards_of_something_else_are_not_taken_for_held():
    holding = Holding()
    assert holding.come_to(3, "a corpus") is None
    held = {"held": [holding.generation, 2, 5]}
    assert holding.held(held) == range(2, 6)
    assert holding.come_to(4, "a corpus") == 3 and holding.held(held) == range(2, 6)
    assert holding.come_to(4, "another") is None and not holding.held(held)


@pytest.mark.parametrize(
    "said",
    [None, 7, [], [1, 2], ["1", 0, 0], [1, 0.5, 2], [1, 0, 10**12], [True, 0, 0], {"a": 1}],
)
def test_what_no_page_says_counts_as_nothing_held(said):
    holding = Holding()
    holding.come_to(0, "a corpus")
    assert not holding.held({"held": said})
    assert len(holding.held({"held": [1, 0, MAX_HELD - 1]})) == MAX_HELD


@pytest.mark.parametrize("said", [None, "3", 0.5, True, [3], 10**12, -40])
def test_what_no_page_says_counts_as_nothing_passed(said):
    assert not Holding().undrawn({"undrawn": said}, 3)


def changed(app: App, rng: random.Random) -> None:
    """Change what the lists show, as a visitor could."""
    button = rng.choice(["by count", "by score", None, "close", "look:2"])
    if button and f'data-pick="{button}"' in app.html:
        app.pick(button)


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("train", {"step": "2"}),
        ("train", {"step": "2", "pace": "slow"}),
        ("train", {"step": "2", "pace": "reveal"}),
        ("train", {"corpus": "course", "step": "4", "present": "on"}),
        ("compare", {"step": "3"}),
        ("compare", {"step": "40", "by": "size", "sentence": "hugs"}),
    ],
)
def test_a_board_that_was_sent_ahead_is_the_one_that_a_move_leads_to(page, query):
    rng, app = random.Random(7), App(page, **query)
    ahead: dict[int, str] = {}
    seen = 0
    for _ in range(12):
        told = app.stepper
        phases = list(told["phases"])
        at = told["step"] * len(phases) + phases.index(told["phase"])
        target = min(max(0, at + rng.choice([1, 1, 1, -1])), told["last"] * len(phases))
        step, phase = divmod(target, len(phases))
        app.go(step, phases[phase])
        drawn = app.blocks[-1]
        assert drawn
        if target in ahead:
            seen += 1
            assert ahead[target] == drawn
        ahead |= app.sent_ahead
        if rng.random() < 0.3:
            changed(app, rng)
            ahead = {}
    assert seen > 3


@pytest.mark.parametrize("corpus", ["toy", "course"])
@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_no_board_tells_the_winner_before_its_time(corpus, pace):
    app = App(corpus=corpus, pace=pace)
    phases = list(app.stepper["phases"])
    for _ in range(14):
        told = app.stepper
        at = told["step"] * len(phases) + phases.index(told["phase"])
        tells = phases.index({"reveal": "shown", "slow": "choose"}[pace])
        if at % len(phases) < tells:
            limit = at - at % len(phases) + tells
            assert all(position < limit for position in app.sent_ahead), (at, app.sent_ahead)
            assert all('class="win' not in html for html in app.sent_ahead.values())
        step, phase = divmod(at + 1, len(phases))
        if step >= told["last"]:
            break
        app.go(step, phases[phase])


def test_the_component_s_code_is_fetched_and_not_sent_with_each_click():
    app = App()
    app.go(1)
    proto = app._component(STEPPER).proto
    assert not proto.js_content and not proto.css_content
    assert (proto.js_source_path, proto.css_source_path) == ("stepper.js", "stepper.css")

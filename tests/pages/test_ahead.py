"""The boards that the server sends to the browser before they are needed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pages.panels.actions import Action, Close, Look, Order
from pages.panels.boards import AHEAD, EACH, Board, Boards
from pages.panels.view import View
from pages.state.board_cache import MAX_PATH, BoardCache
from tests.pages.app import App


class Place(View):
    """A view for these tests; `cut_short` makes it private, so no test finds another's board."""


def boards(secret: frozenset[int] = frozenset(), last: int = 100) -> Boards[Place]:
    return Boards(
        view_at=lambda at: Place(step=at, cut_short=True),
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
def test_the_page_gets_the_board_on_screen_and_few_near_ones_without_a_secret(
    at, before, held, secret, first
):
    undrawn = BoardCache().undrawn({"undrawn": first}, at)
    assert len(undrawn) < MAX_PATH
    sent = boards(secret).ahead(at, before, held, undrawn)
    assert at in held or at in sent
    assert all(position in held or position in sent for position in undrawn)
    assert all(board.say == f"at {position}" for position, board in sent.items())
    assert not set(sent) & set(held)
    moved = 1 if before is None else abs(at - before)
    if not 0 < moved <= AHEAD and not undrawn:
        assert set(sent) <= {at}  # a jump costs one board, or none
    assert len(sent) <= 1 + len(undrawn) + EACH * max(1, moved)
    assert all(abs(position - at) <= AHEAD for position in set(sent) - set(undrawn))
    # The way back shows known boards; on the way forward the winner stays hidden.
    if before is None or at >= before:
        for position in {each for each in sent if each > at} - set(undrawn):
            hidden = [each for each in range(at, position) if each in secret]
            assert not hidden or position in secret


def test_boards_of_another_corpus_do_not_count_as_held():
    cache = BoardCache()
    assert cache.visit(3, "a corpus") is None
    held = {"held": [cache.generation, 2, 5]}
    assert cache.held(held) == range(2, 6)
    assert cache.visit(4, "a corpus") == 3 and cache.held(held) == range(2, 6)
    assert cache.visit(4, "another") is None and not cache.held(held)


def place_after(app: App, move: int) -> tuple[int, str]:
    """The step and phase some positions further."""
    phases: list[str] = app.stepper["phases"]
    target = min(max(0, app.position + move), app.stepper["last"] * len(phases))
    step, phase = divmod(target, len(phases))
    return step, phases[phase]


@pytest.mark.parametrize(
    ("page", "query"),
    [("train", {"step": "2", "pace": "slow"}), ("train", {"step": "2", "pace": "reveal"}),
     ("train", {"corpus": "course", "step": "4", "present": "on"}),
     ("compare", {"step": "40", "by": "size", "sentence": "hugs"})],
)  # fmt: skip
def test_a_board_that_was_sent_ahead_is_the_one_that_a_move_leads_to(page, query):
    rng, app = random.Random(7), App(page, **query)
    ahead: dict[int, str] = {}
    compared = 0
    for _ in range(12):
        app.go(*place_after(app, rng.choice([1, 1, 1, -1])))
        drawn = app.blocks[-1]
        assert drawn
        if app.position in ahead:
            compared += 1
            assert ahead[app.position] == drawn
        ahead |= app.sent_ahead
        buttons: list[Action] = [Order("count"), Order("score"), Close(), Look(2)]
        button = rng.choice(buttons)
        if rng.random() < 0.3 and app.has(button):
            app.pick(button)
            ahead = {}
    assert compared > 3


@pytest.mark.parametrize(("pace", "shown"), [("reveal", "shown"), ("slow", "choose")])
def test_no_board_is_sent_that_shows_a_winner_still_hidden(pace, shown):
    app = App(corpus="course", pace=pace)
    phases: list[str] = app.stepper["phases"]
    for _ in range(14):
        step_starts = app.position - app.position % len(phases)
        limit = step_starts + phases.index(shown)
        if app.position < limit:
            assert all(position < limit for position in app.sent_ahead), app.sent_ahead
            assert all('class="win' not in html for html in app.sent_ahead.values())
        app.go(*place_after(app, 1))

"""The boards that the server sends to the browser before they are needed."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.components.stepper import MAX_SENT, boards_at, missing_positions
from pages.panels.actions import Action, Choose, Look
from pages.panels.layout import Board
from pages.panels.view import View
from tests.pages.app import App


class Place(View):
    """A view for these tests; `digest` makes it private, so no test finds another's board."""


positions = st.integers(0, 100)


@given(positions, st.lists(st.integers(-9, 10**9), max_size=100), st.frozensets(positions))
def test_the_page_gets_the_boards_that_it_requests_without_a_secret(at, lacks, secret):
    found = boards_at(
        at,
        lacks,
        view_at=lambda position: Place(step=position, digest="9f86d081"),
        make=lambda view: Board(f"<p>{view.step}</p>", f"at {view.step}"),
        is_secret=lambda view: view.step in secret,
        last=100,
    )
    assert all(board.say == f"at {position}" for position, board in found.items())
    seen = [each for each in lacks[:MAX_SENT] if 0 <= each <= at]
    assert set(seen) <= set(found) <= set(lacks)
    for position in set(found) - set(seen):
        assert at < position <= min(100, at + MAX_SENT)
        shows = [each not in secret for each in range(at, position + 1)]
        assert shows == sorted(shows, reverse=True)  # no merge is shown that was secret


def test_a_report_about_other_boards_or_another_position_requests_nothing():
    report = {"base": "a corpus", "at": 3, "lacks": [4, 2]}
    assert missing_positions(report, "a corpus", 3) == [4, 2]
    for base, at in (("another", 3), ("a corpus", 7)):
        assert missing_positions(report, base, at) == (at, at + 1)
    odd: list[object] = [None, 4, "4", {}, [4, None], [2.0], [True]]
    assert all(
        missing_positions({**report, "lacks": each}, "a corpus", 3) == (3, 4) for each in odd
    )


def place_after(app: App, move: int) -> tuple[int, str]:
    """The step and phase some positions further."""
    phases: list[str] = app.stepper["phases"]
    target = min(max(0, app.position + move), app.stepper["last"] * len(phases))
    step, phase = divmod(target, len(phases))
    return step, phases[phase]


@pytest.mark.slow
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
        orders = [Choose("scores_by", "count"), Choose("scores_by", "score")]
        buttons: list[Action] = [*orders, Look(0), Look(2)]
        button = rng.choice(buttons)
        if rng.random() < 0.3 and app.has(button):
            app.pick(button)
            ahead = {}
    assert compared > 3


@pytest.mark.parametrize(("pace", "shown", "recipe"), [
    ("reveal", "shown", "wordpiece"), ("slow", "choose", "wordpiece"),
    ("reveal", "shown", "unigram"),
])  # fmt: skip
def test_no_board_is_sent_that_shows_a_winner_still_hidden(pace, shown, recipe):
    app = App(corpus="course", pace=pace, recipe=recipe)
    phases: list[str] = app.stepper["phases"]
    for _ in range(14):
        step_starts = app.position - app.position % len(phases)
        limit = step_starts + phases.index(shown)
        if app.position < limit:
            assert all(position < limit for position in app.sent_ahead), app.sent_ahead
            assert all('class="win' not in html for html in app.sent_ahead.values())
        app.go(*place_after(app, 1))

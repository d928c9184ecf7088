"""Train: one merge at a time."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.sketch import show_sketch
from pages.components.stepper import stepper_with_board
from pages.locale import number, say, to_text
from pages.panels import actions
from pages.panels.actions import Action
from pages.panels.boards import Boards
from pages.panels.shared import charts
from pages.panels.shared.story import StorySources
from pages.panels.train.frame import BOARD
from pages.panels.train.growth import curve_of_training, sampled_growth
from pages.panels.train.kinds import kind_of
from pages.panels.train.view import ROWS, Scene, TrainView
from pages.server.internals import is_fragment_run
from pages.shell import presenter, room, sidebar, story, theme, train_vote, why
from pages.shell.drawing import Widgets, draw_board, draw_charts, open_if_asked
from pages.shell.front_door import front_door
from pages.shell.reading import train_text
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, steps
from pages.state.remembered import Everywhere
from pages.state.views import view_of
from pages.trainings.job import Training
from pages.trainings.settings import OWN_TEXT
from wordpiece.message import message

BIG_BOARD = "train_big"
"""The key of the board in presenter mode, for the style sheet."""

ORDERS = {
    "corpus": message("order in the corpus"),
    "frequency": message("count"),
    "alphabet": message("alphabet"),
    "length": message("length"),
    "symbols": message("number of symbols"),
}
"""The orders of words."""


@fragment
def stepping() -> None:
    """Draw the parts of the page that depend on the step."""
    room.draw_all_if_turned()
    if steps.step() and not fields.get(Everywhere.charted):
        fields.put(Everywhere.charted, True)
        if is_fragment_run():
            st.rerun()
    address.save()  # before the stepper, which relies on the address
    training = current_training.get()
    view = train_view(training)
    kind = steps.kind()
    buttons = {phase: to_text(label) for phase, label in kind.paces[view.pace].items()}
    per = [*buttons]
    last = len(training.steps)
    boards = Boards(
        view_at=lambda position: view.at(position, per),
        make=lambda there: kind.board(kind.scene(there, training)),
        is_secret=lambda there: kind.scene(there, training).secret,
        last=last * len(per),
    )
    board = stepper_with_board(
        "train_stepper", view, boards, last=last, phase=view.phase, phases=buttons
    )
    if board is not None:
        draw_board(board, widgets(training, view))


@fragment
def reading() -> None:
    """Draw the text of the corpus if it is selected; the style sheet hides it next to a pair.

    Its script follows the steps without a run.
    """
    training = current_training.get()
    view = train_view(training)
    is_seen = not view.presenting or view.panel in ("words", "alone")
    if scene_of(view, training).in_text and is_seen:
        train_text(training, view.step, big=view.presenting)


def train_view(training: Training) -> TrainView:
    """Return the view: everything that the panels depend on."""
    phase = steps.phase() if steps.step() < len(training.steps) else ""
    kind = steps.kind()
    return view_of(kind.view, cut_short=training.cut_short, pace=steps.pace(), phase=phase)


def scene_of(view: TrainView, training: Training) -> Scene:
    """Return the scene of a view."""
    return steps.kind().scene(view, training)


def widgets(training: Training, view: TrainView) -> Widgets:
    """Return the functions that draw the widgets and the popovers of the panels."""
    on_card = scene_of(view, training).on_card
    known = None if view.pace == "merge" else on_card
    context = partial(why.context_of, training, view.step, known=known)
    of_card = partial(context, merge=on_card or None)
    kind = steps.kind()

    def ask(panel: str) -> None:
        if kind.why is None:
            why.ask(panel, of_card if panel == "card" else context)
            return
        found = kind.why(training.steps, on_card)
        texts = {name: question for name, (question, _) in found.items()}
        why.choose(panel, texts, lambda name: found[name][1])

    asks = {key: partial(ask, panel) for panel, key in kind.asks.items()}
    return {**asks, "words_menu": words_menu, "vocabulary_filter": vocabulary_filter}


def picked(action: Action) -> None:
    """Callback: handle a click on a button in our HTML."""
    match action:
        case actions.Look(rank):
            look(rank)
        case actions.Close():
            look(0)
        case actions.Force(step, rank):
            if step == steps.step():  # ignore a request of an earlier step
                commands.force(rank)
        case actions.Undo(step):
            commands.undo(step)
        case actions.UndoAll():
            commands.undo_all()
        case actions.Go(step):
            steps.go(step)
        case actions.Guess(step, place):
            guess(step, place)
        case actions.OwnText():
            commands.choose_corpus(OWN_TEXT)
        case _:
            if not steps.choose(steps.kind().view, action):
                open_if_asked(action, ("words_menu", *steps.kind().asks.values()))


def look(rank: int) -> None:
    """Show the pair of a rank, or hide it if it is on screen already."""
    fields.put(TrainView.look, 0 if fields.get(TrainView.look) == rank else rank)


def guess(step: int, place: int) -> None:
    """Set or clear the guess of the next step, unless the step is shown already."""
    if step == steps.step() and fields.get(TrainView.pace) == "reveal" and not steps.phase():
        fields.put(
            TrainView.guess, None if fields.get(TrainView.guess) == (step, place) else (step, place)
        )


def words_menu() -> None:
    """Draw the widgets that select the listed words and their order."""
    st.text_input(
        say("Words that contain"),
        **fields.bind(TrainView.words_filter, steps.first_pages),
        placeholder=say("a token or part of a word"),
    )
    order = fields.bind(TrainView.words_order, steps.first_pages)
    sidebar.select(say("Order"), ORDERS, **order)
    st.toggle(say("Outline the next pair"), **fields.bind(TrainView.outline))
    rows = fields.bind(TrainView.rows, steps.first_pages)
    sidebar.switch(say("Rows per list"), {n: number(n) for n in ROWS}, **rows)


def vocabulary_filter() -> None:
    """Draw the field that filters the whole vocabulary."""
    st.text_input(
        say("Tokens that contain"), **fields.bind(TrainView.vocabulary_filter, steps.first_pages)
    )


def growth_charts() -> None:
    """Draw the charts, or the field for a sketch, if any step shows them.

    The style sheet hides them at other steps. Before the first merge of a visit they are not drawn,
    so that the first page loads without the library for charts, a sixth of its size.
    """
    big, kind, training = commands.presenting(), steps.kind(), current_training.get()
    if steps.pace() == "slow" or (big and fields.get(kind.panel) != "growth"):
        return
    if not (big or fields.get(Everywhere.charted)):
        return
    if train_vote.is_sketching():
        show_sketch("train_sketch", curve_of_training(training.steps))
    else:
        sizes = current_training.memoize(sampled_growth, [training])
        draw_charts(kind.growth.charts(training.steps, sizes, big=big))


def story_sources() -> StorySources:
    """Return the sources of token stories, as far as the pace allows."""
    training = current_training.get()
    view, until = train_view(training), None
    if view.pace != "merge":
        scene = scene_of(view, training)
        until = view.step + (scene.has_next and not scene.secret)
    return story.of_page(training, until=until)


theme.apply(say("Train"))
address.begin("train")
sidebar.sidebar()
room.begin()
is_voting = train_vote.is_on()
if is_voting:
    presenter.controls(room.KEYS, clicker=(room.NEXT, room.NEXT), others=room.keys())
else:
    presenter.train_controls(kind_of(commands.requested_settings()), picked)
    train_vote.buttons()
sidebar.messages(current_training.prepare())
story.show(story_sources)
if is_voting:
    train_vote.voting()
else:
    with st.container(key=BIG_BOARD if commands.presenting() else BOARD):
        front_door()  # first, for screen readers and the Tab key
        presenter.paces()
        theme.show(charts.mark_inputs(steps.kind().growth.lines))
        stepping()
        reading()
        growth_charts()
picks("train_picks", picked)
end()

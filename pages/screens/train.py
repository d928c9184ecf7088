"""Train: one merge at a time."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.prose import show_prose
from pages.components.sketch import show_sketch
from pages.components.stepper import stepper_with_board
from pages.locale import language, say, to_text
from pages.panels import actions
from pages.panels.actions import Action
from pages.panels.html import nothing
from pages.panels.layout import step_of, strip
from pages.panels.predict import question as question_html
from pages.panels.shared import charts
from pages.panels.shared.card import verdict
from pages.panels.shared.prose import part_of, trained_pane
from pages.panels.shared.sketch import Curve
from pages.panels.shared.story import StorySources
from pages.panels.train.kind import BOARD, curve_of_training, sampled_growth
from pages.panels.train.kinds import kind_of
from pages.panels.train.view import Scene, TrainView
from pages.server.internals import is_fragment_run
from pages.shell import presenter, room, sidebar, story, theme, why
from pages.shell.drawing import Dialog, draw_charts, show_dialog
from pages.shell.front_door import front_door
from pages.shell.question_help import question_help
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, fields, steps
from pages.state.remembered import Everywhere
from pages.state.session import current
from pages.state.views import show_found, view_of
from pages.trainings.settings import OWN_TEXT
from wordpiece.message import Message, message
from wordpiece.teaching.grading import skipped
from wordpiece.teaching.quiz import StepQuestion

BIG_BOARD = "train_big"
"""The key of the board in presenter mode, for the style sheet."""

ORDERS = {
    "corpus": message("order in the corpus"),
    "frequency": message("count"),
    "alphabet": message("alphabetical order (by code points)"),
    "length": message("length"),
    "symbols": message("number of symbols"),
}
"""The orders of words."""


ALREADY_SHOWN = message("There is nothing to vote on: the next step is already on screen.")
LAST_STEP = message("There is nothing to vote on: no step follows.")


@fragment
def draw_step() -> None:
    """Draw the parts of the page that depend on the step."""
    room.draw_all_if_turned()
    if current().step and not fields.get(Everywhere.charted):
        fields.put(Everywhere.charted, True)
        if is_fragment_run():
            st.rerun()
    address.save()  # before the stepper, which relies on the address
    kind, now = steps.kind(), scene()
    view, training = now.view, now.training
    buttons = {phase: to_text(label) for phase, label in kind.paces[view.pace].items()}
    per = [*buttons]
    stepper_with_board(
        "train_stepper",
        view,
        view_at=lambda position: view.at(position, per),
        make=lambda there: kind.board(kind.scene(there, training)),
        is_secret=lambda there: kind.scene(there, training).secret,
        last=len(training.steps),
        phase=view.phase,
        phases=buttons,
    )


@fragment
def draw_text() -> None:
    """Draw the text of the corpus if it is selected; the style sheet hides it next to a pair.

    Its script follows the steps without a run.
    """
    now = scene()
    view, how = now.view, now.training.settings
    is_seen = not view.presenting or view.panel in ("words", "alone")
    if now.in_text and is_seen:
        text = current_training.source().text
        part = part_of(text, view.text_page)
        pane = current_training.memoize(
            trained_pane, [now.training], text, part, how.normalizer, how.pre_tokenizer
        )
        show_prose(TrainView.text_page, len(text), [("", "", "")], [pane.to_json()], view.step)


def scene() -> Scene:
    """Return the step on screen: everything that the panels depend on."""
    training, kind = current_training.get(), steps.kind()
    phase = steps.phase() if current().step < len(training.steps) else ""
    return kind.scene(view_of(kind.view, pace=steps.pace(), phase=phase), training)


def dialogs() -> dict[str, Dialog]:
    """Return the dialogs of the panels."""
    now, kind = scene(), steps.kind()
    on_card = now.on_card
    known = None if now.view.pace == "merge" else on_card
    context = partial(why.context_of, now.training, now.step, known=known)
    of_card = partial(context, merge=on_card or None)

    def ask(panel: str) -> None:
        if kind.why is None:
            why.ask(panel, of_card if panel == "card" else context)
            return
        found = kind.why(now.training.steps, on_card)
        texts = {name: question for name, (question, _) in found.items()}
        why.choose(panel, texts, lambda name: found[name][1])

    return {
        **({} if now.secret else why.dialogs("train", ask)),
        "words_menu": Dialog(message("Find, sort"), words_menu),
        "vocabulary_menu": Dialog(message("Find"), vocabulary_filter),
    }


def handle_click(action: Action) -> None:
    """Callback: handle a click on a button in our HTML."""
    match action:
        case actions.Look(rank):
            look(rank)
        case actions.Force(step, rank):
            if step == current().step:  # ignore a request of an earlier step
                commands.force(rank)
        case actions.Undo(step):
            commands.undo(step)
        case actions.OwnText():
            commands.choose_corpus(OWN_TEXT)
        case _:
            steps.follow(steps.kind().view, action)


def look(rank: int) -> None:
    """Show the pair of a rank, or hide it if it is on screen already."""
    fields.put(TrainView.look, 0 if fields.get(TrainView.look) == rank else rank)


def words_menu() -> None:
    """Draw the widgets that select the listed words and their order."""
    st.text_input(
        say("Words that contain"),
        **fields.bind(TrainView.words_filter, show_found),
        placeholder=say("a token or part of a word"),
    )
    order = fields.bind(TrainView.words_order, steps.first_pages)
    sidebar.select(say("Order"), ORDERS, **order)
    st.toggle(say("Outline the next pair"), **fields.bind(TrainView.outline))


def vocabulary_filter() -> None:
    """Draw the field that filters the whole vocabulary."""
    st.text_input(
        say("Tokens that contain"), **fields.bind(TrainView.vocabulary_filter, show_found)
    )


def growth_charts() -> None:
    """Draw the charts, or the field for a sketch, if any step shows them.

    The style sheet hides them at other steps. Before the first merge of a visit they are not drawn,
    so that the first page loads without the library for charts, a sixth of its size.
    """
    big, kind, training = current().presenting, steps.kind(), current_training.get()
    if steps.pace() == "slow" or (big and fields.get(kind.view.panel) != "growth"):
        return
    if not (big or fields.get(Everywhere.charted)):
        return
    if is_sketching():
        show_sketch("train_sketch", _curve())
    else:
        sizes = current_training.memoize(sampled_growth, [training])
        draw_charts(kind.charts(training.steps, sizes, big=big))


def story_sources() -> StorySources:
    """Return the sources of token stories, as far as the pace allows."""
    now = scene()
    until = now.step + (now.has_next and not now.secret)
    return story.of_page(now.training, until=None if now.view.pace == "merge" else until)


def is_voting() -> bool:
    """Return whether a vote or the class's run replaces the board."""
    classroom = room.classroom()
    if classroom.reading_run or not classroom.is_open:
        return classroom.reading_run
    question_id, question = _find_question()
    is_asked = room.asks(question_id, None if isinstance(question, Message) else question)
    return bool(question_id) and (classroom.inviting or is_asked)


def is_sketching() -> bool:
    """Return whether the field for a sketch of the growth is on screen."""
    kind = steps.kind()
    is_seen = not current().presenting or fields.get(kind.view.panel) == "growth"
    is_drawn = fields.get(TrainView.sketching) and steps.pace() != "slow"
    can_draw = is_seen and is_drawn and kind.can_sketch
    return can_draw and len(current_training.get().steps) > 0


def _curve() -> Curve:
    """Return the curve of the training on screen."""
    return current_training.memoize(curve_of_training, [current_training.get()], language())


def vote_buttons() -> None:
    """If there may be a question, draw the buttons that ask the class in the sidebar."""
    classroom = room.classroom()
    if not (steps.pace() == "reveal" or is_sketching()):
        return
    with st.sidebar, st.container(key="room_side"):
        st.button(
            say("Ask the class"), on_click=_ask, key="train_class", shortcut="A", width="stretch"
        )
        if classroom.is_open:
            if classroom.run:
                st.button(say("Votes so far"), on_click=classroom.read_run, key="room_votes")
            room.close_button()


@fragment
def draw_vote() -> None:
    """Draw the question for the class, or the run."""
    room.draw_all_if_turned()
    address.save()
    classroom = room.classroom()
    training, step = current_training.get(), current().step
    if current().presenting:
        where = step_of(step, len(training.steps))
        theme.show(strip(room.strip_title(say("Train")), training.source_name, where))
    if classroom.reading_run:
        room.run_table()
        return
    question_id, question = _find_question()
    if isinstance(question, Message):
        theme.show(nothing(to_text(question)))
        room.close_button()
        return
    if isinstance(question, Curve):
        room.vote_on_line(question_id, question, _show_chart)
        return
    room.vote(
        id=question_id,
        question=question,
        title=question_html.question_title(question, in_run=False),
        draw_help=partial(question_help, training.steps, question, counted=_shows_counts()),
        draw_explanation=lambda: theme.show(verdict(skipped(question))),
        on_next=partial(_go_on, step),
        next_label=to_text(steps.kind().paces["reveal"]["shown"]),
    )


def _find_question() -> tuple[str, StepQuestion | Curve | Message]:
    """Return the question that the page asks, or the reason why it asks nothing, and its id.

    The id is empty if the page shows the answer.

    After a reload, the room asks for a line while the field for a sketch is closed.
    """
    classroom, training, step = room.classroom(), current_training.get(), current().step
    state = classroom.state
    if (
        steps.kind().can_sketch
        and len(training.steps)
        and (is_sketching() or (state and state.question and state.question.axes))
    ):
        curve = _curve()
        question_id = f"train {curve.id}"
        if room.asks(question_id, curve) or is_sketching():
            return question_id, curve
    follows = step < len(training.steps)
    if steps.pace() != "reveal" or steps.phase():
        return "", ALREADY_SHOWN if follows else LAST_STEP
    return f"train {step}", steps.kind().ask(training.steps, step) if follows else LAST_STEP


def _shows_counts() -> bool:
    """Return whether the board shows the counts of pairs."""
    return not current().presenting or fields.get(TrainView.panel) in ("words", "scores")


def _ask() -> None:
    """Callback: open a room, or ask the class in the open one."""
    question_id, question = _find_question()
    if isinstance(question, Message):
        commands.remark(question)
    else:
        room.ask_class(question_id, question)


def _show_chart() -> None:
    """Callback: close the field for a sketch, and go back to the board."""
    fields.put(TrainView.sketching, False)
    room.classroom().clear_question()


def _go_on(step: int) -> None:
    """Callback: go to the step of the question, and back to the board."""
    steps.go(step + 1)
    room.classroom().clear_question()


theme.apply(say("Train"))
address.begin("train")
sidebar.sidebar()
room.begin()
votes = is_voting()
if votes:
    presenter.controls(room.KEYS, clicker=(room.NEXT, room.NEXT), others=room.keys())
else:
    presenter.train_controls(kind_of(current().settings), handle_click)
    vote_buttons()
sidebar.messages(current_training.prepare())
story.show(story_sources)
show_dialog(dialogs())
if votes:
    draw_vote()
else:
    with st.container(key=BIG_BOARD if current().presenting else BOARD):
        front_door()  # first, for screen readers and the Tab key
        presenter.paces()
        theme.show(charts.mark_inputs(steps.kind().lines))
        draw_step()
        draw_text()
        growth_charts()
picks("train_picks", handle_click)
end()

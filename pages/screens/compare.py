"""Compare: WordPiece and BPE in a race, and Hugging Face style on request."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.prose import show_prose
from pages.components.stepper import stepper_with_board
from pages.locale import say, to_text
from pages.panels.compare.board import OTHERS, board_key, chart_key, charts_of, compare_board
from pages.panels.compare.view import TITLES, CompareScene, CompareView, make_comparison
from pages.panels.shared import charts
from pages.panels.shared.prose import part_of, trained_pane
from pages.panels.shared.story import StorySources
from pages.shell import presenter, sidebar, story, theme, why
from pages.shell.drawing import Dialog, dialog_button, draw_charts, show_dialog
from pages.shell.rescue import fragment
from pages.state import address, current_training, fields, steps
from pages.state.remembered import Everywhere
from pages.state.session import current
from pages.state.views import show_found, view_of
from pages.trainings.job import Training
from pages.trainings.settings import ALGORITHMS, Algorithm
from wordpiece.message import message
from wordpiece.recipes import RECIPES
from wordpiece.training.comparison import Comparison

PANELS = {
    "columns": message("Words and merges"),
    "parting": message("First difference"),
    "sentence": message("One sentence"),
    "growth": message("Growth"),
    "prune": message("With and without merges"),
}

KEYS = {**presenter.STEPS, **presenter.READING}

READ: tuple[Algorithm, ...] = ("wordpiece", "bpe")
"""The trainings that are always compared, and whose texts are shown side by side."""

MAX_SENTENCE = 2_000
"""The most characters of the sentence."""

AXES = {"step": message("by step"), "size": message("by vocabulary size")}
LIBRARY: Algorithm = "hugging-face"

Trainings = dict[Algorithm, Training]


def switches() -> None:
    """Draw the switches of the page."""
    with st.container(horizontal=True, vertical_alignment="center", key="compare_head"):
        sidebar.switch(
            say("Show"), PANELS, label_visibility="collapsed", **fields.bind(CompareView.show)
        )
        st.toggle(to_text(TITLES["hugging-face"]), **fields.bind(CompareView.hugging_face))
        dialog_button("axis", AXIS._replace(title=AXES[fields.get(CompareView.by)]))


def get_trainings() -> Trainings:
    """Return the compared trainings, Hugging Face style among them only where it is asked for."""
    with_library = (
        fields.get(CompareView.hugging_face)
        or fields.get(Everywhere.story_of) == LIBRARY
        or current().settings.recipe == LIBRARY
    )
    return current_training.by_algorithm((*READ, LIBRARY) if with_library else READ)


def axis() -> None:
    """Draw the choice of steps or vocabulary sizes."""
    sidebar.switch(
        say("Compare"), AXES, label_visibility="collapsed", **fields.bind(CompareView.by)
    )


AXIS = Dialog(message("Compare"), axis)


def comparison_of() -> Comparison:
    """Return the comparison of the trainings, by step or by vocabulary size."""
    trainings = get_trainings()
    one = trainings["wordpiece"]
    is_byte_level = one.kind == "text" and one.settings.pre_tokenizer == "gpt2"
    by = fields.get(CompareView.by)
    names = tuple(trainings)
    return current_training.memoize(
        make_comparison, [*trainings.values()], names, by, is_byte_level
    )


@fragment
def draw_step() -> None:
    """Draw the parts of the page that depend on the step."""
    address.save()  # before the stepper, which relies on the address
    trainings, comparison = get_trainings(), comparison_of()
    steps.hold(comparison.last)
    view = view_of(CompareView, hugging_face=LIBRARY in trainings)
    others = {}
    if view.show == "prune":
        others = {name: current_training.on_same_words(name) for name in OTHERS}
    stepper_with_board(
        "compare_stepper",
        view,
        view_at=view.at,
        make=lambda there: compare_board(CompareScene(there, trainings, comparison, others)),
        is_secret=lambda _: False,
        last=comparison.last,
        smallest=comparison.smallest if comparison.by == "size" else None,
    )
    if view.show == "sentence":
        sentence_field(trainings["wordpiece"])


@fragment
def draw_text() -> None:
    """Draw the text of the corpus; its script follows the steps without a run."""
    trainings = get_trainings()
    view = view_of(CompareView, hugging_face=LIBRARY in trainings)
    if view.read == "text" and view.show == "columns" and trainings["wordpiece"].kind == "text":
        comparison, text = comparison_of(), current_training.source().text
        part = part_of(text, view.text_page)
        headings, panes = [], []
        for name in READ:
            how = trainings[name].settings
            pane = current_training.memoize(
                trained_pane, [trainings[name]], text, part, how.normalizer, how.pre_tokenizer
            )
            headings.append((to_text(RECIPES[name].title), "", name))
            panes.append(pane.to_json(partial(comparison.position_of, name)))
        show_prose(CompareView.text_page, len(text), headings, panes, view.step)


def dialogs() -> dict[str, Dialog]:
    """Return the dialogs of the panels."""

    def ask(panel: str) -> None:
        comparison, position = comparison_of(), current().step
        divergence = comparison.divergence("wordpiece", "bpe") if panel == "parting" else None
        context = partial(
            why.context_of,
            get_trainings()["wordpiece"],
            comparison.step("wordpiece", position),
            trainings=current_training.get_cached_by_algorithm(),
            by=comparison.by,
            at=comparison.at(position),
            merge=divergence.step if divergence else None,
        )
        why.ask(panel, context)

    return {
        **why.dialogs("compare", ask),
        "cuts_menu": Dialog(message("Find"), words_menu),
        "axis": AXIS,
    }


def words_menu() -> None:
    """Draw the field that selects the listed words."""
    st.text_input(
        say("Words that contain"),
        **fields.bind(CompareView.find, show_found),
        placeholder=say("a token or part of a word"),
    )


def sentence_field(training: Training) -> None:
    """Draw the field to type a sentence."""
    st.text_input(
        say("Text to encode"),
        **fields.bind(CompareView.sentence),
        placeholder=training.first_words,
        max_chars=MAX_SENTENCE,
        live=True,
    )


def story_sources() -> StorySources:
    """Return the sources of token stories."""
    trainings, comparison = get_trainings(), comparison_of()
    position = min(current().step, comparison.last)
    return {
        name: story.source_of(
            training, comparison.step(name, position), None, partial(comparison.position_of, name)
        )
        for name, training in trainings.items()
    }


theme.apply(say("Compare"))
address.begin("compare")
sidebar.sidebar()
presenter.controls(KEYS, PANELS, CompareView.show, read=CompareView.read)
sidebar.messages(current_training.prepare(longer=True))
sidebar.explain_limited_recipes(say("Compare"), ALGORITHMS)
if not current().presenting:
    switches()
story.show(story_sources)
show_dialog(dialogs())
shown = fields.get(CompareView.show)
with st.container(key=board_key(shown)):
    if shown == "growth":
        theme.show(charts.mark_inputs(chart_key(by, number) for by in AXES for number in range(4)))
    draw_step()
    draw_text()
    if shown == "growth":
        # They do not depend on the step: the stepper moves their mark.
        draw_charts(charts_of(comparison_of(), big=current().presenting))
picks("compare_picks", partial(steps.follow, CompareView))
end()

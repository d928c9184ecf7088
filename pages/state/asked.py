"""What the visitor asks for: settings, merges of their own, ready-made examples."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.state import shown, steps
from pages.state.fields import Field
from pages.state.session import State, current, owner
from pages.trainings import kept
from pages.trainings.job import Source
from pages.trainings.samples import samples
from pages.trainings.settings import (
    MAX_FORCED,
    NORMALIZER_STEPS,
    OWN,
    REPLAY,
    Forced,
    Settings,
    recipe_titles,
    suggested,
)
from wordpiece.message import Message, message
from wordpiece.recipes import RECIPES
from wordpiece.scoring import TIE_BREAKS
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS


def settings() -> Settings:
    """Return the settings asked for."""
    return current().settings


def own_source() -> Source | None:
    """Return the user's own corpus of the kind asked for, if there is one already."""
    state = current()
    return state.own.get(state.settings.corpus)


def problem() -> Message | None:
    """Return why the settings asked for are not on screen; None if they are."""
    return current().problem


def awaits_merges() -> bool:
    """Return whether a merges file is to be replayed that is not there yet."""
    state = current()
    return state.settings.recipe == REPLAY and state.merges is None


def presenting() -> bool:
    """Return whether the screen is set for the back row; ``?present=1`` in the address."""
    return current().presenting


def present() -> None:
    """Callback: turn presenter mode on or off."""
    current().presenting = not current().presenting


# The sidebar.

_OFFERED: dict[str, Collection[str]] = {
    "recipe": recipe_titles(),
    "corpus": {**samples(), **OWN},
    "pre_tokenizer": PRE_TOKENIZERS,
    "tie_break": TIE_BREAKS,
}


def sidebar_key(name: str) -> str:
    """Set the widget of a setting to what was asked for, and return the widget's key."""
    value: Any = getattr(current().settings, name)
    key = f"sidebar_{name}"
    st.session_state[key] = list(value) if name == "normalizer" else value
    return key


def _said(name: str) -> Any:
    """Return what a widget of the sidebar says, or the setting if it says what is not offered."""
    said = st.session_state[f"sidebar_{name}"]
    return said if said in _OFFERED.get(name, (said,)) else getattr(current().settings, name)


def choose_corpus() -> None:
    """Callback: ask for another corpus, with the settings it suggests."""
    state = current()
    chosen = suggested(_said("corpus"), state.settings.recipe)
    if state.awaited and chosen.is_own:  # the corpus that a link waits for may come in any way
        chosen = replace(state.settings, corpus=chosen.corpus)
    else:
        state.awaited = None
    state.settings, state.problem = chosen, None


def choose_recipe() -> None:
    """Callback: ask for another recipe, on the corpus that its source shows it on."""
    state = current()
    recipe = _said("recipe")
    shown_on = RECIPES[recipe].corpus if recipe in RECIPES else ""
    state.settings = suggested(shown_on or state.settings.corpus, recipe)
    state.awaited, state.problem = None, None


def change(name: str) -> None:
    """Callback: take over the value of one setting from its widget."""
    state = current()
    value = _said(name)
    if name == "normalizer":
        value = tuple(step for step in NORMALIZER_STEPS if step in value)
    elif name == "seed":
        value = value or 0
    # Another vocabulary size ends the same merges elsewhere; anything else makes others.
    forced = state.settings.forced if name == "vocab_size" else ()
    state.settings = replace(state.settings, **{name: value, "forced": forced})
    state.problem = None


def resume() -> None:
    """Callback: go on with a training that was cancelled or broke off."""
    state = current()
    state.under_way.failed = None
    source = shown.source_of(state, state.settings)
    if source:
        kept.forget((state.settings, source.digest), owner())


# Ready-made examples.


def example(settings: Settings, step: int, values: Mapping[Field[str], str]) -> Callable[[], None]:
    """Return a callback that goes to some settings, a step and values of fields at once."""

    def show() -> None:
        state = current()
        state.settings, state.step, state.step_is_asked = settings, step, True
        state.problem, state.vocabulary, state.awaited = None, None, None
        for field, value in values.items():
            field.set(value)

    return show


# Merges chosen by the user.


def forced() -> Forced:
    """Return the merges chosen by the user in what is on screen, as (step, rank) in order."""
    on_screen = current().shown
    return on_screen[0].forced if on_screen else ()


def force(pair_rank: int) -> None:
    """Callback: make a row of the score table on screen the next merge, and show it.

    Merges chosen for later steps are undone, since they belong to another training.

    Args:
        pair_rank: the row, 1 for the one that would merge by itself.
    """
    state = current()
    earlier = [choice for choice in forced() if choice[0] <= state.step]
    if len(earlier) == MAX_FORCED:
        state.news.append(
            message("{n} merges of your own are the most there can be.", n=MAX_FORCED)
        )
        return
    timeline = shown.training_on_screen().timeline
    if not 0 < pair_rank <= len(timeline.scores(state.step)):
        return  # a click on a screen that has gone
    if state.shown and state.shown[0].recipe == REPLAY:
        state.news.append(message("Here the file decides each merge."))
        return
    if state.step >= len(timeline):
        state.news.append(message("The training ends here, so no merge can follow."))
        return
    _choose(state, (*earlier, (state.step + 1, pair_rank)), state.step + 1)


def undo(step: int) -> None:
    """Callback: undo the merge chosen for a step and those after it; show the step before."""
    if step in dict(forced()):
        _choose(current(), tuple(choice for choice in forced() if choice[0] < step), step - 1)


def undo_all() -> None:
    """Callback: undo all chosen merges, and show the step before the first of them."""
    if forced():
        undo(forced()[0][0])


def _choose(state: State, choices: Forced, step: int) -> None:
    settings, source = shown.on_screen(state)
    if settings.is_own:  # what is on screen counts, not a corpus that did not work out
        state.own[settings.corpus] = source
    steps.go(step)
    state.settings = replace(settings, forced=choices)
    state.step_is_asked, state.problem, state.awaited = True, None, None

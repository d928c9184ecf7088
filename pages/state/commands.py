"""Commands of the visitor: change settings, choose merges, load an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.panels.view import Field
from pages.state import current_training, fields, steps
from pages.state.files import fit
from pages.state.session import State, current
from pages.trainings.job import Source
from pages.trainings.settings import (
    ALGORITHMS,
    MAX_FORCED,
    NORMALIZER_STEPS,
    PARAMETERS,
    REPLAY,
    Forced,
    Settings,
    is_offered,
    suggest_settings,
)
from wordpiece.message import Message, message
from wordpiece.recipes import ALL_RECIPES


def own_source() -> Source | None:
    """Return the user's own corpus of the requested kind, if there is one already."""
    state = current()
    return state.own.get(state.settings.corpus)


def awaits_own() -> bool:
    """Return whether the settings need a corpus or a file of the user's own that is missing."""
    return awaits_merges() or (current().settings.is_own and own_source() is None)


def awaits_merges() -> bool:
    """Return whether the recipe replays a merges file that has not been opened yet."""
    state = current()
    return state.settings.recipe == REPLAY and state.merges is None


def present() -> None:
    """Callback: turn presenter mode on or off."""
    current().presenting = not current().presenting


# The sidebar.

VALUES = dict(PARAMETERS.values())
"""The values that settings may have, by their attribute."""


def bind(name: str) -> dict[str, Any]:
    """Return the arguments that bind a widget to a setting, and set the widget to its value."""
    value = getattr(current().settings, name)
    st.session_state[f"sidebar_{name}"] = list(value) if name == "normalizer" else value
    return {"key": f"sidebar_{name}", "on_change": change, "args": (name,)}


def change(name: str) -> None:
    """Callback: set one setting to the value of its widget; ignore one that is not offered."""
    state = current()
    value: Any = st.session_state[f"sidebar_{name}"]
    if name == "normalizer":
        value = tuple(step for step in NORMALIZER_STEPS if step in value)
    elif name == "vocab_size":
        value = value if type(value) is int else None  # a forged message may have any number
    elif not VALUES[name].accepts(value) or (
        name == "tie_break" and not is_offered(state.settings.recipe, value)
    ):
        return
    if name == "corpus":
        choose_corpus(value)
    elif name == "recipe":
        _choose_recipe(state, value)
    else:
        # Chosen merges still apply with another vocabulary size, which does not change merges.
        forced = state.settings.forced if name == "vocab_size" else ()
        state.settings = replace(state.settings, **{name: value, "forced": forced})
    state.problem = None


def choose_corpus(corpus: str) -> None:
    """Callback: request another corpus, with its suggested settings."""
    state = current()
    chosen = suggest_settings(corpus, state.settings.recipe)
    if state.awaited and chosen.is_own:  # the awaited corpus may come as text, table or file
        chosen = replace(state.settings, corpus=corpus)
    else:
        state.awaited = None
    state.settings, state.problem = chosen, None
    fit(state)


def _choose_recipe(state: State, recipe: str) -> None:
    """Request another recipe, if it is not for any corpus on the one that its source uses."""
    shown_on = ALL_RECIPES[recipe].corpus if recipe in ALL_RECIPES.keys() - ALGORITHMS else ""
    state.settings = suggest_settings(shown_on or state.settings.corpus, recipe)
    state.awaited = None
    fit(state)


def resume() -> None:
    """Callback: retry a training that broke off."""
    state = current()
    state.failed = state.problem = None


def show_example(settings: Settings, step: int, values: Mapping[Field[str], str]) -> None:
    """Callback: set settings, step and fields at once."""
    state = current()
    state.settings, state.step, state.step_is_asked = settings, step, True
    state.problem, state.vocabulary, state.awaited = None, None, None
    for field, value in values.items():
        fields.put(field, value)


# Merges chosen by the user.


def get_forced() -> Forced:
    """Return the user's chosen merges in the training on screen, as (step, rank), by step."""
    on_screen = current().shown
    return on_screen[0].forced if on_screen else ()


def force(pair_rank: int) -> None:
    """Callback: make a row of the score table on screen the next merge, and show that step.

    Merges chosen for later steps are undone, since they belong to another training.

    Args:
        pair_rank: the 1-based row; row 1 would be the next merge anyway.
    """
    state = current()
    earlier = [choice for choice in get_forced() if choice[0] <= state.step]
    if len(earlier) == MAX_FORCED:
        state.next_remarks.append(message("You can choose at most {n} merges.", n=MAX_FORCED))
        return
    timeline = current_training.get().merges
    replays = state.shown and state.shown[0].recipe == REPLAY
    if timeline is None or replays or state.step >= len(timeline):
        return  # only merges can be chosen, and only before the last one
    if not 0 < pair_rank <= len(timeline.scores(state.step)):
        return  # the screen has changed since the click
    _choose(state, (*earlier, (state.step + 1, pair_rank)), state.step + 1)


def undo(step: int) -> None:
    """Callback: undo the merge chosen for a step and all later ones; show the step before."""
    if step in dict(get_forced()):
        _choose(current(), tuple(choice for choice in get_forced() if choice[0] < step), step - 1)


def _choose(state: State, choices: Forced, step: int) -> None:
    settings, source = current_training.on_screen(state)
    if settings.is_own:  # the merges belong to the corpus on screen, not to one that failed
        state.own[settings.corpus] = source
    steps.go(step)
    state.settings = replace(settings, forced=choices)
    state.step_is_asked, state.problem, state.awaited = True, None, None


def remark(said: Message) -> None:
    """Callback: show a sentence on the next screen."""
    current().next_remarks.append(said)

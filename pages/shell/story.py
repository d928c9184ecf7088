"""The story of a token: a dialog that opens from any token of a page, and by a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import streamlit as st

from pages.locale import message
from pages.panels.shared.story import StorySource, StorySources, find_source, story, unknown
from pages.panels.train.kinds import kind_of
from pages.shell import sidebar, theme
from pages.shell.drawing import Dialog, draw_dialog
from pages.state import fields
from pages.state.remembered import Everywhere
from pages.state.session import current
from pages.state.views import close_dialog
from pages.trainings.job import Training
from pages.trainings.settings import Algorithm, recipe_titles


def show(sources: Callable[[], StorySources]) -> None:
    """Open the dialog, if a token's story is requested.

    If no training has the token, draw a sentence instead. Call in every page, after its training is
    made and before its panels.

    Args:
        sources: returns the sources of the page; empty if stories are not allowed yet.
    """
    token = fields.get(Everywhere.story)
    if not token:
        return
    found = sources()
    if find_source(found, token):
        title = message("The story of a token")
        draw_dialog(Dialog(title, partial(_draw, sources), width="large"))
        return
    close_dialog()
    not_yet = message("Answer the question first: the story of a token could show the answer.")
    st.warning(sidebar.plain(unknown(token, found) if found else not_yet))


def _draw(sources: Callable[[], StorySources]) -> None:
    """Draw the story."""
    found, token = sources(), fields.get(Everywhere.story)
    name = find_source(found, token, fields.get(Everywhere.story_of))
    if name is not None:  # otherwise the story was closed meanwhile
        theme.show(story(found, name, token))


def of_page(
    training: Training,
    *,
    until: int | None = None,
    others: Mapping[Algorithm, Training] = MappingProxyType({}),
    goes: bool = True,
) -> StorySources:
    """Return the training on screen, and the other trainings that the page has.

    Args:
        training: the training on screen.
        until: the last step that stories may show; None for all.
        others: the trainings of the same corpus, by their algorithm.
        goes: whether the page can show other steps.
    """
    made: dict[str, Training] = {training.settings.recipe: training}
    for name, other in others.items():
        made.setdefault(name, other)
    step = min(current().step, len(training.steps))
    goes_to = (lambda step: step) if goes else None
    return {name: source_of(each, step, until, goes_to) for name, each in made.items()}


def source_of(
    training: Training,
    step: int,
    until: int | None = None,
    goes_to: Callable[[int], int] | None = None,
) -> StorySource:
    """Return a training as a source of token stories, which show its steps up to ``until``.

    The other arguments are those of `StorySource`. A training with fewer steps is at its end.
    """
    steps, kind = training.steps, kind_of(training.settings)
    last = len(steps)
    end = last if until is None else min(until, last)
    title = recipe_titles()[training.settings.recipe]
    return kind.story(title, steps, min(step, last), end, goes_to)

"""The training on screen, and others of the same corpus.

If the requested training cannot be made, the screen does not change, and the state's ``problem``
has the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

import streamlit as st

from pages.foreign.file import File
from pages.locale import say
from pages.state import steps
from pages.state.session import State, current, owner
from pages.trainings import training_cache
from pages.trainings.job import ForcedMergeError, Key, Source, Training, sample_source
from pages.trainings.queue import BrokenOffError, Task, queue_for
from pages.trainings.settings import (
    ALGORITHMS,
    OWN_FILE,
    REPLAY,
    Algorithm,
    Settings,
    kind_of_recipe,
    suggest_settings,
)
from wordpiece.errors import CorpusError, VocabularySizeError
from wordpiece.message import message

UNDONE = message(
    "Your choice of merges was undone, because the corpus or the settings have changed. Use the "
    "browser's Back button to go back to your choice; if the app then asks for your corpus, open "
    "it again."
)
OTHER_TEXT = message(
    "The link was made with another corpus, so the step and any chosen merges in the link may "
    "not fit this corpus."
)

SECONDS_WITHOUT_BAR = 0.8
"""Seconds before the progress bar appears."""


def prepare(*, longer: bool = False) -> Training:
    """Return the training to show; make it if it is not cached, with a progress bar if it is long.

    If the requested settings cannot be trained, return the previous training, and set the state's
    ``problem``.

    Args:
        longer: whether the page limits the step itself, which may exceed this training's last.
    """
    state = current()
    state.attempted = state.settings
    source = source_of(state, state.settings)
    if source is None:  # the user has not provided the corpus yet
        return _previous(state, longer)
    try:
        made = _make_with_valid_choices(state, source)
    except (CorpusError, VocabularySizeError) as error:
        why = error.message
        if state.settings.corpus == OWN_FILE:
            why = message("{name}: {why}", name=source.name, why=why)
        state.problem = why
        return _previous(state, longer)
    if state.awaited and state.settings.is_own:
        of, state.step = state.awaited
        state.awaited, state.step_is_asked = None, True
        if not source.digest.startswith(of):
            state.remarks.append(OTHER_TEXT)
    before = state.shown
    if before and before[0].forced and not (state.settings.forced or state.step_is_asked):
        state.remarks.append(UNDONE)
    if before and (before[0].corpus, before[1].digest) != (state.settings.corpus, source.digest):
        state.step = state.step if state.step_is_asked else 0
        steps.first_pages()
    state.step_is_asked = False
    state.shown = (state.settings, source)
    if not longer:
        steps.hold(len(made.steps))
    return made


def get() -> Training:
    """Return the training on screen. For fragments, after the page has called `prepare`."""
    return _previous(current())


def by_algorithm(names: Collection[Algorithm] = ALGORITHMS) -> dict[Algorithm, Training]:
    """Return the corpus on screen trained by some algorithms. Call in a page, after `prepare`.

    Raises:
        CorpusError: one of the algorithms cannot train on the corpus.
    """
    return {name: on_same_words(name) for name in names}


def get_cached_by_algorithm() -> dict[Algorithm, Training]:
    """Return those trainings of `by_algorithm` that are cached or quick to make."""
    trainings = {}
    settings, source = on_screen(current())
    for name in ALGORITHMS:
        with suppress(CorpusError):
            if training_cache.is_at_hand(_with_recipe(settings, name), source, owner()):
                trainings[name] = on_same_words(name)
    return trainings


def on_same_words(recipe: str) -> Training:
    """Return the corpus on screen trained by a recipe. Call in a page, after `prepare`.

    A vocabulary size that is too small for the recipe, though not for that on screen, is raised to
    the smallest that works.

    Raises:
        CorpusError: the recipe cannot train on the corpus.
    """
    settings, source = on_screen(current())
    wanted = _with_recipe(settings, recipe)
    try:
        return _make(current(), wanted, source)
    except VocabularySizeError as error:
        return _make(current(), replace(wanted, vocab_size=error.minimum), source)


def _with_recipe(settings: Settings, recipe: str) -> Settings:
    """Return settings with another recipe, and the same words.

    Limits and rules among equals mean something else for another kind of training.
    """
    if kind_of_recipe(recipe) == kind_of_recipe(settings.recipe) == "merges":
        forced = settings.forced if recipe == settings.recipe else ()
        return replace(settings, recipe=recipe, forced=forced)
    split = settings.pre_tokenizer
    if split == "metaspace" and kind_of_recipe(settings.recipe) != "merges":
        split = "whitespace"  # the mark ▁ is usual only in Unigram
    usual = suggest_settings(settings.corpus, recipe)
    size = usual.vocab_size if kind_of_recipe(recipe) == "merges" else None
    return replace(usual, normalizer=settings.normalizer, pre_tokenizer=split, vocab_size=size)


def broke_off() -> bool:
    """Return whether the requested training broke off, so that it can be tried again."""
    state = current()
    return bool(state.problem and state.failed and isinstance(state.failed[1], BrokenOffError))


def replayed_merges() -> File | None:
    """Return the merges file that the training on screen replays, or None."""
    asked, of = on_screen(current())
    return of.merges if asked.recipe == REPLAY else None


def source() -> Source:
    """Return the source on screen."""
    return on_screen(current())[1]


T = TypeVar("T")


def memoize(make: Callable[..., T], trainings: Sequence[Training], *how: Hashable) -> T:
    """Return ``make(timelines, *how)``, computed once; see `training_cache.memoize`."""
    return training_cache.memoize(make, trainings, owner(), *how)


def on_screen(state: State) -> tuple[Settings, Source]:
    """Return settings and source of the training on screen."""
    return state.shown or (Settings(), sample_source(Settings()))


def source_of(state: State, settings: Settings) -> Source | None:
    """Return the source for some settings; None if the user has not provided it yet."""
    source = state.own.get(settings.corpus) if settings.is_own else sample_source(settings)
    if settings.recipe != REPLAY or source is None:
        return source
    if state.merges is None:
        return None
    merges = state.merges.file
    return replace(source, merges=merges, digest=f"{source.digest}+{merges.digest}")


def _make_with_valid_choices(state: State, source: Source) -> Training:
    """Return the requested training; drop chosen merges from the first one that does not exist."""
    try:
        return _make(state, state.settings, source)
    except ForcedMergeError as error:
        valid = tuple(choice for choice in state.settings.forced if choice[0] < error.index)
        state.settings = state.attempted = replace(state.settings, forced=valid)
        state.remarks.append(
            message(
                "{why} This chosen merge and all later chosen merges are ignored.",
                why=error.message,
            )
        )
        return _make(state, state.settings, source)


def _previous(state: State, longer: bool = False) -> Training:
    """Return the previous training.

    At first, or if it has to be made again and the worker breaks off, return the training of the
    default settings.
    """
    if state.shown is None:
        state.step = 0
    settings, source = on_screen(state)
    try:
        made = _make(state, settings, source)
    except BrokenOffError:
        state.shown, state.step = None, 0
        settings, source = on_screen(state)
        made = _make(state, settings, source)
    state.shown = (settings, source)
    if not longer:
        steps.hold(len(made.steps))
    return made


def _make(state: State, settings: Settings, source: Source) -> Training:
    make_long = partial(_from_a_worker, state)
    return training_cache.get_training(settings, source, owner(), make_long)


def _from_a_worker(state: State, key: Key, source: Source) -> Training:
    """Have a worker make a training; a session can have one at a time."""
    if state.failed and state.failed[0] == key:  # otherwise each click would try again
        raise state.failed[1].with_traceback(None)  # it would keep the frames of every run
    task = state.task
    if task is None or task.key != key:
        if task:
            task.give_up()
        task = state.task = Task(key, source, partial(training_cache.get_cached, key, owner()))
        queue_for(source).append(task)
    _wait_for(task)
    state.task = None
    try:
        return task.result()
    except (CorpusError, VocabularySizeError) as error:
        state.failed = (key, error)
        raise


def _wait_for(task: Task) -> None:
    """Wait until a long training has ended, with a bar and a button to cancel it."""
    if task.wait(SECONDS_WITHOUT_BAR):
        return
    place = st.empty()
    with place.container():
        bar = st.progress(0.0)
        # A page may train several times in one run, so the keys must differ.
        key = f"cancel_{hash(task.key)}"
        st.button(say("Cancel"), on_click=_cancel, key=key)
        # Whenever the bar is drawn, Streamlit may end this run in favour of another, such as that
        # of a click on Cancel. The task continues, and the next run finds it in the state.
        text = ""
        while not task.wait(0.2):
            if text != (text := _progress_text(task)):
                bar.progress(task.progress, text=text)
    place.empty()


def _progress_text(task: Task) -> str:
    if before := task.queue.tasks_before(task):
        return say(
            "Waiting for another training …",
            "Waiting for {n} other trainings …",
            n=before,
        )
    return say("Training: {n} {n:step|steps} so far", n=task.merges)


def _cancel() -> None:
    task = current().task
    if task:
        task.give_up()

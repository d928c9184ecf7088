"""Wait for a long training, with a bar and a button to cancel it."""

from __future__ import annotations

import streamlit as st

from pages.locale import say
from pages.state.session import current
from pages.trainings.queue import Task

SECONDS_WITHOUT_BAR = 0.8
"""Seconds before the progress bar appears."""


def wait_for(task: Task) -> None:
    """Wait until a task has ended."""
    if task.wait(SECONDS_WITHOUT_BAR):
        return
    place = st.empty()
    with place.container():
        bar = st.progress(0.0)
        # A page may train several times in one run, so the keys must differ.
        key = f"cancel_{hash(task.key)}"
        st.button(say("Cancel, and keep the steps made so far"), on_click=_cancel, key=key)
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
    if task.merges:
        return say("Training: {n} {n:step|steps} so far", n=task.merges)
    return say("Counting words …")


def _cancel() -> None:
    task = current().under_way.task
    if task:
        task.cancel()

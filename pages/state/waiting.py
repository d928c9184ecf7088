"""Wait for a long training, with a bar and a button to cancel it."""

from __future__ import annotations

import streamlit as st

from pages.locale import say
from pages.state.session import current
from pages.trainings.queue import Task

SILENT = 0.8
"""Seconds a training may take before there is a progress bar."""


def wait_for(task: Task) -> None:
    """Wait until a task has ended."""
    if task.wait(SILENT):
        return
    place = st.empty()
    with place.container():
        bar = st.progress(0.0)
        # A page may train several times in one run, and keys must differ.
        key = f"cancel_{hash(task.key)}"
        st.button(say("Cancel, and keep what is learned so far"), on_click=_cancel, key=key)
        # Each time the bar is drawn Streamlit may stop this run for the next one, such as a
        # click on Cancel; the task goes on, and the next run finds it in the state.
        said = ""
        while not task.wait(0.2):
            if said != (said := _how_far(task)):
                bar.progress(task.progress, text=said)
    place.empty()


def _how_far(task: Task) -> str:
    if task.before:
        return say(
            "Waiting for another training …",
            "Waiting for {n} other trainings …",
            n=task.before,
        )
    if task.merges:
        return say("Training: {merges} merges so far", merges=task.merges)
    return say("Counting words …")


def _cancel() -> None:
    task = current().under_way.task
    if task:
        task.cancel()

"""Choose how a visitor's own text is split into words, as long as the visitor has not."""

from __future__ import annotations

from dataclasses import replace

from pages.state.session import State
from pages.trainings.job import Source
from pages.trainings.settings import REPLAY, Settings, suggested
from wordpiece.text.unspaced import is_unspaced


def fit(state: State) -> None:
    """Split the own text asked for into runs of one script if BERT's rule would leave too little.

    See `wordpiece.text.unspaced`. A choice of the visitor's stays, and so do a recipe's own rule
    and that of a merges file.
    """
    source = state.own.get(state.settings.corpus)
    if source is None or state.split_is_chosen:
        return
    fitting = fitting_for(state.settings, source)
    if fitting != state.settings.pre_tokenizer:
        state.settings = replace(state.settings, pre_tokenizer=fitting, forced=())


def fitting_for(settings: Settings, source: Source) -> str:
    """Return the pre-tokenizer for an own corpus of which the visitor has not chosen one."""
    usual = suggested(settings.corpus, settings.recipe).pre_tokenizer
    if settings.recipe == REPLAY:
        return settings.pre_tokenizer
    if usual == "bert" and source.kind == "text" and is_unspaced(source.text):
        return "scripts"
    return usual

"""Choose the pre-tokenizer for a visitor's own text, unless the visitor has chosen one."""

from __future__ import annotations

from dataclasses import replace

from pages.state.session import State
from pages.trainings.job import Source
from pages.trainings.settings import REPLAY, Settings, suggested
from wordpiece.text.unspaced import is_unspaced


def fit(state: State) -> None:
    """Split the requested own text into runs of one script if BERT's rule would leave too little.

    See `wordpiece.text.unspaced`. The pre-tokenizer does not change if the visitor, the recipe or a
    merges file determines it.
    """
    source = state.own.get(state.settings.corpus)
    if source is None or state.split_is_chosen:
        return
    fitting = fitting_for(state.settings, source)
    if fitting != state.settings.pre_tokenizer:
        state.settings = replace(state.settings, pre_tokenizer=fitting, forced=())


def fitting_for(settings: Settings, source: Source) -> str:
    """Return the automatic pre-tokenizer for an own corpus."""
    usual = suggested(settings.corpus, settings.recipe).pre_tokenizer
    if settings.recipe == REPLAY:
        return settings.pre_tokenizer
    if usual == "bert" and source.kind == "text" and is_unspaced(source.text):
        return "scripts"
    return usual

"""The kinds of training, by the name that a recipe has for its kind."""

from __future__ import annotations

from pages.panels.train.decisions.kind import DECISIONS
from pages.panels.train.kind import Kind
from pages.panels.train.merges import MERGES
from pages.panels.train.removals.kind import REMOVALS
from pages.trainings.settings import Settings, kind_of_recipe

KINDS = {"merges": MERGES, "removals": REMOVALS, "decisions": DECISIONS}


def kind_of(settings: Settings) -> Kind:
    """Return the kind of a training with some settings."""
    return KINDS[kind_of_recipe(settings.recipe)]

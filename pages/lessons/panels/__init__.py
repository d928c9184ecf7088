"""The kinds of live panels. Each is a class: what it shows, its field, its slider, its HTML."""

from pages.lessons.panels.scores import (
    Chance,
    Divergence,
    Gains,
    Likelihood,
    MergeGain,
    Rules,
    Scores,
    ScoresOver,
)
from pages.lessons.panels.sizes import Fertility, GrowthChart, Languages, Price, Sizes, Unseen
from pages.lessons.panels.sources import Printed, Work, Works
from pages.lessons.panels.texts import (
    Bytes,
    Decoding,
    EditableText,
    Given,
    Pipeline,
    SpecialTokens,
    Trace,
)
from pages.lessons.panels.topdown import Decisions, Readings, Rounds
from pages.lessons.panels.training import Again, CountTable, Entries, Side, Walk, Words
from pages.lessons.panels.unigram import BestSplits, RemovalCosts, Splits

__all__ = [
    "Again",
    "BestSplits",
    "Bytes",
    "Chance",
    "CountTable",
    "Decisions",
    "Decoding",
    "Divergence",
    "EditableText",
    "Entries",
    "Fertility",
    "Gains",
    "Given",
    "GrowthChart",
    "Languages",
    "Likelihood",
    "MergeGain",
    "Pipeline",
    "Price",
    "Printed",
    "Readings",
    "RemovalCosts",
    "Rounds",
    "Rules",
    "Scores",
    "ScoresOver",
    "Side",
    "Sizes",
    "SpecialTokens",
    "Splits",
    "Trace",
    "Unseen",
    "Walk",
    "Words",
    "Work",
    "Works",
]

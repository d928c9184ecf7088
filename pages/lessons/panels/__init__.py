"""The kinds of live panels. Each is a class: what it shows, its field, its slider, its HTML."""

from pages.lessons.panels.scores import (
    Chance,
    Divergence,
    Gains,
    MergeGain,
    Scores,
    ScoresOf,
    ScoresOver,
)
from pages.lessons.panels.sizes import Fertility, GrowthChart, Languages, Sizes, Unseen
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
from pages.lessons.panels.training import CountTable, Entries, Side, Walk, Words
from pages.lessons.panels.unigram import BestSplits, RemovalCosts, Splits

__all__ = [
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
    "MergeGain",
    "Pipeline",
    "Printed",
    "Readings",
    "RemovalCosts",
    "Rounds",
    "Scores",
    "ScoresOf",
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

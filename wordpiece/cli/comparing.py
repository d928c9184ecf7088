"""The command ``compare``: WordPiece, BPE and Hugging Face style on one corpus."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from wordpiece.cli.display import table
from wordpiece.cli.streams import write_output
from wordpiece.cli.training import corpus_of, merge_recipe, train, trainer_of
from wordpiece.message import ENGLISH, Message, message, paragraph
from wordpiece.recipes import ALGORITHMS, RECIPES
from wordpiece.scoring import times
from wordpiece.teaching.wording import explain_divergence, plus
from wordpiece.training.comparison import Comparison, Divergence

_PAIRS = (("wordpiece", "bpe"), ("wordpiece", "hugging-face"), ("hugging-face", "bpe"))
"""In each, the one with more marks is first, as `explain_divergence` needs it."""

_TITLES: dict[str, Message] = {name: RECIPES[name].title for name in ALGORITHMS}

MERGES = 100
"""The default: at the end of a training every word is one token."""


def run_compare(options: argparse.Namespace) -> None:
    """Train three algorithms on one corpus and write their differences."""
    if options.vocab_size is None and options.merges is None:
        options.merges = MERGES
    recipes = [merge_recipe(options, name) for name in ALGORITHMS]
    corpus = corpus_of(options, recipes[0], options.file)
    trainers = [trainer_of(recipe, corpus, options.seed) for recipe in recipes]
    timelines = [train(trainer, options) for trainer in trainers]
    found = _compare(Comparison(dict(zip(ALGORITHMS, timelines, strict=True))), options.rows)
    write_output(json.dumps(found, ensure_ascii=False) + "\n" if options.json else _text(found))


def _compare(comparison: Comparison, rows: int) -> dict[str, Any]:
    """Return the content of the output as JSON."""
    last = comparison.last
    measures = comparison.measures_at([last])
    measures["characters_per_token"] = measures.pop("token_length")
    trainings = {
        name: {
            "merges": len(timeline),
            "vocabulary_size": timeline.growth(len(timeline)).vocabulary,
            **{measure: round(float(of[name][0]), 6) for measure, of in measures.items()},
        }
        for name, timeline in comparison.timelines.items()
    }
    merges = [
        {
            name: list(timeline.pair(step)) if step <= len(timeline) else None
            for name, timeline in comparison.timelines.items()
        }
        for step in range(1, min(rows, last) + 1)
    ]
    differing = comparison.find_words(last, only_differing=True)
    words = [
        {"word": cuts.word, "count": cuts.frequency}
        | dict(zip(ALGORITHMS, map(list, filter(None, cuts.splits)), strict=True))
        for cuts in comparison.words(last, differing[:rows])
    ]
    return {
        "trainings": trainings,
        "parting": [_divergence(comparison, a, b) for a, b in _PAIRS],
        "merges": merges,
        "words_cut_differently": len(differing),
        "words": words,
    }


def _divergence(comparison: Comparison, a: str, b: str) -> dict[str, Any]:
    """Return the first merge in which two trainings differ."""
    found = comparison.divergence(a, b)
    choices = found.choices if found else (None, None)
    return {
        "between": [a, b],
        "merge": found.step if found else None,
        "pairs": [list(choice.chosen.pair) if choice else None for choice in choices],
        "shared_tokens": comparison.shared(a, b, comparison.last),
        "why": paragraph(_why(found, {name: _TITLES[name] for name in (a, b)})),
    }


def _why(found: Divergence | None, titles: Mapping[str, Message]) -> tuple[Message, ...]:
    if found and found.kind == "pair" and "wordpiece" not in found.names:
        ours, theirs = found.choices
        assert ours and theirs  # otherwise kind would be "end"
        tied = all(any(row.count_rank == 1 for row in choice.other) for choice in (ours, theirs))
        return (
            (_BY_TIE if tied else _BY_COUNT).fill(
                ours=titles[found.names[0]],
                theirs=titles[found.names[1]],
                our_pair=plus(ours.chosen.pair),
                our_times=times(ours.chosen.pair_count),
                their_pair=plus(theirs.chosen.pair),
                their_times=times(theirs.chosen.pair_count),
            ),
        )
    return explain_divergence(found, titles)


_BY_COUNT = message(
    "Both merge the pair with the highest count. {ours} counts symbols at the beginning of a word "
    "and inside it separately: {our_pair} ({our_times}). {theirs} does not: {their_pair} "
    "({their_times})."
)
_BY_TIE = message(
    "Both merge the pair with the highest count, which two pairs of the same characters share in "
    "both. So the rule for ties decides, and its choice can depend on the marks. {ours}: "
    "{our_pair} ({our_times}). {theirs}: {their_pair} ({their_times})."
)


def _text(found: Mapping[str, Any]) -> str:
    """Return the comparison as tables with sentences between them."""
    titles = [str(title) for title in _TITLES.values()]
    measures = ["merges", "vocabulary", "tokens per word", "characters per token", "whole words"]
    sizes = [
        [title, str(its["merges"]), str(its["vocabulary_size"])]
        + [
            ENGLISH.number(its[name], "fixed2")
            for name in ("tokens_per_word", "characters_per_token")
        ]
        + [ENGLISH.number(its["whole_words"], "percent")]
        for title, its in zip(titles, found["trainings"].values(), strict=True)
    ]
    text = table(["", *measures], sizes, set(measures)) + "\n"
    for each in found["parting"]:
        a, b = (_TITLES[name] for name in each["between"])
        text += f"{_where(a, b, each['merge'])} {each['why']}\n"
    merges = [
        [str(step), *(" + ".join(row[name] or ["–"]) for name in ALGORITHMS)]
        for step, row in enumerate(found["merges"], 1)
    ]
    if merges:
        text += "\n" + table(["merge", *titles], merges, {"merge"})
    text += f"\n{_how_many(found['words_cut_differently'])}\n"
    words = [
        [row["word"], str(row["count"]), *(" ".join(row[name]) for name in ALGORITHMS)]
        for row in found["words"]
    ]
    return text + ("\n" + table(["word", "count", *titles], words, {"count"}) if words else "")


def _where(a: Message, b: Message, merge: int | None) -> Message:
    if merge is None:
        return message("{a} and {b}:", a=a, b=b)
    return message("{a} and {b}, merge {merge}:", a=a, b=b, merge=merge)


def _how_many(words: int) -> Message:
    if not words:
        return message("All three split every word in the same way.")
    return message(
        "The three split {n} {n:word|words} differently.",
        n=words,
    )

"""Tables of words to train on by hand, made from a seed."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Literal

from wordpiece.records import Pair
from wordpiece.teaching.by_hand.slips import Slip, tempted
from wordpiece.trainer import BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.timeline import Timeline

Rule = Literal["wordpiece", "bpe"]
"""The algorithm to train by hand."""

RULES: tuple[Rule, ...] = ("wordpiece", "bpe")
"""All algorithms to train by hand."""

MAX_SEED = 999_999
"""The largest seed."""

FAMILIES = tuple(
    words.split()
    for words in (
        "bug bun bus cub cup cut gun hub hug hum hut mug nut pub pug pun rub rug run sum sun "
        "tub tug",
        "bag ban bat can cap cat fan hat lap map mat nap pan pat rat tan tap van",
        "bin bit dig dip fig fin fit hip hit kid kit lid lip pig pin pit rib rim rip sip sit "
        "tin tip wig win",
        "bed beg bet den get hen jet leg let net peg pen pet ten web wed wet",
        "cot dog dot fog hog hop job jog log lot mob mop pot rob rod rot sob sow top",
    )
)
"""Everyday words by their vowel, so that many begin or end alike. No letter occurs twice in one."""

WORDS = range(4, 8)
"""How many words a table has."""

COUNTS = range(2, 13)
"""How often a word may occur."""

STEPS = range(6, 10)
"""How many merges a table has until no pairs are left."""

MOST_PAIRS = 10
"""The most pairs to count in the first step."""

TEMPTING = 2
"""In at least so many steps a mistake to practise leads to another merge."""

_TRIES = 10_000
"""Tables tried for one seed; about one in ten fits."""


@lru_cache(maxsize=1024)
def word_table(
    seed: int, rule: Rule, focus: frozenset[Slip] = frozenset()
) -> tuple[tuple[str, int], ...]:
    """Return the words of a table with their counts. The same seed gives the same table.

    A table has 4 to 7 words, 6 to 9 merges, a tie, and a step in which the counts from before the
    last merge lead to a wrong merge.

    >>> word_table(1, "wordpiece") == word_table(1, "wordpiece") != word_table(2, "wordpiece")
    True

    Args:
        seed: 1 to MAX_SEED.
        rule: the algorithm to train.
        focus: mistakes to practise: each leads to another merge in at least two steps, if it is
            about the choice of a pair.
    """
    rng = random.Random(f"{rule}/{seed}/{','.join(sorted(focus))}")
    wanted = {Slip.OLD_COUNTS: 1} | dict.fromkeys(focus, TEMPTING)
    tables = (_drawn(rng) for _ in range(_TRIES))
    return next(table for table in tables if _fits(table, rule, wanted))


def _drawn(rng: random.Random) -> tuple[tuple[str, int], ...]:
    """Draw words of one family, some perhaps with an s, and their counts."""
    family = rng.choice(FAMILIES)
    words = rng.sample(family, rng.choice(WORDS) - 1)
    longer = [word + "s" for word in words if "s" not in word]
    words += [rng.choice(longer) if longer else rng.choice(family)]
    return tuple((word, rng.choice(COUNTS)) for word in dict.fromkeys(words))


def _fits(table: tuple[tuple[str, int], ...], rule: Rule, wanted: dict[Slip, int]) -> bool:
    """Return whether a table is as `word_table` describes it.

    ``wanted`` has the number of steps in which a mistake leads to another merge.
    """
    timeline = follow(table, rule, (), to_the_end=True)
    if (
        len(table) not in WORDS
        or len(timeline) not in STEPS
        or len(timeline.scores(0)) > MOST_PAIRS
        or all(timeline.ties(step) == 1 for step in range(1, len(timeline)))
    ):
        return False
    steps = [tempted(timeline, step) for step in range(len(timeline))]
    return all(
        sum(bool(step.get(slip)) for step in steps) >= least
        for slip, least in wanted.items()
        if slip in steps[-1]
    )


def follow(
    table: tuple[tuple[str, int], ...],
    rule: Rule,
    path: tuple[Pair, ...],
    *,
    to_the_end: bool = False,
) -> Timeline:
    """Return the training of a table that makes the merges of a path.

    Args:
        table: the words with their counts.
        rule: the algorithm.
        path: the pairs to merge, in order.
        to_the_end: whether the training then continues by its rule until no pairs are left.

    Raises:
        UnknownPairError: a pair occurs in no word when it is to be merged.
    """
    words = dict(table)
    trainer: Trainer = BPETrainer(words)
    if rule == "wordpiece":
        trainer = WordPieceTrainer(words, special_tokens=())
    for step, pair in enumerate(path):
        is_own = (pair,) == trainer.timeline().scores(step).tied[:1]  # then it is not forced
        trainer.step(None if is_own else pair)
    if to_the_end:
        trainer.run()
    return trainer.timeline()

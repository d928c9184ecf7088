"""Tables of words to train on by hand, made from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple

from wordpiece.message import Message
from wordpiece.teaching.by_hand.merges import Merges
from wordpiece.teaching.by_hand.removals import Removals
from wordpiece.teaching.by_hand.slips import OF_MERGES, OF_REMOVALS, Slip
from wordpiece.teaching.by_hand.training import Choice, Training
from wordpiece.trainer import BPETrainer, WordPieceTrainer
from wordpiece.unigram.trainer import UnigramTrainer

Rule = Literal["wordpiece", "bpe", "unigram"]
"""The algorithm to train by hand."""

RULES: tuple[Rule, ...] = ("wordpiece", "bpe", "unigram")
"""All algorithms to train by hand."""


class Algorithm(NamedTuple):
    """An algorithm, as an exercise needs it.

    Attributes:
        trainer: makes a trainer from words with their counts; its ``step`` takes a choice.
        training: makes a `Training` from the trainer's timeline.
        words: how many words a table has.
        mistaken_steps: in at least so many steps a mistake to practise leads to another choice.
        slips: each mistake, as a phrase.
    """

    trainer: Callable[[dict[str, int]], Any]
    training: Callable[[Any], Training]
    words: range
    mistaken_steps: int
    slips: Mapping[Slip, Message]


ALGORITHMS: Mapping[Rule, Algorithm] = {
    "wordpiece": Algorithm(
        partial(WordPieceTrainer, special_tokens=()), Merges, range(4, 8), 2, OF_MERGES
    ),
    "bpe": Algorithm(BPETrainer, Merges, range(4, 8), 2, OF_MERGES),
    "unigram": Algorithm(UnigramTrainer, Removals, range(4, 5), 1, OF_REMOVALS),
}
"""The algorithm of each rule."""

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

COUNTS = range(2, 13)
"""How often a word may occur."""

_TRIES = 10_000
"""Tables tried for one seed; about one in ten fits."""


@lru_cache(maxsize=1024)
def word_table(
    seed: int, rule: Rule, focus: frozenset[Slip] = frozenset()
) -> tuple[tuple[str, int], ...]:
    """Return the words of a table with their counts. The same seed gives the same table.

    It is one whose training `is_suitable`, with a step in which the counts or costs from before the
    last step lead to a wrong choice.

    >>> word_table(1, "wordpiece") == word_table(1, "wordpiece") != word_table(2, "wordpiece")
    True

    Args:
        seed: 1 to MAX_SEED.
        rule: the algorithm to train.
        focus: mistakes to practise: each leads to another choice in at least two steps of merges,
            or one of removals, if it is about the choice.
    """
    rng = random.Random(f"{rule}/{seed}/{','.join(sorted(focus))}")
    wanted = {Slip.OLD_COUNTS: 1} | dict.fromkeys(focus, ALGORITHMS[rule].mistaken_steps)
    tables = (_drawn(rng, ALGORITHMS[rule].words) for _ in range(_TRIES))
    return next(table for table in tables if _fits(table, rule, wanted))


def _drawn(rng: random.Random, sizes: range) -> tuple[tuple[str, int], ...]:
    """Draw words of one family, some perhaps with an s, and their counts."""
    family = rng.choice(FAMILIES)
    words = rng.sample(family, rng.choice(sizes) - 1)
    longer = [word + "s" for word in words if "s" not in word]
    words += [rng.choice(longer) if longer else rng.choice(family)]
    return tuple((word, rng.choice(COUNTS)) for word in dict.fromkeys(words))


def _fits(table: tuple[tuple[str, int], ...], rule: Rule, wanted: dict[Slip, int]) -> bool:
    """Return whether a table is as `word_table` describes it.

    ``wanted`` has the number of steps in which a mistake leads to another choice.
    """
    training = follow(table, rule, (), to_the_end=True)
    if len(table) not in ALGORITHMS[rule].words or not training.is_suitable:
        return False
    steps = [training.mistaken(step) for step in range(len(training))]
    return all(
        sum(bool(step.get(slip)) for step in steps) >= least
        for slip, least in wanted.items()
        if slip in steps[-1]
    )


def follow(
    table: tuple[tuple[str, int], ...],
    rule: Rule,
    path: tuple[Choice, ...],
    *,
    to_the_end: bool = False,
) -> Training:
    """Return the training of a table that makes the choices of a path.

    Args:
        table: the words with their counts.
        rule: the algorithm.
        path: the pairs to merge or the pieces to remove, in order.
        to_the_end: whether the training then continues by its rule to its end.

    Raises:
        UnknownPairError, ArgumentError: a choice is not possible when it is to be made.
    """
    algorithm = ALGORITHMS[rule]
    trainer = algorithm.trainer(dict(table))
    for step, choice in enumerate(path):
        right = algorithm.training(trainer.timeline()).right(step)
        trainer.step(None if right[:1] == (choice,) else choice)  # then it is not forced
    if to_the_end:
        trainer.run()
    return algorithm.training(trainer.timeline())

"""Measure merges forced in a training of 1 MB: one more, and all of them undone and made again."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial

from bench.engine.clock import Work, print_times, seconds
from bench.engine.plan import Plan
from bench.serving import cpu_seconds
from pages.trainings import training_cache
from pages.trainings.job import sample_source
from pages.trainings.queue import Task
from pages.trainings.settings import Settings

OWNER = "bench"
RANK = 2
"""The row of the score table that is forced."""

MOST = 100
"""The most milliseconds of CPU that undoing or redoing may take."""


def print_forcing(plan: Plan) -> None:
    """Print all figures of forced merges, on the sample of Shakespeare."""
    plain = Settings("shakespeare", vocab_size=plan.entries)
    source, under_way = sample_source(plain), training_cache.UnderWay()

    def make(settings: Settings) -> object:
        return training_cache.get_training(settings, source, OWNER, under_way, _wait)

    # The distance between forced merges, such that more than a hundred of them fit.
    apart = max(1, plan.entries // (2 * (plan.forced + plan.rounds)))
    forced = tuple((1 + i * apart, RANK) for i in range(plan.forced + plan.rounds))
    states = [replace(plain, forced=forced[:n]) for n in range(len(forced) + 1)]
    for state in states[: plan.forced + 1]:
        make(state)
    family = partial(cpu_seconds, os.getpid())
    server, workers = [], []
    for state in states[plan.forced + 1 :]:
        before = family()
        server.append(_ms(partial(make, state)))
        workers.append((family() - before) * 1000)
    undone = [_ms(partial(make, state)) for state in reversed(states[:-1])]
    redone = [_ms(partial(make, state)) for state in states[1:]]
    training_cache.drop_owner(OWNER)
    what = f"{plan.entries:,} entries, {plan.forced} merges forced"
    print_times(f"{what}: one more, CPU of the server", server, "ms", digits=0)
    print_times(f"{what}: one more, CPU of the server and its worker", workers, "ms", digits=0)
    print_times(f"{what}: each of them undone, CPU", undone, "ms", MOST, digits=0)
    print_times(f"{what}: each of them made again, CPU", redone, "ms", MOST, digits=0)


def _ms(work: Work) -> float:
    return seconds(work) * 1000


def _wait(task: Task) -> None:
    while not task.wait(0.05):
        pass

"""Measure what is looked at after a training: any step, a pair, questions, the step log."""

from __future__ import annotations

import random
from functools import partial

from bench.engine.clock import interleaved, print_times, seconds
from bench.engine.plan import Plan
from bench.engine.texts import counted, shakespeare
from wordpiece import BPETrainer, Timeline, WordPieceTrainer, what_if
from wordpiece.files.writers import steps_csv
from wordpiece.recipes import RECIPES
from wordpiece.teaching.quiz import questions


def print_steps(plan: Plan) -> None:
    """Print all figures of looking at a training."""
    words = counted(plan.text)
    trainers = WordPieceTrainer(words), BPETrainer(words)
    for trainer in trainers:
        trainer.run(plan.entries)
    timeline, bpe = (trainer.timeline() for trainer in trainers)
    any_step(timeline, plan)
    teaching(timeline, bpe, plan)
    step_log(plan)


def any_step(timeline: Timeline, plan: Plan) -> None:
    """Measure what a screen of a random step takes."""
    rng = random.Random(2)

    def screen() -> None:
        step = rng.randrange(len(timeline) + 1)
        table = timeline.scores(step)
        table.rows(0, 50)
        table.tied  # noqa: B018
        for position in timeline.find_words(step)[:60].tolist():
            timeline.word(step, position)

    times = [seconds(screen) * 1000 for _ in range(2 * plan.looks)]
    what = f"any step of {len(timeline):,}: score table, all ties and 60 splits, CPU"
    print_times(what, times, "ms", 10, digits=1)


def teaching(timeline: Timeline, bpe: Timeline, plan: Plan) -> None:
    """Measure what a click on a pair takes, and a run of questions."""
    rng = random.Random(3)

    def look_at_a_pair() -> None:
        step = rng.randrange(len(timeline))
        what = what_if(timeline, step, timeline.pair(step + 1))
        list(what.changes(0, 4))

    times = [seconds(look_at_a_pair) * 1000 for _ in range(plan.looks)]
    print_times("a pair looked at: all scores that would change, CPU", times, "ms", digits=1)
    seeds = range(max(5, plan.rounds))
    runs = [seconds(partial(questions, timeline, bpe, seed=n)) * 1000 for n in seeds]
    print_times("ten questions made, CPU", runs, "ms", digits=0)


def step_log(plan: Plan) -> None:
    """Measure how long the step log of the likelihood gain takes, on the sample of Shakespeare."""
    trainer = RECIPES["likelihood"].trainer(shakespeare(), seed=0)
    merges = trainer.run(plan.gain)
    timeline = trainer.timeline()
    times = interleaved(lambda: {"log": lambda: steps_csv(timeline, merges)}, plan.rounds)
    what = f"step log of the likelihood gain, {merges:,} merges, written as CSV, CPU"
    print_times(what, times["log"], "s", 1.0)

"""Measure a large word table: reading it, making a trainer of it, and the memory of trainings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial

from bench.engine.clock import WIDTH, Work, interleaved, print_times
from bench.engine.plan import Plan
from bench.engine.texts import syllables_table
from bench.report import print_row
from bench.serving import ROOT
from wordpiece import WordPieceTrainer
from wordpiece.text.corpus import build
from wordpiece.text.normalizers import compose

MOST = 1_024
"""MiB."""


def print_tables(plan: Plan) -> None:
    """Print all figures of a large table."""
    text = syllables_table(plan.table)
    read = partial(build, text, "table", compose([]), "bert")
    words = read().word_frequencies
    works: dict[str, Work] = {"read": read, "ready": partial(WordPieceTrainer, words)}
    times = interleaved(lambda: works, plan.rounds)
    what = f"a table of {plan.table:,} words"
    print_times(f"{what}, {len(text) / 1e6:.1f} MB: read and checked, CPU", times["read"], "s")
    print_times(f"{what}: made ready for the first merge, CPU", times["ready"], "s")
    peaks = peak_memory(plan)
    for name, said in (
        ("read", "read and made ready"),
        ("cancelled", f"a training cancelled after {plan.before:,} merges and packed"),
        ("again", f"… and {plan.after:,} merges made again, the first still there"),
    ):
        is_last = name == "again"
        print_row(
            f"{what + ': most memory, ' + said:<{WIDTH}}",
            f"{peaks[name]:,.0f} MiB",
            f"<= {MOST:,} MiB" if is_last else "",
            peaks[name] <= MOST if is_last else None,
        )


def peak_memory(plan: Plan) -> dict[str, float]:
    """Return the peak memory of a separate process in MiB, at three points; see `memory`."""
    sizes = map(str, (plan.table, plan.before, plan.after))
    # The app's workers have Python's own allocator, too.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.engine.memory", *sizes],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    peaks: dict[str, float] = json.loads(done.stdout)
    return peaks

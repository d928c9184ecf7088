"""Train on a large table, cancel it and train again, as a worker of the app does; print the peaks.

    python -m bench.engine.memory WORDS BEFORE AFTER

Prints as JSON the most MiB that this process has had: once the table has been read and made ready,
once a training of BEFORE merges has been cancelled and packed, and once another has made AFTER
merges and has been packed while the first was still there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench.engine.texts import syllables_table
from pages.trainings.job import Job, Packed, Source
from pages.trainings.settings import suggested


def peak() -> float:
    """Return the most MiB of memory that this process has had (Linux)."""
    # `getrusage` would also count what the process had before it became this program.
    (line,) = (
        line
        for line in Path("/proc/self/status").read_text().splitlines()
        if line.startswith("VmHWM:")
    )
    return int(line.split()[1]) / 1024


def train(job: Job, merges: int) -> None:
    """Make so many merges, or a few more."""
    while job.merges < merges and not job.advance(0.1):
        pass


def main(words: int, before: int, after: int) -> dict[str, float]:
    """Train twice, and return the peaks."""
    source = Source.of("words.tsv", "table", syllables_table(words))
    key = suggested("file"), source.digest
    peaks = {}
    first = Job(key, source)
    peaks["read"] = peak()
    train(first, before)
    training = first.result()
    packed = [Packed.of(training)]
    peaks["cancelled"] = peak()
    second = Job(key, source)
    train(second, after)
    packed.append(Packed.of(second.result()))
    peaks["again"] = peak()
    return peaks


if __name__ == "__main__":
    print(json.dumps(main(*map(int, sys.argv[1:]))))

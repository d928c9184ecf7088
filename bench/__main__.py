"""Measure the engine and a click on the page, and print the figures next to their targets.

    python -m bench [PART ...] [--rounds 5] [--text FILE]

A text of about 1 MB is made from the word counts in ``sample_corpora/shakespeare_words.tsv``: the
same words, as often, in random order. FILE may be any other UTF-8 text. See `bench.engine` for how
is measured; `python -m bench.growth` trains on texts of up to 100 MB.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench import click, pages, paint
from bench.engine.clock import WIDTH
from bench.engine.encoding import print_encoding
from bench.engine.forcing import print_forcing
from bench.engine.loops import loops
from bench.engine.peers import PEERS, library_wordpiece
from bench.engine.plan import Plan
from bench.engine.steps import print_steps
from bench.engine.tables import print_tables
from bench.engine.texts import counted, made_up_text
from bench.engine.training import print_training
from bench.report import print_machine_speed, print_row

PARTS: dict[str, Callable[[Plan], object]] = {
    "training": print_training,
    "encoding": print_encoding,
    "steps": print_steps,
    "tables": print_tables,
    "forcing": print_forcing,
    "click": lambda _: click.main(),
    "pages": lambda _: pages.main(),
    "paint": lambda _: paint.main(),
}
"""What can be measured, by the names of the parts."""


def parse_options(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of: {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a comparison")
    parser.add_argument("--text", type=Path, help="a UTF-8 text of about 1 MB")
    options = parser.parse_args(words)
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    return options


def print_head(plan: Plan, source: str) -> None:
    """Print what is measured, by what, and how busy the machine is."""
    installed = [f"Python {platform.python_version()}"]
    for name in ("numpy", "tokenizers", *(peer.name for peer in PEERS)):
        try:
            installed.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{time.strftime('%Y-%m-%d')}; {os.cpu_count()} cores, load {load}; {loops()[0].name}")
    print(", ".join(installed))
    print(f"{source}: {len(plan.text.encode()):,} bytes, {len(counted(plan.text)):,} words")
    print(
        f"CPU time, one thread each, {plan.rounds} rounds in turn: medians; of the ratios of the "
        "rounds the median (least to most)"
    )
    print_machine_speed()
    wall, cpu = time.perf_counter(), time.process_time()
    library_wordpiece(plan.text.splitlines(), plan.entries)
    share = (time.process_time() - cpu) / (time.perf_counter() - wall)
    what = "one thread: CPU time of a training by tokenizers / its time by the clock"
    print_row(f"{what:<{WIDTH}}", f"{share:.2f}", "<= 1.05", share <= 1.05)
    print()


def main(words: Sequence[str] = ()) -> None:
    """Measure all parts, or those that are named."""
    options = parse_options(words)
    source = options.text.name if options.text else "words of the Shakespeare table, shuffled"
    text = options.text.read_text(encoding="utf-8") if options.text else made_up_text()
    plan = Plan(text, options.rounds)
    print_head(plan, source)
    for part in options.parts or PARTS:
        PARTS[part](plan)


if __name__ == "__main__":
    main(sys.argv[1:])

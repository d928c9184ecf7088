"""Measure the engine, a click and a key, and print the figures next to their targets.

python -m bench [PART ...] [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version

from bench import click, engine, paint

PARTS: dict[str, Callable[[str, int], object]] = {
    "training": engine.print_training,
    "encoding": engine.print_encoding,
    "click": lambda *_: click.main(),
    "paint": lambda *_: paint.main(),
}
"""What can be measured, by the names of the parts."""


def main(words: Sequence[str] | None = None) -> None:
    """Measure all parts, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of: {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of a comparison")
    options = parser.parse_args(words)
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    text = engine.made_up_text()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"{time.strftime('%Y-%m-%d')}; {os.cpu_count()} cores, load {load}")
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "tokenizers"))
    print(f"Python {platform.python_version()}, {libraries}; {len(text.encode()):,} bytes of text")
    for part in options.parts or PARTS:
        PARTS[part](text, options.rounds)


if __name__ == "__main__":
    main()

"""Measure how training grows with the text, from 100 KB to 100 MB, and draw it.

    python -m bench.growth [--rounds 5] [--chart docs/growth.svg]

The texts are words of ``sample_corpora/shakespeare_words.tsv`` in random order. For the two larger
ones the table is made larger first: ten times the text has five times the distinct words, blends of
the old ones (`bench.engine.texts.ten_times_as_many_words`). DuckDB counts them with the queries
printed in docs/any_size.md, in one thread; our trainer reads the table it writes. The library gets
the file itself, as it can only count for itself.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
from collections.abc import Sequence
from contextlib import chdir
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import altair as alt
import duckdb
import pandas as pd
import vl_convert

from bench.engine.clock import Work, figure, interleaved
from bench.engine.loops import in_loop, loops
from bench.engine.peers import library_wordpiece
from bench.engine.texts import counted, write_text
from bench.report import print_machine_speed
from bench.serving import ROOT
from pages.trainings.job import MAX_CHARACTERS
from wordpiece import WordPieceTrainer
from wordpiece.text.corpus import from_table
from wordpiece.text.normalizers import compose

SIZES = (100_000, 1_000_000, 10_000_000, 100_000_000)
ENTRIES = 8_000

DUCKDB = "DuckDB counts"
COUNTS = "ours counts in Python"
LIBRARY = "tokenizers counts and trains"

GREY = "#777777"
COLOURS = ("#2f81f7", "#8957e5", "#c97a20", "#2da06a", "#d6409f")
"""Text and lines, as readable on white as on nearly black."""


class Row(NamedTuple):
    """The measurements on one text: its bytes, its distinct words, and the seconds of each round.

    A work that cannot be done on it has no times.
    """

    size: int
    words: int
    times: dict[str, list[float]]


def queries() -> tuple[str, str]:
    """Return two queries of docs/any_size.md: what a word is for BERT, and the one that counts."""
    text = (ROOT / "docs" / "any_size.md").read_text(encoding="utf-8")
    _, word, count = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    return word, count


def count_by_duckdb() -> None:
    """Count corpus.txt into words.tsv, in the current folder, in one thread."""
    word, count = queries()
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.execute(word)
        connection.execute(count)


def trains(loop: str) -> str:
    """Return what the work of a loop is called."""
    return f"ours reads the table and trains ({loop})"


def measure(size: int, rounds: int, entries: int = ENTRIES) -> Row:
    """Time every workload on a text of ``size`` bytes."""
    with TemporaryDirectory() as folder, chdir(folder):
        text, table = Path("corpus.txt"), Path("words.tsv")
        write_text(text, size)

        def ours() -> object:
            corpus = from_table(table.read_text(encoding="utf-8"), compose([]))
            return WordPieceTrainer(corpus.word_frequencies, vocab_size=entries).run()

        count_by_duckdb()
        works: dict[str, Work] = {DUCKDB: count_by_duckdb}
        if size <= MAX_CHARACTERS:
            works[COUNTS] = lambda: counted(text.read_text(encoding="utf-8"))
        works |= {trains(loop.name): in_loop(loop, ours) for loop in loops()}
        works[LIBRARY] = partial(library_wordpiece, text, entries)
        times = interleaved(lambda: works, rounds)
        with table.open(encoding="utf-8") as lines:
            words = sum(1 for _ in lines)
    return Row(size, words, times)


def print_table(rows: Sequence[Row], entries: int) -> None:
    """Print a Markdown table of medians, in CPU seconds."""
    names = list(rows[0].times)
    ours = trains(loops()[0].name)
    ratio = f"DuckDB and {loops()[0].name} / tokenizers"
    print(f"WordPiece to {entries:,} entries, CPU seconds, one thread each, medians:\n")
    print("|", " | ".join(["text", "distinct words", *names, ratio]), "|")
    print("|---:" * (len(names) + 3) + "|")
    for size, words, times in rows:
        found = [figure(statistics.median(times[name])) if name in times else "" for name in names]
        rounds = zip(times[DUCKDB], times[ours], times[LIBRARY], strict=True)
        share = figure(statistics.median((a + b) / c for a, b, c in rounds))
        print("|", " | ".join([f"{size / 1e6:g} MB", f"{words:,}", *found, share]), "|")


def draw(rows: Sequence[Row], path: Path, entries: int) -> None:
    """Write the chart of medians as SVG, readable on light and on dark."""
    size, work = "size of the text in MB (log scale)", "work"
    seconds = "CPU seconds, one thread (log scale)"
    points = pd.DataFrame(
        [
            {size: row.size / 1e6, seconds: statistics.median(times), work: name}
            for row in rows
            for name, times in row.times.items()
        ]
    )
    names = list(rows[0].times)
    tens = [10.0**power for power in range(-4, 5)]
    legend = alt.Legend(title=None, orient="bottom", columns=2, labelLimit=400)
    drawn = alt.Chart(points, width=560, height=320).encode(
        x=alt.X(f"{size}:Q", scale=alt.Scale(type="log"), axis=alt.Axis(values=tens, format="~g")),
        y=alt.Y(
            f"{seconds}:Q", scale=alt.Scale(type="log"), axis=alt.Axis(values=tens, format="~g")
        ),
        color=alt.Color(
            f"{work}:N",
            scale=alt.Scale(domain=names, range=[*COLOURS[: len(names)]]),
            legend=legend,
        ),
    )
    shape = alt.Shape(f"{work}:N", scale=alt.Scale(domain=names), legend=legend)
    dots = drawn.mark_point(size=70, filled=True, opacity=1).encode(shape=shape)
    chart = (
        alt.layer(drawn.mark_line(strokeWidth=2), dots)
        .properties(title=f"WordPiece to {entries:,} entries, by the size of the text")
        .configure(background="transparent", font="sans-serif")
        .configure_view(stroke=GREY, strokeOpacity=0.4)
        .configure_axis(
            labelColor=GREY, titleColor=GREY, tickColor=GREY, domainColor=GREY,
            gridColor=GREY, gridOpacity=0.25, labelFontSize=13, titleFontSize=13,
        )
        .configure_legend(labelColor=GREY, labelFontSize=13)
        .configure_title(color=GREY, fontSize=15)
    )  # fmt: skip
    path.write_text(vl_convert.vegalite_to_svg(chart.to_json()), encoding="utf-8")


def parse_options(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each text")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="bytes of the texts")
    parser.add_argument("--entries", type=int, default=ENTRIES, help="of the vocabulary")
    parser.add_argument("--chart", type=Path, default=ROOT / "docs" / "growth.svg")
    return parser.parse_args(words)


def main(words: Sequence[str] = ()) -> None:
    """Measure all texts, print the table and draw the chart."""
    options = parse_options(words)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {loops()[0].name}")
    print_machine_speed()
    rows = []
    for size in options.sizes:
        rows.append(measure(size, options.rounds, options.entries))
        print(f"{size / 1e6:g} MB: {options.rounds} rounds done", flush=True)
    print_table(rows, options.entries)
    draw(rows, options.chart.absolute(), options.entries)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The visitor of the load test sees what a browser would, and notices what is wrong.

The report of the engine says of every figure what is timed. Here its texts are so small that the
times mean nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import AsyncMock
from xml.etree import ElementTree

import pytest
import regex  # type: ignore[import-untyped]

from bench import __main__ as report
from bench import growth, load
from bench.engine import texts
from bench.engine.clock import interleaved, print_ratio
from bench.engine.peers import WORD
from bench.engine.plan import Plan
from bench.serving import ROOT, Server, family, serving
from bench.visitor import Lost, Trouble, Visitor
from wordpiece.text.pre_tokenizers import split_words

T = TypeVar("T")


@pytest.fixture(autouse=True)
def small_corpora(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "CORPORA", {"toy": 1, "course": 1})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def apart(call: Callable[..., T], *args: object) -> T:
    """In a thread of its own: in this one a browser of another test may have a loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *args).result()


def run(work: Coroutine[Any, Any, T]) -> T:
    result: T = apart(asyncio.run, work)
    return result


def test_it_steps_types_and_changes_page(server: Server) -> None:
    async def visit() -> None:
        async with await Visitor.open(server.address) as visitor:
            assert (visitor.step, visitor.stepper["last"]) == (0, 9)
            assert await visitor.go(3) > 0
            assert visitor.step == 3 and "Merge 3" in visitor.text and "hugs" in visitor.text
            assert visitor.query == "step=3"
            await visitor.go(4)
            assert "Merge 4" in visitor.text and "Merge 3" not in visitor.text
            before = visitor.runs
            await visitor.go(5)
            assert visitor.runs == before + 1  # a click is one run of the script
            await visitor.visit("compare")
            assert visitor.step == 5 and "BPE" in visitor.text
            await visitor.visit("encode")
            await visitor.type("Text to encode", "thug")
            assert "[UNK]" in visitor.text
            assert visitor.query == "step=5&text=thug"
            await visitor.press("Show an example: pugs")
            assert visitor.step == 9 and "pugs" in visitor.text
            await visitor.choose("Corpus", "Course sentences")
            assert visitor.query.startswith("corpus=course&")
        link = "corpus=course&step=2"
        async with await Visitor.open(server.address, "/compare", link) as visitor:
            assert (visitor.step, visitor.query) == (2, link)

    run(visit())


def test_a_missing_page_a_lost_click_and_an_error_are_noticed(server, monkeypatch):
    async def visit() -> None:
        with pytest.raises(Trouble, match="page not found"):
            await Visitor.open(server.address, "/nowhere")
        async with await Visitor.open(server.address) as visitor:
            with pytest.raises(Trouble, match="no button"):
                await visitor.press("No such button")
            with pytest.raises(Lost, match="went to step 10, but step 9"):
                await visitor.go(10)
            visitor._patience = 0.1
            monkeypatch.setattr(visitor._socket, "send", AsyncMock())  # nothing arrives
            with pytest.raises(Lost, match=r"no answer in 0\.1 s"):
                await visitor.go(1)
        async with await Visitor.open(server.address, "/encode") as visitor:
            with pytest.raises(Trouble, match="an error on the page"):
                await visitor.type("Text to encode", "a" * 100_001)

    run(visit())


def options(*words: str) -> argparse.Namespace:
    return load.parse_options(["--sessions", "3", "--seconds", "1", "--every", "0.3", *words])


def test_a_class_clicks_and_none_is_lost(server, capsys):
    measured = run(load.drive([server], options("--cold")))
    record = measured.record
    assert (record.lost, record.errors, len(record.opened)) == (0, 0, 3)
    assert len(record.clicks) >= 3  # one of each visitor, however busy the machine is
    assert sum(measured.cpu) > 0 and measured.memory[-1][1] > 50
    record.lost = 1
    assert not load.print_results(measured, options())
    assert re.search("lost clicks +1 .*MISSED", capsys.readouterr().out)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not changed")
def test_free_memory_of_the_server_goes_back_page_by_page(server: Server):
    workers = [Path(f"/proc/{pid}/environ") for pid in family(server.pid)[1:]]
    assert b"PYTHONMALLOC=malloc" in Path(f"/proc/{server.pid}/environ").read_bytes().split(b"\0")
    assert workers and not any(b"PYTHONMALLOC" in worker.read_bytes() for worker in workers)


PLAN = Plan(
    texts.made_up_text()[:20_000],
    rounds=2,
    entries=300,
    sizes=(5_000,),
    many=400,
    looks=3,
    table=2_000,
    before=20,
    after=30,
    forced=3,
    gain=20,
)
"""Everything that the report measures, in a few seconds."""

BROWSED = ("click", "pages", "paint")
"""Parts that visit a server."""

FIGURE = re.compile(r"\d [a-zM]|\d = \d|not installed")


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("part", [part for part in report.PARTS if part not in BROWSED])
def test_each_line_of_the_report_says_what_is_timed(part, capsys):
    report.PARTS[part](PLAN)
    lines = printed(capsys)
    assert lines
    for line in lines:
        assert FIGURE.search(line), line
        assert " CPU" in line or "most memory" in line, line


def test_works_are_run_in_turn_and_medians_are_printed(capsys):
    turns: list[str] = []
    works = {name: partial(turns.append, name) for name in "ab"}
    times = interleaved(lambda: works, 3)
    assert [{*turns[i : i + 2]} for i in (0, 2, 4)] == [{"a", "b"}] * 3
    assert [len(times[name]) for name in "ab"] == [3, 3]
    print_ratio("what, CPU s: a / b", [2.0, 9.0, 2.0], [1.0, 3.0, 4.0], 1.5)
    (line,) = printed(capsys)
    assert re.fullmatch(r"what, CPU s: a / b +2.000 / 3.000 = 2.00 \(0.50 to 3.00\) .*MISSED", line)


def test_peers_split_the_text_into_the_words_that_we_count():
    splits = [regex.findall(WORD, line) for line in PLAN.text.splitlines()]
    assert [*chain(*splits)] == split_words(PLAN.text, "bert")


def test_libraries_get_one_thread_before_they_are_imported():
    code = "import os, sys, bench.engine; assert 'tokenizers' not in sys.modules; print(*("
    code += "os.environ[name] for name in ('RAYON_NUM_THREADS', 'TOKENIZERS_PARALLELISM')))"
    clean = {name: value for name, value in os.environ.items() if "TOKENIZERS" not in name}
    clean.pop("RAYON_NUM_THREADS", None)
    said = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, env=clean, text=True)
    assert said.split() == ["1", "false"]


def test_duckdb_counts_what_we_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts.write_text(Path("corpus.txt"), 20_000)
    growth.count_by_duckdb()
    counts = [line.split("\t") for line in Path("words.tsv").read_text("utf-8").splitlines()]
    ours = texts.counted(Path("corpus.txt").read_text("utf-8"))
    assert [(word, int(count)) for word, count in counts] == [*ours.items()]


def test_the_chart_of_the_documents_is_that_of_the_command() -> None:
    text = (ROOT / "docs" / "performance.md").read_text("utf-8")
    assert "](growth.svg)" in text and "python -m bench.growth" in text
    drawn = "".join(ElementTree.parse(ROOT / "docs" / "growth.svg").getroot().itertext())
    names = (growth.DUCKDB, growth.COUNTS, growth.LIBRARY)
    assert all(text in drawn for text in (*names, "0.1", "100", "CPU seconds"))

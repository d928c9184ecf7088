"""The visitor of the load test sees what a browser would, and notices what is wrong."""

from __future__ import annotations

import argparse
import asyncio
import shutil
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import AsyncMock

import pytest

from bench import load
from bench.serving import ROOT, Server, serving
from bench.visitor import Lost, Trouble, Visitor

T = TypeVar("T")


@pytest.fixture(autouse=True)
def small_corpora(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "CORPORA", {"toy": 1, "course": 1})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: in this one a browser of another test may have a loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


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

    run(visit())


def test_a_link_and_a_page_by_name(server: Server) -> None:
    async def visit() -> None:
        link = "corpus=course&step=2"
        async with await Visitor.open(server.address, "/compare", link) as visitor:
            assert (visitor.step, visitor.query) == (2, link)

    run(visit())


def test_a_missing_page_a_lost_click_and_an_error_are_noticed(server: Server) -> None:
    async def visit() -> None:
        with pytest.raises(Trouble, match="page not found"):
            await Visitor.open(server.address, "/nowhere")
        async with await Visitor.open(server.address) as visitor:
            with pytest.raises(Trouble, match="no button"):
                await visitor.press("No such button")
            with pytest.raises(Lost, match="went to step 10, but step 9"):
                await visitor.go(10)
            visitor._patience = 1
            visitor._socket.send = AsyncMock()  # nothing arrives
            with pytest.raises(Lost, match="no answer in 1 s"):
                await visitor.go(1)
        async with await Visitor.open(server.address, "/encode") as visitor:
            with pytest.raises(Trouble, match="an error on the page"):
                await visitor.type("Text to encode", "a" * 100_001)

    run(visit())


BROKEN = """
import streamlit as st

stepper = st.components.v2.component("merge_by_merge.stepper", html="")


@st.fragment
def stepping():
    stepper(key="stepper", data={
        "step": 0, "last": 9, "seq": 0, "phase": "", "phases": ("",),
        "session": "", "held": 0, "boards": (), "now": ("", "", ()),
    })
    if st.button("Fail"):
        raise KeyError("a bug")


stepping()
"""
"""An app on which clicks have no effect, and one ends in an exception."""


def options(*words: str) -> argparse.Namespace:
    return load.parse_options(["--sessions", "3", "--seconds", "1.5", "--every", "0.3", *words])


def test_a_class_clicks_and_none_is_lost(server: Server) -> None:
    measured = run(load.drive([server], options("--cold")))
    record = measured.record
    assert (record.lost, record.errors, len(record.opened)) == (0, 0, 3)
    assert len(record.clicks) >= 9
    assert sum(measured.cpu) > 0 and measured.memory[-1][1] > 50


def test_visitors_come_and_go(server: Server) -> None:
    shortly = options("--cold", "--coming-and-going", "--minutes", "0.07", "--stay", "0.6")
    measured = run(load.drive([server], shortly))
    record = measured.record
    assert len(record.opened) > 3 and record.clicks
    assert (record.lost, record.errors) == (0, 0)


def test_who_is_there_at_the_end_does_not_come_once_more(server: Server) -> None:
    measured = run(
        load.drive([server], options("--cold", "--coming-and-going", "--minutes", "0.05"))
    )
    assert len(measured.record.opened) == 3


def test_a_load_test_of_a_broken_server_fails(tmp_path: Path) -> None:
    shutil.copy(ROOT / "serve.py", tmp_path)
    for name in ("pages", "wordpiece", "sample_corpora"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "app.py").write_text(BROKEN, "utf-8")
    with serving(tmp_path) as server:

        async def visit() -> None:
            async with await Visitor.open(server.address, query="step=0") as visitor:
                with pytest.raises(Trouble, match="an exception on the page"):
                    await visitor.press("Fail")
                with pytest.raises(Lost, match="went to step 1, but step 0 of 9 is shown"):
                    await visitor.go(1)

        run(visit())
        measured = run(load.drive([server], options("--cold")))
        assert measured.record.lost and not load.print_results(measured, options())
        server.process.kill()
        server.process.wait()
        measured = run(load.drive([server], options("--cold")))
        assert measured.record.errors and not measured.record.clicks
        assert not load.print_results(measured, options())

"""Test that the load test works. Other tests use `run` for an event loop."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from bench import load
from bench.serving import Server, serving

T = TypeVar("T")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as server:
        yield server


def apart(call: Callable[..., T], *args: object) -> T:
    """Call a function in a separate thread, because a browser test may run a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *args).result()


def run(work: Coroutine[Any, Any, T]) -> T:
    result: T = apart(asyncio.run, work)
    return result


def test_a_class_clicks_and_none_is_lost(server, monkeypatch):
    monkeypatch.setattr(load, "CORPORA", {"toy": 1, "course": 1})
    options = load.parse_options(["--sessions", "3", "--seconds", "1", "--every", "0.3"])
    record, _ = run(load.drive([server], options))
    assert not record.faults and len(record.opened) == 3
    assert len(record.clicks) >= 3  # at least one per visitor, even on a busy machine

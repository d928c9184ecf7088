"""Measure rooms with a class on its phones: `python -m bench.phones`.

Starts the app. N phones join, and ask for changes every two seconds; their teacher asks questions,
and they answer each within a few seconds, some of them twice. A vote's time counts from its request
until its answer has come; the teacher's screen has it when a request for the counts includes it.
With several processes, as between replicas, the rooms are in the store that ROOMS names.

    ROOMS=redis://127.0.0.1:6379/0 python -m bench.phones --phones 300 --rooms 10 --processes 2
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import httpx2
import uvloop

from bench.report import percentile, print_checks, spread
from bench.serving import Server, serving
from bench.steered import Teacher, steered
from pages.rooms.state import Ask

QUESTIONS, THINKING, SETTLING, CHANGES, POLL = 5, 4.0, 1.5, 0.3, 2.0
"""Questions, the seconds in which all answer one, the seconds after that until the counts are
compared, the share of phones that change their vote, once, and the seconds until a phone asks
again, on average, as in the script of the page."""

VOTE_P95, COUNTED = 150, 1_000
"""The most milliseconds for the answers to 95 of 100 votes, and until the teacher sees a vote."""

ASK = Ask(
    "Which pair merges next?", ("hu + ##g", "##u + ##g", "p + ##u", "b + ##u"), frozenset({1})
)

VOTES, ON_SCREEN = "votes answered", "… on the teacher’s screen"
SHOWN = "phones that show a change"
TIMES: defaultdict[str, list[float]] = defaultdict(list)
"""The observed times, in seconds."""

FAULTS: Counter[str] = Counter()
"""What went wrong, and how often."""


def client_of(address: str) -> httpx2.AsyncClient:
    """Return the HTTP client of one browser, whose requests come from the server's own pages."""
    return httpx2.AsyncClient(base_url=address, headers={"Origin": address}, verify=False)


class Class:
    """A room, its phones, and what the teacher sees."""

    def __init__(self, teacher: Teacher) -> None:
        self.teacher = teacher
        self.code, self.key = teacher.open()
        self.phones: list[Phone] = []
        self.voted: list[float] = []
        self.counts: list[tuple[float, int]] = []

    async def poll(self, address: str) -> None:
        """Ask for the counts four times a second, as the script of the teacher's page does."""
        path, headers = f"/join/{self.code}/count", {"X-Room-Key": self.key}
        async with client_of(address) as client:
            while True:
                counts = (await client.get(path, headers=headers)).json()
                self.counts.append((time.perf_counter(), counts["votes"]))
                await asyncio.sleep(0.25)

    async def ask(self, number: int) -> None:
        """Ask a question, let the phones answer, and compare the counts."""
        self.counts.clear()
        self.voted.clear()
        asked = time.perf_counter()
        await asyncio.to_thread(self.teacher.ask, self.code, self.key, ASK)
        await asyncio.gather(*(phone.answer(number, asked) for phone in self.phones))
        await asyncio.sleep(SETTLING)
        for rank, then in enumerate(sorted(self.voted), 1):
            seen = next((at for at, votes in self.counts if votes >= rank), None)
            if seen is None:
                FAULTS["a vote never came to the teacher's screen"] += 1
            else:
                TIMES[ON_SCREEN].append(max(0.0, seen - then))
        state = await asyncio.to_thread(self.teacher.reveal, self.code, self.key)
        last = Counter(phone.last for phone in self.phones)
        wanted = [last[option] for option in range(len(ASK.options))]
        if wanted != list(state.tallies[-1]):
            FAULTS[f"{wanted} was answered, {state.tallies[-1]} was counted"] += 1
        for phone in self.phones:
            await phone.until(lambda seen: seen["phase"] == "revealed")


class Phone:
    """A phone: it asks for its view, and votes when there is a question."""

    def __init__(self, address: str, room: Class, number: int) -> None:
        self.client, self.room, self.rng = client_of(address), room, random.Random(f"{number}")
        self.shows: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.last: int | None = None
        room.phones.append(self)

    async def join(self) -> None:
        """Join, and begin to ask."""
        answer = await self.client.post(f"/join/{self.room.code}", json={})
        self.voter = answer.json()["voter"]
        self.waits = asyncio.create_task(self.wait())
        await self.until(bool)

    async def wait(self) -> None:
        """Ask for the view again and again, as the script of the page does."""
        path, headers = f"/join/{self.room.code}/view", {"X-Room-Voter": self.voter}
        while True:
            said = (await self.client.get(path, headers=headers)).json()
            if "error" in said:
                FAULTS[said["error"]] += 1
                await asyncio.sleep(1)
                continue
            self.shows = said
            self.changed.set()
            await asyncio.sleep(POLL * (0.5 + self.rng.random()))

    async def until(self, what: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the phone shows something."""
        while not what(self.shows):
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), 30)

    async def answer(self, number: int, asked: float) -> None:
        """Wait for a question, and answer it once or twice."""
        await self.until(lambda seen: seen["number"] == number and seen["phase"] == "open")
        TIMES[SHOWN].append(time.perf_counter() - asked)
        turns = 2 if self.rng.random() < CHANGES else 1
        for turn in range(turns):
            await asyncio.sleep(self.rng.random() * THINKING / turns)
            option = self.rng.randrange(len(ASK.options))
            data = {"voter": self.voter, "number": number, "round": 1, "option": option}
            begin = time.perf_counter()
            answer = await self.client.post(f"/join/{self.room.code}/vote", json=data)
            TIMES[VOTES].append(time.perf_counter() - begin)
            if answer.json().get("mine") != option:
                FAULTS[answer.text] += 1
                continue
            self.last = option
            if turn == 0:
                self.room.voted.append(time.perf_counter())


async def drive(servers: Sequence[Server], teacher: Teacher, options: argparse.Namespace) -> bool:
    """Let the phones in, measure, and print; return whether all targets are met."""
    addresses = [server.address for server in servers]
    rooms = [Class(teacher) for _ in range(options.rooms)]
    phones = [
        # The phones of a room are on all servers.
        Phone(addresses[n // len(rooms) % len(addresses)], rooms[n % len(rooms)], n)
        for n in range(options.phones)
    ]
    polls = [
        asyncio.create_task(room.poll(addresses[n % len(addresses)]))
        for n, room in enumerate(rooms)
    ]
    await asyncio.gather(*(phone.join() for phone in phones))  # all scan at the same time
    for number in range(1, QUESTIONS + 1):
        await asyncio.gather(*(room.ask(number) for room in rooms))
    for task in (*polls, *(phone.waits for phone in phones)):
        task.cancel()
    return print_results()


def print_results() -> bool:
    """Print what was measured, and return whether all targets are met."""
    print(f"{'':<26}   count    median       95 %      worst")
    for what in (VOTES, ON_SCREEN, SHOWN):
        print(f"{what:<26}  {spread(TIMES[what])}")
    p95, most = percentile(TIMES[VOTES], 95) * 1000, percentile(TIMES[ON_SCREEN], 100) * 1000
    votes, counted = "95 of 100 votes were answered in", "the teacher sees each vote within"
    checks = [
        (votes, f"{p95:.0f} ms", f"<= {VOTE_P95} ms", p95 <= VOTE_P95),
        (counted, f"{most:.0f} ms", f"<= {COUNTED} ms", most <= COUNTED),
    ]
    return print_checks(checks, FAULTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--phones", type=int, default=100, help="phones at a time")
    parser.add_argument("--rooms", type=int, default=1, help="rooms to share them")
    parser.add_argument("--processes", type=int, default=1, help="servers to share them")
    options = parser.parse_args()
    if options.processes > 1 and not os.environ.get("ROOMS"):
        parser.error("several processes need a store, such as ROOMS=redis://127.0.0.1:6379/0")
    with ExitStack() as stack:
        first, teacher = stack.enter_context(steered())
        others = [stack.enter_context(serving()) for _ in range(options.processes - 1)]
        return 0 if uvloop.run(drive([first, *others], teacher, options)) else 1


if __name__ == "__main__":
    sys.exit(main())

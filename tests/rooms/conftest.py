"""The stores that the tests of rooms run on."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pages.panels.html import render
from pages.rooms import redis as in_store
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.redis import RedisStore
from pages.rooms.rules import Limit, NoRoom, RoomError, Stranger
from pages.rooms.web.phones import Phones
from tests.event_loops import run
from tests.programs import require
from tests.rooms.store import SERVER, Store


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A store on a busy machine may take longer to answer than a class would wait."""
    monkeypatch.setattr(in_store, "TIMEOUT_SECONDS", 30.0)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store; without its program it fails in CI and skips elsewhere."""
    require(SERVER, "redis-server")
    store = Store(tmp_path_factory.mktemp("store"))
    store.start()
    yield store
    store.kill()


Make = Callable[[Clock], Rooms]


def boundless() -> Limit:
    return Limit(at_once=1e9, per_minute=1e9)


class ByRequests(Rooms):
    """Rooms in memory whose phones join, see and vote by HTTP requests."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(MemoryStore(clock), boundless())
        self.phones = Phones(Rooms(self.store, boundless()), render)
        for name in ("wrong", "wrong_of", "joins", "requests"):
            setattr(self.phones, name, boundless())

    def join(self, code: str) -> str:
        return str(self.send(f"/{code}", {})["voter"])

    def see(self, code: str, voter: str) -> dict[str, Any]:
        return self.send(f"/{code}/view", voter=voter)

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> dict[str, Any]:
        vote = {"voter": voter, "number": number, "round": round, "option": option}
        return self.send(f"/{code}/vote", vote)

    def send(self, path: str, body: object = None, voter: object = "") -> dict[str, Any]:
        headers = {"host": "learn.example", "content-type": "application/json"}
        headers["x-room-voter"] = voter if isinstance(voter, str) else ""
        scope = {
            "type": "http", "method": "GET" if body is None else "POST", "path": f"/join{path}",
            "root_path": "", "query_string": b"", "client": ("192.0.2.1", 1),
            "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": json.dumps(body).encode()}

        async def send(message: Any) -> None:
            sent.append(message)

        run(self.phones(scope, receive, send))
        answer = json.loads(b"".join(message.get("body", b"") for message in sent))
        status = sent[0]["status"]
        if status != 200:
            errors = {404: NoRoom(), 405: NoRoom(), 403: Stranger()}  # 405: an empty code
            raise errors.get(status) or RoomError(answer, status)
        return {k: tuple(v) if isinstance(v, list) else v for k, v in answer.items()}


@pytest.fixture(params=["memory", "store"])
def make(request: pytest.FixtureRequest) -> Make:
    """How to make empty rooms with a clock: in memory, in a store, or "requests"."""
    if request.param == "memory":
        return lambda clock: Rooms(MemoryStore(clock), boundless())
    if request.param == "requests":
        return ByRequests
    store: Store = request.getfixturevalue("store")

    def in_store(clock: Clock) -> Rooms:
        store.client.flushall()
        return Rooms(RedisStore(store.address, clock), boundless())

    return in_store


@pytest.fixture
def its_rooms(make: Make, clock: Clock) -> Rooms:
    return make(clock)

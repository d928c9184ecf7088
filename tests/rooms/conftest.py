"""The stores that the tests of rooms run on."""

from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from pages.rooms import redis as in_store
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.redis import RedisStore
from pages.rooms.rules import Limit, NoRoom, RoomError, Stranger
from tests.event_loops import run
from tests.programs import require
from tests.rooms.store import SERVER, Store
from tests.test_phones import Answer, Phones


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
    """Rooms in memory whose phones join, see and vote by requests."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(MemoryStore(clock), boundless())
        self.phones = Phones(Rooms(self.store, boundless()))
        for name in ("wrong", "wrong_of", "joins", "requests"):
            setattr(self.phones.join, name, boundless())

    def join(self, code: str) -> str:
        return str(answered(self.phones.post(f"/join/{code}", {}))["voter"])

    def see(self, code: str, voter: Any) -> dict[str, Any]:
        header = str(voter or "").encode().decode("latin-1")
        return answered(self.at(code).view(header))

    def vote(self, code: str, voter: str, number: int, round: int, option: int) -> dict[str, Any]:
        return answered(self.at(code).vote(voter, option, number, round))

    def at(self, code: str) -> Phones:
        """Return the phones, which send their next requests to a room."""
        self.phones.code = code
        return self.phones


def answered(request: Coroutine[Any, Any, Answer]) -> dict[str, Any]:
    """Send a request; return its answer as `Rooms` does, or raise its error."""
    answer = run(request)
    if answer.status != 200:
        errors = {404: NoRoom(), 403: Stranger()}
        raise errors.get(answer.status) or RoomError(answer.json, answer.status)
    return {k: tuple(v) if isinstance(v, list) else v for k, v in answer.json.items()}


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

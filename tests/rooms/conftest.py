"""The stores that the tests of rooms run on."""

from collections.abc import Callable, Iterator

import pytest

from pages.rooms import redis as in_store
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.redis import RedisStore
from pages.rooms.rules import Limit
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


@pytest.fixture(params=["memory", "store"])
def make(request: pytest.FixtureRequest) -> Make:
    """How to make empty rooms with a clock: in memory, and in a store."""
    if request.param == "memory":
        return lambda clock: Rooms(MemoryStore(clock), boundless())
    store: Store = request.getfixturevalue("store")

    def in_store(clock: Clock) -> Rooms:
        store.client.flushall()
        return Rooms(RedisStore(store.address, clock), boundless())

    return in_store


@pytest.fixture
def its_rooms(make: Make, clock: Clock) -> Rooms:
    return make(clock)

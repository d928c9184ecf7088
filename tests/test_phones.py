"""Test the answers to requests of phones, malformed and abusive ones included.

The requests call the ASGI application directly, without a socket. `tests/browser/test_join.py` uses
a browser.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from inspect import signature
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount

from pages.locale import LANGUAGES
from pages.panels.html import render
from pages.rooms.operations import MemoryStore, Rooms
from pages.rooms.rules import JOINS_AT_ONCE, REQUESTS_AT_ONCE, WRONG_PER_ADDRESS, Limit
from pages.rooms.state import Ask, RoomState
from pages.rooms.web import phones as web
from pages.server.guard import Guard
from tests.event_loops import run
from tests.rooms.store import LosableStore

ASK = Ask("Which pair merges next?", ("hu + ##g", "##u + ##g", "p + ##u"), frozenset({1}))
HOST = "learn.example"

PATIENCE = 60
"""Seconds after which a wait for the application fails."""


class Answer:
    """Collect a response while it arrives."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.done = False
        self.left = asyncio.Event()
        self.scope: dict[str, Any] = {}
        self.task: asyncio.Task[None] | None = None

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    async def whole(self) -> "Answer":
        """Wait until the response is complete."""
        assert self.task
        await asyncio.wait_for(self.task, PATIENCE)
        assert self.done
        return self

    async def leave(self) -> None:
        """Close the connection."""
        self.left.set()
        assert self.task
        await asyncio.wait_for(self.task, PATIENCE)


class Phones:
    """Send requests to a separate application, in which used limits stay used."""

    def __init__(self, rooms: Any = None, root: str = "") -> None:
        self.rooms: Any = rooms or Rooms(MemoryStore())
        self.root = root
        self.join = web.Phones(self.rooms, render)
        self.join.wrong_of = Limit(WRONG_PER_ADDRESS, 0, clock=lambda: 0.0)
        self.join.joins = Limit(JOINS_AT_ONCE, 0, clock=lambda: 0.0)
        self.join.requests = Limit(REQUESTS_AT_ONCE, 0, clock=lambda: 0.0)
        other = Mount("/", PlainTextResponse("Streamlit"))
        self.app = Guard(Starlette(routes=[*self.join.routes(), other]))
        self.code: str
        self.key: str
        self.code, self.key = self.rooms.open()

    def begin(
        self, method: str, path: str, *bodies: bytes, stall: bool = False, **headers: str
    ) -> Answer:
        """Send a request with its body in pieces, and return the answer at once."""
        answer = Answer()
        path, _, query = path.partition("?")
        names = {"host": HOST, **{k.replace("_", "-"): v for k, v in headers.items()}}
        answer.scope = {
            "type": "http", "method": method, "path": self.root + path, "root_path": self.root,
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in names.items()],
            "client": ("192.0.2.1", 1),
        }  # fmt: skip
        pieces = [*bodies] or [b""]

        async def receive() -> dict[str, Any]:
            if pieces and not stall:
                body = pieces.pop(0)
                return {"type": "http.request", "body": body, "more_body": bool(pieces)}
            await answer.left.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = {k.decode(): v.decode() for k, v in message["headers"]}
            else:
                answer.body += message.get("body", b"")
                answer.done = not message.get("more_body", False)

        answer.task = asyncio.ensure_future(self.app(answer.scope, receive, send))
        return answer

    async def ask(self, method: str, path: str, *bodies: bytes, **headers: str) -> Answer:
        """Send a request, and return the complete answer."""
        return await self.begin(method, path, *bodies, stall=False, **headers).whole()

    async def post(self, path: str, data: Any, **headers: str) -> Answer:
        """Send JSON as the phone's page does."""
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        headers = {"content_type": "application/json", "origin": f"https://{HOST}", **headers}
        return await self.ask("POST", path, body, **headers)

    async def enter(self) -> str:
        """Join the room, and return the new voter id."""
        answer = await self.post(f"/join/{self.code}", {})
        assert answer.status == 200
        return str(answer.json["voter"])

    async def vote(self, voter: Any, option: Any, number: Any = 1, round: Any = 1) -> Answer:
        data = {"voter": voter, "number": number, "round": round, "option": option}
        return await self.post(f"/join/{self.code}/vote", data)

    async def view(self, voter: str) -> Answer:
        """Request a phone's view."""
        return await self.ask("GET", f"/join/{self.code}/view", x_room_voter=voter)

    async def count(self, key: str) -> Answer:
        """Request the counts for the teacher's screen."""
        return await self.ask("GET", f"/join/{self.code}/count", x_room_key=key)

    def steer(self, event: Any) -> None:
        self.rooms.steer(self.code, self.key, event)

    def put(self, ask: Ask) -> None:
        self.steer(lambda state: state.ask(ask))

    def tally(self) -> tuple[int, ...]:
        tallies: tuple[tuple[int, ...], ...] = self.rooms.status(self.code, self.key).tallies
        return tallies[-1]


def classroom(
    test: Callable[..., Awaitable[None]], **options: Any
) -> Callable[[pytest.MonkeyPatch], None]:
    """Run a test with phones in an event loop, and with `monkeypatch` if it has two parameters."""
    patches = len(signature(test).parameters) == 2

    def whole(monkeypatch: pytest.MonkeyPatch) -> None:
        async def go() -> None:
            phones = Phones(**options)
            await test(phones, *[monkeypatch] * patches)

        run(go())

    whole.__name__, whole.__doc__ = test.__name__, test.__doc__
    return whole


@classroom
async def test_the_page_is_small_and_bound(phones: Phones):
    page = await phones.ask("GET", f"/join?code={phones.code}")
    script, style = [await phones.ask("GET", f"/join/phone.{kind}") for kind in ("js", "css")]
    assert page.status == script.status == style.status == 200
    assert sum(len(each.body) for each in (page, script, style)) < 30_000
    html = page.body.decode()
    assert "<style" not in html and "style=" not in html and " on" + "click" not in html
    assert html.count("<script") == 1 and "></script>" in html  # only a link to the script
    assert phones.code not in html  # the page does not repeat the address
    for each in (page, script, style):
        assert "set-cookie" not in each.headers
        assert each.headers["x-content-type-options"] == "nosniff"
        assert "script-src 'self'" in each.headers["content-security-policy"]
        assert each.headers["content-type"].endswith("charset=utf-8")
    assert "immutable" in script.headers["cache-control"]
    assert b"innerHTML" not in script.body and b"insertAdjacentHTML" not in script.body


@classroom
async def test_what_is_elsewhere_is_left_to_the_app(phones: Phones):
    for path in ("/", "/joined", "/train/join", "/join.html"):
        assert (await phones.ask("GET", path)).body == b"Streamlit"
    slash = await phones.ask("GET", "/join/?code=HJK%204TW")
    assert slash.status == 307 and slash.headers["location"] == "../join?code=HJK%204TW"
    typed = await phones.ask("GET", "/join/HJK4TW?lang=fr")
    assert typed.status == 307 and typed.headers["location"] == "../join?code=HJK4TW&lang=fr"


# Languages. A question is in the teacher's language, all other texts are in the phone's.


@classroom
async def test_the_page_is_in_the_language_of_the_link_or_the_browser(phones: Phones):
    words = set()
    for code, browser in ACCEPTED.items():
        by_link = await phones.ask("GET", f"/join?lang={code}", accept_language="en")
        by_browser = await phones.ask("GET", "/join", accept_language=browser)
        assert by_link.body == by_browser.body
        page = by_link.body.decode()
        assert f'<html lang="{code}" dir="ltr">' in page
        said = re.findall(r' data-[a-z]+="([^"]+)"|>([^<]+)</(?:title|h1|label|button|p)>', page)
        assert len(said) >= 15
        words.add(tuple(said))
    assert len(words) == len(LANGUAGES)
    for unknown in ("", "xx", "<b>", "fr" * 100):
        raw = (await phones.ask("GET", f"/join?lang={unknown}", accept_language="x, *")).body
        assert b'<html lang="en" dir="ltr">' in raw and b"<b>" not in raw.partition(b"<body")[0]


ACCEPTED = {
    "en": "en-GB",
    "fr": "fr-CA, en;q=0.9",
    "pt": "pt-BR, pt;q=0.9",
    "ru": "ru",
    "zh-Hans": "zh-CN, zh;q=0.9",
    "zh-Hant": "zh-TW, zh;q=0.9, en",
}


def test_below_another_path(monkeypatch: pytest.MonkeyPatch):
    """Serve below the path of Streamlit's option, and below that of a proxy."""

    async def go(phones: Phones, path: str) -> None:
        assert (await phones.ask("GET", path)).status == 200
        assert (await phones.post(f"{path}/{phones.code}", {})).status == 200

    async def both() -> None:
        await go(Phones(root="/class"), "/join")
        monkeypatch.setattr("streamlit.get_option", lambda name: "/a/b/")
        phones = Phones()
        await go(phones, "/a/b/join")
        assert (await phones.ask("GET", "/join")).body == b"Streamlit"

    run(both())


# Requests that the phone's page never sends.


@classroom
async def test_malformed_requests_are_refused(phones: Phones):
    voter, code = await phones.enter(), phones.code
    json_type = {"content_type": "application/json"}
    big = b'{"voter": "' + b"x" * web.MAX_BODY + b'"}'
    wrong: list[tuple[int, str, str, bytes, dict[str, str]]] = [
        (405, "PUT", f"/join/{code}", b"{}", json_type),
        (405, "POST", "/join", b"{}", json_type),
        (405, "POST", f"/join/{code}/view", b"{}", {**json_type, "x_room_voter": voter}),
        (405, "GET", f"/join/{code}/vote", b"", {}),
        (405, "PUT", f"/join/{code}/vote", b"{}", json_type),
        (405, "DELETE", f"/join/{code}", b"{}", json_type),
        (415, "POST", f"/join/{code}", b"{}", {"content_type": "text/plain"}),
        (415, "POST", f"/join/{code}", b"{}", {}),
        (413, "POST", f"/join/{code}/vote", big, json_type),
        (403, "POST", f"/join/{code}", b"{}", {**json_type, "origin": "https://evil.example"}),
        (403, "POST", f"/join/{code}", b"{}", {**json_type, "origin": "null"}),
        *((400, "POST", f"/join/{code}/vote", body, json_type) for body in NO_OBJECTS),
        *((404, "GET", path, b"", {}) for path in (f"/join/{code}/run", "/join//", "/join/a/b/c")),
    ]
    for status, method, path, body, headers in wrong:
        answer = await phones.ask(method, path, body, **headers)
        assert answer.status == status, (method, path, body)
        assert answer.json["error"].endswith(".") and "Traceback" not in answer.body.decode()
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in answer.headers
    assert phones.rooms.status(code, phones.key).joined == 1


NO_OBJECTS = (b"", b"{", b"[]", b'"x"', b"\xff", b"[" * 1_000, b"NaN", b"1" * 1_000, b"null")


@classroom
async def test_no_teacher_is_on_the_web(phones: Phones):
    """Not even with the room's key can a request do what the teacher's screen does."""
    what = [name for name in dir(Rooms) + dir(RoomState) if not name.startswith("_")]
    assert {"ask", "again", "reveal", "count", "end", "status", "steer"} <= {*what}
    for name in what:
        if name not in ("vote", "count", "view"):
            data = {"key": phones.key, "code": phones.code, "right": [0]}
            answer = await phones.post(f"/join/{phones.code}/{name}", data, x_room_key=phones.key)
            assert answer.status == 404
    answer = await phones.ask("GET", f"/join/{phones.code}/count", x_room_key="x" * 22)
    assert answer.status == 404
    assert (await phones.ask("GET", f"/join/{phones.code}/count?key={phones.key}")).status == 404


@classroom
async def test_a_body_that_never_ends(phones: Phones, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(web, "BODY_SECONDS", 0.01)
    path, kind = f"/join/{phones.code}", "application/json"
    answer = await phones.begin("POST", path, stall=True, content_type=kind).whole()
    assert answer.status == 408
    # A large body in many small pieces is refused, too.
    answer = await phones.ask("POST", path, *([b" " * 100] * 100), content_type=kind)
    assert answer.status == 413


# Votes.


@classroom
async def test_votes_that_cannot_count(phones: Phones):
    """`tests/rooms/test_any_order.py` tests other invalid votes."""
    phones.put(ASK)
    odd: tuple[Any, ...] = (3, -1, 10**400, 1.0, True, "0", None, [0], {}, float("nan"))
    for value in odd:
        voter = await phones.enter()
        for data in ((value, 1, 1), (0, value, 1), (0, 1, value)):
            answer = await phones.vote(voter, *data)
            assert 400 <= answer.status < 500 and set(answer.json) == {"error"}, data
        assert (await phones.vote(value, 0)).status in (403, 429)
    assert (await phones.post(f"/join/{phones.code}/vote", {"voter": voter})).status == 409
    for stranger in ("x" * 22, phones.key):
        assert (await phones.vote(stranger, 0)).status == 403
    assert phones.tally() == (0, 0, 0)


@classroom
async def test_three_hundred_votes_and_views_are_one_vote(phones: Phones):
    phones.put(ASK)
    voter, other = await phones.enter(), await phones.enter()
    sent = [await phones.vote(voter, 1)]
    sent += await asyncio.gather(*(phones.vote(voter, n % 3) for n in range(149)))
    sent += await asyncio.gather(*(phones.view(voter) for n in range(150)))
    refused = [answer for answer in sent if answer.status == 429]
    assert len(refused) == 300 - REQUESTS_AT_ONCE and {each.status for each in sent} == {200, 429}
    assert {answer.json["error"] for answer in refused} == {str(web.TOO_MANY_REQUESTS)}
    assert sum(phones.tally()) == 1
    assert (await phones.vote(other, 1)).status == 200  # other phones can still vote


@classroom
async def test_phones_that_join_by_the_hundred(phones: Phones):
    """Wrong codes do not count as phones: here a class of 40 mistypes its code twice."""
    for _ in range(2 * 40):
        assert (await phones.post("/join/CCCCCC", {})).status == 404
    joined = [await phones.post(f"/join/{phones.code}", {}) for _ in range(JOINS_AT_ONCE + 20)]
    statuses = [answer.status for answer in joined]
    assert statuses == [200] * JOINS_AT_ONCE + [429] * 20


@classroom
async def test_guessed_codes_reveal_nothing(phones: Phones):
    """After too many wrong codes, requests with the right code get the same answer."""
    voter, stranger = await phones.enter(), "x" * 22
    phones.put(ASK)
    for n in range(WRONG_PER_ADDRESS):
        code = f"CDF{n:03}".translate(str.maketrans("0125680", "CDFGHJK"))
        assert code != phones.code
        kind = n % 3
        if kind == 0:
            answer = await phones.post(f"/join/{code}", {})
        elif kind == 1:
            answer = await phones.post(f"/join/{code}/vote", {"voter": f"{n:022}"})
        else:
            answer = await phones.ask("GET", f"/join/{code}/count", x_room_key=stranger)
        assert answer.status == 404
    for code in (phones.code, "CCCCCC"):
        for answer in (
            await phones.post(f"/join/{code}", {}),
            await phones.post(f"/join/{code}/vote", {"voter": stranger}),
            await phones.ask("GET", f"/join/{code}/view", x_room_voter=stranger),
            await phones.ask("GET", f"/join/{code}/count", x_room_key=stranger),
        ):
            assert answer.status == 429
            assert answer.json == {"error": str(web.TOO_MANY_CODES)}
    # Phones and teachers in a room continue.
    assert (await phones.vote(voter, 1)).status == 200
    for answer in (await phones.view(voter), await phones.count(phones.key)):
        assert answer.status == 200 and answer.headers["cache-control"] == "no-store"


@classroom
async def test_codes_that_arrive_at_the_same_moment_pass_no_limit(phones: Phones):
    wrong = [phones.post("/join/CCCCCC", {}) for _ in range(4 * WRONG_PER_ADDRESS)]
    statuses = sorted(answer.status for answer in await asyncio.gather(*wrong))
    assert statuses == [404] * WRONG_PER_ADDRESS + [429] * 3 * WRONG_PER_ADDRESS


def test_no_phone_gets_the_key_or_the_answer():
    """The bytes that phones receive do not depend on which option is right."""

    async def received(right: int) -> bytes:
        phones = Phones()
        voter = await phones.enter()
        phones.put(Ask(ASK.title, ASK.options, frozenset({right})))
        views = [await phones.view(voter)]
        votes = [await phones.vote(voter, option) for option in (0, 1, 2, 3)]
        phones.steer(RoomState.again)
        views.append(await phones.view(voter))
        page = await phones.ask("GET", f"/join?code={phones.code}")
        answers = (*views, *votes, page)
        raw = b"".join(each.body + str(each.headers).encode() for each in answers)
        assert phones.key.encode() not in raw and voter.encode() not in raw
        assert raw.count(b'"right"') == raw.count(b'"right": []') == 5
        return raw.replace(phones.code.encode(), b"")

    first, second = run(received(0)), run(received(2))
    assert first == second and b"##u + ##g" in first


STORE = LosableStore()


@partial(classroom, rooms=Rooms(STORE))
async def test_a_store_that_does_not_answer(phones: Phones):
    """Phones and teacher get a sentence, and continue once the store answers again."""
    voter = await phones.enter()
    STORE.lost = True
    for answer in (
        await phones.view(voter),
        await phones.vote(voter, 1),
        await phones.count(phones.key),
        await phones.post(f"/join/{phones.code}", {}),
    ):
        assert answer.status == 503 and set(answer.json) == {"error"}
    STORE.lost = False
    phones.put(ASK)
    assert (await phones.view(voter)).json["phase"] == "open"
    assert (await phones.vote(voter, 1)).status == 200

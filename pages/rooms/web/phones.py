"""Answers to requests below ``/join``, which come from phones and from the teacher's screen.

    GET  /join                the page; ?code=ABCDEF fills in the code, ?lang=fr is its language
    GET  /join/CODE           a redirect to it
    POST /join/CODE           {} -> {"voter": "..."}
    POST /join/CODE/vote      {"voter", "number", "round", "option"} -> the phone's view
    GET  /join/CODE/view      header X-Room-Voter -> the phone's view; a phone asks every 2 s
    GET  /join/CODE/count     header X-Room-Key -> the counts for the teacher, see
                              `RoomState.counts`

An error is a status of at least 400 and {"error": "one sentence"}. There are no cookies, and
addresses never contain a key or a voter id.

A phone asks again and again. If a request waited for a change instead, the server would have to
know which phones wait, notice those that leave, and end the waits when it stops.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import Receive, Scope, Send

from pages import locale
from pages.locale import to_text
from pages.rooms import codes, rules
from pages.rooms.operations import Rooms
from pages.rooms.rules import Limit, NoRoom, RoomError, Stranger
from pages.server.environment import base_path
from pages.server.guard import is_cross_origin
from wordpiece.message import Message, message

PAGE = "rooms/web/phone.html"
"""The template of the page, relative to `pages/`."""

ASSETS = {"phone.js": "text/javascript", "phone.css": "text/css"}
"""The media types of the page's files."""

SCRIPTS = Path(__file__).parents[2] / "components/scripts"
MODULES = ("shared.js", "line.js")
"""The modules that phone.js imports; they are sent as one file, which needs no import."""

MAX_BODY = 1_024
"""The most bytes that a phone sends; a vote has about 90."""

BODY_SECONDS = 10.0

THREADS = 8
"""The most threads that call the rooms, which may be in a remote store."""

# In English only, since no page of the app sends such a request.
WRONG_PATH = Message("This address does not exist.")
WRONG_METHOD = Message("This address does not accept this kind of request.")
WRONG_SITE = Message("This request came from another site and was refused.")
NO_JSON = Message(f"This address accepts only JSON: one object of at most {MAX_BODY:,} bytes.")
TOO_SLOW = Message("The request took too long to arrive.")
TOO_MANY_CODES = message("Too many wrong codes were tried. Try again in a minute.")
TOO_MANY_JOINS = message("Too many phones joined just now. Try again in a minute.")
TOO_MANY_REQUESTS = message("This phone sends too many requests. Wait a moment.")

T = TypeVar("T")


class Phones:
    """The ASGI application for phones.

    Args:
        rooms: the rooms of the server.
        write: fills in the page's template, by its name.
    """

    def __init__(self, rooms: Rooms, write: Callable[..., str]) -> None:
        self.rooms = rooms
        self.write = write
        self.threads = CapacityLimiter(THREADS)
        self.guessing = Lock()
        of_all, of_each = rules.WRONG_PER_MINUTE, rules.WRONG_PER_ADDRESS
        self.wrong, self.wrong_of = Limit(of_all, of_all), Limit(of_each, of_each, most=10_000)
        self.joins = Limit(rules.JOINS_AT_ONCE, rules.JOINS_PER_MINUTE)
        self.requests = Limit(rules.REQUESTS_AT_ONCE, 60 * rules.REQUESTS_PER_SECOND)
        self.assets = {name: Path(__file__).with_name(name).read_bytes() for name in ASSETS}
        modules = [SCRIPTS.joinpath(name).read_bytes() for name in MODULES]
        script = re.sub(rb"(?m)^import .*\n", b"", self.assets["phone.js"])
        self.assets["phone.js"] = b"".join([*modules, script])
        # Browsers fetch a file once: its address contains the version.
        self.version = sha256(b"".join(self.assets.values())).hexdigest()[:12]
        self.path = f"{base_path()}/join"
        of_room = [
            Route("/", self.to_page),
            *(Route(f"/{name}", self.asset) for name in ASSETS),
            Route("/{code}", self.to_page),
            Route("/{code}", self.join, methods=["POST"]),
            Route("/{code}/vote", self.vote, methods=["POST"]),
            Route("/{code}/view", self.view),
            Route("/{code}/count", self.count),
        ]
        self.app = Starlette(
            routes=[
                Route(self.path, self.page),
                Mount(self.path, Router(of_room, redirect_slashes=False)),
            ],
            exception_handlers={RoomError: self.refuse, HTTPException: self.refuse},
        )

    def routes(self) -> list[BaseRoute]:
        """Return the routes for an application that answers other requests as well."""
        return [Route(self.path, self), Route(f"{self.path}/{{rest:path}}", self)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        locale.use(language_of(request))
        await self.app(scope, receive, send)

    async def refuse(self, request: Request, error: Exception) -> Response:
        """Return the response to a refused request: a sentence."""
        if not isinstance(error, RoomError):
            is_path = isinstance(error, HTTPException) and error.status_code == 404
            error = RoomError(WRONG_PATH, 404) if is_path else RoomError(WRONG_METHOD, 405)
        return json_response({"error": to_text(error.message)}, error.status)

    async def page(self, request: Request) -> Response:
        """Return the page."""
        text = self.write(PAGE, version=self.version)
        return Response(text, 200, {"Cache-Control": "no-cache"}, "text/html; charset=utf-8")

    async def to_page(self, request: Request) -> Response:
        """Redirect to the page, whose relative addresses would be wrong at this path."""
        query = {**request.query_params, **request.path_params}
        asked = {name: query[name][:40] for name in ("code", "lang") if query.get(name)}
        return RedirectResponse(f"../join?{urlencode(asked, quote_via=quote)}")

    async def asset(self, request: Request) -> Response:
        """Return a file of the page, which may be cached forever."""
        name = request.url.path.rpartition("/")[2]
        forever = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(self.assets[name], 200, forever, ASSETS[name])

    async def join(self, request: Request) -> Response:
        """Add a phone to a room."""
        await read_json(request)
        code, address = code_of(request), address_of(request)

        def enter() -> str:
            if not self.joins.allows(address, count=False):
                raise RoomError(TOO_MANY_JOINS, 429)
            voter = self.rooms.join(code)
            self.joins.allows(address)
            return voter

        voter = await to_thread.run_sync(self.guess, address, enter, limiter=self.threads)
        return json_response({"voter": voter})

    async def vote(self, request: Request) -> Response:
        """Count a vote."""
        sent = await read_json(request)
        # The room refuses values of a wrong type or size.
        vote = (sent.get(name) for name in ("number", "round", "option"))
        return await self.for_phone(request, self.rooms.vote, sent.get("voter"), *vote)

    async def view(self, request: Request) -> Response:
        """Return a phone's view."""
        voter = request.headers.get("x-room-voter", "")
        return await self.for_phone(request, self.rooms.see, voter)

    async def for_phone(
        self, request: Request, function: Callable[..., dict[str, Any]], voter: object, *args: Any
    ) -> Response:
        """Return a phone's view after a call, unless the phone sends too many requests."""
        voter = voter if codes.is_secret(voter) else ""
        if not self.requests.allows((code_of(request), voter)):
            raise RoomError(TOO_MANY_REQUESTS, 429)
        return json_response(await self.for_member(request, function, voter, *args))

    async def count(self, request: Request) -> Response:
        """Return the counts of a room for the teacher's screens."""
        key = request.headers.get("x-room-key", "")
        return json_response((await self.for_member(request, self.rooms.status, key)).counts)

    async def for_member(self, request: Request, function: Callable[..., T], *args: Any) -> T:
        """Call a function of the rooms, with the room's code, that only a member may call.

        The code of a non-member counts as a guess, so a phone that has joined is never limited.
        """
        call = partial(function, code_of(request), *args)

        def call_or_guess() -> T:
            try:
                return call()
            except (NoRoom, Stranger):
                return self.guess(address_of(request), call)

        return await to_thread.run_sync(call_or_guess, limiter=self.threads)

    def guess(self, address: str, look_up: Callable[[], T]) -> T:
        """Look up a code, and count it for its address and for this process if it is wrong.

        One code is looked up at a time, so codes that arrive at the same moment cannot exceed the
        limits. Beyond them all codes, wrong and right ones, get the same answer.
        """
        with self.guessing:
            limits = (self.wrong, None), (self.wrong_of, address)
            if not all(limit.allows(who, count=False) for limit, who in limits):
                raise RoomError(TOO_MANY_CODES, 429)
            try:
                return look_up()
            except NoRoom:
                for limit, who in limits:
                    limit.allows(who)
                raise


def language_of(request: Request) -> str:
    """Return the code of a request's language: the link's, else the browser's."""
    browser = request.headers.get("accept-language", "")[:200]
    tags = [part.partition(";")[0] for part in browser.split(",")]
    asked = [request.query_params.get("lang", "")[:20], *tags]
    return next(filter(None, map(locale.find_language, asked)), "en")


def json_response(data: dict[str, Any], status: int = 200) -> Response:
    """Return a JSON response that caches do not store.

    It is in ASCII, since a question may have lone surrogates, which UTF-8 cannot encode.
    """
    return Response(json.dumps(data), status, {"Cache-Control": "no-store"}, "application/json")


def code_of(request: Request) -> str:
    """Return the normalized code in the path of a request; "" without a valid one."""
    return codes.read(request.path_params["code"])


def address_of(request: Request) -> str:
    """Return the client's address, which a proxy on this machine may have set."""
    return request.client.host if request.client else ""


async def read_json(request: Request) -> dict[str, Any]:
    """Return the JSON object that a page of this site has sent.

    Raises:
        RoomError: another site sends it, or the body is not a JSON object, is too long, or arrives
            too slowly.
    """
    if is_cross_origin(request.headers):
        raise RoomError(WRONG_SITE, 403)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RoomError(NO_JSON, 415)
    try:
        body = await asyncio.wait_for(_body(request), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise RoomError(TOO_SLOW, 408) from None
    except ClientDisconnect:
        raise RoomError(NO_JSON, 400) from None  # the client is disconnected and never gets it
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RoomError(NO_JSON, 400)
    return found


async def _body(request: Request) -> bytes:
    """Return a request's body, unless it is too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise RoomError(NO_JSON, 413)
    return body

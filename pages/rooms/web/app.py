"""ASGI middleware that answers requests below ``/join``, in front of Streamlit.

    GET  /join                the page; ?code=ABCDEF fills in the code, ?lang=fr is its language
    POST /join/CODE           {} -> {"voter": "..."}
    POST /join/CODE/vote      {"voter", "number", "round", "option"} -> the phone's view
    GET  /join/CODE/events    header X-Room-Voter -> events, each with the phone's view
    GET  /join/CODE/count     header X-Room-Key -> events {"joined", "answered", "version"}

An error is a status of at least 400 and {"error": "one sentence"}. There are no cookies, and
addresses never contain a key or a voter id.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import quote, urlencode

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pages import locale
from pages.locale import to_text
from pages.rooms import codes
from pages.rooms.limits import Guesses, Limit, votes_limit
from pages.rooms.room import (
    Full,
    NoRoom,
    NotYours,
    Refused,
    RoomError,
    Rooms,
    Stranger,
    Unavailable,
)
from pages.rooms.rules import refusal
from pages.rooms.web.asking import Calls
from pages.rooms.web.streams import MAX_STREAMS, NoStream, Streams
from pages.server.base import base_path
from pages.server.guard import is_cross_origin
from wordpiece.message import Message, message

PAGE = "rooms/web/phone.html"
"""The template of the page, relative to `pages/`."""

MAX_BODY = 1_024
"""The most bytes that a phone sends; a vote has about 90."""

VOTE = ("number", "round", "option")
"""The fields of a vote besides the voter id."""

BODY_SECONDS = 10.0

JOINS_AT_ONCE, JOINS_PER_MINUTE = 200, 60
"""The most phones that join from one address, which may be that of a whole school."""

STATUS: tuple[tuple[type[RoomError], int], ...] = (
    (NoRoom, 404),
    (NotYours, 403),
    (Stranger, 403),
    (Full, 503),
    (Refused, 409),
    (Unavailable, 503),
)
"""The HTTP status of each refusal; the first match counts."""

WRONG_PATH = message("Nothing is at this address.")
WRONG_METHOD = message("This address is not asked in this way.")
WRONG_SITE = message("Another site cannot answer for a phone.")
WRONG_TYPE = message("What is sent here must be JSON.")
NO_JSON = message("What was sent is no JSON object.")
TOO_LARGE = message("What was sent is too long.")
TOO_SLOW = message("What was sent took too long to arrive.")
TOO_MANY_CODES = message("Many wrong codes have been tried; try again in a minute.")
TOO_MANY_JOINS = message("Many phones have joined just now; try again in a minute.")
TOO_MANY_VOTES = message("Votes come too fast from this phone; wait a moment.")

_FOLDER = Path(__file__).parent


class Refusal(Exception):
    """A request that is refused, with a status and one sentence."""

    def __init__(self, status: int, message: Message) -> None:
        super().__init__(str(message))
        self.status = status
        self.message = message


class Asset:
    """A file of the page, which browsers fetch once."""

    def __init__(self, name: str, media_type: str) -> None:
        self.content = (_FOLDER / name).read_bytes()
        self.media_type = media_type
        self.version = sha256(self.content).hexdigest()[:12]

    def response(self) -> Response:
        """Return the file. Its address contains its version, so it may be cached forever."""
        forever = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(self.content, 200, forever, f"{self.media_type}; charset=utf-8")


Member = TypeVar("Member")
Handler = Callable[[str, Scope, Receive, Send], Awaitable[None]]


class Join:
    """The middleware.

    Args:
        app: the app for all other requests.
        rooms: the rooms of the server.
        write: fills in the page's template, by its name.
        most_streams: the most phones that listen at a time.
    """

    def __init__(
        self,
        app: ASGIApp,
        rooms: Rooms,
        write: Callable[..., str],
        most_streams: int = MAX_STREAMS,
    ) -> None:
        self.app = app
        self.rooms = rooms
        self.write = write
        self.calls = Calls()
        # Separate threads, so that a vote does not wait until a whole class has a new question.
        self.streams = Streams(rooms, Calls(), most_streams)
        self.guesses = Guesses()
        self.joins = Limit(JOINS_AT_ONCE, JOINS_PER_MINUTE)
        self.votes = votes_limit()
        self.script = Asset("phone.js", "text/javascript")
        self.style = Asset("phone.css", "text/css")
        self._below = re.compile(re.escape(f"{base_path()}/join") + "(/.*)?")
        self._fixed: dict[str, Handler] = {
            "": self.page,
            "/": self.to_page,
            "/phone.js": self.asset,
            "/phone.css": self.asset,
        }
        self._of_room: dict[str, tuple[str, Handler]] = {
            "": ("POST", self.join),
            "/vote": ("POST", self.vote),
            "/events": ("GET", self.events),
            "/count": ("GET", self.count),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            if below := self._below.fullmatch(path):
                await self.respond(below[1] or "", scope, receive, send)
                return
        await self.app(scope, receive, send)

    async def respond(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request for a path below /join."""
        locale.use(language_of(scope))
        try:
            handler, code = self.route(path, scope)
            await handler(code, scope, receive, send)
        except RoomError as error:
            status = next(status for kind, status in STATUS if isinstance(error, kind))
            await error_response(status, error.message)(scope, receive, send)
        except Refusal as error:
            await error_response(error.status, error.message)(scope, receive, send)
        except NoStream as error:
            await error_response(503, error.message)(scope, receive, send)

    def route(self, path: str, scope: Scope) -> tuple[Handler, str]:
        """Return the handler of a request, and the room's code or the path of a file.

        Raises:
            Refusal: the request does not match a route.
        """
        if path in self._fixed:
            method, handler, code = "GET", self._fixed[path], path
        else:
            parts = re.fullmatch(r"/([^/]+)(/[a-z]+)?", path)
            if not parts or (parts[2] or "") not in self._of_room:
                raise Refusal(404, WRONG_PATH)
            code = codes.read(parts[1])
            method, handler = self._of_room[parts[2] or ""]
        if scope["method"] != method:
            raise Refusal(405, WRONG_METHOD)
        if method == "POST" and is_cross_origin(Headers(scope=scope)):
            raise Refusal(403, WRONG_SITE)
        return handler, code

    async def page(self, _: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page."""
        text = self.write(PAGE, script=self.script.version, style=self.style.version)
        response = Response(text, 200, {"Cache-Control": "no-cache"}, "text/html; charset=utf-8")
        await response(scope, receive, send)

    async def to_page(self, _: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Redirect to the page, whose relative addresses would be wrong at this path."""
        query = Request(scope).query_params
        asked = {name: query[name][:40] for name in ("code", "lang") if query.get(name)}
        there = f"../join?{urlencode(asked, quote_via=quote)}" if asked else "../join"
        await RedirectResponse(there)(scope, receive, send)

    async def asset(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the page's script or style sheet."""
        which = self.script if path.endswith(".js") else self.style
        await which.response()(scope, receive, send)

    async def join(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Add a phone to a room."""
        await read_json(scope, receive)
        voter = await self.calls(self.voter_of, require_code(code), address_of(scope))
        await json_response({"voter": voter})(scope, receive, send)

    def voter_of(self, code: str, address: str) -> str:
        """Return a new voter id of a room.

        It runs in a thread of `Calls`. So only a few codes are counted before they are looked up,
        and a class that joins at the same moment does not reach the limit of wrong codes.

        Raises:
            Refusal: too many codes or phones came from this address.
            RoomError: the room does not exist, or refuses.
        """
        if not self.guesses.take(address):
            raise Refusal(429, TOO_MANY_CODES)
        if not self.joins.allows(address):
            self.guesses.give_back(address)
            raise Refusal(429, TOO_MANY_JOINS)
        try:
            voter = self.rooms.join(code)
        except RoomError as error:
            self.joins.give_back(address)
            if not isinstance(error, NoRoom):
                self.guesses.give_back(address)
            raise
        self.guesses.give_back(address)
        return voter

    async def vote(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Count a vote."""
        vote = await read_json(scope, receive)
        voter = vote.get("voter") if codes.is_secret(vote.get("voter")) else ""
        # The room refuses values of a wrong type or size.
        number, round, option = (cast(int, vote.get(name)) for name in VOTE)
        if not self.votes.allows((code, voter)):
            raise Refusal(429, TOO_MANY_VOTES)
        asked = self.calls(self.rooms.vote, require_code(code), str(voter), number, round, option)
        seen = await self.for_member(asked, scope)
        await json_response(asdict(seen))(scope, receive, send)

    async def events(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream a phone's view."""
        voter = Headers(scope=scope).get("x-room-voter", "")
        await self.for_member(self.calls(self.rooms.see, require_code(code), voter), scope)
        await self.streams.tell_phone(code, voter, scope, receive, send)

    async def count(self, code: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Stream the counts of votes to the teacher's screen."""
        key = Headers(scope=scope).get("x-room-key", "")
        await self.for_member(self.calls(self.rooms.status, require_code(code), key), scope)
        await self.streams.tell_counts(code, key, scope, receive, send)

    async def for_member(self, asked: Awaitable[Member], scope: Scope) -> Member:
        """Return the result of a call that only members of a room may make.

        Failures of non-members count as wrong codes: after too many, all codes get the same answer.
        """
        try:
            return await asked
        except (NoRoom, Stranger, NotYours) as error:
            address = address_of(scope)
            if not self.guesses.take(address):
                raise Refusal(429, TOO_MANY_CODES) from None
            if isinstance(error, Stranger):
                self.guesses.give_back(address)
            raise


def language_of(scope: Scope) -> str:
    """Return the code of a request's language: the link's, else the browser's."""
    browser = Headers(scope=scope).get("accept-language", "")[:200]
    tags = [part.partition(";")[0] for part in browser.split(",")]
    asked = [Request(scope).query_params.get("lang", "")[:20], *tags]
    return next(filter(None, map(locale.fitting, asked)), "en")


def error_response(status: int, said: Message) -> Response:
    """Return an error response with a sentence."""
    return json_response({"error": to_text(said)}, status)


def json_response(data: dict[str, Any], status: int = 200) -> Response:
    """Return a JSON response that caches do not store."""
    return JSONResponse(data, status, {"Cache-Control": "no-store"})


def require_code(code: str) -> str:
    """Return a normalized code.

    Raises:
        NoRoom: the code is empty, because the typed text was not a code.
    """
    if not code:
        raise refusal("gone")
    return code


def address_of(scope: Scope) -> str:
    """Return the client's address, which a proxy on this machine may have set."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def read_json(scope: Scope, receive: Receive) -> dict[str, Any]:
    """Return the JSON object in a request's body.

    Raises:
        Refusal: the body is not a JSON object, or too long, or arrives too slowly.
    """
    headers = Headers(scope=scope)
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, WRONG_TYPE)
    try:
        body = await asyncio.wait_for(_body(Request(scope, receive)), BODY_SECONDS)
    except asyncio.TimeoutError:
        raise Refusal(408, TOO_SLOW) from None
    except ClientDisconnect:
        raise Refusal(400, NO_JSON) from None  # the client is disconnected and never gets it
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refusal(400, NO_JSON)
    return found


async def _body(request: Request) -> bytes:
    """Return a request's body, unless it is too long."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise Refusal(413, TOO_LARGE)
    return body

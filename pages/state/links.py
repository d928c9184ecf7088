"""What a link carries: a whole screen, or as much of it as there is room for.

    ?corpus=course&forced=3.2_4.1&step=4        a sample corpus and two merges of one's own
    ?corpus=text&own=yyhNVygA4zwA&step=2         a short text of one's own, deflated
    ?corpus=file&of=9f86d081&step=2             a file, which stays behind: only its fingerprint

Nothing here reads the session. Whatever a link says, `from_link` returns a screen that works, and
a sentence of bounded length for each part of it that does not.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pages.state.fields import MAX_NOTE
from pages.state.remembered import IN_LINKS
from pages.trainings.settings import (
    OWN_FILE,
    QUERY_SETTINGS,
    SHOWN,
    Settings,
    from_query,
    printable,
    to_query,
    whole_number,
)
from wordpiece.message import Message, message

MAX_STEP = 999_999_999

MAX_OWN = 4_096
"""Bytes of UTF-8 in an own text or table that travels in the link."""

MAX_LINK = 8_000
"""Characters of a whole link; servers on the way refuse longer ones. `ADDRESS` of them are for
what stands in front of the query."""

ADDRESS = 200

FINGERPRINT = 8
"""Hexadecimal digits of a corpus's digest by which it is known again."""

QUERY = (
    *QUERY_SETTINGS,
    "own",
    "of",
    "step",
    "present",
    *(field.name for fields in IN_LINKS.values() for field in fields),
)
"""The query parameters of the app; others are left alone."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a link restores.

    Attributes:
        settings: with the merges chosen by the user.
        step: the step on screen.
        notes: the values of the page's fields that links carry, by name.
        presenting: whether presenter mode is on.
        own: the text of the user's own corpus, if it travels.
        of: the fingerprint of a corpus that stayed behind; may be unknown, and so empty.
    """

    settings: Settings = dataclasses.field(default_factory=Settings)
    step: int = 0
    notes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    presenting: bool = False
    own: str | None = None
    of: str = ""


def to_link(page: str, screen: Screen) -> tuple[dict[str, str], list[str]]:
    """Return a screen as query parameters, and the names of those that there is no room for.

    ``own`` among these names is the user's own corpus, the others are names of fields.
    """
    query = to_query(screen.settings)
    if screen.presenting:
        query["present"] = "1"
    query["step"] = str(screen.step)
    behind = []
    if screen.settings.is_own:
        packed = None if screen.own is None else pack(screen.own)
        if packed and _fits(query | {"own": packed}):
            query["own"] = packed
        else:
            behind.append("own")
            if screen.of:
                query["of"] = screen.of
    for field in IN_LINKS.get(page, ()):
        note = screen.notes.get(field.name, field.default)
        if note == field.default:
            continue
        if len(note) <= MAX_NOTE and _fits(query | {field.name: note}):
            query[field.name] = note
        else:
            behind.append(field.name)
    return query, behind


def _fits(query: Mapping[str, str]) -> bool:
    try:
        return len(urlencode(query)) <= MAX_LINK - ADDRESS
    except UnicodeEncodeError:  # half a surrogate pair
        return False


def from_link(page: str, query: Mapping[str, str]) -> tuple[Screen, list[Message]]:
    """Return the screen that query parameters ask for, and a sentence for each unusable one."""
    settings, problems = from_query(query)
    step = whole_number(query.get("step", "0"), MAX_STEP)
    if step is None:
        problems.append(
            message(
                "The link says step={value}, which is no whole number from 0 to {most}; this is "
                "the beginning.",
                value=printable(query["step"], SHOWN),
                most=MAX_STEP,
            )
        )
    if query.get("present", "1") != "1":
        problems.append(
            message(
                "The link says present={value}, which does not exist here; presenter mode is off.",
                value=printable(query["present"], SHOWN),
            )
        )
    notes = {}
    for field in IN_LINKS[page]:
        note = notes[field.name] = query.get(field.name, field.default)
        if note == field.default:
            continue
        problem = field.valid.problem(field.name, note)
        if problem:
            problems.append(problem)
            notes[field.name] = field.default
    own, of = None, ""
    if settings.is_own:
        if "own" in query and settings.corpus != OWN_FILE:
            own = unpack(query["own"])
        elif re.fullmatch(f"[0-9a-f]{{{FINGERPRINT}}}", query.get("of", "")):
            of = query["of"]
        elif "of" in query:
            problems.append(
                message(
                    "The link says of={value}, which does not exist here; any file may be opened.",
                    value=printable(query["of"], SHOWN),
                )
            )
        if own is None and "own" in query:
            problems.append(
                message("The text in this link is damaged. The toy words are shown instead.")
            )
            settings, step = Settings(), 0
    elif "own" in query and query.get("corpus", settings.corpus) == settings.corpus:
        problems.append(
            message(
                "The link brings a text along, yet its corpus is {corpus}; the text is left out.",
                corpus=settings.title,
            )
        )
    presenting = query.get("present") == "1"
    return Screen(settings, step or 0, notes, presenting, own, of), problems


def pack(text: str) -> str | None:
    """Deflate a text and write it in the letters of a link; None if it has more than MAX_OWN bytes.

    >>> unpack(pack("hug pug pun"))
    'hug pug pun'
    """
    if len(text) > MAX_OWN:
        return None
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair
        return None
    if len(data) > MAX_OWN:
        return None
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    deflated = deflate.compress(data) + deflate.flush()
    return base64.urlsafe_b64encode(deflated).decode("ascii").rstrip("=")


def unpack(packed: str) -> str | None:
    """Return the text that `pack` was given, or None if this is nothing that `pack` returns."""
    if len(packed) > MAX_LINK or not re.fullmatch(r"[A-Za-z0-9_-]*", packed):
        return None
    inflate = zlib.decompressobj(-15)
    try:
        deflated = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        data = inflate.decompress(deflated, MAX_OWN + 1)
        text = data.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        return None
    whole = inflate.eof and not inflate.unused_data and len(data) <= MAX_OWN
    return text if whole else None

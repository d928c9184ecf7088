"""What a link carries: a whole screen, or as much of it as there is room for.

    ?corpus=course&forced=3.2_4.1&step=4        a sample corpus and two merges of one's own
    ?corpus=text&own=yyhNVygA4zwA&step=2         a short text of one's own, deflated
    ?corpus=file&of=9f86d081&step=2             a file, which stays behind: only its fingerprint

Nothing here knows Streamlit. Whatever a link says, `from_link` gives a screen that works, and a
sentence of bounded length for each part of it that does not.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from pages.trainings.settings import (
    MAX_NOTE,
    NOTE_CHOICES,
    NOTE_NAMES,
    NOTE_NUMBERS,
    NOTES,
    OWN_FILE,
    QUERY_SETTINGS,
    Settings,
    from_query,
    no_such,
    to_query,
    whole,
    whole_number,
)

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
    *(name for notes in NOTES.values() for name in notes),
)
"""The query parameters that are ours; others are left alone."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a link restores.

    Attributes:
        settings: with the merges chosen by the user.
        step: the step on screen.
        notes: all that the page remembers, by name.
        presenting: whether presenter mode is on.
        own: the text of the user's own corpus, if it travels.
        of: the fingerprint of a corpus that stayed behind; may be unknown, and so empty.
    """

    settings: Settings = field(default_factory=Settings)
    step: int = 0
    notes: Mapping[str, str] = field(default_factory=dict)
    presenting: bool = False
    own: str | None = None
    of: str = ""


def to_link(page: str, screen: Screen) -> tuple[dict[str, str], list[str]]:
    """A screen as query parameters, and the names of those that there is no room for.

    ``own`` among these names is the user's own corpus, the others are notes.
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
    for name, usual in NOTES.get(page, {}).items():
        note = screen.notes.get(name, usual)
        if note == usual:
            continue
        if len(note) <= MAX_NOTE and _fits(query | {name: note}):
            query[name] = note
        else:
            behind.append(name)
    return query, behind


def _fits(query: Mapping[str, str]) -> bool:
    try:
        return len(urlencode(query)) <= MAX_LINK - ADDRESS
    except UnicodeEncodeError:  # half a surrogate pair
        return False


def from_link(page: str, query: Mapping[str, str]) -> tuple[Screen, list[str]]:
    """The screen that query parameters ask for, and a sentence for each that could not be used."""
    settings, problems = from_query(query)
    step = whole_number(query.get("step", "0"), MAX_STEP)
    if step is None:
        why = whole(0, MAX_STEP)
        problems.append(no_such("step", query["step"], "this is the beginning", why))
    if query.get("present", "1") != "1":
        problems.append(no_such("present", query["present"], "presenter mode is off"))
    notes = {}
    for name, usual in NOTES[page].items():
        note = notes[name] = query.get(name, usual)
        most, instead = NOTE_NUMBERS.get(name, (0, ""))
        if note not in NOTE_CHOICES.get(name, (note,)):
            problems.append(no_such(name, note, "what is usual is shown"))
            notes[name] = usual
        elif most and note != usual and not whole_number(note, most):
            problems.append(no_such(name, note, instead, whole(1, most)))
            notes[name] = usual
        elif name == "done" and len(note) <= MAX_NOTE and not re.fullmatch(r"[0-9.,]*", note):
            why = "is no progress in the lessons"
            problems.append(no_such(name, note, "what this browser remembers counts", why))
            notes[name] = usual
        elif len(note) > MAX_NOTE:
            what = NOTE_NAMES.get(name, name)
            problems.append(f"In the link {what} is longer than {MAX_NOTE:,} characters: left out.")
            notes[name] = usual
    own, of = None, ""
    if settings.is_own:
        if "own" in query and settings.corpus != OWN_FILE:
            own = unpack(query["own"])
        elif re.fullmatch(f"[0-9a-f]{{{FINGERPRINT}}}", query.get("of", "")):
            of = query["of"]
        elif "of" in query:
            problems.append(no_such("of", query["of"], "any file may be opened"))
        if own is None and "own" in query:
            problems.append("The text in this link is damaged. The toy words are shown instead.")
            settings, step = Settings(), 0
    elif "own" in query and query.get("corpus", settings.corpus) == settings.corpus:
        problems.append(
            f"The link brings a text along, yet its corpus is {settings.title}; the text is left "
            "out."
        )
    presenting = query.get("present") == "1"
    return Screen(settings, step or 0, notes, presenting, own, of), problems


def pack(text: str) -> str | None:
    """A text of at most MAX_OWN bytes in the letters of a link; None if it is longer.

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
    """The text, or None if this is nothing that `pack` makes."""
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

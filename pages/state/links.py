"""Write a screen as a link, as far as it fits, and read one.

    ?corpus=course&forced=3.2_4.1&step=4        a sample corpus and two merges chosen by the user
    ?corpus=text&own=yyhNVygA4zwA&step=2         a short own text, deflated
    ?corpus=file&of=9f86d081&step=2             an own file, only by its fingerprint

This module does not read the session. For any link, `from_link` returns a valid screen, and a
sentence of limited length for each invalid part of the link.
"""

from __future__ import annotations

import base64
import dataclasses
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from pages.locale import find_language
from pages.state.remembered import IN_LINKS
from pages.trainings.parameters import Rule, free_text, parameter, parameters_of, whole
from pages.trainings.samples import samples
from pages.trainings.settings import OWN_FILE, Settings, from_query, to_query
from pages.trainings.settings import PARAMETERS as SETTINGS
from wordpiece.message import Message, message

MAX_STEP = 999_999_999
"""The largest step in a link."""

MAX_OWN = 4_096
"""The most bytes of UTF-8 of an own text or table that a link carries."""

MAX_LINK = 8_000
"""The most characters of a whole link; servers on the way reject longer ones."""

ADDRESS = 200
"""Characters of a link that are reserved for the part before the query."""

FINGERPRINT = 8
"""Number of hexadecimal digits of a corpus's digest in a link."""


IGNORED = message("The text in the link is ignored, because the corpus is {corpus}.")


def pack(text: str) -> str:
    """Return a text deflated and base64url-encoded.

    >>> unpack(pack("hug pug pun"))
    'hug pug pun'

    Raises:
        ValueError: the text has more than MAX_OWN bytes, or half of a surrogate pair.
    """
    data = text[: MAX_OWN + 1].encode("utf-8")
    if len(data) > MAX_OWN:
        raise ValueError(f"The text has more than {MAX_OWN} bytes.")
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    deflated = deflate.compress(data) + deflate.flush()
    return base64.urlsafe_b64encode(deflated).decode("ascii").rstrip("=")


def unpack(packed: str) -> str:
    """Return the text that `pack` has packed.

    Raises:
        ValueError: this is not a packed text.
    """
    if len(packed) > MAX_LINK or not re.fullmatch(r"[A-Za-z0-9_-]*", packed):
        raise ValueError(packed)
    inflate = zlib.decompressobj(-15)
    try:
        deflated = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        data = inflate.decompress(deflated, MAX_OWN + 1)
    except zlib.error:
        raise ValueError(packed) from None
    if not inflate.eof or inflate.unused_data or len(data) > MAX_OWN:
        raise ValueError(packed)
    return data.decode("utf-8")


OWN_CORPUS = {"own": Rule(unpack, pack), "of": free_text(pattern=f"[0-9a-f]{{{FINGERPRINT}}}")}
"""The parameters of the user's own corpus: its text, and its fingerprint."""


def _is_one(text: str) -> bool:
    if text != "1":
        raise ValueError(text)
    return True


def _language(text: str) -> str:
    found = find_language(text) or ""
    if text and not found:
        raise ValueError(text)
    return found


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen, as far as links restore it.

    Attributes:
        settings: the settings, including the merges chosen by the user.
        step: the step on screen.
        notes: the values of the page's fields that links carry, by name.
        presenting: whether presenter mode is on.
        own: the text of the user's own corpus, if the link carries it.
        of: otherwise the fingerprint of that corpus; empty if unknown.
        language: the language code; empty for the browser's language.
    """

    settings: Settings = dataclasses.field(default_factory=Settings)
    step: int = parameter(0, "step", whole(0, MAX_STEP))
    notes: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    presenting: bool = parameter(False, "present", Rule(_is_one, lambda on: "1" if on else ""))
    own: str | None = None
    of: str = ""
    language: str = parameter("", "lang", Rule(_language, str))


PARAMETERS = parameters_of(Screen)
"""For some query parameters, the attribute of `Screen` and its values."""

QUERY = (
    *SETTINGS,
    *OWN_CORPUS,
    *PARAMETERS,
    *(field.name for fields in IN_LINKS.values() for field in fields),
)
"""The app's query parameters; others in the address stay unchanged."""


def to_link(page: str, screen: Screen) -> tuple[dict[str, str], list[str]]:
    """Return a screen as query parameters, and the names of the parts that do not fit.

    The name "own" means the user's own corpus; all others are names of fields.
    """
    query = to_query(screen.settings)
    for name, (attribute, rule) in PARAMETERS.items():
        value = getattr(screen, attribute)
        if value or name == "step":
            query[name] = rule.write(value)
    behind = []
    has_own = screen.own is not None and _add(query, "own", OWN_CORPUS["own"], screen.own)
    if screen.settings.is_own and not has_own:
        behind.append("own")
        if screen.of:
            query["of"] = screen.of
    for field in IN_LINKS.get(page, ()):
        value = screen.notes.get(field.name, field.default)
        if value != field.default and not _add(query, field.name, field.valid, value):
            behind.append(field.name)
    return query, behind


def _add(query: dict[str, str], name: str, rule: Rule[Any], value: object) -> bool:
    """Add a value to a query if it fits; return whether it does."""
    try:
        text = rule.write(value)
        size = len(urlencode(query | {name: text}))
    except ValueError:  # it is too long, or has half of a surrogate pair
        return False
    if (rule.longest and len(text) > rule.longest) or size > MAX_LINK - ADDRESS:
        return False
    query[name] = text
    return True


def from_link(page: str, query: Mapping[str, str]) -> tuple[Screen, list[Message]]:
    """Return the screen of query parameters, and a sentence for each unusable one."""
    settings, problems = from_query(query)
    screen = Screen(settings)
    values = {
        attribute: rule.read(name, query, getattr(screen, attribute), problems)
        for name, (attribute, rule) in PARAMETERS.items()
    }
    values["notes"] = {
        field.name: field.valid.read(field.name, query, field.default, problems)
        for field in IN_LINKS[page]
    }
    if settings.is_own:
        name = "own" if "own" in query and settings.corpus != OWN_FILE else "of"
        values[name] = OWN_CORPUS[name].read(name, query, getattr(screen, name), problems)
    elif "own" in query and query.get("corpus", settings.corpus) == settings.corpus:
        problems.append(IGNORED.fill(corpus=samples()[settings.corpus].title))
    return dataclasses.replace(screen, **values), problems

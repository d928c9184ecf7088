"""Links restore every declared field, and any link gives a valid screen with a sentence."""

import base64
import dataclasses
import hashlib
import random
import re
import zlib
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages import locale
from pages.panels.view import Field
from pages.state.links import (
    ADDRESS,
    FINGERPRINT,
    MAX_LINK,
    MAX_OWN,
    QUERY,
    Screen,
    from_link,
    pack,
    to_link,
    unpack,
)
from pages.state.remembered import IN_LINKS
from pages.trainings.parameters import MAX_NOTE
from pages.trainings.samples import samples
from pages.trainings.settings import (
    MAX_FORCED,
    MAX_FORCED_STEP,
    MAX_RANK,
    NORMALIZER_STEPS,
    Settings,
    is_offered,
    kind_of_recipe,
    recipe_titles,
)
from tests.strategies import examples
from wordpiece.teaching.by_hand import Slip
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

DEFAULTS = {page: {each.name: each.default for each in IN_LINKS[page]} for page in IN_LINKS}


# Round trips.


unicode = st.text(st.characters(exclude_categories=["Cs"]))
forced = st.dictionaries(st.integers(1, MAX_FORCED_STEP), st.integers(1, MAX_RANK), max_size=9).map(
    lambda ranks: tuple(sorted(ranks.items()))
)


def as_offered(settings: Settings) -> Settings:
    """The settings without those that links do not carry for the recipe."""
    if kind_of_recipe(settings.recipe) != "merges":
        settings = dataclasses.replace(settings, forced=())
    if not is_offered(settings.recipe, settings.tie_break):
        settings = dataclasses.replace(settings, tie_break="first-seen", seed=0)
    if settings.recipe == "parity-bpe" and settings.corpus == Settings().corpus:
        settings = dataclasses.replace(settings, corpus="languages")  # it refuses the toy words
    return settings


settings = st.builds(
    Settings,
    corpus=st.sampled_from([*samples(), "text", "table", "file"]),
    normalizer=st.sampled_from([(), ("nfc",), ("lowercase", "strip-accents"), NORMALIZER_STEPS]),
    pre_tokenizer=st.sampled_from(sorted(PRE_TOKENIZERS)),
    min_pair_count=st.integers(1, 999_999),
    tie_break=st.just("random"),
    seed=st.integers(0, 999_999),
    vocab_size=st.none() | st.integers(1, 999_999_999),
    recipe=st.sampled_from([*recipe_titles()]),
    forced=forced,
    em_rounds=st.integers(0, 20),
    threshold=st.integers(1, 999_999),
).map(as_offered)


def values(field: Field[Any]) -> st.SearchStrategy[Any]:
    if field.valid.values:
        return st.sampled_from(field.valid.values)
    numbers = {"look": MAX_RANK, "word": 999_999, "dropout": 100}
    numbers |= {"part": 99, "set": 999_999, "table": 999_999}
    if field.name == "focus":
        return st.frozensets(st.sampled_from(Slip))
    if field.name in numbers:
        return st.integers(1, numbers[field.name]).map(type(field.default))
    alphabets = {"room": "AB -", "done": "0123456789.,", "story_of": "abz-"}
    return st.text(alphabets[field.name], max_size=20) if field.name in alphabets else unicode


@st.composite
def screens(draw: st.DrawFn, page: str) -> Screen:
    chosen = draw(settings | st.sampled_from([Settings(), Settings(tie_break="alphabetical")]))
    text = draw(unicode | st.builds(lambda text, n: text * n, unicode, st.integers(1, 999)))
    return Screen(
        chosen,
        draw(st.integers(0, 999_999_999)),
        {field.name: draw(values(field)) for field in IN_LINKS[page]},
        draw(st.booleans()),
        text if chosen.corpus in ("text", "table") else None,
        hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT] if chosen.is_own else "",
        draw(st.sampled_from(["", *locale.LANGUAGES])),
    )


@given(st.sampled_from(sorted(IN_LINKS)).flatmap(lambda p: st.tuples(st.just(p), screens(p))))
@examples(60)
def test_a_screen_survives_the_address_bar_but_for_what_is_said_to_stay_behind(case):
    page, screen = case
    query, behind = to_link(page, screen)
    link = urlencode(query)
    assert len(link) <= MAX_LINK - ADDRESS
    carried = {**screen.notes, **{name: DEFAULTS[page][name] for name in behind if name != "own"}}
    own = {"own": None} if "own" in behind else {"of": ""}
    left = dataclasses.replace(screen, notes=carried, **own)
    assert from_link(page, dict(parse_qsl(link, keep_blank_values=True))) == (left, [])


def test_what_is_too_long_for_a_link_stays_behind():
    # Deflate can hardly compress this text.
    noise = "".join(random.Random(0).choices([chr(i) for i in range(1, 128)], k=MAX_OWN))
    mine = Settings("text", pre_tokenizer="bert")
    query, behind = to_link("encode", Screen(mine, own=noise, of="0" * 8, notes={"text": "hug"}))
    assert behind == [] and query["text"] == "hug" and "of" not in query
    query, behind = to_link("encode", Screen(mine, own=noise, notes={"text": noise}))
    assert behind == ["text"] and "own" in query
    most = tuple((MAX_FORCED_STEP - i, MAX_RANK) for i in range(MAX_FORCED))[::-1]
    many = Settings("text", pre_tokenizer="bert", forced=most)
    query, behind = to_link("train", Screen(many, own=noise, of="0" * 8))
    assert behind == ["own"] and query["of"] == "0" * 8
    for text in ("x" * (MAX_NOTE + 1), "\ud800"):
        assert to_link("encode", Screen(notes={"text": text}))[1] == ["text"]


# Packed texts.


@given(st.binary(max_size=300))
def test_broken_packing_is_refused_and_never_inflated_without_bound(data):
    with suppress(ValueError):
        text = unpack(base64.urlsafe_b64encode(data).decode().rstrip("="))
        assert len(text.encode()) <= MAX_OWN


def test_a_packed_text_has_a_largest_size_in_both_directions():
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = deflate.compress(bytes(2_000_000)) + deflate.flush()
    packed = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(packed) < MAX_LINK
    assert unpack(pack("x" * MAX_OWN)) == "x" * MAX_OWN
    for broken in (packed, pack("hug") + "AAAA", "A" * (MAX_LINK + 1)):
        with pytest.raises(ValueError, match=re.escape(broken[:9])):
            unpack(broken)
    with pytest.raises(ValueError, match="more than 4096 bytes"):
        pack("x" * (MAX_OWN + 1))


# Declarations.


ODD = st.sampled_from(["", "-1", "1e9", "٣", "9" * 30, "<script>", "a\n\u202eb", "x" * 2_001])


@given(
    st.dictionaries(st.sampled_from(QUERY), ODD | st.text(max_size=80)),
    st.sampled_from(sorted(IN_LINKS)),
)
@examples(60)
def test_any_link_gives_a_screen_and_a_short_sentence_for_each_unusable_part(query, page):
    screen, problems = from_link(page, query)
    assert all(len(str(said)) < 200 and str(said).isprintable() for said in problems)
    assert len({*problems}) == len(problems) <= len(query)
    again, problems = from_link(page, to_link(page, screen)[0])
    assert problems == [] and again.settings == screen.settings and again.step == screen.step

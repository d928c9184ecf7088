"""Actions of buttons: `decode` reads what `encode` writes, and nothing else."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.panels.actions import (
    MAX_NUMBER,
    ORDERS,
    READ_AS,
    SPECIAL_AS,
    Action,
    ChangedFirst,
    Close,
    Force,
    Go,
    Guess,
    Look,
    Open,
    OpenStory,
    Order,
    Read,
    ShowAll,
    SpecialAs,
    Turn,
    Undo,
    UndoAll,
    decode,
    encode,
)

numbers = st.integers(0, MAX_NUMBER)
names = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=40)
actions = st.one_of(
    st.builds(Look, numbers),
    st.just(Close()),
    st.builds(Force, numbers, numbers),
    st.builds(Undo, numbers),
    st.just(UndoAll()),
    st.builds(Go, numbers),
    st.just(ShowAll()),
    st.builds(Order, st.sampled_from(ORDERS)),
    st.builds(Read, st.sampled_from(READ_AS)),
    st.builds(SpecialAs, st.sampled_from(SPECIAL_AS)),
    st.just(ChangedFirst()),
    st.builds(Guess, numbers, numbers),
    st.builds(Turn, names, numbers),
    st.builds(Open, names),
    st.builds(OpenStory, st.text(min_size=1), st.text("abcdefghijklmnopqrstuvwxyz-", max_size=20)),
)


@given(actions)
def test_decode_reads_what_encode_writes(action: Action):
    assert decode(encode(action)) == action


def test_every_action_is_among_these():
    drawn = {type(action) for action in map(decode, SAID)}
    assert drawn == set(Action.__args__)


SAID = (
    "3", "close", "force at 3:2", "undo:3", "undo all", "go:4", "all", "by count",
    "changed first", "guess at 3:2", "read text", "special split",
    "train_words page:2", "open:words_menu", "story :##gs", "story hugging-face:a\nb",
)  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_the_texts_of_actions_do_not_change(text: str):
    """Style sheets and tests rely on these texts."""
    action = decode(text)
    assert action is not None and encode(action) == text


@given(st.text() | st.sampled_from(SAID).flatmap(lambda said: st.text().map(said.__add__)))
def test_any_text_is_an_action_as_it_is_written_or_none(text: str):
    action = decode(text)
    if action is None:
        return
    assert decode(encode(action)) == action
    values = [getattr(action, each.name) for each in fields(action)]
    assert all(value <= MAX_NUMBER for value in values if isinstance(value, int))


FORGED = (
    "",
    "force at 3:-2",
    "force:3",
    "force at 3",
    "go:-1",
    "go:٣",
    "go:1\n",
    "undo:x",
    "open:",
    "story :",
    "story",
    "story WP:a",
    "story :" + "x" * 2_001,
)
FORGED += ("open:Words", "by name", "a b page:2", "page:2", "constructor", "\0", "\ud800", "1" * 10)


@pytest.mark.parametrize("text", FORGED)
def test_any_other_text_is_ignored(text: str):
    assert decode(text) is None

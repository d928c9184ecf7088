"""Actions of buttons: `decode` reads what `encode` writes, and nothing else."""

from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.panels import actions
from pages.panels.actions import MAX_NUMBER, MAX_TOKEN, Action, decode, encode

ACTIONS: dict[str, Action] = {
    "3": actions.Look(3), "close": actions.Close(), "force at 3:2": actions.Force(3, 2),
    "undo:3": actions.Undo(3), "undo all": actions.UndoAll(), "go:4": actions.Go(4),
    "all": actions.ShowAll(), "by count": actions.Order("count"),
    "read text": actions.Read("text"), "special split": actions.SpecialAs("split"),
    "changed first": actions.ChangedFirst(), "guess at 3:2": actions.Guess(3, 2),
    "train_words page:2": actions.Turn("train_words", 2),
    "open:words_menu": actions.Open("words_menu"), "story :##gs": actions.OpenStory("##gs"),
    "story hugging-face:a\nb": actions.OpenStory("a\nb", "hugging-face"),
}  # fmt: skip
"""The texts, on which style sheets and tests rely."""


@pytest.mark.parametrize(("text", "action"), ACTIONS.items())
def test_each_action_has_its_text(text, action):
    assert (encode(action), decode(text)) == (text, action)


def test_every_kind_of_action_is_in_the_table():
    assert {*map(type, ACTIONS.values())} == {*get_args(Action)}


@given(st.text() | st.sampled_from([*ACTIONS]).flatmap(lambda text: st.text().map(text.__add__)))
def test_any_text_is_none_or_an_action_with_small_numbers(text):
    action = decode(text)
    if action is None:
        return
    assert decode(encode(action)) == action
    values = [getattr(action, each.name) for each in fields(action)]
    assert all(value <= MAX_NUMBER for value in values if isinstance(value, int))


FORGED = (
    *("", "force at 3:-2", "force:3", "force at 3", "go:-1", "go:٣", "go:1\n", "undo:x", "open:"),
    *("story :", "story", "story WP:a", "story :" + "x" * (MAX_TOKEN + 1), "open:Words", "by name"),
    *("a b page:2", "page:2", "constructor", "\0", "\ud800", "1" * 10),
)


@pytest.mark.parametrize("text", FORGED)
def test_any_other_text_is_ignored(text):
    assert decode(text) is None

"""Actions of buttons: `decode` reads what `encode` writes, and nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.panels import actions
from pages.panels.actions import MAX_NUMBER, MAX_TOKEN, Action, decode, encode

ACTIONS: dict[str, Action] = {
    '["Look",3]': actions.Look(3),
    '["Force",3,2]': actions.Force(3, 2), '["Undo",3]': actions.Undo(3),
    '["Go",4]': actions.Go(4),
    '["OwnText"]': actions.OwnText(),
    '["Choose","word",3]': actions.Choose("word", 3), '["Next","path"]': actions.Next("path"),
    '["Choose","read","text"]': actions.Choose("read", "text"),
    '["Open","words_menu"]': actions.Open("words_menu"),
    '["Piece","hug"]': actions.Piece("hug"),
    '["Symbol",1,2]': actions.Symbol(1, 2), '["Joint",1,0]': actions.Joint(1, 0),
    '["OpenStory","a\\n\\"b","bpe"]': actions.OpenStory('a\n"b', "bpe"),
}  # fmt: skip
"""The texts, on which style sheets, scripts and tests rely."""


@pytest.mark.parametrize(("text", "action"), ACTIONS.items())
def test_each_action_has_its_text(text, action):
    assert (encode(action), decode(text)) == (text, action)


def test_every_kind_of_action_is_in_the_table():
    assert {*map(type, ACTIONS.values())} == {*Action.__subclasses__()}


VALUES: st.SearchStrategy[object] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text()
)
NAMES = st.sampled_from([kind.__name__ for kind in Action.__subclasses__()]) | st.text()


@given(NAMES, st.lists(VALUES, max_size=3))
def test_any_json_is_none_or_the_action_with_these_values(name, values):
    action = decode(json.dumps([name, *values]))
    if action is not None:
        again = json.loads(encode(action))
        assert again == [name, *values] and [*map(type, again[1:])] == [*map(type, values)]
        assert all(0 <= value <= MAX_NUMBER for value in values if isinstance(value, int))


BROKEN = (
    *("", "null", '"OwnText"', "[]", '{"OwnText":1}', "[[]]", '["OwnText"', "\ud800", '["Action"]'),
    *('["Go",NaN]', '["Go",' + "9" * 9_999 + "]", f'["Go",{MAX_NUMBER + 1}]', "[" * 9_999),
    *('["OpenStory","\\ud800",""]', '["OpenStory","' + "x" * (MAX_TOKEN + 1) + '",""]'),
)


@pytest.mark.parametrize("text", BROKEN)
def test_any_other_text_is_ignored(text):
    assert decode(text) is None

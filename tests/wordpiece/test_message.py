"""Messages: lists, user text and plurals; the rest is in the doctests."""

import pytest

from wordpiece.message import Listed, Token, message


def test_facts_of_every_kind_can_be_listed():
    facts = (1, "two", Token("c"), message("{n} thing", "{n}", n=4))
    assert str(message("{list}", list=Listed(facts, "last"))) == "1, two, c and 4"


@pytest.mark.slow
def test_a_list_may_be_long():
    listed = Listed(tuple(message("a tab") for _ in range(100_000)))
    assert len(str(message("{gap}", gap=listed))) == 700_001


def test_braces_in_user_text_are_text():
    assert str(message("“{text}” is unknown.", text="{n} {0} %s")) == "“{n} {0} %s” is unknown."


def test_two_templates_need_a_whole_number():
    with pytest.raises(ValueError, match="No whole number n"):
        message("{n} pair", "{n} pairs", n="2")

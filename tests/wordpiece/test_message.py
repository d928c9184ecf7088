"""Messages: whole templates, facts and numbers."""

import pytest

from wordpiece.message import Listed, Spaced, Token, message, paragraph, parts


@pytest.mark.parametrize(
    ("style", "expected"),
    [("last", "1, two, c and 4"), ("commas", "1, two, c, 4"), ("all", "1 and two and c and 4")],
)
def test_lists(style, expected):
    facts = (1, "two", Token("c"), message("{n} thing", "{n}", n=4))
    assert str(message("{list}", list=Listed(facts, style))) == expected


def test_a_long_list_is_no_deep_one():
    listed = Listed(tuple(message("a tab") for _ in range(100_000)), "all")
    assert len(str(message("{gap}", gap=listed))) == 100_000 * 10 - 5


def test_tokens_stay_tokens():
    said = message("{word} becomes {tokens}.", word=Token("hugs"), tokens=Spaced(("hug", "##s")))
    expected = (Token("hugs"), " becomes ", Token("hug"), " ", Token("##s"), ".")
    assert parts(said) == expected


def test_user_text_is_no_template():
    assert str(message("“{text}” is unknown.", text="{n} {0} %s")) == "“{n} {0} %s” is unknown."


def test_a_paragraph_has_one_space_between_sentences():
    assert paragraph([]) == ""
    assert paragraph(message("{n} pair.", "{n} pairs.", n=n) for n in (1, 2)) == "1 pair. 2 pairs."


def test_two_templates_need_a_whole_number():
    with pytest.raises(ValueError, match="No whole number n"):
        message("{n} pair", "{n} pairs", n="2")

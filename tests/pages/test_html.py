"""Messages drawn as HTML."""

from pages.panels.html.text import sentence
from wordpiece.message import Emphasis, Token, message

HUG = message("{token} <fits>.", token=Token("<b>"))
CODE = '<code class="t">&lt;b&gt;</code>'


def test_a_message_is_escaped_and_its_tokens_are_code():
    assert sentence(HUG) == f"{CODE} &lt;fits&gt;."
    assert sentence((Token("<b>"), " <fits>.")) == f"{CODE} &lt;fits&gt;."


def test_several_messages_have_a_space_between_them():
    assert sentence((HUG, HUG)) == sentence(iter([HUG, HUG])) == f"{sentence(HUG)} {sentence(HUG)}"


def test_a_part_among_messages_brings_its_spaces_along():
    assert sentence((HUG, "It", " does.")) == f"{sentence(HUG)} It does."
    assert sentence(("So: ", HUG)) == f"So: {sentence(HUG)}"


def test_what_is_emphasized_is_bold_wherever_it_stands():
    for said in message("{n}", n=Emphasis("1 < 2")), message("{n}", n=Emphasis(message("1 < 2"))):
        assert sentence(said) == "<b>1 &lt; 2</b>"
        assert str(said) == "1 < 2"


def test_nothing_to_say_is_nothing():
    assert sentence(None) == sentence(()) == ""

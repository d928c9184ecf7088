"""Messages drawn as HTML."""

from pages.panels.html import sentence, sentences
from wordpiece.message import Token, message

HUG = message("{token} <fits>.", token=Token("<b>"))
CODE = '<code class="t">&lt;b&gt;</code>'


def test_a_message_is_escaped_and_its_tokens_are_code():
    assert sentence(HUG) == f"{CODE} &lt;fits&gt;."
    assert sentence((Token("<b>"), " <fits>.")) == f"{CODE} &lt;fits&gt;."


def test_several_messages_have_a_space_between_them():
    assert sentence((HUG, HUG)) == sentences([HUG, HUG]) == f"{sentence(HUG)} {sentence(HUG)}"


def test_nothing_to_say_is_nothing():
    assert sentence(None) == sentence(()) == sentences(()) == ""

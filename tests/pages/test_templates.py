"""Templates: line breaks, messages, and the escaping of what is put into them."""

import re
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes
from markupsafe import Markup

from pages import locale
from pages.panels.html import templates
from wordpiece.message import Language, Spaced, Token, message

PAGES = Path(__file__).parents[2] / "pages"
TEMPLATES = sorted(str(path.relative_to(PAGES)) for path in PAGES.rglob("*.html"))


def drawn(source: str, **values) -> str:
    return templates._ENVIRONMENT.from_string(source).render(values)


def test_what_is_put_in_is_escaped_unless_it_is_markup():
    assert drawn("<b>{{ it }}</b>", it="<i>") == "<b>&lt;i&gt;</b>"
    assert drawn("<b>{{ it }}</b>", it=Markup("<i>")) == "<b><i></b>"
    assert drawn("<b title='{{ say('{it}', it=it) }}'>", it="'<") == "<b title='&#39;&lt;'>"


def test_a_message_keeps_markup_and_escapes_everything_else():
    source = "{{ _('a < {one}, {two} and {three}', one=one, two=two, three=three) }}"
    said = drawn(source, one="<i>", two=Markup("<b>x</b>"), three=Token("##<"))
    assert said == 'a &lt; &lt;i&gt;, <b>x</b> and <code class="t">##&lt;</code>'
    assert drawn("{{ _('{n} word', '{n} words', n=n) }}", n=1200) == "1,200 words"


def test_a_number_in_a_template_is_written_in_the_language_of_each_visitor(monkeypatch):
    template = templates._ENVIRONMENT.from_string("{{ 1000 | number }}")
    assert template.render() == "1,000"
    monkeypatch.setattr(locale, "language", Points)
    assert template.render() == "1.000"


class Points(Language):
    """English with a point between thousands."""

    def number(self, value, style=""):
        return super().number(value, style).replace(",", ".")


def test_sentences_have_a_space_between_them():
    said = message("One {token}.", token=Token("a")), message("{n} two.", n=2)
    assert drawn("{{ it | sentence }}", it=said) == 'One <code class="t">a</code>. 2 two.'
    assert drawn("{{ it | sentence }}", it=said[1]) == "2 two."
    assert drawn("{{ it | sentence }}", it=message("{t}", t=Spaced(("a", "b")))).count(" <") == 1


def test_a_line_break_between_tags_and_places_is_none_on_the_page():
    source = """
    <ul>
      {% for each in it %}
      <li>{{ each }}</li>

      {% endfor %}
    </ul>
    {{ it[0] }}
    {{ it[1] }}
    """
    assert drawn(source, it=["a", "b"]) == "<ul><li>a</li><li>b</li></ul>ab"
    assert drawn("<p>two\nlines</p>") == "<p>two\nlines</p>"
    with pytest.raises(jinja2.TemplateSyntaxError) as caught:
        drawn("<p>\n</p>\n\n<p>\n{% if %}")
    assert caught.value.lineno == 5


def test_nothing_is_left_out_and_nothing_is_too_much():
    with pytest.raises(jinja2.UndefinedError):
        drawn("{{ nothing }}")
    piece = templates.pieces("panels/lessons/page.html")
    with pytest.raises(TypeError):
        piece("welcome", done=1, lessons=2, more=3)
    with pytest.raises(jinja2.UndefinedError):
        piece("welcome", done=1)


@pytest.mark.parametrize("name", TEMPLATES)
def test_messages_of_templates_are_literals_that_name_what_they_get(name):
    """So that they can be extracted, and a translation can be checked against them."""
    source = (PAGES / name).read_text(encoding="utf-8")
    environment = templates._ENVIRONMENT
    for call in environment.parse(source).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in ("_", "say"):
            continue
        said = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
        assert len(said) == len(call.args) in (1, 2), f"{name}:{call.lineno}"
        given = {keyword.key for keyword in call.kwargs}
        for each in said:
            assert each == each.strip() and "  " not in each, each
            assert places(each) <= given, each
        assert given - {"n", "context"} <= set().union(*map(places, said)), said
        assert (len(said) == 2) <= ("n" in given), said


def places(template: str) -> set[str]:
    """The names of the places of a message."""
    return set(re.findall(r"\{(\w+)(?::\w+)?\}", template))

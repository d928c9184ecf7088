"""HTML: templates, messages in them, and the escaping of all values."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import meta, nodes
from markupsafe import Markup

from pages import locale
from pages.panels.html import _ENVIRONMENT, sentence, visible
from pages.panels.shared import chips
from pages.shell import theme
from pages.shell.sidebar import plain
from wordpiece.message import Emphasis, Spaced, Token, message


def drawn(source: str, **values: object) -> str:
    return _ENVIRONMENT.from_string(source).render(values)


def test_a_filter_of_a_constant_follows_the_language():
    template = _ENVIRONMENT.from_string("{{ 1200 | number }} {{ (1200 | number) ~ '' }}")
    each = [*locale.in_each_language(template.render)]
    assert "1,200 1,200" in each and len({*each}) > 2


def test_every_value_is_escaped_unless_it_is_markup():
    assert drawn("<b>{{ it }}</b>", it="<i>") == "<b>&lt;i&gt;</b>"
    assert drawn("<b>{{ it }}</b>", it=Markup("<i>")) == "<b><i></b>"
    assert drawn("<b title='{{ say('{it}', it=it) }}'>", it="'<") == "<b title='&#39;&lt;'>"
    with pytest.raises(TypeError):
        theme.show("<b>not escaped</b>")  # type: ignore[arg-type]
    assert plain("*a* $x$ [b](c)") == r"\*a\* \$x\$ \[b\]\(c\)"


PAGES = Path(locale.__file__).parents[1]


@pytest.mark.parametrize("path", sorted(PAGES.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_lists_the_names_that_it_gets(path):
    source = path.read_text(encoding="utf-8")
    tree = _ENVIRONMENT.parse(source)
    got = meta.find_undeclared_variables(tree) - {*_ENVIRONMENT.globals, "language"}
    made = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}
    listed = re.match(r"\{#.*?context:\n(.*?)-?#\}", source, re.DOTALL)
    lines = re.split(r"[;\n]", listed[1] if listed else "")
    names = {name for line in lines for name in re.split(", *", line.partition(":")[0].strip())}
    assert got - made <= names - {""} <= got


hostile = st.one_of(st.text(), st.text(alphabet="<>&\"'/abscript=`$*_ \u200d\u0301\0#"))


@given(hostile)
def test_no_token_becomes_markup(text):
    for html in (chips.chip(text), chips.pair((text, text)), visible(text)):
        inside = re.sub(r"<span class=\"tok\" data-token='[^'<>]*'>", "", str(html))
        for known in ("span", "bdi", "small", "i"):
            inside = inside.replace(f"</{known}>", "").replace(f"<{known}>", "")
        for known in ('<span class="tok">', '<bdi dir="ltr">', '<i class="ctl">'):
            inside = inside.replace(known, "")
        assert "<" not in inside and ">" not in inside and '"' not in inside


FITS = message("{token} <fits>.", token=Token("<b>"))
CODE = '<code class="t">&lt;b&gt;</code> &lt;fits&gt;.'


def test_a_message_keeps_markup_and_escapes_everything_else():
    source = "{{ _('a < {one}, {two} and {three}', one=one, two=two, three=three) }}"
    html = drawn(source, one="<i>", two=Markup("<b>x</b>"), three=Token("##<"))
    assert html == 'a &lt; &lt;i&gt;, <b>x</b> and <code class="t">##&lt;</code>'
    assert drawn("{{ _('{n} word', '{n} words', n=n) }}", n=1200) == "1,200 words"
    assert sentence(FITS) == sentence((Token("<b>"), " <fits>.")) == CODE
    for strong in (Emphasis("1 < 2"), Emphasis(message("1 < 2"))):
        assert sentence(message("{n}", n=strong)) == "<b>1 &lt; 2</b>"
    assert sentence(message("{n}", n=Emphasis(1200))) == "<b>1,200</b>"


def test_messages_have_a_space_between_them_and_parts_bring_their_own():
    assert sentence((FITS, FITS)) == sentence(iter([FITS, FITS])) == f"{CODE} {CODE}"
    assert sentence((FITS, "It", " does.")) == f"{CODE} It does."
    assert sentence(("So: ", FITS)) == f"So: {CODE}"
    assert sentence(None) == sentence(()) == ""
    assert drawn("{{ it | sentence }}", it=(FITS, message("{n} two.", n=2))) == f"{CODE} 2 two."
    assert drawn("{{ it | sentence }}", it=message("{t}", t=Spaced(("a", "b")))).count(" <") == 1

"""The glossary of the app: every page opens it, and it finds terms."""

import pytest

from pages import locale
from pages.glossary import TERMS
from pages.shell.glossary import listed
from tests.pages.app import App, seen
from tests.pages.test_language import BRACKETED, untranslated
from wordpiece.message import text


@pytest.mark.parametrize("page", ["train", "compare", "encode", "predict", "lessons", "take_home"])
def test_every_page_opens_it(page):
    app = App(page)
    assert 'class="glossary"' not in app.html
    app.test.button(key="glossary").click().run()
    assert not app.test.exception
    assert all(text(term.names[0]) in app.text for term in TERMS)
    assert f"{len(TERMS)} terms" in app.text
    assert app.test.text_input(key="glossary_find").label == "Find a term"


def test_only_terms_that_contain_the_search_are_listed_and_the_search_stays_text():
    found = seen(listed(" OOV"))
    assert found.startswith("1 term [UNK] also: unknown token, out of vocabulary (OOV)")
    assert "embedding" not in found
    none = listed("<b>{0}</b>")
    assert "<b>" not in none and "0 terms" in seen(none)
    assert "No term contains <b>{0}</b>." in seen(none)


def test_in_another_language(monkeypatch):
    monkeypatch.setattr(locale, "language", lambda: BRACKETED)
    html = str(listed(""))
    assert html.count("<dt>") == len(TERMS)
    assert untranslated(html) == untranslated(str(listed("nothing like it"))) == []

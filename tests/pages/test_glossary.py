"""The glossary: every term once, examples that counting confirms, and the dialog on each page."""

import re

import pytest

from pages import locale
from pages.shell.glossary import TOY as WORDS
from pages.shell.glossary import find, listed, terms
from tests.golden import TOY
from tests.oracle import Oracle
from tests.pages.app import App, seen
from tests.pages.test_language import BRACKETED, untranslated
from tests.sentences import formula, plus, times

TERMS = terms()
BY_ID = {term.id: term for term in TERMS}


def example(id: str) -> str:
    return BY_ID[id].sentences[-1].striptags()


def test_terms_are_in_order_and_no_name_has_two():
    names = [term.names[0] for term in TERMS]
    assert len(BY_ID) == len(TERMS)
    assert names == sorted(names, key=lambda name: re.sub(r"\W", "", name.casefold()))
    also = [name for term in TERMS for name in term.names]
    assert sorted(also) == sorted({*also})


def test_searching():
    assert find("") == TERMS
    assert [term.id for term in find("OOV")] == ["unk"]
    assert find("  Longest ")[0].id == "longest-match"
    assert find("pair  Frequency")[0].id == "pair-frequency"
    assert "pair-frequency" in [term.id for term in find("occurs 20 times")]  # in an example
    assert find("no such term") == []


def test_examples_with_counts_and_merges():
    assert WORDS == TOY
    plain, bpe = Oracle(TOY, "##").run(), Oracle(TOY, rule="count").run()
    gain = Oracle(TOY, "##", rule="gain").run(1)
    first, vocabulary = plain.merges[0], plain.vocabulary(99)
    most, _ = plain.top_by_count(0)
    met = times(plain.pairs(0)[most])
    assert example("pair-frequency").startswith(f"{plus(most)} occurs {met}")
    assert example("score").startswith(f"{plus(first)}: {formula(plain, 0, first)}")
    assert example("merge") == f"{plus(first)} becomes {plain.join(*first)}."
    assert (
        example("base-vocabulary") == f"On the toy words it is {' '.join(sorted(plain.alphabet))}."
    )
    met = times(bpe.pairs(0)[bpe.merges[0]])
    assert f"{plus(bpe.merges[0])} merges first, as it occurs {met}" in example("bpe")
    matched = " ".join(plain.match(99, "pugs"))
    assert f"pugs becomes {matched}." in example("longest-match")
    assert example("decoding") == f"{matched} becomes pugs again."
    assert f"makes {' '.join(plain.replay(99, 'pugs')[0])} of pugs." in example("merge-replay")
    tokens, words = sum(plain.symbols(3).values()), sum(TOY.values())
    assert f"{tokens} tokens for {words} words, {tokens / words:.2f}" in example("fertility")
    assert f"After the first toy merge {len(plain.tied(1))} pairs" in example("tie-break")
    grown = f"from {len(plain.alphabet)} entries to {len(vocabulary)}."
    assert example("vocabulary").endswith(grown)
    unknown = " ".join(bpe.replay(3, "mug")[0])
    assert example("unk") == f"mug becomes [UNK] by WordPiece and {unknown} by BPE."
    by_gain = f"merges {plus(gain.merges[0])} first, the published formula {plus(first)}"
    assert by_gain in example("likelihood")


def test_tokens_in_sentences_are_tokens():
    """A page sets tokens in code type and escapes them."""
    tokens = re.findall('<code class="t">(.*?)</code>', listed(""))
    assert {"##", "[CLS]", "##gs", "&lt;/w&gt;"} <= {*tokens}


@pytest.mark.parametrize("page", ["train", "compare", "encode", "predict", "lessons", "take_home"])
def test_every_page_opens_it(page):
    app = App(page)
    assert 'class="glossary"' not in app.html
    app.test.button(key="glossary").click().run()
    assert not app.test.exception
    assert all(term.names[0].striptags() in app.text for term in TERMS)
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

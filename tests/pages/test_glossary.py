"""The glossary: every term once, examples that counting confirms, and the dialog on each page."""

import json
import re
import subprocess

import pytest

from pages import locale
from pages.shell.glossary import TOY as WORDS
from pages.shell.glossary import find, listed, terms
from tests.golden import TOY
from tests.oracle import Oracle
from tests.pages.app import App, seen
from tests.sentences import formula, plus, times

TERMS = terms()
BY_ID = {term.id: term for term in TERMS}


def example(id: str) -> str:
    return BY_ID[id].sentences[-1].striptags()


def test_no_name_has_two_terms():
    assert len(BY_ID) == len(TERMS)
    names = [name for term in TERMS for name in term.names]
    assert sorted(names) == sorted({*names})


IN_ORDER = """const [tag, names] = process.argv.slice(1).map(JSON.parse);
const order = new Intl.Collator(tag, { ignorePunctuation: true });
console.log(JSON.stringify(names.sort(order.compare)));"""


@pytest.mark.parametrize("code", locale.LANGUAGES)
def test_terms_are_sorted_as_icu_sorts_them_in_each_language(code):
    locale.use(code)
    names = [term.names[0].striptags() for term in terms()]
    locale.use("en")
    if code == "zh-Hant":  # 合 and 同 have the same radical and six strokes: either may come first
        names = [name.replace("同", "合") for name in names]
    command = ["node", "-e", IN_ORDER, json.dumps(code), json.dumps(names[::-1])]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    assert names == json.loads(done.stdout)


def test_searching():
    assert find("") == TERMS
    assert [term.id for term in find("OOV")] == ["oov"]
    assert find("  Longest ")[0].id == "longest-match"
    assert find("base  Vocabulary")[0].id == "base-vocabulary"
    assert "pair-frequency" in [term.id for term in find("occurs 20 times")]  # in an example
    assert find("no such term") == []


def test_examples_with_counts_and_merges():
    assert WORDS == TOY
    plain, bpe = Oracle(TOY, "##").run(), Oracle(TOY, rule="count").run()
    gain = Oracle(TOY, "##", rule="gain").run(1)
    first, vocabulary = plain.merges[0], plain.vocabulary(99)
    most, _ = plain.top_by_count(0)
    matched, replayed = (
        " ".join(it) for it in (plain.match(99, "pugs"), plain.replay(99, "pugs")[0])
    )
    tokens, words = sum(plain.symbols(3).values()), sum(TOY.values())
    for id, figures in {
        "pair-frequency": [plus(most), times(plain.pairs(0)[most])],
        "score": [plus(first), formula(plain, 0, first)],
        "merge": [plain.join(*first), plus(first)],
        "base-vocabulary": [" ".join(sorted(plain.alphabet))],
        "bpe": [plus(bpe.merges[0]), times(bpe.pairs(0)[bpe.merges[0]])],
        "longest-match": ["pugs", matched],
        "decoding": [matched, "pugs"],
        "merge-replay": ["pugs", replayed],
        "fertility": ["After 3 ", f"{words} words", f"{tokens} tokens: {tokens / words:.2f}"],
        "tie-break": [f" {len(plain.tied(1))} pairs tie", plus(plain.merges[1])],
        "vocabulary": [f" {len(plain.alphabet)} entries to {len(vocabulary)}."],
        "unk": ["mug", "[UNK]", " ".join(bpe.replay(3, "mug")[0])],
        "likelihood": [plus(gain.merges[0]), plus(first)],
    }.items():
        assert re.search(".* ".join(map(re.escape, figures)), example(id)), id


def test_tokens_in_sentences_are_tokens():
    """A page sets tokens in code type and escapes them."""
    tokens = re.findall('<code class="t">(.*?)</code>', listed(""))
    assert {"##", "[CLS]", "##gs", "&lt;/w&gt;"} <= {*tokens}


@pytest.mark.parametrize(
    "page", ["train", "compare", "encode", "predict", "by_hand", "lessons", "take_home"]
)
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
    assert found.startswith("1 term out-of-vocabulary word (OOV)")
    assert "likelihood" not in found
    none = listed("<b>{0}</b>")
    assert "<b>" not in none and "0 terms" in seen(none)
    assert "No term contains <b>{0}</b>." in seen(none)

"""The glossary: every term once, examples that counting confirms, and the dialog on each page."""

import re

import pytest

from pages import locale
from pages.shell.glossary import TOY as WORDS
from pages.shell.glossary import draw_terms, terms
from tests.golden import TOY
from tests.oracle import Oracle
from tests.pages.app import App
from tests.sentences import formula, plus, times

TERMS = terms()
BY_NAME = {str(term.names[0]): term for term in TERMS}


def example(name: str) -> str:
    return BY_NAME[name].sentences[-1].striptags()


def test_no_name_has_two_terms():
    names = [name for term in TERMS for name in term.names]
    assert sorted(names) == sorted({*names})


@pytest.mark.parametrize(("code", "first", "then"), [
    ("en", "alphabet", "BPE"), ("fr", "égalité", "encodage"), ("ru", "элемент", "BPE"),
    ("zh-Hans", "编号", "字母表"), ("zh-Hans", "字母表", "BPE"), ("zh-Hant", "子詞", "編碼"),
])  # fmt: skip
def test_terms_are_sorted_as_in_a_dictionary(code, first, then):
    locale.use(code)
    names = [term.names[0].striptags() for term in terms()]
    locale.use("en")
    assert names.index(first) < names.index(then)


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
    for name, figures in {
        "count": [plus(most), times(plain.pairs(0)[most])],
        "score": [plus(first), formula(plain, 0, first)],
        "merge": [plain.join(*first), plus(first)],
        "alphabet": [" ".join(sorted(plain.alphabet))],
        "BPE": [plus(bpe.merges[0]), times(bpe.pairs(0)[bpe.merges[0]])],
        "greedy longest-match-first": ["pugs", matched],
        "decoding": [matched, "pugs"],
        "merge replay": ["pugs", replayed],
        "fertility": [
            "After 3 ",
            f"the {words} occurrences",
            f"{tokens} tokens: {tokens / words:.2f}",
        ],
        "tie": [f" {len(plain.tied(1))} pairs tie", plus(plain.merges[1])],
        "vocabulary": [f" {len(plain.alphabet)} entries to {len(vocabulary)}."],
        "unknown token": ["mug", "[UNK]", " ".join(bpe.replay(3, "mug")[0])],
        "likelihood": [plus(gain.merges[0]), plus(first)],
    }.items():
        assert re.search(".* ".join(map(re.escape, figures)), example(name)), name


def test_facts_that_were_wrong_once():
    """An out-of-vocabulary word is not always unknown, and BERT’s sizes differ by letter case."""
    for name, fact in {
        "out-of-vocabulary word (OOV)": "A word that is not an entry of the vocabulary.",
        "special token": "[SEP] ends each text of the input",
        "vocabulary size": "30,522 in BERT-base-uncased",
        "WordPiece": "Google's TensorFlow Text, for example, learns its vocabulary top-down",
    }.items():
        assert fact in " ".join(sentence.striptags() for sentence in BY_NAME[name].sentences)
    assert [*BY_NAME["unknown token"].names] == ["unknown token", "[UNK]"]
    assert [*BY_NAME["special token"].names] == ["special token"]  # [CLS] is one of them


def test_tokens_in_sentences_are_tokens():
    """A page sets tokens in code type and escapes them."""
    tokens = re.findall('<code class="t">(.*?)</code>', draw_terms())
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

"""Normalizers, with the `tokenizers` library as referee on any text that Unicode allows."""

import sys
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import normalizers as library

from tests.strategies import examples
from tests.wordpiece.characters import differing, texts
from wordpiece.text import normalizers
from wordpiece.text.normalizers import (
    NORMALIZERS,
    WHITE_SPACE,
    bert_normalizer,
    clean_text,
    compose,
    lowercase,
    sort_marks,
)


def only(**step: bool) -> library.BertNormalizer:
    """Return the library's normalizer for BERT with all steps off but one."""
    off = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False}
    return library.BertNormalizer(**{**off, "lowercase": False, **step})


REFEREES = {
    "nfc": library.NFC(), "nfd": library.NFD(), "nfkc": library.NFKC(), "nfkd": library.NFKD(),
    "lowercase": library.Lowercase(), "strip-accents": only(strip_accents=True),
    "clean-text": only(clean_text=True), "space-out-cjk": only(handle_chinese_chars=True),
}  # fmt: skip


def between_marks(char: str) -> str:
    """Return a character alone, and between two marks, which reorder it if it is a mark."""
    return f"{char}\n\u0345{char}\u0334"


@pytest.mark.slow
@pytest.mark.parametrize("name", NORMALIZERS)
def test_every_character_is_normalized_as_the_library_does(name):
    ours, theirs = NORMALIZERS[name], REFEREES[name].normalize_str
    old = name != "space-out-cjk"  # which does not depend on the tables
    assert differing(lambda text: ours(text) != theirs(text), between_marks, old=old) == []


@given(text=texts, name=st.sampled_from(sorted(NORMALIZERS)))
@examples(300)
def test_each_normalizer_equals_the_librarys(text, name):
    assert NORMALIZERS[name](text) == REFEREES[name].normalize_str(text)


flags = st.booleans()


@given(text=texts, clean=flags, cjk=flags, strip=st.none() | flags, lower=flags)
@examples(200)
def test_bert_normalizer_equals_the_librarys(text, clean, cjk, strip, lower):
    theirs = library.BertNormalizer(clean, cjk, strip, lower)
    ours = bert_normalizer(clean=clean, cjk=cjk, strip=strip, lower=lower)
    assert ours(text) == theirs.normalize_str(text)
    assert bert_normalizer()(text) == library.BertNormalizer().normalize_str(text)


def test_white_space_is_the_unicode_property():
    # str.isspace adds the four information separators, which are not White_Space.
    spaces = {chr(point) for point in range(sys.maxunicode + 1) if chr(point).isspace()}
    assert set(WHITE_SPACE) == spaces - set("\x1c\x1d\x1e\x1f")
    assert len(WHITE_SPACE) == 25


def test_lone_surrogates_are_allowed():
    for normalizer in NORMALIZERS.values():
        assert normalizer("a\ud800b\udfff") in ("a\ud800b\udfff", "ab")
    assert clean_text("a\ud800b") == "ab"
    assert lowercase("A\ud800B") == "a\ud800b"


def test_an_unknown_name_is_refused_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match="no normalizer named 'nfx'") as refusal:
        compose(["nfc", "nfx"])
    assert str(refusal.value).endswith(f"the known ones are {', '.join(NORMALIZERS)}.")


# Long runs of marks.

# Marks of several combining classes, precomposed marks, and letters that decompose into marks.
MARKS = (
    "\u0301\u0300\u0323\u0327\u0334\u0345\u0344\u0f71\u0f72\u0f73\u0f81\u3099\u05b0\u0591\U0001d165"
)
LETTERS = "aeé\u1e69\u0958\u0f43가각字\u200d\n \ud800"
FORMS: dict[str, Callable[[str], str]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfd": lambda text: unicodedata.normalize("NFD", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "nfkd": lambda text: unicodedata.normalize("NFKD", text),
}


@given(
    st.lists(
        st.text(LETTERS, max_size=2)
        | st.text(MARKS, min_size=25, max_size=80)
        | st.integers(25, 45).flatmap(lambda n: st.sampled_from(MARKS).map(lambda mark: mark * n)),
        max_size=5,
    ).map("".join)
)
def test_marks_in_order_have_the_same_normal_forms(text):
    ordered = sort_marks(text)
    for name, form in FORMS.items():
        assert form(ordered) == NORMALIZERS[name](text) == form(text)


@pytest.mark.parametrize("letter", ["a", ""])
@pytest.mark.parametrize("name", [*FORMS, "strip-accents"])
def test_python_is_given_long_runs_in_order(name, letter, monkeypatch):
    """`unicodedata.normalize` uses insertion sort: a million marks would take hours."""
    given = []

    def recorded(form, text):
        given.append(text)
        return unicodedata.normalize(form, text)

    monkeypatch.setattr(normalizers, "normalize", recorded)
    NORMALIZERS[name](letter + "\u0301\u0323" * 50)
    assert max(given, key=len) == letter + "\u0323" * 50 + "\u0301" * 50


def test_runs_are_sorted_from_thirty_marks_on():
    for marks in (28, 30):
        text = "Crème " + "a" + "\u0301\u0323" * (marks // 2)
        assert (sort_marks(text) == text) == (marks < 30)

"""Normalizers, refereed by the `tokenizers` library on any text Unicode allows.

Python and the library each carry Unicode tables, of different versions, so they differ on some
characters. `disagreements` finds exactly which, by asking both about every code point. One test
asserts that each has a known cause and that there are few; the others leave just those out.
"""

import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import normalizers as library

from tests.strategies import examples
from wordpiece.text.normalizers import (
    CJK_RANGES,
    NORMALIZERS,
    WHITE_SPACE,
    bert_normalizer,
    clean_text,
    compose,
    is_cjk,
    lowercase,
    nfc,
    nfd,
    nfkc,
    nfkd,
    sort_marks,
    space_out_cjk,
    strip_accents,
)


def library_bert(*, clean: bool, cjk: bool, strip: bool | None, lower: bool):
    return library.BertNormalizer(
        clean_text=clean, handle_chinese_chars=cjk, strip_accents=strip, lowercase=lower
    ).normalize_str


REFEREES: dict[str, Callable[[str], str]] = {
    "nfc": library.NFC().normalize_str,
    "nfd": library.NFD().normalize_str,
    "nfkc": library.NFKC().normalize_str,
    "nfkd": library.NFKD().normalize_str,
    "lowercase": library.Lowercase().normalize_str,
    "strip-accents": library_bert(clean=False, cjk=False, strip=True, lower=False),
    "clean-text": library_bert(clean=True, cjk=False, strip=False, lower=False),
    "space-out-cjk": library_bert(clean=False, cjk=True, strip=False, lower=False),
}

# Characters assigned long ago that became marks, or ceased to be, after the library's tables
# (Unicode 8): two Mongolian letters, a Sharada sign and a Hanunoo vowel killer.
RECLASSIFIED = {"\u1885", "\u1886", "\U000111c9", "\u1734"}

# No version of Unicode may have more disagreements than this; about twice what there is today.
BOUND = {
    "nfc": 220,
    "nfd": 220,
    "nfkc": 400,
    "nfkd": 400,
    "lowercase": 200,
    "strip-accents": 800,
    "clean-text": 50,
    "space-out-cjk": 0,
}


# --- Where the two sides' Unicode tables differ ------------------------------------------------


def probe(char: str) -> str:
    """The character alone, and between two marks that it changes places with if it is one."""
    return f"{char}\n\u0345{char}\u0334"


def differing(name: str, points: range) -> Iterator[str]:
    """Halve the range until the single characters that the two sides treat apart are left."""
    text = "\n".join(probe(chr(point)) for point in points)
    if NORMALIZERS[name](text) == REFEREES[name](text):
        return
    if len(points) == 1:
        yield chr(points[0])
        return
    middle = len(points) // 2
    yield from differing(name, points[:middle])
    yield from differing(name, points[middle:])


@cache
def disagreements(name: str) -> frozenset[str]:
    scalars = [
        range(0xD800),  # the surrogates come next
        range(0xE000, 0x40000),
        range(0x40000, 0xE0000, 251),  # ten planes with nothing in them: a sample will do
        range(0xE0000, 0xE1000),
        range(0xE1000, sys.maxunicode + 1, 251),  # nothing, then private use
    ]
    blocks = (s[i : i + 512] for s in scalars for i in range(0, len(s), 512))
    return frozenset(char for block in blocks for char in differing(name, block))


@cache
def excluded() -> frozenset[str]:
    """What the random texts leave out: the disagreements, and the parts of composed ones.

    NFC would put those parts together on one side only.
    """
    chars = {char for name in NORMALIZERS for char in disagreements(name)}
    composed = disagreements("nfc") | disagreements("nfd")
    parts = {part for char in composed for part in nfd(char) + REFEREES["nfd"](char)}
    return frozenset(chars | parts)


@pytest.mark.slow
@pytest.mark.parametrize("name", NORMALIZERS)
def test_the_sides_differ_only_where_one_has_newer_unicode_tables(name):
    found = disagreements(name)
    assert len(found) <= BOUND[name]
    for char in found - RECLASSIFIED:
        # Every disagreement is about a character that is new to one side ...
        new_here = unicodedata.category(char) == "Cn"
        new_there = REFEREES[name](probe(char)) == REFEREES[name](probe("\u0378")).replace(
            "\u0378", char
        )  # U+0378 is unassigned, and so is this one to the library
        assert new_here or new_there, f"U+{ord(char):04X}"
        # ... and far newer than Unicode 3.2, of 2002, which Python also remembers.
        assert unicodedata.ucd_3_2_0.category(char) == "Cn", f"U+{ord(char):04X}"


@pytest.mark.slow
def test_the_exclusions_leave_everyday_characters_in():
    # Latin to Arabic, punctuation and symbols, kana, ideographs, Hangul, common emoji.
    blocks = [(0, 0x6FF), (0x2000, 0x2BFF), (0x3000, 0x9FFF), (0xAC00, 0xD7A3), (0x1F300, 0x1F64F)]
    everyday = {chr(point) for first, last in blocks for point in range(first, last + 1)}
    assert excluded() & everyday <= {"\u32ff"}  # the name of Japan's era since 2019


# --- The referee, on any text ------------------------------------------------------------------

PIECES = [
    *("a", "Z", "1", " ", "  ", "\t", "\n", "\r\n", ".", "'s", "don't", "_", "##", "\x00", "\x0b"),
    *("\x0c", "\x1c", "\x1f", "\x7f", "\x85", "\xa0", "\xad", "\u1680", "\u180e", "\u2003"),
    *("\u2028", "\u2029", "\u200b", "\u200d", "\u3000", "\ufeff", "\ufffd", "\ue000", "\u0378"),
    *("é", "e\u0301", "\u0323", "\u0301", "\u0345", "ﬁ", "Å", "\u212b", "ø", "ß", "ẞ", "ǅ"),
    *("İ", "ı", "Σ", "ΑΣ", "ς", "ΟΔΟΣ ", "Ж", "й", "ё", "ñ", "Ñ", "한", "각", "\u1100", "\u1161"),
    *(
        "字",
        "東京",
        "か",
        "が",
        "カ",
        "、",
        "。",
        "\U00020000",
        "\U0002b820",
        "\U0002b920",
        "\uf900",
    ),
    *("👍", "👩\u200d👩\u200d👧", "🇫🇷", "❤\ufe0f", "שָׁלוֹם", "العَرَبِيَّة", "हिन्दी", "ไทย", "\U000e0001"),
]


def texts() -> st.SearchStrategy[str]:
    anything = st.characters(exclude_categories=["Cs"]).filter(lambda char: char not in excluded())
    return st.lists(st.sampled_from(PIECES) | anything, max_size=30).map("".join)


@pytest.mark.slow
@pytest.mark.parametrize("name", NORMALIZERS)
@given(text=texts())
@examples(150)
def test_each_normalizer_equals_the_librarys(name, text):
    assert NORMALIZERS[name](text) == REFEREES[name](text)


flags = st.booleans()


@pytest.mark.slow
@given(text=texts(), clean=flags, cjk=flags, strip=st.none() | flags, lower=flags)
@examples(300)
def test_bert_normalizer_equals_the_librarys(text, clean, cjk, strip, lower):
    options = {"clean": clean, "cjk": cjk, "strip": strip, "lower": lower}
    assert bert_normalizer(**options)(text) == library_bert(**options)(text)


@pytest.mark.slow
@given(text=texts())
@examples(50)
def test_bert_normalizer_has_the_librarys_defaults(text):
    assert bert_normalizer()(text) == library.BertNormalizer().normalize_str(text)


CORPORA = sorted((Path(__file__).parents[2] / "sample_corpora").glob("*.t[xs][tv]"))


@pytest.mark.parametrize("path", CORPORA, ids=lambda path: path.name)
def test_sample_corpora_are_normalized_as_the_library_does(path):
    text = path.read_text(encoding="utf-8")
    for name in NORMALIZERS:
        assert NORMALIZERS[name](text) == REFEREES[name](text), name
    assert bert_normalizer()(text) == library.BertNormalizer().normalize_str(text)


@pytest.mark.parametrize("name", NORMALIZERS)
def test_tricky_texts_are_normalized_as_the_library_does(name):
    for text in ["", *PIECES, "".join(PIECES), "".join(reversed(PIECES))]:
        assert NORMALIZERS[name](text) == REFEREES[name](text), ascii(text)


# --- Rules worth naming ------------------------------------------------------------------------


def test_white_space_is_the_unicode_property():
    # str.isspace adds the four information separators, which are not White_Space.
    spaces = {chr(point) for point in range(sys.maxunicode + 1) if chr(point).isspace()}
    assert set(WHITE_SPACE) == spaces - set("\x1c\x1d\x1e\x1f")
    assert len(WHITE_SPACE) == 25


def test_final_sigma_is_lowercased_like_any_other():
    assert lowercase("ΣΑΣ") == "σασ"
    assert lowercase("σας") == "σας"


def test_dotted_capital_i_becomes_two_characters():
    assert lowercase("İ") == "i\u0307"
    assert compose(["lowercase", "strip-accents"])("İ") == "i"


def test_strip_accents_leaves_the_text_decomposed():
    assert strip_accents("é") == "e"
    assert strip_accents("한") == nfd("한") != "한"
    assert nfc(strip_accents("한")) == "한"


@pytest.mark.parametrize(
    "dropped", ["\x00", "\x0b", "\x85", "\u200b", "\ufeff", "\ufffd", "\ue000"]
)
def test_clean_text_drops(dropped):
    assert clean_text(f"a{dropped}b") == "ab"


@pytest.mark.parametrize("space", ["\t", "\n", "\r", " ", "\xa0", "\u2028", "\u3000"])
def test_clean_text_makes_a_plain_space_of(space):
    assert clean_text(f"a{space}b") == "a b"


def test_clean_text_keeps_unassigned_characters():
    assert clean_text("\u0378") == "\u0378"


def test_lone_surrogates_do_not_crash():
    for normalizer in NORMALIZERS.values():
        normalizer("a\ud800b\udfff")
    assert clean_text("a\ud800b") == "ab"
    assert lowercase("A\ud800B") == "a\ud800b"


def test_cjk_edges():
    for first, last in CJK_RANGES:
        assert is_cjk(chr(first)) and is_cjk(chr(last))
    assert not any(map(is_cjk, "aかカ한、\u33ff\ua000"))
    assert space_out_cjk("a字b") == "a 字 b"


# --- Long runs of marks ------------------------------------------------------------------------

# Of several classes, precomposed, without a class of their own, and letters that bring marks.
MARKS = (
    "\u0301\u0300\u0323\u0327\u0334\u0345\u0344\u0f71\u0f72\u0f73\u0f81\u3099\u05b0\u0591\U0001d165"
)
LETTERS = "aeé\u1e69\u0958\u0f43가각字\u200d\n \ud800"


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
    for form, normalizer in (("NFC", nfc), ("NFD", nfd), ("NFKC", nfkc), ("NFKD", nfkd)):
        assert unicodedata.normalize(form, ordered) == unicodedata.normalize(form, text)
        assert normalizer(text) == unicodedata.normalize(form, text)


def test_text_without_long_runs_is_left_alone():
    text = "Crème e\u0323\u0301 " + "a" + "\u0301\u0323" * 14
    assert sort_marks(text) == text and sort_marks("plain") == "plain"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nfc", "nfd", "strip-accents"])
def test_two_million_marks_are_normalized(name):
    """By insertion it would take hours, with Python's lock held: a process that can be killed."""
    code = (
        "from wordpiece.text.normalizers import NORMALIZERS\n"
        f"normal = NORMALIZERS[{name!r}]('a' + '\\u0301\\u0323' * 1_000_000)\n"
        "print(len(normal))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert int(done.stdout) == {"nfc": 2_000_000, "nfd": 2_000_001, "strip-accents": 1}[name]


# --- By name -----------------------------------------------------------------------------------


def test_compose_keeps_the_order_given():
    assert compose(["nfd", "nfc"])("é") == "\xe9"
    assert compose(["nfc", "nfd"])("é") == "e\u0301"


@given(st.text())
def test_composing_nothing_changes_nothing(text):
    assert compose([])(text) == text


def test_an_unknown_name_is_refused_at_once_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match="no normalizer named 'nfx'") as refusal:
        compose(["nfc", "nfx"])
    assert all(name in str(refusal.value) for name in NORMALIZERS)


def test_the_registry_is_read_only():
    with pytest.raises(TypeError):
        NORMALIZERS["nfc"] = nfd  # type: ignore[index]

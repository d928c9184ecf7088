"""Pre-tokenizers, refereed by the `tokenizers` library in words and in offsets, on any text.

As in `test_normalizers`, the two sides' Unicode tables are of different versions. `disagreements`
finds the characters concerned by asking both about every code point, one test bounds and explains
them, and the random texts leave just those out.
"""

import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import PreTokenizedString, Regex, decoders
from tokenizers import normalizers as library_normalizers
from tokenizers import pre_tokenizers as library

from tests.strategies import examples
from wordpiece.files.common import RUNS_OF_ONE_SCRIPT
from wordpiece.text.pre_tokenizers import (
    BYTE_TO_CHAR,
    CHAR_TO_BYTE,
    PRE_TOKENIZERS,
    Word,
    _bert_pattern,
    _gpt2_pattern,
    bert,
    bytes_to_text,
    gpt2_byte_level,
    placed_words,
    scripts,
    split_words,
    text_to_bytes,
    whitespace,
)

Spans = list[tuple[str, tuple[int, int]]]
spaced_out = library_normalizers.BertNormalizer(
    clean_text=False, handle_chinese_chars=True, strip_accents=False, lowercase=False
)


def library_bert_with_cjk(text: str) -> Spans:
    """Space ideographs out, then cut; the offsets are still into the text before that."""
    pieces = PreTokenizedString(text)
    pieces.normalize(spaced_out.normalize)
    library.BertPreTokenizer().pre_tokenize(pieces)
    return [(word, span) for word, span, _ in pieces.get_splits("original", "char")]


def byte_level(prefix: bool) -> Callable[[str], Spans]:
    return library.ByteLevel(add_prefix_space=prefix, use_regex=True).pre_tokenize_str


def library_split() -> Callable[[str], Spans]:
    """What a tokenizer.json holds for runs of one script."""
    pattern = Regex(RUNS_OF_ONE_SCRIPT["pattern"]["Regex"])
    return library.Split(pattern, "removed", invert=True).pre_tokenize_str


OURS = {
    **PRE_TOKENIZERS,
    "bert, ideographs together": lambda text: bert(text, split_cjk=False),
    "gpt2, space added": lambda text: gpt2_byte_level(text, add_prefix_space=True),
}
REFEREES: dict[str, Callable[[str], Spans]] = {
    "whitespace": library.WhitespaceSplit().pre_tokenize_str,
    "bert": library_bert_with_cjk,
    "gpt2": byte_level(False),
    "scripts": library_split(),
    "bert, ideographs together": library.BertPreTokenizer().pre_tokenize_str,
    "gpt2, space added": byte_level(True),
}


def spans(words: list[Word]) -> Spans:
    return [(word.text, (word.start, word.end)) for word in words]


# --- Where the two sides' Unicode tables differ ------------------------------------------------

# Punctuation in the library's tables (Unicode 8), and something else since.
RECLASSIFIED = {"\u166d", "\U000111c9"}

# The library's letters and numbers can be newer than Python's; its punctuation is older. The
# letters are thousands, nearly all ideographs and hieroglyphs that Unicode 15 and 16 added.
BOUND = {"whitespace": 0, "bert": 250, "gpt2": 15_000, "scripts": 20_000}


def probe(char: str) -> str:
    """Whether the character joins with letters, with numbers, with the rest or with nothing."""
    return f"a{char}1{char}!{char}字{char}か"


def differ(name: str, text: str) -> set[tuple[str, tuple[int, int]]]:
    """Return the words that only one of the two sides finds."""
    return {*spans(OURS[name](text))} ^ {*REFEREES[name](text)}


def differing(name: str, points: range) -> Iterator[str]:
    """Yield the characters that the two sides treat apart, each taken by itself."""
    lines = [probe(chr(point)) for point in points]
    size = len(lines[0]) + 1
    found = {at // size for _, ends in differ(name, "\n".join(lines)) for at in ends}
    for line in sorted({line + k for line in found for k in (-1, 0, 1)}):
        if 0 <= line < len(lines) and differ(name, lines[line]):
            yield chr(points[line])


@cache
def disagreements(name: str) -> frozenset[str]:
    points = [
        *(range(i, i + 64) for i in range(0, 0xD800, 64)),  # the surrogates come next
        *(range(i, i + 64) for i in range(0xE000, 0x40000, 64)),
        range(0x40000, 0xE0000, 251),  # ten planes with nothing in them: a sample will do
        *(range(i, i + 64) for i in range(0xE0000, 0xE1000, 64)),
        range(0xE1000, sys.maxunicode + 1, 251),  # nothing, then private use
    ]
    return frozenset(char for block in points for char in differing(name, block))


@cache
def excluded() -> frozenset[str]:
    return frozenset().union(*(disagreements(name) for name in PRE_TOKENIZERS))


@pytest.mark.slow
@given(text=st.text(), name=st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_words_found_again_stand_where_they_were_cut(text, name):
    assert list(placed_words(text, name)) == PRE_TOKENIZERS[name](text)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_the_sides_differ_only_where_one_has_newer_unicode_tables(name):
    found = disagreements(name)
    assert len(found) <= BOUND[name]
    cut = [span for _, span in REFEREES[name](probe("\u0378"))]  # an unassigned character
    for char in found - RECLASSIFIED:
        # Every disagreement is about a character that is new to one side ...
        new_here = unicodedata.category(char) == "Cn"
        new_there = [span for _, span in REFEREES[name](probe(char))] == cut
        assert new_here or new_there, f"U+{ord(char):04X}"
        # ... and far newer than Unicode 3.2, of 2002, which Python also remembers.
        assert unicodedata.ucd_3_2_0.category(char) == "Cn", f"U+{ord(char):04X}"


# --- The referee, on any text ------------------------------------------------------------------

PIECES = [
    *(
        "a",
        "Z",
        "1",
        "42",
        " ",
        "  ",
        "   ",
        "\t",
        "\n",
        "\r\n",
        "\n\n",
        ".",
        "...",
        "!?",
        "_",
        "##",
    ),
    *("'", "'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "don't", "’s", "''s", "$", "€", "±"),
    *("+", "<", "=", ">", "^", "`", "|", "~", "-", "—", "«", "¿", "\x00", "\x0b", "\x0c", "\x1c"),
    *("\x1f", "\x7f", "\x85", "\xa0", "\xad", "\u1680", "\u180e", "\u2003", "\u2028", "\u2029"),
    *(
        "\u200b",
        "\u200d",
        "\u3000",
        "\ufeff",
        "\ufffd",
        "\ue000",
        "\u0378",
        "é",
        "e\u0301",
        "\u0301",
    ),
    *(
        "İ",
        "ΟΔΟΣ",
        "Ж",
        "²",
        "½",
        "Ⅷ",
        "٣",
        "१",
        "〇",
        "㊀",
        "字",
        "東京",
        "か",
        "、",
        "。",
        "한국",
    ),
    *(
        "\U00020000",
        "\U0002b820",
        "\U0002b920",
        "\uf900",
        "👍",
        "👩\u200d👩\u200d👧",
        "🇫🇷",
        "❤\ufe0f",
    ),
    *("שָׁלוֹם", "العَرَبِيَّة", "हिन्दी", "।", "ไทย", "\U000e0001", "\U0010ffff", "𝒳", "𐄀", "𞥐"),
]


def texts() -> st.SearchStrategy[str]:
    anything = st.characters(exclude_categories=["Cs"]).filter(lambda char: char not in excluded())
    return st.lists(st.sampled_from(PIECES) | anything, max_size=30).map("".join)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
@given(text=texts())
@examples(300)
def test_words_and_offsets_equal_the_librarys(name, text):
    assert spans(OURS[name](text)) == REFEREES[name](text)


CORPORA = sorted((Path(__file__).parents[2] / "sample_corpora").glob("*.t[xs][tv]"))


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("path", CORPORA, ids=lambda path: path.name)
def test_sample_corpora_are_cut_as_the_library_does(path, name):
    text = path.read_text(encoding="utf-8")
    assert spans(OURS[name](text)) == REFEREES[name](text)


TRICKY = [
    *("", "  a", "a  ", "This is the Hugging Face course!", "don't 'tis we'll WE'LL  \t end"),
    *(
        f"{left}{piece}{right}"
        for piece in PIECES
        for left, right in [("", ""), ("a", "b"), (" ", " ")]
    ),
    *("".join(PIECES), "".join(reversed(PIECES))),
]


@pytest.mark.parametrize("name", OURS)
def test_tricky_texts_are_cut_as_the_library_does(name):
    for text in TRICKY:
        assert spans(OURS[name](text)) == REFEREES[name](text), ascii(text)


# --- Properties --------------------------------------------------------------------------------

any_text = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=30).map("".join)
"""Any text, lone surrogates and disagreements included: nothing here asks the library."""


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@given(text=any_text)
@examples(200)
def test_split_words_gives_the_same_words(name, text):
    assert split_words(text, name) == [word.text for word in PRE_TOKENIZERS[name](text)]


@given(text=any_text)
@settings(deadline=None)
def test_offsets_point_at_the_word_itself(text):
    for word in whitespace(text) + bert(text) + bert(text, split_cjk=False) + scripts(text):
        assert text[word.start : word.end] == word.text


@given(text=any_text)
@settings(deadline=None)
def test_only_white_space_is_lost_by_whitespace_bert_and_scripts(text):
    rest = "".join(split_words(text, "whitespace"))
    assert "".join(split_words(text, "bert")) == rest
    assert "".join(split_words(text, "scripts")) == rest.replace("\u200b", "")


@given(text=any_text.filter(lambda text: not any("\ud800" <= char <= "\udfff" for char in text)))
@settings(deadline=None)
def test_gpt2_loses_nothing(text):
    words = gpt2_byte_level(text)
    assert "".join(text[word.start : word.end] for word in words) == text
    assert bytes_to_text("".join(word.text for word in words)) == text


@given(text=any_text)
@settings(deadline=None)
def test_a_character_class_that_reaches_further_cuts_the_same(text):
    for last in (0x7F, 0xFFFF):
        text_within = "".join(char for char in text if ord(char) <= last)
        for pattern in (_gpt2_pattern, partial(_bert_pattern, split_cjk=True)):
            expected = pattern(sys.maxunicode).findall(text_within)
            assert pattern(last).findall(text_within) == expected


# --- Bytes -------------------------------------------------------------------------------------


def test_the_byte_alphabet_is_the_librarys():
    assert set(BYTE_TO_CHAR.values()) == set(library.ByteLevel.alphabet())
    assert len(CHAR_TO_BYTE) == 256
    assert all(CHAR_TO_BYTE[char] == byte for byte, char in BYTE_TO_CHAR.items())


def test_well_known_bytes():
    assert [BYTE_TO_CHAR[byte] for byte in b"\n !a~\x7f\xad\xff"] == list("ĊĠ!a~ġŃÿ")


@given(st.lists(st.sampled_from(sorted(CHAR_TO_BYTE)) | st.just("€"), max_size=12).map("".join))
@settings(deadline=None)
def test_bytes_to_text_equals_the_librarys_decoder(chars):
    assert bytes_to_text(chars) == decoders.ByteLevel().decode([chars])


def test_a_lone_surrogate_is_spelled_as_the_replacement_character():
    assert text_to_bytes("\ud800") == text_to_bytes("\ufffd") == "ï¿½"
    assert gpt2_byte_level("a\ud800 b") == gpt2_byte_level("a\ufffd b")
    assert split_words("\udc80", "gpt2") == ["ï¿½"]


# --- The rest ----------------------------------------------------------------------------------


def test_an_unknown_name_is_refused_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match="no pre-tokenizer named 'gpt4'") as refusal:
        split_words("", "gpt4")
    assert all(name in str(refusal.value) for name in PRE_TOKENIZERS)


def test_words_and_registries_are_read_only():
    with pytest.raises(AttributeError):
        Word("a", 0, 1).start = 1  # type: ignore[misc]
    for registry in (PRE_TOKENIZERS, BYTE_TO_CHAR, CHAR_TO_BYTE):
        with pytest.raises(TypeError):
            registry["x"] = None  # type: ignore[index]


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@pytest.mark.parametrize("char", [" ", "a", "!", "字", "\u0301"])
def test_a_very_long_run_takes_no_more_than_linear_time(name, char):
    text = char * 300_000  # anything quadratic would take minutes here
    assert sum(len(word) for word in split_words(text, name)) in (
        0,
        len(text),
        len(text) * len(char.encode()),
    )


def test_importing_builds_no_tables():
    code = "import wordpiece.text.pre_tokenizers as p; print(p._classes.cache_info().currsize)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "0"

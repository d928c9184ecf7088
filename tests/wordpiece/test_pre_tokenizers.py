"""Pre-tokenizers, with the `tokenizers` library as referee in words and in offsets."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import PreTokenizedString, Regex, decoders
from tokenizers import pre_tokenizers as library

from tests.strategies import examples
from tests.wordpiece.characters import PIECES, differing, texts
from tests.wordpiece.test_normalizers import only
from wordpiece.files.common import RUNS_OF_ONE_SCRIPT
from wordpiece.text.normalizers import WHITE_SPACE
from wordpiece.text.pre_tokenizers import (
    BYTE_TO_CHAR,
    CHAR_TO_BYTE,
    METASPACE,
    PRE_TOKENIZERS,
    bytes_to_text,
    split_words,
)
from wordpiece.text.scripts import SCRIPTS, _Kinds, script_of

Spans = list[tuple[str, tuple[int, int]]]
PATTERN: dict[str, str] = dict(RUNS_OF_ONE_SCRIPT)["pattern"]  # type: ignore[assignment]


def library_bert_with_cjk(text: str) -> Spans:
    """Space ideographs out, then split; the offsets count in the text before that."""
    pieces = PreTokenizedString(text)
    pieces.normalize(only(handle_chinese_chars=True).normalize)
    library.BertPreTokenizer().pre_tokenize(pieces)
    return [(word, span) for word, span, _ in pieces.get_splits("original", "char")]


REFEREES: dict[str, Callable[[str], Spans]] = {
    "whitespace": library.WhitespaceSplit().pre_tokenize_str,
    "bert": library_bert_with_cjk,
    "gpt2": library.ByteLevel(add_prefix_space=False).pre_tokenize_str,
    "scripts": library.Split(Regex(PATTERN["Regex"]), "removed", invert=True).pre_tokenize_str,
    "metaspace": library.Sequence(
        [library.WhitespaceSplit(), library.Metaspace()]
    ).pre_tokenize_str,
}


def spans(name: str, text: str) -> Spans:
    return [(word.text, (word.start, word.end)) for word in PRE_TOKENIZERS[name](text)]


def among_others(char: str) -> str:
    """Return a text that shows with which other characters a character forms a word."""
    return f"a{char}1{char}!{char}字{char}か"


@pytest.mark.slow
@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_every_character_is_cut_as_the_library_does(name):
    old = name not in ("whitespace", "metaspace")  # which do not depend on the tables
    differ = differing(
        lambda text: spans(name, text) != REFEREES[name](text), among_others, old=old
    )
    assert differ == []


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@given(text=texts)
@examples(100)
def test_words_and_offsets_equal_the_librarys(name, text):
    assert spans(name, text) == REFEREES[name](text)


# Any text, also with lone surrogates and characters that only one side knows.


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@given(text=st.lists(st.sampled_from(PIECES) | st.characters(), max_size=30).map("".join))
def test_words_are_found_in_two_ways_and_only_white_space_is_lost(name, text):
    words = PRE_TOKENIZERS[name](text)
    assert split_words(text, name) == [word.text for word in words]
    borders = [0, *(place for word in words for place in (word.start, word.end)), len(text)]
    between = [text[a:b] for a, b in zip(borders[::2], borders[1::2], strict=True)]
    assert sorted(borders) == borders
    if name == "gpt2":
        assert between == [""] * len(between)
        assert bytes_to_text("".join(word.text for word in words)) == "".join(
            "\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text
        )
    else:
        assert {*"".join(between)} <= {*WHITE_SPACE} | ({"\u200b"} if name == "scripts" else set())
        mark = METASPACE if name == "metaspace" else ""
        cut = [text[word.start : word.end].removeprefix(mark) for word in words]
        assert cut == [word.text.removeprefix(mark) for word in words]


@pytest.mark.slow
@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_a_very_long_run_of_one_character(name):
    for char in " a!字\u0301":
        words = split_words(char * 100_000, name)  # a quadratic rule would not finish
        length = sum(len(word.removeprefix(METASPACE)) for word in words)
        assert length in (0, 100_000, 100_000 * len(char.encode()))


# Runs of one script.


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("東京タワーはきれい。人々", "東京 タワー はきれい 。 人々"),
        ("三〇〇〇円、〆切は3月5日", "三〇〇〇円 、 〆切 は 3 月 5 日"),
        ("ﾊﾟﾝとﾋﾞｰﾙ", "ﾊﾟﾝ と ﾋﾞｰﾙ"),
        ("ภาษาไทยง่ายๆ ภาษาລາວ", "ภาษาไทยง่ายๆ ภาษา ລາວ"),
        ("ខ្ញុំស្រឡាញ់\u200bភាសា។", "ខ្ញុំស្រឡាញ់ ភាសា ។"),
        ("한국어는 쉬워요!", "한국어는 쉬워요 !"),
        ("It's 5€, e\u0301té", "It ' s 5 € , e\u0301té"),
        ("👍🏽👍👩\u200d👩\u200d👧🇫🇷🇩🇪", "👍🏽 👍 👩\u200d👩\u200d👧 🇫🇷 🇩🇪"),
        ("❤\ufe0f❤1\ufe0f\u20e3", "❤\ufe0f ❤ 1\ufe0f\u20e3"),
    ],
)
def test_texts_of_many_scripts(text, words):
    assert split_words(text, "scripts") == words.split()


def test_scripts_are_those_of_the_library():
    """Two letters are kept together by the library if and only if their script is the same."""
    theirs = library.UnicodeScripts()
    first = {script_of(c): c for c in "aαжաאاܐހअবਕકଓதతಕമකกລཀမგ한አᎠខᠠㄅ字ꀀ"}
    merged = {"Hiragana", "Katakana"}  # the library treats them as Han
    assert set(first) | merged == set(SCRIPTS.values())
    for script, letter in first.items():
        for other, another in first.items():
            pieces = theirs.pre_tokenize_str(letter + another)
            assert (len(pieces) == 1) == (script == other)


def test_kinds_of_a_million_characters_without_a_name_are_not_kept():
    kinds = _Kinds()
    assert {kinds[ord(char)] for char in "\ue000\U000f0000\ud800\u0378"} == {"o"} and not kinds


# Bytes.


def test_the_byte_alphabet_is_the_librarys():
    assert set(BYTE_TO_CHAR.values()) == set(library.ByteLevel.alphabet())
    assert {char: byte for byte, char in BYTE_TO_CHAR.items()} == CHAR_TO_BYTE
    assert len(CHAR_TO_BYTE) == 256


@given(st.lists(st.sampled_from(sorted(CHAR_TO_BYTE)) | st.just("€"), max_size=12).map("".join))
def test_bytes_to_text_equals_the_librarys_decoder(chars):
    assert bytes_to_text(chars) == decoders.ByteLevel().decode([chars])


def test_an_unknown_name_is_refused_and_the_known_ones_are_listed():
    with pytest.raises(ValueError, match="no pre-tokenizer named 'gpt4'") as refusal:
        split_words("", "gpt4")
    assert all(name in str(refusal.value) for name in PRE_TOKENIZERS)

"""Runs of one script, against a plain version and against the `tokenizers` library."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers as library

from tests.strategies import examples
from wordpiece.text.pre_tokenizers import Word, scripts, split_words
from wordpiece.text.scripts import SCRIPTS, _Kinds, script_of

PIECES = [
    *("東京", "々", "〇", "〆", "タワー", "ー", "ﾊﾟﾝ", "はきれい", "。", "「", "・", "ゝ", "ヶ"),
    *("ภาษาไทย", "ๆ", "ไม่", "\u0e34", "ພາສາ", "ភាសា", "មែន", "မြန်မာ", "\u200b", "한국어", "각"),
    *(
        "iPhone",
        "15",
        "3.14",
        "½",
        "Ⅷ",
        "٣",
        "don't",
        "é",
        "e\u0301",
        "ʻ",
        "ªº",
        "Ω",
        "мир",
        "שָׁלוֹם",
    ),
    *(
        "👍🏽",
        "👩\u200d👩\u200d👧",
        "🇫🇷",
        "🇫🇷\u200d",
        "🇩",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "\u200d",
        "$",
        "+",
        "_",
    ),
    *(" ", "\n", "\u3000", "\ufeff", "\x00", "\ue000", "\u0378", "𐎀", "𝒳", "𠀀", "\ud800"),
]
any_text = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=30).map("".join)


def plain(text: str) -> list[str]:
    """The rule as a textbook says it: one character after the other, and no table."""
    words: list[str] = []
    last = ""  # the kind of the word that is being read; nothing after a space
    for char in text:
        of_char, point = category(char), ord(char)
        extends = of_char in ("Mn", "Mc", "Me", "Cf") or 0x1F3FB <= point <= 0x1F3FF
        is_flag = 0x1F1E6 <= point <= 0x1F1FF
        if (char.isspace() and not 0x1C <= point <= 0x1F) or char == "\u200b":
            last = ""
            continue
        if extends or (of_char in ("Lm", "Lo") and not script_of(char) and modifies(char)):
            kind = "mark"
        elif is_flag:
            kind = "flag"
        elif of_char[0] == "P":
            kind = "alone"
        elif of_char[0] == "S":
            kind = "symbol"
        else:
            kind = script_of(char) or ("number" if of_char[0] == "N" else "other")
        joined = last == "symbol" and words[-1].endswith("\u200d") and kind in ("symbol", "flag")
        if (
            (kind == "mark" and last)
            or joined
            or (kind == last and kind not in ("alone", "symbol", "flag", "mark"))
        ):
            words[-1] += char
        elif kind == last == "flag":
            words[-1] += char
            last = "a whole flag"
        else:
            words.append(char)
            last = kind
    return words


def modifies(char: str) -> bool:
    return category(char) == "Lm" or char in "\u3031\u3032\u3033\u3034\u3035"


@given(text=any_text)
@examples(500)
def test_equal_with_a_plain_version(text):
    assert split_words(text, "scripts") == plain(text)


@given(text=any_text)
@examples(300)
def test_words_are_never_empty_and_hold_all_but_the_spaces(text):
    words = scripts(text)
    assert all(word.text and text[word.start : word.end] == word.text for word in words)
    between = [0, *(place for word in words for place in (word.start, word.end)), len(text)]
    for start, end in zip(between[::2], between[1::2], strict=True):
        assert start <= end and all(c.isspace() or c == "\u200b" for c in text[start:end])


@given(left=any_text, right=any_text)
@examples(200)
def test_two_lines_are_cut_as_each_by_itself(left, right):
    assert split_words(f"{left}\n{right}", "scripts") == [
        *split_words(left, "scripts"),
        *split_words(right, "scripts"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("蜘蛛喝咖啡，可是不上网。", "蜘蛛喝咖啡 ， 可是不上网 。"),
        ("東京タワーはきれい。人々", "東京 タワー はきれい 。 人々"),
        ("らーめんとラーメン", "らーめんと ラーメン"),
        ("三〇〇〇円、〆切は3月5日", "三〇〇〇円 、 〆切 は 3 月 5 日"),
        ("ﾊﾟﾝとﾋﾞｰﾙ", "ﾊﾟﾝ と ﾋﾞｰﾙ"),
        ("ภาษาไทยง่ายๆ จริง", "ภาษาไทยง่ายๆ จริง"),
        ("ภาษาລາວ", "ภาษา ລາວ"),
        ("ខ្ញុំស្រឡាញ់\u200bភាសា។", "ខ្ញុំស្រឡាញ់ ភាសា ។"),
        ("မြန်မာစာ၊", "မြန်မာစာ ၊"),
        ("한국어는 쉬워요!", "한국어는 쉬워요 !"),
        ("iPhone手机15台", "iPhone 手机 15 台"),
        ("It's 5€, e\u0301té", "It ' s 5 € , e\u0301té"),
        ("👍🏽👍👩\u200d👩\u200d👧🇫🇷🇩🇪", "👍🏽 👍 👩\u200d👩\u200d👧 🇫🇷 🇩🇪"),
        ("❤\ufe0f❤1\ufe0f\u20e3", "❤\ufe0f ❤ 1\ufe0f\u20e3"),
        ("", ""),
    ],
)  # fmt: skip
def test_texts_of_many_scripts(text, words):
    assert split_words(text, "scripts") == words.split()


def test_offsets():
    assert scripts("東京タワー") == [Word("東京", 0, 2), Word("タワー", 2, 5)]


def test_the_library_s_unicode_scripts_cuts_otherwise_as_the_docstring_says():
    theirs = library.UnicodeScripts()

    def words(text):
        return [word for word, _ in theirs.pre_tokenize_str(text)]

    assert words("東京タワーは") == ["東京タワーは"]  # one script
    assert words("ภาษา ไทย") == ["ภาษา ไทย"]  # spaces stay
    assert words("e\u0301te") == ["e", "\u0301", "te"]  # an accent by itself
    # Where there is neither, it cuts as we do.
    for text in ("蜘蛛喝咖啡中文Latin", "ภาษาລາວမြန်မာភាសា한국어"):
        assert words(text) == split_words(text, "scripts")


def test_scripts_are_those_of_the_library():
    """Two letters are kept together by the library if and only if their script is the same."""
    theirs = library.UnicodeScripts()
    first = {script_of(c): c for c in "aαжաאاܐހअবਕકଓதతಕമකกລཀမგ한አᎠខᠠㄅ字ꀀ"}
    merged = {"Hiragana", "Katakana"}  # the library takes them for Han
    assert set(first) | merged == set(SCRIPTS.values())
    for script, letter in first.items():
        for other, another in first.items():
            pieces = theirs.pre_tokenize_str(letter + another)
            assert (len(pieces) == 1) == (script == other)


def test_kinds_of_a_million_characters_without_a_name_are_not_kept():
    kinds = _Kinds()
    assert {kinds[ord(char)] for char in "\ue000\U000f0000\ud800\u0378"} == {"o"} and not kinds

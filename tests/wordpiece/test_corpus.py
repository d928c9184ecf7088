"""Reading corpora: encodings, tables, and the errors for each."""

from collections import Counter
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordpiece.errors import CorpusError
from wordpiece.text.corpus import decode, from_table, from_text
from wordpiece.text.normalizers import compose, lowercase
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

same = compose([])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_decoded(encoding):
    text = "hug pug\nпуг 抱抱 \U0001f917 and some more plain text\n"
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"", None, "empty"),
        ("un\ndeux\ncafé\n".encode("latin-1"), 3, "not valid UTF-8 at the byte 0xE9"),
        (
            b"\xef\xbb\xbfhug\n\nh\xff g\n",
            3,
            "not valid UTF-8 at the byte 0xFF",
        ),  # after a byte order mark
        (b"\x89PNG\r\n\x1a\n\x00\x00", None, "PNG, not plain text"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00word", None, r"ZIP \(.docx"),
        (b"%PDF-1.7\n1 0 obj", None, "PDF, not plain text"),
        (b"{\\rtf1 hug}", None, "RTF"),
        ("hug\ncaf\u00e9".encode()[:-1], 2, "not valid UTF-8 at the byte 0xC3"),
        (b"fine\nno\x00t\n", 2, "NUL byte"),
        (b"\xff\xfeh\x00u\x00\n\x00g", 2, "not valid UTF-16"),
        ("hug".encode("utf-32"), 1, "NUL byte"),
    ],
)
def test_a_file_that_is_not_text_is_refused_with_its_line(data, line, says):
    with pytest.raises(CorpusError, match=says) as error:
        decode(data)
    assert error.value.line == line


def test_table_formats_give_the_same_corpus():
    tsv = "hug\t10\npug\t5\n,\t4\n"
    with_header = "word\tcount\n" + tsv
    comma = 'Word, Count\nhug,10\n\n pug , 5\n",",4\r\n'
    expected = {"hug": 10, "pug": 5, ",": 4}
    for text in (tsv, with_header, comma, tsv.replace("\n", "\r\n")):
        corpus = from_table(text, same)
        assert list(corpus.word_frequencies.items()) == list(expected.items())
        assert corpus.notes == ()


def test_duplicates_add_up_with_a_note():
    said = "on two or more lines of the table;"
    corpus = from_table("hug\t10\npug\t5\nhug\t2\n", lowercase)
    assert [*map(str, corpus.notes)] == [
        f"1 word is {said} its counts were added up. The word: 'hug'."
    ]
    corpus = from_table("Hug\t10\npug\t5\nHug\t2\n", lowercase)
    assert str(corpus.notes[0]).startswith(f"After normalization, 1 word is {said}")
    corpus = from_table("hug\t10\n,\t5\nhug\t2\n,\t1\nHUG\t1\n", lowercase)
    assert dict(corpus.word_frequencies) == {"hug": 13, ",": 6}
    assert [*map(str, corpus.notes)] == [
        f"After normalization, 2 words are each {said} the counts of each were added up. "
        "The words: 'hug', ','."
    ]


@pytest.mark.parametrize(
    ("table", "line", "says"),
    [
        ("", None, "no words"),
        ("hug\t10\npug\n", 2, "hug<TAB>10; found 'pug'"),
        ("hug 10\n", 1, "found 'hug 10'.$"),
        ("hug,10\n", 1, "To use commas, begin the table with the line “word,count”.$"),
        ("hug\t10\t11\n", 1, r"found 'hug \| 10 \| 11'"),
        ("hug\t\n", 1, "count of 'hug' is missing; write"),
        ("word,count\n" + "x" * 140_000 + ",1\n", 2, "The word that begins with 'xxx"),
        ("\t10\n", 1, r"found ' \| 10'"),
        ("hug\t-3\n", 1, "is '-3'; write a whole number above 0"),
        ("hug\t٣\n", 1, "digits 0 to 9"),
        ("hug\t" + "9" * 5000 + "\n", 1, "too large"),
        ("hug\t" + "0" * 5000 + "9" * 17 + "\n", 1, "too large"),
        ("hug\t" + "0" * 5000 + "\n", 1, "whole number above 0"),
        ("hug\t9007199254740992\n", 1, "below 9,007,199,254,740,992"),
        ("hug\t9007199254740991\n", None, "The counts are too large"),
        ("hug\t1\npug\tx\npun\ty\nbun\t\n", 2, r"\(Lines 3, 4 are wrong, too\.\)"),
        ("word,count\nhug,10,2\n", 2, "as in hug,10"),
        ('word,count\n"hug,10\npug,5\n\n', 2, "not valid CSV: a quote is never closed"),
        ('word,count\n"hu\ng",10\n"pug"s,5\n', 4, "other than a comma follows a closing quote"),
        ('word,count\n"hu\ng",x\n', 2, "is 'x'"),
        ("x" * 10_000 + "\t1\n", 1, "10,000 characters, .* 1,000. Shorten the word.$"),
        ("a\t5\nb\t2\n", None, "single character. Add at least one longer word.$"),
    ],
)
def test_bad_tables_get_one_sentence(table, line, says):
    with pytest.raises(CorpusError, match=says) as error:
        from_table(table, same)
    assert error.value.line == line
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("table", ["hug\t{}7\npug\t{}3\n", "word,count\nhug,{}7\npug,{}3\n"])
def test_leading_zeros_of_a_count_are_ignored(table):
    """Python's int() rejects a number of more than 4,300 digits, leading zeros included."""
    for zeros in ("", "0", "0" * 5000):
        corpus = from_table(table.format(zeros, zeros), same)
        assert corpus.word_frequencies == {"hug": 7, "pug": 3}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", None, "no visible text,"),
        (" \n\t ", None, "no visible text"),
        ("\u3000\u2003\u00a0\x85", None, "no visible text"),
        ("\0\1 \u200b\u202e\ufeff", None, "There is no visible text"),
        ("a", None, "one longer word, or split the text in another way.$"),
        ("hug\npug " + "x" * 10_000, 2, "begins with 'x+…' has 10,000 characters"),
    ],
)
def test_bad_texts_get_one_sentence(text, line, says):
    with pytest.raises(CorpusError, match=says) as error:
        from_text(text, same, "whitespace")
    assert error.value.line == line


def test_a_long_word_that_is_spelled_as_bytes():
    with pytest.raises(CorpusError, match=r"begins with '天+…' has 1,200 bytes") as error:
        from_text("天" * 400, same, "gpt2")
    assert error.value.text == "天" * 30
    with pytest.raises(CorpusError, match=r"one word of 1,499 bytes from a run of whitesp"):
        from_text("hello" + " " * 1500 + "world", same, "gpt2")
    with pytest.raises(CorpusError, match=r"begins with ' a+…' has 1,001 bytes"):
        from_text("hug " + "a" * 1000, same, "gpt2")
    assert from_text("天" * 400, same, "whitespace").word_frequencies == {"天" * 400: 1}


def test_a_word_that_is_left_out_counts_once():
    table = "\u0301\t3\n\u0301\t4\nhug\t2\n"
    (note,) = from_table(table, compose(["strip-accents"])).notes
    assert str(note).startswith("1 word was left out")


def test_nothing_left_after_normalization():
    with pytest.raises(CorpusError, match="After normalization, no word is left"):
        from_text("\u0301", compose(["strip-accents"]), "whitespace")
    with pytest.raises(CorpusError, match="After normalization, no word is left"):
        from_table("\u0301\t3\n", compose(["strip-accents"]))
    corpus = from_table("\u0301\t3\nhug\t1\n", compose(["strip-accents"]))
    assert dict(corpus.word_frequencies) == {"hug": 1}
    assert "1 word was left out" in str(corpus.notes[0])


@given(text=st.text(), name=st.sampled_from(sorted(PRE_TOKENIZERS)))
def test_any_text_is_counted_or_refused(text, name):
    words = [word.text for word in PRE_TOKENIZERS[name](text)]
    try:
        corpus = from_text(text, same, name)
    except CorpusError:
        assert max(map(len, words), default=0) <= 1 or all(
            category(char)[0] in "CZ" for char in text
        )
    else:
        assert list(corpus.word_frequencies.items()) == list(Counter(words).items())


def test_a_control_character_is_a_word_like_any_other():
    # It is white space for str.strip, but not for Unicode and the pre-tokenizers.
    assert from_table("\x1f\x1f\t3\n", same).word_frequencies == {"\x1f\x1f": 3}

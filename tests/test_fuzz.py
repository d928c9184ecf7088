"""Test with random input that each parser returns a result or raises its documented error.

This file covers corpora, texts in sentences, and the command line.
`tests/wordpiece/test_readers.py` covers files of other tools, `tests/pages/test_lessons.py`
progress in the lessons, and `tests/pages/test_links.py` links.
"""

import contextlib
import io
import sys
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pages.trainings.parameters import printable
from pages.trainings.settings import NORMALIZER_STEPS
from tests.strategies import examples
from wordpiece import WordPieceTrainer
from wordpiece.cli import main
from wordpiece.errors import CorpusError
from wordpiece.text.corpus import build, decode
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

# Pieces of every kind of file reach more edge cases than random bytes.
PIECES = st.sampled_from(
    [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0", b"h\0u\0", b"\0h\0u", b"\xc3",
     b"\xed\xa0\x80",
     b"\r", b"\n", b"\r\n", b"hug\t3\n", b"word,count\n", b'"', b",", b"\t", "抱é\u2028".encode(),
     b"\x89PNG", b"PK\3\4", b"%PDF-", b"9" * 20]
)  # fmt: skip
files = st.lists(PIECES | st.binary(max_size=4), max_size=8).map(b"".join)


def check(error: CorpusError, lines: int) -> None:
    """Check that an error is printable and short, and that the text has its line."""
    said = str(error)
    assert said.isprintable() and len(said) < 400
    assert error.line is None or 1 <= error.line <= lines


@given(files)
@example(b"\xff\xfe")
@example(b"\xff\xfeh\0\0\xd8")
def test_any_bytes_are_a_text_or_refused(data):
    try:
        text = decode(data)
    except CorpusError as error:
        check(error, data.count(b"\n") + data.count(b"\r") + 1)
        return
    assert text and "\0" not in text and text.encode()


CELLS = st.sampled_from(
    ["hug", "##g", "word", "count", "3", "0", "-1", "1e9", "٣", "9" * 30, "007", '"', '"a', 'b"c',
     "", " ", "\0", "\u202e", "\ud800", "\u0301", "x" * 1_001]
)  # fmt: skip
tables = st.lists(
    st.lists(CELLS | st.text(max_size=3), max_size=4), max_size=5
).flatmap(
    lambda rows: st.tuples(st.sampled_from(["\t", ",", ";", " "]), st.sampled_from("\n\r")).map(
        lambda how: how[1].join(how[0].join(row) for row in rows)
    )
)  # fmt: skip


@examples(60)
@given(
    st.one_of(tables, tables.map("word,count\n".__add__), st.text()),
    st.sampled_from(["text", "table"]),
    st.lists(st.sampled_from(NORMALIZER_STEPS), unique=True),
    st.sampled_from(sorted(PRE_TOKENIZERS)),
)
@example('word,count\n"', "table", [], "bert")
def test_any_corpus_trains_or_is_refused_with_its_line(text, kind, normalizer, pre_tokenizer):
    try:
        corpus = build(text, kind, compose(normalizer), pre_tokenizer)
    except CorpusError as error:
        check(error, io.StringIO(text, newline=None).read().count("\n") + 1)
        return
    assert all(count > 0 for count in corpus.word_frequencies.values())
    assert all(str(note).encode() and len(str(note)) < 400 for note in corpus.notes)
    trainer = WordPieceTrainer(corpus.word_frequencies, max_merges=3)
    assert trainer.run() > 0


@given(st.text(max_size=80), st.integers(5, 50))
def test_a_text_in_a_sentence_is_short_and_printable(text, most):
    shown = printable(text, most)
    assert shown.isprintable() and len(shown) <= most
    if text.isprintable() and len(text) <= most:
        assert shown == text


ARGUMENTS = st.sampled_from(
    ["train", "encode", "steps", "toy.tsv", "-", "--vocab", "--train", "--vocab-size", "--merges",
     "--ties", "--seed", "--split", "--normalize", "--algorithm", "--format", "--special", "--ids",
     "--json", "--table", "-1", "0", "3", "20", "9" * 30, "٣", "random", "gpt2", "nfc", "bpe", "",
     "tokenizer", "[UNK]", "--", "\ud800", "=1", "merges-txt", "decode", "compare", "--recipe",
     "blog-code", "--offsets", "--rows", "--tokens", "--keep-special"]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ARGUMENTS, max_size=7), st.text(max_size=12))
@example(["encode", "-", "--train", "toy.tsv", "--special", ""], "mug")
@example(["train", "toy.tsv", "--special", "a a"], "")
@example(["decode", "-", "--train", "toy.tsv"], "0 -1")
@example(["decode", "-", "--train", "toy.tsv"], "[" * 99_999)
def test_any_arguments_are_followed_or_refused_in_one_line(tmp_path, monkeypatch, argv, typed):
    monkeypatch.chdir(tmp_path)
    Path("toy.tsv").write_text("hug\t10\npug\t5\nhugs\t5\n")
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(typed.encode("utf-8", "surrogatepass")), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(argv)
    said = err.getvalue()
    assert code in (0, 2)
    if code == 2:
        answered = argv[:1] in (["encode"], ["decode"])  # lines before the wrong one were answered
        assert (answered or out.getvalue() == "") and said.count("\n") == 1
        assert said.startswith("wordpiece: ") and said.endswith(".\n")

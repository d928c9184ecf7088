"""The command line: what it writes, and how it says what is wrong."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from tests.strategies import examples
from wordpiece import BERT_SPECIAL_TOKENS, WordPieceTrainer
from wordpiece.cli import EXAMPLES, ProgressBar, main
from wordpiece.cli.files import read_lines
from wordpiece.errors import CorpusError
from wordpiece.files.writers import FORMATS, merges_txt, steps_jsonl, vocab_txt
from wordpiece.recipes import ALGORITHMS, RECIPES
from wordpiece.text.corpus import decode

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_corpora"
COMMAND = (sys.executable, "-m", "wordpiece")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
ENVIRONMENT.pop("PYTHONUNBUFFERED", None)  # with it, what is not flushed would be written, too
PATIENCE = 60
"""Seconds after which a process that does not end is killed, and the test fails."""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Work in a folder with the toy in it."""
    (tmp_path / "toy.tsv").write_text("".join(f"{w}\t{n}\n" for w, n in golden.TOY.items()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Endless(io.RawIOBase):
    """A stream that never ends, and that may not be read for ever."""

    def __init__(self, most: int):
        self.left = most

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self.left -= len(buffer)
        assert self.left > 0, "the stream is read without end"
        buffer[:] = b"a" * len(buffer)
        return len(buffer)


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process: exit code, output, errors."""

    def run(*argv: object, stdin: str | bytes | Endless = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        raw = data if isinstance(data, Endless) else io.BytesIO(data)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(raw)))
        code = main([str(arg) for arg in argv])
        return code, *capsys.readouterr()

    return run


def columns(line: str) -> list[str]:
    return re.split("  +", line.strip())


def json_lines(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


# --- steps -------------------------------------------------------------------------------------


def test_the_toys_steps_are_the_published_ones(toy, run):
    code, out, err = run("steps", "toy.tsv")
    assert (code, err) == (0, "")
    head, *rows, blank, why = out.splitlines()
    assert columns(head) == (
        ["step", "pair", "token", "count/(left × right)", "fraction", "score", "tied"]
    )
    assert blank == "" and "no pair is left" in why
    for number, (row, figures) in enumerate(zip(rows, golden.TOY_WORDPIECE, strict=True), 1):
        left, right, token, pair, a, b, tied = figures
        *shown, counts, fraction, score, ties = columns(row)
        assert (*shown, ties) == (str(number), f"{left} + {right}", token, str(tied))
        assert counts == f"{pair}/({a} × {b})"
        top, bottom = map(int, fraction.split("/"))
        assert top * a * b == pair * bottom and float(score) == pytest.approx(top / bottom, 1e-5)


@pytest.mark.parametrize("ties", ["first-seen", "alphabetical", "random"])
def test_json_lines_are_the_exported_ones(toy, run, ties):
    trainer = WordPieceTrainer(golden.TOY, max_merges=8, tie_break=ties, seed=3)
    trainer.run()
    options = ("--json", "--merges", "8", "--ties", ties, "--seed", "3")
    assert run("steps", "toy.tsv", *options)[1] == steps_jsonl(trainer.timeline(), 8)


def test_runs_of_a_symbol_are_remarked(run):
    _, out, _ = run("steps", "-", "--recipe", "bpe", "--table", stdin="aaa\t2\nab\t1\n")
    assert out.splitlines()[0].endswith("tied  remarks")
    assert "replaced twice" in out and not any(line.endswith(" ") for line in out.splitlines())


def test_a_terminal_is_not_given_orders(run):
    _, out, _ = run("steps", "-", "--split", "whitespace", stdin="\x1b[2Jred \u202ehug\n")
    assert "\x1b" not in out and "\u202e" not in out and "\\x1b" in out and "\\u202e" in out


# --- train -------------------------------------------------------------------------------------


def test_train_writes_the_vocabulary_to_standard_output_or_a_file(toy, run):
    trainer = WordPieceTrainer(golden.TOY, vocab_size=14)
    trainer.run()
    expected = vocab_txt(trainer.timeline(), len(trainer.timeline()))
    assert run("train", "toy.tsv", "--vocab-size", "14") == (0, expected, "")
    options = ("--vocab-size", "14", "-o", "v.txt", "--merges-to", "m.txt")
    code, out, err = run("train", "toy.tsv", *options)
    assert (code, out) == (0, "") and "Training stopped after 2 merges" in err
    assert (toy / "v.txt").read_bytes() == expected.encode()
    assert (toy / "m.txt").read_text() == merges_txt(trainer.timeline(), 2)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_or_refused(toy, run, name):
    trainer = WordPieceTrainer(golden.TOY)
    merges, format = trainer.run(), FORMATS[name]
    code, out, err = run("train", "toy.tsv", "--format", name)
    if format.applies(trainer.timeline()):
        data = format.data(trainer.timeline(), merges, pre_tokenizer="bert")
        assert (code, out, err) == (0, data.decode("utf-8-sig"), "")
    else:
        assert (code, out) == (2, "") and f"wordpiece cannot be written as {name}; choose" in err


def test_text_or_table_standard_input_and_windows_lines(run):
    as_text = run("train", "-", stdin="Hug hug\r\npug\r\n")
    table = "word,count\r\nHug,1\r\nhug,1\r\npug,1\r\n"
    assert as_text == run("train", "-", "--table", stdin=table)
    assert as_text == run("train", "-", stdin="\ufeffHug hug pug".encode("utf-16-le"))
    lower = run("train", "-", "--normalize", "lowercase", "--special", "[UNK] a", stdin="Hug hug")
    assert lower[1].split("\n")[:2] == ["[UNK]", "a"] and "H" not in lower[1]
    code, _, err = run("train", "-", "--table", stdin="hug\t1\nhug\t2\n")
    assert code == 0 and err == (
        "Note: 1 word was listed more than once; the counts were added up (hug).\n"
    )


# --- encode ------------------------------------------------------------------------------------

CASED = "[UNK]\n<S>\nhug\nHug\n"
MASK = "[UNK]\n[MASK]\na\nhug\n[\nmask\n]\ne\n"
CJK = "[UNK]\nete\n東\n京\n"


@pytest.mark.parametrize(
    ("vocabulary", "options", "text", "expected"),
    [
        ("\n".join(["[UNK]", *golden.WALKTHROUGH]), "", "\n".join(golden.WALKTHROUGH_ENCODED),
         "\n".join(golden.WALKTHROUGH_ENCODED.values())),
        (CASED, "", "Hug", "Hug"),
        (CASED, "--uncased", "Hug", "hug"),
        (CASED, "--cased", "Hug", "Hug"),
        (MASK, "", "a [MASK] hug", "a [MASK] hug"),
        (MASK, "--split-special", "a [MASK] hug", "a [ mask ] hug"),
        ("hug\n", "--ids", "mug hug", "-1 0"),
        (CJK, "--offsets", "東Été", "東[0:1] ete[1:4]"),
        (CJK, "--offsets --ids", "東Été x", "2[0:1] 1[1:4] 0[5:6]"),
        (CJK, "--offsets --offsets-in normalized", "東Été", "東[1:2] ete[3:6]"),
        (CJK, "--json", "東京\nE\u0301té",
         '{"tokens": ["東", "京"], "ids": [2, 3], "offsets": [[0, 1], [1, 2]]}\n'
         '{"tokens": ["ete"], "ids": [1], "offsets": [[0, 4]]}'),
        ("hug\n", "--ids", "hug\n\nmug", "0\n\n-1"),
        ("hug\n", "--json", "\n", '{"tokens": [], "ids": [], "offsets": []}'),
        (MASK, "--json", "É[MASK]hug\n",
         '{"tokens": ["e", "[MASK]", "hug"], "ids": [7, 1, 3], '
         '"offsets": [[0, 1], [1, 7], [7, 10]]}'),
    ],
)  # fmt: skip
def test_a_vocabulary_encodes(toy, run, vocabulary, options, text, expected):
    (toy / "vocab.txt").write_text(vocabulary, encoding="utf-8")
    code, out, _ = run("encode", "-", "--vocab", "vocab.txt", *options.split(), stdin=text)
    assert (code, out) == (0, expected + "\n")


def test_a_guess_at_the_case_is_noted_and_normalized_text_is_shown(toy, run):
    (toy / "vocab.txt").write_text(CASED)
    assert "such as 'Hug'" in run("encode", "-", "--vocab", "vocab.txt", stdin="Hug")[2]
    (toy / "vocab.txt").write_text(CJK, encoding="utf-8")
    options = ("--vocab", "vocab.txt", "--json", "--offsets-in", "normalized")
    shown = json.loads(run("encode", "-", *options, stdin="東Été")[1])
    assert shown["normalized"] == " 東 ete" and shown["offsets"] == [[1, 2], [3, 6]]


def test_encode_by_training_first(toy, run):
    options = ("--train", "toy.tsv", "--recipe", "bpe", "--merges", "3")
    out = run("encode", "-", *options, stdin="\n".join(golden.TOY_BPE_ENCODED))[1]
    assert out.splitlines() == [*golden.TOY_BPE_ENCODED.values()]
    # What the library calls WordPiece is trained by count and encodes by longest match.
    options = ("--train", "toy.tsv", "--recipe", "hugging-face", "--merges", "3")
    assert run("encode", "-", *options, stdin="mug hug bug")[1] == "[UNK] hug b ##ug\n"
    bare = ("--train", "toy.tsv", "--special", "", "--ids", "--merges", "0")
    assert run("encode", "-", *bare, stdin="mug")[1] == "7\n"  # the next that is free
    assert run("encode", "-", "--train", "toy.tsv") == (0, "", "")


@pytest.mark.parametrize(
    ("algorithm", "split"), [("wordpiece", "bert"), ("bpe", "bert"), ("bpe", "gpt2")]
)
def test_what_train_writes_encode_reads(run, tmp_path, algorithm, split):
    story, file = SAMPLES / "story_en.txt", tmp_path / "made"
    how = ("--recipe", algorithm, "--split", split, "--vocab-size", "200")
    assert run("train", story, *how, "-o", file)[0] == 0
    again = run("encode", story, "--vocab", file, "--normalize", "none")
    assert again[:2] == run("encode", story, "--train", story, *how)[:2]


def test_a_vocabulary_of_two_files(toy, run):
    how = ("--recipe", "byte-level-bpe", "--vocab-size", "262", "--merges-to", "merges.txt")
    assert run("train", "toy.tsv", *how, "--format", "vocab-json", "-o", "vocab.json")[0] == 0
    files = ("--vocab", "vocab.json", "--merges", "merges.txt")
    text = "hugs thé\n"
    _, encoded, _ = run("encode", "-", *files, "--ids", stdin=text)
    assert encoded == run("encode", "-", "--train", "toy.tsv", *how[:4], "--ids", stdin=text)[1]
    assert run("decode", "-", *files, stdin=encoded)[1] == text
    code, _, err = run("encode", "-", "--vocab", "vocab.json", stdin=text)
    assert code == 2 and "choose it together with its merges.txt" in err


# --- decode ------------------------------------------------------------------------------------


@pytest.fixture
def bert(toy):
    (toy / "vocab.txt").write_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhug\n##s\n7\n")
    return ("decode", "-", "--vocab", "vocab.txt")


@pytest.mark.parametrize(
    ("options", "lines", "expected"),
    [
        *(("", line, "hugs 7\n") for line in (
            "2 5 6 7 3", "[CLS] hug ##s 7 [SEP]", "[2, 5, 6, 7, 3]", '["hug", "##s", "7"]',
            '{"ids": [5, 6, 7], "offsets": [[0, 3]]}',
            '{"tokens": ["hug", "##s", "7"], "ids": [null]}',
        )),
        ("--keep-special", "2 5 6 3\n[CLS]\n", "[CLS] hugs [SEP]\n[CLS]\n\n"),
        ("", "2 5\n[CLS]\n", "hug\n\n\n"),
        ("--tokens", "7 5 6", "7 5 6\n"),
    ],
)  # fmt: skip
def test_decode_reads_what_encode_writes(bert, run, options, lines, expected):
    assert run(*bert, *options.split(), stdin=lines + "\n")[:2] == (0, expected)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("5 99", "No token has the id 99"),
        ("5 -1", "No token has the id -1"),
        ('{"a": [5]}', "This JSON is neither a list of ids or of tokens"),
        ("[5, null]", "This JSON is neither"),
        ("[true]", "This JSON is neither"),
    ],
)
def test_a_line_that_cannot_be_decoded_is_named(bert, run, line, says):
    code, out, err = run(*bert, stdin=f"hug\n{line}\n")
    assert (code, out) == (2, "hug\n") and f"Line 2: {says}" in err and err.endswith(".\n")


# --- recipes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_trains_and_encodes_as_in_the_engine(run, recipe):
    """On the corpus of its source, it reproduces the source's figures."""
    file = {"low": "low_lower.tsv"}.get(RECIPES[recipe].corpus, f"{RECIPES[recipe].corpus}.tsv")
    lines = (SAMPLES / file).read_text(encoding="utf-8").splitlines()
    words = {word: int(count) for word, count in map(str.split, lines)}
    special = BERT_SPECIAL_TOKENS if recipe in ALGORITHMS else RECIPES[recipe].special_tokens
    trainer = replace(RECIPES[recipe], special_tokens=special).trainer(words)
    merges = [step.pair for step in trainer]
    _, out, _ = run("steps", SAMPLES / file, "--recipe", recipe, "--json")
    assert [(step["left"], step["right"]) for step in json_lines(out)] == merges
    encoder = RECIPES[recipe].encoder(trainer.timeline(), len(merges), number_unknown=True)
    found = encoder.encode("hugs This lowest mug", pre_tokenizer=RECIPES[recipe].pre_tokenizer)
    encode = ("encode", "-", "--train", SAMPLES / file, "--recipe", recipe, "--json")
    shown = json.loads(run(*encode, stdin="hugs This lowest mug")[1])
    assert shown["tokens"] == [token.token for token in found]
    assert shown["ids"] == [token.id for token in found]


def test_options_override_a_recipe(toy, run):
    course = ("steps", SAMPLES / "course.tsv", "--recipe", "course-wordpiece", "--json")
    assert [step["token"] for step in json_lines(run(*course)[1])] == golden.COURSE_WORDPIECE
    assert run(*course, "--merges", "30")[1].count("\n") == 30
    assert run(*course, "--vocab-size", "68")[1].count("\n") == 23
    assert run(*course, "--special", "[UNK]", "--vocab-size", "66")[1].count("\n") == 25
    rare = ("steps", SAMPLES / "course.tsv", "--recipe", "end-of-word-bpe", "--json")
    assert run(*rare)[1].count("\n") == 31 < run(*rare, "--min-pairs", "1")[1].count("\n")
    text = ("train", "-", "--recipe", "byte-level-bpe")
    assert "ĠcafÃ©" in run(*text, "--merges", "20", stdin="un café un café")[1]
    by_older_name = run("steps", "toy.tsv", "--algorithm", "bpe")
    assert by_older_name == run("steps", "toy.tsv", "--recipe", "bpe")


# --- compare -----------------------------------------------------------------------------------


def test_compare_shows_where_they_part(toy, run):
    code, out, err = run("compare", "toy.tsv", "--merges", "3")
    assert (code, err) == (0, "")
    sizes, parting, merges, count, words = out.strip().split("\n\n")
    assert [*map(columns, sizes.splitlines())] == [
        ["merges", "vocabulary", "tokens per word", "characters per token", "whole words"],
        ["WordPiece", "3", "15", "2.44", "1.28", "14%"],
        ["BPE", "3", "15", "1.72", "1.82", "28%"],
        ["Hugging Face style", "3", "15", "1.72", "1.82", "28%"],
    ]
    first, second, third = parting.splitlines()
    assert first.startswith("WordPiece and BPE, merge 1: BPE takes the top pair by count: u + g")
    assert second.startswith("WordPiece and Hugging Face style, merge 1: ")
    assert (
        third == "Hugging Face style and BPE: They never differ: every merge is the same in both."
    )
    assert columns(merges.splitlines()[1]) == ["1", "##g + ##s", "u + g", "##u + ##g"]
    assert count == "5 words are not split the same way by all three."
    assert columns(words.splitlines()[-1]) == ["hugs", "5", "hugs", "hug s", "hug ##s"]
    assert "All three cut every word alike.\n" in run("compare", "toy.tsv")[1]


def test_compare_as_json_has_the_same_and_as_many_rows_as_asked(run):
    compare = ("compare", SAMPLES / "story_en.txt", "--vocab-size", "150", "--rows", "4")
    found = json.loads(run(*compare, "--json")[1])
    assert {it["vocabulary_size"] for it in found["trainings"].values()} == {150}
    assert len(found["merges"]) == len(found["words"]) == 4 < found["words_cut_differently"]
    shown = run(*compare)[1]
    for word in found["words"]:
        assert word["bpe"] != word["wordpiece"] or word["bpe"] != word["hugging-face"]
        assert " ".join(word["bpe"]) in shown and "".join(word["bpe"]) == word["word"]
    for parting in found["parting"]:
        assert parting["why"] in shown and f"merge {parting['merge']}:" in shown
    assert found["parting"][2]["between"] == ["hugging-face", "bpe"]


def test_two_that_part_by_their_marks(run):
    """Here only BPE sees one pair where Hugging Face style sees two."""
    _, out, _ = run("compare", "-", "--table", stdin="abx\t3\ncab\t3\nyz\t5\n")
    assert (
        "Hugging Face style and BPE, merge 1: Both take the top pair by count. Hugging Face style "
        "tells the beginning of a word from its inside: y + ##z (5 times). BPE does not: a + b "
        "(6 times)."
    ) in out


# --- What goes wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("", "train | encode | decode | steps | compare"),
        ("train nowhere.txt", "nowhere.txt cannot be read (no such file or directory)."),
        ("steps ''", "'' cannot be read (no such file or directory)."),
        ("steps .", "cannot be read"),
        ("steps toy.tsv --merges -1", "whole number from 0"),
        (f"steps toy.tsv --merges {'9' * 5000}", "whole number from 0 to 999,999,"),
        ("steps toy.tsv --merges ''", "whole number from 0"),
        (f"steps toy.tsv --vocab-size {'0' * 5000}", "whole number from 1"),
        ("steps zeros.tsv --vocab-size 3", "already take"),
        ("steps toy.tsv --vocab-size ٣", "whole number from 1"),
        ("steps toy.tsv --recipe unigram", "is not one of wordpiece, course-wordpiece"),
        ("steps toy.tsv --normalize nfc,shout", "'shout' is not one of nfc"),
        ("steps toy.tsv --mer 3", "unrecognized arguments: --mer"),
        ("steps bad.tsv", "Line 2: The count of 'pug' is 'x'"),
        ("steps binary.txt", "Line 1: The byte 0xFF is not valid UTF-8."),
        ("train toy.tsv -o /dev/full", "/dev/full cannot be written (no space left"),
        ("train toy.tsv --merges-to .", "cannot be written"),
        ("train toy.tsv --recipe bpe --format vocab-txt", "bpe cannot be written as vocab-txt; ch"),
        ("encode toy.tsv", "one of the arguments --vocab --train is required"),
        ("encode toy.tsv --vocab .", ". cannot be read (is a directory)."),
        ("encode - --vocab -", "only one file can be standard input"),
        ("encode - --train -", "only one file can be standard input"),
        ("encode - --vocab twice.txt", "Line 2: The token 'a' is already on line 1"),
        ("encode - --vocab x --train y", "not allowed with"),
    ],
    ids=lambda value: value[:40],
)
def test_each_error_is_one_line_and_exit_code_2(toy, run, argv, says):
    (toy / "bad.tsv").write_text("hug\t1\npug\tx\n")
    (toy / "binary.txt").write_bytes(b"\xff\xfa\x00\x01\x02")
    (toy / "twice.txt").write_text("a\na\n")
    (toy / "zeros.tsv").write_text(f"hug\t{'0' * 5000}7\n")
    code, out, err = run(*shlex.split(argv))
    assert (code, out) == (2, "")
    assert err.startswith("wordpiece: ") and says in err
    assert err.endswith(".\n") and err.count("\n") == 1 and len(err) < 400


def test_zeros_in_front_of_a_number_mean_nothing(toy, run):
    zeros = "0" * 5000
    (toy / "zeros.tsv").write_text("".join(f"{w}\t{zeros}{n}\n" for w, n in golden.TOY.items()))
    expected = run("steps", "toy.tsv", "--merges", "3")
    assert run("steps", "zeros.tsv", "--merges", zeros + "3") == expected and expected[0] == 0


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [(KeyboardInterrupt, 130, ""), (MemoryError, 2, "more memory than there is")],
)
def test_an_interruption_gives_no_traceback(run, toy, monkeypatch, error, code, says):
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("wordpiece.trainer.Trainer.run", fail)
    found, out, err = run("train", "toy.tsv")
    assert (found, out) == (code, "") and says in err and err.count("\n") == 1
    assert bool(says) == bool(err.strip())


def test_there_is_a_limit_to_what_is_read(toy, run, monkeypatch):
    monkeypatch.setattr("wordpiece.cli.files.MAX_INPUT", 2**20)
    (toy / "all.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"a")  # as much as may be
    (toy / "more.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"ab")
    assert run("steps", "all.txt")[0] == 0
    lines = (b"a" * 2**19 + b"\n") * 3  # each of which is within the limit
    assert run("encode", "-", "--train", "toy.tsv", stdin=lines) == (0, "[UNK]\n" * 3, "")
    for argv, says in (
        ("steps more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("train -", "standard input has more than 1 MB. Use a part of it"),
        ("encode toy.tsv --train more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("encode toy.tsv --vocab more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("encode - --train toy.tsv", "standard input has more than 1 MB in one line; put line br"),
    ):
        code, out, err = run(*argv.split(), stdin=Endless(2**23))
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert err.startswith(f"wordpiece: {says}")


# --- Progress ----------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_over_itself_and_taken_away(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("wordpiece.cli.display.time.monotonic", lambda: clock[0])
    terminal, file = Terminal(), io.StringIO()
    bar, unwanted = ProgressBar(False, terminal), ProgressBar(False, file)
    bar.show(0.4, 10)  # quick work shows no bar
    bar.clear()
    assert terminal.getvalue() == ""
    clock[0] = ProgressBar.PATIENCE
    unwanted.show(0.5, 10)
    bar.show(0.5, 1234)
    assert terminal.getvalue() == "\r[###############...............]  50%  1,234 merges"
    bar.show(0.6, 1300)  # too soon to be worth drawing
    assert "1,300" not in terminal.getvalue()
    bar.clear()
    assert re.fullmatch(r"\r +\r", terminal.getvalue().partition("merges")[2])
    assert file.getvalue() == ""


def test_progress_in_a_file_is_a_line_for_every_tenth(toy, run):
    _, out, err = run("steps", "toy.tsv", "--progress")
    shares = [int(share) for share in re.findall(r"(\d+)%  \d+ merges?\n", err)]
    assert shares == sorted(shares) and len(shares) >= 5 and shares[-1] == 100
    assert out == run("steps", "toy.tsv")[1]


# --- Help --------------------------------------------------------------------------------------


def test_the_examples_of_the_help_give_the_output_shown(toy, run):
    assert EXAMPLES.strip() in run("--help")[1]
    shown = re.findall(r"^  \$ (.*)\n((?:(?:  (?!\$).*)?\n)*)", EXAMPLES, re.MULTILINE)
    assert len(shown) == 11
    for command, output in shown:
        out = ""
        for part in command.split(" | "):
            name, *argv = shlex.split(part)
            if name == "wordpiece":
                code, out, _ = run(*argv, stdin=out)
                assert code == 0
            elif name == "printf":
                assert argv[1:] == [">", "toy.tsv"]
                table = argv[0].encode().decode("unicode_escape")
                assert table == (toy / "toy.tsv").read_text()
            else:
                assert name == "echo" or argv == ["-n", "1"]
                out = " ".join(argv) + "\n" if name == "echo" else out
        expected = re.sub("^  ", "", output, flags=re.MULTILINE).strip("\n")
        assert not expected or out == expected + "\n"


@pytest.mark.parametrize("command", ["train", "encode", "decode", "steps", "compare"])
def test_each_commands_help_ends_with_its_examples(run, command):
    _, _, examples = run(command, "--help")[1].partition("\nexamples, ")
    shown = re.findall(r"^  \$ (.*)", examples, re.MULTILINE)
    assert shown and all(f"wordpiece {command} " in each and each in EXAMPLES for each in shown)


# --- Streams that are closed or full -----------------------------------------------------------


class Full(io.StringIO):
    """A stream that takes nothing, as a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


OK, CLOSED, FULL = io.StringIO, lambda: None, Full
CANNOT = "wordpiece: standard output cannot be written (no space left on device).\n"
IS_CLOSED = "wordpiece: standard output is closed, so there is nowhere to write to.\n"
WRITING = [
    "steps toy.tsv", "steps toy.tsv --json", "train toy.tsv", "encode toy.tsv --train toy.tsv",
    "encode toy.tsv --train toy.tsv --json", "decode ids.txt --train toy.tsv",
    "compare toy.tsv", "--version", "train --help",
]  # fmt: skip


@pytest.mark.parametrize(
    ("argv", "stdin", "stdout", "stderr", "code", "err"),
    [
        *((argv, OK, FULL, OK, 2, CANNOT) for argv in WRITING),
        *((argv, OK, CLOSED, OK, 2, IS_CLOSED) for argv in WRITING),
        ("steps -", CLOSED, OK, OK, 2,
         "wordpiece: standard input is closed; give the name of a file.\n"),
        ("encode - --train toy.tsv", CLOSED, OK, OK, 2,
         "wordpiece: standard input is closed; give the name of a file.\n"),
        ("train toy.tsv -o v.txt", OK, CLOSED, OK, 0,
         "Training stopped after 9 merges: every word is one symbol, so no pair is left.\n"),
        # The exit code alone says that something is wrong, and what is right stays right.
        ("steps nowhere.txt", OK, OK, CLOSED, 2, None),
        ("steps nowhere.txt", OK, OK, FULL, 2, None),
        ("steps toy.tsv", OK, FULL, FULL, 2, None),
        ("steps toy.tsv --merges 0 --progress", OK, OK, CLOSED, 0, None),
        ("steps toy.tsv --merges 2 --progress", OK, OK, FULL, 0, None),
        ("train twice.tsv -o v.txt --progress", OK, OK, FULL, 0, None),
    ],
)  # fmt: skip
def test_streams_that_are_closed_or_full(toy, monkeypatch, argv, stdin, stdout, stderr, code, err):
    (toy / "ids.txt").write_text("5 6\n")
    (toy / "twice.tsv").write_text("hug\t1\nhug\t2\n")
    with monkeypatch.context() as patch:
        streams = {"stdin": stdin(), "stdout": stdout(), "stderr": stderr()}
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        assert main(shlex.split(argv)) == code
    assert err is None or streams["stderr"].getvalue() == err


# --- As a process ------------------------------------------------------------------------------


def in_a_shell(command: str) -> tuple[int, str, str]:
    """Run a command line of a shell, with ``W`` for ours: exit code, output, errors."""
    done = subprocess.run(
        ["sh", "-c", command.replace("W ", '"$0" -m wordpiece ', 1), sys.executable],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_streams_of_a_process_that_are_closed_or_full(toy):
    for where, says in ((">/dev/full", "no space left on device"), (">&-", "is closed")):
        code, out, err = in_a_shell(f"W steps toy.tsv {where}")
        assert (code, out) == (2, "") and says in err and err.count("\n") == 1
    assert in_a_shell("W steps nowhere.txt <&- >&- 2>&-") == (2, "", "")


def test_output_is_utf_8_whatever_the_locale():
    environment = {**ENVIRONMENT, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "train", SAMPLES / "russian.txt", "--vocab-size", "200"],
        env=environment, capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert "ещё" in done.stdout.decode() and b"\r" not in done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such pipes here")
def test_a_closed_pipe_ends_it_quietly(toy):
    (toy / "long.txt").write_text("hugs\n" * 50_000)
    assert in_a_shell("W encode long.txt --train toy.tsv | head -n 1") == (0, "hugs\n", "")


@pytest.mark.parametrize("command", ["encode", "decode"])
def test_each_line_is_answered_before_the_next_is_written(toy, command):
    process = subprocess.Popen(
        [*COMMAND, command, "-", "--train", "toy.tsv", "--recipe", "bpe", "--merges", "3"],
        env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    hanging = threading.Timer(PATIENCE, process.kill)
    hanging.start()
    assert process.stdin and process.stdout
    for word, tokens in golden.TOY_BPE_ENCODED.items():
        process.stdin.write((word if command == "encode" else tokens) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"no answer to {word} within {PATIENCE} seconds"
        assert answer == (tokens + "\n" if command == "encode" else tokens.replace(" ", "") + "\n")
    assert process.communicate(timeout=PATIENCE)[0] == "" and process.returncode == 0
    hanging.cancel()


# --- Lines -------------------------------------------------------------------------------------


@given(
    st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), min_size=1),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le"]),
    st.sampled_from([b"", b"", b"\xff", b"\xc3"]),
)
@examples(60)
def test_lines_are_those_of_the_whole_file(lines, end, encoding, more):
    """Lines read one by one are the same; what is wrong with them is said in the same words."""
    data = end.join(["hug", *lines]).encode(encoding) + more
    said, found = [], []
    try:
        whole = [line.removesuffix("\n") for line in io.StringIO(decode(data), newline=None)]
    except CorpusError as error:
        said, whole = [str(error)], []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            for line in read_lines("-"):
                found.append(line)
        except CorpusError as error:
            said.append(str(error))
    assert len(said) in (0, 2) and (not said or said[0] == said[1])
    assert said or found == whole


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"hug\n\nhu\xff\n", "Line 3: The byte 0xFF is not valid UTF-8."),
     (b"hug\n\n\0h\0u\0g\0\n", "Line 3: There is a NUL byte"),
     (b"hug\n\nhu\xc3", "Line 3: The byte 0xC3 is not valid UTF-8, or the file was cut off")],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_named(toy, run, data, says):
    code, out, err = run("encode", "-", "--train", "toy.tsv", stdin=data)
    assert (code, out) == (2, "hug\n\n") and says in err
    assert "a PDF" in run("encode", "-", "--train", "toy.tsv", stdin=b"%PDF-1.7\n")[2]
    assert run("encode", "-", "--train", "toy.tsv", stdin=b"hug\n%PDF-1.7\n")[0] == 0

"""Test the output and the errors of the command line."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests import golden
from wordpiece import WordPieceTrainer
from wordpiece.cli import EXAMPLES, main
from wordpiece.files.writers import merges_txt, steps_jsonl, vocab_txt
from wordpiece.scoring import TIE_BREAKS

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_corpora"
COMMAND = (sys.executable, "-m", "wordpiece")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
ENVIRONMENT.pop("PYTHONUNBUFFERED", None)  # it would hide a missing flush
PATIENCE = 60
"""Seconds after which a process is killed and the test fails."""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Change to a folder that contains the toy."""
    (tmp_path / "toy.tsv").write_text("".join(f"{w}\t{n}\n" for w, n in golden.TOY.items()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs a command in this process: exit code, output, errors."""

    def run(*argv: object, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(arg) for arg in argv])
        return code, *capsys.readouterr()

    return run


def json_lines(out: str) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("ties", TIE_BREAKS)
def test_json_lines_are_the_exported_ones(toy, run, ties):
    trainer = WordPieceTrainer(golden.TOY, max_merges=8, tie_break=ties, seed=3)
    trainer.run()
    options = ("--json", "--merges", "8", "--ties", ties, "--seed", "3")
    assert run("steps", "toy.tsv", *options)[1] == steps_jsonl(trainer.timeline(), 8)


def test_runs_of_a_symbol_are_remarked(run):
    _, out, _ = run("steps", "-", "--recipe", "bpe", "--table", stdin="aaa\t2\nab\t1\n")
    assert out.splitlines()[0].endswith("tied  remarks") and "merged only 2 times" in out


def test_the_language_that_chose_a_merge_is_listed(run):
    options = ("steps", SAMPLES / "languages.txt", "--recipe", "parity-bpe", "--vocab-size", "257")
    head, first, *_ = run(*options)[1].splitlines()
    assert head.split()[-2:] == ["tied", "language"] and first.split()[-1] == "7"  # Hindi
    assert json.loads(run(*options, "--json")[1])["language"] == 7


@pytest.mark.parametrize("split", ["metaspace", "gpt2"])
def test_words_get_the_shape_of_the_recipe_from_any_pre_tokenizer(run, split):
    """The blog's words end in an underscore."""
    options = ("--recipe", "blog-wordpiece", "--split", split)
    assert "a_" in run("steps", "-", *options, stdin="a b a")[1]


def test_control_characters_are_escaped(run):
    _, out, _ = run("steps", "-", "--split", "whitespace", stdin="\x1b[2Jred \u202ehug\n")
    assert "\x1b" not in out and "\u202e" not in out and "\\x1b" in out and "\\u202e" in out


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


def test_text_or_table_standard_input_and_windows_lines(run):
    as_text = run("train", "-", stdin="Hug hug\r\npug\r\n")
    table = "word,count\r\nHug,1\r\nhug,1\r\npug,1\r\n"
    assert as_text == run("train", "-", "--table", stdin=table)
    assert as_text == run("train", "-", stdin="\ufeffHug hug pug".encode("utf-16-le"))
    lower = run("train", "-", "--normalize", "lowercase", "--special", "[UNK] a", stdin="Hug hug")
    assert lower[1].split("\n")[:2] == ["[UNK]", "a"] and "H" not in lower[1]
    code, _, err = run("train", "-", "--table", stdin="hug\t1\nhug\t2\n")
    assert code == 0 and err == (
        "Note: 1 word is on two or more lines of the table; its counts were added up. "
        "The word: 'hug'.\n"
    )


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
        (MASK, "", "a [MASK] hug", "a [MASK] hug"),
        (MASK, "--split-special", "a [MASK] hug", "a [ mask ] hug"),
        (CJK, "--offsets", "東Été", "東[0:1] ete[1:4]"),
        (CJK, "--offsets --offsets-in normalized", "東Été", "東[1:2] ete[3:6]"),
        (CJK, "--json", "東京\nE\u0301té",
         '{"tokens": ["東", "京"], "ids": [2, 3], "offsets": [[0, 1], [1, 2]]}\n'
         '{"tokens": ["ete"], "ids": [1], "offsets": [[0, 4]]}'),
        ("hug\n", "--ids", "hug\n\nmug", "0\n\n-1"),
        ("hug\n", "--json", "\n", '{"tokens": [], "ids": [], "offsets": []}'),
    ],
)  # fmt: skip
def test_a_vocabulary_encodes(toy, run, vocabulary, options, text, expected):
    (toy / "vocab.txt").write_text(vocabulary, encoding="utf-8")
    code, out, _ = run("encode", "-", "--vocab", "vocab.txt", *options.split(), stdin=text)
    assert (code, out) == (0, expected + "\n")


def test_a_guess_at_the_case_is_noted_and_normalized_text_is_shown(toy, run):
    (toy / "vocab.txt").write_text(CASED)
    assert "'Hug', for example," in run("encode", "-", "--vocab", "vocab.txt", stdin="Hug")[2]
    (toy / "vocab.txt").write_text(CJK, encoding="utf-8")
    options = ("--vocab", "vocab.txt", "--json", "--offsets-in", "normalized")
    shown = json.loads(run("encode", "-", *options, stdin="東Été")[1])
    assert shown["normalized"] == " 東 ete" and shown["offsets"] == [[1, 2], [3, 6]]


def test_encode_by_training_first(toy, run):
    options = ("--train", "toy.tsv", "--recipe", "bpe", "--merges", "3")
    out = run("encode", "-", *options, stdin="\n".join(golden.TOY_BPE_ENCODED))[1]
    assert out.splitlines() == [*golden.TOY_BPE_ENCODED.values()]
    # The WordPiece of the library is trained by count and encodes by longest match.
    options = ("--train", "toy.tsv", "--recipe", "hugging-face", "--merges", "3")
    assert run("encode", "-", *options, stdin="mug hug bug")[1] == "[UNK] hug b ##ug\n"
    bare = ("--train", "toy.tsv", "--special", "", "--ids", "--merges", "0")
    assert run("encode", "-", *bare, stdin="mug")[1] == "7\n"  # the next unused id
    assert run("encode", "-", "--train", "toy.tsv") == (0, "", "")
    code, _, err = run("encode", "-", "--train", "toy.tsv", "--uncased")
    assert code == 2 and "--uncased and --cased are for a vocab.txt alone" in err


def test_what_train_writes_encode_and_decode_read(run, tmp_path):
    story, file, merges = SAMPLES / "story_en.txt", tmp_path / "made", tmp_path / "merges.txt"
    how = ("--recipe", "byte-level-bpe", "--vocab-size", "300")
    whole = run("encode", story, "--train", story, *how, "--ids")[:2]
    assert run("train", story, *how, "-o", file)[0] == 0
    assert run("encode", story, "--vocab", file, "--ids")[:2] == whole
    refused = "--normalize none", "--split bert", "--offsets-in normalized", "--cased", "--uncased"
    for option in map(str.split, refused):
        code, _, err = run("encode", story, "--vocab", file, *option)
        assert code == 2 and f"has no {option[0]}" in err
    two = ("--format", "vocab-json", "-o", file, "--merges-to", merges)
    assert run("train", story, *how, *two)[0] == 0
    files = ("--vocab", file, "--merges", merges)
    _, encoded, _ = run("encode", "-", *files, "--ids", stdin="hugs the\n")
    assert run("decode", "-", *files, stdin=encoded)[1] == "hugs the\n"
    code, _, err = run("encode", story, "--vocab", file)
    assert code == 2 and "which has a vocabulary but no merges" in err


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
        ('{"a": [5]}', "This JSON is neither a list of ids or tokens"),
        ("[5, null]", "This JSON is neither"),
    ],
)
def test_a_line_that_cannot_be_decoded_is_named(bert, run, line, says):
    code, out, err = run(*bert, stdin=f"hug\n{line}\n")
    assert (code, out) == (2, "hug\n") and f"Line 2: {says}" in err and err.endswith(".\n")


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


def test_compare_as_json_has_the_same_and_as_many_rows_as_asked(toy, run):
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
    Path("tied.tsv").write_text("bca\t5\ncc\t1\n")
    for ties, says in (("alphabetical", "rule for ties decides"), ("first-seen", "differ")):
        tied = json.loads(run("compare", "tied.tsv", "--ties", ties, "--json")[1])
        why = tied["parting"][2]["why"]
        assert says in why and "separately" not in why
    sizes = run("compare", "toy.tsv", "--merges", "3")[1]
    assert re.search(r"\nWordPiece +3 +15 +2\.44 +1\.28 +14%\nBPE +3 +15 +1\.72 ", sizes)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ("", "train | encode | decode | steps | compare"),
        ("train nowhere.txt", "nowhere.txt cannot be read (no such file or directory)."),
        ("steps ''", "'' cannot be read (no such file or directory)."),
        ("steps toy.tsv --merges -1", "whole number from 0"),
        (f"steps toy.tsv --merges {'9' * 5000}", "whole number from 0 to 999,999,"),
        ("steps toy.tsv --recipe trigram", "is not one of wordpiece, course-wordpiece"),
        ("steps toy.tsv --recipe unigram --merges 3", "The recipe unigram has no --merges; leave"),
        ("steps toy.tsv --recipe top-down-code --ties random", "top-down-code has no --ties; le"),
        ("check toy.tsv toy.tsv --recipe unigram", "The recipe unigram makes no merges to compare"),
        ("train toy.tsv --recipe unigram --format vocab-txt", "unigram cannot be written as vocab"),
        ("train toy.tsv --recipe unigram --merges-to m", "The recipe unigram has no --merges-to"),
        ("steps toy.tsv --normalize nfc,shout", "'shout' is not one of nfc"),
        ("steps toy.tsv --mer 3", "unrecognized arguments: --mer"),
        ("steps bad.tsv", "Line 2: The count of 'pug' is 'x'"),
        ("train toy.tsv -o /dev/full", "/dev/full cannot be written (no space left"),
        ("train toy.tsv --merges-to .", "cannot be written"),
        ("train toy.tsv --recipe bpe --format vocab-txt", "bpe cannot be written as vocab-txt; ch"),
        ("encode toy.tsv", "one of the arguments --vocab --train is required"),
        ("encode toy.tsv --vocab .", ". cannot be read (is a directory)."),
        ("encode - --train -", "only one file can be standard input"),
        ("encode - --vocab x --train y", "not allowed with"),
    ],
    ids=lambda value: value[:40],
)
def test_each_error_is_one_line_and_exit_code_2(toy, run, argv, says):
    (toy / "bad.tsv").write_text("hug\t1\npug\tx\n")
    code, out, err = run(*shlex.split(argv))
    assert (code, out) == (2, "")
    assert err.startswith("wordpiece: ") and says in err
    assert err.endswith(".\n") and err.count("\n") == 1 and len(err) < 400


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [(KeyboardInterrupt, 130, ""), (MemoryError, 2, "more memory than there is")],
)
def test_an_interruption_gives_no_traceback(run, toy, monkeypatch, error, code, says):
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("wordpiece.trainer.Trainer.run_for", fail)
    found, out, err = run("train", "toy.tsv")
    assert (found, out) == (code, "") and says in err and err.count("\n") == 1
    assert bool(says) == bool(err.strip())


def test_check_says_whether_merges_are_those_of_the_training(toy, run):
    run("train", "toy.tsv", "--recipe", "bpe", "-o", "v.json", "--merges-to", "mine.txt")
    options = ("toy.tsv", "--recipe", "bpe")
    assert run("check", "mine.txt", *options) == (
        0,
        "Your list has the same 7 merges as the training.\n",
        "",
    )
    for others, says in (
        (
            ("toy.tsv", "--recipe", "hugging-face"),
            "at the start, a word is split into h u g instead of",
        ),
        (
            ("toy.tsv", "--recipe", "bpe", "--merges", "5"),
            "continues with hug + s, but the training has already ended",
        ),
        (
            ("toy.tsv", "--recipe", "bpe", "--ties", "alphabetical"),
            "the pair seen first in the corpus",
        ),
    ):
        code, out, err = run("check", "mine.txt", *others)
        assert (code, err) == (1, "") and says in out and out.count("\n") == 1
    short = run("check", "-", *options, stdin='[["u", "g"]]')
    assert short[0] == 1
    assert "your list ends after it. The next merge of the training is u + n." in short[1]
    for stdin, says in (
        ("", "standard input: The file is empty"),
        ("u g\nhallo\n", "standard input: Line 2: Expected two symbols"),
        ("[('u', 'g'), 5]", "Line 1: Expected a pair of symbols, as in ('h', 'ug'); found '5]'"),
    ):
        code, out, err = run("check", "-", *options, stdin=stdin)
        assert (code, out) == (2, "") and says in err and err.count("\n") == 1
    assert run("check", "-", "-")[0] == 2


def test_check_compares_bytes_as_they_are_given(toy, run):
    (toy / "né.txt").write_text("né né la la", encoding="utf-8")
    options = ("né.txt", "--recipe", "byte-level-bpe", "--merges", "3", "--ties", "greatest")
    theirs = r"[(b'\xc3', b'\xa9'), (b'n', b'\xc3\xa9'), (b'l', b'a')]"
    assert run("check", "-", *options, stdin=theirs)[0] == 0
    wrong = run("check", "-", "né.txt", "--recipe", "bpe", stdin=theirs)
    assert (
        wrong[0] == 2 and r"whole characters, but the symbol b'\xc3' does not. Choose" in wrong[2]
    )


def test_there_is_a_limit_to_what_is_read(toy, run, monkeypatch):
    monkeypatch.setattr("wordpiece.cli.files.MAX_INPUT", 2**20)
    (toy / "all.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"a")  # the limit
    (toy / "more.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"ab")
    assert run("steps", "all.txt")[0] == 0
    lines = (b"a" * 2**19 + b"\n") * 3  # each is within the limit
    assert run("encode", "-", "--train", "toy.tsv", stdin=lines) == (0, "[UNK]\n" * 3, "")
    for argv, says in (
        ("steps more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("train -", "standard input has more than 1 MB. Use a part of it"),
        ("encode toy.tsv --train more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("encode toy.tsv --vocab more.txt", "more.txt has more than 1 MB. Use a part of it"),
        ("encode - --train toy.tsv", "standard input has more than 1 MB in one line; put line br"),
    ):
        code, out, err = run(*argv.split(), stdin=b"a" * 2**22)
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert err.startswith(f"wordpiece: {says}")


def test_unigram_lists_its_removals_and_encodes(toy, run):
    _, out, err = run("steps", "toy.tsv", "--recipe", "unigram", "--progress")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == "step piece count probability cost loss tied".split()
    assert lines[6] == "6 bu 4 0.0268456 5.68171 152.413 1".split()
    assert out.endswith("after 8 removals: only single characters or bytes are left.\n")
    assert "100%  8 removals\n" in err
    em = run("steps", "toy.tsv", "--recipe", "unigram", "--em", "3")[1]
    assert em.splitlines()[1].split()[:2] == ["1", "gs"]
    options = ("--recipe", "unigram", "--vocab-size", "10")
    code, written, _ = run("train", "toy.tsv", *options, "-o", "t.json")
    assert (code, written) == (0, "")
    for source in (("--train", "toy.tsv", *options), ("--vocab", "t.json")):
        assert run("encode", "-", *source, stdin="hug hugs\n")[1] == "hug hug s\n"
    removals = json_lines(run("steps", "toy.tsv", "--json", *options)[1])
    assert [each["piece"] for each in removals] == "hu ug un gs ugs".split()


def test_progress_in_a_file_is_a_line_for_every_tenth(toy, run):
    _, out, err = run("steps", "toy.tsv", "--progress")
    shares = [int(share) for share in re.findall(r"(\d+)%  \d+ merges?\n", err)]
    assert shares == sorted(shares) and len(shares) >= 5 and shares[-1] == 100
    assert out == run("steps", "toy.tsv")[1]


def test_the_examples_of_the_help_give_the_output_shown(toy, run):
    assert EXAMPLES.strip() in run("--help")[1]
    shown = re.findall(r"^  \$ (.*)\n((?:(?:  (?!\$).*)?\n)*)", EXAMPLES, re.MULTILINE)
    assert len(shown) == 12
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


def in_a_shell(command: str) -> tuple[int, str, str]:
    """Run a shell command in which ``W`` is the program; return exit code, output and errors."""
    done = subprocess.run(
        ["sh", "-c", command.replace("W ", '"$0" -m wordpiece ', 1), sys.executable],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_streams_of_a_process_that_are_closed_or_full(toy):
    for command, says in (
        ("steps toy.tsv >/dev/full", "standard output cannot be written (no space left on device)"),
        ("encode toy.tsv --train toy.tsv >/dev/full", "cannot be written (no space left on devic"),
        ("train --help >&-", "standard output is closed, so there is nowhere to write to"),
        ("encode - --train toy.tsv <&-", "standard input is closed; give the name of a file"),
    ):
        code, out, err = in_a_shell(f"W {command}")
        assert (code, out) == (2, "") and err.startswith("wordpiece: ")
        assert says in err and err.count("\n") == 1
    # Only the exit code can show an error; a successful command still succeeds.
    assert in_a_shell("W steps nowhere.txt <&- >&- 2>&-") == (2, "", "")
    assert in_a_shell("W train toy.tsv -o v.txt >&- 2>/dev/full") == (0, "", "")


def test_output_is_utf_8_whatever_the_locale():
    environment = {**ENVIRONMENT, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "train", SAMPLES / "russian.txt", "--vocab-size", "200"],
        env=environment, capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    assert "ещё" in done.stdout.decode() and b"\r" not in done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such pipes here")
def test_a_closed_pipe_ends_the_program_without_an_error(toy):
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


def test_a_line_that_cannot_be_read_is_named(toy, run):
    code, out, err = run("encode", "-", "--train", "toy.tsv", stdin=b"hug\n\nhu\xff\n")
    assert (code, out) == (
        2,
        "hug\n\n",
    ) and "Line 3: The file is not valid UTF-8 at the byte 0xFF" in err
    assert "this file is PDF" in run("encode", "-", "--train", "toy.tsv", stdin=b"%PDF-1.7\n")[2]
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le"):
        lines = "hug\r\nhug\rhug\n%PDF-1.7\n".encode(encoding)
        assert run("encode", "-", "--train", "toy.tsv", stdin=lines)[1].startswith("hug\n" * 3)


def test_top_down_lists_its_decisions_and_encodes(toy, run):
    guide = ("--recipe", "top-down-guide")
    _, out, err = run("steps", "toy.tsv", *guide, "--progress")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == "step round substring counted count threshold decision lowered".split()
    assert lines[2] == "2 1 hug 15 15 12 kept hu".split()
    assert "decisions: the last round is complete.\n" in out and "100%" in err
    code = run("steps", "toy.tsv", "--recipe", "top-down-code", "--threshold", "10")[1]
    assert code.splitlines()[2].split() == "2 1 hug 15 10 10 kept hu".split()
    found = json_lines(run("steps", "toy.tsv", "--json", *guide)[1])
    assert found[1]["token"] == "hug" and found[1]["lowered"] == "hu" and found[1]["kept"]
    assert run("train", "toy.tsv", *guide, "-o", "v.txt")[:2] == (0, "")
    assert run("train", "toy.tsv", *guide, "--format", "tokenizer", "-o", "t.json")[:2] == (0, "")
    for source in (("--train", "toy.tsv", *guide), ("--vocab", "v.txt"), ("--vocab", "t.json")):
        assert run("encode", "-", *source, stdin="hugs pun mug\n")[1] == "hug ##s pun [UNK]\n"
    sized = run("train", "toy.tsv", *guide, "--vocab-size", "16")[1].split()
    assert 15.2 <= len(sized) <= 16

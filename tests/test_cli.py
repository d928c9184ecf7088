"""The command line: what it writes, and how it says what is wrong."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import golden
from wordpiece import (
    BERT_SPECIAL_TOKENS,
    BPEEncoder,
    BPETrainer,
    WordPieceEncoder,
    WordPieceTrainer,
)
from wordpiece.cli import EXAMPLES, ProgressBar, main, width
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


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A folder with the toy in it, to work in."""
    (tmp_path / "toy.tsv").write_text("".join(f"{w}\t{n}\n" for w, n in golden.TOY.items()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command in this process: exit code, output, errors."""

    def run(*argv: object, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(arg) for arg in argv])
        return code, *capsys.readouterr()

    return run


# --- steps -------------------------------------------------------------------------------------


def test_the_toys_steps_are_the_published_ones(toy, run):
    code, out, err = run("steps", "toy.tsv")
    assert (code, err) == (0, "")
    head, *rows, blank, why = out.splitlines()
    assert re.split("  +", head.strip()) == (
        ["step", "pair", "token", "count/(left × right)", "fraction", "score", "tied"]
    )
    assert blank == "" and "no pair is left" in why
    for number, row in enumerate(rows, 1):
        left, right, token, pair, a, b, tied = golden.TOY_WORDPIECE[number - 1]
        step, names, made, counts, fraction, score, ties = re.split("  +", row.strip())
        assert (step, names, made, ties) == (str(number), f"{left} + {right}", token, str(tied))
        assert counts == f"{pair}/({a} × {b})"
        top, bottom = map(int, fraction.split("/"))
        assert top * a * b == pair * bottom and float(score) == pytest.approx(top / bottom, 1e-5)
    assert len(rows) == len(golden.TOY_WORDPIECE)


def test_bpe_shows_counts(toy, run):
    rows = [re.split("  +", line.strip()) for line in run(
        "steps", "toy.tsv", "--recipe", "bpe")[1].splitlines()]  # fmt: skip
    assert rows[0] == ["step", "pair", "token", "count", "tied"]
    assert [(row[1], row[3]) for row in rows[1:8]] == [
        (f"{left} + {right}", str(count)) for left, right, count in golden.TOY_BPE
    ]


def test_json_lines_are_the_exported_ones(toy, run):
    trainer = WordPieceTrainer(golden.TOY, max_merges=4)
    trainer.run()
    _, out, _ = run("steps", "toy.tsv", "--json", "--merges", "4")
    assert out == steps_jsonl(trainer.timeline(), 4)
    assert [json.loads(line)["token"] for line in out.splitlines()] == ["##gs", "hu", "hugs", "hug"]


def test_ties_and_seed(toy, run):
    for rule in ("first-seen", "alphabetical", "random"):
        _, out, _ = run("steps", "toy.tsv", "--json", "--ties", rule, "--seed", "3")
        trainer = WordPieceTrainer(golden.TOY, tie_break=rule, seed=3)
        expected = [step.token for step in trainer]
        assert [json.loads(line)["token"] for line in out.splitlines()] == expected


def test_what_is_odd_is_remarked(run):
    _, out, _ = run("steps", "-", "--recipe", "bpe", "--table", stdin="aaa\t2\nab\t1\n")
    assert out.splitlines()[0].endswith("tied  remarks")
    assert "replaced twice" in out and not any(line.endswith(" ") for line in out.splitlines())


def test_wide_characters_keep_their_columns(run):
    _, out, _ = run("steps", SAMPLES / "chinese.txt", "--split", "whitespace", "--merges", "30")
    head, *rows = out.splitlines()[:31]
    at = {width(row[: row.index("/(")].rpartition("  ")[0]) for row in rows}
    assert at == {head.index("count") - 2}


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


def test_the_courses_vocabulary(run):
    _, out, _ = run("train", SAMPLES / "course.tsv", "--vocab-size", "70")
    assert out.splitlines()[-25:] == golden.COURSE_WORDPIECE and len(out.splitlines()) == 70


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("algorithm", ["wordpiece", "bpe", "hugging-face"])
def test_every_format_is_written_or_refused(toy, run, name, algorithm):
    code, out, err = run("train", "toy.tsv", "--format", name, "--recipe", algorithm)
    marking = "" if algorithm == "bpe" else "##"
    kind = WordPieceTrainer if algorithm == "wordpiece" else BPETrainer
    special = WordPieceTrainer(golden.TOY).vocabulary[:5]
    trainer = kind(golden.TOY, marking=marking, special_tokens=special)
    trainer.run()
    timeline = trainer.timeline()
    if FORMATS[name].applies(timeline):
        data = FORMATS[name].data(timeline, len(timeline), pre_tokenizer="bert")
        assert (code, out, err) == (0, data.decode("utf-8-sig"), "")
    else:
        assert code == 2 and out == "" and name in err


def test_text_or_table_standard_input_and_windows_lines(run):
    as_text = run("train", "-", stdin="Hug hug\r\npug\r\n")
    assert as_text == run(
        "train", "-", "--table", stdin="word,count\r\nHug,1\r\nhug,1\r\npug,1\r\n"
    )
    assert as_text == run("train", "-", stdin="\ufeffHug hug pug".encode("utf-16-le"))
    lower = run("train", "-", "--normalize", "lowercase", "--special", "[UNK] a", stdin="Hug hug")
    assert lower[1].split("\n")[:2] == ["[UNK]", "a"] and "H" not in lower[1]


def test_remarks_on_the_corpus_go_to_standard_error(run):
    code, _, err = run("train", "-", "--table", stdin="hug\t1\nhug\t2\n")
    assert code == 0 and err == (
        "Note: 1 word was listed more than once; the counts were added up (hug).\n"
    )


# --- encode ------------------------------------------------------------------------------------


def test_encode_with_the_walkthroughs_vocabulary(tmp_path, run):
    (tmp_path / "vocab.txt").write_text("\n".join(["[UNK]", *golden.WALKTHROUGH]) + "\n")
    text = "\n".join(golden.WALKTHROUGH_ENCODED)
    code, out, _ = run("encode", "-", "--vocab", tmp_path / "vocab.txt", stdin=text)
    assert code == 0 and out.splitlines() == [*golden.WALKTHROUGH_ENCODED.values()]


def test_encode_by_training_first(toy, run):
    words = "\n".join(golden.TOY_BPE_ENCODED)
    options = ("--train", "toy.tsv", "--recipe", "bpe", "--merges", "3")
    assert run("encode", "-", *options, stdin=words)[1].splitlines() == (
        [*golden.TOY_BPE_ENCODED.values()]
    )
    # What the library calls WordPiece: trained by count, encoded by longest match.
    options = ("--train", "toy.tsv", "--recipe", "hugging-face", "--merges", "3")
    assert run("encode", "-", *options, stdin="mug hug bug")[1] == "[UNK] hug b ##ug\n"


def test_encode_as_numbers_and_json(toy, run):
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    encoder = WordPieceEncoder.from_timeline(trainer.timeline(), 9)
    text = "hugs, pugs\n\nbun"
    expected = [encoder.encode(line) for line in text.split("\n")]
    _, out, _ = run("encode", "-", "--train", "toy.tsv", "--ids", stdin=text)
    assert out == "".join(" ".join(str(t.id) for t in line) + "\n" for line in expected)
    _, out, _ = run("encode", "-", "--train", "toy.tsv", "--json", stdin=text)
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["tokens"] for line in lines] == [[t.token for t in line] for line in expected]
    assert lines[0]["offsets"] == [[t.start, t.end] for t in expected[0]]
    assert lines[1] == {"tokens": [], "ids": [], "offsets": []}


def test_cased_and_uncased(run, tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\n<S>\nhug\nHug\n")
    vocabulary = ("--vocab", str(tmp_path / "vocab.txt"))
    _, out, remarks = run("encode", "-", *vocabulary, stdin="Hug")
    assert out == "Hug\n" and "such as 'Hug'" in remarks
    assert run("encode", "-", *vocabulary, "--uncased", stdin="Hug")[1] == "hug\n"
    assert run("encode", "-", *vocabulary, "--cased", stdin="Hug")[1] == "Hug\n"


def test_special_tokens_stand_for_themselves_unless_they_are_to_be_split(run, tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\n[MASK]\na\nhug\n[\nmask\n]\ne\n")
    vocabulary = ("--vocab", str(tmp_path / "vocab.txt"))
    assert run("encode", "-", *vocabulary, stdin="a [MASK] hug")[1] == "a [MASK] hug\n"
    split = run("encode", "-", *vocabulary, "--split-special", stdin="a [MASK] hug")[1]
    assert split == "a [ mask ] hug\n"
    _, out, _ = run("encode", "-", *vocabulary, "--json", stdin="É[MASK]hug")
    assert json.loads(out)["offsets"] == [[0, 1], [1, 7], [7, 10]]


def test_offsets_are_in_the_line_as_it_was_given(run, tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\n東\n京\nete\n", encoding="utf-8")
    vocabulary = str(tmp_path / "vocab.txt")
    _, out, _ = run("encode", "-", "--vocab", vocabulary, "--json", stdin="東京\nE\u0301té\n")
    assert [json.loads(line)["offsets"] for line in out.splitlines()] == [
        [[0, 1], [1, 2]], [[0, 4]]
    ]  # fmt: skip


def test_what_train_writes_encode_reads(run, tmp_path):
    story, file = SAMPLES / "story_en.txt", tmp_path / "made"
    for algorithm, split in (("wordpiece", "bert"), ("bpe", "bert"), ("bpe", "gpt2")):
        how = ("--recipe", algorithm, "--split", split, "--vocab-size", "300")
        assert run("train", story, *how, "-o", file)[0] == 0
        again = run("encode", story, "--vocab", file, "--normalize", "none")
        assert again[:2] == run("encode", story, "--train", story, *how)[:2]


def test_nothing_to_encode_is_no_error(toy, run):
    assert run("encode", "-", "--train", "toy.tsv") == (0, "", "")


def test_numbers_of_unknown_tokens(toy, run):
    (toy / "vocab.txt").write_text("hug\n")
    assert run("encode", "-", "--vocab", "vocab.txt", "--ids", stdin="mug hug")[1] == "-1 0\n"
    options = ("--train", "toy.tsv", "--special", "", "--ids", "--merges", "0")
    assert run("encode", "-", *options, stdin="mug")[1] == "7\n"  # the next that is free


def test_offsets_of_plain_tokens(run, tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\nete\n東\n", encoding="utf-8")
    encode = ("encode", "-", "--vocab", tmp_path / "vocab.txt", "--offsets")
    assert run(*encode, stdin="東Été")[1] == "東[0:1] ete[1:4]\n"
    assert run(*encode, "--ids", stdin="東Été x")[1] == "2[0:1] 1[1:4] 0[5:6]\n"
    assert run(*encode, "--offsets-in", "normalized", stdin="東Été")[1] == "東[1:2] ete[3:6]\n"
    options = ("--json", "--offsets-in", "normalized")
    shown = json.loads(run(*encode, *options, stdin="東Été")[1])
    assert shown["normalized"] == " 東 ete" and shown["offsets"] == [[1, 2], [3, 6]]
    assert "normalized" not in json.loads(run(*encode, "--json", stdin="東Été")[1])


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
    "line",
    [
        "2 5 6 7 3", "[CLS] hug ##s 7 [SEP]", "[2, 5, 6, 7, 3]", ' ["hug", "##s", "7"]',
        '{"ids": [5, 6, 7], "offsets": [[0, 3]]}', '{"tokens": ["hug", "##s", "7"], "ids": [null]}',
    ],
)  # fmt: skip
def test_decode_reads_what_encode_writes(bert, run, line):
    assert run(*bert, stdin=line.strip() + "\n")[:2] == (0, "hugs 7\n")


def test_special_tokens_are_kept_if_asked(bert, run):
    assert run(*bert, "--keep-special", stdin="2 5 6 3\n[CLS]\n\n")[1] == (
        "[CLS] hugs [SEP]\n[CLS]\n\n"
    )
    assert run(*bert, stdin="2 5\n[CLS]\n\n")[1] == "hug\n\n\n"


def test_numbers_that_are_tokens(bert, run):
    assert run(*bert, "--tokens", stdin="7 5 6")[1] == "7 5 6\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("5 99", "Line 2: No token has the id 99"),
        ("5 -1", "Line 2: No token has the id -1"),
        ('{"a": [5]}', "Line 2: This JSON is neither a list of ids or of tokens"),
        ("[5, null]", "Line 2: This JSON is neither"),
        ("[true]", "Line 2: This JSON is neither"),
    ],
)
def test_what_cannot_be_decoded(bert, run, line, says):
    code, out, err = run(*bert, stdin=f"hug\n{line}\n")
    assert (code, out) == (2, "hug\n") and says in err and err.endswith(".\n")


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_is_trained_and_encodes_as_it_says(run, recipe):
    """On the corpus of its source, it reproduces the source's figures."""
    file = {"low": "low_lower.tsv"}.get(RECIPES[recipe].corpus, f"{RECIPES[recipe].corpus}.tsv")
    lines = (SAMPLES / file).read_text(encoding="utf-8").splitlines()
    words = {word: int(count) for word, count in map(str.split, lines)}
    special = BERT_SPECIAL_TOKENS if recipe in ALGORITHMS else RECIPES[recipe].special_tokens
    trainer = replace(RECIPES[recipe], special_tokens=special).trainer(words)
    merges = [[*step.pair] for step in trainer]
    _, out, _ = run("steps", SAMPLES / file, "--recipe", recipe, "--json")
    steps = [json.loads(line) for line in out.splitlines()]
    assert [[step["left"], step["right"]] for step in steps] == merges
    encoder = RECIPES[recipe].encoder(trainer.timeline(), len(merges), number_unknown=True)
    found = encoder.encode("hugs This lowest mug", pre_tokenizer=RECIPES[recipe].pre_tokenizer)
    encode = ("encode", "-", "--train", SAMPLES / file, "--recipe", recipe, "--json")
    shown = json.loads(run(*encode, stdin="hugs This lowest mug")[1])
    assert shown["tokens"] == [token.token for token in found]
    assert shown["ids"] == [token.id for token in found]


def test_options_go_before_what_a_recipe_says(toy, run):
    course = ("steps", SAMPLES / "course.tsv", "--recipe", "course-wordpiece", "--json")
    tokens = [json.loads(line)["token"] for line in run(*course)[1].splitlines()]
    assert tokens == golden.COURSE_WORDPIECE
    assert run(*course, "--merges", "30")[1].count("\n") == 30
    assert run(*course, "--vocab-size", "68")[1].count("\n") == 23
    assert run(*course, "--special", "[UNK]", "--vocab-size", "66")[1].count("\n") == 25
    rare = ("steps", SAMPLES / "course.tsv", "--recipe", "end-of-word-bpe", "--json")
    assert run(*rare)[1].count("\n") == 31 < run(*rare, "--min-pairs", "1")[1].count("\n")
    text = ("train", "-", "--recipe", "byte-level-bpe")
    assert "ĠcafÃ©" in run(*text, "--merges", "20", stdin="un café un café")[1]
    assert run("steps", "toy.tsv", "--algorithm", "bpe") == run(
        "steps", "toy.tsv", "--recipe", "bpe"
    )


# --- compare -----------------------------------------------------------------------------------


def test_compare_shows_where_they_part(toy, run):
    code, out, err = run("compare", "toy.tsv", "--merges", "3")
    assert (code, err) == (0, "")
    sizes, parting, merges, count, words = out.strip().split("\n\n")
    rows = [re.split("  +", line.strip()) for line in sizes.splitlines()]
    assert rows[0] == [
        "merges", "vocabulary", "tokens per word", "characters per token", "whole words"
    ]  # fmt: skip
    assert rows[1:] == [
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
    assert re.split("  +", merges.splitlines()[1].strip()) == [
        "1",
        "##g + ##s",
        "u + g",
        "##u + ##g",
    ]
    assert count == "5 words are not split the same way by all three."
    assert re.split("  +", words.splitlines()[-1]) == ["hugs", "5", "hugs", "hug s", "hug ##s"]


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


def test_nothing_left_that_differs(toy, run):
    assert "All three cut every word alike.\n" in run("compare", "toy.tsv")[1]


# --- What goes wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ((), "train | encode | decode | steps | compare"),
        (("explode",), "explode"),
        (("train",), "FILE"),
        (("train", "nowhere.txt"), "nowhere.txt cannot be read (no such file or directory)."),
        (("steps", "."), "cannot be read"),
        (("steps", "toy.tsv", "--merges", "-1"), "whole number from 0"),
        (
            ("steps", "toy.tsv", "--merges", "9" * 5000),
            "whole number from 0 to 999,999,",
        ),
        (("steps", "toy.tsv", "--merges", ""), "whole number from 0"),
        (("steps", "toy.tsv", "--vocab-size", "0" * 5000), "whole number from 1"),
        (("steps", "zeros.tsv", "--vocab-size", "3"), "already take"),
        (("steps", ""), "'' cannot be read (no such file or directory)."),
        (("train", "toy.tsv", "-o", "/dev/full"), "/dev/full cannot be written (no space left"),
        (("encode", "toy.tsv", "--vocab", "."), ". cannot be read (is a directory)."),
        (("steps", "toy.tsv", "--vocab-size", "٣"), "whole number from 1"),
        (("steps", "toy.tsv", "--vocab-size", "3"), "already take 12"),
        (("steps", "toy.tsv", "--seed", "x"), "'x' is not a whole number"),
        (("steps", "toy.tsv", "--recipe", "unigram"), "is not one of wordpiece, course-wordpiece"),
        (("steps", "toy.tsv", "--ties", "coin"), "first-seen, alphabetical, random"),
        (("steps", "toy.tsv", "--normalize", "nfc,shout"), "'shout' is not one of nfc"),
        (("steps", "toy.tsv", "--split", "sentence"), "whitespace, bert, gpt2"),
        (("steps", "toy.tsv", "--mer", "3"), "unrecognized arguments: --mer"),
        (("steps", "bad.tsv"), "Line 2: The count of 'pug' is 'x'"),
        (("steps", "empty.txt"), "The file is empty."),
        (("steps", "single.txt"), "no pair to merge"),
        (("steps", "binary.txt"), "Line 1: The byte 0xFF is not valid UTF-8."),
        (("train", "toy.tsv", "-o", "no/folder.txt"), "no/folder.txt cannot be written"),
        (("train", "toy.tsv", "--merges-to", "."), "cannot be written"),
        (("train", "toy.tsv", "--format", "pdf"), "vocab-txt"),
        (("train", "toy.tsv", "--recipe", "bpe", "--format", "vocab-txt"), "choose from tokeni"),
        (("encode", "toy.tsv"), "one of the arguments --vocab --train is required"),
        (("encode", "-", "--vocab", "-"), "only one file can be standard input"),
        (("encode", "-", "--train", "-"), "only one file can be standard input"),
        (("encode", "-", "--vocab", "twice.txt"), "Line 2: The token 'a' is already on line 1"),
        (("encode", "-", "--vocab", "x", "--train", "y"), "not allowed with"),
        (("encode", "-", "--train", "toy.tsv", "--ids", "--json"), "not allowed with"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else None,
)
def test_each_error_is_one_line_and_exit_code_2(toy, run, argv, says):
    (toy / "bad.tsv").write_text("hug\t1\npug\tx\n")
    (toy / "empty.txt").write_bytes(b"")
    (toy / "single.txt").write_text("a b c")
    (toy / "binary.txt").write_bytes(b"\xff\xfa\x00\x01\x02")
    (toy / "twice.txt").write_text("a\na\n")
    (toy / "zeros.tsv").write_text(f"hug\t{'0' * 5000}7\n")
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("wordpiece: ") and says in err
    assert err.endswith(".\n") and err.count("\n") == 1 and len(err) < 400


def test_an_interruption_is_no_traceback(run, toy, monkeypatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wordpiece.trainer.Trainer.run", interrupt)
    assert run("train", "toy.tsv") == (130, "", "\n")


def test_zeros_in_front_of_a_number_mean_nothing(toy, run):
    zeros = "0" * 5000
    (toy / "zeros.tsv").write_text("".join(f"{w}\t{zeros}{n}\n" for w, n in golden.TOY.items()))
    expected = run("steps", "toy.tsv", "--merges", "3")
    assert run("steps", "zeros.tsv", "--merges", zeros + "3") == expected and expected[0] == 0


def test_there_is_a_limit_to_what_is_read(toy, run, monkeypatch):
    monkeypatch.setattr("wordpiece.cli.files.MAX_INPUT", 2**20)
    (toy / "all.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"a")  # as much as may be
    (toy / "more.txt").write_bytes(b"hugs\n" * (2**20 // 5) + b"ab")
    assert run("steps", "all.txt")[0] == 0
    for argv, name in (
        (("steps", "more.txt"), "more.txt"),
        (("train", "-"), "standard input"),
        (("encode", "toy.tsv", "--train", "more.txt"), "more.txt"),
        (("encode", "toy.tsv", "--vocab", "more.txt"), "more.txt"),
    ):
        code, out, err = run(*argv, stdin=(toy / "more.txt").read_bytes())
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert err.startswith(f"wordpiece: {name} has more than 1 MB. Use a part of it")


def test_a_line_may_be_as_long_as_a_file_and_a_text_as_long_as_it_likes(toy, run, monkeypatch):
    monkeypatch.setattr("wordpiece.cli.files.MAX_INPUT", 2**16)
    lines = b"hugs\n" * (2**17 // 5)
    assert run("encode", "-", "--train", "toy.tsv", stdin=lines) == (0, lines.decode(), "")
    code, out, err = run("encode", "-", "--train", "toy.tsv", stdin=b"hug\n" + b"a " * 2**16)
    assert (code, out) == (2, "hug\n") and err.count("\n") == 1
    assert err.startswith("wordpiece: standard input has more than 0 MB in one line; put line br")


def test_too_little_memory_is_no_traceback(run, toy, monkeypatch):
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("wordpiece.trainer.Trainer.run", fail)
    code, out, err = run("train", "toy.tsv")
    assert (code, out) == (2, "") and "more memory than there is" in err and err.count("\n") == 1


# --- Progress ----------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_over_itself_and_taken_away(monkeypatch):
    monkeypatch.setattr(ProgressBar, "PATIENCE", 0.0)
    terminal = Terminal()
    bar = ProgressBar(False, terminal)
    bar.show(0.5, 1234)
    assert terminal.getvalue() == "\r[###############...............]  50%  1,234 merges"
    bar.show(0.6, 1300)  # too soon to be worth drawing
    assert "1,300" not in terminal.getvalue()
    bar.clear()
    assert re.fullmatch(r"\r +\r", terminal.getvalue().partition("merges")[2])


def test_quick_work_shows_no_bar_and_a_file_gets_none_unless_asked():
    terminal, file = Terminal(), io.StringIO()
    for bar in (ProgressBar(False, terminal), ProgressBar(False, file)):
        bar.show(0.5, 10)
        bar.clear()
    assert terminal.getvalue() == file.getvalue() == ""


def test_progress_in_a_file_is_a_line_for_every_tenth(toy, run):
    _, out, err = run("steps", "toy.tsv", "--progress")
    shares = [int(share) for share in re.findall(r"(\d+)%  \d+ merges?\n", err)]
    assert shares == sorted(shares) and len(shares) >= 5 and shares[-1] == 100
    assert out == run("steps", "toy.tsv")[1]


# --- As a process ------------------------------------------------------------------------------


def test_the_examples_of_the_help_run_and_give_what_it_shows(tmp_path, run):
    assert EXAMPLES.strip() in run("--help")[1]
    shown = re.findall(r"^  \$ (.*)\n((?:(?:  (?!\$).*)?\n)*)", EXAMPLES, re.MULTILINE)
    assert len(shown) == 11
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "wordpiece").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m wordpiece "$@"\n')
    (folder / "wordpiece").chmod(0o755)
    environment = {**ENVIRONMENT, "PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C"}
    for command, output in shown:
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=True
        )
        expected = re.sub("^  ", "", output, flags=re.MULTILINE).strip("\n")
        if expected:
            assert done.stdout.decode() == expected + "\n"


@pytest.mark.parametrize("command", ["train", "encode", "decode", "steps", "compare"])
def test_each_commands_help_ends_with_its_examples(run, command):
    _, _, examples = run(command, "--help")[1].partition("\nexamples, ")
    shown = re.findall(r"^  \$ (.*)", examples, re.MULTILINE)
    assert shown and all(f"wordpiece {command} " in each and each in EXAMPLES for each in shown)


def test_output_is_utf_8_whatever_the_locale():
    environment = {**ENVIRONMENT, "LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "train", SAMPLES / "russian.txt", "--vocab-size", "200"],
        env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert "ещё" in done.stdout.decode() and b"\r" not in done.stdout


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such pipes here")
def test_a_closed_pipe_ends_it_quietly(toy):
    (toy / "long.txt").write_text("hugs\n" * 200_000)
    encode = (*COMMAND, "encode", "long.txt", "--train", "toy.tsv")
    done = subprocess.run(
        ["sh", "-c", '"$0" "$@" | head -n 1', *encode],
        env=ENVIRONMENT, capture_output=True, check=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"hugs\n", b"")


EACH = [
    "steps toy.tsv", "steps toy.tsv --json", "train toy.tsv", "encode toy.tsv --train toy.tsv",
    "encode toy.tsv --train toy.tsv --ids", "encode toy.tsv --train toy.tsv --json",
    "decode ids.txt --train toy.tsv", "compare toy.tsv", "--version", "--help", "train --help",
]  # fmt: skip


def in_a_shell(command: str) -> tuple[int, str, str]:
    """A command line of a shell, with ``W`` for ours: exit code, output, errors."""
    done = subprocess.run(
        ["sh", "-c", command.replace("W ", '"$0" -m wordpiece ', 1), sys.executable],
        env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", EACH)
def test_output_that_cannot_be_written_gives_a_sentence(toy, command):
    (toy / "ids.txt").write_text("5 6\n")
    for where, says in ((">/dev/full", "no space left on device"), (">&-", "is closed")):
        code, out, err = in_a_shell(f"W {command} {where}")
        assert (code, out) == (2, "") and err.count("\n") == 1
        assert err.startswith("wordpiece: standard output ") and says in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    ("command", "code", "out", "err"),
    [
        ("W steps - <&-", 2, "", "standard input is closed; give the name of a file."),
        ("W encode - --train toy.tsv <&-", 2, "", "standard input is closed"),
        ("W train toy.tsv -o v.txt >&- && head -n 1 v.txt", 0, "[PAD]", "Training stopped"),
        # Nobody hears what is wrong, but the exit code says that something is.
        ("W steps nowhere.txt 2>&-", 2, "", ""),
        ("W steps nowhere.txt 2>/dev/full", 2, "", ""),
        ("W steps nowhere.txt <&- >&- 2>&-", 2, "", ""),
        ("W steps toy.tsv >/dev/full 2>/dev/full", 2, "", ""),
        # And what is right stays so.
        ("W steps toy.tsv --merges 0 --progress 2>&-", 0, "Training stopped", ""),
        ("W steps toy.tsv --merges 2 --progress 2>/dev/full", 0, "Training stopped", ""),
        ("W train twice.tsv -o v.txt --progress 2>/dev/full", 0, "", ""),
    ],
)
def test_closed_and_full_streams(toy, command, code, out, err):
    (toy / "twice.tsv").write_text("hug\t1\nhug\t2\n")
    found, told, complained = in_a_shell(command)
    assert found == code and out in told and bool(out) == bool(told)
    assert err in complained and complained.count("\n") == bool(err)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("command", ["W steps /dev/zero", "W encode - --train toy.tsv </dev/zero"])
def test_what_never_ends_is_not_read_for_ever(toy, command):
    # Should it be, not at the cost of this machine's memory.
    code, out, err = in_a_shell(f"ulimit -v 4000000; {command}")
    assert (code, out) == (2, "") and err.count("\n") == 1 and "has more than 512 MB" in err


@pytest.mark.parametrize("command", ["encode", "decode"])
def test_each_line_is_answered_before_the_next_is_written(toy, command):
    process = subprocess.Popen(
        [*COMMAND, command, "-", "--train", "toy.tsv", "--recipe", "bpe", "--merges", "3"],
        env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    hanging = threading.Timer(20, process.kill)
    hanging.start()
    assert process.stdin and process.stdout
    for word, tokens in golden.TOY_BPE_ENCODED.items():
        process.stdin.write((word if command == "encode" else tokens) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer == (tokens + "\n" if command == "encode" else tokens.replace(" ", "") + "\n")
    assert process.communicate() == ("", None) and process.returncode == 0
    hanging.cancel()


@given(
    st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), min_size=1),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from([b"", b"", b"\xff", b"\xc3"]),
)
def test_lines_are_those_of_the_whole_file(lines, end, encoding, more):
    """Whatever they hold, read one by one; what is wrong is said in the same words."""
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


def test_utf_16_and_its_lines(toy, run):
    """Its line feeds are two bytes, so it is read as a whole."""
    encode = ("encode", "-", "--train", "toy.tsv")
    expected = run(*encode, stdin="hugs\n\npun ü\r\nbun")
    for encoding in ("utf-16", "utf-16-le", "utf-8-sig"):
        assert run(*encode, stdin="hugs\n\npun ü\r\nbun".encode(encoding)) == expected
    assert expected[1] == "hugs\n\npun [UNK]\nbun\n"


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"hug\n\nhu\xff\n", "Line 3: The byte 0xFF is not valid UTF-8."),
     (b"hug\n\n\0h\0u\0g\0\n", "Line 3: There is a NUL byte"),
     (b"hug\n\nhu\xc3", "Line 3: The byte 0xC3 is not valid UTF-8, or the file was cut off")],
)  # fmt: skip
def test_a_line_that_is_no_text_is_named(toy, run, data, says):
    code, out, err = run("encode", "-", "--train", "toy.tsv", stdin=data)
    assert (code, out) == (2, "hug\n\n") and says in err
    assert "a PDF" in run("encode", "-", "--train", "toy.tsv", stdin=b"%PDF-1.7\n")[2]
    assert run("encode", "-", "--train", "toy.tsv", stdin=b"hug\n%PDF-1.7\n")[0] == 0


def test_control_c_while_reading_and_a_pipe_with_a_name(toy):
    os.mkfifo(toy / "pipe")
    process = subprocess.Popen(
        [*COMMAND, "steps", "pipe"],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    with open(toy / "pipe", "w") as pipe:  # from here on it waits for the first byte
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "\n") and process.returncode == 130
        assert pipe
    words = "".join(f"{word} " * count for word, count in golden.TOY.items())
    through = in_a_shell(f"(echo '{words}' >pipe &) ; W steps pipe --merges 3")
    (toy / "words.txt").write_text(words)
    assert through == in_a_shell("W steps words.txt --merges 3") and through[0] == 0


def test_control_c_exits_130():
    words = SAMPLES / "shakespeare_words.tsv"
    process = subprocess.Popen(
        [*COMMAND, "steps", words, "--progress"],
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # What a shell starts in the background ignores it, and so does all that that starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout and process.stderr
    assert "merge" in process.stderr.readline()  # under way
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "") and "Traceback" not in err


def test_the_engine_and_its_command_need_nothing_but_numpy():
    program = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top not in sys.stdlib_module_names and top not in ("numpy", "wordpiece"):
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocker())
import wordpiece, wordpiece.cli
try:
    import streamlit
except ImportError:
    sys.exit(wordpiece.cli.main(["steps", "-", "--table"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRONMENT, input=b"hug\t1\n", capture_output=True
    )
    assert done.returncode == 0 and b"##g" in done.stdout


def test_merges_replay_as_the_encoder_does(toy, run):
    run("train", "toy.tsv", "--merges-to", "m.txt", "--recipe", "bpe", "-o", "t.json")
    header, *lines = (toy / "m.txt").read_text().splitlines()
    assert header.startswith("#version")
    encoder = BPEEncoder([tuple(line.split(" ")) for line in lines], alphabet="bghnpsu")
    _, out, _ = run("encode", "-", "--vocab", "t.json", stdin="thug bugs")
    assert out.split() == [*encoder.encode_word("thug"), *encoder.encode_word("bugs")]

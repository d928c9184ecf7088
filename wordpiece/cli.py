"""The command line: ``python -m wordpiece train|encode|steps``.

Results go to standard output, as UTF-8 with line feeds on every system. Progress, remarks and
errors, one line each, go to standard error. Exit codes: 0 done, 2 cannot be done, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import time
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn, TextIO

from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.errors import WordPieceError, quoted
from wordpiece.files.readers import encoder_of, read_vocabulary
from wordpiece.files.writers import FORMATS, merges_txt
from wordpiece.message import ENGLISH, Fact, Listed, Message, message, paragraph
from wordpiece.recipes import ALGORITHMS, RECIPES
from wordpiece.records import MergeStep
from wordpiece.scoring import TIE_BREAKS, Score
from wordpiece.teaching.wording import merges_in_words, oddities, stopped
from wordpiece.text.corpus import Corpus, build, decode
from wordpiece.text.normalizers import NORMALIZERS, compose, nfc
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS
from wordpiece.trainer import BERT_SPECIAL_TOKENS, Trainer
from wordpiece.training.timeline import Timeline

PROGRAM = "python -m wordpiece"

MAX_INPUT = 512 * 2**20
"""Bytes of a file. More would hardly fit into memory as words; /dev/zero never ends."""

ABOUT = """\
Watch a WordPiece or BPE tokenizer learn: train one, list its merges, encode with it.

Training starts from characters. It merges one pair of neighbouring symbols at a time, in
every word, and the merged symbol joins the vocabulary. What differs is which pair is next:

  wordpiece      the pair with the highest count(pair) / (count(left) × count(right)):
                 the two that are seldom seen apart, however rare they are
  bpe            the pair with the highest count(pair)
  hugging-face   BPE's count with WordPiece's ##: what the tokenizers library trains
                 under the name WordPiece

A symbol that does not begin its word is marked with ##.
"""

EXAMPLES = """\
examples, with the five words that most explanations of WordPiece use:
  $ printf 'hug\\t10\\npug\\t5\\npun\\t12\\nbun\\t4\\nhugs\\t5\\n' > toy.tsv

  $ python -m wordpiece steps toy.tsv --merges 3
  step  pair       token  count/(left × right)  fraction  score      tied
     1  ##g + ##s  ##gs   5/(20 × 5)            1/20      0.05          1
     2  h + ##u    hu     15/(15 × 36)          1/36      0.0277778     6
     3  hu + ##gs  hugs   5/(15 × 5)            1/15      0.0666667     1

  Training stopped after 3 merges: that is as many as you asked for.

  $ python -m wordpiece train toy.tsv -o vocab.txt
  $ echo hugs mug | python -m wordpiece encode - --vocab vocab.txt
  hugs [UNK]
  $ echo hugs mug | python -m wordpiece encode - --train toy.tsv --algorithm bpe --merges 3
  hug s [UNK] ug
  $ python -m wordpiece steps toy.tsv --json | head -n 1

Each command has its own --help.
"""


class _Problem(WordPieceError):
    """Something else that the user can put right."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, problem: str) -> NoReturn:
        raise _Problem(
            message(
                "{problem}; see {program} --help.", problem=problem.rstrip("."), program=self.prog
            )
        )

    def _print_message(self, text: str, file: Any = None) -> None:
        _write_output(text)  # the help; argparse would ignore that it cannot be written


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; ``argv`` is without the program's name."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        try:
            options = _parser().parse_args(argv)
            options.run(options)
        except SystemExit:  # --help
            pass
        _write_output("", flush=True)
    except KeyboardInterrupt:
        _write_remark("\n")
        return 130
    except WordPieceError as problem:
        _write_remark(f"{PROGRAM}: {problem}\n")
        return 2
    except MemoryError:
        no_memory = message("This takes more memory than there is; use a part of the file.")
        _write_remark(f"{PROGRAM}: {no_memory}\n")
        return 2
    return 0


# --- Standard streams: each may be closed, or full ---------------------------------------------


def _write_output(text: str, flush: bool = False) -> None:
    """Write a result to standard output."""
    try:
        if sys.stdout is not None:
            sys.stdout.write(text)
            if flush:
                sys.stdout.flush()
    except OSError as error:
        sys.stdout = _nowhere()
        if isinstance(error, BrokenPipeError):  # whoever reads has seen enough
            return
        problem = message("standard output cannot be written ({reason}).", reason=_reason(error))
        raise _Problem(problem) from None
    if sys.stdout is None and text:
        raise _Problem(message("standard output is closed, so there is nowhere to write to."))


def _write_remark(text: str, stream: TextIO | None = None) -> None:
    """Write to standard error; a failure to do so is ignored."""
    stream = stream or sys.stderr
    try:
        if stream is not None:
            stream.write(text)
            stream.flush()
    except OSError:
        if stream is sys.stderr:
            sys.stderr = _nowhere()


def _nowhere() -> TextIO:
    """Return a stream that drops all text, for a broken one that Python would flush at exit."""
    return open(os.devnull, "w", encoding="utf-8")


def _reason(error: OSError) -> str:
    return (error.strerror or "error").lower()


# --- Options -----------------------------------------------------------------------------------


def _one_of(names: Sequence[str]) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text not in names:
            known = Listed(tuple(names), "commas")
            problem = message("{text} is none of {known}", text=quoted(text), known=known)
            raise argparse.ArgumentTypeError(str(problem))
        return text

    return chosen


def _whole(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        digits = text.lstrip("0") or text[:1]
        if not (text.isascii() and text.isdigit() and len(digits) < 16) or int(digits) < least:
            shown = text if len(text) <= 20 else text[:20] + "…"
            problem = message(
                "{text} is not a whole number from {least} to {most}",
                text=quoted(shown),
                least=least,
                most=10**15 - 1,
            )
            raise argparse.ArgumentTypeError(str(problem))
        return int(digits)

    return number


def _normalizers(text: str) -> tuple[str, ...]:
    names = [] if text == "none" else text.split(",")
    choose = _one_of(tuple(NORMALIZERS))
    return tuple(choose(name) for name in names)


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        PROGRAM, description=ABOUT, epilog=EXAMPLES, formatter_class=raw, allow_abbrev=False
    )
    commands = parser.add_subparsers(
        title="commands", metavar="train | encode | steps", required=True
    )

    def command(name: str, run: Callable[[argparse.Namespace], None], about: str) -> _Parser:
        added = commands.add_parser(
            name, help=about.split("\n")[0], description=about, formatter_class=raw,
            allow_abbrev=False,
        )  # fmt: skip
        added.set_defaults(run=run)
        return added

    train = command("train", _train, "train, and write the vocabulary")
    _add_file(train, "the corpus")
    train.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    train.add_argument(
        "--format", type=_one_of(tuple(FORMATS)), metavar="NAME",
        help="what to write: " + "; ".join(f"{f.id}: {f.title}" for f in FORMATS.values())
        + ". Without it vocab-txt, for bpe tokenizer, which holds the merges as well",
    )  # fmt: skip
    train.add_argument("--merges-to", metavar="FILE", help="also write the merges, one a line")
    _add_training(train)

    encode = command(
        "encode", _encode,
        "encode a text with a vocabulary, or by training first\n\n"
        "Each line of the text gives one line of tokens. WordPiece takes the longest entry that\n"
        "fits, and a word with a character that fits nowhere is [UNK] as a whole; BPE makes its\n"
        "merges again, and only the character itself is [UNK].",
    )  # fmt: skip
    _add_file(encode, "the text to encode")
    source = encode.add_mutually_exclusive_group(required=True)
    source.add_argument("--vocab", metavar="FILE", help="a vocab.txt or tokenizer.json")
    source.add_argument("--train", metavar="FILE", help="a corpus to train on first")
    form = encode.add_mutually_exclusive_group()
    form.add_argument("--ids", action="store_true", help="numbers; -1 has no entry")
    form.add_argument(
        "--json", action="store_true", help="a JSON object a line: tokens, ids, offsets"
    )
    _add_training(encode)

    steps = command(
        "steps", _steps,
        "list the merges of a training, one a line, with the counts that decided each\n\n"
        "Counts are as they stood before the merge: of the pair, and of its left and right part\n"
        "anywhere in the corpus. Under 'tied' is how many pairs had the same best score.",
    )  # fmt: skip
    _add_file(steps, "the corpus")
    steps.add_argument("--json", action="store_true", help="a JSON object a line")
    _add_training(steps)
    return parser


def _add_file(parser: _Parser, what: str) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{what}; - is standard input")


def _add_training(parser: _Parser) -> None:
    words = parser.add_argument_group("words")
    words.add_argument(
        "--table", action="store_true",
        help="the corpus is a table, word<TAB>count or CSV with the header word,count; files "
        "named .tsv and .csv always are",
    )  # fmt: skip
    words.add_argument(
        "--normalize", type=_normalizers, metavar="NAMES",
        help=f"one or more of {', '.join(NORMALIZERS)}, joined by commas, in the order in which "
        "they are applied. Without it the text stays as it is, or is as --vocab says",
    )  # fmt: skip
    words.add_argument(
        "--split", type=_one_of(tuple(PRE_TOKENIZERS)), metavar="RULE",
        help=f"how a text is cut into words: {', '.join(PRE_TOKENIZERS)}. Without it bert, "
        "at spaces and with punctuation apart, or as --vocab says",
    )  # fmt: skip
    training = parser.add_argument_group("training")
    training.add_argument(
        "--algorithm", type=_one_of(ALGORITHMS), default="wordpiece", metavar="NAME",
        help=f"{', '.join(ALGORITHMS)}. Without it wordpiece",
    )  # fmt: skip
    training.add_argument(
        "--vocab-size", type=_whole(1), metavar="N",
        help="stop at so many entries, special tokens and single characters included",
    )  # fmt: skip
    training.add_argument("--merges", type=_whole(0), metavar="N", help="stop after N merges")
    training.add_argument(
        "--ties", type=_one_of(TIE_BREAKS), default=TIE_BREAKS[0], metavar="RULE",
        help=f"who wins among equal scores: {', '.join(TIE_BREAKS)}. Without it {TIE_BREAKS[0]}",
    )  # fmt: skip
    training.add_argument("--seed", type=_whole(0), default=0, metavar="N", help="for random ties")
    training.add_argument(
        "--special", default=" ".join(BERT_SPECIAL_TOKENS), metavar="TOKENS",
        help="the entries in front, with spaces between; '' for none. Without it %(default)s",
    )  # fmt: skip
    training.add_argument(
        "--progress", action="store_true",
        help="report progress even if standard error is no terminal",
    )  # fmt: skip


# --- Commands ----------------------------------------------------------------------------------


def _train(options: argparse.Namespace) -> None:
    timeline = _trained(options, options.file)
    name = options.format or ("tokenizer" if options.algorithm == "bpe" else "vocab-txt")
    wanted = FORMATS[name]
    if not wanted.applies(timeline):
        fitting = tuple(f.id for f in FORMATS.values() if f.applies(timeline))
        raise _Problem(
            message(
                "{algorithm} cannot be written as {name}; choose from {fitting}.",
                algorithm=options.algorithm,
                name=name,
                fitting=Listed(fitting, "commas"),
            )
        )
    content = wanted.data(
        timeline,
        len(timeline),
        normalizer=options.normalize or (),
        pre_tokenizer=options.split or "bert",
    )
    if options.merges_to:
        _write_file(options.merges_to, merges_txt(timeline, len(timeline)).encode())
    if options.output:
        _write_file(options.output, content)
        _write_remark(f"{stopped(timeline.stop_reason, len(timeline)) or ''}\n")
    else:
        _write_output(content.decode("utf-8-sig"))


def _steps(options: argparse.Namespace) -> None:
    if options.json:
        timeline = _trained(options, options.file)
        data = FORMATS["steps-jsonl"].data(timeline, len(timeline))
        _write_output(data.decode())
        return
    trainer = _trainer(options, options.file)
    bar = ProgressBar(options.progress)
    rows = []
    for step in trainer:
        rows.append(_row(step, trainer.score))
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    head = ["step", "pair", "token", "count", "tied", "remarks"]
    head[3:4] = [str(listing.head) for listing in trainer.score.listings]
    numbers = {str(listing.head) for listing in trainer.score.listings if listing.is_number}
    if not any(row[-1] for row in rows):
        head.pop()
        rows = [row[:-1] for row in rows]
    _write_output(table(head, rows, numbers={"step", "tied"} | numbers))
    _write_output(f"\n{stopped(trainer.stop_reason, trainer.steps_made) or ''}\n")


def _row(step: MergeStep, score: Score) -> list[str]:
    """One line of the table of steps."""
    counts = map(str, score.formula(step).listed)
    pair = " + ".join(step.pair)
    remarks = paragraph(oddities(step))
    return [str(step.index), pair, step.token, *counts, str(len(step.tied)), remarks]


def _encode(options: argparse.Namespace) -> None:
    if options.file == "-" and "-" in (options.vocab, options.train):
        raise _Problem(message("only one file can be standard input; save the other under a name."))
    encoder: WordPieceEncoder | BPEEncoder
    normalizer, split = compose(options.normalize or ()), options.split or "bert"
    if options.vocab:
        vocabulary = read_vocabulary(_read_file(options.vocab))
        _write_notes(vocabulary.notes)
        encoder = encoder_of(vocabulary)
        normalizer = vocabulary.normalizer if options.normalize is None else normalizer
        split = options.split or vocabulary.pre_tokenizer
    else:
        timeline = _trained(options, options.train)
        kind = BPEEncoder if options.algorithm == "bpe" else WordPieceEncoder
        encoder = kind.from_timeline(timeline, len(timeline))
    data = _read_file(options.file)
    text = decode(data) if data else ""
    for line in io.StringIO(text, newline=None):
        line = line.removesuffix("\n")
        if not options.json and not options.ids:
            _write_output(" ".join(encoder.tokenize(line, normalizer, split)) + "\n")
            continue
        tokens = encoder.encode(line, normalizer, split)
        if options.ids:
            _write_output(" ".join(str(-1 if t.id is None else t.id) for t in tokens) + "\n")
            continue
        found: dict[str, Any] = {
            "tokens": [t.token for t in tokens],
            "ids": [t.id for t in tokens],
            "offsets": [[t.start, t.end] for t in tokens],
        }
        _write_output(json.dumps(found, ensure_ascii=False) + "\n")


def _trainer(options: argparse.Namespace, file: str) -> Trainer:
    corpus = _corpus(options, file)
    recipe = RECIPES[options.algorithm]
    return Trainer(
        corpus.word_frequencies,
        score=recipe.score,
        marking=recipe.marking,
        vocab_size=options.vocab_size,
        max_merges=options.merges,
        # The same for all, as on the pages, so that vocabularies of one size can be compared.
        special_tokens=options.special.split(),
        tie_break=options.ties,
        seed=options.seed,
    )


def _trained(options: argparse.Namespace, file: str) -> Timeline:
    trainer = _trainer(options, file)
    bar = ProgressBar(options.progress)
    while trainer.run(100):
        bar.show(trainer.progress, trainer.steps_made)
    bar.clear()
    return trainer.timeline()


# --- Files -------------------------------------------------------------------------------------


def _corpus(options: argparse.Namespace, file: str) -> Corpus:
    is_table = options.table or file.lower().endswith((".tsv", ".csv"))
    corpus = build(
        decode(_read_file(file)),
        "table" if is_table else "text",
        compose(options.normalize or ()),
        options.split or "bert",
    )
    _write_notes(corpus.notes)
    return corpus


def _write_notes(notes: Sequence[Message]) -> None:
    for note in notes:
        _write_remark(f"{message('Note: {note}', note=note)}\n")


def _read_file(file: str) -> bytes:
    name: Fact = message("standard input") if file == "-" else file or "''"
    try:
        if file != "-":
            with open(file, "rb") as opened:
                return _read_limited(opened, name)
        if sys.stdin is None:
            raise _Problem(message("standard input is closed; give the name of a file."))
        return _read_limited(sys.stdin.buffer, name)
    except OSError as error:
        raise _Problem(
            message("{file} cannot be read ({reason}).", file=name, reason=_reason(error))
        ) from None


def _read_limited(stream: IO[bytes], name: Fact) -> bytes:
    """Read a stream to its end, if that comes within MAX_INPUT bytes."""
    pieces, room = [], MAX_INPUT
    while piece := stream.read(2**20):
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            raise _Problem(
                message(
                    "{file} has more than {size} MB. Use a part of it; for a corpus, count its "
                    "words elsewhere and give the table of counts: see docs/any_size.md.",
                    file=name,
                    size=MAX_INPUT >> 20,
                )
            )
    return b"".join(pieces)


def _write_file(file: str, content: bytes) -> None:
    try:
        Path(file).write_bytes(content)
    except OSError as error:
        raise _Problem(
            message("{file} cannot be written ({reason}).", file=file, reason=_reason(error))
        ) from None


# --- Display -----------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: set[str]) -> str:
    """Columns two spaces apart, those named in ``numbers`` flush right.

    >>> table(["token", "n"], [["東京", "10"], ["a", "2"]], {"n"}).splitlines()
    ['token   n', '東京   10', 'a       2']
    """
    lines = [head, *([visible(cell) for cell in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    text = ""
    for line in lines:
        cells = []
        for name, cell, wide in zip(head, line, widths, strict=True):
            gap = " " * (wide - width(cell))
            cells.append(gap + cell if name in numbers else cell + gap)
        text += "  ".join(cells).rstrip() + "\n"
    return text


def visible(text: str) -> str:
    """The text with what a terminal would obey or hide written as an escape.

    >>> visible("caf\\u00e9\\x1b[2J\\u200d")
    'café\\\\x1b[2J\\\\u200d'
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def width(text: str) -> int:
    """Columns that a text takes in a terminal: wide characters two, combining marks none.

    >>> width("hug"), width("東京"), width("e\\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(char) in ("Mn", "Me")
        else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in nfc(text)
    )


class ProgressBar:
    """A progress bar on standard error.

    On a terminal it is one line that is overwritten at most ten times a second; elsewhere, if
    wanted there at all, a line for every tenth of the way.
    """

    CELLS = 30
    PATIENCE = 0.5
    """Seconds of work before a terminal shows anything."""

    def __init__(self, wanted: bool, stream: TextIO | None = None):
        self._stream = stream or sys.stderr
        self._on_terminal = self._stream is not None and self._stream.isatty()
        self._wanted = wanted or self._on_terminal
        self._next = time.monotonic() + self.PATIENCE if self._on_terminal else 0.0
        self._tenths = -1
        self._shown = 0

    def show(self, share: float, merges: int) -> None:
        """Report the share of the work that is done, 0 to 1, and the merges made."""
        if not self._wanted or time.monotonic() < self._next:
            return
        if self._on_terminal:
            done = "#" * int(share * self.CELLS)
            line = f"[{done:.<{self.CELLS}}] {_percent(share)}  {merges_in_words(merges)}"
            _write_remark("\r" + line.ljust(self._shown), self._stream)
            self._shown = len(line)
            self._next = time.monotonic() + 0.1
        elif int(share * 10) > self._tenths:
            self._tenths = int(share * 10)
            _write_remark(f"{_percent(share)}  {merges_in_words(merges)}\n", self._stream)

    def clear(self) -> None:
        """Remove the bar from the terminal."""
        if self._shown:
            _write_remark("\r" + " " * self._shown + "\r", self._stream)


def _percent(share: float) -> str:
    return ENGLISH.number(share, "percent").rjust(4)

"""The command line itself: its options and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from wordpiece.cli.commands import run_encode, run_steps, run_train
from wordpiece.cli.streams import Problem, write_output
from wordpiece.errors import quoted
from wordpiece.files.writers import FORMATS
from wordpiece.message import Listed, message
from wordpiece.recipes import ALGORITHMS
from wordpiece.scoring import TIE_BREAKS
from wordpiece.text.normalizers import NORMALIZERS
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS
from wordpiece.trainer import BERT_SPECIAL_TOKENS

PROGRAM = "python -m wordpiece"

ABOUT = """\
Watch a WordPiece or BPE tokenizer learn: train one, list its merges, encode with it.

Training starts from characters. It merges one pair of neighbouring symbols at a time, in
every word, and the merged symbol joins the vocabulary. The algorithms differ in the pair that
they merge next:

  wordpiece      the pair with the highest count(pair) / (count(left) × count(right)):
                 two parts that rarely occur apart, even if the pair itself is rare
  bpe            the pair with the highest count(pair)
  hugging-face   BPE's count with WordPiece's ##: what the tokenizers library trains
                 under the name WordPiece

A symbol that does not start its word is marked with ##. Google never published its
WordPiece trainer; the formula is the Hugging Face course's reconstruction.
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


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, problem: str) -> NoReturn:
        raise Problem(
            message(
                "{problem}; see {program} --help.", problem=problem.rstrip("."), program=self.prog
            )
        )

    def _print_message(self, text: str, file: Any = None) -> None:
        write_output(text)  # the help; argparse would ignore that it cannot be written


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of the whole command line; ``options.run`` is the command to call."""
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

    train = command("train", run_train, "train, and write the vocabulary")
    _add_file(train, "the corpus")
    train.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    train.add_argument(
        "--format", type=_one_of(tuple(FORMATS)), metavar="NAME",
        help="what to write: " + "; ".join(f"{f.id}: {f.title}" for f in FORMATS.values())
        + ". Without it vocab-txt, for bpe tokenizer, which holds the merges as well",
    )  # fmt: skip
    train.add_argument("--merges-to", metavar="FILE", help="also write the merges, one per line")
    _add_training(train)

    encode = command(
        "encode", run_encode,
        "encode a text with a vocabulary, or by training first\n\n"
        "Each line of the text gives one line of tokens. WordPiece always takes the longest entry\n"
        "that fits (greedy longest-match-first); where none fits, the whole word is [UNK]. BPE\n"
        "makes its merges again (merge replay); only an unknown character itself is [UNK].",
    )  # fmt: skip
    _add_file(encode, "the text to encode")
    source = encode.add_mutually_exclusive_group(required=True)
    source.add_argument("--vocab", metavar="FILE", help="a vocab.txt or tokenizer.json")
    source.add_argument("--train", metavar="FILE", help="a corpus to train on first")
    form = encode.add_mutually_exclusive_group()
    form.add_argument(
        "--ids", action="store_true", help="ids instead of tokens; -1 for a token without one"
    )
    form.add_argument(
        "--json",
        action="store_true",
        help="one JSON object per line: tokens, ids, and offsets, which count the characters of "
        "the line as it was given",
    )
    encode.add_argument(
        "--split-special", action="store_true",
        help="split special tokens that are typed, such as [MASK], like any other word. Without it "
        "those of --vocab stand for themselves, as in the tokenizers library",
    )  # fmt: skip
    case = encode.add_mutually_exclusive_group()
    case.add_argument(
        "--uncased", dest="lowercase", action="store_true", default=None,
        help="lowercase the text and strip its accents before a vocab.txt encodes it. Without this "
        "or --cased it is guessed by the tokens, and said; a tokenizer.json says it itself",
    )  # fmt: skip
    case.add_argument(
        "--cased", dest="lowercase", action="store_false", default=None,
        help="keep capitals and accents with a vocab.txt",
    )  # fmt: skip
    _add_training(encode)

    steps = command(
        "steps", run_steps,
        "list the merges of a training, one per line, with the counts that decided each\n\n"
        "The counts are those before the merge: of the pair, and of its left and right part\n"
        "anywhere in the corpus. 'tied' says how many pairs shared the best score.",
    )  # fmt: skip
    _add_file(steps, "the corpus")
    steps.add_argument("--json", action="store_true", help="one JSON object per line")
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
        help=f"how a text is split into words: {', '.join(PRE_TOKENIZERS)}. Without it bert, "
        "at spaces and with punctuation apart, or as --vocab says. For a text without spaces take "
        "scripts, runs of one script",
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
        "--min-pairs", type=_whole(1), default=1, metavar="N",
        help="leave out pairs that occur less often: by WordPiece's score, pairs that occur once "
        "often win. Without it %(default)s",
    )  # fmt: skip
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


def _one_of(names: Sequence[str]) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text not in names:
            known = Listed(tuple(names), "commas")
            problem = message("{text} is not one of {known}", text=quoted(text), known=known)
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

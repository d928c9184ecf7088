"""The options of the command line and its help."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable
from typing import Any, NoReturn

from wordpiece.cli.checking import run_check
from wordpiece.cli.coding import run_decode, run_encode
from wordpiece.cli.commands import run_steps, run_train
from wordpiece.cli.comparing import MERGES, run_compare
from wordpiece.cli.streams import Problem, write_output
from wordpiece.cli.values import choice, integer, normalizers
from wordpiece.files.writers import FORMATS
from wordpiece.message import message
from wordpiece.recipes import ALGORITHMS, ALL_RECIPES
from wordpiece.scoring import TIE_BREAKS
from wordpiece.text.normalizers import NORMALIZERS
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS
from wordpiece.trainer import BERT_SPECIAL_TOKENS
from wordpiece.version import __version__

PROGRAM = "wordpiece"

_PRESETS = "\n".join(
    f"  {recipe.id:20} {recipe.title}"
    for recipe in ALL_RECIPES.values()
    if recipe.id not in ALGORITHMS
)

_ABOUT = f"""\
Watch a WordPiece, BPE or Unigram tokenizer learn: train one, list its steps, encode with it.

WordPiece and BPE start from characters. They merge one pair of neighbouring symbols at a time,
in every word, and the merged symbol joins the vocabulary. Unigram starts from many pieces and
removes one at a time. Top-down WordPiece decides which substrings to keep. A recipe says how to
train. Three recipes fit any corpus and differ in the pair that they merge next:

  wordpiece      the pair with the highest score, count(pair) / (count(left) × count(right)):
                 the two occur together more often than they would by chance
  bpe            the pair with the highest count
  hugging-face   BPE's score with WordPiece's ##: what the tokenizers library trains
                 under the name WordPiece

The others are systems of the literature. Each has its own marks, special tokens, limits and way
to split a text; options such as --vocab-size override them:

{_PRESETS}

WordPiece marks a symbol that continues a word with ##. Its score is the Hugging Face
course's best guess: Google has not released the program that made BERT's vocabulary. Other
descriptions differ: Schuster & Nakajima 2012, Wu et al. 2016, and a program that Google has
published, part of TensorFlow Text, which works top-down.
"""

EXAMPLES = """\
examples, with the five words that most explanations of WordPiece use:
  $ printf 'hug\\t10\\npug\\t5\\npun\\t12\\nbun\\t4\\nhugs\\t5\\n' > toy.tsv

  $ wordpiece steps toy.tsv --merges 3
  step  pair       token  count/(left × right)  fraction  score      tied
     1  ##g + ##s  ##gs   5/(20 × 5)            1/20      0.05          1
     2  h + ##u    hu     15/(15 × 36)          1/36      0.0277778     6
     3  hu + ##gs  hugs   5/(15 × 5)            1/15      0.0666667     1

  Training stopped after 3 merges: the number of merges that was set is reached.

  $ wordpiece train toy.tsv -o vocab.txt
  $ echo hugs mug | wordpiece encode - --vocab vocab.txt
  hugs [UNK]
  $ echo hugs mug | wordpiece encode - --vocab vocab.txt --offsets
  hugs[0:4] [UNK][5:8]
  $ echo bugs | wordpiece encode - --train toy.tsv --merges 3 --ids
  9 8 12
  $ echo 9 8 12 | wordpiece decode - --train toy.tsv --merges 3
  bugs

  $ wordpiece train toy.tsv --recipe bpe --format vocab-json -o vocab.json --merges-to merges.txt
  $ echo hugs mug | wordpiece encode - --vocab vocab.json --merges merges.txt
  hugs [UNK] ug

  $ echo "[('u', 'g'), ('u', 'n')]" | wordpiece check - toy.tsv --recipe bpe --merges 2
  Your list has the same 2 merges as the training.

  $ wordpiece compare toy.tsv --merges 3
  $ wordpiece steps toy.tsv --recipe likelihood --json | head -n 1

Each command has its own --help. If the package is not installed, use python -m wordpiece.
"""
"""The examples at the end of ``wordpiece --help``."""


def _examples_of(command: str) -> str:
    """Return the examples of one command."""
    blocks = re.findall(r"^  \$ .*\n(?:(?:  (?!\$).*)?\n)*", EXAMPLES, re.MULTILINE)
    those = "".join(f"{block.rstrip()}\n" for block in blocks if f"wordpiece {command} " in block)
    return f"examples, with the toy.tsv and the files of {PROGRAM} --help:\n{those}"


class _Help(argparse.RawDescriptionHelpFormatter):
    """A help formatter that does not break names at hyphens."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_on_hyphens=False)


class _Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, problem: str) -> NoReturn:
        raise Problem(
            message(
                "{problem}; see {program} --help.", problem=problem.rstrip("."), program=self.prog
            )
        )

    def _print_message(self, text: str, file: Any = None) -> None:
        write_output(text)  # argparse would ignore an error of standard output


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; ``options.run`` is the function of the command."""
    parser = _Parser(
        PROGRAM, description=_ABOUT, epilog=EXAMPLES, formatter_class=_Help, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    commands = parser.add_subparsers(
        title="commands", metavar="train | encode | decode | steps | compare | check", required=True
    )

    def command(name: str, run: Callable[[argparse.Namespace], int | None], about: str) -> _Parser:
        added = commands.add_parser(
            name, help=about.split("\n")[0], description=about, epilog=_examples_of(name),
            formatter_class=_Help, allow_abbrev=False,
        )  # fmt: skip
        added.set_defaults(run=run)
        return added

    train = command("train", run_train, "train, and write the vocabulary")
    _add_file(train, "the corpus")
    train.add_argument("-o", "--output", metavar="FILE", help="write here, not to standard output")
    train.add_argument(
        "--format", type=choice(tuple(FORMATS)), metavar="NAME",
        help="what to write: " + "; ".join(f"{f.id}: {f.title}" for f in FORMATS.values())
        + ". Default: vocab-txt, or tokenizer if the recipe does not mark with ##",
    )  # fmt: skip
    train.add_argument("--merges-to", metavar="FILE", help="also write the merges, one per line")
    _add_training(train)

    encode = command(
        "encode", run_encode,
        "encode a text with a vocabulary, or by training first\n\n"
        "Each line of text becomes one line of tokens, which is written at once. WordPiece always\n"
        "takes the longest entry that fits (longest match); if none fits, the whole word is\n"
        "[UNK]. BPE makes its merges again (merge replay); only an unknown character is [UNK].",
    )  # fmt: skip
    _add_file(encode, "the text to encode")
    form = encode.add_mutually_exclusive_group()
    form.add_argument(
        "--ids", action="store_true", help="ids instead of tokens; -1 for a token without one"
    )
    form.add_argument(
        "--json", action="store_true", help="one JSON object per line: tokens, ids, and offsets"
    )
    encode.add_argument(
        "--offsets", action="store_true",
        help="after each token its place in the line, such as [0:3]: its first character, and the "
        "one after its last",
    )  # fmt: skip
    encode.add_argument(
        "--offsets-in", type=choice(("given", "normalized")), default="given", metavar="TEXT",
        help="which characters offsets count: given, those of the line as it was given, or "
        "normalized, those of the normalized line, which --json then shows. Default: given",
    )  # fmt: skip
    encode.add_argument(
        "--split-special", action="store_true",
        help="split special tokens that are typed, such as [MASK], like any other word. By default "
        "they are kept as one token, as in the tokenizers library",
    )  # fmt: skip
    _add_tokenizer(encode)

    decode = command(
        "decode", run_decode,
        "turn ids or tokens back into text\n\n"
        "Each line of ids or tokens becomes one line of text, which is written at once. A line is\n"
        "what encode writes: tokens with spaces between them, or ids, or JSON (a list, or an\n"
        "object that has ids or tokens). A line of whole numbers only is read as ids.",
    )  # fmt: skip
    _add_file(decode, "the ids or tokens")
    decode.add_argument(
        "--tokens", action="store_true", help="read lines of whole numbers as tokens, too"
    )
    decode.add_argument(
        "--keep-special", action="store_true",
        help="keep special tokens, such as [CLS], in the text",
    )  # fmt: skip
    _add_tokenizer(decode)

    steps = command(
        "steps", run_steps,
        "list the steps of a training, one per line, with the counts that decided each\n\n"
        "The counts are those before the merge: of the pair, and of its left and right part\n"
        "anywhere in the corpus (blog-code: once for each pair that contains the part). 'tied' is\n"
        "the number of pairs that shared the best score.\n"
        "Unigram lists removals: what each costs, the loss after it, and how many pieces cost as\n"
        "little. Top-down WordPiece lists decisions: whether a substring is kept, and the\n"
        "prefixes whose counts it lowers.",
    )  # fmt: skip
    _add_file(steps, "the corpus")
    steps.add_argument("--json", action="store_true", help="one JSON object per line")
    _add_training(steps)

    compare = command(
        "compare", run_compare,
        "train WordPiece, BPE and Hugging Face style on one corpus, and show how they differ\n\n"
        "Side by side: how large the vocabularies are, how many tokens a word has, at which\n"
        "merge two of them begin to differ and why, their merges, and words that they split\n"
        f"differently. Without --vocab-size and --merges each makes at most {MERGES} merges.",
    )  # fmt: skip
    _add_file(compare, "the corpus")
    compare.add_argument(
        "--rows", type=integer(0), default=10, metavar="N",
        help="how many merges and words to show. Default: %(default)s",
    )  # fmt: skip
    compare.add_argument("--json", action="store_true", help="all of it as one JSON object")
    _add_training(compare, recipe=False)

    check = command(
        "check", run_check,
        "compare your own merges with those of a training on the same words\n\n"
        "If all merges are the same, one line says so and the exit code is 0. If not, it is 1 and\n"
        "a paragraph names the first merge that differs and, if one is found, the cause: a tie\n"
        "that another rule breaks, another score or mark, a mistake in counting, or a missing\n"
        "merge. A list that is shorter or longer than the training differs, too. If MERGES is not\n"
        "a list of merges, the exit code is 2.",
    )  # fmt: skip
    check.add_argument(
        "merges_file", metavar="MERGES",
        help="a merges.txt, or pairs as Python or JSON write them: [('h', 'u'), ('hu', 'g')]",
    )  # fmt: skip
    _add_file(check, "the corpus")
    _add_training(check)
    return parser


def _add_file(parser: _Parser, what: str) -> None:
    parser.add_argument("file", metavar="FILE", help=f"{what}; - is standard input")


def _add_tokenizer(parser: _Parser) -> None:
    """Add the options of the tokenizer: those of a file and those of a training."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--vocab",
        metavar="FILE",
        help="a vocab.txt, a tokenizer.json, a .tiktoken file, or a vocab.json",
    )
    source.add_argument("--train", metavar="FILE", help="a corpus to train on first")
    case = parser.add_mutually_exclusive_group()
    case.add_argument(
        "--uncased", dest="lowercase", action="store_true", default=None,
        help="lowercase the text and strip its accents before a vocab.txt encodes it. By default "
        "the tokens decide, and a note says how; a tokenizer.json has this setting",
    )  # fmt: skip
    case.add_argument(
        "--cased", dest="lowercase", action="store_false", default=None,
        help="keep capitals and accents with a vocab.txt",
    )  # fmt: skip
    parser.add_argument(
        "--merges", metavar="FILE or N",
        help="the merges.txt that belongs to the vocab.json of --vocab; or, with --train, stop "
        "after N merges",
    )  # fmt: skip
    _add_training(parser, merges=False)


def _add_training(parser: _Parser, *, recipe: bool = True, merges: bool = True) -> None:
    words = parser.add_argument_group("words")
    words.add_argument(
        "--table", action="store_true",
        help="the corpus is a table, word<TAB>count or CSV with the header word,count; files "
        "named .tsv or .csv are always read as tables",
    )  # fmt: skip
    words.add_argument(
        "--normalize", type=normalizers, metavar="NAMES",
        help=f"one or more of {', '.join(NORMALIZERS)}, joined by commas, in the order in which "
        "they are applied, or none. Default: none, or what the recipe or --vocab says",
    )  # fmt: skip
    words.add_argument(
        "--split", type=choice(tuple(PRE_TOKENIZERS)), metavar="RULE",
        help=f"how a text is split into words: {', '.join(PRE_TOKENIZERS)}. Default: what the "
        "recipe or --vocab says, mostly bert, which splits at spaces and around punctuation. For a "
        "text without spaces use scripts, which splits where the script changes",
    )  # fmt: skip
    training = parser.add_argument_group("training")
    if recipe:
        for name, shown in (
            ("--recipe", f"{', '.join(ALL_RECIPES)}; see {PROGRAM} --help. Default: wordpiece"),
            ("--algorithm", argparse.SUPPRESS),  # the old name
        ):
            training.add_argument(
                name, dest="recipe", type=choice(tuple(ALL_RECIPES)), default="wordpiece",
                metavar="NAME", help=shown,
            )  # fmt: skip
    training.add_argument(
        "--vocab-size", type=integer(1), metavar="N",
        help="stop at N entries, special tokens and single characters included",
    )  # fmt: skip
    if merges:
        training.add_argument("--merges", type=integer(0), metavar="N", help="stop after N merges")
    training.add_argument(
        "--min-pairs", type=integer(1), metavar="N",
        help="never merge pairs that occur fewer than N times: WordPiece's score favours pairs "
        "that occur once. Default: 1, or what the recipe says",
    )  # fmt: skip
    training.add_argument(
        "--ties", type=choice(TIE_BREAKS), metavar="RULE",
        help=f"which of several pairs with the same score wins: {', '.join(TIE_BREAKS)}. Default: "
        f"{TIE_BREAKS[0]}, or what the recipe says",
    )  # fmt: skip
    if recipe:
        training.add_argument(
            "--threshold", type=integer(1), metavar="N",
            help="top-down only: keep substrings whose count is at least N. Default: 12; with "
            "--vocab-size the threshold is searched",
        )  # fmt: skip
        training.add_argument(
            "--em", type=integer(0), metavar="N",
            help="Unigram only: N rounds of EM before each round of removals. Default: 0, which "
            "keeps the counts of the start",
        )  # fmt: skip
    training.add_argument("--seed", type=integer(0), default=0, metavar="N", help="for random ties")
    training.add_argument(
        "--special", type=lambda text: tuple(text.split()), metavar="TOKENS",
        help="the special tokens, with spaces between; '' for none. Default: what the recipe says; "
        f"{', '.join(ALGORITHMS)} have {' '.join(BERT_SPECIAL_TOKENS)}",
    )  # fmt: skip
    training.add_argument(
        "--progress", action="store_true",
        help="report progress even if standard error is not a terminal",
    )  # fmt: skip

"""The commands ``encode`` and ``decode``, which answer each line before they read the next."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from typing import Any

from wordpiece.cli.files import is_stream, read_file, read_lines, write_notes
from wordpiece.cli.streams import Problem, write_output
from wordpiece.cli.training import corpus_of, recipe_of, splits_by, train, trainer_of
from wordpiece.cli.values import integer
from wordpiece.errors import CorpusError, WordPieceError
from wordpiece.files.tokenizer_json import LibraryTokenizer
from wordpiece.message import message
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import compose
from wordpiece.tokenizer import Tokenizer


def run_encode(options: argparse.Namespace) -> None:
    """Encode a text with a vocabulary file, or with a training."""
    tokenizer, special = _tokenizer(options), not options.split_special
    at_once = is_stream(options.file)
    plain = not (options.json or options.ids or options.offsets)
    for line in read_lines(options.file):
        if plain:
            answer = " ".join(tokenizer.tokenize(line, special=special))
        else:
            normalized = None
            if isinstance(tokenizer, LibraryTokenizer):
                encoded = tokenizer.encode(line, special=special)
            else:
                encoded = tokenizer.encode(line, special=special, offsets=options.offsets_in)
                if options.offsets_in == "normalized":
                    normalized = tokenizer.normalize(line, special=special)
            answer = _as_json(encoded, normalized) if options.json else _as_text(encoded, options)
        write_output(answer + "\n", flush=at_once)


def _as_text(encoded: Sequence[EncodedToken], options: argparse.Namespace) -> str:
    """Return the tokens of a line, or their ids, with offsets if the options ask for them."""
    names = [str(-1 if t.id is None else t.id) if options.ids else t.token for t in encoded]
    if options.offsets:
        names = [f"{name}[{t.start}:{t.end}]" for name, t in zip(names, encoded, strict=True)]
    return " ".join(names)


def _as_json(encoded: Sequence[EncodedToken], normalized: str | None = None) -> str:
    """Return the tokens of a line as a JSON object, with the normalized text if there is one."""
    found: dict[str, Any] = {
        "tokens": [t.token for t in encoded],
        "ids": [t.id for t in encoded],
        "offsets": [[t.start, t.end] for t in encoded],
    }
    if normalized is not None:
        found["normalized"] = normalized
    return json.dumps(found, ensure_ascii=False)


def run_decode(options: argparse.Namespace) -> None:
    """Decode lines of ids or tokens."""
    tokenizer, skip_special = _tokenizer(options), not options.keep_special
    at_once = is_stream(options.file)
    for number, line in enumerate(read_lines(options.file), 1):
        try:
            text = tokenizer.decode(_parse(line, options.tokens), skip_special=skip_special)
        except WordPieceError as error:
            raise CorpusError(error.message, line=number) from None
        write_output(text + "\n", flush=at_once)


def _parse(line: str, tokens: bool) -> list[int] | list[str]:
    """Return the ids or tokens of a line; see the help of ``decode``.

    Raises:
        Problem: the line is JSON without ids or tokens.
    """
    if line.startswith(("[", "{")):
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            pass  # tokens, such as [CLS]
        else:
            return _parse_json(content)
    parts = [part for part in line.split(" ") if part]
    if tokens or not all(re.fullmatch("-?[0-9]{1,15}", part) for part in parts):
        return parts
    return [int(part) for part in parts]


def _parse_json(content: Any) -> list[int] | list[str]:
    """Return the ids or tokens of a list, or of an object from ``encode --json``."""
    lists = [content.get("ids"), content.get("tokens")] if isinstance(content, dict) else [content]
    for found in lists:
        if isinstance(found, list) and (
            {*map(type, found)} <= {int} or {*map(type, found)} <= {str}
        ):
            return found
    raise Problem(
        message(
            "This JSON is neither a list of ids or tokens, such as [5, 9], nor an object with such "
            "a list under the name ids or tokens."
        )
    )


def _tokenizer(options: argparse.Namespace) -> Tokenizer | LibraryTokenizer:
    """Return the tokenizer of the options: of a file, or of a training.

    Raises:
        WordPieceError: a file or the corpus cannot be read, or is of another kind.
    """
    if [options.file, options.vocab, options.train, options.merges].count("-") > 1:
        raise Problem(message("only one file can be standard input; save the other under a name."))
    if options.lowercase is not None and (options.train or options.merges):
        raise Problem(message("--uncased and --cased are for a vocab.txt alone; use --normalize."))
    if options.train:
        _read_merges_as_number(options)
        recipe = recipe_of(options, options.recipe)
        corpus = corpus_of(options, recipe, options.train)
        return Tokenizer.from_timeline(
            train(trainer_of(recipe, corpus, options.seed), options),
            recipe=recipe.id,
            normalizer=recipe.normalizer,
            pre_tokenizer=splits_by(recipe),
        )
    vocab = read_file(options.vocab)
    if options.merges:
        found: Tokenizer | LibraryTokenizer = Tokenizer.from_files(vocab, read_file(options.merges))
    else:
        found = Tokenizer.from_file(vocab, lowercase=options.lowercase)
    write_notes(found.notes)
    if isinstance(found, LibraryTokenizer):
        unsupported = {
            "--normalize": options.normalize is not None,
            "--split": options.split is not None,
            "--uncased": options.lowercase is True,
            "--cased": options.lowercase is False,
            "--offsets-in normalized": getattr(options, "offsets_in", "given") != "given",
        }
        for option, is_used in unsupported.items():
            if is_used:
                raise Problem(
                    message(
                        "the tokenizers library reads a tokenizer.json, and it has no {option}; "
                        "leave it out.",
                        option=option,
                    )
                )
        return found
    return Tokenizer(
        found.encoder,
        normalizer=found.normalizer if options.normalize is None else compose(options.normalize),
        pre_tokenizer=options.split or found.pre_tokenizer,
        decoder=found.decoder,
        added=found.added,
    )


def _read_merges_as_number(options: argparse.Namespace) -> None:
    """Convert ``--merges`` to a number; with ``--vocab`` it is the name of a file."""
    if options.merges is not None:
        try:
            options.merges = integer(0)(options.merges)
        except argparse.ArgumentTypeError as problem:
            raise Problem(
                message(
                    "with --train, --merges says when to stop: {problem}.", problem=str(problem)
                )
            ) from None

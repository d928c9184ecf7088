"""``encode`` and ``decode``: line by line, each answered before the next one is read."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wordpiece.cli.files import read_file, read_lines, write_notes
from wordpiece.cli.streams import Problem, write_output
from wordpiece.cli.training import corpus_of, recipe_of, splits_by, trained, trainer_of
from wordpiece.cli.values import whole
from wordpiece.encoding.added import AddedToken, encode_with_added
from wordpiece.encoding.decoders import decode
from wordpiece.encoding.encoders import Encoder
from wordpiece.errors import CorpusError
from wordpiece.files.readers import encoder_of, read_merges, read_vocabulary
from wordpiece.marking import Marking
from wordpiece.message import message
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, compose


def run_encode(options: argparse.Namespace) -> None:
    """Encode a text, with a vocabulary file or by training first."""
    coder = _coder(options)
    for line in read_lines(options.file):
        if not (options.json or options.ids or options.offsets or coder.added):
            tokens = coder.encoder.tokenize(line, coder.normalizer, coder.split)
            write_output(" ".join(tokens) + "\n", flush=True)
            continue
        normalized = coder.normalizer(line) if options.offsets_in == "normalized" else None
        encoded = coder.encode(line, normalized, special=not options.split_special)
        write_output(_as_asked(encoded, normalized, options) + "\n", flush=True)


def _as_asked(
    encoded: Sequence[EncodedToken], normalized: str | None, options: argparse.Namespace
) -> str:
    """Write the tokens of a line as the options say."""
    if options.json:
        found: dict[str, Any] = {
            "tokens": [t.token for t in encoded],
            "ids": [t.id for t in encoded],
            "offsets": [[t.start, t.end] for t in encoded],
        }
        if normalized is not None:
            found["normalized"] = normalized
        return json.dumps(found, ensure_ascii=False)
    names = [str(-1 if t.id is None else t.id) if options.ids else t.token for t in encoded]
    if options.offsets:
        names = [f"{name}[{t.start}:{t.end}]" for name, t in zip(names, encoded, strict=True)]
    return " ".join(names)


def run_decode(options: argparse.Namespace) -> None:
    """Turn lines of ids or tokens back into text."""
    coder = _coder(options)
    for number, line in enumerate(read_lines(options.file), 1):
        try:
            text = coder.decode(_given(line, options.tokens), options.keep_special)
        except Problem as problem:
            raise CorpusError(problem.message, line=number) from None
        write_output(text + "\n", flush=True)


def _given(line: str, tokens: bool) -> list[int] | list[str]:
    """Read a line of ids or tokens; see the help of ``decode``.

    Raises:
        Problem: it is JSON, and neither of them.
    """
    if line.startswith(("[", "{")):
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            pass  # tokens, such as [CLS]
        else:
            return _of_json(content)
    parts = [part for part in line.split(" ") if part]
    if tokens or not all(re.fullmatch("-?[0-9]{1,15}", part) for part in parts):
        return parts
    return [int(part) for part in parts]


def _of_json(content: Any) -> list[int] | list[str]:
    """Return the ids or the tokens of a list, or of an object such as ``encode --json`` writes."""
    lists = [content.get("ids"), content.get("tokens")] if isinstance(content, dict) else [content]
    for found in lists:
        if isinstance(found, list) and {type(each) for each in found} <= {int}:
            return found
        if isinstance(found, list) and {type(each) for each in found} <= {str}:
            return found
    raise Problem(
        message(
            "This JSON is neither a list of ids or of tokens, such as [5, 9], nor an object that "
            "has one under the name ids or tokens."
        )
    )


@dataclass(frozen=True)
class _Coder:
    encoder: Encoder
    normalizer: Normalizer
    split: str
    marking: Marking
    added: tuple[AddedToken, ...] = ()

    def encode(self, line: str, normalized: str | None, special: bool) -> list[EncodedToken]:
        if normalized is not None:
            return self.encoder.encode(normalized, pre_tokenizer=self.split)
        return encode_with_added(
            line, self.encoder, self.added, self.normalizer, self.split, special=special
        )

    def decode(self, given: Sequence[int] | Sequence[str], keep_special: bool) -> str:
        names = {number: token for token, number in self.encoder.ids.items()}
        tokens = []
        for each in given:
            if isinstance(each, int) and each not in names:
                raise Problem(message("No token has the id {id:plain}.", id=each))
            tokens.append(names[each] if isinstance(each, int) else each)
        skip = () if keep_special else [token.content for token in self.added if token.special]
        return decode(tokens, self.marking, skip=skip)


def _coder(options: argparse.Namespace) -> _Coder:
    """Make what encodes and decodes: read it from files, or train it.

    Raises:
        WordPieceError: a file or the corpus cannot be read, or is none.
    """
    if options.file == "-" and "-" in (options.vocab, options.train, options.merges):
        raise Problem(message("only one file can be standard input; save the other under a name."))
    if options.train:
        _read_merges_as_number(options)
        recipe = recipe_of(options, options.recipe)
        corpus = corpus_of(options, recipe, options.train)
        timeline = trained(trainer_of(recipe, corpus, options.seed), options)
        return _Coder(
            recipe.encoder(timeline, len(timeline)),
            compose(recipe.normalizer or ()),
            splits_by(recipe),
            timeline.marking,
        )
    data = read_file(options.vocab)
    if options.merges:
        vocabulary = read_merges(read_file(options.merges), data)
    else:
        vocabulary = read_vocabulary(data, lowercase=options.lowercase)
    write_notes(vocabulary.notes)
    return _Coder(
        encoder_of(vocabulary),
        vocabulary.normalizer if options.normalize is None else compose(options.normalize),
        options.split or vocabulary.pre_tokenizer,
        vocabulary.marking,
        vocabulary.added,
    )


def _read_merges_as_number(options: argparse.Namespace) -> None:
    """Read ``--merges``, which with ``--vocab`` names a file."""
    if options.merges is not None:
        try:
            options.merges = whole(0)(options.merges)
        except argparse.ArgumentTypeError as problem:
            raise Problem(
                message(
                    "with --train, --merges says when to stop: {problem}.", problem=str(problem)
                )
            ) from None

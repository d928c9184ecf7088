"""Write a vocabulary or merges, and functions that the other writers share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from wordpiece.errors import VocabularyError, half_a_character, quoted
from wordpiece.files.readers import VocabularyFile
from wordpiece.message import message
from wordpiece.text.normalizers import WHITE_SPACE
from wordpiece.training.steps import Steps


def vocab_txt(timeline: Steps, step: int) -> str:
    """Return the vocabulary after a step, one token a line; the id is the line number minus one.

    Raises:
        IndexError: the step does not exist.
        VocabularyError: a token has a line break, white space at an end, which readers of this
            format cut off, or a lone surrogate.
    """
    return _lines(timeline.vocabulary(step))


def vocab_txt_of(vocabulary: VocabularyFile) -> str:
    """Return the tokens of a vocabulary, one a line in the order of their ids.

    Raises:
        VocabularyError: its model is not longest match with ``##``, an id is missing, or a token
            cannot be written; see `vocab_txt`.
    """
    if vocabulary.kind != "wordpiece" or vocabulary.prefix != "##" or vocabulary.suffix:
        raise VocabularyError(
            message(
                "Programs read a vocab.txt as a vocabulary for longest match with ##, which this "
                "tokenizer does not use; take the tokenizer.json instead."
            )
        )
    tokens = sorted(vocabulary.ids, key=vocabulary.ids.__getitem__)
    if [vocabulary.ids[token] for token in tokens] != [*range(len(tokens))]:
        raise VocabularyError(
            message(
                "In a vocab.txt the id of a token is the number of lines before it, but the ids of "
                "this tokenizer are not 0, 1, 2 and so on; take the tokenizer.json instead."
            )
        )
    return _lines(tokens)


def _lines(tokens: Sequence[str]) -> str:
    check_symbols(tokens, "vocab.txt", "\n\r\0")
    for number, token in enumerate(tokens):
        if token != token.strip(WHITE_SPACE) or (not number and token[0] == "\ufeff"):
            raise VocabularyError(
                message(
                    "The token {token} begins or ends with whitespace, which is cut off when a "
                    "vocab.txt is read; take the tokenizer.json instead.",
                    token=short(token),
                )
            )
    return "".join(f"{token}\n" for token in tokens)


def vocab_json(timeline: Steps, step: int) -> str:
    """Return the vocabulary after a step as a JSON object, token to id.

    Raises:
        IndexError: the step does not exist.
        VocabularyError: a token has a lone surrogate.
    """
    tokens = timeline.vocabulary(step)
    check_symbols(tokens, "vocab.json")
    return as_json({token: number for number, token in enumerate(tokens)})


def merges_txt(timeline: Steps, step: int) -> str:
    """Return the merges up to a step, ``left right`` a line, after a line with the version.

    The version is subword-nmt's: in 0.1 an end-of-word suffix is a separate symbol, as it is here;
    in 0.2, which GPT-2 also writes, it is part of the last character.

    >>> merges_txt(bpe_timeline, 2).splitlines()
    ['#version: 0.2', 'u g', 'u n']

    Raises:
        IndexError: the step does not exist.
        VocabularyError: a symbol has a space, a line break or a lone surrogate.
    """
    pairs = timeline.merges(step)
    check_symbols((part for pair in pairs for part in pair), "merges.txt", "\n\r\0 ")
    version = "0.1" if timeline.marking.suffix else "0.2"
    return f"#version: {version}\n" + "".join(f"{left} {right}\n" for left, right in pairs)


def check_symbols(symbols: Iterable[str], file: str, forbidden: str = "") -> None:
    """Check that symbols do not have a lone surrogate or a ``forbidden`` character.

    Raises:
        VocabularyError: a symbol has one; the message names the ``file``.
    """
    bad = re.compile(f"[\ud800-\udfff{forbidden}]")
    for symbol in symbols:
        if (found := bad.search(symbol)) is None:
            continue
        if found[0] in forbidden:
            raise VocabularyError(
                message(
                    "The token {token} contains the character {code}, which a {file} cannot "
                    "contain; take the tokenizer.json instead.",
                    token=short(symbol),
                    code=f"U+{ord(found[0]):04X}",
                    file=file,
                )
            )
        raise VocabularyError(half_a_character(short(symbol)))


def short(token: str) -> str:
    """Return a token in quotes, cut to 30 characters."""
    return quoted(token, 30)


def as_json(content: object) -> str:
    """Return indented JSON, in which characters outside ASCII are not escaped."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"

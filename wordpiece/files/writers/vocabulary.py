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
    by_match = vocabulary.kind == "wordpiece" and vocabulary.prefix == "##"
    tokens = sorted(vocabulary.ids, key=vocabulary.ids.__getitem__)
    numbers = [vocabulary.ids[token] for token in tokens]
    if not by_match or vocabulary.suffix or numbers != [*range(len(tokens))]:
        raise VocabularyError(
            message(
                "A vocab.txt is only for a tokenizer that encodes by longest match with ## and "
                "whose ids are 0, 1, 2 and so on. Save a tokenizer.json instead."
            )
        )
    return _lines(tokens)


def _lines(tokens: Sequence[str]) -> str:
    check_symbols(tokens, "vocab.txt", "\n\r\0")
    for number, token in enumerate(tokens):
        # Readers cut off white space at an end, and a byte order mark at the beginning of the file.
        if token[0] in WHITE_SPACE or (not number and token[0] == "\ufeff"):
            raise _misplaced(token[0], token, "vocab.txt")
        if token[-1] in WHITE_SPACE:
            raise _misplaced(token[-1], token, "vocab.txt")
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
            raise _misplaced(found[0], symbol, file)
        raise VocabularyError(half_a_character(short(symbol)))


def _misplaced(char: str, token: str, file: str) -> VocabularyError:
    """Return the error for a character that is lost or a separator where a token has it."""
    return VocabularyError(
        message(
            "A {file} cannot represent the token {token} because of its character {code}. Use a "
            "tokenizer.json instead.",
            token=short(token),
            code=f"U+{ord(char):04X}",
            file=file,
        )
    )


def short(token: str) -> str:
    """Return a token in quotes, cut to 30 characters."""
    return quoted(token, 30)


def as_json(content: object) -> str:
    """Return indented JSON, in which characters outside ASCII are not escaped."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"

"""Vocabularies of other tools: ``vocab.txt`` and ``tokenizer.json``, read with suspicion.

Both formats are those of Hugging Face's `transformers` and `tokenizers`. A ``vocab.txt`` has
one token a line, its id being the line number minus one. Of a ``tokenizer.json`` the model
(WordPiece or BPE) is read in full, normalizer and pre-tokenizer as far as this package has them;
`Vocabulary.notes` says what was left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wordpiece.corpus import decode
from wordpiece.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.errors import CorpusError, VocabularyError
from wordpiece.marking import LEADING_SPACE, Marking
from wordpiece.normalizers import (
    NORMALIZERS,
    Normalizer,
    bert_normalizer,
    compose,
)
from wordpiece.records import Pair

MAX_TOKENS = 1_000_000
MAX_TOKEN_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A vocabulary somebody else trained, ready for an encoder.

    Attributes:
        kind: the model: "wordpiece" encodes by longest match, "bpe" by replaying merges.
        ids: token to id.
        merges: for BPE, the pairs in order of rank.
        unk_token: what stands for the unknown; None if the model has none.
        prefix: the continuation prefix; empty if there is none.
        suffix: the end-of-word suffix; empty if there is none.
        max_input_chars_per_word: longer words are unknown to WordPiece.
        normalizer: what is done to a text first.
        pre_tokenizer: a name in `wordpiece.pre_tokenizers.PRE_TOKENIZERS`.
        notes: sentences on what the file has and this package has not.
    """

    kind: Literal["wordpiece", "bpe"]
    ids: Mapping[str, int]
    merges: tuple[Pair, ...]
    unk_token: str | None
    prefix: str
    suffix: str
    max_input_chars_per_word: int
    normalizer: Normalizer
    pre_tokenizer: str
    notes: tuple[str, ...]


def read_vocabulary(data: bytes) -> Vocabulary:
    """A vocabulary from the bytes of a ``vocab.txt`` or a ``tokenizer.json``.

    >>> vocabulary = read_vocabulary("[UNK]\\nhug\\n##s\\n".encode())
    >>> vocabulary.kind, vocabulary.ids["##s"]
    ('wordpiece', 2)

    Raises:
        VocabularyError: the file is neither, or contradicts itself; says where.
    """
    try:
        text = decode(data)
    except CorpusError as error:
        raise VocabularyError(error.reason, line=error.line) from None
    if text.lstrip().startswith("{"):
        return _from_json(text)
    return _from_lines(text)


def encoder_of(vocabulary: Vocabulary) -> WordPieceEncoder | BPEEncoder:
    """The encoder that a vocabulary file describes.

    >>> encoder_of(read_vocabulary(b"[UNK]\\nhug\\n##s\\n")).encode_word("hugs")
    ['hug', '##s']
    """
    if vocabulary.kind == "wordpiece":
        return WordPieceEncoder(
            vocabulary.ids,
            vocabulary.unk_token or "[UNK]",
            prefix=vocabulary.prefix,
            max_input_chars_per_word=vocabulary.max_input_chars_per_word,
        )
    if vocabulary.pre_tokenizer == "gpt2":
        marking = LEADING_SPACE
    else:
        marking = Marking("file", prefix=vocabulary.prefix, suffix=vocabulary.suffix)
    return BPEEncoder(
        vocabulary.merges,
        alphabet=vocabulary.ids,  # the starting symbols are among them
        vocabulary=vocabulary.ids,
        unk_token=vocabulary.unk_token or "[UNK]",
        marking=marking,
        attach_suffix=bool(vocabulary.suffix),
    )


def _from_lines(text: str) -> Vocabulary:
    lines = text.removesuffix("\n").split("\n")
    _check_size(len(lines))
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token = line.removesuffix("\r")
        if not token:
            raise VocabularyError("There is no token; write one token on each line.", line=number)
        _check_token(token, line=number)
        if token in ids:
            raise VocabularyError(
                f"The token {token!r} was on line {ids[token] + 1:,} already; "
                "each token has one id, so remove one of the two.",
                line=number,
            )
        ids[token] = number - 1
    notes = []
    if "[UNK]" not in ids:
        notes.append("There is no [UNK] in this vocabulary, so unknown words get no id.")
    cased = any(token != token.lower() for token in ids if not token.startswith("["))
    if not cased:
        notes.append("All tokens are in lower case, so the text is lowercased first.")
    return Vocabulary(
        kind="wordpiece",
        ids=ids,
        merges=(),
        unk_token="[UNK]",
        prefix="##",
        suffix="",
        max_input_chars_per_word=100,
        normalizer=bert_normalizer(lower=not cased),
        pre_tokenizer="bert",
        notes=tuple(notes),
    )


def _from_json(text: str) -> Vocabulary:
    try:
        content = json.loads(text)
    except RecursionError:
        raise VocabularyError("This JSON is nested too deeply to be a tokenizer.") from None
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise VocabularyError(
            "This begins like a tokenizer.json, but is not valid JSON.", line=line
        ) from None
    model = content.get("model")
    if not isinstance(model, dict):
        raise VocabularyError("This JSON has no model; choose a tokenizer.json.")
    kind = model.get("type", "BPE" if "merges" in model else "WordPiece")
    if kind not in ("WordPiece", "BPE"):
        raise VocabularyError(
            f"The model is of type {str(kind)[:40]!r}; WordPiece and BPE can be shown here."
        )
    ids = _ids(model.get("vocab"))
    notes: list[str] = []
    unk = model.get("unk_token")
    if unk is not None and not isinstance(unk, str):
        raise VocabularyError("The model's unk_token must be a text or null.")
    if kind == "BPE" and model.get("byte_fallback"):
        notes.append("Byte fallback is not shown here; unknown characters stay unknown.")
    normalizer = _normalizer(content.get("normalizer"), notes)
    pre_tokenizer = _pre_tokenizer(content.get("pre_tokenizer"), notes)
    merges = _merges(model.get("merges"), ids) if kind == "BPE" else ()
    default_prefix = "##" if kind == "WordPiece" else ""
    return Vocabulary(
        kind="bpe" if kind == "BPE" else "wordpiece",
        ids=ids,
        merges=merges,
        unk_token=unk if unk is not None or kind == "BPE" else "[UNK]",
        prefix=_text(model, "continuing_subword_prefix", default_prefix),
        suffix=_text(model, "end_of_word_suffix", ""),
        max_input_chars_per_word=_limit(model.get("max_input_chars_per_word", 100)),
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
    )


def _ids(vocab: Any) -> dict[str, int]:
    if not isinstance(vocab, dict) or not vocab:
        raise VocabularyError("The model's vocab must be an object of tokens and ids.")
    _check_size(len(vocab))
    seen: dict[int, str] = {}
    for token, number in vocab.items():
        if type(number) is not int or number < 0:
            raise VocabularyError(f"The id of {token[:40]!r} must be a whole number from 0 on.")
        if number in seen:
            raise VocabularyError(
                f"The tokens {seen[number][:40]!r} and {token[:40]!r} have the same id {number:,}."
            )
        _check_token(token)
        seen[number] = token
    return dict(vocab)


def _merges(merges: Any, ids: Mapping[str, int]) -> tuple[Pair, ...]:
    if not isinstance(merges, list):
        raise VocabularyError("A BPE model needs a list of merges.")
    _check_size(len(merges))
    pairs: list[Pair] = []
    for rank, merge in enumerate(merges):
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if (
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise VocabularyError(f"Merge {rank + 1:,} must be two tokens, as in 'h ug'.")
        left, right = parts
        if left not in ids or right not in ids:
            missing = left if left not in ids else right
            raise VocabularyError(
                f"Merge {rank + 1:,} uses {missing[:40]!r}, which is not in the vocabulary."
            )
        pairs.append((left, right))
    return tuple(pairs)


def _normalizer(described: Any, notes: list[str]) -> Normalizer:
    parts = [part for part in _flat(described, "normalizers") if part is not None]
    steps: list[Normalizer] = []
    simple = {"NFC": "nfc", "NFD": "nfd", "Lowercase": "lowercase", "StripAccents": "strip-accents"}
    for part in parts:
        kind = part.get("type")
        if kind in simple:
            steps.append(NORMALIZERS[simple[kind]])
        elif kind == "BertNormalizer":
            strip = part.get("strip_accents")
            steps.append(
                bert_normalizer(
                    clean=part.get("clean_text", True) is True,
                    cjk=part.get("handle_chinese_chars", True) is True,
                    strip=strip if isinstance(strip, bool) else None,
                    lower=part.get("lowercase", True) is True,
                )
            )
        else:
            notes.append(f"The normalizer {str(kind)[:40]!r} is not known here and is left out.")
    if not steps:
        return compose(())

    def normalize(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return normalize


def _pre_tokenizer(described: Any, notes: list[str]) -> str:
    names = {"BertPreTokenizer": "bert", "WhitespaceSplit": "whitespace", "ByteLevel": "gpt2"}
    kinds = [part.get("type") for part in _flat(described, "pretokenizers")]
    if len(kinds) == 1 and kinds[0] in names:
        return names[kinds[0]]
    if kinds:
        shown = ", ".join(str(kind)[:40] for kind in kinds[:4])
        notes.append(f"The pre-tokenizer {shown} is not known here; words are split as BERT does.")
        return "bert"
    notes.append("The file names no pre-tokenizer; words are split at spaces.")
    return "whitespace"


def _flat(described: Any, members: str) -> list[dict[str, Any]]:
    """A normalizer or pre-tokenizer and, if it is a sequence, its members, two levels deep."""
    if not isinstance(described, dict):
        return []
    if described.get("type") != "Sequence":
        return [described]
    inner = described.get(members)
    return [part for part in inner if isinstance(part, dict)] if isinstance(inner, list) else []


def _text(model: Mapping[str, Any], name: str, default: str) -> str:
    value = model.get(name, default)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > 20:
        raise VocabularyError(f"The model's {name} must be a short text or null.")
    return value


def _limit(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise VocabularyError("The model's max_input_chars_per_word must be a number above 0.")
    return min(value, 10_000)


def _check_size(tokens: int) -> None:
    if tokens > MAX_TOKENS:
        raise VocabularyError(
            f"This file has {tokens:,} entries; at most {MAX_TOKENS:,} can be shown here."
        )


def _check_token(token: str, line: int | None = None) -> None:
    if len(token) > MAX_TOKEN_LENGTH:
        raise VocabularyError(
            f"The token that begins {token[:20]!r} has {len(token):,} characters; "
            f"{MAX_TOKEN_LENGTH:,} is the most. Is this a vocabulary?",
            line=line,
        )

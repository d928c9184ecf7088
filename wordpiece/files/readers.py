"""Read the vocabulary and merges files of other tools. Their content is not trusted.

======================================  ======================================================
``vocab.txt``                           BERT's: one token a line, its id the line number minus one
``tokenizer.json``                      the `tokenizers` library's: WordPiece or BPE
``merges.txt`` (and ``vocab.json``)     GPT-2's and subword-nmt's: two symbols a line
======================================  ======================================================

The first two are read by `read_vocabulary`, the third by `read_merges`; `encoder_of` makes the
encoder that they describe. `wordpiece.training.replay` replays their merges on a corpus. Of a
``tokenizer.json`` the model is read in full, normalizer and pre-tokenizer as far as this package
has them; `VocabularyFile.notes` says what was left out. Whatever is in a file, the only exception
raised is VocabularyError, whose message says what is wrong and where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.errors import CorpusError, VocabularyError, quoted
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN, WORD_ENDS
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.message import Fact, Listed, Message, message
from wordpiece.records import Pair
from wordpiece.text.corpus import decode
from wordpiece.text.normalizers import (
    NORMALIZERS,
    Normalizer,
    bert_normalizer,
    compose,
    in_turn,
)
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE

MAX_FILE = 20 * 2**20
"""Bytes. As large as an upload to the page may be; GPT-2's tokenizer.json has 1.4 million. JSON of
this size takes half a gigabyte of memory at worst, a file ten times as large all that there is."""

MAX_TOKENS = 1_000_000
MAX_TOKEN_LENGTH = 1_000
MAX_DIGITS = 18
"""Of a number in JSON. Ids are far smaller, and a million digits would take Python minutes."""


@dataclass(frozen=True, slots=True)
class VocabularyFile:
    """The content of a vocabulary file, ready for an encoder.

    Attributes:
        kind: the model: "wordpiece" encodes by longest match, "bpe" by replaying merges.
        ids: token to id.
        merges: for BPE, the pairs in order of rank.
        unk_token: what stands for the unknown; None if the model has none.
        prefix: the continuation prefix; empty if there is none.
        suffix: the end-of-word suffix; empty if there is none.
        attach_suffix: the suffix is part of a word's last character, not a symbol of its own.
        max_input_chars_per_word: longer words are unknown to WordPiece.
        normalizer: what is done to a text first.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`.
        notes: remarks on what the file has and this package has not.
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
    notes: tuple[Message, ...]
    attach_suffix: bool = False

    @property
    def marking(self) -> Marking:
        """How its words become symbols."""
        if self.prefix or self.suffix:
            return Marking("file", prefix=self.prefix, suffix=self.suffix)
        return LEADING_SPACE if self.pre_tokenizer == "gpt2" else NONE


def read_vocabulary(data: bytes) -> VocabularyFile:
    """Read a vocabulary from the bytes of a ``vocab.txt`` or a ``tokenizer.json``.

    >>> vocabulary = read_vocabulary("[UNK]\\nhug\\n##s\\n".encode())
    >>> vocabulary.kind, vocabulary.ids["##s"]
    ('wordpiece', 2)

    Raises:
        VocabularyError: the file is neither, or contradicts itself; says where.
    """
    text = _decoded(data, message("vocabulary"))
    # A vocab.txt may have the token { on its first line; JSON goes on with a key or the end.
    if text.lstrip().startswith("{") and not re.match(r'\{[^\s":]*\r?\n[^\s"}]', text):
        return _from_json(text)
    return _from_lines(text)


def read_merges(
    merges_txt: bytes, vocab_json: bytes | None = None, *, marking: Marking | None = None
) -> VocabularyFile:
    """Read a BPE vocabulary from the bytes of a ``merges.txt``, and of its ``vocab.json`` if any.

    >>> vocabulary = read_merges(b"#version: 0.2\\nu g\\nh ug\\n")
    >>> vocabulary.merges, list(vocabulary.ids)
    ((('u', 'g'), ('h', 'ug')), ['g', 'h', 'u', 'ug', 'hug'])

    Without a vocab.json ids are counted as GPT-2 does: starting symbols by code point (of a
    byte-level file all 256), then what the merges make.

    The file does not say how words were marked, so it is read off the symbols: ``##`` and ``</w>``
    are what they look like, and ``Ġ`` means bytes as GPT-2 spells them. Pass ``marking`` to say it.
    A first line ``#version: 0.1``, subword-nmt's, means that a suffix is a symbol of its own; with
    0.2 it belongs to the last character.

    Raises:
        VocabularyError: a line is not two symbols, a pair comes twice, a symbol is not in the
            vocab.json, or that is not an object of tokens and ids; says where.
    """
    version, merges = _merge_lines(_decoded(merges_txt, "merges.txt"))
    symbols = {part for pair in merges.values() for part in pair}
    notes: list[Message] = []
    byte_level = marking == LEADING_SPACE or (
        any("Ġ" in symbol for symbol in symbols)
        and all(char in CHAR_TO_BYTE for symbol in symbols for char in symbol)
    )
    if marking is None:
        marking = _marking_of(merges.values(), byte_level)
        notes.append(_MARKING_NOTES[marking.name])
    notes.append(
        message(
            "The file names no pre-tokenizer; words are split as by GPT-2, and spelled by their "
            "bytes."
        )
        if byte_level
        else message("The file names no pre-tokenizer; words are split as by BERT.")
    )
    attached = bool(marking.suffix) and marking.suffix not in symbols and version != "0.1"
    if vocab_json is None:
        made = [marking.join(*pair) for pair in merges.values()]
        start = set(CHAR_TO_BYTE) if marking == LEADING_SPACE else symbols.difference(made)
        ids = {token: i for i, token in enumerate(dict.fromkeys([*sorted(start), *made]))}
        notes.append(
            message("There is no vocab.json, so the ids are counted, as GPT-2 counts them.")
        )
    else:
        ids = _ids(_parsed(_decoded(vocab_json, "vocab.json"), "vocab.json"), "vocab.json")
        _check_ids(ids)
        for line, pair in merges.items():
            _check_merge(pair, marking.prefix, ids, line=line)
    return VocabularyFile(
        kind="bpe",
        ids=ids,
        merges=tuple(merges.values()),
        unk_token=next((token for token in (UNKNOWN, "<unk>") if token in ids), None),
        prefix=marking.prefix,
        suffix=marking.suffix,
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=compose(()),
        pre_tokenizer="gpt2" if byte_level else "bert",
        notes=tuple(notes),
        attach_suffix=attached,
    )


def encoder_of(vocabulary: VocabularyFile) -> WordPieceEncoder | BPEEncoder:
    """Return the encoder that a vocabulary file describes.

    >>> encoder_of(read_vocabulary(b"[UNK]\\nhug\\n##s\\n")).encode_word("hugs")
    ['hug', '##s']
    """
    if vocabulary.kind == "wordpiece":
        return WordPieceEncoder(
            vocabulary.ids,
            vocabulary.unk_token or UNKNOWN,
            prefix=vocabulary.prefix,
            suffix=vocabulary.suffix,
            max_input_chars_per_word=vocabulary.max_input_chars_per_word,
        )
    return BPEEncoder(
        vocabulary.merges,
        alphabet=vocabulary.ids,  # the starting symbols are among them
        vocabulary=vocabulary.ids,
        unk_token=vocabulary.unk_token or UNKNOWN,
        marking=vocabulary.marking,
        attach_suffix=vocabulary.attach_suffix,
    )


# --- Reading -----------------------------------------------------------------------------------


def _decoded(data: bytes, kind: Fact) -> str:
    if len(data) > MAX_FILE:
        raise VocabularyError(
            message(
                "This file has {n} byte, and {limit} is the most for a {kind}; choose a smaller "
                "one.",
                "This file has {n} bytes, and {limit} is the most for a {kind}; choose a smaller "
                "one.",
                n=len(data),
                limit=MAX_FILE,
                kind=kind,
            )
        )
    try:
        return decode(data)
    except CorpusError as error:
        raise VocabularyError(error.reason, line=error.line) from None


def _merge_lines(text: str) -> tuple[str, dict[int, Pair]]:
    """The version in the header, and line number to pair."""
    lines = text.removesuffix("\n").split("\n")
    _check_size(len(lines))
    version = ""
    merges: dict[int, Pair] = {}
    seen: dict[Pair, int] = {}
    for number, line in enumerate(lines, 1):
        line = line.removesuffix("\r")
        if number == 1 and line.startswith("#version"):
            version = line.removeprefix("#version").lstrip(": ").split(" ")[0]
            continue
        parts = line.split(" ")
        # A line of two symbols may begin with ##, so only other lines are comments.
        if not line or (len(parts) != 2 and line.startswith("#")):
            continue
        if len(parts) != 2 or not all(parts):
            raise VocabularyError(
                message(
                    "Expected two symbols with one space between them, as in h ug; found {line}.",
                    line=_shown(line),
                ),
                line=number,
            )
        pair = parts[0], parts[1]
        if pair in seen:
            raise VocabularyError(
                message(
                    "The merge {merge} was on line {line} already; remove one.",
                    merge=_shown(line),
                    line=seen[pair],
                ),
                line=number,
            )
        for part in pair:
            _check_token(part, line=number)
        seen[pair] = number
        merges[number] = pair
    if not merges:
        raise VocabularyError(
            message("There is no merge in this file; write two symbols on each line.")
        )
    return version, merges


def _marking_of(merges: Iterable[Pair], byte_level: bool) -> Marking:
    right = {pair[1] for pair in merges}
    # Every right part continues a word, so with this mark all of them have it.
    if all(len(part) > 2 and part.startswith(CONTINUATION_PREFIX.prefix) for part in right):
        return CONTINUATION_PREFIX
    if any(part.endswith(END_OF_WORD.suffix) for part in right):
        return END_OF_WORD
    return LEADING_SPACE if byte_level else NONE


_MARKING_NOTES = {
    CONTINUATION_PREFIX.name: message("The symbols that continue a word are marked with ##."),
    END_OF_WORD.name: message("The symbols that end a word are marked with </w>."),
    LEADING_SPACE.name: message("The symbols that begin a word after a space are marked with Ġ."),
    NONE.name: message("The symbols bear no mark."),
}


def _from_lines(text: str) -> VocabularyFile:
    if text.startswith("#version"):
        raise VocabularyError(
            message(
                "This is a merges.txt, which lists no tokens; choose it together with its "
                "vocab.json, or choose a vocab.txt or a tokenizer.json."
            )
        )
    lines = text.removesuffix("\n").split("\n")
    _check_size(len(lines))
    ids: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        token = line.removesuffix("\r")
        if not token:
            raise VocabularyError(
                message("There is no token; write one token on each line."), line=number
            )
        _check_token(token, line=number)
        if token in ids:
            raise VocabularyError(
                message(
                    "The token {token} was on line {line} already; each token has one id, so "
                    "remove one of the two.",
                    token=quoted(token),
                    line=ids[token] + 1,
                ),
                line=number,
            )
        ids[token] = number - 1
    notes = []
    if UNKNOWN not in ids:
        notes.append(message("There is no [UNK] in this vocabulary, so unknown words get no id."))
    cased = any(token != token.lower() for token in ids if not token.startswith("["))
    if not cased:
        notes.append(message("All tokens are in lower case, so the text is lowercased first."))
    return VocabularyFile(
        kind="wordpiece",
        ids=ids,
        merges=(),
        unk_token=UNKNOWN,
        prefix="##",
        suffix="",
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=bert_normalizer(lower=not cased),
        pre_tokenizer="bert",
        notes=tuple(notes),
    )


def _parsed(text: str, file: str) -> dict[str, Any]:
    """A JSON object, each key in it once and no number in it huge."""
    try:
        content = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except RecursionError:
        raise VocabularyError(
            message(
                "This JSON is nested too deeply to be a {file}; choose another file.", file=file
            )
        ) from None
    except VocabularyError:
        raise
    except ValueError as error:
        raise VocabularyError(
            message(
                "This is not valid JSON, so it is no {file}; save it anew from the tool that made "
                "it.",
                file=file,
            ),
            line=getattr(error, "lineno", None),
        ) from None
    if not isinstance(content, dict):
        raise VocabularyError(
            message(
                "A {file} is a JSON object, in braces; this is {found}.",
                file=file,
                found=_named(content),
            )
        )
    return content


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(members)
    if len(made) != len(members):
        seen: set[str] = set()
        for key, _ in members:
            if key in seen:
                raise VocabularyError(
                    message(
                        "{key} stands twice in the same JSON object; remove one of the two.",
                        key=_shown(key),
                    )
                )
            seen.add(key)
    return made


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise VocabularyError(
            message(
                "The number that begins {digits} has {n} digit; no number in a tokenizer is that "
                "large.",
                "The number that begins {digits} has {n} digits; no number in a tokenizer is that "
                "large.",
                n=len(digits),
                digits=digits[:10],
            )
        )
    return int(digits)


def _from_json(text: str) -> VocabularyFile:
    content = _parsed(text, "tokenizer.json")
    model = content.get("model")
    if not isinstance(model, dict):
        if len(content) > 1 and all(type(number) is int for number in content.values()):
            raise VocabularyError(
                message(
                    "This is a vocab.json, which has no merges in it; choose it together with its "
                    "merges.txt."
                )
            )
        raise VocabularyError(message("This JSON has no model; choose a tokenizer.json."))
    kind = model.get("type", "BPE" if "merges" in model else "WordPiece")
    if kind not in ("WordPiece", "BPE"):
        raise VocabularyError(
            message(
                "The model is of type {kind}; WordPiece and BPE can be shown here.",
                kind=_named(kind),
            )
        )
    bpe = kind == "BPE"
    ids = _ids(model.get("vocab"), message("model's vocab"))
    _add_tokens(content.get("added_tokens"), ids)
    _check_ids(ids)
    notes: list[Message] = []
    unk = model.get("unk_token")
    if unk is not None and not (isinstance(unk, str) and unk):
        raise VocabularyError(message("The model's unk_token must be a text or null."))
    if unk is not None:
        _check_token(unk)
    for name, note in _MODEL_NOTES.items():
        if bpe and model.get(name):
            notes.append(note)
    prefix = _text(model, "continuing_subword_prefix", "" if bpe else "##")
    suffix = _text(model, "end_of_word_suffix", "") if bpe else ""
    normalizers = _flat(content, "normalizer", "normalizers")
    ending = _word_ending(normalizers)
    pre_tokenizer = _pre_tokenizer(_flat(content, "pre_tokenizer", "pretokenizers"), notes)
    if ending:
        pre_tokenizer, first = ending
        suffix = first + suffix
        normalizers.pop()
    limit = _limit(model.get("max_input_chars_per_word", MAX_INPUT_CHARS_PER_WORD))
    return VocabularyFile(
        kind="bpe" if bpe else "wordpiece",
        ids=ids,
        merges=_merges(model.get("merges"), ids, prefix) if bpe else (),
        unk_token=unk if unk is not None or bpe else UNKNOWN,
        prefix=prefix,
        suffix=suffix,
        # There the suffix is part of the word.
        max_input_chars_per_word=max(1, limit - len(suffix)) if not bpe else limit,
        normalizer=_normalizer(normalizers, notes),
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
        attach_suffix=bool(suffix) and not ending,
    )


_MODEL_NOTES = {
    "byte_fallback": message("Byte fallback is not shown here; unknown characters stay unknown."),
    "fuse_unk": message("Unknown characters in a row are one token there; here each is one."),
    "ignore_merges": message(
        "Words in the vocabulary are taken whole there; here merges make them."
    ),
    "dropout": message("Merges are left out at random there; here every one is made."),
}


def _ids(vocab: Any, where: Fact) -> dict[str, int]:
    if not isinstance(vocab, dict) or not vocab:
        raise VocabularyError(
            message("The {where} must be an object of tokens and ids.", where=where)
        )
    _check_size(len(vocab))
    for token, number in vocab.items():
        _check_id(token, number)
        _check_token(token)
    return dict(vocab)


def _check_id(token: str, number: Any) -> None:
    if type(number) is not int or number < 0:
        raise VocabularyError(
            message("The id of {token} must be a whole number from 0 on.", token=_shown(token))
        )


def _add_tokens(added: Any, ids: dict[str, int]) -> None:
    """Special tokens may stand outside the model; they belong to the vocabulary all the same."""
    if added is None:
        return
    if not isinstance(added, list):
        raise VocabularyError(message("The added_tokens must be a list."))
    _check_size(len(ids) + len(added))
    for place, entry in enumerate(added, 1):
        token = entry.get("content") if isinstance(entry, dict) else None
        if not isinstance(token, str) or not token:
            raise VocabularyError(
                message("Added token {place} must be an object with content and id.", place=place)
            )
        number = entry.get("id")
        _check_id(token, number)
        _check_token(token)
        if ids.setdefault(token, number) != number:
            raise VocabularyError(
                message(
                    "{token} has the id {added} as an added token and {id} in the model's vocab; "
                    "give it one id.",
                    token=_shown(token),
                    added=number,
                    id=ids[token],
                )
            )


def _check_ids(ids: Mapping[str, int]) -> None:
    """Each id once, and none left out."""
    seen: dict[int, str] = {}
    for token, number in ids.items():
        if number in seen:
            raise VocabularyError(
                message(
                    "The tokens {first} and {second} have the same id {id}; give each token its "
                    "own.",
                    first=_shown(seen[number]),
                    second=_shown(token),
                    id=number,
                )
            )
        seen[number] = token
    missing = next(number for number in range(len(seen) + 1) if number not in seen)
    if missing < len(seen):
        raise VocabularyError(
            message(
                "No token has the id {id}, though ids go up to {last}; number the tokens from 0 on "
                "without a gap.",
                id=missing,
                last=max(seen),
            )
        )


def _merges(merges: Any, ids: Mapping[str, int], prefix: str) -> tuple[Pair, ...]:
    if not isinstance(merges, list):
        raise VocabularyError(message("A BPE model needs a list of merges."))
    _check_size(len(merges))
    pairs: dict[Pair, int] = {}
    for rank, merge in enumerate(merges, 1):
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if (
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise VocabularyError(
                message("Merge {rank} must be two tokens, as in 'h ug'.", rank=rank)
            )
        pair = parts[0], parts[1]
        _check_merge(pair, prefix, ids, rank=rank)
        if pairs.setdefault(pair, rank) != rank:
            raise VocabularyError(
                message(
                    "Merge {rank} is the same as merge {other}; remove one of the two.",
                    rank=rank,
                    other=pairs[pair],
                )
            )
    return tuple(pairs)


def _check_merge(
    pair: Pair,
    prefix: str,
    ids: Mapping[str, int],
    *,
    rank: int | None = None,
    line: int | None = None,
) -> None:
    """Check that a merge's parts and the token it makes have ids; name it by its rank if given."""
    made = pair[0] + pair[1][len(prefix) :]
    for part in pair:
        if part not in ids:
            uses = (
                message(
                    "This merge uses {token}, which is not in the vocabulary; take merges and "
                    "vocabulary from the same training.",
                    token=_shown(part),
                )
                if rank is None
                else message(
                    "Merge {rank} uses {token}, which is not in the vocabulary; take merges and "
                    "vocabulary from the same training.",
                    rank=rank,
                    token=_shown(part),
                )
            )
            raise VocabularyError(uses, line=line)
    if made not in ids:
        makes = (
            message(
                "This merge makes {token}, which is not in the vocabulary; take merges and "
                "vocabulary from the same training.",
                token=_shown(made),
            )
            if rank is None
            else message(
                "Merge {rank} makes {token}, which is not in the vocabulary; take merges and "
                "vocabulary from the same training.",
                rank=rank,
                token=_shown(made),
            )
        )
        raise VocabularyError(makes, line=line)


_SIMPLE = {"NFC": "nfc", "NFD": "nfd", "Lowercase": "lowercase", "StripAccents": "strip-accents"}


def _normalizer(parts: list[dict[str, Any]], notes: list[Message]) -> Normalizer:
    steps: list[Normalizer] = []
    for part in parts:
        kind = part.get("type")
        if isinstance(kind, str) and kind in _SIMPLE:
            steps.append(NORMALIZERS[_SIMPLE[kind]])
        elif kind == "BertNormalizer":
            strip = part.get("strip_accents")
            steps.append(
                bert_normalizer(
                    clean=_flag(part, "clean_text"),
                    cjk=_flag(part, "handle_chinese_chars"),
                    strip=None if strip is None else _flag(part, "strip_accents"),
                    lower=_flag(part, "lowercase"),
                )
            )
        else:
            notes.append(
                message(
                    "The normalizer {kind} is not known here and is left out.", kind=_named(kind)
                )
            )

    return in_turn(steps)


def _word_ending(normalizers: list[dict[str, Any]]) -> tuple[str, str] | None:
    """Pre-tokenizer and end-of-word suffix, if the last normalizer adds one as our export does."""
    last = normalizers[-1] if normalizers else {}
    pattern, content = last.get("pattern"), last.get("content")
    if last.get("type") != "Replace" or not isinstance(pattern, dict):
        return None
    if not isinstance(content, str) or not 1 < len(content) < 20 or content[-1] != " ":
        return None
    for name, regex in WORD_ENDS.items():
        if pattern.get("Regex") == regex:
            _check_token(content)
            return name, content[:-1]
    return None


def _pre_tokenizer(parts: list[dict[str, Any]], notes: list[Message]) -> str:
    names = {"BertPreTokenizer": "bert", "WhitespaceSplit": "whitespace", "ByteLevel": "gpt2"}
    kinds = [part.get("type") for part in parts]
    first = kinds[0] if kinds else None
    if len(kinds) == 1 and isinstance(first, str) and first in names:
        if first == "ByteLevel" and _flag(parts[0], "add_prefix_space"):
            notes.append(message("A space is put before the text there; here it is not."))
        return names[first]
    if kinds:
        # ByteLevel makes tokens that spell bytes, and so does only gpt2 of ours.
        name, whose = ("gpt2", "GPT-2") if "ByteLevel" in kinds else ("bert", "BERT")
        notes.append(
            message(
                "The pre-tokenizer {kinds} is not known here; words are split as {whose} does.",
                kinds=Listed(tuple(_named(kind) for kind in kinds[:4]), "commas"),
                whose=whose,
            )
        )
        return name
    notes.append(message("The file names no pre-tokenizer; words are split at spaces."))
    return "whitespace"


def _flat(content: Mapping[str, Any], name: str, members: str) -> list[dict[str, Any]]:
    """A normalizer or pre-tokenizer or, if it is a sequence, its members."""
    described = content.get(name)
    if described is None:
        return []
    if isinstance(described, dict) and described.get("type") == "Sequence":
        inner = described.get(members)
    else:
        inner = [described]
    if not isinstance(inner, list) or not all(isinstance(part, dict) for part in inner):
        raise VocabularyError(
            message("The {name} must be an object, or a sequence of such, or null.", name=name)
        )
    return list(inner)


def _flag(part: Mapping[str, Any], name: str) -> bool:
    value = part.get(name, True)
    if not isinstance(value, bool):
        raise VocabularyError(
            message("{name} must be true or false; it is {value}.", name=name, value=_named(value))
        )
    return value


def _text(model: Mapping[str, Any], name: str, default: str) -> str:
    value = model.get(name, default)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > 20:
        raise VocabularyError(
            message("The model's {name} must be a short text or null.", name=name)
        )
    _check_token(value)
    return value


def _limit(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise VocabularyError(
            message("The model's max_input_chars_per_word must be a number above 0.")
        )
    return min(value, 10_000)


def _check_size(tokens: int) -> None:
    if tokens > MAX_TOKENS:
        raise VocabularyError(
            message(
                "This file has {n} entry; at most {limit} can be shown here.",
                "This file has {n} entries; at most {limit} can be shown here.",
                n=tokens,
                limit=MAX_TOKENS,
            )
        )


def _check_token(token: str, line: int | None = None) -> None:
    if len(token) > MAX_TOKEN_LENGTH:
        raise VocabularyError(
            message(
                "The token that begins {token} has {n} character; {limit} is the most. Is this a "
                "vocabulary?",
                "The token that begins {token} has {n} characters; {limit} is the most. Is this a "
                "vocabulary?",
                n=len(token),
                token=quoted(token[:20]),
                limit=MAX_TOKEN_LENGTH,
            ),
            line=line,
        )
    if not token.isascii() and any("\ud800" <= char <= "\udfff" for char in token):
        raise VocabularyError(
            message(
                "The token {token} holds half of a surrogate pair, which is no character; remove "
                "it from the file.",
                token=_shown(token),
            ),
            line=line,
        )


def _shown(text: str) -> str:
    return quoted(text, 40)


def _named(value: Any) -> Fact:
    """Describe a value from JSON in a few words, however large or deep it is."""
    if isinstance(value, str):
        return _shown(value)
    if isinstance(value, dict):
        return message("an object")
    if isinstance(value, list):
        return message("a list")
    if isinstance(value, bool):
        return message("true or false")
    return message("null") if value is None else message("a number")

"""Files of other tools: vocabularies and merges, read with suspicion.

======================================  ======================================================
``vocab.txt``                           BERT's: one token a line, its id the line number minus one
``tokenizer.json``                      the `tokenizers` library's: WordPiece or BPE
``merges.txt`` (and ``vocab.json``)     GPT-2's and subword-nmt's: two symbols a line
======================================  ======================================================

The first two are read by `read_vocabulary`, the third by `read_merges`; `encoder_of` encodes with
what they give, and `replay` makes its merges on a corpus, as a training to step through. Of a
``tokenizer.json`` the model is read in full, normalizer and pre-tokenizer as far as this package
has them; `Vocabulary.notes` says what was left out. Whatever is in a file, the only exception that
comes out is VocabularyError, with a sentence that says what is wrong and where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder
from wordpiece.errors import CorpusError, VocabularyError
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.records import Pair
from wordpiece.scoring import PAIR_COUNT, Score
from wordpiece.text.corpus import decode
from wordpiece.text.normalizers import (
    CJK_RANGES,
    NORMALIZERS,
    Normalizer,
    bert_normalizer,
    compose,
    in_turn,
)
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

MAX_FILE = 20 * 2**20
"""Bytes. As large as an upload to the page may be; GPT-2's tokenizer.json has 1.4 million. JSON of
this size takes half a gigabyte of memory at worst, a file ten times as large all that there is."""

MAX_TOKENS = 1_000_000
MAX_TOKEN_LENGTH = 1_000
MAX_DIGITS = 18
"""Of a number in JSON. Ids are far smaller, and a million digits would take Python minutes."""


# What is a word of its own to BERT, as the inside of a class in the library's regexes.
_ALONE = r"!-/:-@\[-`{-~\p{P}" + "".join(
    f"\\x{{{first:x}}}-\\x{{{last:x}}}" for first, last in CJK_RANGES
)

WORD_ENDS = {
    "whitespace": r"(?<=\S)(?=\s|\z)",
    "bert": rf"(?<=[{_ALONE}])|(?<=[^\s{_ALONE}])(?=[\s{_ALONE}]|\z)",
}
"""Pre-tokenizer to a regex that matches the empty string after each of its words. In a
tokenizer.json it is where `wordpiece.files.writers` has an end-of-word suffix added."""


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
        attach_suffix: the suffix is part of a word's last character, not a symbol of its own.
        max_input_chars_per_word: longer words are unknown to WordPiece.
        normalizer: what is done to a text first.
        pre_tokenizer: a name in `wordpiece.text.pre_tokenizers.PRE_TOKENIZERS`.
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
    attach_suffix: bool = False

    @property
    def marking(self) -> Marking:
        """How its words become symbols."""
        if self.prefix or self.suffix:
            return Marking("file", prefix=self.prefix, suffix=self.suffix)
        return LEADING_SPACE if self.pre_tokenizer == "gpt2" else NONE


def read_vocabulary(data: bytes) -> Vocabulary:
    """A vocabulary from the bytes of a ``vocab.txt`` or a ``tokenizer.json``.

    >>> vocabulary = read_vocabulary("[UNK]\\nhug\\n##s\\n".encode())
    >>> vocabulary.kind, vocabulary.ids["##s"]
    ('wordpiece', 2)

    Raises:
        VocabularyError: the file is neither, or contradicts itself; says where.
    """
    text = _decoded(data, "vocabulary")
    # A vocab.txt may have the token { on its first line; JSON goes on with a key or the end.
    if text.lstrip().startswith("{") and not re.match(r'\{[^\s":]*\r?\n[^\s"}]', text):
        return _from_json(text)
    return _from_lines(text)


def read_merges(
    merges_txt: bytes, vocab_json: bytes | None = None, *, marking: Marking | None = None
) -> Vocabulary:
    """A BPE vocabulary from the bytes of a ``merges.txt``, and of its ``vocab.json`` if there is.

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
    notes: list[str] = []
    byte_level = marking == LEADING_SPACE or (
        any("Ġ" in symbol for symbol in symbols)
        and all(char in CHAR_TO_BYTE for symbol in symbols for char in symbol)
    )
    if marking is None:
        marking = _marking_of(merges.values(), byte_level)
        notes.append(_MARKING_NOTES[marking.name])
    how = "GPT-2, and spelled by their bytes" if byte_level else "BERT"
    notes.append(f"The file names no pre-tokenizer; words are split as by {how}.")
    attached = bool(marking.suffix) and marking.suffix not in symbols and version != "0.1"
    if vocab_json is None:
        made = [marking.join(*pair) for pair in merges.values()]
        start = set(CHAR_TO_BYTE) if marking == LEADING_SPACE else symbols.difference(made)
        ids = {token: i for i, token in enumerate(dict.fromkeys([*sorted(start), *made]))}
        notes.append("There is no vocab.json, so the ids are counted, as GPT-2 counts them.")
    else:
        ids = _ids(_parsed(_decoded(vocab_json, "vocab.json"), "vocab.json"), "vocab.json")
        _check_ids(ids)
        for line, pair in merges.items():
            _check_merge(pair, marking.prefix, ids, "This merge", line)
    return Vocabulary(
        kind="bpe",
        ids=ids,
        merges=tuple(merges.values()),
        unk_token=next((token for token in ("[UNK]", "<unk>") if token in ids), None),
        prefix=marking.prefix,
        suffix=marking.suffix,
        max_input_chars_per_word=100,
        normalizer=compose(()),
        pre_tokenizer="gpt2" if byte_level else "bert",
        notes=tuple(notes),
        attach_suffix=attached,
    )


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
            suffix=vocabulary.suffix,
            max_input_chars_per_word=vocabulary.max_input_chars_per_word,
        )
    return BPEEncoder(
        vocabulary.merges,
        alphabet=vocabulary.ids,  # the starting symbols are among them
        vocabulary=vocabulary.ids,
        unk_token=vocabulary.unk_token or "[UNK]",
        marking=vocabulary.marking,
        attach_suffix=vocabulary.attach_suffix,
    )


# --- Somebody else's merges as a training ------------------------------------------------------


class Replayer(Trainer):
    """A trainer that is told every merge, and is quick about it: no ties are named."""

    def tied_count(self) -> int:
        """How many pairs share the best score now; 0 if there is no pair."""
        return len(self._index.best()[0]) if len(self._index) else 0

    def force(self, pair: Pair) -> bool:
        """Merge a pair, and note which one the score would have chosen; False if it is nowhere."""
        ids = self._ids.get(pair[0], -1), self._ids.get(pair[1], -1)
        if ids not in self._index:
            return False
        return self._merge(self._index.first_best(), forced=ids)


class Replayed(NamedTuple):
    """What `replay` returns.

    Attributes:
        timeline: the training; every step of it is forced.
        skipped: how many of the merges were left out, as their pair stood nowhere by then.
    """

    timeline: Timeline
    skipped: int


def replay(
    word_frequencies: Mapping[str, int],
    merges: Iterable[Pair],
    *,
    marking: Marking,
    score: Score = PAIR_COUNT,
    attach_suffix: bool = False,
) -> Replayed:
    """Make somebody else's merges on a corpus, in their order, as if each had been forced.

    >>> timeline, skipped = replay({"hugs": 5}, [("u", "g"), ("x", "y"), ("h", "ug")], marking=NONE)
    >>> [timeline.step(k).token for k in (1, 2)], timeline.step(1).best_pair, skipped
    (['ug', 'hug'], ('h', 'u'), 1)

    Args:
        word_frequencies: the corpus, its words cut as those of the file were: for byte-level
            merges by ``gpt2``.
        merges: the pairs in order, such as `Vocabulary.merges`.
        marking: such as `Vocabulary.marking`.
        score: what would have chosen; it fills ``score``, ``tied`` and ``best_pair``.
        attach_suffix: such as `Vocabulary.attach_suffix`. Merges of each last character with the
            suffix then come first, which is the same as having it attached from the start.

    Raises:
        CorpusError: an empty word, or a frequency that is not a whole number above 0.
    """
    replayer = Replayer(word_frequencies, score=score, marking=marking)
    if attach_suffix and marking.suffix:
        last = dict.fromkeys(marking.split(word)[-2] for word in word_frequencies)
        for symbol in last:
            replayer.force((symbol, marking.suffix))
    skipped = sum(not replayer.force(pair) for pair in merges)
    return Replayed(replayer.timeline(), skipped)


# --- Reading -----------------------------------------------------------------------------------


def _decoded(data: bytes, what: str) -> str:
    if len(data) > MAX_FILE:
        raise VocabularyError(
            f"This file has {len(data):,} bytes, and {MAX_FILE:,} is the most for a {what}; "
            "choose a smaller one."
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
                f"Expected two symbols with one space between them, as in h ug; found "
                f"{_shown(line)}.",
                line=number,
            )
        pair = parts[0], parts[1]
        if pair in seen:
            raise VocabularyError(
                f"The merge {_shown(line)} was on line {seen[pair]:,} already; remove one.",
                line=number,
            )
        for part in pair:
            _check_token(part, line=number)
        seen[pair] = number
        merges[number] = pair
    if not merges:
        raise VocabularyError("There is no merge in this file; write two symbols on each line.")
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
    CONTINUATION_PREFIX.name: "The symbols that continue a word are marked with ##.",
    END_OF_WORD.name: "The symbols that end a word are marked with </w>.",
    LEADING_SPACE.name: "The symbols that begin a word after a space are marked with Ġ.",
    NONE.name: "The symbols bear no mark.",
}


def _from_lines(text: str) -> Vocabulary:
    if text.startswith("#version"):
        raise VocabularyError(
            "This is a merges.txt, which lists no tokens; choose it together with its vocab.json, "
            "or choose a vocab.txt or a tokenizer.json."
        )
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


def _parsed(text: str, file: str) -> dict[str, Any]:
    """A JSON object, each key in it once and no number in it huge."""
    try:
        content = json.loads(text, object_pairs_hook=_object, parse_int=_integer)
    except RecursionError:
        raise VocabularyError(
            f"This JSON is nested too deeply to be a {file}; choose another file."
        ) from None
    except VocabularyError:
        raise
    except ValueError as error:
        raise VocabularyError(
            f"This is not valid JSON, so it is no {file}; save it anew from the tool that made it.",
            line=getattr(error, "lineno", None),
        ) from None
    if not isinstance(content, dict):
        raise VocabularyError(f"A {file} is a JSON object, in braces; this is {_named(content)}.")
    return content


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(members)
    if len(made) != len(members):
        seen: set[str] = set()
        for key, _ in members:
            if key in seen:
                raise VocabularyError(
                    f"{_shown(key)} stands twice in the same JSON object; remove one of the two."
                )
            seen.add(key)
    return made


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise VocabularyError(
            f"The number that begins {digits[:10]} has {len(digits):,} digits; "
            "no number in a tokenizer is that large."
        )
    return int(digits)


def _from_json(text: str) -> Vocabulary:
    content = _parsed(text, "tokenizer.json")
    model = content.get("model")
    if not isinstance(model, dict):
        if len(content) > 1 and all(type(number) is int for number in content.values()):
            raise VocabularyError(
                "This is a vocab.json, which has no merges in it; choose it together with its "
                "merges.txt."
            )
        raise VocabularyError("This JSON has no model; choose a tokenizer.json.")
    kind = model.get("type", "BPE" if "merges" in model else "WordPiece")
    if kind not in ("WordPiece", "BPE"):
        raise VocabularyError(
            f"The model is of type {_named(kind)}; WordPiece and BPE can be shown here."
        )
    bpe = kind == "BPE"
    ids = _ids(model.get("vocab"), "model's vocab")
    _add_tokens(content.get("added_tokens"), ids)
    _check_ids(ids)
    notes: list[str] = []
    unk = model.get("unk_token")
    if unk is not None and not (isinstance(unk, str) and unk):
        raise VocabularyError("The model's unk_token must be a text or null.")
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
    limit = _limit(model.get("max_input_chars_per_word", 100))
    return Vocabulary(
        kind="bpe" if bpe else "wordpiece",
        ids=ids,
        merges=_merges(model.get("merges"), ids, prefix) if bpe else (),
        unk_token=unk if unk is not None or bpe else "[UNK]",
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
    "byte_fallback": "Byte fallback is not shown here; unknown characters stay unknown.",
    "fuse_unk": "Unknown characters in a row are one token there; here each is one.",
    "ignore_merges": "Words in the vocabulary are taken whole there; here merges make them.",
    "dropout": "Merges are left out at random there; here every one is made.",
}


def _ids(vocab: Any, where: str) -> dict[str, int]:
    if not isinstance(vocab, dict) or not vocab:
        raise VocabularyError(f"The {where} must be an object of tokens and ids.")
    _check_size(len(vocab))
    for token, number in vocab.items():
        _check_id(token, number)
        _check_token(token)
    return dict(vocab)


def _check_id(token: str, number: Any) -> None:
    if type(number) is not int or number < 0:
        raise VocabularyError(f"The id of {_shown(token)} must be a whole number from 0 on.")


def _add_tokens(added: Any, ids: dict[str, int]) -> None:
    """Special tokens may stand outside the model; they belong to the vocabulary all the same."""
    if added is None:
        return
    if not isinstance(added, list):
        raise VocabularyError("The added_tokens must be a list.")
    _check_size(len(ids) + len(added))
    for place, entry in enumerate(added, 1):
        token = entry.get("content") if isinstance(entry, dict) else None
        if not isinstance(token, str) or not token:
            raise VocabularyError(f"Added token {place:,} must be an object with content and id.")
        number = entry.get("id")
        _check_id(token, number)
        _check_token(token)
        if ids.setdefault(token, number) != number:
            raise VocabularyError(
                f"{_shown(token)} has the id {number:,} as an added token and {ids[token]:,} in "
                "the model's vocab; give it one id."
            )


def _check_ids(ids: Mapping[str, int]) -> None:
    """Each id once, and none left out."""
    seen: dict[int, str] = {}
    for token, number in ids.items():
        if number in seen:
            raise VocabularyError(
                f"The tokens {_shown(seen[number])} and {_shown(token)} have the same id "
                f"{number:,}; give each token its own."
            )
        seen[number] = token
    missing = next(number for number in range(len(seen) + 1) if number not in seen)
    if missing < len(seen):
        raise VocabularyError(
            f"No token has the id {missing:,}, though ids go up to {max(seen):,}; "
            "number the tokens from 0 on without a gap."
        )


def _merges(merges: Any, ids: Mapping[str, int], prefix: str) -> tuple[Pair, ...]:
    if not isinstance(merges, list):
        raise VocabularyError("A BPE model needs a list of merges.")
    _check_size(len(merges))
    pairs: dict[Pair, int] = {}
    for rank, merge in enumerate(merges, 1):
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if (
            not isinstance(parts, list)
            or len(parts) != 2
            or not all(isinstance(part, str) and part for part in parts)
        ):
            raise VocabularyError(f"Merge {rank:,} must be two tokens, as in 'h ug'.")
        pair = parts[0], parts[1]
        _check_merge(pair, prefix, ids, f"Merge {rank:,}")
        if pairs.setdefault(pair, rank) != rank:
            raise VocabularyError(
                f"Merge {rank:,} is the same as merge {pairs[pair]:,}; remove one of the two."
            )
    return tuple(pairs)


def _check_merge(
    pair: Pair, prefix: str, ids: Mapping[str, int], which: str, line: int | None = None
) -> None:
    made = pair[0] + pair[1][len(prefix) :]
    for verb, token in (("uses", pair[0]), ("uses", pair[1]), ("makes", made)):
        if token not in ids:
            raise VocabularyError(
                f"{which} {verb} {_shown(token)}, which is not in the vocabulary; take merges and "
                "vocabulary from the same training.",
                line=line,
            )


_SIMPLE = {"NFC": "nfc", "NFD": "nfd", "Lowercase": "lowercase", "StripAccents": "strip-accents"}


def _normalizer(parts: list[dict[str, Any]], notes: list[str]) -> Normalizer:
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
            notes.append(f"The normalizer {_named(kind)} is not known here and is left out.")

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


def _pre_tokenizer(parts: list[dict[str, Any]], notes: list[str]) -> str:
    names = {"BertPreTokenizer": "bert", "WhitespaceSplit": "whitespace", "ByteLevel": "gpt2"}
    kinds = [part.get("type") for part in parts]
    first = kinds[0] if kinds else None
    if len(kinds) == 1 and isinstance(first, str) and first in names:
        if first == "ByteLevel" and _flag(parts[0], "add_prefix_space"):
            notes.append("A space is put before the text there; here it is not.")
        return names[first]
    if kinds:
        shown = ", ".join(_named(kind) for kind in kinds[:4])
        # Its tokens spell bytes, which only this one of ours does.
        name, whose = ("gpt2", "GPT-2") if "ByteLevel" in kinds else ("bert", "BERT")
        notes.append(
            f"The pre-tokenizer {shown} is not known here; words are split as {whose} does."
        )
        return name
    notes.append("The file names no pre-tokenizer; words are split at spaces.")
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
        raise VocabularyError(f"The {name} must be an object, or a sequence of such, or null.")
    return list(inner)


def _flag(part: Mapping[str, Any], name: str) -> bool:
    value = part.get(name, True)
    if not isinstance(value, bool):
        raise VocabularyError(f"{name} must be true or false; it is {_named(value)}.")
    return value


def _text(model: Mapping[str, Any], name: str, default: str) -> str:
    value = model.get(name, default)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > 20:
        raise VocabularyError(f"The model's {name} must be a short text or null.")
    _check_token(value)
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
    if not token.isascii() and any("\ud800" <= char <= "\udfff" for char in token):
        raise VocabularyError(
            f"The token {_shown(token)} holds half of a surrogate pair, which is no character; "
            "remove it from the file.",
            line=line,
        )


def _shown(text: str) -> str:
    """A text in quotes, cut short; what cannot be printed is escaped."""
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _named(value: Any) -> str:
    """A value from JSON, however large or deep it is, in a few words."""
    if isinstance(value, str):
        return _shown(value)
    kinds = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")

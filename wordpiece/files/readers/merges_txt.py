"""Read the ``merges.txt`` of GPT-2, subword-nmt and fastBPE, and the ``vocab.json`` with it."""

from __future__ import annotations

from collections.abc import Iterable

from wordpiece.arguments import short_repr
from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import VocabularyError, expected
from wordpiece.files.readers.checks import (
    File,
    check_merge,
    check_token,
    check_vocabulary,
    lines_of,
    prepared_as,
    read_json,
    read_text,
    unknown_of,
)
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.marking import (
    CONTINUATION_PREFIX,
    END_OF_WORD,
    LEADING_SPACE,
    MEANINGS,
    NONE,
    Marking,
)
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import Normalizer, compose, unchanged
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, PreTokenizer, clip
from wordpiece.trainer import BERT_SPECIAL_TOKENS


def read_merges(
    merges_txt: File, vocab_json: File | None = None, *, marking: Marking | None = None
) -> VocabularyFile:
    """Read a BPE vocabulary from a ``merges.txt`` and, optionally, its ``vocab.json``.

    >>> vocabulary = read_merges(b"#version: 0.2\\nu g\\nh ug\\n")
    >>> vocabulary.merges, list(vocabulary.ids)
    ((('u', 'g'), ('h', 'ug')), ['g', 'h', 'u', 'ug', 'hug'])

    Without a vocab.json, ids are assigned as in GPT-2: first the alphabet by code point
    (for a byte-level file all 256), then the merged tokens. Without an unknown token, characters
    outside the vocabulary become tokens without an id, as in subword-nmt. A first line
    ``#version: 0.1``, subword-nmt's, means that the suffix is a separate symbol; with 0.2 it is
    part of the last character. A third column, fastBPE's counts, is ignored.

    Args:
        merges_txt, vocab_json: paths, or bytes.
        marking: the marking of words. None infers it from the symbols: ``##`` and ``</w>`` are
            these markings, and ``Ġ`` means GPT-2's bytes.

    Raises:
        VocabularyError: a line is not two symbols, a symbol is not in the vocab.json, or this is
            not an object of tokens and ids.
    """
    notes: list[Message] = []
    version, merges = _merge_lines(read_text(merges_txt, "merges.txt"), notes)
    symbols = {part for pair in merges.values() for part in pair}
    if any(symbol.startswith("▁") for symbol in symbols):
        raise VocabularyError(
            message(
                "These merges mark the beginning of a word with ▁, but the file does not say "
                "how a text is split into words. So the file cannot be used."
            )
        )
    byte_level = marking == LEADING_SPACE or (
        any("Ġ" in symbol for symbol in symbols) and CHAR_TO_BYTE.keys() >= {*"".join(symbols)}
    )
    if marking is None:
        marking = _marking_of(merges.values(), byte_level)
        notes.append(MEANINGS[marking.name])
    attached = bool(marking.suffix) and marking.suffix not in symbols and version != "0.1"
    merged = {line: marking.join(*pair) for line, pair in merges.items()}
    if vocab_json is None:
        start = set(CHAR_TO_BYTE) if marking == LEADING_SPACE else symbols - {*merged.values()}
        tokens = dict.fromkeys([*sorted(start), *merged.values()])
        ids = {token: i for i, token in enumerate(tokens)}
        notes.append(
            message(
                "Without a vocab.json, the tokens are numbered as in GPT-2: first "
                "the alphabet, then the tokens of the merges, in order."
            )
        )
    else:
        content = read_json(read_text(vocab_json, "vocab.json"), "vocab.json", notes)
        ids = check_vocabulary(content, "vocab.json", notes)
        for line, pair in merges.items():
            check_merge(pair, merged[line], ids, line)
    pre_tokenizer: PreTokenizer | str = "gpt2" if byte_level else "bert"
    normalizer: Normalizer = unchanged
    if attached and not byte_level and _spells_bytes(ids, marking.suffix):
        pre_tokenizer, normalizer = clip, compose(["nfc", "lowercase"])
        notes.append(prepared_as("CLIP"))
    elif byte_level:
        notes.append(prepared_as("GPT-2"))
    elif marking.suffix and vocab_json is None:
        pre_tokenizer = "whitespace"  # as in subword-nmt and fastBPE
        notes.append(message("The file names no pre-tokenizer, so texts are split at whitespace."))
    else:
        notes.append(prepared_as("BERT"))
    return VocabularyFile(
        kind="bpe",
        ids=ids,
        merges=tuple(merges.values()),
        unk_token=unknown_of(ids),
        prefix=marking.prefix,
        suffix=marking.suffix,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
        decoder=decoder_of(marking, pre_tokenizer),
        attach_suffix=attached,
        added=tuple(
            # In transformers the range of <mask> includes the space before it.
            AddedToken(token, lstrip=token == "<mask>")
            for token in _SPECIAL
            if token in ids
        ),
    )


def _spells_bytes(ids: Iterable[str], suffix: str) -> bool:
    """Return whether each byte has a token, within a word and at its end."""
    known = {*ids}
    return all(char in known and char + suffix in known for char in CHAR_TO_BYTE)


_SPECIAL = (
    "<|startoftext|>", "<|endoftext|>", "<s>", "</s>", "<pad>", "<mask>", *BERT_SPECIAL_TOKENS
)  # fmt: skip
"""Special tokens of GPT-2, CLIP, RoBERTa and BERT, as a vocab.json does not list them."""


def _merge_lines(text: str, notes: list[Message]) -> tuple[str, dict[int, Pair]]:
    """Return the version in the header, and line number to pair; notes repeated pairs."""
    version, pairs = pairs_of_lines(text, notes)
    merges: dict[int, Pair] = {}
    seen: set[Pair] = set()
    repeated: list[int] = []
    for number, pair in pairs:
        if pair in seen:
            repeated.append(number)
            continue
        seen.add(pair)
        merges[number] = pair
    if repeated:
        notes.append(
            message(
                "{n} {n:line|lines} ({n:|the first is }line {line}) {n:repeats|repeat} an earlier "
                "merge and {n:was|were} ignored.",
                n=len(repeated),
                line=repeated[0],
            )
        )
    return version, merges


def pairs_of_lines(text: str, notes: list[Message]) -> tuple[str, list[tuple[int, Pair]]]:
    """Return the version in the header, and each pair with the number of its line.

    Raises:
        VocabularyError: a line is not two symbols, or there is no pair.
    """
    lines = lines_of(text, notes)
    version, first = "", 1
    if "#version" in lines[0]:
        # In CLIP's file the name of the file comes first.
        version = lines.pop(0).partition("#version")[2].lstrip(": ").split(" ")[0]
        first = 2
    pairs: list[tuple[int, Pair]] = []
    for number, line in enumerate(lines, first):
        parts = line.rstrip(" ").split(" ")
        if len(parts) == 3 and parts[2].isdecimal():
            parts.pop()  # fastBPE's count of the pair
        # Two symbols may begin with ##, so only other lines are comments.
        if not line.strip() or (len(parts) != 2 and line.startswith("#")):
            continue
        if len(parts) != 2 or not all(parts):
            raise VocabularyError(
                expected(
                    message("two symbols with one space between them, as in h ug"),
                    found=short_repr(line),
                ),
                line=number,
            )
        for part in parts:
            check_token(part, line=number)
        pairs.append((number, (parts[0], parts[1])))
    if not pairs:
        raise VocabularyError(message("This list has no merge; write two symbols on each line."))
    return version, pairs


def _marking_of(merges: Iterable[Pair], byte_level: bool) -> Marking:
    right = {pair[1] for pair in merges}
    # The right symbol of a pair always continues a word, so all of them have the prefix.
    if all(len(part) > 2 and part.startswith(CONTINUATION_PREFIX.prefix) for part in right):
        return CONTINUATION_PREFIX
    if any(part.endswith(END_OF_WORD.suffix) for part in right):
        return END_OF_WORD
    return LEADING_SPACE if byte_level else NONE

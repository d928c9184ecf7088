"""Read the ``merges.txt`` of GPT-2 and subword-nmt, and the ``vocab.json`` that may go with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import PatternError, VocabularyError
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD, UNKNOWN
from wordpiece.files.readers.checks import (
    File,
    all_known,
    are_tokens,
    as_pairs,
    check_ids,
    check_merge,
    check_size,
    check_token,
    checked_ids,
    decoded,
    parsed,
    shown,
)
from wordpiece.files.readers.tokenizer_json import pattern_of
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import compose, in_turn, lowercase, nfc
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, PreTokenizer
from wordpiece.text.replace import Replace
from wordpiece.text.splits import ByteSpelling, Split, SplitSteps


def read_merges(
    merges_txt: File, vocab_json: File | None = None, *, marking: Marking | None = None
) -> VocabularyFile:
    """Read a BPE vocabulary from a ``merges.txt``, and its ``vocab.json`` if any: paths or bytes.

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
    version, merges = _merge_lines(decoded(merges_txt, "merges.txt"))
    symbols = {part for pair in merges.values() for part in pair}
    notes: list[Message] = []
    byte_level = marking == LEADING_SPACE or (
        any("Ġ" in symbol for symbol in symbols) and CHAR_TO_BYTE.keys() >= {*"".join(symbols)}
    )
    if marking is None:
        marking = _marking_of(merges.values(), byte_level)
        notes.append(_MARKING_NOTES[marking.name])
    notes.append(
        message(
            "The file names no pre-tokenizer; words are split as in GPT-2 and written as bytes."
        )
        if byte_level
        else message("The file names no pre-tokenizer; words are split as in BERT.")
    )
    attached = bool(marking.suffix) and marking.suffix not in symbols and version != "0.1"
    if vocab_json is None:
        made = [marking.join(*pair) for pair in merges.values()]
        start = set(CHAR_TO_BYTE) if marking == LEADING_SPACE else symbols.difference(made)
        ids = {token: i for i, token in enumerate(dict.fromkeys([*sorted(start), *made]))}
        notes.append(message("There is no vocab.json, so the tokens are numbered as in GPT-2."))
    else:
        ids = checked_ids(parsed(decoded(vocab_json, "vocab.json"), "vocab.json"), "vocab.json")
        check_ids(ids)
        if not all_known(merges.values(), marking.prefix, ids):
            for line, pair in merges.items():
                check_merge(pair, marking.prefix, ids, line=line)
    pre_tokenizer: PreTokenizer | str = "gpt2" if byte_level else "bert"
    normalizer = compose(())
    if attached and not byte_level and _spells_bytes(ids, marking.suffix):
        try:
            splits = Split(pattern_of(CLIP), "Removed", invert=True, written=CLIP)
            spaces = Replace(pattern_of(r"\s+"), " ", is_regex=True, written=r"\s+")
        except PatternError as error:
            notes[-1] = message("Words are split as in BERT: {reason}", reason=error.message)
        else:
            pre_tokenizer = SplitSteps((splits,), ByteSpelling())
            normalizer = in_turn((nfc, spaces, lowercase))
            notes[-1] = message(
                "The file names no pre-tokenizer; words are split as in CLIP, lowercased and "
                "written as bytes."
            )
    return VocabularyFile(
        kind="bpe",
        ids=ids,
        merges=tuple(merges.values()),
        unk_token=next((token for token in (UNKNOWN, "<unk>") if token in ids), None),
        prefix=marking.prefix,
        suffix=marking.suffix,
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
        decoder=decoder_of(marking, pre_tokenizer),
        attach_suffix=attached,
        added=tuple(AddedToken(token) for token in _SPECIAL if token in ids),
    )


CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
"""What CLIP takes for a word, as transformers writes it."""


def _spells_bytes(ids: Mapping[str, int], suffix: str) -> bool:
    """Return whether each byte has a token, inside a word and at its end."""
    return all(char in ids and char + suffix in ids for char in CHAR_TO_BYTE)


_SPECIAL = ("<|startoftext|>", "<|endoftext|>")
"""The special tokens of GPT-2 and CLIP; a vocab.json does not say which of its tokens are."""


def _merge_lines(text: str) -> tuple[str, dict[int, Pair]]:
    """Return the version in the header, and line number to pair."""
    lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
    check_size(len(lines))
    version, first = "", 1
    if lines[0].startswith("#version"):
        version = lines.pop(0).removeprefix("#version").lstrip(": ").split(" ")[0]
        first = 2
    if lines and are_tokens(lines) and (pairs := as_pairs(line.split(" ", 2) for line in lines)):
        return version, dict(enumerate(pairs, first))
    merges: dict[int, Pair] = {}
    seen: dict[Pair, int] = {}
    for number, line in enumerate(lines, first):
        parts = line.split(" ")
        # A line of two symbols may begin with ##, so only other lines are comments.
        if not line or (len(parts) != 2 and line.startswith("#")):
            continue
        if len(parts) != 2 or not all(parts):
            raise VocabularyError(
                message(
                    "Expected two symbols with one space between them, as in h ug; found {line}.",
                    line=shown(line),
                ),
                line=number,
            )
        pair = parts[0], parts[1]
        if pair in seen:
            raise VocabularyError(
                message(
                    "The merge {merge} is already on line {line}; remove one.",
                    merge=shown(line),
                    line=seen[pair],
                ),
                line=number,
            )
        for part in pair:
            check_token(part, line=number)
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
    NONE.name: message("The symbols have no mark."),
}

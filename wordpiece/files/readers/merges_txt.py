"""Read the ``merges.txt`` of GPT-2, subword-nmt and fastBPE, and the ``vocab.json`` with it."""

from __future__ import annotations

from collections.abc import Iterable

from wordpiece.encoding.added import AddedToken
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import VocabularyError
from wordpiece.files.common import MAX_INPUT_CHARS_PER_WORD
from wordpiece.files.readers.checks import (
    BYTE_LEVEL_NOTE,
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
    lines_of,
    parsed,
    shown,
    unknown_of,
)
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.marking import CONTINUATION_PREFIX, END_OF_WORD, LEADING_SPACE, NONE, Marking
from wordpiece.message import Message, message
from wordpiece.records import Pair
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import CHAR_TO_BYTE, PreTokenizer, clip
from wordpiece.trainer import BERT_SPECIAL_TOKENS


def read_merges(
    merges_txt: File, vocab_json: File | None = None, *, marking: Marking | None = None
) -> VocabularyFile:
    """Read a BPE vocabulary from a ``merges.txt``, and its ``vocab.json`` if any: paths or bytes.

    >>> vocabulary = read_merges(b"#version: 0.2\\nu g\\nh ug\\n")
    >>> vocabulary.merges, list(vocabulary.ids)
    ((('u', 'g'), ('h', 'ug')), ['g', 'h', 'u', 'ug', 'hug'])

    Without a vocab.json ids are counted as GPT-2 does: starting symbols by code point (of a
    byte-level file all 256), then what the merges make. If there is no unknown token, characters
    outside the vocabulary stay tokens, without an id, as in subword-nmt.

    The file does not say how words were marked, so it is read off the symbols: ``##`` and ``</w>``
    are what they look like, and ``Ġ`` means bytes as GPT-2 spells them. Pass ``marking`` to say it.
    A first line ``#version: 0.1``, subword-nmt's, means that a suffix is a symbol of its own; with
    0.2 it belongs to the last character. A third column, fastBPE's counts, is not needed.

    Raises:
        VocabularyError: a line is not two symbols, a symbol is not in the vocab.json, or that is
            not an object of tokens and ids; says where.
    """
    notes: list[Message] = []
    version, merges = _merge_lines(decoded(merges_txt, "merges.txt"), notes)
    symbols = {part for pair in merges.values() for part in pair}
    if any(symbol.startswith("▁") for symbol in symbols):
        raise VocabularyError(
            message(
                "These merges mark the beginning of a word with ▁, and the file does not say how a "
                "text is split; choose the tokenizer.json instead."
            )
        )
    byte_level = marking == LEADING_SPACE or (
        any("Ġ" in symbol for symbol in symbols) and CHAR_TO_BYTE.keys() >= {*"".join(symbols)}
    )
    if marking is None:
        marking = _marking_of(merges.values(), byte_level)
        notes.append(_MARKING_NOTES[marking.name])
    attached = bool(marking.suffix) and marking.suffix not in symbols and version != "0.1"
    if vocab_json is None:
        made = [marking.join(*pair) for pair in merges.values()]
        start = set(CHAR_TO_BYTE) if marking == LEADING_SPACE else symbols.difference(made)
        ids = {token: i for i, token in enumerate(dict.fromkeys([*sorted(start), *made]))}
        notes.append(message("There is no vocab.json, so the tokens are numbered as in GPT-2."))
    else:
        content = parsed(decoded(vocab_json, "vocab.json"), "vocab.json", notes)
        ids = checked_ids(content, "vocab.json")
        check_ids(ids, notes)
        if not all_known(merges.values(), marking.prefix, ids):
            for line, pair in merges.items():
                check_merge(pair, marking.prefix, ids, line=line)
    pre_tokenizer: PreTokenizer | str = "gpt2" if byte_level else "bert"
    normalizer = compose(())
    if attached and not byte_level and _spells_bytes(ids, marking.suffix):
        pre_tokenizer, normalizer = clip, compose(["nfc", "lowercase"])
        notes.append(
            message(
                "The file names no pre-tokenizer; words are split as in CLIP, lowercased and "
                "written as bytes."
            )
        )
    elif byte_level:
        notes.append(BYTE_LEVEL_NOTE)
    elif marking.suffix and vocab_json is None:
        pre_tokenizer = "whitespace"  # as subword-nmt and fastBPE have it
        notes.append(message("The file names no pre-tokenizer; words are split at spaces."))
    else:
        notes.append(message("The file names no pre-tokenizer; words are split as in BERT."))
    return VocabularyFile(
        kind="bpe",
        ids=ids,
        merges=tuple(merges.values()),
        unk_token=unknown_of(ids),
        prefix=marking.prefix,
        suffix=marking.suffix,
        max_input_chars_per_word=MAX_INPUT_CHARS_PER_WORD,
        normalizer=normalizer,
        pre_tokenizer=pre_tokenizer,
        notes=tuple(notes),
        decoder=decoder_of(marking, pre_tokenizer),
        attach_suffix=attached,
        added=tuple(
            # As transformers has it, <mask> takes the space before it.
            AddedToken(token, lstrip=token == "<mask>")
            for token in _SPECIAL
            if token in ids
        ),
    )


def _spells_bytes(ids: Iterable[str], suffix: str) -> bool:
    """Return whether each byte has a token, inside a word and at its end."""
    known = {*ids}
    return all(char in known and char + suffix in known for char in CHAR_TO_BYTE)


_SPECIAL = (
    "<|startoftext|>", "<|endoftext|>", "<s>", "</s>", "<pad>", "<mask>", *BERT_SPECIAL_TOKENS
)  # fmt: skip
"""Special tokens of GPT-2, CLIP, RoBERTa and BERT. A vocab.json does not say which are special."""


def _merge_lines(text: str, notes: list[Message]) -> tuple[str, dict[int, Pair]]:
    """Return the version in the header, and line number to pair.

    Args:
        text: of the file.
        notes: remarks are added to it.
    """
    lines = lines_of(text, notes)
    check_size(len(lines))
    version, first = "", 1
    if "#version" in lines[0]:
        # In CLIP's own file the name of the file comes first.
        version = lines.pop(0).partition("#version")[2].lstrip(": ").split(" ")[0]
        first = 2
    if lines and are_tokens(lines) and (pairs := as_pairs(line.split(" ", 2) for line in lines)):
        return version, dict(enumerate(pairs, first))
    merges: dict[int, Pair] = {}
    seen: dict[Pair, int] = {}
    again: list[int] = []
    for number, line in enumerate(lines, first):
        parts = line.rstrip(" ").split(" ")
        if len(parts) == 3 and parts[2].isdecimal():
            parts.pop()  # fastBPE's count of the pair
        # A line of two symbols may begin with ##, so only other lines are comments.
        if not line.strip() or (len(parts) != 2 and line.startswith("#")):
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
            again.append(number)
            continue
        for part in pair:
            check_token(part, line=number)
        seen[pair] = number
        merges[number] = pair
    if not merges:
        raise VocabularyError(
            message("There is no merge in this file; write two symbols on each line.")
        )
    if again:
        notes.append(
            message(
                "{n} merge is listed again further down, on line {line}; its first place counts.",
                "{n} merges are listed again further down, the first on line {line}; their first "
                "places count.",
                n=len(again),
                line=again[0],
            )
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

"""Read a ``.tiktoken`` file: on each line a token, its bytes in base64, and its rank, its id.

The file lists no merges. A training makes each token of two earlier ones, and these are found by
encoding the token itself with the tokens before it.

Source: `_byte_pair_merge` of tiktoken, which merges the neighbours whose joined bytes have the
lowest rank.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from wordpiece.arguments import short_repr
from wordpiece.encoding.decoders import decoder_of
from wordpiece.errors import VocabularyError, expected
from wordpiece.files.readers.checks import (
    MAX_TOKEN_LENGTH,
    lines_of,
    note_shared_ids,
    prepared_as,
)
from wordpiece.files.readers.vocabulary import VocabularyFile
from wordpiece.marking import LEADING_SPACE
from wordpiece.message import Message, message
from wordpiece.text.pre_tokenizers import BYTE_TO_CHAR

_LINE = re.compile(r"([A-Za-z0-9+/]+={0,2}) (\d{1,9})")


def is_tiktoken(lines: list[str]) -> bool:
    """Return whether lines are tokens in base64, some of one byte, with increasing ranks."""
    found = [_LINE.fullmatch(line.strip()) for line in lines]
    good = [match for match in found if match and len(match[1]) % 4 == 0]
    ranks = [int(match[2]) for match in good]
    return (
        10 * len(good) >= 9 * len(lines) > 0
        and any(match[1].endswith("==") for match in good)
        and ranks == sorted(ranks)
    )


def read_tiktoken(text: str) -> VocabularyFile:
    """Read the text of a ``.tiktoken`` file.

    Raises:
        VocabularyError: a line is not a token in base64 and its rank.
    """
    notes: list[Message] = []
    lines = lines_of(text, notes)
    ranks: dict[bytes, int] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            token, rank = _entry(line.strip(), number)
            ranks[token] = rank
    ids = {_spell(token): rank for token, rank in ranks.items()}
    note_shared_ids(ids, notes)
    by_rank = sorted(ranks, key=ranks.__getitem__)
    splits = [_split(token, ranks) for token in by_rank if len(token) > 1]
    pairs = [(split[0], split[1]) for split in splits if len(split) == 2]
    ambiguous = [split for split in splits if len(split) != 2]
    if ambiguous:
        pairs = [*_all_pairs(by_rank)]
        notes.append(
            message(
                "{n} {n:token,|tokens, such as} {token}, {n:becomes|each become} more than two "
                "tokens if {n:it is|they are} encoded with the earlier tokens, so it is unclear "
                "which {n:merge|merges} made {n:this token|these tokens}. Any two tokens of this "
                "file that together spell another token therefore count as a merge.",
                n=len(ambiguous),
                token=short_repr(_spell(b"".join(ambiguous[0]))),
            )
        )
    notes.append(prepared_as("GPT-2"))
    return VocabularyFile(
        kind="bpe",
        ids=ids,
        merges=tuple((_spell(left), _spell(right)) for left, right in pairs),
        unk_token=None,
        pre_tokenizer="gpt2",
        notes=tuple(notes),
        decoder=decoder_of(LEADING_SPACE, "gpt2"),
    )


def _entry(line: str, number: int) -> tuple[bytes, int]:
    match = _LINE.fullmatch(line)
    try:
        token = base64.b64decode(match[1], validate=True) if match else b""
    except ValueError:
        token = b""
    if not match or not 0 < len(token) <= MAX_TOKEN_LENGTH:
        raise VocabularyError(
            expected(
                message("a token in base64 and its rank, as in aHVn 4"),
                found=short_repr(line),
            ),
            line=number,
        )
    return token, int(match[2])


def _spell(token: bytes) -> str:
    return "".join(map(BYTE_TO_CHAR.__getitem__, token))


def _split(token: bytes, ranks: Mapping[bytes, int]) -> list[bytes]:
    """Return the parts of a token that is encoded with the tokens of lower rank."""
    parts = [token[i : i + 1] for i in range(len(token))]
    limit = ranks[token]
    while len(parts) > 2:
        joined = [ranks.get(left + right, limit) for left, right in pairwise(parts)]
        lowest = min(joined)
        if lowest >= limit:
            break
        at = joined.index(lowest)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return parts


def _all_pairs(tokens: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield every two tokens that spell a token together, in the order of ``tokens``."""
    known = {*tokens, *(bytes([byte]) for byte in range(256))}
    for token in tokens:
        for cut in range(1, len(token)):
            if token[:cut] in known and token[cut:] in known:
                yield token[:cut], token[cut:]

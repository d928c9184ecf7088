"""Hostile files, as strangers may write them."""

import json
from typing import Any

from pages.foreign.file import File

TOKENIZER: dict[str, Any] = {
    "added_tokens": [],
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "model": {
        "type": "BPE",
        "vocab": {"h": 0, "u": 1, "g": 2, "ug": 3, "a": 4, "b": 5},
        "merges": ["u g"],
    },
}


def tokenizer_json(**parts: object) -> File:
    """A small tokenizer.json with some other parts."""
    return File(json.dumps(TOKENIZER | parts).encode())


def by_pattern(pattern: str) -> dict[str, Any]:
    """A pre-tokenizer that splits by a regular expression."""
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


def replaces(times: int) -> File:
    """A file that replaces each letter a by 19, again and again."""
    replace = {"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 19}
    return tokenizer_json(normalizer={"type": "Sequence", "normalizers": [replace] * times})


def many_lengths() -> File:
    """A vocabulary of 8 MB whose tokens have 4,000 lengths; its longest match takes minutes."""
    vocabulary = {"[UNK]": 0} | {"a" * length: length for length in range(1, 4_001)}
    return tokenizer_json(
        model={
            "type": "WordPiece",
            "vocab": vocabulary,
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "",
            "max_input_chars_per_word": 10**6,
        }
    )


STACK = "(?:ab|cd){99999}(?:ab|cd){99999}"
NESTED = "(?:a{99999}){99999}"
BACKTRACKS = "(?:a|aa)+[bd]"


HOSTILE: dict[str, tuple[File, str]] = {
    "stack": (tokenizer_json(pre_tokenizer=by_pattern(STACK)), "abcd" * 2_000),
    "nested": (tokenizer_json(pre_tokenizer=by_pattern(NESTED)), "a" * 20_000),
    "replace": (replaces(7), "a"),
    "lengths": (many_lengths(), "a" * 100_000),
    "backtracks": (tokenizer_json(pre_tokenizer=by_pattern(BACKTRACKS)), "a" * 200 + "c"),
}
"""Files, each with a text on which it does harm."""

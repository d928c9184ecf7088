"""The parts of a tokenizer.json that describe the pre-tokenizers and decoders of this package."""

from __future__ import annotations

import re
from typing import Any

from wordpiece.encoding.decoders import Decoder
from wordpiece.text.normalizers import CJK_RANGES
from wordpiece.text.scripts import SCRIPTS

UNKNOWN = "[UNK]"

# The characters that are words in BERT, as the inside of a character class of the library.
_ALONE = r"!-/:-@\[-`{-~\p{P}" + "".join(
    f"\\x{{{first:x}}}-\\x{{{last:x}}}" for first, last in CJK_RANGES
)

WORD_ENDS = {
    "whitespace": r"(?<=\S)(?=\s|\z)",
    "bert": rf"(?<=[{_ALONE}])|(?<=[^\s{_ALONE}])(?=[\s{_ALONE}]|\z)",
}
"""Pre-tokenizer to a regex that matches the empty string after each word, to add a suffix."""

_MORE_OF = {"Han": r"[\p{Han}&&\p{N}]\x{3006}"}
"""Script to its characters that are not letters: numerals, and 〆, which Japanese also uses."""


def _runs_of_one_script() -> str:
    """Return the rule of `wordpiece.text.scripts` as a regex of the `tokenizers` library."""
    scripts = dict.fromkeys(SCRIPTS.values())
    listed = "".join(rf"\p{{{script}}}" for script in scripts)
    of_script = [rf"[[\p{{{script}}}&&\p{{L}}]{_MORE_OF.get(script, '')}]" for script in scripts]
    number = r"[\p{N}&&[^\p{Han}]]"
    other = rf"(?!\g<mark>)[^\s\x{{200B}}\p{{P}}\p{{S}}\p{{N}}\x{{3006}}{listed}]"
    mark = (
        r"[[\p{M}\p{Cf}\x{1F3FB}-\x{1F3FF}\x{3031}-\x{3035}\x{FF9E}\x{FF9F}"
        rf"[\p{{Lm}}&&[^{listed}]]]&&[^\x{{200B}}]]"
    )
    flag = r"[\x{1F1E6}-\x{1F1FF}]"
    symbol = r"[\p{S}&&[^\x{1F1E6}-\x{1F1FF}\x{1F3FB}-\x{1F3FF}]]"
    return "|".join(
        (
            rf"(?<mark>{mark}){{0}}\p{{P}}\g<mark>*",
            rf"{flag}\g<mark>*(?:{flag}\g<mark>*)?",
            rf"{symbol}\g<mark>*(?:(?<=\x{{200D}})[{symbol}{flag}]\g<mark>*)*",
            *(rf"(?:{kind}\g<mark>*)+" for kind in (*of_script, number, other)),
            r"\g<mark>+",
        )
    )


RUNS_OF_ONE_SCRIPT = {
    "type": "Split",
    "pattern": {"Regex": _runs_of_one_script()},
    "behavior": "Removed",
    "invert": True,
}
"""The pre-tokenizer `scripts`: its words are the matches of the regex. `UnicodeScripts` of the
library has another rule."""

BYTE_LEVEL: dict[str, Any] = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": True,
}
"""The pre-tokenizer `gpt2_byte_level`, and its decoder."""

CLIP: dict[str, Any] = {
    "type": "Sequence",
    "pretokenizers": [
        {
            "type": "Split",
            "pattern": {"Regex": r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"},
            "behavior": "Removed",
            "invert": True,
        },
        BYTE_LEVEL | {"use_regex": False},
    ],
}
"""The pre-tokenizer `clip`, as transformers writes it."""


METASPACE_JSON: dict[str, Any] = {
    "type": "Metaspace",
    "replacement": "▁",
    "prepend_scheme": "always",
}
"""The decoder of `metaspace`, and with ``WhitespaceSplit`` before it the pre-tokenizer."""


def decoder_json(decoder: Decoder) -> dict[str, Any]:
    """Return a decoder as a part of a tokenizer.json."""
    if decoder.kind == "wordpiece":
        return {"type": "WordPiece", "prefix": decoder.prefix, "cleanup": decoder.clean}
    if decoder.kind == "bpe":
        return {"type": "BPEDecoder", "suffix": decoder.suffix}
    if decoder.kind == "joined":
        return {"type": "Fuse"}
    parts: list[dict[str, Any]] = [METASPACE_JSON if decoder.kind == "metaspace" else BYTE_LEVEL]
    if decoder.prefix:
        parts.insert(0, _replace("^" + re.escape(decoder.prefix), ""))
    if decoder.suffix:
        parts.insert(0, _replace(re.escape(decoder.suffix) + "$", "Ġ"))
        parts.append({"type": "Strip", "content": " ", "start": 0, "stop": 1})
    return {"type": "Sequence", "decoders": parts} if len(parts) > 1 else parts[0]


def _replace(regex: str, content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"Regex": regex}, "content": content}

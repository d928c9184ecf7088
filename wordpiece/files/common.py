"""What the readers and the writers of vocabulary files share."""

from __future__ import annotations

import re
from typing import Any

from wordpiece.encoding.decoders import Decoder
from wordpiece.text.normalizers import CJK_RANGES
from wordpiece.text.scripts import SCRIPTS

UNKNOWN = "[UNK]"

MAX_INPUT_CHARS_PER_WORD = 100
"""The longest word that BERT's longest match looks at; also `WordPieceEncoder`'s limit."""

# Characters that BERT makes words of their own, as the inside of a character class in the regexes
# of the `tokenizers` library.
_ALONE = r"!-/:-@\[-`{-~\p{P}" + "".join(
    f"\\x{{{first:x}}}-\\x{{{last:x}}}" for first, last in CJK_RANGES
)

WORD_ENDS = {
    "whitespace": r"(?<=\S)(?=\s|\z)",
    "bert": rf"(?<=[{_ALONE}])|(?<=[^\s{_ALONE}])(?=[\s{_ALONE}]|\z)",
}
"""Pre-tokenizer to a regex that matches the empty string after each of its words.

A tokenizer.json that `wordpiece.files.writers` made uses it to add an end-of-word suffix.
"""


def _runs_of_one_script() -> str:
    """Write the rule of `wordpiece.text.scripts` in the regexes of the `tokenizers` library."""
    scripts = dict.fromkeys(SCRIPTS.values())
    listed = "".join(rf"\p{{{script}}}" for script in scripts)
    of_script = [rf"[[\p{{{script}}}&&\p{{L}}]{MORE_OF.get(script, '')}]" for script in scripts]
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


MORE_OF = {"Han": r"[\p{Han}&&\p{N}]\x{3006}"}
"""What else, beside its letters, is of a script: numerals, and 〆, which Japanese also uses."""

RUNS_OF_ONE_SCRIPT = {
    "type": "Split",
    "pattern": {"Regex": _runs_of_one_script()},
    "behavior": "Removed",
    "invert": True,
}
"""The pre-tokenizer of a tokenizer.json that cuts as `wordpiece.text.scripts` does: its words are
what the regex matches. `UnicodeScripts` of the library would not do."""

BYTE_LEVEL: dict[str, Any] = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": True,
}
"""The pre-tokenizer, and the decoder that undoes it."""

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
"""The pre-tokenizer `wordpiece.text.pre_tokenizers.clip`, as transformers writes it."""


def decoder_json(decoder: Decoder) -> dict[str, Any] | None:
    """Return a decoder as a tokenizer.json describes it."""
    if decoder.kind == "wordpiece":
        return {"type": "WordPiece", "prefix": decoder.prefix, "cleanup": decoder.clean}
    if decoder.kind == "bpe":
        return {"type": "BPEDecoder", "suffix": decoder.suffix}
    if decoder.kind != "byte-level":
        return {"type": "Fuse"} if decoder.kind == "joined" else None
    parts: list[dict[str, Any]] = [BYTE_LEVEL]
    if decoder.prefix:
        parts.insert(0, _replace("^" + re.escape(decoder.prefix), ""))
    if decoder.suffix:
        parts.insert(0, _replace(re.escape(decoder.suffix) + "$", "Ġ"))
        parts.append({"type": "Strip", "content": " ", "start": 0, "stop": 1})
    return {"type": "Sequence", "decoders": parts} if len(parts) > 1 else BYTE_LEVEL


def _replace(regex: str, content: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"Regex": regex}, "content": content}

"""What the readers and the writers of vocabulary files share."""

from __future__ import annotations

from wordpiece.text.normalizers import CJK_RANGES

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

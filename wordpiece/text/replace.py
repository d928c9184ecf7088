"""`Replace`: the normalizer that puts one text for another, or for what a pattern matches.

Source: `Replace` of the `tokenizers` library.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wordpiece.text.patterns import spans_of

__all__ = ["Replace"]


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a text for each match of a pattern.

    Attributes:
        pattern: a text, or a regular expression as `wordpiece.text.patterns` translates it.
        content: what is put there.
        is_regex: the pattern is a regular expression.
        written: the expression as the file has it.

    >>> Replace("--", "-")("a--b")
    'a-b'

    Calling it raises PatternError if the pattern takes too long.
    """

    pattern: str
    content: str
    is_regex: bool = False
    written: str = ""

    def __call__(self, text: str) -> str:
        return self.replaced(text)[0]

    def replaced(self, text: str) -> tuple[str, list[int]]:
        """Return the text with each match replaced, and where each of its characters came from.

        What is put in has the place of the last character that it is put for.
        """
        made: list[str] = []
        sources: list[int] = []
        at = 0
        for start, end in self._matches(text):
            made += text[at:start], self.content
            sources += range(at, start)
            sources += [max(end - 1, 0)] * len(self.content)
            at = end
        made.append(text[at:])
        sources += range(at, len(text))
        return "".join(made), sources

    def _matches(self, text: str) -> list[tuple[int, int]]:
        if self.is_regex:
            return spans_of(self.pattern, text)
        return [match.span() for match in re.finditer(re.escape(self.pattern), text)]

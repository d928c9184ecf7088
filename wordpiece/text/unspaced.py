"""Detect a text without spaces, which BERT's rule would split into single characters.

"我喜欢咖啡。"   split by `bert`:     我 喜 欢 咖 啡 。     no word has a pair of symbols
                split by `scripts`:  我喜欢咖啡 。
"""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category

from wordpiece.text.pre_tokenizers import split_words

JUDGED = 100_000
"""Characters at the beginning of a text that are examined."""


class WordCount(NamedTuple):
    """The number of words that are a single character, and the number of all words."""

    single: int
    words: int


def count_words(text: str, pre_tokenizer: str = "bert") -> WordCount:
    """Count the words with a letter or a digit, and those of them with only one character.

    >>> count_words("我喜欢咖啡。"), count_words("Don't panic!")
    (WordCount(single=5, words=5), WordCount(single=1, words=3))
    """
    words = split_words(text[:JUDGED], pre_tokenizer)
    lengths = [len(word) for word in words if any(category(char)[0] in "LN" for char in word)]
    return WordCount(lengths.count(1), len(lengths))


def is_unspaced(text: str) -> bool:
    """Return whether to split a text into runs of one script instead of as BERT does.

    This is so if more than half of BERT's words are a single character, and fewer are if words
    are runs of one script.

    >>> is_unspaced("東京は日本の首都です。"), is_unspaced("a b c hug")
    (True, False)
    """
    by_bert = count_words(text)
    if 2 * by_bert.single <= by_bert.words:
        return False
    return count_words(text, "scripts").single < by_bert.single

"""Tell a text without spaces, of which BERT's rule would leave nothing to merge.

"我喜欢咖啡。"   by BERT's rule:  我 喜 欢 咖 啡 。     no word has a pair of symbols
                by `scripts`:    我喜欢咖啡 。
"""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category

from wordpiece.text.pre_tokenizers import split_words

JUDGED = 100_000
"""By so many characters from the beginning a text is judged."""


class Alone(NamedTuple):
    """How many words BERT's rule makes of a text, and how many of them are one character.

    Punctuation and symbols, which stand alone by every such rule, are not counted.

    >>> alone("hug a pug").single / alone("hug a pug").words
    0.3333333333333333
    """

    single: int
    words: int


def alone(text: str, pre_tokenizer: str = "bert") -> Alone:
    """Count the words with a letter or a digit, and those of them that are one character.

    >>> alone("我喜欢咖啡。"), alone("Don't panic!")
    (Alone(single=5, words=5), Alone(single=1, words=3))
    """
    words = split_words(text[:JUDGED], pre_tokenizer)
    lengths = [len(word) for word in words if any(category(char)[0] in "LN" for char in word)]
    return Alone(lengths.count(1), len(lengths))


def is_unspaced(text: str) -> bool:
    """Return whether to split a text into runs of one script, and not as BERT does.

    The rule: BERT's makes more than half of the words a single character, and fewer of them are
    if words are runs of one script.

    >>> is_unspaced("我喜欢咖啡。"), is_unspaced("東京は日本の首都です。"), is_unspaced("a b c hug")
    (True, True, False)
    """
    by_bert = alone(text)
    return 2 * by_bert.single > by_bert.words and alone(text, "scripts").single < by_bert.single

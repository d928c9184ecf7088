"""The stages from a text to ids, each with its result.

    Hugs!  --normalization-->  hugs!  --pre-tokenization-->  hugs  !
           --symbols-->  h ##u ##g ##s  !  --tokens-->  hug ##s  !

`Encoder.encode` returns only the tokens.
"""

from __future__ import annotations

from dataclasses import dataclass

from wordpiece.encoding.encoders import Encoder
from wordpiece.marking import Marking
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import split_words


@dataclass(frozen=True, slots=True)
class Stages:
    """The results of all stages for one text.

    Attributes:
        normalized: the text after normalization.
        words: its words after pre-tokenization.
        symbols: the starting symbols of each word, which merges combine; longest match works on
            the words and does not need them.
        tokens: the tokens of all words, with their ids.
    """

    normalized: str
    words: tuple[str, ...]
    symbols: tuple[tuple[str, ...], ...]
    tokens: tuple[EncodedToken, ...]


def stages(text: str, encoder: Encoder, normalizer: Normalizer, marking: Marking) -> Stages:
    """Return the results of all stages, with the pre-tokenizer of the encoder.

    >>> found = stages("Hug!", WordPieceEncoder(["hug", "!"]), str.lower, CONTINUATION_PREFIX)
    >>> found.normalized, found.words, found.symbols
    ('hug!', ('hug', '!'), (('h', '##u', '##g'), ('!',)))
    >>> [(token.token, token.id) for token in found.tokens]
    [('hug', 0), ('!', 1)]
    """
    normalized = normalizer(text)
    words = tuple(split_words(normalized, encoder.pre_tokenizer))
    symbols = tuple(marking.split(word) for word in words)
    return Stages(normalized, words, symbols, tuple(encoder.encode(text, normalizer)))

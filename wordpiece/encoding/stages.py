"""The stages that a text goes through on its way to ids, each with what it made of the text.

    Hugs!  --normalization-->  hugs!  --pre-tokenization-->  hugs  !
           --symbols-->  h ##u ##g ##s  !  --tokens-->  hug ##s  !

`Encoder.encode` does the same in one go and returns the tokens alone.
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
    """What each stage made of a text.

    >>> from wordpiece import WordPieceEncoder
    >>> from wordpiece.marking import CONTINUATION_PREFIX
    >>> from wordpiece.text.normalizers import lowercase
    >>> encoder = WordPieceEncoder(["hug", "##s"])
    >>> found = stages("Hugs", encoder, lowercase, CONTINUATION_PREFIX)
    >>> found.normalized, found.words, [token.token for token in found.tokens]
    ('hugs', ('hugs',), ['hug', '##s'])

    Attributes:
        normalized: the text after normalization.
        words: what pre-tokenization cut it into.
        symbols: the starting symbols of each word. Merges begin with them; longest match works on
            the words and has no use for them.
        tokens: the tokens of all words, with their ids.
    """

    normalized: str
    words: tuple[str, ...]
    symbols: tuple[tuple[str, ...], ...]
    tokens: tuple[EncodedToken, ...]


def stages(text: str, encoder: Encoder, normalizer: Normalizer, marking: Marking) -> Stages:
    """Return what each stage makes of a text; words are those of the encoder's pre-tokenizer.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> from wordpiece.marking import CONTINUATION_PREFIX
    >>> from wordpiece.text.normalizers import lowercase
    >>> found = stages("Hug!", WordPieceEncoder(["hug", "!"]), lowercase, CONTINUATION_PREFIX)
    >>> found.normalized, found.words, found.symbols
    ('hug!', ('hug', '!'), (('h', '##u', '##g'), ('!',)))
    >>> [(token.token, token.id) for token in found.tokens]
    [('hug', 0), ('!', 1)]
    """
    normalized = normalizer(text)
    words = tuple(split_words(normalized, encoder.pre_tokenizer))
    symbols = tuple(marking.split(word) for word in words)
    return Stages(normalized, words, symbols, tuple(encoder.encode(text, normalizer)))

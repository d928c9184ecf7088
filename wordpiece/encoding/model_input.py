"""What a model reads beside the tokens of a text: BERT's special tokens.

    one text            [CLS] hug ##s [SEP]
    two texts           [CLS] hug ##s [SEP] a pug [SEP]
    a batch of texts    [CLS] hug ##s [SEP]          attention mask  1 1 1 1
                        [CLS] hug [SEP] [PAD]                        1 1 1 0
    a hidden token      a [MASK] hugs

Source: Devlin et al. 2019, BERT, sections 3 and 3.1, and Google's code of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from wordpiece.encoding.added import AddedToken, encode_with_added
from wordpiece.encoding.encoders import Encoder
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.trainer import BERT_SPECIAL_TOKENS

CLS, SEP, PAD = "[CLS]", "[SEP]", "[PAD]"


def special(token: str, encoder: Encoder) -> EncodedToken:
    """Return a special token with its id; it belongs to no word and covers no character.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> special("[CLS]", WordPieceEncoder(["[PAD]", "[CLS]"]))
    EncodedToken(token='[CLS]', id=1, word=-1, start=0, end=0, unknown=False)
    """
    return EncodedToken(token, encoder.ids.get(token), -1, 0, 0, False)


def is_special(token: EncodedToken) -> bool:
    """Return whether a token was put in, or typed, as a special one.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["[CLS]", "[SEP]", "hug"])
    >>> [is_special(token) for token in model_input([encoder.encode("hug")], encoder)]
    [True, False, True]
    """
    return token.word < 0


def encode_typed(
    text: str,
    encoder: Encoder,
    normalizer: Normalizer = unchanged,
    tokens: Sequence[str] = BERT_SPECIAL_TOKENS,
) -> list[EncodedToken]:
    """Return the tokens of a text in which special tokens stand for themselves.

    They are found before normalization, as they would otherwise be split like any other word.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["[MASK]", "a", "hug"])
    >>> [(token.token, token.id) for token in encode_typed("a[MASK] hug", encoder)]
    [('a', 1), ('[MASK]', 0), ('hug', 2)]
    """
    return encode_with_added(text, encoder, [*map(AddedToken, tokens)], normalizer)


def model_input(
    texts: Sequence[Sequence[EncodedToken]], encoder: Encoder, *, cls: str = CLS, sep: str = SEP
) -> list[EncodedToken]:
    """Return one text, or two, as BERT reads them: a token at the beginning, one after each text.

    Args:
        texts: the tokens of each text, as `Encoder.encode` gives them.
        encoder: knows the ids of ``cls`` and ``sep``; a token without an id gets None.
        cls, sep: the token at the beginning, and the one after each text.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["hug", "pug"])
    >>> both = model_input([encoder.encode("hug"), encoder.encode("pug")], encoder)
    >>> [token.token for token in both]
    ['[CLS]', 'hug', '[SEP]', 'pug', '[SEP]']
    """
    found = [special(cls, encoder)]
    for text in texts:
        found += [*text, special(sep, encoder)]
    return found


def padded(
    rows: Sequence[Sequence[EncodedToken]], encoder: Encoder, *, pad: str = PAD
) -> list[tuple[list[EncodedToken], list[int]]]:
    """Return rows of equal length, each with its attention mask: 1 is to be read, 0 is padding.

    >>> from wordpiece.encoding.encoders import WordPieceEncoder
    >>> encoder = WordPieceEncoder(["hug", "##s"])
    >>> [mask for _, mask in padded([encoder.encode("hugs"), encoder.encode("hug")], encoder)]
    [[1, 1], [1, 0]]
    """
    longest = max(map(len, rows), default=0)
    return [
        (
            [*row, *[special(pad, encoder)] * (longest - len(row))],
            [1] * len(row) + [0] * (longest - len(row)),
        )
        for row in rows
    ]

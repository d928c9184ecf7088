"""The input of a model: the tokens of texts with BERT's special tokens.

    one text            [CLS] hug ##s [SEP]
    two texts           [CLS] hug ##s [SEP] a pug [SEP]
    a batch of texts    [CLS] hug ##s [SEP]          attention mask  1 1 1 1
                        [CLS] hug [SEP] [PAD]                        1 1 1 0
    a hidden token      a [MASK] hugs

Source: Devlin et al. 2019, BERT, sections 3 and 3.1, and Google's code.
"""

from __future__ import annotations

from collections.abc import Sequence

from wordpiece.encoding.added import AddedToken, encode_with_added
from wordpiece.encoding.encoders import Encoder
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, unchanged
from wordpiece.trainer import BERT_SPECIAL_TOKENS

CLS, SEP, PAD = "[CLS]", "[SEP]", "[PAD]"


def _special(token: str, encoder: Encoder) -> EncodedToken:
    """Return a special token with its id; its word is -1 and its range is empty."""
    return EncodedToken(token, encoder.ids.get(token), -1, 0, 0, False)


def is_special(token: EncodedToken) -> bool:
    """Return whether a token was inserted, or found in the text, as a special token."""
    return token.word < 0


def encode_typed(
    text: str, encoder: Encoder, normalizer: Normalizer = unchanged
) -> list[EncodedToken]:
    """Return the tokens of a text, among them the special tokens that were typed in it."""
    return encode_with_added(text, encoder, [*map(AddedToken, BERT_SPECIAL_TOKENS)], normalizer)


def model_input(texts: Sequence[Sequence[EncodedToken]], encoder: Encoder) -> list[EncodedToken]:
    """Return one text, or two, as BERT reads them: `CLS` first, and `SEP` after each text.

    Args:
        texts: the tokens of each text, from `Encoder.encode`.
        encoder: has the ids of special tokens; a token without an id gets None.

    >>> encoder = WordPieceEncoder(["hug", "pug"])
    >>> both = model_input([encoder.encode("hug"), encoder.encode("pug")], encoder)
    >>> [token.token for token in both]
    ['[CLS]', 'hug', '[SEP]', 'pug', '[SEP]']
    """
    tokens = [_special(CLS, encoder)]
    for text in texts:
        tokens += [*text, _special(SEP, encoder)]
    return tokens


def padded(
    rows: Sequence[Sequence[EncodedToken]], encoder: Encoder
) -> list[tuple[list[EncodedToken], list[int]]]:
    """Return rows of equal length with their attention masks: 1 for a token, 0 for padding.

    >>> encoder = WordPieceEncoder(["hug", "##s"])
    >>> [mask for _, mask in padded([encoder.encode("hugs"), encoder.encode("hug")], encoder)]
    [[1, 1], [1, 0]]
    """
    longest = max(map(len, rows), default=0)
    return [
        (
            [*row, *[_special(PAD, encoder)] * (longest - len(row))],
            [1] * len(row) + [0] * (longest - len(row)),
        )
        for row in rows
    ]

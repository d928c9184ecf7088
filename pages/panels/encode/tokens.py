"""The tokens of the text, and what they decode to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from pages.locale import say, told
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import heading, nothing
from pages.panels.html.templates import pieces
from pages.panels.html.text import readable
from pages.panels.shared.chips import UNKNOWN, chip
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.records import EncodedToken
from wordpiece.text.pre_tokenizers import is_byte_level

_piece = pieces("panels/encode/tokens.html")

MAX_CHIPS = 1_000
"""Tokens drawn; a longer text is encoded in full, and the counts are of all of it."""

MAX_LOSSES = 4
"""Losses listed below a decoded text."""

AROUND = ("[CLS]", "[SEP]")
"""BERT's special tokens at the beginning and at the end of a text."""


def result_panel(scene: EncodeScene, i: int) -> Iterator[Markup]:
    """Return the tokens of one way to encode, what they decode to and what was lost."""
    way, encoded, text = scene.ways[i], scene.encoded[i], scene.text
    if not scene.in_text:  # there its name stands above the text
        yield heading(way.name, way.remark)
    if not encoded:
        yield nothing(say("There are no tokens, because there is no word in this text."))
        return
    if not scene.in_text:
        around = AROUND if scene.view.special == "on" else None
        yield tokens(encoded, around, way.training)
    elif scene.view.special == "on":
        first, last = AROUND
        yield note(say("{first} before it and {last} after it are added.", first=first, last=last))
    byte_level = is_byte_level(way.pre_tokenizer)
    back = decode_encoded(encoded, way.marking, byte_level=byte_level)
    lost = losses(text, way.normalizer(text), way.encode(text, "normalized"), back)
    yield decoded(back, [told(loss_in_words(loss)) for loss in lost])


def tokens(
    encoded: Sequence[EncodedToken], around: tuple[str, str] | None = None, training: str = ""
) -> Markup:
    """Draw the tokens of a text, word by word, each with its id and offsets.

    Args:
        encoded: the tokens.
        around: special tokens at the beginning and at the end, if there are any.
        training: the name of the training that they come from, if one is meant.
    """
    words = [
        [
            (chip(token.token, *[UNKNOWN] * token.unknown), token.id, token.start, token.end)
            for token in group
        ]
        for _, group in groupby(encoded[:MAX_CHIPS], key=lambda token: token.word)
    ]
    return _piece(
        "tokens",
        words=words,
        more=max(0, len(encoded) - MAX_CHIPS),
        around=[chip(token) for token in around or ()],
        training=training,
    )


def note(remark: str) -> Markup:
    """Draw a remark below a text."""
    return _piece("note", remark=remark)


def decoded(text: str, losses: Sequence[str]) -> Markup:
    """Draw the text that the tokens give back, and what is different in it."""
    return _piece(
        "decoded",
        text=readable(text),
        losses=[readable(loss) for loss in losses[:MAX_LOSSES]],
        more=max(0, len(losses) - MAX_LOSSES),
    )

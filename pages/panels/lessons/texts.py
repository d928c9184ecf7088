"""Panels about a text that a learner types: its stages, special tokens, bytes, decoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from pages.lessons import model
from pages.locale import say, to_text
from pages.panels.html.elements import spaced, stack
from pages.panels.html.templates import pieces
from pages.panels.html.text import readable
from pages.panels.lessons import tables
from pages.panels.shared import chips
from pages.panels.shared.trace import traced
from pages.trainings.named import TRAININGS, at, encoder, timeline
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.encoders import LongestTokenFirst, Segmenter
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.encoding.model_input import encode_typed, is_special, model_input, padded
from wordpiece.records import EncodedToken
from wordpiece.text.normalizers import Normalizer, compose
from wordpiece.text.pre_tokenizers import split_words, text_to_bytes

_piece = pieces("panels/lessons/texts.html")

BAR = "|"
"""The separator of two texts in one field."""


LOWER = {"lowercase", "strip-accents"}


class Stage(NamedTuple):
    """A stage of a tokenizer: its name, its description, and its result for the text."""

    name: str
    does: str
    made: Markup


def normalizer_of(training: str) -> Normalizer:
    """Return what a training's recipe does to a text first."""
    return compose(TRAININGS[training].recipe.normalizer)


# --- The pipeline ------------------------------------------------------------------------------


def pipeline(panel: model.Pipeline, text: str) -> Markup:
    """Draw the result of each stage for a text."""
    step = at(panel.training, panel.step)
    one = encoder(panel.training, step, panel.how)
    marking = timeline(panel.training).marking
    normalizer = normalizer_of(panel.training)
    normalized, tokens = normalizer(text), one.encode(text, normalizer)
    words = split_words(normalized, one.pre_tokenizer)
    if panel.how == "replay":
        characters = [spaced(map(chips.chip, marking.split(word))) for word in words]
        last = [
            Stage(
                say("Split into symbols"),
                say("the base vocabulary"),
                tables.grouped(characters),
            ),
            Stage(say("Merges"), say("in the order learned"), tables.tokens(tokens, ids=False)),
        ]
    else:
        match = say("Longest match"), say("from the left, word by word")
        last = [Stage(*match, tables.tokens(tokens, ids=False))]
    names = TRAININGS[panel.training].recipe.normalizer
    drawn = [
        Stage(
            say("Normalization"),
            say("lower case, no accents") if {*names} >= LOWER else "",
            _piece("text", text=readable(normalized)),
        ),
        Stage(
            say("Pre-tokenization"),
            say("words and punctuation"),
            tables.grouped(map(chips.chip, words)),
        ),
        *last,
        Stage(say("Ids"), say("places in the vocabulary"), _ids(tokens)),
    ]
    return _piece("stages", stages=drawn)


def _ids(tokens: Sequence[EncodedToken]) -> Markup:
    return _piece("ids", ids=[token.id for token in tokens])


# --- Special tokens ----------------------------------------------------------------------------


def special_tokens(panel: model.SpecialTokens, text: str) -> Markup:
    """Draw texts with the special tokens that are added for a model."""
    one = encoder(panel.training, at(panel.training, panel.step), "match")
    normalizer = normalizer_of(panel.training)
    if panel.shape == "typed":
        return _row(encode_typed(text, one, normalizer))
    texts = [part for part in text.split(BAR, 1) if part.strip()]
    encoded = [one.encode(part, normalizer) for part in texts]
    if panel.shape == "pair":
        return _row(model_input(encoded, one))
    batch = padded([model_input([each], one) for each in encoded], one)
    return _piece("batch", rows=[[*zip(map(_chip, row), mask, strict=True)] for row, mask in batch])


def _row(tokens: Sequence[EncodedToken]) -> Markup:
    return _piece("row", tokens=[(_chip(token), is_special(token)) for token in tokens])


def _chip(token: EncodedToken) -> Markup:
    return chips.chip(token.token, *[chips.UNKNOWN] * token.unknown, id=token.id)


# --- Decoding ----------------------------------------------------------------------------------


def decoding(panel: model.Decoding, text: str) -> Markup:
    """Draw the tokens of a text, their concatenation, and the decoded text."""
    one = encoder(panel.training, at(panel.training, panel.step), panel.how)
    marking = timeline(panel.training).marking
    normalizer = normalizer_of(panel.training)
    encoded = one.encode(text, normalizer, offsets="normalized")
    byte_level = one.pre_tokenizer == "gpt2"
    back = decode_encoded(encoded, marking, byte_level=byte_level)
    lost = losses(text, normalizer(text), encoded, back)
    joined = "".join(token.token for token in encoded)
    drawn = [
        Stage(say("Tokens"), "", tables.tokens(encoded, ids=False)),
        Stage(say("Joined"), say("as they are"), _piece("text", text=readable(joined))),
        Stage(say("Decoded"), say("by the mark"), _piece("text", text=readable(back))),
    ]
    said = [readable(to_text(loss_in_words(loss))) for loss in lost]
    if not said:
        said = [readable(say("Nothing is lost."))]
    return stack([_piece("stages", stages=drawn), _piece("remarks", said=said)])


# --- Bytes -------------------------------------------------------------------------------------


def characters_in_bytes(text: str) -> Markup:
    """Draw each character of a text with its bytes, as numbers and as GPT-2's symbols."""
    rows = [
        {
            "char": chips.chip(char),
            "code": "U+" + format(ord(char), "04X"),
            "bytes": [format(byte, "02X") for byte in char.encode("utf-8", "replace")],
            "spelled": spaced(map(chips.chip, text_to_bytes(char))),
        }
        for char in text
    ]
    return _piece("bytes", rows=rows)


# --- Given vocabularies ------------------------------------------------------------------------


def given(panel: model.Given, text: str) -> tuple[tuple[Markup, ...], ...]:
    """Draw a given vocabulary, and the encodings of a text with it, in columns."""
    return tuple(tuple(_given(panel.vocabulary, how, text)) for how in panel.how)


def _given(vocabulary: Sequence[str], how: str, text: str) -> Iterator[Markup]:
    by_table = how == "table"
    one = (
        LongestTokenFirst(vocabulary, attach_suffix=any("</w>" in each for each in vocabulary))
        if by_table
        else Segmenter(vocabulary)
    )
    words = text.split()
    listed = one.table if isinstance(one, LongestTokenFirst) else vocabulary
    yield _piece(
        "given",
        title=say("The table, longest entry first") if by_table else say("The vocabulary"),
        tokens=spaced(map(chips.chip, listed)),
    )
    yield tables.tokens(one.encode(text, pre_tokenizer="whitespace"), ids=False)
    if len(words) == 1:
        yield stack(part for part in traced(one.trace(words[0])) if part)

"""The front door: a sentence in the tokens of a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pages.locale import say
from pages.panels.html import pieces, readable
from pages.trainings import ready
from wordpiece.message import Message
from wordpiece.records import EncodedToken
from wordpiece.teaching.wording import unseen_characters
from wordpiece.tokenizer import Tokenizer

_piece = pieces("panels/train/door.html")


def sentence_in_tokens(text: str, tokenizer: Tokenizer, *, is_example: bool) -> Markup:
    """Draw a text with its tokens tinted, and sentences about them.

    Args:
        text: the text.
        tokenizer: splits it.
        is_example: whether the visitor has not typed it.
    """
    tokens = tokenizer.encode(text, special=False)
    unknown: Message | None = None
    if any(token.unknown for token in tokens) and tokenizer.timeline:
        unknown = unseen_characters(
            tokenizer.normalize(text), tokenizer.timeline.words, tokenizer.pre_tokenizer
        )
    return _piece(
        "door",
        parts=_parts(text, tokens),
        n=len(tokens),
        is_example=is_example,
        unknown=unknown,
        entries=len(tokenizer),
        least=ready.LEAST,
    )


def onward() -> Markup:
    """Return the label of the buttons that lead to a training."""
    return Markup("<b>{}</b>").format(say("See how such tokens are learned:"))


def _parts(text: str, tokens: list[EncodedToken]) -> Iterator[tuple[Markup, EncodedToken | None]]:
    """Yield the parts of a text in order: tokens, and what is between them without a token."""
    at = 0
    for token in tokens:
        start = max(at, token.start)  # two tokens may be of one character
        if start > at:
            yield readable(text[at:start]), None
        if token.end > start:
            yield readable(text[start : token.end]), token
        at = max(at, token.end)
    if at < len(text):
        yield readable(text[at:]), None

"""The tokens of the text, and the text that they decode to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import heading, nothing
from pages.panels.html.templates import pieces
from pages.panels.html.text import readable
from pages.panels.shared.chips import UNKNOWN, chip
from wordpiece.message import Message
from wordpiece.records import EncodedToken

_piece = pieces("panels/encode/tokens.html")


def result_panel(scene: EncodeScene, i: int) -> Iterator[Markup]:
    """Yield the tokens of one encoding method, the decoded text, and the losses."""
    method, answer = scene.methods[i], scene.answers[i]
    if not scene.in_text:  # a text has the name in its heading
        yield heading(method.name, method.remark)
    if isinstance(answer, Message):
        yield note(to_text(answer))
        return
    if not answer.tokens:
        yield nothing(say("There are no tokens, because there is no word in this text."))
        return
    around = method.around if scene.view.special == "on" else ()
    if not scene.in_text:
        yield tokens(answer.tokens, around, method.training, answer.counts.all_tokens)
    elif around:
        first, last = around
        yield note(say("{first} before it and {last} after it are added.", first=first, last=last))
    yield decoded(answer.decoded, [*map(to_text, answer.losses)], answer.more_losses)


def tokens(
    encoded: Sequence[EncodedToken], around: Sequence[str] = (), training: str = "", count: int = 0
) -> Markup:
    """Draw the tokens of a text, word by word, each with its id and offsets.

    Args:
        encoded: the tokens.
        around: special tokens at the start and at the end, if there are any.
        training: the name of their training, if they have one.
        count: the number of all tokens, if there are more than these.
    """
    words = [
        [
            (chip(token.token, *[UNKNOWN] * token.unknown), token.id, token.start, token.end)
            for token in group
        ]
        for _, group in groupby(encoded, key=lambda token: token.word)
    ]
    return _piece(
        "tokens",
        words=words,
        more=max(0, count - len(encoded)),
        around=[*map(chip, around)],
        training=training,
    )


def note(remark: str) -> Markup:
    """Draw a remark below a text."""
    return _piece("note", remark=remark)


def decoded(text: str, losses: Sequence[str], more: int = 0) -> Markup:
    """Draw the decoded text, and its differences from the text.

    Args:
        text: the decoded text.
        losses: the differences.
        more: the number of further differences.
    """
    return _piece("decoded", text=readable(text), losses=[*map(readable, losses)], more=more)

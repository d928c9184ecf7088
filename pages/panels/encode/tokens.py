"""The tokens of the text, and the text that they decode to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import heading, nothing
from pages.panels.html.templates import pieces
from pages.panels.html.text import readable
from wordpiece.message import Message

_piece = pieces("panels/encode/tokens.html")


def result_panel(scene: EncodeScene, i: int) -> Iterator[Markup]:
    """Yield the tokens of one encoding method, the decoded text, and the losses."""
    method, answer = scene.methods[i], scene.answers[i]
    if not scene.in_text:  # a text has the name in its heading
        yield heading(method.name, method.remark)
    if isinstance(answer, Message):
        yield _piece("note", remark=to_text(answer))
        return
    if not answer.tokens:
        yield nothing(
            say(
                "There are no tokens: the text has no words, or this vocabulary has "
                "no tokens for them."
            )
        )
        return
    around = method.around if scene.view.special else ()
    if not scene.in_text:
        yield _piece(
            "tokens",
            words=[[*group] for _, group in groupby(answer.tokens, key=lambda token: token.word)],
            more=max(0, answer.counts.all_tokens - len(answer.tokens)),
            around=around,
            training=method.training,
        )
    elif around:
        yield _piece("tokens", words=(), more=0, around=around, training=method.training)
    if scene.with_dropout:  # all splits decode to the same text
        return
    losses = [readable(to_text(loss)) for loss in answer.losses]
    decoded = readable(answer.decoded)
    yield _piece("decoded", text=decoded, losses=losses, more=answer.more_losses)

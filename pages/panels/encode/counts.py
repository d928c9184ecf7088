"""The token counts of each encoding method."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pages.foreign.answers import Answer
from pages.locale import say
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import heading
from pages.panels.html.templates import pieces

_piece = pieces("panels/encode/counts.html")


def counts_panel(scene: EncodeScene) -> Iterator[Markup]:
    """Yield the panel with the token counts of each encoding method."""
    answered = [
        (method, answer.counts)
        for method, answer in zip(scene.methods, scene.answers, strict=True)
        if isinstance(answer, Answer)
    ]
    counts = answered[0][1]
    remark = say(
        "Words: {words}; characters without whitespace: {characters}. Special tokens are not "
        "counted.",
        words=counts.words,
        characters=counts.characters,
    )
    yield heading(say("Counts"), remark)
    yield _piece("statistics", rows=[(method.name, each) for method, each in answered])

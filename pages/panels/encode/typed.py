"""The typed text, to which the tokens' offsets refer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from markupsafe import Markup

from pages.panels.encode.view import EncodeScene
from pages.panels.html.templates import pieces
from pages.panels.html.text import visible
from wordpiece.records import EncodedToken

_piece = pieces("panels/encode/typed.html")


def typed(scene: EncodeScene) -> Markup:
    """Draw the text in parts, so that the characters of each token can be marked."""
    parts = _parts(scene.text, [answer.tokens for answer in scene.found])
    return _piece("text", parts=parts, is_example=not scene.view.text)


def spanned(*panels: Markup) -> Markup:
    """Draw panels whose tokens and characters are marked together."""
    return _piece("spanned", panels=panels)


_GAP = Markup('<i class="gap"> </i>')
"""A space with a mark."""


def _parts(text: str, encoded: Iterable[Sequence[EncodedToken]]) -> Iterator[tuple[str, Markup]]:
    """Yield the segments between all token boundaries, each with its ``data-span``."""
    shown = chain.from_iterable(encoded)
    cuts = {0, len(text), *chain.from_iterable((token.start, token.end) for token in shown)}
    for start, end in pairwise(sorted(cuts)):
        yield f"{start} {end}", _GAP.join(map(visible, text[start:end].split(" ")))

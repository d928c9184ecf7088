"""The typed text, to which the tokens' offsets refer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from markupsafe import Markup

from pages.locale import say
from pages.panels.actions import Choose, encode
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import EMPTY, switch
from pages.panels.html.templates import pieces
from pages.panels.html.text import visible
from wordpiece.records import EncodedToken

_piece = pieces("panels/encode/typed.html")


def typed(scene: EncodeScene, buttons: Markup) -> Markup:
    """Draw the text in parts, so that the characters of each token can be marked.

    Args:
        scene: the text with its encodings.
        buttons: the buttons at the end of the line.
    """
    parts = _parts(scene.text, [answer.tokens for answer in scene.found])
    return _piece("text", parts=parts, is_example=not scene.view.text, buttons=buttons)


def special_choice(scene: EncodeScene) -> Markup:
    """Draw the switch for special tokens in the text; empty if the text has none."""
    if not any(answer.may_find for answer in scene.found):
        return EMPTY
    titles = {"found": say("kept whole"), "split": say("split like any text")}
    options = {encode(Choose("added", each)): title for each, title in titles.items()}
    about = say("Special tokens in the text")
    chosen = encode(Choose("added", scene.view.added))
    return _piece("special", about=about, choice=switch(about, options, chosen))


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

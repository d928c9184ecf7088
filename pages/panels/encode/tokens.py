"""The tokens of the text by each method, the text that their offsets are in, and their counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise

from markupsafe import Markup

from pages.foreign.answers import Answer
from pages.locale import say, to_text
from pages.panels.actions import Choose, encode
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import EMPTY, heading, nothing, stack, switch
from pages.panels.html.templates import pieces
from pages.panels.html.text import readable, visible
from pages.panels.layout import Bar, menu_bar
from pages.panels.why import menus
from pages.trainings.settings import kind_of_recipe
from wordpiece.message import Message
from wordpiece.records import EncodedToken

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
        first, last = around
        remark = say(
            "{first} is added before the text and {last} after it.", first=first, last=last
        )
        yield _piece("note", remark=remark)
    if scene.with_dropout:  # all splits decode to the same text
        return
    losses = [readable(to_text(loss)) for loss in answer.losses]
    decoded = readable(answer.decoded)
    yield _piece("decoded", text=decoded, losses=losses, more=answer.more_losses)


def counts_panel(scene: EncodeScene) -> Iterator[Markup]:
    """Yield the panel with the token counts of each encoding method."""
    answered = [
        (method, answer.counts)
        for method, answer in zip(scene.methods, scene.answers, strict=True)
        if isinstance(answer, Answer)
    ]
    counts = answered[0][1]
    remark = say(
        "Words: {words}; characters without whitespace: {characters}. Special tokens that are "
        "kept whole or added are not counted.",
        words=counts.words,
        characters=counts.characters,
    )
    yield heading(say("Counts"), remark)
    yield _piece("statistics", rows=[(method.name, each) for method, each in answered])


def typed(scene: EncodeScene, choice: Markup) -> Markup:
    """Draw the text in parts, so that the characters of each token can be marked.

    At the end of the line is a switch, or, if that is empty, an explanation of the offsets.
    """
    parts = _parts(scene.text, [answer.tokens for answer in scene.found])
    return _piece("text", parts=parts, is_example=not scene.view.text, choice=choice)


def special_choice(scene: EncodeScene) -> Markup:
    """Draw the switch for special tokens in the text; empty if the text has none."""
    if not any(answer.may_find for answer in scene.found):
        return EMPTY
    titles = {"found": say("kept whole"), "split": say("split like any text")}
    options = {encode(Choose("added", each)): title for each, title in titles.items()}
    about = say("Special tokens in the text")
    chosen = encode(Choose("added", scene.view.added))
    return _piece("special_choice", about=about, choice=switch(about, options, chosen))


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


def columns(panels: Iterable[Iterable[Markup]]) -> Markup:
    """Return the same panel for each encoding method, in columns."""
    return _piece("columns", panels=[stack(panel) for panel in panels])


def foot(scene: EncodeScene, key: str, *panels: str) -> Markup | Bar:
    """Return the line with questions below some panels.

    There are no questions about an uploaded vocabulary, since its training is unknown, and only
    about trainings by merges.
    """
    others = kind_of_recipe(scene.view.settings.recipe) != "merges"
    questions = menus(*panels, hidden=bool(scene.view.vocabulary) or others)
    return menu_bar(scene.view, key, _foot, questions)


def _foot(buttons: Markup) -> Markup:
    return _piece("foot", buttons=buttons) if buttons else EMPTY

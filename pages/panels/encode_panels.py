"""The panels of Encode: a text, as one or two encoders cut it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pages.locale import say, told
from pages.panels import chips, encode
from pages.panels.html import EMPTY, heading, stack
from pages.panels.markup import Markup
from pages.panels.pieces import Beside, Menu, Piece, beside, menu_bar
from pages.panels.questions import questions
from pages.panels.templates import render
from pages.panels.view import EncodeScene
from pages.panels.ways import Way
from wordpiece.encoding.decoders import decode_encoded
from wordpiece.encoding.losses import loss_in_words, losses
from wordpiece.teaching.wording import vocabulary_or_merges
from wordpiece.text.pre_tokenizers import split_words

WORDS = 10
"""Different words offered for a look at how they were encoded."""

MAX_TRACED = 200
"""Characters of a word whose encoding is shown step by step."""

BOARD = "encode_board"
"""The key of the board, for the style sheet."""

AROUND = ("[CLS]", "[SEP]")


def board(scene: EncodeScene) -> Markup | Beside:
    """Return everything that Encode shows of a text, but for the fields to type it."""
    results: list[Piece] = []
    traces: list[Piece] = []
    some = any(scene.encoded)
    if is_shown(scene, "tokens"):
        results.append(beside_each_other(result_panel(scene, i) for i in range(len(scene.ways))))
        asked = asks(scene, "result", "decoded")
        results.append(menu_bar(scene.view, "result_foot", foot, asked))
    if some and is_shown(scene, "counts"):
        results += counts_panel(scene)
    if some and is_shown(scene, "word"):
        traces += word_panel(scene)
    return beside(BOARD, {"results": results, "traces": traces})


def is_shown(scene: EncodeScene, panel: str) -> bool:
    """Return whether a panel is on screen: all are, and one in presenter mode."""
    return not scene.view.presenting or scene.view.panel == panel


def beside_each_other(panels: Iterable[Iterable[Markup]]) -> Markup:
    """Return the same panel for each way to encode, side by side."""
    return render("panels/ways.html", panels=[stack(panel) for panel in panels])


def foot(buttons: Markup) -> Markup:
    """Return buttons below a panel."""
    return Markup('<div class="foot">{}</div>').format(buttons) if buttons else EMPTY


def asks(scene: EncodeScene, *panels: str) -> list[Menu]:
    """Return the popovers of questions; about an uploaded vocabulary there are none."""
    return [] if scene.view.vocabulary else [questions(panel) for panel in panels]


def counts_panel(scene: EncodeScene) -> Iterator[Markup]:
    """How many tokens each way makes of the text."""
    rows = [
        (way.name, encode.Statistics.of(scene.text, tokens))
        for way, tokens in zip(scene.ways, scene.encoded, strict=True)
    ]
    counts = rows[0][1]
    words = say("{n} word", "{n} words", n=counts.words)
    remark = say(
        "{words}, {n} character without white space",
        "{words}, {n} characters without white space",
        words=words,
        n=counts.characters,
    )
    yield heading(say("Counts"), remark)
    yield encode.statistics(rows)


def result_panel(scene: EncodeScene, i: int) -> Iterator[Markup]:
    """The tokens of one way to encode, what they decode to and what was lost."""
    way, tokens, text = scene.ways[i], scene.encoded[i], scene.text
    yield heading(way.name, way.remark)
    if not tokens:
        yield chips.nothing(say("No tokens: there is no word in this text."))
        return
    yield encode.tokens(tokens, AROUND if scene.view.special == "on" else None)
    byte_level = way.pre_tokenizer == "gpt2"
    decoded = decode_encoded(tokens, way.marking, byte_level=byte_level)
    lost = losses(text, way.normalizer(text), tokens, decoded)
    yield encode.decoded(decoded, [told(loss_in_words(loss)) for loss in lost])


def words_of(way: Way, text: str) -> list[str]:
    """Return different words of the text, as the way splits it."""
    return list(dict.fromkeys(split_words(way.normalizer(text), way.pre_tokenizer)))[:WORDS]


def word_panel(scene: EncodeScene) -> Iterator[Piece]:
    """How one word came to its tokens: the one that was chosen, or the first."""
    words = words_of(scene.ways[0], scene.text)
    word = scene.view.word if scene.view.word in words else words[0]
    if len(word) > MAX_TRACED:
        yield chips.nothing(
            say("A word of {size} characters is too long to follow here.", size=len(word))
        )
        return
    pieces = [way.encoder.encode_word(word) for way in scene.ways]
    if scene.view.with_ == "replay" and len(pieces) == 2 and pieces[0] != pieces[1]:
        difference = vocabulary_or_merges(word, pieces[0], pieces[1])
        yield encode.remark(difference)
    yield beside_each_other(encode.traced(way.encoder.trace(word)) for way in scene.ways)
    yield menu_bar(scene.view, "trace_foot", foot, asks(scene, "trace"))

"""The words with their best splits, and the lattice of one of them."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.actions import Choose, encode
from pages.panels.html.elements import heading, pager
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece
from pages.panels.shared.lattice import lattice
from pages.panels.train.frame import page_of_words
from pages.panels.train.removals.view import RemovalScene

_piece = pieces("panels/train/removals/words.html")


def words_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the words, each with its best split; words that the step changed first."""
    timeline, changed = scene.timeline, scene.changed
    total = len(timeline.words)
    remark = say("{n} {n:word|words}", n=total)
    if scene.step:
        remark = say("{changed} of {total} changed", changed=len(changed), total=total)
    yield heading(say("Words"), remark)
    shown, page, pages = page_of_words(scene, changed, rows)
    yield _piece(
        "words",
        words=[
            (
                timeline.word(scene.step, position),
                position,
                encode(Choose("word", 0 if position == scene.position else position + 1)),
            )
            for position in shown
        ],
        chosen=scene.position,
        going=scene.next_piece,
    )
    yield pager("words_page", page, pages, say("Words"))


def lattice_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield the lattice of the chosen word, with its most probable splits."""
    timeline, step = scene.timeline, scene.step
    word = timeline.words[scene.position]
    piece = scene.removed
    yield heading(say("Splits of {word}", word=word), "")
    yield lattice(
        timeline.lattice(step, word),
        scene.splits,
        path=scene.view.path,
        removed=(piece, timeline.probability(step - 1, piece)) if piece else None,
        next_piece=scene.next_piece,
    )

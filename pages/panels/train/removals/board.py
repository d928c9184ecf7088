"""The board of a training by removals: the card, the words, the costs and the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from markupsafe import Markup, escape

from pages.locale import say, to_text
from pages.panels.actions import Choose, Guess, encode
from pages.panels.boards import Board
from pages.panels.html.elements import EMPTY, heading, paged, pager
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, menu_bar, sides
from pages.panels.shared import chips
from pages.panels.shared.card import corner
from pages.panels.shared.lattice import lattice
from pages.panels.train.frame import Panels, announced, framed, guessed, page_of_words
from pages.panels.train.growth import Growth
from pages.panels.train.removals.view import RemovalScene
from pages.panels.why import menus
from wordpiece.message import Message, Token, message
from wordpiece.teaching.removals import explain_removal
from wordpiece.teaching.wording import stopped
from wordpiece.unigram.records import Removal

_piece = pieces("panels/train/removals/board.html")

WORDS, COSTS = 5, 5
"""Rows of the lists in presenter mode."""

MOST = 60
"""The most pieces of the vocabulary on screen."""

GROWTH = Growth({"train_sizes": ("vocabulary",), "train_length": ("loss",)}, at="removal")


def card_panel(scene: RemovalScene) -> Iterator[Piece]:
    """Yield the card of the removal, or of the start, or the question while it is hidden."""
    timeline, removal = scene.timeline, scene.removal
    after = None if scene.has_next else stopped(timeline.stop_reason, scene.step)
    asked = menus("removal", hidden=scene.secret or not scene.on_card)
    yield menu_bar(scene.view, "card_why", corner, asked)
    if scene.secret:
        yield _piece("ask", top=escape(to_text(numbered(scene.step + 1))) + _guess(scene))
        return
    if removal is None:
        yield _piece(
            "start",
            words=len(timeline.words),
            occurrences=timeline.occurrences,
            pieces=len(timeline.pieces(0)),
            loss=timeline.loss(0),
            after=after,
        )
        return
    yield _piece(
        "removal",
        top=escape(to_text(numbered(removal.index))) + _guess(scene),
        removal=removal,
        ln="ln",
        is_em=bool(timeline.em_rounds),
        starts_round=scene.starts_round,
        own=scene.own_split,
        why=explain_removal(timeline, removal, is_made=removal.index == scene.step),
        after=after,
    )


def _guess(scene: RemovalScene) -> Markup:
    """Return the guessed piece, with the verdict once the removal is shown."""
    row = scene.guess
    if row is None:
        return EMPTY
    verdict = message("Your guess has rank {rank}.", rank=row.rank)
    if scene.guess_is_right and row.rank > 1:
        verdict = message("Your guess is tied with rank 1.")
    return guessed(scene, Token(row.piece), [verdict])


def numbered(step: int) -> Message:
    """Return the title of a removal."""
    return message("Removal {step}", step=step)


def announce(removal: Removal, total: int) -> Message:
    """Return a removal as a line for a screen reader."""
    return message(
        "Step {step} of {total}: {piece} is removed, at a cost of {cost:fixed2}.",
        step=removal.index,
        total=total,
        piece=Token(removal.piece),
        cost=removal.cost,
    )


def costs_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the table of what each removal costs."""
    table = scene.timeline.costs(scene.step)
    remark = say("training has stopped")
    if scene.secret:
        remark = say("click your guess")
    elif scene.has_next:
        remark = say("rank 1 is removed next")
        if table.ties > 1:
            remark = say("{ties} pieces tie; rank 1 is removed next", ties=table.ties)
    yield heading(say("What each removal costs"), remark)
    if not len(table):
        return
    page, pages = paged(len(table), rows, scene.view.scores_page)
    order: Literal["cost", "list"] = "list" if scene.secret else "cost"
    first = (page - 1) * rows
    shown = table.rows(first, first + rows, order)
    yield _piece(
        "table",
        rows=shown,
        going=scene.next_piece,
        picks=[encode(Guess(scene.step, first + i)) for i in range(1, rows + 1)]
        if scene.secret
        else (),
        guess=scene.guess.piece if scene.guess else "",
        verdict=scene.verdict,
        most=max(row.cost for row in shown) or 1,
        count_style="fixed2" if scene.timeline.em_rounds else "fixed0",
    )
    yield pager("scores_page", page, pages, say("What each removal costs"))


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


def vocabulary_panel(scene: RemovalScene, rows: int) -> Iterator[Piece]:
    """Yield the pieces that are left."""
    timeline, step = scene.timeline, scene.step
    found = timeline.pieces(step)
    remark = say("{shown} of {total}", shown=MOST, total=len(found)) if len(found) > MOST else ""
    yield heading(say("Vocabulary"))
    title, listed = say("{n} {n:piece|pieces}", n=len(found)), [*enumerate(found[:MOST])]
    yield chips.vocabulary([(title, listed, remark)], in_use=timeline.in_use(step))


PANELS: Panels[RemovalScene] = {
    "words": words_panel,
    "lattice": lattice_panel,
    "costs": costs_panel,
    "vocabulary": vocabulary_panel,
    "growth": GROWTH.panel,
}


def removal_board(scene: RemovalScene) -> Board:
    """Return the board of a scene."""
    return framed(
        scene,
        GROWTH,
        PANELS,
        {"left": ("words", "lattice"), "right": ("costs", "vocabulary", "growth")},
        said=say("Which piece costs least to remove?")
        if scene.secret
        else announced(scene.timeline, scene.on_card, announce),
        card=card_panel(scene),
        big=_big_panel,
        rows=scene.view.rows,
    )


def _big_panel(scene: RemovalScene) -> Iterable[Piece]:
    """Return the part below the card in presenter mode."""
    name = scene.view.removal_panel
    if name == "words":
        return sides(words_panel(scene, WORDS), costs_panel(scene, COSTS), first_only=True)
    return PANELS[name](scene, COSTS)

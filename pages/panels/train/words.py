"""The words, as the step splits them, or the head of the text.

A word keeps its row while it is on screen, and its changes are marked. In a list that is longer
than a page most merges would then be out of sight. So there the words of the card's merge come
first, unless the visitor has switched that off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from markupsafe import Markup

from pages.locale import say
from pages.panels.actions import Next, encode
from pages.panels.html.elements import nothing, paged, pager, switch
from pages.panels.layout import Menu, Piece, head
from pages.panels.shared import chips
from pages.panels.shared.chips import COUNTED, NEXT, Lit
from pages.panels.shared.prose import PLACE, words_or_text
from pages.panels.train.view import TrainScene, TrainView
from pages.panels.why import menus


def words_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the words with its widgets, or the place of the text."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    asks = [*menus("words", hidden=scene.secret)]
    read = words_or_text(TrainView.read, view.read, has_text=scene.has_text)
    if scene.in_text:
        colours = say("Each tinted part is a token; a yellow one is new.")
        yield head(view, "words_head", _shorter(scene), colours, asks, read)
        yield PLACE
        return
    groups = _spoken_of(scene)
    remark = _remark(scene, len(groups[0]))
    find = partial(timeline.find_words, step, contains=view.words_filter, order=view.words_order)
    found = find()
    page, pages = paged(len(found), rows, view.words_page)
    first = pages > 1 and view.changed == "first"
    if first:
        found = find(first=groups)
    at = (page - 1) * rows
    shown = found[at : at + rows].tolist()
    asks.append(Menu("words_menu", say("Find, sort")))
    yield head(view, "words_head", say("Words"), remark, asks, read)
    yield _list(scene, shown) if shown else nothing(say("No results"))
    if pages > 1:
        pick = encode(Next("changed"))
        options = {pick: say("Changed first")}
        buttons = switch(say("Order"), options, pick if first else "")
        yield pager("words_page", page, pages, say("Words"), buttons)


def _shorter(scene: TrainScene) -> str:
    """Return the tokens of the text at the start, and at the step."""
    start, now = (scene.timeline.growth(step).corpus_tokens for step in (0, scene.step))
    if not scene.step:
        return say("{n} token", "{n} tokens", n=now)
    return say("{start} → {n} token", "{start} → {n} tokens", start=start, n=now)


def _list(scene: TrainScene, positions: Sequence[int]) -> Markup:
    """Draw words; highlight the pair of a phase of slow motion, otherwise the changes."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    states = [timeline.word(step, i) for i in positions]
    lit = light(scene)
    is_hidden = scene.secret or (view.presenting and view.panel == "alone")
    outline = not is_hidden and (view.outline or lit is not None)
    if lit:
        states = [replace(state, made=()) for state in states]
    return chips.words(
        states,
        merged=timeline.pair(step) if step and not lit else None,
        outline=outline,
        positions=positions,
        lit=lit,
        found=[timeline.pair_in_word(step, i, lit.pair) for i in positions] if lit else (),
        more=_counted(scene, positions) if outline and not lit and scene.has_next else (),
    )


def _counted(scene: TrainScene, positions: Sequence[int]) -> list[int]:
    """Return what each word adds to the count of the next pair, if other words add nothing."""
    find, pair = scene.timeline.pair_in_word, scene.next.pair
    counts = [find(scene.step, i, pair).pair_count for i in positions]
    return counts if sum(counts) == scene.next.pair_count else []


def light(scene: TrainScene) -> Lit | None:
    """Return the pair that a phase of slow motion highlights; None between merges and otherwise."""
    if not scene.spoken_of:
        return None
    if scene.view.phase == "choose":
        return Lit(scene.spoken_of.pair, state=NEXT)
    parts = bool(
        scene.view.phase == "score" and scene.timeline.score.formula(scene.spoken_of).parts
    )
    return Lit(scene.spoken_of.pair, parts, COUNTED)


def _spoken_of(scene: TrainScene) -> list[list[int]]:
    """Return the positions of the words of the card's merge, and of the words that merge next."""
    timeline, step = scene.timeline, scene.step
    if scene.spoken_of and scene.secret:
        return [[position for position, _ in timeline.counted_in(step, scene.spoken_of.pair)]]
    upcoming = timeline.changed_words(step + 1) if scene.has_next and not scene.secret else []
    if scene.spoken_of:
        return [upcoming]
    changed = timeline.changed_words(step)
    return [changed, upcoming] if scene.view.outline else [changed]


def _remark(scene: TrainScene, n: int) -> str:
    """Return the remark with the number of words of the card's merge."""
    total = len(scene.timeline.words)
    if scene.spoken_of:
        return say("{n} of {total} with the pair", n=n, total=total)
    if not scene.step:
        return say("{n} {n:word|words}", n=total)
    return say("{changed} of {total} changed", changed=n, total=total)

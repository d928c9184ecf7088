"""The words, as the step has cut them."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.html.elements import nothing, paged, pager
from pages.panels.layout import Menu, Piece, head
from pages.panels.shared import chips
from pages.panels.shared.prose import PLACE, words_or_text
from pages.panels.train.view import TrainScene
from pages.panels.why import menus


def words_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Return a page of the words, with what decides which are listed; or place for the text."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    changed = len(timeline.changed_words(step))
    total = len(timeline.words)
    remark = (
        say("{changed} of {total} changed", changed=changed, total=total)
        if step
        else say("{n} distinct word", "{n} distinct words", n=total)
    )
    buttons = [*menus("words", hidden=scene.secret)]
    read = words_or_text(scene.training.kind, view.read)
    if scene.in_text:
        yield head(view, "words_head", say("Text now"), remark, buttons, read)
        yield PLACE
        return
    buttons.append(Menu("words_menu", say("Find, sort")))
    yield head(view, "words_head", say("Words now"), remark, buttons, read)
    found = timeline.find_words(step, contains=view.words_filter, order=view.words_order)
    page, pages = paged(len(found), rows, view.words_page)
    first = (page - 1) * rows
    states = [timeline.word(step, i) for i in found[first : first + rows].tolist()]
    if states:
        merged = timeline.pair(step) if step else None
        yield chips.words(states, merged=merged, outline=view.outline and not scene.secret)
    else:
        yield nothing(say("No word contains this text."))
    if pages > 1:
        yield pager("train_words", page, pages, say("the words"))

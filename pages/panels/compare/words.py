"""The words, each as every training splits it."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.compare.view import CompareScene, CompareView
from pages.panels.html.elements import nothing, paged, pager
from pages.panels.html.templates import pieces
from pages.panels.layout import Menu, Piece, head
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.prose import words_or_text

_piece = pieces("panels/compare/words.html")


def words_panel(scene: CompareScene, rows: int) -> Iterator[Piece]:
    """Yield the words with the splits of all trainings, or only the title of the text."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    has_text = scene.trainings["wordpiece"].kind == "text"
    read = words_or_text(CompareView.read, view.read, has_text=has_text)
    remark = say(
        "words split differently: {differing} of {total}", differing=differing, total=total
    )
    if scene.in_text:
        yield head(view, "cuts_head", say("Text"), remark, (), read)
        return
    found = comparison.find_words(position, contains=view.find, only_differing=view.only)
    page, pages = paged(len(found), rows, view.words_page)
    if pages > 1 and not view.only:
        found = comparison.find_words(position, contains=view.find, differing_first=True)
    menus = [Menu("cuts_menu", say("Find"))]
    yield head(view, "cuts_head", say("Words"), remark, menus, read)
    at = (page - 1) * rows
    if found:
        shown = found[at : at + rows]
        words = zip(shown, comparison.words(position, shown), strict=True)
        yield _piece(
            "cuts", words=words, names=[(name, TITLES[name], "") for name in scene.trainings]
        )
    else:
        yield nothing(say("No results"))
    yield pager("words_page", page, pages, say("Words"))

"""The words, each as every training cuts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from pages.locale import say
from pages.panels.compare.view import CompareScene
from pages.panels.html.elements import nothing, paged, pager, spaced
from pages.panels.html.templates import pieces
from pages.panels.layout import Menu, Piece, head
from pages.panels.shared.algorithms import SHORT, titles
from pages.panels.shared.chips import chip
from pages.panels.shared.prose import PLACE, words_or_text
from wordpiece.training.comparison import WordCuts

_piece = pieces("panels/compare/words.html")


def words_panel(scene: CompareScene, rows: int) -> Iterator[Piece]:
    """Return the words, as each training cuts them; or place for the text."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    remark = say(
        "{differing} of {total} split differently, these first", differing=differing, total=total
    )
    if scene.in_text:
        remark = say(
            "{differing} of {total} words split differently", differing=differing, total=total
        )
    read = words_or_text(scene.trainings["wordpiece"].kind, view.read)
    if scene.in_text:
        yield head(view, "cuts_head", say("The same text"), remark, (), read)
        yield PLACE
        return
    menus = [Menu("cuts_menu", say("Find"))]
    yield head(view, "cuts_head", say("The same words"), remark, menus, read)
    found = comparison.find_words(position, contains=view.find, only_differing=view.only)
    page, pages = paged(len(found), rows, view.words_page)
    first = (page - 1) * rows
    if found:
        words = comparison.words(position, found[first : first + rows])
        yield cuts(words, list(comparison.timelines))
    else:
        some = view.find or total
        yield nothing(say("No word fits this filter.") if some else say("There are no words."))
    if pages > 1:
        yield pager("compare_words", page, pages, say("the words"))


def cuts(words: Sequence[WordCuts], names: Sequence[str]) -> Markup:
    """Draw words, each as every training cuts it, one above the other."""
    titles_ = titles()
    return _piece(
        "cuts",
        words=[
            {
                "word": word.word,
                "frequency": word.frequency,
                "differs": word.differs,
                "rows": [
                    (
                        name,
                        titles_[name],
                        SHORT[name],
                        None if split is None else spaced(chip(symbol) for symbol in split),
                    )
                    for name, split in zip(names, word.splits, strict=True)
                ],
            }
            for word in words
        ],
    )

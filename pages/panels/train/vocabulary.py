"""The vocabulary: its groups, or all of it by id."""

from __future__ import annotations

from collections.abc import Iterator

from pages.locale import say
from pages.panels.actions import Next, encode
from pages.panels.html.elements import EMPTY, nothing, paged, pager, switch
from pages.panels.layout import Piece, Widget, head
from pages.panels.shared import chips
from pages.panels.train.view import TrainScene
from pages.panels.why import menus

ALPHABET, NEWEST, ALL = 60, 48, 200
"""The most symbols of the alphabet and learned tokens in groups, and tokens on a page of all."""

BIG_ALPHABET, BIG_NEWEST = 20, 16
"""The same for the groups in presenter mode."""

Group = tuple[str, list[tuple[int, str]], str]
"""Tokens of a vocabulary: a title, ids and tokens, and a remark if these are not all."""


def vocabulary_panel(scene: TrainScene, rows: int) -> Iterator[Piece]:
    """Yield the vocabulary in groups, or a page of all its tokens by id."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    vocabulary = timeline.vocabulary(step)
    special = len(timeline.special_tokens)
    learned = special + len(timeline.alphabet)
    symbols, most = (BIG_ALPHABET, BIG_NEWEST) if view.presenting else (ALPHABET, NEWEST)
    groups = [
        _group(say("learned"), vocabulary, range(learned, len(vocabulary)), most, newest=True),
        _group(say("alphabet"), vocabulary, range(special, learned), symbols),
        _group(say("special"), vocabulary, range(special), symbols),
    ]
    cut = any(remark for _, _, remark in groups)
    everything = cut and view.vocabulary_all
    pick = encode(Next("vocabulary_all"))
    yield head(
        view,
        "vocabulary_head",
        say("Vocabulary"),
        say(
            "{n} {n:token|tokens}, {used} in use now",
            n=len(vocabulary),
            used=timeline.growth(step).in_use,
        ),
        menus("vocabulary", hidden=scene.secret),
        switch(say("Show"), {pick: say("All")}, pick if everything else "") if cut else EMPTY,
    )
    page = pages = 1
    if everything:
        yield Widget("vocabulary_filter")
        contains = view.vocabulary_filter
        found = [(i, token) for i, token in enumerate(vocabulary) if contains in token]
        page, pages = paged(len(found), ALL, view.vocabulary_page)
        some = found[(page - 1) * ALL : page * ALL]
        groups = [
            (say("by id"), some, say("{shown} of {total}", shown=len(found), total=len(vocabulary)))
        ]
    record = timeline.step(step) if step else None
    new = record.token if record and record.is_new_token else None
    if any(tokens for _, tokens, _ in groups):
        chosen = {timeline.merge(at).token for at, _ in view.settings.forced if at <= step}
        yield chips.vocabulary(groups, in_use=timeline.in_use(step), new=new, chosen=chosen)
    else:
        yield nothing(say("No results"))
    yield pager("vocabulary_page", page, pages, say("Vocabulary"))


def _group(
    title: str, vocabulary: list[str], ids: range, most: int, *, newest: bool = False
) -> Group:
    """Return a group of at most ``most`` tokens, with ``newest`` the last ones, newest first."""
    remark = ""
    if len(ids) > most:
        remark = say("{shown} of {total}", shown=most, total=len(ids))
        ids = ids[: -most - 1 : -1] if newest else ids[:most]
    return title, [(i, vocabulary[i]) for i in ids], remark

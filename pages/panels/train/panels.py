"""The panels of a training by merges below the card: words, vocabulary, scores, a single pair.

A word keeps its row while it is on screen, and its changes are marked. In a list that is longer
than a page most merges would then be out of sight. So there the words of the card's merge come
first, unless the visitor has switched that off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

from markupsafe import Markup

from pages import locale
from pages.locale import capital, message, say
from pages.panels.actions import Force, Look, Next, encode
from pages.panels.html import (
    EMPTY,
    act,
    choices,
    find_page,
    heading,
    join,
    nothing,
    pager,
    render,
    switch,
)
from pages.panels.layout import filter_menu, head, menus
from pages.panels.shared import chips
from pages.panels.shared.chips import COUNTED, NEXT, Lit
from pages.panels.shared.prose import PLACE, words_or_text
from pages.panels.shared.score_table import COLUMNS, SECRET, score_table
from pages.panels.train.kind import group
from pages.panels.train.view import TrainScene, TrainView
from wordpiece.scoring import WORDPIECE, side_by_side
from wordpiece.teaching.wording import oddities
from wordpiece.training.what_if import what_if


def words_panel(scene: TrainScene, rows: int) -> Iterator[Markup]:
    """Yield a page of the words with its widgets, or the place of the text."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    asks = menus("words", hidden=scene.secret)
    read = words_or_text(TrainView.read, view.read, has_text=scene.has_text)
    if scene.in_text:
        colours = say(
            "A tinted part is a token, or several shown as one. Underlined parts are new."
        )
        yield head(view, _shorter(scene), colours, asks, read)
        yield PLACE
        return
    groups = _find_words(scene)
    remark = _remark(scene, len(groups[0]))
    find = partial(timeline.find_words, step, contains=view.words_filter, order=view.words_order)
    found = find()
    page, pages = find_page(len(found), rows, view.words_page)
    first = pages > 1 and view.changed == "first"
    if first:
        found = find(first=groups)
    at = (page - 1) * rows
    shown = found[at : at + rows].tolist()
    asks.append(filter_menu("words_menu", message("Find, sort"), view.words_filter))
    yield head(view, say("Words"), remark, asks, read)
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
        more=_count_in_words(scene, positions) if outline and not lit and scene.has_next else (),
    )


def _count_in_words(scene: TrainScene, positions: Sequence[int]) -> list[int]:
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


def _find_words(scene: TrainScene) -> list[list[int]]:
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


ALPHABET, NEWEST, ALL = 60, 48, 200
"""The most symbols of the alphabet and learned tokens in groups, and tokens on a page of all."""

BIG_ALPHABET, BIG_NEWEST = 20, 16
"""The same for the groups in presenter mode."""


def vocabulary_panel(scene: TrainScene, rows: int) -> Iterator[Markup]:
    """Yield the vocabulary in groups, or a page of all its tokens by id."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    vocabulary = timeline.vocabulary(step)
    special = len(timeline.special_tokens)
    learned = special + len(timeline.alphabet)
    symbols, most = (BIG_ALPHABET, BIG_NEWEST) if view.presenting else (ALPHABET, NEWEST)
    groups = [
        group(say("learned"), vocabulary, range(learned, len(vocabulary)), most, newest=True),
        group(say("alphabet"), vocabulary, range(special, learned), symbols),
        group(say("special"), vocabulary, range(special), symbols),
    ]
    cut = any(remark for _, _, remark in groups)
    everything = bool(cut and view.vocabulary_all)
    pick = encode(Next("vocabulary_all"))
    asks = menus("vocabulary", hidden=scene.secret)
    if everything:
        asks.append(filter_menu("vocabulary_menu", message("Find"), view.vocabulary_filter))
    yield head(
        view,
        say("Vocabulary"),
        say(
            "{n} {n:token|tokens}, {used} in use now",
            n=len(vocabulary),
            used=timeline.growth(step).in_use,
        ),
        asks,
        switch(say("Show"), {pick: say("All")}, pick if everything else "") if cut else EMPTY,
    )
    page = pages = 1
    if everything:
        texts = timeline.spellings(view.vocabulary_filter)
        found = [
            (i, token) for i, token in enumerate(vocabulary) if any(text in token for text in texts)
        ]
        page, pages = find_page(len(found), ALL, view.vocabulary_page)
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


LATER = {
    "": ("rank", "score", "decimal", "by count"),
    "count": ("rank", "score", "decimal"),
    "score": ("rank",),
}
"""The columns that are still empty in the phases of slow motion before the choice."""

BIG = ("rank", "pair", "together", "left × right", "score")
"""The columns that fit next to the words in presenter mode."""

TOY = 30
"""The most words of a corpus whose scores are short enough as fractions alone."""


def scores_panel(scene: TrainScene, rows: int) -> Iterator[Markup]:
    """Yield a page of the score table; while the winner is secret, by count and without ranks."""
    table, timeline, view = scene.now, scene.timeline, scene.view
    slow = view.pace == "slow"
    # Before BPE is met, the order by count would be an answer without a question.
    counts = view.settings.recipe != "wordpiece" or view.scores_by == "count"
    is_exact = timeline.score.name == WORDPIECE.name
    left_out = {"decimal": is_exact and len(timeline.words) <= TOY, "by count": not counts}
    columns: Sequence[str] = [name for name in COLUMNS if not left_out.get(name)]
    if slow and view.presenting:
        columns = BIG
    elif scene.secret and not slow:
        columns = SECRET
    by = "count" if scene.secret else view.scores_by
    titles = {"score": say("by score"), "count": say("by count")}
    title, remark = _heading(scene)
    fixed = scene.secret or view.presenting or not counts
    order = EMPTY if fixed else choices(say("Order"), "scores_by", titles, by)
    yield head(view, title, remark, menus("scores", hidden=scene.secret), order)
    if not len(table):
        return
    page, pages = find_page(len(table), rows, view.scores_page)
    first = (page - 1) * rows
    spoken = scene.spoken_of if scene.secret else None
    yield score_table(
        table.rows(first, first + rows, by="count" if by == "count" else "score"),
        timeline.score,
        best=table.rows(0, 1)[0].score,
        winner=scene.next.pair if scene.has_next else None,
        columns=columns,
        pickable=not scene.secret,
        picked=scene.looked_at.pair if scene.looked_at else None,
        later=LATER[view.phase] if slow and scene.secret else (),
        example=spoken.pair if spoken else None,
    )
    yield pager("scores_page", page, pages, say("Scores"))


def _heading(scene: TrainScene) -> tuple[str, str]:
    """Return the table's title and remark."""
    if scene.secret:
        return say("Pairs"), say("{n} {n:pair|pairs}", n=len(scene.now))
    title = say("Scores")
    if not scene.has_next:
        return title, say("training has stopped")
    if scene.next.rank > 1:
        why = say("from your file") if scene.replayed else say("chosen by hand")
        if scene.step < scene.training.attached:
            why = say("attaches {suffix}", suffix=scene.timeline.marking.suffix)
        return title, say(
            "the pair at rank {rank} merges next ({why})", rank=scene.next.rank, why=why
        )
    if scene.now.ties > 1:
        return title, say("{ties} pairs tie; the pair at rank 1 merges next", ties=scene.now.ties)
    return title, say("the pair at rank 1 merges next")


SYMBOLS, FEW = 24, 5
"""The most symbols with their counts, normally and in presenter mode."""


def symbols_panel(scene: TrainScene, rows: int) -> Iterator[Markup]:
    """Yield the most frequent symbols with their counts, by which scores are divided."""
    symbols = scene.timeline.symbol_counts(scene.step)
    most = FEW if scene.view.presenting else SYMBOLS
    lit = light(scene) if scene.view.phase == "score" else None
    spoken = lit.pair if lit else ()
    shown = symbols[:most] + [each for each in symbols[most:] if each[0] in spoken]
    remark = say("{n} {n:symbol|symbols}", n=len(symbols))
    if len(shown) < len(symbols):
        remark = say("{shown} of {total}", shown=len(shown), total=len(symbols))
    if not scene.view.presenting:
        yield heading(capital(say("symbols")), remark)
    yield chips.counts(shown, lit)


WORDS, CHIPS = 4, 18
"""The most words, and symbols in all of them: long words would make the panel too high."""

CHANGES, BIG_CHANGES = 6, 5
"""The most other pairs, normally and in presenter mode."""


def pair_panel(scene: TrainScene, rows: int) -> Iterator[Markup]:
    """Yield the panel of the selected pair, with buttons to merge it and to close the panel."""
    row = scene.looked_at
    if row is None:
        return
    force = EMPTY
    if scene.has_next and scene.next.pair != row.pair and not scene.replayed:
        force = act(encode(Force(scene.step, row.rank)), say("Merge this instead"), primary=True)
    score, language = scene.timeline.score, locale.language()
    what = what_if(scene.timeline, scene.step, row.pair)
    words = [what.word(position) for position in what.words[:WORDS]]
    sizes = accumulate(len(word.symbols) for word in words)
    words = [word for word, size in zip(words, sizes, strict=True) if size <= CHIPS] or words[:1]
    totals = {kind: n for kind, n in what.totals.items() if n and kind != "stays"}
    changed = sum(totals.values())
    changes = what.changes(0, min(changed, BIG_CHANGES if scene.view.presenting else CHANGES))
    yield render(
        "panels/train/pair.html",
        row=row,
        formula=score.formula(row),
        total=len(scene.now),
        anyway=scene.has_next and scene.next.pair == row.pair,
        what=what,
        actions=join([force, act(encode(Look(0)), say("Close"), back=True)]),
        oddities=oddities(replace(what.merge, forced=False)),
        words=words,
        more=len(what.words) - len(words),
        totals=totals,
        changed=changed,
        unlisted=changed - len(changes),
        changes=[
            (change, *side_by_side([change.before, change.after], score, language))
            for change in changes
        ],
        winners_value=side_by_side([what.winner], score, language)[0],
    )

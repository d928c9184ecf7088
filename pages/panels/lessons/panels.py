"""The live panels of lessons, next to the text of a scene.

Each kind of panel in `pages.lessons.model` has a case in `draw`, and one in `slider` or `field` if
a visitor can change it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

from markupsafe import Markup

from pages.lessons import model
from pages.lessons.model import END, Panel
from pages.locale import message, say
from pages.panels.html.elements import nothing, stack
from pages.panels.lessons import rules, sizes, tables, texts, works
from pages.panels.lessons.prose import fill
from pages.panels.shared import card, charts, chips
from pages.panels.shared.algorithms import TITLES
from pages.panels.shared.divergence import divergence_table
from pages.panels.shared.score_table import SECRET, score_table
from pages.panels.shared.trace import traced
from pages.trainings.named import TRAININGS, at, encoder, named, timeline
from wordpiece.message import Message
from wordpiece.teaching.likelihood import merge_effect, shares
from wordpiece.teaching.quiz import candidates, change_in_use, survivors
from wordpiece.teaching.size import at_entries, size
from wordpiece.teaching.wording import explain, explain_divergence
from wordpiece.training.comparison import Comparison
from wordpiece.training.timeline import Timeline

PRESENTED = 5
"""The most words in presenter mode, where everything must fit on one screen."""

LONG_WORD = 20
"""The least characters of a word that needs more than one line next to a table."""

FEW = 3
"""The most words if any is that long; in a font with ideographs each takes three lines."""

CHART_HEIGHT = 270

LETTERS = 15
"""The font size of a chart in pixels, the same as of the text around it."""

LINES = ("vocabulary", "in_use")
"""The lines of a growth chart."""


@dataclass(frozen=True, slots=True)
class SceneView:
    """The input of a live panel.

    Attributes:
        panel: the panel's record in the lesson.
        training: the lesson's training, for figures that do not name another.
        step: the value of the slider, if the panel has one.
        typed: the content of the field, if the panel has one.
        big: whether it is drawn for presenter mode.
    """

    panel: Panel
    training: str
    step: int = 0
    typed: str = ""
    big: bool = False


class Slider(NamedTuple):
    """A slider over steps, or over the quantity in its label."""

    first: int
    last: int
    start: int
    label: str = ""


class TextField(NamedTuple):
    """A text field."""

    label: str
    text: str


class Drawn(NamedTuple):
    """A panel as HTML.

    Attributes:
        columns: the columns, each with its parts from top to bottom.
        gap: the gap between the columns; empty for a panel without columns.
        chart: the chart below.
    """

    columns: tuple[tuple[Markup, ...], ...]
    gap: Literal["", "medium", "large"] = ""
    chart: charts.Chart | None = None


def field(panel: Panel) -> TextField | None:
    """Return the text field above a panel, if it has one."""
    match panel:
        case model.EditableText():
            return TextField(say("Text"), panel.text)
        case model.Trace():
            return TextField(say("Word"), panel.word)
        case model.Pipeline() | model.Decoding() | model.Bytes() | model.Given():
            return TextField(say("Text"), panel.text)
        case model.SpecialTokens(shape="typed"):
            return TextField(say("Text"), panel.text)
        case model.SpecialTokens():
            return TextField(say("Two texts, with {bar} between them", bar=texts.BAR), panel.text)
        case _:
            return None


def slider(panel: Panel) -> Slider | None:
    """Return the slider of a panel, if it has one."""
    match panel:
        case model.Walk(training=name):
            return Slider(panel.first, at(name, panel.last), at(name, panel.start))
        case model.GrowthChart(training=name):
            return Slider(0, at(name, END), panel.start)
        case model.EditableText(training=name, slide=True):
            return Slider(0, at(name, END), at(name, panel.step))
        case model.Side():
            longest = max(len(timeline(name)) for name in panel.trainings)
            last = longest if panel.last == END else panel.last
            return Slider(0, last, last if panel.start == END else panel.start)
        case model.Likelihood(training=name):
            return Slider(0, at(name, END), 0)
        case model.Price(training=name):
            return Slider(0, at(name, END), at(name, panel.start))
        case model.Fertility() | model.LearnedTokens():
            each = _timelines(panel.trainings)
            ends = sizes.first_size(each), sizes.last_size(each)
            return Slider(*ends, min(max(panel.start, ends[0]), ends[1]), say("Vocabulary size"))
        case _:
            return None


def draw(view: SceneView) -> Drawn:
    """Draw a panel."""
    panel = view.panel
    match panel:
        case model.Words():
            return Drawn((_words(panel, view.big),))
        case model.Scores():
            return Drawn((_scores(panel),))
        case model.CountTable():
            limit = 8 if max(map(len, timeline(panel.training).words)) <= LONG_WORD else FEW
            words = model.Words(panel.training, panel.step, limit=limit, marks=False)
            return Drawn((_words(words, view.big), _counts(panel)), gap="large")
        case model.Walk():
            return Drawn((_walk(panel, view),))
        case model.GrowthChart():
            return _growth(panel, view.step, _letters(view))
        case model.Changes():
            return Drawn((_changes(timeline(panel.training)),))
        case model.Entries():
            return Drawn((_entries(panel),))
        case model.EditableText():
            return Drawn((_text(panel, view),))
        case model.Trace():
            return _trace(panel, view.typed)
        case model.Side():
            return Drawn((_side(panel, view.step),))
        case model.Divergence():
            return Drawn((_divergence(panel),))
        case model.Again():
            runs = [named(panel.training).make() for _ in range(panel.times)]
            first = range(1, panel.merges + 1)
            return Drawn(((tables.again([[run.merge(k).token for k in first] for run in runs]),),))
        case model.Printed():
            figures = partial(fill, training=view.training)
            rows = [(figures(a), figures(b), figures(c)) for a, b, c in panel.rows]
            return Drawn(((tables.printed(rows, panel.heads),),))
        case model.Works():
            return Drawn(((works.works(panel.works, panel.heads, view.training),),))
        case model.Rules():
            each = [(TRAININGS[name].rule, timeline(name)) for name in panel.trainings]
            return Drawn(((rules.rules(each, panel.step, panel.pairs),),))
        case model.Likelihood():
            limit = min(panel.limit, PRESENTED) if view.big else panel.limit
            found = shares(timeline(panel.training), view.step)
            return Drawn(((rules.likelihood(found, limit),),))
        case model.MergeGain():
            change = merge_effect(timeline(panel.training), panel.step, panel.pair)
            return Drawn(((rules.gain(panel.pair, change),),))
        case model.Fertility():
            key, spec, alt = sizes.fertility(
                _timelines(panel.trainings), _titles(panel.trainings), view.step, _letters(view)
            )
            return Drawn(((key,),), chart=charts.Chart(spec, alt))
        case model.Sizes():
            return Drawn((_sizes(panel),))
        case model.Price():
            return Drawn(((sizes.price(size(timeline(panel.training), view.step), panel.widths),),))
        case model.LearnedTokens():
            found_ = at_entries(_timelines(panel.trainings), view.step)
            titles = _titles(panel.trainings)
            return Drawn(((sizes.learned([(titles[name], at_) for name, at_ in found_.items()]),),))
        case _ if not view.typed.strip():
            return Drawn(((_nothing_typed(),),))
        case model.Pipeline():
            return Drawn(((texts.pipeline(panel, view.typed),),))
        case model.SpecialTokens():
            return Drawn(((texts.special_tokens(panel, view.typed),),))
        case model.Decoding():
            return Drawn(((texts.decoding(panel, view.typed),),))
        case model.Bytes():
            return Drawn(((texts.characters_in_bytes(view.typed),),))
        case model.Given():
            columns = texts.given(panel, view.typed)
            return Drawn(columns, gap="medium" if len(columns) > 1 else "")


def _timelines(trainings: tuple[str, ...]) -> dict[str, Timeline]:
    return {name: timeline(name) for name in trainings}


def _titles(trainings: tuple[str, ...]) -> dict[str, Message]:
    return {name: TRAININGS[name].title for name in trainings}


def _sizes(panel: model.Sizes) -> tuple[Markup, ...]:
    trained = timeline(panel.training)
    rows = [(message("characters"), size(trained, 0))]
    rows += [
        (message("after {n} merge", "after {n} merges", n=step), size(trained, step))
        for step in (at(panel.training, step) for step in panel.steps)
    ]
    whole = len(trained.words), trained.occurrences
    return (sizes.sizes(rows, whole, of_lines=panel.of_lines),)


def _words(panel: model.Words, big: bool) -> tuple[Markup, ...]:
    trained, step = timeline(panel.training), at(panel.training, panel.step)
    found = trained.find_words(step).tolist()
    if panel.holding:
        holding = {i for part in panel.holding for i in trained.words_with(step, part)}
        found = [i for i in found if i in holding]
    limit = min(panel.limit, PRESENTED) if big else panel.limit
    if len(found) > limit and not panel.holding:
        found = trained.find_words(step, first=[trained.changed_words(step)]).tolist()
    states = [trained.word(step, i) for i in found[:limit]]
    marks = panel.marks and not panel.holding
    if not marks:
        states = [replace(state, made=()) for state in states]
    merged = trained.pair(step) if step and marks else None
    words = chips.words(states, merged=merged, outline=panel.holding is not None)
    more = len(found) - len(states)
    if not more:
        return (words,)
    return words, nothing(say("and {n} more {n:word|words}", n=more))


def _scores(panel: model.Scores) -> tuple[Markup, ...]:
    trained, step = timeline(panel.training), at(panel.training, panel.step)
    table = trained.scores(step)
    rows = table.rows(0, panel.rows)
    best = rows[0]
    winner = best.pair if step < len(trained) else None
    drawn = score_table(rows, trained.score, best=best.score, winner=winner)
    more = len(table) - len(rows)
    if not more:
        return (drawn,)
    return drawn, nothing(say("and {n} more {n:pair|pairs}", n=more))


def _counts(panel: model.CountTable) -> tuple[Markup, ...]:
    trained, step = timeline(panel.training), at(panel.training, panel.step)
    table = trained.scores(step)
    pairs = [panel.pair] if panel.pair else candidates(trained, step)
    rows = [row for pair in pairs if (row := table.find(pair))]
    return (score_table(rows, trained.score, best=1, winner=None, columns=SECRET),)


def _walk(panel: model.Walk, view: SceneView) -> tuple[Markup, ...]:
    trained = timeline(panel.training)
    limit = 5 if len(trained.words) <= 5 else 4  # always five lines: the last may be for the others
    words = model.Words(panel.training, view.step, limit=2 if view.big else limit)
    return _happened(trained, view.step), *_words(words, view.big)


def _happened(trained: Timeline, step: int) -> Markup:
    """Draw the card of a merge, or of the start."""
    if not step:
        return card.start_card(len(trained.words), trained.occurrences, len(trained.alphabet))
    record = trained.step(step)
    most = trained.scores(step - 1).most_frequent()
    why = explain(record, trained.score, trained.tie_break, *most)
    return card.merge_card(record, trained.score, why, top=say("Merge {step}", step=step))


def _letters(view: SceneView) -> int:
    """Return the font size of a chart."""
    return charts.BIG_TEXT if view.big else LETTERS


def _growth(panel: model.GrowthChart, step: int, text: int) -> Drawn:
    trained = timeline(panel.training)
    here = trained.growth(step)
    spec = charts.marked(
        charts.growth_spec(LINES, CHART_HEIGHT, text=text), charts.growth_mark(here, LINES)
    )
    chart = charts.Chart(
        charts.with_data(spec, charts.growth_data(trained, LINES)),
        charts.growth_in_words(trained, LINES),
    )
    return Drawn(((charts.growth_key(here, LINES),),), chart=chart)


def _changes(trained: Timeline) -> tuple[Markup, ...]:
    rows = [
        (
            trained.merge(k),
            survivors(trained, k),
            change_in_use(trained, k),
            trained.growth(k).in_use,
        )
        for k in range(1, len(trained) + 1)
    ]
    return (tables.changes(rows),)


def _entries(panel: model.Entries) -> tuple[Markup, ...]:
    trained, step = timeline(panel.training), at(panel.training, panel.step)
    entries = list(enumerate(trained.vocabulary(step)))
    special = len(trained.special_tokens)
    learned = special + len(trained.alphabet)
    groups = [
        (say("special"), entries[:special], ""),
        (say("alphabet"), entries[special:learned], ""),
        (say("learned"), entries[learned:], ""),
    ]
    everything = [token for _, token in entries]
    return (chips.vocabulary(groups, in_use=everything),)


def _text(panel: model.EditableText, view: SceneView) -> tuple[Markup, ...]:
    step = view.step if panel.slide else at(panel.training, panel.step)
    tokens = encoder(panel.training, step, panel.how).encode(
        view.typed, pre_tokenizer=panel.pre_tokenizer
    )
    if not tokens:
        return (_nothing_typed(),)
    count = say("{n} token in all", "{n} tokens in all", n=len(tokens))
    return tables.tokens(tokens), nothing(count)


def _trace(panel: model.Trace, typed: str) -> Drawn:
    word = "".join(typed.split())
    if not word:
        return Drawn(((_nothing_typed(),),))
    columns = []
    for how in panel.how:
        one = encoder(panel.training, panel.step, how)
        tokens = tables.tokens(one.encode(word, pre_tokenizer="whitespace"))
        parts = [tokens, *traced(one.trace(word))]
        columns.append((stack(part for part in parts if part),))
    return Drawn(tuple(columns), gap="medium")


def _nothing_typed() -> Markup:
    return nothing(say("Type a word; its tokens follow."))


def _side(panel: model.Side, step: int) -> tuple[Markup, ...]:
    columns = []
    for name in panel.trainings:
        training, trained = TRAININGS[name], timeline(name)
        merges = [trained.merge(k) for k in range(min(step, len(trained)), 0, -1)]
        columns.append(
            tables.SideColumn(training.title, training.rule, merges, len(trained), trained.score)
        )
    return (tables.side(columns),)


def _divergence(panel: model.Divergence) -> tuple[Markup, ...]:
    names = {name: TRAININGS[name].recipe.id for name in (panel.first, panel.second)}
    both = {id: timeline(name) for name, id in names.items()}
    divergence = Comparison(both).divergence(*both)
    said = explain_divergence(divergence, TITLES)
    scores_ = {id: trained.score for id, trained in both.items()}
    return (divergence_table(divergence, said, scores_),)

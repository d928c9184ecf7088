"""The panels of Compare: WordPiece, BPE and Hugging Face style in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pages.locale import say, told
from pages.panels import charts, chips, compare
from pages.panels.actions import Go, encode
from pages.panels.boards import Board
from pages.panels.compare import Measure
from pages.panels.html import EMPTY, act, heading, pager
from pages.panels.markup import Markup
from pages.panels.pieces import Menu, Piece, Widget, beside, head, menu_bar, stacked
from pages.panels.questions import questions
from pages.panels.train_panels import paged
from pages.panels.view import CompareScene
from pages.trainings.settings import Algorithm
from wordpiece.teaching.wording import explain_divergence
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import bytes_to_text
from wordpiece.training.comparison import Comparison, Divergence

ROWS, BIG_ROWS = 8, 6
"""Words on one page of the list; in presenter mode."""


def board(scene: CompareScene) -> Board:
    """Return everything that Compare shows at a point."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    columns = [column(scene, name) for name in scene.trainings]
    titles = compare.titles()
    newest = [f"{titles[c.name]} {c.learned[0].merge.token}" for c in columns if c.learned]
    measures = compare.measures(comparison, [position])
    marks = {
        chart_key(comparison.by, number): charts.mark(
            comparison.at(position), [line[0] for line in measure.lines.values()]
        )
        for number, measure in enumerate(measures)
    }
    announced = announcement(comparison, position, newest)
    key = board_key(view.presenting, view.show)
    if view.presenting:
        if view.show == "growth":
            return Board(announced, marks, beside(key, measure_heads(measures)))
        panel: dict[str, Callable[[], Iterable[Piece]]] = {
            "columns": lambda: [compare.columns(columns)],
            "parting": lambda: parting_panel(scene),
            "words": lambda: words_panel(scene, BIG_ROWS),
            "sentence": lambda: with_field(*sentence_panel(scene)),
        }
        return Board(announced, marks, stacked(panel[view.show]()))
    foot = menu_bar(view, "columns_foot", compare.sameness, [questions("columns")])
    sentence_head, tokens = sentence_panel(scene)
    panels = beside(
        key,
        {
            "columns": [compare.columns(columns), foot],
            "left": [*parting_panel(scene), sentence_head],
            "tokens": [tokens],
            "right": words_panel(scene, ROWS),
            **measure_heads(measures),
            "third": [compare.third_column()],
        },
    )
    return Board(announced, marks, panels)


def board_key(presenting: bool, show: str) -> str:
    """Return the key of the board, for the style sheet."""
    if not presenting:
        return "compare_board"
    return "measures_board" if show == "growth" else "compare_big"


def announcement(comparison: Comparison, position: int, newest: Sequence[str]) -> str:
    """Return what a screen reader announces: where the page stands, and the newest merges."""
    if not newest:
        return say("Start.")
    merges = ", ".join(newest)
    if comparison.by == "step":
        return say(
            "Step {step} of {last}: {merges}.",
            step=position,
            last=comparison.last,
            merges=merges,
        )
    return say("Vocabulary of {size}: {merges}.", size=comparison.at(position), merges=merges)


def column(scene: CompareScene, name: Algorithm) -> compare.Column:
    """Return one training as it stands."""
    comparison, position = scene.comparison, scene.position
    timeline = comparison.timelines[name]
    step = comparison.step(name, position)
    remark = ""
    if not comparison.has_begun(name, position):
        remark = say("waits: its alphabet is larger than {size}", size=comparison.at(position))
    elif step == len(timeline) and position > comparison.position_of(name, step):
        remark = say("has stopped")
    rule = told(compare.RULES[name])
    if name == "bpe" and scene.view.bpe_words:
        rule = say("score: times together; GPT-2 style words")
    newest = range(step, max(0, step - compare.MOST), -1)
    return compare.Column(
        name=name,
        rule=rule,
        learned=[comparison.learned(name, k, position) for k in newest],
        step=step,
        steps=len(timeline),
        vocabulary=timeline.growth(step).vocabulary,
        remark=remark,
        score=timeline.score,
    )


def parting_panel(scene: CompareScene) -> Iterator[Piece]:
    """Where WordPiece and BPE differ for the first time."""
    title = say("Where they part")
    if scene.view.bpe_words:
        yield heading(title)
        yield chips.nothing(
            say(
                "BPE trains on other words than WordPiece now, so they differ from the start. "
                "On the same words only the score would differ."
            )
        )
        return
    comparison = scene.comparison
    divergence = comparison.divergence("wordpiece", "bpe")
    said = explain_divergence(divergence, compare.TITLES)
    scores = {name: timeline.score for name, timeline in comparison.timelines.items()}
    remark, there = "", EMPTY
    if divergence is not None:
        remark = say("WordPiece and BPE, merge {merge}", merge=divergence.step)
        if not scene.view.presenting:
            there = act(encode(Go(position_of(comparison, divergence))), say("Go there"))
    yield head(scene.view, "parting_head", title, remark, [questions("parting")], there)
    yield compare.parting(divergence, said, scores)


def position_of(comparison: Comparison, divergence: Divergence) -> int:
    """Return where both trainings have made the merge in which they part."""
    return max(
        comparison.position_of(name, min(divergence.step, len(comparison.timelines[name])))
        for name in divergence.names
    )


def words_panel(scene: CompareScene, rows: int) -> Iterator[Piece]:
    """The words, as each training cuts them."""
    view, comparison, position = scene.view, scene.comparison, scene.position
    differing = int(comparison.differing(position).sum())
    total = len(next(iter(comparison.timelines.values())).words)
    remark = say("{differing} of {total} cut differently, on top", differing=differing, total=total)
    menus = [Menu("cuts_menu", say("Find"))]
    yield head(view, "cuts_head", say("The same words"), remark, menus)
    found = comparison.find_words(position, contains=view.find, only_differing=view.only)
    page, pages = paged(len(found), rows, view.words_page)
    first = (page - 1) * rows
    if found:
        words = comparison.words(position, found[first : first + rows])
        yield compare.cuts(words, list(comparison.timelines))
    else:
        some = view.find or total
        yield chips.nothing(say("No such word.") if some else say("There are no words."))
    if pages > 1:
        yield pager("compare_words", page, pages, say("the words"))


def sentence_panel(scene: CompareScene) -> tuple[Markup, Markup]:
    """A sentence as all three encode it: a title, and their tokens."""
    typed = scene.view.sentence
    text = typed if typed.strip() else example_sentence(scene.comparison)
    each = []
    for name, training in scene.trainings.items():
        settings, step = training.settings, scene.comparison.step(name, scene.position)
        replays = name == "bpe"
        encoder = scene.encoder_of(name, step, replays=replays)
        tokens = encoder.encode(text, compose(settings.normalizer), training.pre_tokenizer)
        encoder.forget()  # what somebody has typed is nobody else's
        how = say("merges replayed") if replays else say("longest match")
        each.append(compare.Encoded(name, how, tokens))
    title = heading(say("One sentence"), say("encoded by all three at this point"))
    return title, compare.encoded(each)


def with_field(title: Markup, tokens: Markup) -> tuple[Piece, ...]:
    """Return the panel of a sentence with the field to type it."""
    return title, Widget("sentence"), tokens


def example_sentence(comparison: Comparison) -> str:
    """Return the first words of the corpus."""
    words = next(iter(comparison.timelines.values())).words
    return " ".join(bytes_to_text(word).strip() for word in words[:6])


def measure_heads(measures: Sequence[Measure]) -> dict[str, list[Piece]]:
    """Return the title and the key of each chart, by its area on the board."""
    heads: dict[str, list[Piece]] = {}
    for number, measure in enumerate(measures):
        values = [(name, measure.written(line[0])) for name, line in measure.lines.items()]
        heads[f"head{number}"] = [heading(measure.title, measure.remark), charts.lines_key(values)]
    return heads


def chart_key(by: str, number: int) -> str:
    """Return the widget key of a chart."""
    return f"compare_{number}_{by}"

"""Lessons: a few small steps each, with the live engine beside the words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

import streamlit as st

from pages import locale
from pages.components.remember import remember
from pages.lessons import LESSONS, model
from pages.lessons.model import Lesson, Panel, Question
from pages.lessons.progress import Progress
from pages.lessons.prose import prose
from pages.lessons.trainings import TRAININGS, at, encoder, made, timeline
from pages.panels import card, charts, chips, compare_views, encode_views, lesson_views, scores
from pages.panels.html import counted
from pages.shell import presenter, sidebar, theme
from pages.shell.rescue import fragment
from pages.state import session
from pages.trainings.settings import whole_number
from wordpiece.teaching.exercises import (
    Verdict,
    candidates,
    change_in_use,
    grade_change,
    grade_next,
    grade_score,
    grade_tokens,
    score_choices,
    signed,
    survivors,
)
from wordpiece.teaching.wording import explain
from wordpiece.training.comparison import Comparison, explain_divergence
from wordpiece.training.timeline import Timeline

PARTS = [lesson.parts for lesson in LESSONS]
NUMBERS = {lesson.id: i for i, lesson in enumerate(LESSONS, 1)}
ANSWERS, FORGOTTEN = "lessons_answers", "lessons_forgotten"
MAX_TYPED = 120
"""Characters of a typed word or text."""

PRESENTED = 5
"""Words shown in presenter mode, in which everything is on one screen."""


# Where one is.


def progress() -> Progress:
    return Progress.read(session.note("lessons", "done"), PARTS)


def keep(progress_: Progress) -> None:
    session.set_note("done", progress_.written())


def go(lesson: str, part: int = 1) -> None:
    """Callback: to a part of a lesson; the list of all lessons has no name."""
    session.set_note("lesson", lesson)
    session.set_note("part", str(part))


def forget() -> None:
    """Callback: begin as if for the first time."""
    keep(Progress())
    session.forget(ANSWERS)
    forgotten().append("progress")


def forgotten() -> list[str]:
    """One entry for each time that progress was forgotten."""
    kept: list[str] = session.memory(FORGOTTEN, list)
    return kept


def answers() -> dict[tuple[str, int], Hashable]:
    """The answers given in this session, by lesson and question."""
    kept: dict[tuple[str, int], Hashable] = session.memory(ANSWERS, dict)
    return kept


def answer(lesson: str, question: int, given: Hashable) -> None:
    """Callback: an answer was given."""
    answers()[lesson, question] = given


def answer_again(lesson: str) -> None:
    """Callback: as if its questions had not been answered; it stays done."""
    for given in [key for key in answers() if key[0] == lesson]:
        del answers()[given]


@fragment
def page() -> None:
    """The list of lessons, or one part of one."""
    number = NUMBERS.get(session.note("lessons", "lesson"))
    if number is None:
        if session.note("lessons", "lesson"):
            st.warning("The link names a lesson that does not exist. Here are all of them.")
            go("")
        session.save()
        with st.container(key="lessons_all"):
            overview()
    else:
        lesson = LESSONS[number - 1]
        part = whole_number(session.note("lessons", "part"), 99) or 1
        part = min(part, lesson.parts)
        session.set_note("part", str(part))
        keep(progress().with_part(number, part))
        if solved(lesson):
            keep(progress().with_done(number))
        session.save()
        with st.container(key="lesson"):
            one_part(number, lesson, part)
    remember(
        "lessons_remember",
        progress().written(),
        forgotten=len(forgotten()),
        on_report=lambda text: keep(progress().joined(Progress.read(text, PARTS))),
    )


def overview() -> None:
    now = progress()
    next_ = now.next_lesson(len(LESSONS))
    with st.container(horizontal=True, vertical_alignment="center", key="lessons_top"):
        theme.show(lesson_views.welcome(len(now.done), len(LESSONS)))
        if now.written():
            st.button("Forget my progress", on_click=forget, key="lessons_forget", type="tertiary")
    for number, lesson in enumerate(LESSONS, 1):
        reached = now.at.get(number, 0)
        state = f"part {reached} of {lesson.parts}" if reached else "not begun"
        label, part = f"Begin lesson {number}", 1
        if number in now.done:
            state, label = "done", f"Repeat lesson {number}"
        elif reached:
            label, part = f"Go on with lesson {number}", reached
        with st.container(horizontal=True, vertical_alignment="center", key=f"lesson_row_{number}"):
            theme.show(lesson_views.entry(number, lesson.title, lesson.line, lesson.parts, state))
            st.button(
                label,
                on_click=go,
                args=(lesson.id, part),
                key=f"lesson_{number}",
                type="primary" if number == next_ else "secondary",
            )


def one_part(number: int, lesson: Lesson, part: int) -> None:
    quiet = session.presenting()  # only text and panel; the keys go on working
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_top"):
        about = number, lesson.title, part, lesson.parts
        theme.show(lesson_views.heading(*about, quiet=quiet))
        with st.container(
            horizontal=True,
            vertical_alignment="center",
            width="content",
            key="lesson_keys" if quiet else "lesson_nav",
        ):
            st.button("All lessons", on_click=go, args=("",), key="lesson_all", type="tertiary")
            st.button(
                "Back",
                on_click=go,
                args=(lesson.id, part - 1),
                disabled=part == 1,
                key="lesson_back",
                shortcut="Left",
            )
            onward(number, lesson, part)
    if part == lesson.parts:
        exercise(lesson)
    else:
        scene = lesson.scenes[part - 1]
        theme.show(lesson_views.saying(prose(scene.text, lesson.training)))
        panel(scene.panel, lesson, f"lessons_{lesson.id}_{part}")
    if not quiet:
        st.page_link(
            f"pages/screens/{lesson.link.page}.py",
            label=lesson.link.label,
            icon=":material/arrow_forward:",
            query_params=dict(lesson.link.query),
        )


def onward(number: int, lesson: Lesson, part: int) -> None:
    """The button that leads on; it is primary unless an exercise waits to be solved."""
    following = LESSONS[number] if number < len(LESSONS) else None
    there = (following.id, 1) if following else ("", 1)
    label = f"Lesson {number + 1}" if following else "To the list"
    if part < lesson.parts:
        there = (lesson.id, part + 1)
        label = "Next part" if part < lesson.parts - 1 else "To the question"
    elif number not in progress().done:
        label = "Skip the question"
    st.button(
        label,
        on_click=go,
        args=there,
        key="lesson_next",
        type="secondary" if label == "Skip the question" else "primary",
        shortcut="Right",
    )


# Exercises.


def exercise(lesson: Lesson) -> None:
    """The questions one after the other; the next appears when one is answered right."""
    total = len(lesson.exercise)
    for i, question in enumerate(lesson.exercise):
        ask = prose(question.ask, lesson.training)
        given = answers().get((lesson.id, i))
        verdict = None if given is None else grade(question, given)
        if verdict and verdict.right:
            theme.show(lesson_views.verdict(verdict, ask=ask))
            continue
        count = f"Question {i + 1} of {total}: " if total > 1 else ""
        theme.show(lesson_views.saying((count, *ask) if count else ask))
        choices(question, lesson.id, i)
        if verdict:
            theme.show(lesson_views.verdict(verdict))
        shown = stage(question)
        if shown:
            panel(shown, lesson, f"lessons_{lesson.id}_stage_{i}")
        return
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_done"):
        theme.show(chips.nothing("This lesson is done."))
        st.button(
            "Answer again",
            on_click=answer_again,
            args=(lesson.id,),
            key="lessons_again",
            type="tertiary",
        )


def solved(lesson: Lesson) -> bool:
    """Whether every question has its right answer, in this session."""
    given = [answers().get((lesson.id, i)) for i in range(len(lesson.exercise))]
    return all(
        answer_ is not None and grade(question, answer_).right
        for question, answer_ in zip(lesson.exercise, given, strict=True)
    )


def grade(question: Question, given: Hashable) -> Verdict:
    """The engine's verdict on an answer."""
    trained, step = timeline(question.training), at(question.training, question.step)
    match question:
        case model.Next():
            return grade_next(trained, step, candidates(trained, step)[_index(given)])
        case model.ScoreOf():
            value = score_choices(trained, step)[_index(given)]
            return grade_score(trained, step, question.pair, value)
        case model.Change():
            return grade_change(trained, step, _index(given) - 1)
        case model.Tokens():
            one = encoder(question.training, question.step, question.how)
            return grade_tokens(one, question.word, str(given), prefix=trained.marking.prefix)


def _index(given: Hashable) -> int:
    assert isinstance(given, int)
    return given


def options(question: Question) -> list[str]:
    """The answers to choose from; none if one is to be typed."""
    trained, step = timeline(question.training), at(question.training, question.step)
    match question:
        case model.Next():
            return [f"{left}  +  {right}" for left, right in candidates(trained, step)]
        case model.ScoreOf():
            values = score_choices(trained, step)
            return [locale.number(value) for value in values]
        case model.Change():
            return [signed(change) for change in (-1, 0, 1)]
        case _:
            return []


def choices(question: Question, lesson: str, i: int) -> None:
    """Buttons, or a field to type into."""
    given = answers().get((lesson, i))
    if isinstance(question, model.Tokens):
        with (
            st.form(f"lessons_{lesson}_{i}", border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            typed = st.text_input(
                "Tokens, with spaces between them",
                key=f"lessons_{lesson}_{i}_typed",
                max_chars=MAX_TYPED,
                width=420,
            )
            if st.form_submit_button("Check", type="primary"):
                answer(lesson, i, typed)
                st.rerun()  # only here the field has been read
        return
    with st.container(horizontal=True, key="lesson_choices"):
        for index, label in enumerate(options(question)):
            st.button(
                sidebar.plain(label),
                on_click=answer,
                args=(lesson, i, index),
                key=f"lessons_{lesson}_{i}_{index}",
                type="secondary",
                icon=":material/close:" if given == index else None,
            )


def stage(question: Question) -> Panel | None:
    """What a question shows to work with."""
    match question:
        case model.Next():
            return model.Counts(question.training, question.step)
        case model.ScoreOf():
            return model.Counts(question.training, question.step, question.pair)
        case model.Change():
            pair = timeline(question.training).pair(question.step)
            return model.Words(question.training, question.step - 1, holding=pair)
        case model.Tokens(how="match") if question.step:
            return model.Vocabulary(question.training, question.step)
        case _:
            return None


# Panels.


def panel(shown: Panel, lesson: Lesson, key: str) -> None:
    """The live panel of a scene."""
    match shown:
        case model.Words():
            words(shown)
        case model.Scores():
            score_table(shown)
        case model.Counts():
            left, right = st.columns(2, gap="large")
            with left:
                words(model.Words(shown.training, shown.step, marks=False))
            with right:
                counts(shown)
        case model.Walk():
            walk(shown, key)
        case model.Growth():
            growth(shown, key)
        case model.Changes():
            trained = timeline(shown.training)
            theme.show(
                lesson_views.changes(
                    [
                        (
                            trained.merge(k),
                            survivors(trained, k),
                            change_in_use(trained, k),
                            trained.growth(k).in_use,
                        )
                        for k in range(1, len(trained) + 1)
                    ]
                )
            )
        case model.Vocabulary():
            vocabulary(shown)
        case model.Text():
            text(shown, key)
        case model.Trace():
            trace(shown, key)
        case model.Side():
            side(shown, key)
        case model.Parting():
            parting(shown)
        case model.Again():
            runs = [made(shown.training) for _ in range(shown.times)]
            first = range(1, shown.merges + 1)
            theme.show(lesson_views.again([[run.merge(k).token for k in first] for run in runs]))
        case model.Printed():
            fill = partial(prose, training=lesson.training)
            rows = [(fill(a), fill(b), fill(c)) for a, b, c in shown.rows]
            theme.show(lesson_views.printed(rows, shown.heads))


def steps(label: str, first: int, last: int, start: int, key: str) -> int:
    """A slider over steps, if there is more than one."""
    if first == last:
        return first
    return int(st.slider(label, first, last, start, key=f"{key}_step"))


def words(shown: model.Words) -> None:
    trained, step = timeline(shown.training), at(shown.training, shown.step)
    found = trained.find_words(step).tolist()
    if shown.holding:
        holding = {i for part in shown.holding for i in trained.words_with(step, part)}
        found = [i for i in found if i in holding]
    limit = min(shown.limit, PRESENTED) if session.presenting() else shown.limit
    states = [trained.word(step, i) for i in found[:limit]]
    marks = shown.marks and not shown.holding
    if not marks:
        states = [replace(state, made=()) for state in states]
    merged = trained.pair(step) if step and marks else None
    theme.show(chips.words(states, merged=merged, outline=shown.holding is not None))
    more = len(found) - len(states)
    if more:
        theme.show(chips.nothing(f"and {counted(more, 'more word')}"))


def score_table(shown: model.Scores) -> None:
    trained, step = timeline(shown.training), at(shown.training, shown.step)
    table = trained.scores(step)
    rows = table.rows(0, shown.rows)
    best = rows[0]
    theme.show(scores.score_table(rows, trained.score, best=best.score, winner=best.pair))
    more = len(table) - len(rows)
    if more:
        theme.show(chips.nothing(f"and {counted(more, 'more pair')}"))


def counts(shown: model.Counts) -> None:
    trained, step = timeline(shown.training), at(shown.training, shown.step)
    table = trained.scores(step)
    pairs = [shown.pair] if shown.pair else candidates(trained, step)
    rows = [row for pair in pairs if (row := table.find(pair))]
    known = scores.SECRET
    theme.show(scores.score_table(rows, trained.score, best=1, winner=None, columns=known))


def what_happened(trained: Timeline, step: int) -> None:
    if not step:
        sizes = len(trained.words), trained.occurrences, len(trained.alphabet)
        theme.show(card.start_card(*sizes))
        return
    record = trained.step(step)
    most = trained.scores(step - 1).most_frequent()
    why = explain(record, trained.score, trained.tie_break, *most)
    theme.show(card.merge_card(record, trained.score, why, top=f"Merge {step}"))


def walk(shown: model.Walk, key: str) -> None:
    trained = timeline(shown.training)
    last = at(shown.training, shown.last)
    step = steps("Merges made", shown.first, last, at(shown.training, shown.start), key)
    what_happened(trained, step)
    limit = 5 if len(trained.words) <= 5 else 4  # with a line for the others, as many lines
    words(model.Words(shown.training, step, limit=2 if session.presenting() else limit))


def growth(shown: model.Growth, key: str) -> None:
    trained = timeline(shown.training)
    step = steps("Merges made", 0, len(trained), shown.start, key)
    names = ("vocabulary", "in_use")
    here = trained.growth(step)
    theme.show(charts.growth_key(here, names))
    spec = charts.marked(charts.growth_spec(names, height=250), charts.growth_mark(here, names))
    st.vega_lite_chart(
        spec=charts.with_data(spec, charts.growth_data(trained, names)),
        key=f"{key}_chart",
        alt=charts.growth_in_words(trained, names),
    )


def vocabulary(shown: model.Vocabulary) -> None:
    trained, step = timeline(shown.training), at(shown.training, shown.step)
    entries = list(enumerate(trained.vocabulary(step)))
    special = len(trained.special_tokens)
    learned = special + len(trained.alphabet)
    groups = [
        ("special", entries[:special], ""),
        ("alphabet", entries[special:learned], ""),
        ("learned", entries[learned:], ""),
    ]
    everything = [token for _, token in entries]
    theme.show(chips.vocabulary(groups, in_use=everything))


def text(shown: model.Text, key: str) -> None:
    typed = st.text_input("Text", shown.text, key=f"{key}_text", max_chars=MAX_TYPED, live=True)
    step = at(shown.training, shown.step)
    if shown.slide:
        step = steps("Merges made", 0, len(timeline(shown.training)), step, key)
    tokens = encoder(shown.training, step, shown.how).encode(typed or "")
    if not tokens:
        theme.show(chips.nothing("Type a word; its tokens follow."))
        return
    theme.show(lesson_views.tokens(tokens))
    theme.show(chips.nothing(f"{counted(len(tokens), 'token')} in all"))


def trace(shown: model.Trace, key: str) -> None:
    typed = st.text_input("Word", shown.word, key=f"{key}_word", max_chars=MAX_TYPED, live=True)
    word = "".join((typed or "").split())
    if not word:
        theme.show(chips.nothing("Type a word; its tokens follow."))
        return
    for column, how in zip(st.columns(len(shown.how), gap="medium"), shown.how, strict=True):
        with column:
            one = encoder(shown.training, shown.step, how)
            tokens = lesson_views.tokens(one.encode(word, pre_tokenizer="whitespace"))
            theme.show(tokens, *encode_views.traced(one.trace(word)))


def side(shown: model.Side, key: str) -> None:
    longest = max(len(timeline(name)) for name in shown.trainings)
    last = longest if shown.last == model.END else shown.last
    start = last if shown.start == model.END else shown.start
    step = steps("Merges made", 0, last, start, key)
    columns = []
    for name in shown.trainings:
        named, trained = TRAININGS[name], timeline(name)
        merges = [trained.merge(k) for k in range(min(step, len(trained)), 0, -1)]
        columns.append(
            lesson_views.Column(named.title, named.rule, merges, len(trained), trained.score)
        )
    theme.show(lesson_views.side(columns))


def parting(shown: model.Parting) -> None:
    names = {name: TRAININGS[name].recipe.id for name in (shown.first, shown.second)}
    both = {id: timeline(name) for name, id in names.items()}
    divergence = Comparison(both).divergence(*both)
    said = explain_divergence(divergence, compare_views.TITLES)
    scores = {id: trained.score for id, trained in both.items()}
    theme.show(compare_views.parting(divergence, said, scores))


KEYS = {"←  →": "one part back and on; a clicker's page keys in presenter mode"}

theme.apply()
session.begin("lessons")
sidebar.short_sidebar()
presenter.controls(KEYS, clicker=("lesson_back", "lesson_next"))
session.training()  # so that the other pages find theirs, and the address says which
for remark in session.remarks():
    st.warning(sidebar.plain(remark))
page()
session.end()

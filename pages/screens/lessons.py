"""Lessons: each has a few small steps, with a live panel next to the text."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import streamlit as st

from pages.components.page import end
from pages.components.picks import picks
from pages.components.remember import remember
from pages.components.sketch import show_sketch
from pages.lessons import BEYOND, CLASSES, IN_ORDER, LESSONS, questions
from pages.lessons.model import END, Lesson, Panel, Question, Shown
from pages.lessons.moved import place
from pages.lessons.panels import others
from pages.lessons.panels.texts import Bytes, Given
from pages.lessons.plan import LessonPlan, plan
from pages.lessons.plans import PLANS
from pages.lessons.prose import draw_text, fill
from pages.locale import capital, message, say, to_text
from pages.panels.html import element, heading, pieces
from pages.panels.shared.card import verdict as draw_verdict
from pages.panels.shared.sketch import Curve, button
from pages.panels.shared.story import StorySource, StorySources
from pages.panels.train.kinds import KINDS
from pages.shell import presenter, room, sidebar, story, theme
from pages.shell.rescue import fragment
from pages.state import address, current_training, fields
from pages.state.progress import DONE, LessonProgress
from pages.state.remembered import Everywhere, Lessons
from pages.state.session import current
from pages.trainings import named
from pages.trainings.settings import kind_of_recipe, recipe_titles
from wordpiece.teaching.grading import Verdict
from wordpiece.topdown.trainer import READINGS

PLANS_BY_ID: dict[str, LessonPlan] = {each.id: each for each in PLANS}
BY_ID: dict[str, Lesson] = {lesson_.id: lesson_ for lesson_ in LESSONS}
NUMBERS = {lesson_.id: i for i, lesson_ in enumerate(IN_ORDER, 1)}
BEYOND_TITLE = message("Beyond the classes")
BEYOND_PART = 2
"""The part of the list of lessons that has those without a number."""
MAX_TYPED = 120
"""The most characters of a typed word or text."""

_piece = pieces("lessons/page.html")


# Progress and answers.


def progress() -> LessonProgress:
    """Return this visitor's progress."""
    return LessonProgress.parse(fields.get(Lessons.done))


def keep(progress_: LessonProgress) -> None:
    """Store this visitor's progress."""
    fields.put(Lessons.done, progress_.to_text())


def go(id: str, part: int = 1) -> None:
    """Callback: show a part of a lesson, or of the list of lessons, whose id is ""."""
    fields.put(Lessons.lesson, id)
    fields.reset(Lessons.plan)
    fields.put(Lessons.part, part)


def follow_link() -> None:
    """Go to the part of a lesson that a link names, or to the place of an earlier lesson's part."""
    named = fields.get(Lessons.lesson)
    if named:
        lesson, part = place(named, fields.get(Lessons.part))
        fields.put(Lessons.lesson, lesson)
        fields.put(Lessons.part, part)


def button_to(id: str, part: int, label: str, key: str, **options: Any) -> None:
    """Draw a button to a part of a lesson, or to the list of lessons; see `go`."""
    st.button(label, on_click=go, args=(id, part), key=key, **options)


def on_screen() -> tuple[Lesson | None, int]:
    """Return the lesson on screen, if any, and its part."""
    return BY_ID.get(fields.get(Lessons.lesson)), fields.get(Lessons.part)


def forget() -> None:
    """Callback: clear progress and answers."""
    keep(LessonProgress())
    fields.reset(Lessons.answers, Lessons.wrong)


def answer(id: str, given: int | str) -> None:
    """Callback: store the answer to a lesson's question, and collect the wrong ones."""
    fields.get(Lessons.answers)[id] = given
    if not is_right(BY_ID[id]):
        same = " ".join(given.split()) if isinstance(given, str) else given
        fields.get(Lessons.wrong).setdefault(id, set()).add(same)


def verdict_on(lesson: Lesson) -> Verdict | None:
    """Return the verdict on the answer to a lesson's question, if there is an answer."""
    given = fields.get(Lessons.answers).get(lesson.id)
    return None if given is None else lesson.exercise.question.grade(given)


def is_right(lesson: Lesson) -> bool:
    """Return whether the answer to a lesson's question is right."""
    verdict = verdict_on(lesson)
    return verdict is not None and verdict.right


# The page.


@fragment
def page() -> None:
    """Draw the list of lessons, or one part of one."""
    room.draw_all_if_turned()
    lesson, part = on_screen()
    if lesson:
        keep(progress().with_part(lesson.id, DONE if is_right(lesson) else part))
        address.save()
        with st.container(key="lesson"):
            one_part(lesson, part)
    elif fields.get(Lessons.plan) and not fields.get(Lessons.lesson):
        address.save()
        with st.container(key="plan"):
            room.results()
            teachers_plan(PLANS_BY_ID[fields.get(Lessons.plan)])
    else:
        if fields.get(Lessons.lesson):
            st.warning(
                say("The link names a lesson that does not exist. These are all the lessons.")
            )
            go("")
        address.save()
        with st.container(key="lessons_all"):
            overview()
    remember(
        "lessons",
        progress().to_text(),
        lambda text: keep(progress().merge(LessonProgress.parse(text))),
    )


def overview() -> None:
    """Draw the list of lessons."""
    now = progress()
    next_ = now.next_lesson()
    with st.container(horizontal=True, vertical_alignment="center", key="lessons_top"):
        theme.show(_piece("welcome"))
        if now.to_text():
            st.button(
                say("Forget my progress"), on_click=forget, key="lessons_forget", type="tertiary"
            )
    for each in CLASSES:
        theme.show(_piece("part_head", title=each.title, lessons=each.lessons, done=now.done))
        for column, lesson in zip(st.columns(len(each.lessons)), each.lessons, strict=True):
            with (
                column,
                st.container(border=True, height="stretch", key=f"lesson_card_{lesson.id}"),
            ):
                entry(lesson, now, next_)
    focus = 2 if fields.get(Lessons.part) == BEYOND_PART else 0  # before the page's title
    theme.show(_piece("part_head", title=BEYOND_TITLE, focus=focus))
    for lesson in BEYOND:
        with st.container(
            horizontal=True, vertical_alignment="center", key=f"lesson_row_{lesson.id}"
        ):
            entry(lesson, now, next_)
    theme.show(heading(say("Plans for teachers")))
    with st.container(horizontal=True, key="lessons_plans"):
        plan_links()


def entry(lesson: Lesson, now: LessonProgress, next_: str | None) -> None:
    """Draw a lesson in the list, with its state and a button."""
    number, part, state = NUMBERS.get(lesson.id, 0), 1, ""
    if lesson.id in now.done:
        state = say("done")
    elif reached := now.reached.get(lesson.id):
        state, part = say("Part {part} of {parts}", part=reached, parts=lesson.parts), reached
    shown = _piece("entry", number=number, lesson=lesson, state=state)
    if number:
        theme.show(shown)
    label = say("Lesson {number}", number=number) if number else to_text(lesson.title)
    kind = "primary" if lesson.id == next_ else "secondary"
    button_to(lesson.id, part, label, f"lesson_{lesson.id}", type=kind)
    if not number:
        theme.show(shown)


def teachers_plan(shown: LessonPlan) -> None:
    """Draw a teacher's plan, with links to the other plan and to the lessons."""
    with st.container(horizontal=True, key="plan_nav"):
        plan_links(but=shown.id)
        button_to("", 1, say("All lessons"), "plan_leave", type="tertiary")
    theme.show(plan(shown))


def plan_links(but: str = "") -> None:
    """Draw a button to each teacher's plan but one."""
    for plan_ in PLANS:
        if plan_.id != but:
            st.button(
                to_text(plan_.title),
                on_click=fields.put,
                args=(Lessons.plan, plan_.id),
                key=f"plan_{plan_.id}",
                type="tertiary",
                icon=":material/co_present:",
            )


def one_part(lesson: Lesson, part: int) -> None:
    """Draw a part of a lesson: a scene, or its exercise at the end."""
    quiet = current().presenting  # only title, text and panel; the keys still work
    voting = is_voting()
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_top"):
        theme.show(_piece("heading", number=NUMBERS.get(lesson.id), lesson=lesson, part=part))
        with st.container(
            horizontal=True,
            vertical_alignment="center",
            width="content",
            key="lesson_keys" if quiet else "lesson_nav",
        ):
            neighbours(lesson, part, voting)
    if part == 1 and not quiet:
        theme.show(element("p", "lesson-point", to_text(lesson.point)))
    if part == lesson.parts:
        exercise(lesson)
    else:
        scene = lesson.scenes[part - 1]
        if not voting:  # the text may have the answer
            theme.show(element("p", "saying", draw_text(fill(scene.text, lesson.training))))
        live(scene.panel, lesson, f"lessons_{lesson.id}_{part}")
    if not quiet:
        if part == lesson.parts:
            next_ = next_lesson(lesson)
            theme.show(_piece("what_next", lesson=next_, number=next_ and NUMBERS[next_.id]))
        st.page_link(
            f"pages/screens/{lesson.link.page}.py",
            label=say("Try it on {page}", page=lesson.link.label),
            icon=":material/arrow_forward:",
            query_params=lesson.query,
        )


def next_lesson(lesson: Lesson) -> Lesson | None:
    """Return the lesson after a lesson with a number, if any."""
    number = NUMBERS.get(lesson.id, len(IN_ORDER))
    return IN_ORDER[number] if number < len(IN_ORDER) else None


def neighbours(lesson: Lesson, part: int, voting: bool) -> None:
    """Draw the buttons to all lessons and to the parts before and after a part.

    The last one is primary unless it skips the exercise. While a class votes, the keys belong to
    the vote.
    """
    (id, to), label, kind = (lesson.id, part + 1), say("Next part"), "primary"
    if part == lesson.parts:
        next_ = next_lesson(lesson)
        id, to = (next_.id, 1) if next_ else ("", BEYOND_PART)
        label = say("Lesson {number}", number=NUMBERS[next_.id]) if next_ else to_text(BEYOND_TITLE)
        if lesson.id not in progress().done:
            label, kind = say("Skip"), "secondary"
    left, right = (None, None) if voting else ("Left", "Right")
    back = {"disabled": part == 1, "shortcut": left}
    button_to("", 1, say("All lessons"), "lesson_all", type="tertiary")
    button_to(lesson.id, part - 1, say("Back"), "lesson_back", **back)
    button_to(id, to, label, "lesson_next", type=kind, shortcut=right)


def exercise(lesson: Lesson) -> None:
    """Draw the question and the verdict on the answer.

    The reply does not name the right answer before a second, different wrong answer.
    """
    ask, verdict = lesson.exercise, verdict_on(lesson)
    theme.show(element("p", "saying", draw_text(fill(ask.text, lesson.training))))
    choices(ask.question, lesson.id)
    if verdict:
        is_first_try = not verdict.right and len(fields.get(Lessons.wrong).get(lesson.id, ())) < 2
        theme.show(draw_verdict(verdict, figures=not is_first_try))
    material = ask.question.material()
    if material:
        live(material, lesson, f"lessons_{lesson.id}_stage")


def choices(question: Question, id: str) -> None:
    """Draw buttons, or a field to type into."""
    to_type = question.typed_answer()
    if to_type:
        with (
            st.form(f"lessons_{id}", border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            typed = st.text_input(
                to_type, key=f"lessons_{id}_typed", max_chars=MAX_TYPED, width=420
            )
            if st.form_submit_button(say("Check"), type="primary"):
                answer(id, typed)
                st.rerun()  # the field has been read only now
        return
    given, right = fields.get(Lessons.answers).get(id), is_right(BY_ID[id])
    with st.container(horizontal=True, key="lesson_choices"):
        for index, label in enumerate(question.options()):
            chosen = ":material/check:" if right else ":material/close:"
            st.button(
                sidebar.plain(label),
                on_click=answer,
                args=(id, index),
                key=f"lessons_{id}_answer_{index}",
                type="secondary",
                icon=chosen if given == index else None,
            )


def question_id(curve: Curve) -> str:
    """Return the id in the room of the question for a curve."""
    return f"lesson {curve.id}"


def is_voting() -> bool:
    """Return whether a class draws the curve of the part on screen, or sees its votes."""
    classroom = room.classroom()
    lesson, part = on_screen()
    if not room.is_on() or lesson is None or part == lesson.parts:
        return False
    curve = lesson.scenes[part - 1].panel.curve()
    if curve is None:
        return False
    is_asked = room.asks(question_id(curve), curve)
    is_asking = classroom.inviting and fields.get(Lessons.sketching) != ""
    return classroom.reading_run or is_asked or is_asking


def show_chart() -> None:
    """Callback: end the vote on a curve, and show its chart."""
    fields.put(Lessons.sketching, "")
    room.classroom().clear_question()


def live(panel: Panel, lesson: Lesson, key: str) -> None:
    """Draw a live panel: its field and slider, and below them its content, or a sketch of it."""
    typed, step = "", 0
    voting = is_voting()
    sketching = voting or fields.get(Lessons.sketching) == key
    field, slider = panel.field(), panel.slider()
    is_list = bool(field and field.options)
    with st.container(horizontal=True) if is_list else nullcontext():
        if field and is_list:
            typed = st.selectbox(field.label, field.options, key=f"{key}_text")
        elif field:
            typed = st.text_input(
                field.label, field.text, key=f"{key}_text", max_chars=MAX_TYPED, live=True
            )
        if slider:
            step = slider.first
            if slider.first != slider.last and not sketching:
                label = capital(slider.label or say("merges made"))
                step = int(st.slider(label, *slider[:3], key=f"{key}_step"))
    curve = panel.curve()
    if curve and voting:
        if room.classroom().reading_run:
            room.run_table()
        else:
            room.vote_on_line(question_id(curve), curve, show_chart)
        return
    if curve:
        with st.container(horizontal=True):
            st.button(
                button(sketching=sketching),
                on_click=fields.put,
                args=(Lessons.sketching, "" if sketching else key),
                key=f"{key}_sketch",
            )
            if sketching:
                st.button(
                    say("Ask the class"),
                    on_click=room.ask_class,
                    args=(question_id(curve), curve),
                    key="lesson_class",
                    shortcut="A",
                )
        if sketching:
            show_sketch(f"{key}_curve", curve)
            return
    shown = panel.draw(Shown(lesson.training, step, typed or "", current().presenting))
    places = st.columns(len(shown.columns), gap="medium") if len(shown.columns) > 1 else None
    for i, parts in enumerate(shown.columns):
        with places[i] if places else nullcontext():
            for part in parts:
                theme.show(part)
    if shown.chart:
        st.vega_lite_chart(spec=shown.chart.spec, key=f"{key}_chart", alt=shown.chart.alt)


def panel_or_question() -> tuple[Panel | Question | None, int | None]:
    """Return the panel or the question on screen, and the value of its slider, if it has one."""
    lesson, part = on_screen()
    if lesson is None:
        return None, None
    if part == lesson.parts:
        return lesson.exercise.question, None
    return lesson.scenes[part - 1].panel, fields.slid(f"lessons_{lesson.id}_{part}_step")


def has_stories() -> bool:
    """Return whether the tokens on screen are those of a training."""
    about, _ = panel_or_question()
    is_other = isinstance(about, Bytes | Given) or getattr(about, "how", "") == "words"
    return about is not None and not is_other


def trainings_without_merges(about: Any, slid: int | None) -> dict[str, Any]:
    """Return the trainings without merges of a panel or question, by the ids of their recipes."""
    if isinstance(about, others.OfUnigram | questions.CheapestRemoval):
        return {"unigram": named.unigram(about.training)}
    if isinstance(about, others.Readings):
        readings, threshold = READINGS, slid or about.start
    elif isinstance(about, others.Decisions | others.Rounds | questions.Kept):
        readings, threshold = (about.reading,), about.threshold
    else:
        return {}
    return {f"top-down-{how}": named.top_down(about.training, threshold, how) for how in readings}


def sources() -> StorySources:
    """Return the trainings of the part on screen, each at the step on screen.

    The steps after a question are left out, since they would reveal the answer.
    """
    lesson, _ = on_screen()
    about, slid = panel_or_question()
    if lesson is None or about is None:
        return {}
    asks = isinstance(about, Question) and not is_right(lesson)
    step = getattr(about, "step", getattr(about, "start", END))
    slider = about.slider() if isinstance(about, Panel) else None
    without_merges = trainings_without_merges(about, slid)
    if isinstance(about, others.Readings):
        step = END  # its slider is over thresholds
    elif slid is not None and slider and (without_merges or not slider.label):
        step = slid  # a slider with another label is not over steps
    found = {}
    for recipe, steps in without_merges.items():
        now = len(steps) if step == END else step
        kind = KINDS[kind_of_recipe(recipe)]
        found[recipe] = kind.story(recipe_titles()[recipe], steps, now, now if asks else len(steps))
    if found:
        return found
    names = getattr(about, "trainings", (getattr(about, "training", lesson.training),))
    of_lesson = () if isinstance(about, Question) else (lesson.training,)
    for name in dict.fromkeys((*names, *of_lesson)):
        trained = named.timeline(name)
        now = min(named.at(name, step), len(trained))
        until = now if asks else len(trained)
        found[name] = StorySource(named.TRAININGS[name].title, trained, now, until)
    return found


theme.apply()
address.begin("lessons")
follow_link()
sidebar.short_sidebar()
room.begin()
if is_voting():
    presenter.controls(room.KEYS, clicker=(room.NEXT, room.NEXT), others=room.keys())
else:
    presenter.controls(
        {"←  →": message("one part back or forward; in presenter mode also a clicker's page keys")},
        clicker=("lesson_back", "lesson_next"),
    )
current_training.prepare()  # keeps the training for the other pages, and in the address
sidebar.remarks()
if has_stories():
    story.show(sources)
else:  # neither the list of lessons nor a plan has stories
    fields.reset(Everywhere.story, Everywhere.story_of)
page()
picks("lessons_picks", lambda action: None)
end()

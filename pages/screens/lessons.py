"""Lessons: each has a few small steps, with a live panel next to the text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import streamlit as st
from markupsafe import Markup

from pages.components.page import end
from pages.components.picks import picks
from pages.components.remember import remember
from pages.lessons import LESSONS, model
from pages.lessons.model import Lesson, LessonPlan, Panel, Question
from pages.lessons.plans import PLANS
from pages.locale import message, say, to_text
from pages.panels.html.elements import heading, nothing
from pages.panels.lessons import exercise, panels
from pages.panels.lessons import page as page_html
from pages.panels.lessons import plan as plan_html
from pages.panels.lessons import stories as lesson_stories
from pages.panels.lessons.panels import SceneView
from pages.panels.lessons.prose import fill
from pages.panels.shared.story import StorySources
from pages.shell import presenter, sidebar, story, theme
from pages.shell.rescue import fragment
from pages.state import address, commands, current_training, stories
from pages.state.progress import LessonProgress
from pages.state.remembered import Lessons
from pages.trainings.settings import whole_number

PLANS_BY_ID: dict[str, LessonPlan] = {plan_.id: plan_ for plan_ in PLANS}
NUMBERS = {lesson_.id: i for i, lesson_ in enumerate(LESSONS, 1)}
MAX_TYPED = 120
"""The most characters of a typed word or text."""


# Progress and answers.


def progress() -> LessonProgress:
    """Return this visitor's progress."""
    return LessonProgress.parse(Lessons.DONE.get())


def keep(progress_: LessonProgress) -> None:
    """Store this visitor's progress."""
    Lessons.DONE.set(progress_.to_text())


def go(id: str, part: int = 1) -> None:
    """Callback: show a part of a lesson; the id "" shows the list of lessons."""
    Lessons.LESSON.set(id)
    Lessons.PLAN.reset()
    Lessons.PART.set(str(part))


def forget() -> None:
    """Callback: clear progress and answers."""
    keep(LessonProgress())
    Lessons.ANSWERS.forget()
    Lessons.FORGOTTEN.set(Lessons.FORGOTTEN.get() + 1)


def answers() -> dict[tuple[str, int], Hashable]:
    """Return the answers given in this session, by lesson and question."""
    return Lessons.ANSWERS.get()


def answer(id: str, question: int, given: Hashable) -> None:
    """Callback: store the answer to a question."""
    answers()[id, question] = given


def answer_again(id: str) -> None:
    """Callback: clear the answers to a lesson's questions; the lesson stays done."""
    for given in [key for key in answers() if key[0] == id]:
        del answers()[given]


@fragment
def page() -> None:
    """Draw the list of lessons, or one part of one."""
    number = NUMBERS.get(Lessons.LESSON.get())
    if number is None and Lessons.PLAN.get() and not Lessons.LESSON.get():
        address.save()
        with st.container(key="plan"):
            teachers_plan(PLANS_BY_ID[Lessons.PLAN.get()])
    elif number is None:
        if Lessons.LESSON.get():
            st.warning(say("The link names a lesson that does not exist. Here are all of them."))
            go("")
        address.save()
        with st.container(key="lessons_all"):
            overview()
    else:
        taken = LESSONS[number - 1]
        part = whole_number(Lessons.PART.get(), 99) or 1
        part = min(part, taken.parts)
        Lessons.PART.set(str(part))
        keep(progress().with_part(taken.id, part))
        given = [answers().get((taken.id, i)) for i in range(len(taken.exercise))]
        if exercise.solved(taken.exercise, given):
            keep(progress().with_done(taken.id))
        address.save()
        with st.container(key="lesson"):
            one_part(number, taken, part)
    remember(
        "lessons_remember",
        progress().to_text(),
        forgotten=Lessons.FORGOTTEN.get(),
        on_report=lambda text: keep(progress().merge(LessonProgress.parse(text))),
    )


def overview() -> None:
    """Draw the list of lessons."""
    now = progress()
    next_ = now.next_lesson()
    with st.container(horizontal=True, vertical_alignment="center", key="lessons_top"):
        theme.show(page_html.welcome(len(now.done), len(LESSONS)))
        if now.to_text():
            st.button(
                say("Forget my progress"), on_click=forget, key="lessons_forget", type="tertiary"
            )
    for number, taken in enumerate(LESSONS, 1):
        reached, done = now.at.get(taken.id, 0), taken.id in now.done
        state, part = say("not begun"), 1
        label = say("Begin lesson {number}", number=number)
        if done:
            state, label = say("done"), say("Repeat lesson {number}", number=number)
        elif reached:
            state = say("part {part} of {parts}", part=reached, parts=taken.parts)
            label, part = say("Go on with lesson {number}", number=number), reached
        with st.container(horizontal=True, vertical_alignment="center", key=f"lesson_row_{number}"):
            entry = number, taken.title, taken.line, taken.parts, state
            theme.show(page_html.entry(*entry, done=done))
            st.button(
                label,
                on_click=go,
                args=(taken.id, part),
                key=f"lesson_{number}",
                type="primary" if taken.id == next_ else "secondary",
            )
    theme.show(heading(say("Plans for teachers")))
    with st.container(horizontal=True, key="lessons_plans"):
        plan_links()


def teachers_plan(shown_: LessonPlan) -> None:
    """Draw a teacher's plan, with links to the other plan and to the lessons."""
    with st.container(horizontal=True, key="plan_nav"):
        plan_links(but=shown_.id)
        st.button(say("All lessons"), on_click=go, args=("",), key="plan_leave", type="tertiary")
    theme.show(plan_html.plan(shown_))


def plan_links(but: str = "") -> None:
    """Draw a button to each teacher's plan but one."""
    for plan_ in PLANS:
        if plan_.id != but:
            st.button(
                to_text(plan_.title),
                on_click=Lessons.PLAN.set,
                args=(plan_.id,),
                key=f"plan_{plan_.id}",
                type="tertiary",
                icon=":material/co_present:",
            )


def one_part(number: int, taken: Lesson, part: int) -> None:
    """Draw a part of a lesson: a scene, or its exercise at the end."""
    quiet = commands.presenting()  # only title, text and panel; the keys still work
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_top"):
        about = number, taken.title, part, taken.parts
        theme.show(page_html.heading(*about))
        with st.container(
            horizontal=True,
            vertical_alignment="center",
            width="content",
            key="lesson_keys" if quiet else "lesson_nav",
        ):
            st.button(
                say("All lessons"), on_click=go, args=("",), key="lesson_all", type="tertiary"
            )
            st.button(
                say("Back"),
                on_click=go,
                args=(taken.id, part - 1),
                disabled=part == 1,
                key="lesson_back",
                shortcut="Left",
            )
            onward(number, taken, part)
    if part == taken.parts:
        exercise_part(taken)
    else:
        scene = taken.scenes[part - 1]
        theme.show(page_html.saying(fill(scene.text, taken.training)))
        panel(scene.panel, taken, f"lessons_{taken.id}_{part}")
    if not quiet:
        st.page_link(
            f"pages/screens/{taken.link.page}.py",
            label=to_text(taken.link.label),
            icon=":material/arrow_forward:",
            query_params=page_html.query_of(taken),
        )


def onward(number: int, taken: Lesson, part: int) -> None:
    """Draw the button to the next part; it is primary unless the exercise is unsolved."""
    there, primary = (taken.id, part + 1), True
    if part < taken.parts:
        label = say("Next part") if part < taken.parts - 1 else say("To the question")
    else:
        following = LESSONS[number] if number < len(LESSONS) else None
        there = (following.id, 1) if following else ("", 1)
        label = say("Lesson {number}", number=number + 1) if following else say("To the list")
        if taken.id not in progress().done:
            label, primary = say("Skip the question"), False
    st.button(
        label,
        on_click=go,
        args=there,
        key="lesson_next",
        type="primary" if primary else "secondary",
        shortcut="Right",
    )


# Exercises.


def exercise_part(taken: Lesson) -> None:
    """Draw the questions up to the first one without a right answer."""
    total = len(taken.exercise)
    for i, question in enumerate(taken.exercise):
        ask = fill(question.ask, taken.training)
        given = answers().get((taken.id, i))
        verdict = None if given is None else exercise.grade(question, given)
        if verdict and verdict.right:
            theme.show(page_html.verdict(verdict, ask=ask))
            continue
        theme.show(page_html.asking(ask, i + 1, total))
        choices(question, taken.id, i)
        if verdict:
            theme.show(page_html.verdict(verdict))
        shown = exercise.material(question)
        if shown:
            panel(shown, taken, f"lessons_{taken.id}_stage_{i}")
        return
    with st.container(horizontal=True, vertical_alignment="center", key="lesson_done"):
        theme.show(nothing(say("This lesson is done.")))
        st.button(
            say("Answer again"),
            on_click=answer_again,
            args=(taken.id,),
            key="lessons_again",
            type="tertiary",
        )


def choices(question: Question, id: str, i: int) -> None:
    """Draw buttons, or a field to type into."""
    given = answers().get((id, i))
    to_type = exercise.typed_answer(question)
    if to_type:
        with (
            st.form(f"lessons_{id}_{i}", border=False),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            typed = st.text_input(
                to_type,
                key=f"lessons_{id}_{i}_typed",
                max_chars=MAX_TYPED,
                width=420,
            )
            if st.form_submit_button(say("Check"), type="primary"):
                answer(id, i, typed)
                st.rerun()  # the field has been read only now
        return
    with st.container(horizontal=True, key="lesson_choices"):
        for index, label in enumerate(exercise.options(question)):
            st.button(
                sidebar.plain(label),
                on_click=answer,
                args=(id, i, index),
                key=f"lessons_{id}_{i}_{index}",
                type="secondary",
                icon=":material/close:" if given == index else None,
            )


# Panels.


def panel(shown: Panel, taken: Lesson, key: str) -> None:
    """Draw a live panel: its field and slider, and below them its content."""
    typed, step = "", 0
    field = panels.field(shown)
    if field:
        name = "word" if isinstance(shown, model.Trace) else "text"
        typed = (
            st.text_input(
                field.label, field.text, key=f"{key}_{name}", max_chars=MAX_TYPED, live=True
            )
            or ""
        )
    slider = panels.slider(shown)
    if slider:
        step = slider.first
        if slider.first != slider.last:
            label = slider.label or say("Merges made")
            step = int(st.slider(label, *slider[:3], key=f"{key}_step"))
    view = SceneView(shown, taken.training, step, typed, commands.presenting())
    drawn = panels.draw(view)
    if drawn.gap:
        places = st.columns(len(drawn.columns), gap=drawn.gap)
        for place, parts in zip(places, drawn.columns, strict=True):
            with place:
                show_each(parts)
    else:
        (parts,) = drawn.columns
        show_each(parts)
    if drawn.chart:
        st.vega_lite_chart(spec=drawn.chart.spec, key=f"{key}_chart", alt=drawn.chart.alt)


def show_each(parts: Iterable[Markup]) -> None:
    """Draw HTML, each part as a separate element."""
    for part in parts:
        theme.show(part)


def story_sources() -> StorySources:
    """Return the trainings of the part on screen, up to its step if it asks a question."""
    number = NUMBERS.get(Lessons.LESSON.get())
    if number is None:
        return {}
    taken = LESSONS[number - 1]
    part = min(whole_number(Lessons.PART.get(), 99) or 1, taken.parts)
    if part < taken.parts:
        slid = stories.slid(f"lessons_{taken.id}_{part}_step")
        return lesson_stories.story_sources(taken.scenes[part - 1].panel, taken.training, slid=slid)
    for i, question in enumerate(taken.exercise):
        given = answers().get((taken.id, i))
        if given is None or not exercise.grade(question, given).right:
            return lesson_stories.story_sources(question, taken.training, asks=True)
    return lesson_stories.story_sources(None, taken.training)


theme.apply()
address.begin("lessons")
sidebar.short_sidebar()
presenter.controls(
    {"←  →": message("one part back and on; a clicker's page keys in presenter mode")},
    clicker=("lesson_back", "lesson_next"),
)
current_training.prepare()  # keeps the training for the other pages, and in the address
for remark in address.remarks():
    st.warning(sidebar.plain(remark))
story.show(story_sources)
page()
picks("lessons_picks", lambda action: None)
end()

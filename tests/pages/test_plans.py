"""The teacher's plans are the same in the app and in docs/teaching.md, and each link opens.

A walk through each plan looks for the answer to a question on the screens that come before it.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest

from docs.plans import DOCUMENTS, document
from pages.lessons import LESSONS
from pages.lessons.model import Link
from pages.lessons.plan import VOTE, LessonPlan, PlanStep, address, times
from pages.lessons.plans import PLANS
from pages.lessons.prose import fill, plain
from pages.locale import to_text
from tests.pages.app import STEPPER, App, seen


def opened(place: Link) -> App:
    """Open a link of a plan."""
    url = urlsplit(address(place))
    page = url.path[1:].replace("-", "_") or "train"
    assert page == place.page
    if page != "take_home":
        return App(page, **dict(parse_qsl(url.query)))
    app = App(**dict(parse_qsl(url.query)))  # its path is known once the app has run
    app.switch_to(page)
    return app


def shown_by(step: PlanStep) -> tuple[Link, ...]:
    """Return the links of a step that are opened after the answer."""
    return step.asked.shows if step.asked else ()


def places(plan: LessonPlan) -> list[Link]:
    steps = [(*step.places, *shown_by(step)) for step in plan.steps]
    return [*(place for each in steps for place in each), *plan.more]


def secrets(step: PlanStep) -> set[str]:
    """Return what no screen may show before the question of a step is answered."""
    figures = step.asked.secret if step.asked else ()
    return {plain(fill(each, step.training)).replace("\N{NO-BREAK SPACE}", " ") for each in figures}


def told(app: App, secrets: set[str]) -> set[str]:
    """Return the secrets that a screen shows, or announces to a screen reader."""
    announced = app.stepper["say"] if app.data_of(STEPPER) else ""
    shown = re.sub(r" id \d+ · \d+–\d+", "", f"{app.text} {announced}")  # Encode's tokens
    return {each for each in secrets if re.search(rf"(?<![\w#/]){re.escape(each)}(?![\w/])", shown)}


def walk(plan: LessonPlan) -> Iterator[tuple[Link, set[str]]]:
    """Yield each screen, in the order of the plan, with the secrets that it must keep.

    These are the secrets of its own question, before the answer, and of the next question.
    """
    for i, step in enumerate(plan.steps):
        later = next((secrets(each) for each in plan.steps[i + 1 :] if each.asked), set())
        for place in step.places:
            yield place, secrets(step) | later
        for place in shown_by(step):
            yield place, later


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_document_has_the_plans_and_the_lessons_of_the_app(language, speaking):
    speaking(language)
    text = DOCUMENTS[language].read_text(encoding="utf-8")
    assert document(text) == text


def test_the_plans_take_as_long_as_they_say_and_leave_some_time():
    assert {plan.id: times(plan)[-1][1] for plan in PLANS} == {"45": 45, "20": 20}
    for plan in PLANS:
        assert str(plan.title).startswith(f"{plan.id} minutes")
        assert any(step.asked and step.asked.votes for step in plan.steps)
        assert plan.steps[-1].minutes > 1 and not plan.steps[-1].asked


@pytest.mark.parametrize("place", [each for plan in PLANS for each in places(plan)], ids=address)
def test_a_link_restores_its_screen(place):
    """The app accepts the page, the step, the choices and the typed text of a link."""
    app = opened(place)
    assert app.messages == []
    for name, text in place.query.items():
        assert app.query.get(name, "1" if name in ("part", "set") else None) == text
    if place.page == "lessons":
        lesson = next(each for each in LESSONS if each.id == place.query["lesson"])
        part = place.query.get("part", "1")
        assert str(lesson.title) in app.text and f"Part {part} of {lesson.parts}" in app.text
        assert str(lesson.title) in str(place.label)
    if place.page in ("train", "compare", "encode"):
        assert app.stepper["step"] == int(place.query["step"])


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_no_screen_answers_a_question_before_it_is_asked(plan):
    for place, secret in walk(plan):
        assert told(opened(place), secret) == set(), address(place)
    for step in plan.steps:
        if step.asked and step.places:
            assert step.asked.secret, f"{step.title}: what would answer its question?"


@pytest.mark.parametrize("screen", [
    ("train?present=1&step=0", "Counting pairs"),
    ("train?present=1&pace=reveal&phase=shown&step=0", "The first merge: vote"),
    ("train?present=1&pace=reveal&phase=shown&step=1", "A tie"),
    ("compare?present=1&step=1", "The same words, another first merge"),
    ("encode?present=1&step=9&text=pugs mug", "Encoding a new word"),
    ("encode?present=1&step=9&text=pugs&with=replay", "The same merges, two results"),
])  # fmt: skip
def test_a_screen_with_the_answer_is_found(screen):
    """The walk would find an answer: here are screens that show one."""
    steps = {str(step.title): step for plan in PLANS for step in plan.steps}
    secret = secrets(steps[screen[1]])
    assert told(opened(Link(VOTE, screen[0])), secret) == secret != set()


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_the_page_shows_the_plan(plan):
    app = App("lessons", plan=plan.id)
    assert app.query["plan"] == plan.id and app.messages == []
    assert str(plan.title) in app.text and f"to {plan.id} min" in app.text
    hrefs = re.findall(r'<a href="([^"]*)" target="_blank"', app.html)
    assert [href.replace("&amp;", "&") for href in hrefs] == [
        f".{address(place)}" for place in places(plan)
    ]
    votes = sum(bool(step.asked and step.asked.votes) for step in plan.steps)
    assert app.text.count(to_text(VOTE)) == votes
    other = next(each for each in PLANS if each.id != plan.id)
    app.test.button(key=f"plan_{other.id}").click().run()
    assert str(other.title) in app.text and app.query["plan"] == other.id
    app.test.button(key="plan_leave").click().run()
    assert "plan" not in app.query and str(LESSONS[0].point) in app.text
    app.test.button(key=f"plan_{plan.id}").click().run()
    assert str(plan.title) in app.text


def test_a_link_to_a_plan_and_a_lesson_shows_the_lesson():
    app = App("lessons", plan="45", lesson="why-subwords")
    assert str(LESSONS[0].title) in app.text and "min" not in seen(app.html).split()

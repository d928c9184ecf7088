"""The teacher's plans are the same in the app and in docs/teaching.md, and each link opens."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from docs.plans import DOCUMENTS, VOTE, document
from pages.lessons import LESSONS
from pages.lessons.model import Link
from pages.lessons.plan import LessonPlan, address, times
from pages.lessons.plans import PLANS
from tests.pages.app import App, seen


def places(plan: LessonPlan) -> list[Link]:
    return [*(place for step in plan.steps for place in step.places), *plan.more]


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_document_has_the_plans_of_the_app(language, speaking):
    speaking(language)
    text = DOCUMENTS[language].read_text(encoding="utf-8")
    assert document(text) == text


def test_the_plans_take_as_long_as_they_say():
    assert {plan.id: times(plan)[-1][1] for plan in PLANS} == {"45": 45, "20": 20}
    for plan in PLANS:
        assert str(plan.title).startswith(f"{plan.id} minutes")
        assert any(step.votes for step in plan.steps)


@pytest.mark.parametrize("place", [each for plan in PLANS for each in places(plan)], ids=address)
def test_a_link_restores_its_screen(place):
    """The app accepts the page, the step, the choices and the typed text of a link."""
    url = urlsplit(address(place))
    page = url.path[1:].replace("-", "_") or "train"
    assert page == place.page
    app = App(page, **dict(parse_qsl(url.query)))
    assert app.messages == []
    for name, text in place.query.items():
        assert app.query.get(name, "1" if name in ("part", "set") else None) == text
    if page == "lessons":
        lesson = next(each for each in LESSONS if each.id == place.query["lesson"])
        assert str(lesson.title) in app.text
        assert f"Part {place.query.get('part', 1)} of {lesson.parts}" in app.text
    if page in ("train", "compare", "encode"):
        assert app.stepper["step"] == int(place.query["step"])
    if place.query.get("pace") == "reveal":
        assert 'class="tok new' not in app.html.split('class="card', 1)[1].split("ul", 1)[0]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_the_page_shows_the_plan(plan):
    app = App("lessons", plan=plan.id)
    assert app.query["plan"] == plan.id and app.messages == []
    assert str(plan.title) in app.text and f"to {plan.id} min" in app.text
    hrefs = re.findall(r'<a href="([^"]*)" target="_blank"', app.html)
    assert [href.replace("&amp;", "&") for href in hrefs] == [
        f".{address(place)}" for place in places(plan)
    ]
    assert app.text.count(VOTE) == sum(step.votes for step in plan.steps)
    other = next(each for each in PLANS if each.id != plan.id)
    app.test.button(key=f"plan_{other.id}").click().run()
    assert str(other.title) in app.text and app.query["plan"] == other.id
    app.test.button(key="plan_leave").click().run()
    assert "plan" not in app.query and "Each is a few small steps" in app.text
    app.test.button(key=f"plan_{plan.id}").click().run()
    assert str(plan.title) in app.text


def test_a_link_to_a_plan_and_a_lesson_shows_the_lesson():
    app = App("lessons", plan="45", lesson="why-subwords")
    assert str(LESSONS[0].title) in app.text and "min" not in seen(app.html).split()

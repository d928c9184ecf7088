"""The teacher's plans: their document, their links, and no answer before its question."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from docs.plans import DOCUMENTS, document
from pages.lessons import LESSONS
from pages.lessons.model import Link
from pages.lessons.plan import VOTE, PlanStep, address, times
from pages.lessons.plans import PLANS
from pages.lessons.prose import fill, plain
from pages.locale import to_text
from pages.trainings.named import timeline
from tests.pages.app import STEPPER, App, seen


def opened(place: Link) -> App:
    """Open a link of a plan."""
    url = urlsplit(address(place))
    page, query = url.path[1:].replace("-", "_") or "train", dict(parse_qsl(url.query))
    assert page == place.page
    app = App("train" if page == "take_home" else page, **query)
    if page == "take_home":
        app.switch_to(page)  # its path is known once the app has run
    return app


def places(step: PlanStep) -> list[tuple[Link, bool]]:
    """Return the links of a step, each with whether it is opened after the answer."""
    after = step.shows
    return [(place, False) for place in step.places] + [(place, True) for place in after]


EVERY = [place for plan in PLANS for step in plan.steps for place, _ in places(step)]
EVERY += [place for plan in PLANS for place in plan.more]


def told(place: Link, *steps: PlanStep) -> set[str]:
    """Return the secrets of some steps that a screen shows or announces, and outlined symbols."""
    app = opened(place)
    announced = app.stepper["say"] if app.data_of(STEPPER) else ""
    shown = re.sub(r" id \d+ · \d+–\d+", "", f"{app.text} {announced}")  # Encode's tokens
    asked = [(each, step.training) for step in steps for each in step.secret]
    secrets = {plain(fill(*each)).replace("\N{NO-BREAK SPACE}", " ") for each in asked}
    found = {s for s in secrets if re.search(rf"(?<![\w#/]){re.escape(s)}(?![\w/])", shown)}
    return found | {*re.findall("tok next" if place.page == "train" else "$^", app.html)}


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_document_has_the_plans_and_the_lessons_of_the_app(language, speaking):
    speaking(language)
    text = DOCUMENTS[language].read_text(encoding="utf-8")
    assert document(text) == text
    assert [place for place in EVERY if f"`{address(place)}`" not in text] == []
    # Where a line break is drawn as a space, or a line could break before a mark.
    wrong = {"fr": r"\S [:;!?»](?!\S)|« ", "zh": r"\n +\S|[^\n>]\n[^\n#|<-]"}
    assert re.findall(wrong.get(language[:2], r"\t"), text) == []
    assert re.findall(r"\s[.。]\*\*", text) == []  # "Why?" as the title of an entry


def test_the_plans_take_as_long_as_they_say_and_leave_some_time():
    for plan in PLANS:
        first, last = times(plan)[-1]
        assert last == int(plan.id) and 2 <= last - first <= 3
        assert str(plan.title).startswith(f"{plan.id} minutes")
        assert any(step.votes for step in plan.steps)


@pytest.mark.parametrize("place", EVERY, ids=address)
def test_a_link_restores_its_screen(place):
    """The app accepts the page, the step, the choices and the typed text of a link."""
    app = opened(place)
    assert app.messages == []
    for name, text in place.query.items():
        assert app.query.get(name, "1" if name == "part" else None) == text
    if place.page == "lessons":
        lesson = next(each for each in LESSONS if each.id == place.query["lesson"])
        assert str(lesson.title) in app.text and str(lesson.title) in str(place.label)
        assert f"Part {place.query.get('part', 1)} of {lesson.parts}" in app.text
    if place.page in ("train", "compare", "encode"):
        assert app.stepper["step"] == int(place.query["step"])


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_no_screen_answers_a_question_before_it_is_asked(plan):
    """Each screen hides the answers to its question and to the next one."""
    for i, step in enumerate(plan.steps):
        assert not step.places or step.secret, step.title
        following = plan.steps[i + 1 : i + 2]
        for place, is_after in places(step):
            assert not told(place, *following, *([] if is_after else [step])), place


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_an_answer_names_the_pairs_that_are_tied(plan):
    for step in plan.steps:
        for secret in step.secret:
            for merge, training in re.findall(r"{pair @(\d+)(?: of ([\w-]+))?}", secret):
                scores = timeline(training or step.training).scores(int(merge) - 1)
                tied = {" + ".join(row.pair) for row in scores.rows(0, scores.ties)}
                said = plain(fill(step.answer, step.training)).replace("\xa0", " ")
                named = {pair for pair in tied if pair in said}
                assert f"All {len(tied)} tied pairs" in said or named == tied


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.id)
def test_the_page_shows_the_plan(plan):
    app = App("lessons", plan=plan.id)
    assert app.query["plan"] == plan.id and app.messages == []
    assert str(plan.title) in app.text and f"to {plan.id} min Time in reserve" in seen(app.html)
    hrefs = re.findall(r'<a href="([^"]*)" target="_blank"', app.html)
    linked = [place for step in plan.steps for place, _ in places(step)] + [*plan.more]
    assert [href.replace("&amp;", "&") for href in hrefs] == [f".{address(p)}" for p in linked]
    votes = sum(step.votes for step in plan.steps)
    assert app.text.count(to_text(VOTE)) == votes
    other = next(each for each in PLANS if each.id != plan.id)
    app.test.button(key=f"plan_{other.id}").click().run()
    assert str(other.title) in app.text and app.query["plan"] == other.id
    app.test.button(key="plan_leave").click().run()
    assert "plan" not in app.query and str(LESSONS[0].point) in app.text
    app.test.button(key=f"plan_{plan.id}").click().run()
    assert str(plan.title) in app.text


def test_the_links_of_a_translated_plan_carry_its_language():
    app = App("lessons", plan="45", lang="fr")
    hrefs = re.findall(r'<a href="([^"]*)" target="_blank"', app.html)
    assert hrefs and all(href.endswith("&amp;lang=fr") for href in hrefs)


def test_a_link_to_a_plan_and_a_lesson_shows_the_lesson():
    app = App("lessons", plan="45", lesson="why-subwords")
    assert str(LESSONS[0].title) in app.text and "min" not in seen(app.html).split()

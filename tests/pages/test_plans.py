"""The teacher's plans: in the app and in docs/teaching.md they are the same, and each link opens.

After a change of `pages/lessons/plans.py`, `python -m tests.pages.test_plans` writes the document
again, in each language.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages import locale
from pages.lessons import LESSONS
from pages.lessons.model import LessonPlan, Place
from pages.lessons.plans import PLANS
from pages.locale import say, told
from pages.panels.lessons.plan import address, times
from pages.panels.lessons.prose import Filled, fill
from tests.pages.app import App, seen

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTS = {
    code: DOCS / ("teaching.md" if code == "en" else f"teaching.{code}.md")
    for code in locale.LANGUAGES
}
BEGIN, END = "<!-- plans: written by tests/pages/test_plans.py -->\n", "<!-- end of plans -->\n"
VOTE = (
    "Press A: the class votes. If fewer than two in three are right, do not tell: press R, let "
    "neighbours convince each other for two minutes, and vote again. Enter shows the answer."
)


def written(parts: Filled) -> str:
    """A filled-in text as Markdown."""
    return "".join(part if isinstance(part, str) else f"`{part.text}`" for part in parts)


def link(place: Place) -> str:
    own = "" if locale.code() == "en" else f"&lang={locale.code()}"
    return f"{told(place.label)}{colon()}{locale.language().gap}`{address(place)}{own}`"


def colon() -> str:
    return {"fr": " :", "zh-Hant": "："}.get(locale.code(), ":")


def stop() -> str:
    return {"zh-Hant": "。"}.get(locale.code(), ".")


def wrapped(first: str, text: str) -> str:
    """An entry of a list, or a paragraph if ``first`` is empty, in lines of 100 characters."""
    lines = [first]
    for word in text.split(" "):  # not at the spaces of a formula
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined) > 100:
            lines.append(f"  {word}" if first else word)
        else:
            lines[-1] = joined
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def as_markdown(plan: LessonPlan) -> str:
    lines = [f"## {told(plan.title)}", "", wrapped("", told(plan.line)), ""]
    lines += [f"{say('Before the lesson')}{colon()}", ""]
    lines += [wrapped("-", told(each)) for each in plan.before]
    for step, (first, last) in zip(plan.steps, times(plan), strict=True):
        do = written(fill(step.do, step.training)) + (f" {locale.say(VOTE)}" if step.votes else "")
        parts = {
            say("Ask:").rstrip(":： \N{NO-BREAK SPACE}"): written(fill(step.ask, step.training)),
            say("Right"): written(fill(step.answer, step.training)),
            say("Mistake"): written(fill(step.wrong, step.training)),
            say("Why"): written(fill(step.why, step.training)),
            say("Do"): do,
        }
        when = say("{first} to {last} min", first=first, last=last)
        title = f"{when}{colon()}{locale.language().gap}{told(step.title)}"
        lines += ["", f"### {title}", ""]
        lines += [wrapped("-", link(place)) for place in step.places]
        lines += [wrapped(f"- **{name}{stop()}**", text) for name, text in parts.items()]
    lines += ["", f"### {say('Homework')}", ""]
    lines += [wrapped("-", told(each)) for each in plan.after]
    lines += [wrapped("-", link(place)) for place in plan.more]
    return "\n".join(lines) + "\n"


def document(text: str) -> str:
    """The document with the plans of the app."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + "\n".join(map(as_markdown, PLANS)) + "\n" + END + after


def places(plan: LessonPlan) -> list[Place]:
    return [*(place for step in plan.steps for place in step.places), *plan.more]


@pytest.fixture(params=DOCUMENTS)
def written_in(request, speaking):
    speaking(request.param)
    return DOCUMENTS[request.param]


def test_the_document_has_the_plans_of_the_app(written_in):
    text = written_in.read_text(encoding="utf-8")
    assert document(text) == text


def test_the_plans_take_as_long_as_they_say():
    assert {plan.id: times(plan)[-1][1] for plan in PLANS} == {"45": 45, "20": 20}
    for plan in PLANS:
        assert str(plan.title).startswith(f"{plan.id} minutes")
        assert any(step.votes for step in plan.steps)


PATHS = {"/": "train", "/take-home": "take_home"}


@pytest.mark.parametrize("place", [each for plan in PLANS for each in places(plan)], ids=address)
def test_a_link_restores_its_screen(place):
    """The page, the step, what is chosen and typed; and the app has no remark about the link."""
    url = urlsplit(address(place))
    page = PATHS.get(url.path, url.path[1:])
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
    app = App("lessons", plan="45", lesson="subwords")
    assert str(LESSONS[0].title) in app.text and "min" not in seen(app.html).split()


if __name__ == "__main__":
    for code, path in DOCUMENTS.items():
        locale.use(code)
        path.write_text(document(path.read_text(encoding="utf-8")), encoding="utf-8")

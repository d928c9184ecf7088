"""Write plans and lessons into docs/teaching.md, in each language: `python -m docs.plans`.

Run it after a change of `pages/lessons/`; a test compares the documents with the app.
"""

from __future__ import annotations

from pathlib import Path

from pages import locale
from pages.lessons import BEYOND, CLASSES
from pages.lessons.model import Link
from pages.lessons.plan import VOTE, LessonPlan, PlanStep, address, of_lesson, texts, times
from pages.lessons.plans import PLANS
from pages.lessons.prose import Filled
from pages.locale import say, to_text

HERE = Path(__file__).parent
DOCUMENTS = {
    code: HERE / ("teaching.md" if code == "en" else f"teaching.{code}.md")
    for code in locale.LANGUAGES
}
PLAN_MARKS = "<!-- plans: written by docs/plans.py -->\n", "<!-- end of plans -->\n"
LESSON_MARKS = "<!-- lessons: written by docs/plans.py -->\n", "<!-- end of lessons -->\n"


def to_markdown(parts: Filled) -> str:
    """Return a text with its figures as Markdown."""
    return "".join(part if isinstance(part, str) else f"`{part.text}`" for part in parts)


def where(place: Link) -> str:
    """Return the address of a link."""
    return f"`{address(place)}`"


def link(place: Link) -> str:
    """Return a link with its label."""
    return f"{to_text(place.label)}{colon()}{locale.language().gap}{where(place)}"


def is_chinese() -> bool:
    """Return whether the language is Chinese, in either script."""
    return locale.code().startswith("zh")


def colon() -> str:
    """Return the colon of the language, with the space before it."""
    return "：" if is_chinese() else "\N{NO-BREAK SPACE}:" if locale.code() == "fr" else ":"


def stop() -> str:
    """Return the full stop of the language."""
    return "。" if is_chinese() else "."


def wrap(first: str, text: str) -> str:
    """Wrap an entry of a list, or a paragraph if ``first`` is empty, at 100 characters.

    Chinese is not wrapped, since Markdown makes a space of a line break.
    """
    words = [text] if is_chinese() else text.split(" ")  # not at no-break spaces
    lines = [first]
    for word in words:
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined) > 100 and lines[-1] != first:
            lines.append(f"  {word}" if first else word)
        else:
            lines[-1] = joined
    return "\n".join(lines)


def section(plan: LessonPlan) -> str:
    """Return a plan as a section of the document, in Markdown."""
    lines = [f"## {to_text(plan.title)}", "", wrap("", to_text(plan.line)), ""]
    lines += [f"{say('Before the lesson')}{colon()}", ""]
    lines += [wrap("-", to_text(each)) for each in plan.before]
    *when, reserve = times(plan)
    for step, minutes in zip(plan.steps, when, strict=True):
        lines += ["", heading(minutes, to_text(step.title)), "", *entries(step)]
    lines += ["", heading(reserve, say("Time in reserve"))]
    lines += ["", f"### {say('Homework')}", "", wrap("-", to_text(plan.after))]
    lines += [wrap("-", link(place)) for place in plan.more]
    return "\n".join(lines) + "\n"


def heading(minutes: tuple[int, int], title: str) -> str:
    """Return the heading of some minutes of a plan."""
    when = say("{first} to {last} min", first=minutes[0], last=minutes[1])
    return f"### {when}{colon()}{locale.language().gap}{title}"


def entries(step: PlanStep) -> list[str]:
    """Return the entries of a step, in the order of the page."""
    titles = {
        "ask": say("Ask:"),
        "answer": say("Right"),
        "wrong": say("Mistake"),
        "why": say("Why?"),
    }
    places = [wrap("-", link(place)) for place in step.places]
    lines = [] if step.do else places
    for name, parts in texts(step).items():
        text = to_markdown(parts)
        if name == "do" and step.votes:
            text += f"{locale.language().gap}{to_text(VOTE)}"
        title = titles.get(name, "").rstrip(":：?？ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")
        lines.append(wrap(f"- **{title}{stop()}**" if title else "-", text))
        if name == "do":
            lines += places
        elif name == "answer":
            then = f"{say('Then show')}{colon()}{locale.language().gap}"
            lines += [wrap("-", then + link(place)) for place in step.shows]
    return lines


def lessons() -> str:
    """Return all lessons, with the point of each, in Markdown."""
    listed = [(to_text(each.title), each.lessons) for each in CLASSES]
    lines: list[str] = []
    for title, each in [*listed, (say("Beyond the classes"), BEYOND)]:
        lines += [f"### {title}", ""]
        for one in each:
            head = f"**{to_text(one.title)}** {where(of_lesson(one))}{colon()}"
            lines.append(wrap("-", f"{head}{locale.language().gap}{to_text(one.point)}"))
        lines.append("")
    return "\n".join(lines)


def document(text: str) -> str:
    """Return a document with the plans and the lessons of the app between their marks."""
    plans = "\n".join(map(section, PLANS))
    return _between(LESSON_MARKS, lessons(), _between(PLAN_MARKS, plans, text))


def _between(marks: tuple[str, str], new: str, text: str) -> str:
    before, _, rest = text.partition(marks[0])
    _, _, after = rest.partition(marks[1])
    return f"{before}{marks[0]}\n{new}\n{marks[1]}{after}"


def main() -> None:
    """Write the plans and the lessons into the document of each language."""
    for code, path in DOCUMENTS.items():
        locale.use(code)
        path.write_text(document(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Write the teacher's plans into docs/teaching.md, in each language: `python -m docs.plans`.

Run it after a change of `pages/lessons/plans.py`; a test compares the documents with the plans.
"""

from __future__ import annotations

from pathlib import Path

from pages import locale
from pages.lessons.model import Link
from pages.lessons.plan import LessonPlan, address, times
from pages.lessons.plans import PLANS
from pages.lessons.prose import Prose, fill
from pages.locale import say, to_text

HERE = Path(__file__).parent
DOCUMENTS = {
    code: HERE / ("teaching.md" if code == "en" else f"teaching.{code}.md")
    for code in locale.LANGUAGES
}
BEGIN, END = "<!-- plans: written by docs/plans.py -->\n", "<!-- end of plans -->\n"
VOTE = (
    "Press A: the class votes. If fewer than two in three are right, do not tell: press R, let "
    "neighbours convince each other for two minutes, and vote again. Enter shows the answer."
)


def to_markdown(text: Prose, training: str) -> str:
    """Fill in the figures of a training, and return the text as Markdown."""
    parts = fill(text, training)
    return "".join(part if isinstance(part, str) else f"`{part.text}`" for part in parts)


def link(place: Link) -> str:
    """Return a link with its label."""
    own = "" if locale.code() == "en" else f"&lang={locale.code()}"
    return f"{to_text(place.label)}{colon()}{locale.language().gap}`{address(place)}{own}`"


def colon() -> str:
    """Return the colon of the language, with the space before it."""
    return {"fr": " :", "zh-Hant": "："}.get(locale.code(), ":")


def stop() -> str:
    """Return the full stop of the language."""
    return {"zh-Hant": "。"}.get(locale.code(), ".")


def wrap(first: str, text: str) -> str:
    """Wrap an entry of a list, or a paragraph if ``first`` is empty, at 100 characters."""
    lines = [first]
    for word in text.split(" "):  # formulas have no-break spaces
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if len(joined) > 100:
            lines.append(f"  {word}" if first else word)
        else:
            lines[-1] = joined
    return "\n".join(lines).replace("\N{NO-BREAK SPACE}", " ")


def section(plan: LessonPlan) -> str:
    """Return a plan as a section of the document, in Markdown."""
    lines = [f"## {to_text(plan.title)}", "", wrap("", to_text(plan.line)), ""]
    lines += [f"{say('Before the lesson')}{colon()}", ""]
    lines += [wrap("-", to_text(each)) for each in plan.before]
    for step, (first, last) in zip(plan.steps, times(plan), strict=True):
        texts = {
            say("Ask:").rstrip(":： \N{NO-BREAK SPACE}"): step.ask,
            say("Right"): step.answer,
            say("Mistake"): step.wrong,
            say("Why"): step.why,
            say("Do"): step.do,
        }
        parts = {name: to_markdown(text, step.training) for name, text in texts.items()}
        if step.votes:
            parts[say("Do")] += f" {locale.say(VOTE)}"
        when = say("{first} to {last} min", first=first, last=last)
        title = f"{when}{colon()}{locale.language().gap}{to_text(step.title)}"
        lines += ["", f"### {title}", ""]
        lines += [wrap("-", link(place)) for place in step.places]
        lines += [wrap(f"- **{name}{stop()}**", text) for name, text in parts.items()]
    lines += ["", f"### {say('Homework')}", ""]
    lines += [wrap("-", to_text(each)) for each in plan.after]
    lines += [wrap("-", link(place)) for place in plan.more]
    return "\n".join(lines) + "\n"


def document(text: str) -> str:
    """Return a document with the plans of the app between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + "\n".join(map(section, PLANS)) + "\n" + END + after


def main() -> None:
    """Write the plans into the document of each language."""
    for code, path in DOCUMENTS.items():
        locale.use(code)
        path.write_text(document(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

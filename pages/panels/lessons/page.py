"""The Lessons page besides live panels: headings, the list, texts and verdicts."""

from __future__ import annotations

from markupsafe import Markup

from pages.lessons.model import Lesson
from pages.locale import say, to_text
from pages.panels.html.templates import pieces
from pages.panels.lessons.prose import Filled, drawn
from pages.trainings.named import in_language
from wordpiece.message import Message
from wordpiece.teaching.grading import Verdict

_piece = pieces("panels/lessons/page.html")


def heading(number: int, title: Message, part: int, parts: int) -> Markup:
    """Draw a lesson's title and its parts as marks."""
    return _piece("heading", number=number, title=to_text(title), part=part, parts=parts)


def entry(
    number: int, title: Message, line: Message, minutes: int, state: str, *, done: bool
) -> Markup:
    """Draw a lesson as an entry of the list of all lessons."""
    return _piece(
        "entry",
        number=number,
        title=to_text(title),
        line=to_text(line),
        minutes=minutes,
        state=state,
        done=done,
    )


def welcome(done: int, lessons: int) -> Markup:
    """Draw the title of the list, with the number of finished lessons."""
    return _piece("welcome", done=done, lessons=lessons)


def query_of(lesson: Lesson) -> dict[str, str]:
    """Return the parameters of a lesson's link, with the corpus of the visitor's language."""
    query = dict(lesson.link.query)
    if "corpus" in query and in_language(lesson.training) != lesson.training:
        query["corpus"] = in_language(query["corpus"])
    return query


def saying(text: Filled) -> Markup:
    """Draw the text of a scene."""
    return _piece("saying", text=drawn(text))


def asking(question: Filled, number: int, total: int) -> Markup:
    """Draw a question of an exercise, with its number if it has several."""
    if total == 1:
        return saying(question)
    which = say("Question {number} of {total}:", number=number, total=total)
    return saying((which, " ", *question))


def verdict(answer: Verdict, *, ask: Filled = ()) -> Markup:
    """Draw the verdict on an answer with its reason, after the question if ``ask`` is given."""
    return _piece("verdict", right=answer.right, why=answer.feedback, ask=drawn(ask))

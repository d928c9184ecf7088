"""A run of questions, and how a question, its answer and the run's result are drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from weakref import ref

import streamlit as st

from pages.panels.card import formula_beside
from pages.panels.chips import NEXT, UNKNOWN, chip, pair, spaced
from pages.panels.html import EMPTY, join, number, sentence, visible
from pages.panels.markup import Markup
from wordpiece import Timeline
from wordpiece.records import Pair
from wordpiece.teaching.quiz import (
    UNK,
    Candidate,
    PairQuestion,
    Question,
    SplitQuestion,
    Verdict,
    grade,
    questions,
    words_to_show,
)
from wordpiece.teaching.wording import merges_in_words

RUN = 10
"""Questions in a run."""

WORDS = 6
"""Words shown with a question; a corpus of so few is shown whole."""

RIGHT, WRONG, OPEN = "right", "wrong", "open"
SYMBOLS = {RIGHT: "✓", WRONG: "✗", OPEN: "○"}

TITLES = {
    "next": "Which pair merges next?",
    "bpe": "Which pair does BPE merge next?",
    "change": "If this pair merges, which score changes?",
}
TAGS = {
    "best": "merges next",
    "tied": "same score",
    "frequent": "most frequent, BPE's choice",
    "exclusive": "better by WordPiece's score",
    "rare": "rarest",
    "near": "close",
    "other": "",
    "moves": "changes",
    "keeps": "stays",
}


@dataclass
class Run:
    """One session's run of questions. The first answer to a question counts.

    Attributes:
        timelines: the trainings asked about, WordPiece's and BPE's. A session's own are kept
            elsewhere, packed while nobody looks at them.
        corpus: a digest of their words and counts, by which they are known again.
        questions: the run, up to RUN questions.
        answers: what was answered so far, each with its verdict.
        at: the question on screen; as many as there are questions for the result.
        typed: tokens typed or clicked for the question on screen.
        version: how often ``typed`` was set by something else than typing.
    """

    asked: Any = None
    timelines: tuple[ref[Timeline], ...] = ()
    corpus: bytes = b""
    questions: tuple[Question, ...] = ()
    answers: list[tuple[Pair | str, Verdict]] = field(default_factory=list)
    at: int = 0
    typed: str = ""
    version: int = 0

    def take_up(self, asked: Any, timeline: Timeline, bpe: Timeline, kind: Any, seed: int) -> None:
        """Go on with the run, or begin another one if something else is asked for."""
        asked = (asked, kind, seed, len(timeline), len(bpe))
        is_same = bool(self.timelines) and self.timelines[0]() is timeline
        corpus = self.corpus if is_same else _digest(timeline)
        self.timelines = ref(timeline), ref(bpe)
        if (asked, corpus) == (self.asked, self.corpus):
            return
        self.asked, self.corpus = asked, corpus
        self.questions = questions(timeline, bpe, kind=kind, seed=seed, count=RUN)
        self.again()

    def again(self) -> None:
        """Callback: the same questions from the first."""
        self.answers, self.at = [], 0
        self.type("")

    def answer(self, at: int, answer: Pair | str) -> None:
        """Callback: answer question number ``at``, unless it has an answer."""
        if at == len(self.answers) < len(self.questions):
            self.answers.append((answer, grade(self.questions[at], answer)))

    def go_on(self) -> None:
        """Callback: on to the next question."""
        self.at = len(self.answers)
        self.type("")

    def type(self, text: str) -> None:
        """Replace what is typed."""
        self.typed, self.version = text, self.version + 1

    @property
    def answered(self) -> bool:
        """Whether the question on screen has its answer."""
        return self.at < len(self.answers)

    @property
    def score(self) -> int:
        """Right answers so far."""
        return sum(verdict.right for _, verdict in self.answers)

    def timeline(self, question: Question) -> Timeline:
        """The training that a question is about."""
        timeline = self.timelines[question.kind == "bpe"]()
        assert timeline is not None  # whoever draws the question has it
        return timeline

    def words(self, question: PairQuestion) -> tuple[int, ...]:
        """The words to show with a question."""
        return words_to_show(self.timeline(question), question, WORDS)


def _digest(timeline: Timeline) -> bytes:
    """By which a training's words and counts are known again."""
    words = "\0".join(timeline.words).encode("utf-8", "surrogatepass")
    return sha256(words + b"\0\0" + timeline.frequencies.tobytes()).digest()


def code(token: str) -> str:
    """A token as Markdown for a button's label: code, whatever characters it has."""
    text = visible(token).striptags()
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in text):
        text = f"\u2066{text}\u2069"
    fence = "`" * (1 + max((len(ticks) for ticks in re.findall("`+", text)), default=0))
    space = " " * text.startswith("`"), " " * text.endswith("`")
    return f"{fence}{' ' * any(space)}{text}{' ' * any(space)}{fence}"


def marks(run: Run) -> Markup:
    """The run as a row of marks."""
    states = [RIGHT if verdict.right else WRONG for _, verdict in run.answers]
    states += [OPEN] * (len(run.questions) - len(states))
    items = join(
        Markup('<li class="{}"{}><span class="sr">Question {}: {}</span>{}</li>').format(
            state,
            Markup(' aria-current="step"') if i == run.at else EMPTY,
            i + 1,
            state,
            Markup('<b aria-hidden="true">{}</b>').format(SYMBOLS[state]),
        )
        for i, state in enumerate(states)
    )
    where = f"Question {run.at + 1} of {len(run.questions)}"
    if run.at == len(run.questions):
        where = f"All {len(run.questions)} answered"
    return Markup(
        '<div class="run"><div><span class="where">{}</span><ol>{}</ol><span>{} right</span></div>'
        "<small>The same link gives everybody the same questions.</small></div>"
    ).format(where, items, run.score)


def asked(question: Question, run: Run) -> Markup:
    """The question, large."""
    after = f"after {merges_in_words(question.step)}"
    if isinstance(question, SplitQuestion):
        title = Markup("How is {} tokenized?").format(chip(question.word))
        after = f"WordPiece, {after}"
    elif question.kind == "change":
        title = Markup("If {} merge now, which score changes?").format(
            Markup('<span class="supposed">{}<i>+</i>{}</span>').format(
                *(chip(symbol) for symbol in question.merge.pair)
            )
        )
        after = f"WordPiece, {after}"
    else:
        title = Markup.escape(TITLES[question.kind])
        after = ("BPE, " if question.kind == "bpe" else "WordPiece, ") + after
    where = f"Question {run.at + 1}, " if run.at < len(run.questions) else ""
    return Markup(
        '<h2 class="asked" tabindex="-1" data-focus="1"><span class="sr">{}</span>{} '
        "<small>{}</small></h2>"
    ).format(where, title, after)


def counts(question: PairQuestion) -> Markup:
    """How often each candidate and its parts are met: all that the score is made of."""
    rows = [candidate.row for candidate in question.candidates]
    body = join(
        Markup('<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>').format(
            pair(row.pair),
            number(row.pair_count),
            number(row.left_count),
            number(row.right_count),
        )
        for row in rows
    )
    return Markup(
        '<div class="scroll"><table class="scores plain"><thead><tr><td></td>'
        '<th scope="col">together</th><th scope="col">left part</th>'
        '<th scope="col">right part</th></tr></thead><tbody>{}</tbody></table></div>'
    ).format(body)


def verdict(verdict: Verdict) -> Markup:
    """Right or not, and why."""
    state, word = (RIGHT, "Right") if verdict.right else (WRONG, "Not quite")
    return Markup(
        '<div class="verdict {}" tabindex="-1" data-focus="2" data-announce role="group" '
        'aria-label="Verdict"><strong><b aria-hidden="true">{}</b> {}.</strong> <p>{}</p></div>'
    ).format(state, SYMBOLS[state], word, sentence(verdict.reason))


def revealed(question: PairQuestion, chosen: Pair) -> Markup:
    """All candidates with their formulas, in the order of the buttons."""
    return Markup('<ul class="revealed">{}</ul>').format(
        join(_candidate(question, candidate, chosen) for candidate in question.candidates)
    )


def _candidate(question: PairQuestion, candidate: Candidate, chosen: Pair) -> Markup:
    mine = candidate.row.pair == chosen
    state = RIGHT if candidate.right else WRONG if mine else OPEN
    tags = [TAGS[candidate.role], "your answer" if mine else ""]
    if candidate.role == "best" and question.kind == "next" and candidate.row.count_rank == 1:
        tags.insert(1, "most frequent too")
    symbol = SYMBOLS[state] if state != OPEN else ""
    before = formula_beside(candidate.row, question.score)
    after = EMPTY
    if candidate.after and candidate.right:
        after = Markup('<i class="op">→</i>{}').format(
            formula_beside(candidate.after, question.score)
        )
    return Markup(
        '<li class="{}{}"><p><b>{}</b>{}<i class="op">+</i>{}<span class="tags">{}</span></p>'
        '<div class="sum">{}{}</div></li>'
    ).format(
        state,
        " mine" if mine else "",
        symbol,
        *(chip(part, *[NEXT] * (candidate.role == "best")) for part in candidate.row.pair),
        " · ".join(tag for tag in tags if tag),
        before,
        after,
    )


def tokens(given: Sequence[str], label: str, state: str = OPEN) -> Markup:
    """A row of tokens with what it is."""
    drawn = spaced(chip(token, *[UNKNOWN] * (token == UNK)) for token in given)
    return Markup('<div class="assembled {}"><small>{}</small>{}</div>').format(
        state, label, drawn or Markup('<span class="muted">nothing yet</span>')
    )


def result(run: Run) -> Markup:
    """The whole run: the score, and each question with its answer."""
    total = len(run.questions)
    rows = join(
        _answered(question, answer, verdict)
        for question, (answer, verdict) in zip(run.questions, run.answers, strict=True)
    )
    return Markup(
        '<div class="result"><h2 class="score" tabindex="-1" data-focus="1" data-announce>'
        "<b>{}</b> of {} right</h2>"
        '<ol class="results">{}</ol></div>'
    ).format(run.score, total, rows)


def _answered(question: Question, answer: Pair | str, verdict: Verdict) -> Markup:
    after = f"after {merges_in_words(question.step)}"
    if isinstance(question, SplitQuestion):
        what = Markup("{} {}").format(chip(question.word), after)
        given = spaced(chip(token) for token in str(answer).split())
        right = spaced(chip(token) for token in question.tokens)
    else:
        said = {"next": "Next merge,", "bpe": "BPE's next merge,", "change": "Score changed by"}
        supposed = pair(question.merge.pair) if question.kind == "change" else EMPTY
        what = Markup("{} {} {}").format(said[question.kind], supposed, after)
        given, right = pair((answer[0], answer[1])), pair(question.right.row.pair)
    state = RIGHT if verdict.right else WRONG
    solution = Markup('<span class="solution"><small>right:</small> {}</span>').format(right)
    return Markup(
        '<li class="{}"><b aria-hidden="true">{}</b><span class="what">{}</span>'
        '<span class="given"><small>{}:</small> {}</span>{}</li>'
    ).format(
        state,
        SYMBOLS[state],
        what,
        "right" if verdict.right else "your answer",
        given,
        EMPTY if verdict.right else solution,
    )


# In the field where tokens are typed, Enter is the Check button.
_enter = st.components.v2.component(
    "merge_by_merge_enter",
    html="",
    js="""
export default function () {
  if (window.mergeByMergeEnter) return;
  window.mergeByMergeEnter = true;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.closest?.(".st-key-predict_field")) return;
    setTimeout(() => document.querySelector(".st-key-predict_check button")?.click(), 50);
  });
}""",
)


def enter_checks() -> None:
    """Let Enter in the field press Check. Call once on the page."""
    _enter(key="predict_enter", height=1)

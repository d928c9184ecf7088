"""Encoded text as chips, and how each word came to its tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pages.panels.chips import NEW, UNKNOWN, chip, isolated, spaced
from pages.panels.html import EMPTY, heading, heard, join, number, sentence, visible
from pages.panels.markup import Markup
from wordpiece.records import CutTrace, EncodedToken, MatchTrace, Replay, ReplayTrace
from wordpiece.teaching.wording import unknown_characters, unknown_word

MAX_CHIPS = 1_000
"""Tokens drawn; a longer text is encoded in full, and the statistics count all of it."""

MAX_LOSSES = 4
"""Losses listed below a decoded text."""

MAX_TRACE = 300
"""Probes or merges drawn for one word."""

FAILED, FOUND = "failed", "found"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts over an encoded text; characters leave out white space."""

    words: int
    characters: int
    tokens: int
    unknown: int

    @classmethod
    def of(cls, text: str, tokens: Sequence[EncodedToken]) -> Statistics:
        """Count. Several tokens of a word share its number."""
        return cls(
            words=len({token.word for token in tokens}),
            characters=sum(not char.isspace() for char in text),
            tokens=len(tokens),
            unknown=sum(token.unknown for token in tokens),
        )


def tokens(encoded: Sequence[EncodedToken], around: tuple[str, str] | None = None) -> Markup:
    """The tokens of a text, word by word, each with its id and offsets."""
    before, after = (_special(token) for token in around) if around else (EMPTY, EMPTY)
    words = [
        Markup('<span class="word">{}</span>').format(join(_token(token) for token in group))
        for _, group in groupby(encoded[:MAX_CHIPS], key=lambda token: token.word)
    ]
    more = EMPTY
    if len(encoded) > MAX_CHIPS:
        more = Markup('<span class="muted">… and {} more tokens</span>').format(
            number(len(encoded) - MAX_CHIPS)
        )
    return Markup('<div class="encoded">{}{}{}{}</div>').format(before, join(words), after, more)


def _token(token: EncodedToken) -> Markup:
    state = (UNKNOWN,) if token.unknown else ()
    where = f"{token.start:,}–{token.end:,}"
    label = heard(", characters ") + where
    if token.id is not None:
        label = heard(", ") + f"id {token.id:,} · " + label
    return Markup('<span class="cell">{}<small>{}</small></span>').format(
        chip(token.token, *state), label
    )


def _special(token: str) -> Markup:
    return Markup('<span class="cell">{}<small>added</small></span>').format(chip(token))


def statistics(rows: Sequence[tuple[str, Statistics]]) -> Markup:
    """One row of counts for each encoder."""
    head = join(
        Markup('<th scope="col">{}</th>').format(name)
        for name in ("encoder", "tokens", "per word", "characters per token", "unknown")
    )
    return Markup(
        '<div class="scroll"><table class="scores plain"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>"
    ).format(head, join(_statistics(name, counts) for name, counts in rows))


def _statistics(name: str, counts: Statistics) -> Markup:
    per_word = counts.tokens / counts.words if counts.words else 0
    per_token = counts.characters / counts.tokens if counts.tokens else 0
    share = counts.unknown / counts.tokens if counts.tokens else 0
    return Markup(
        '<tr><th scope="row">{}</th><td>{}</td><td>{:.2f}</td><td>{:.2f}</td>'
        "<td>{} ({:.0%})</td></tr>"
    ).format(name, number(counts.tokens), per_word, per_token, number(counts.unknown), share)


def traced(trace: MatchTrace | ReplayTrace | CutTrace) -> list[Markup]:
    """How a word came to its tokens, with a title and what is to be said about it."""
    if isinstance(trace, CutTrace):
        return [heading("Longest token first", "what was cut out, in that order"), cut_trace(trace)]
    if isinstance(trace, MatchTrace):
        return [
            heading("Longest match", "every look into the vocabulary, in order"),
            match_trace(trace),
            remark(sentence(unknown_word(trace))),
        ]
    return [
        heading("Merge replay", "every merge that applies, in the order learned"),
        replay_trace(trace),
        remark(sentence(unknown_characters(trace))),
    ]


def match_trace(trace: MatchTrace) -> Markup:
    """Every probe of longest match, tried and failed, one line for each position."""
    lines = [
        Markup('<li><span class="at">from {}</span>{}</li>').format(start, join(map(_probe, group)))
        for start, group in groupby(trace.probes[:MAX_TRACE], key=lambda probe: probe.start)
    ]
    return Markup('<ol class="trace">{}{}</ol>').format(
        join(lines), _cut(len(trace.probes), "probes")
    )


def _probe(probe: object) -> Markup:
    found = bool(getattr(probe, "found", False))
    return Markup('<span class="probe {}">{}<b aria-hidden="true">{}</b>{}</span>').format(
        FOUND if found else FAILED,
        isolated(getattr(probe, "candidate", "")),
        "✓" if found else "✗",
        heard(", found; " if found else ", not found; "),
    )


def replay_trace(trace: ReplayTrace) -> Markup:
    """Each merge replayed, with the symbols it left."""
    start = Markup('<li><span class="at">characters</span>{}</li>').format(
        spaced(chip(symbol) for symbol in trace.start)
    )
    return Markup('<ol class="trace">{}{}{}</ol>').format(
        start,
        join(map(_replay, trace.replays[:MAX_TRACE])),
        _cut(len(trace.replays), "merges"),
    )


def _replay(replay: Replay) -> Markup:
    left, right = replay.pair
    return Markup(
        '<li><span class="at">merge {}</span><span class="rule">{} + {}</span>{}</li>'
    ).format(
        number(replay.rank + 1),
        isolated(left),
        isolated(right),
        spaced(chip(s, *[NEW] * (s == replay.token)) for s in replay.after),
    )


def cut_trace(trace: CutTrace) -> Markup:
    """What was cut out of the word, the longest entry first."""
    lines = [
        Markup('<li><span class="at">{} to {}</span>{}</li>').format(
            number(cut.start), number(cut.end), _probe(cut)
        )
        for cut in trace.cuts[:MAX_TRACE]
    ]
    return Markup('<ol class="trace">{}{}</ol>').format(join(lines), _cut(len(trace.cuts), "cuts"))


def _cut(total: int, what: str) -> Markup:
    if total <= MAX_TRACE:
        return EMPTY
    return Markup('<li class="muted">… and {} more {}</li>').format(number(total - MAX_TRACE), what)


def decoded(text: str, losses: Sequence[str]) -> Markup:
    """The text that the tokens give back, and what is different in it."""
    shown = [Markup("<li>{}</li>").format(readable(loss)) for loss in losses[:MAX_LOSSES]]
    if len(losses) > MAX_LOSSES:
        shown.append(Markup("<li>… and {} more</li>").format(len(losses) - MAX_LOSSES))
    lost = Markup("<ul>{}</ul>").format(join(shown)) if losses else Markup("nothing lost")
    return Markup(
        '<div class="decoded"><small>decoded</small> <q>{}</q><div>{}</div></div>'
    ).format(readable(text), lost)


def readable(text: str) -> Markup:
    """The beginning of a text, with what draws nothing shown by name."""
    shown = text if len(text) <= MAX_CHIPS else text[: MAX_CHIPS - 1] + "…"
    return join((visible(part) if part.strip(" ") else part) for part in re.split("( +)", shown))


def remark(text: Markup) -> Markup:
    """A sentence below a panel; nothing if it is empty."""
    return Markup('<p class="why short">{}</p>').format(text) if text else EMPTY

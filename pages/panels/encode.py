"""Encoded text as chips, and how each word came to its tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pages.locale import say
from pages.panels.chips import NEW, UNKNOWN, chip, isolated, spaced
from pages.panels.html import EMPTY, heading, join, sentence, visible
from pages.panels.markup import Markup
from pages.panels.templates import pieces
from wordpiece.message import Message
from wordpiece.records import CutTrace, EncodedToken, MatchTrace, ReplayTrace
from wordpiece.teaching.wording import unknown_characters, unknown_word

_piece = pieces("panels/encode.html")

MAX_CHIPS = 1_000
"""Tokens drawn; a longer text is encoded in full, and the statistics count all of it."""

MAX_LOSSES = 4
"""Losses listed below a decoded text."""

MAX_TRACE = 300
"""Probes or merges drawn for one word."""


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

    @property
    def per_word(self) -> float:
        """Tokens per word."""
        return self.tokens / self.words if self.words else 0

    @property
    def per_token(self) -> float:
        """Characters per token."""
        return self.characters / self.tokens if self.tokens else 0

    @property
    def share(self) -> float:
        """Share of the tokens that are unknown."""
        return self.unknown / self.tokens if self.tokens else 0


def tokens(encoded: Sequence[EncodedToken], around: tuple[str, str] | None = None) -> Markup:
    """Draw the tokens of a text, word by word, each with its id and offsets.

    Args:
        encoded: the tokens.
        around: special tokens at the beginning and at the end, if there are any.
    """
    words = [
        [
            (chip(token.token, *[UNKNOWN] * token.unknown), token.id, token.start, token.end)
            for token in group
        ]
        for _, group in groupby(encoded[:MAX_CHIPS], key=lambda token: token.word)
    ]
    return _piece(
        "tokens",
        words=words,
        more=max(0, len(encoded) - MAX_CHIPS),
        around=[chip(token) for token in around or ()],
    )


def statistics(rows: Sequence[tuple[str, Statistics]]) -> Markup:
    """Draw a row of counts for each encoder."""
    return _piece("statistics", rows=rows)


def traced(trace: MatchTrace | ReplayTrace | CutTrace) -> list[Markup]:
    """Draw how a word came to its tokens, with a title and what is to be said about it."""
    if isinstance(trace, CutTrace):
        what = say("what was cut out, in that order")
        return [heading(say("Longest token first"), what), cut_trace(trace)]
    if isinstance(trace, MatchTrace):
        return [
            heading(say("Longest match"), say("every look into the vocabulary, in order")),
            match_trace(trace),
            remark(unknown_word(trace)),
        ]
    return [
        heading(say("Merge replay"), say("every merge that applies, in the order learned")),
        replay_trace(trace),
        remark(unknown_characters(trace)),
    ]


def match_trace(trace: MatchTrace) -> Markup:
    """Draw every probe of longest match, tried and failed, one line for each position."""
    probes = trace.probes
    lines = [
        (start, [(isolated(probe.candidate), probe.found) for probe in group])
        for start, group in groupby(probes[:MAX_TRACE], key=lambda probe: probe.start)
    ]
    return _piece("match", lines=lines, more=max(0, len(probes) - MAX_TRACE))


def replay_trace(trace: ReplayTrace) -> Markup:
    """Draw each merge replayed, with the symbols it left."""
    lines = [
        (
            replay.rank + 1,
            *map(isolated, replay.pair),
            spaced(chip(s, *[NEW] * (s == replay.token)) for s in replay.after),
        )
        for replay in trace.replays[:MAX_TRACE]
    ]
    start = spaced(chip(symbol) for symbol in trace.start)
    more = max(0, len(trace.replays) - MAX_TRACE)
    return _piece("replay", start=start, lines=lines, more=more)


def cut_trace(trace: CutTrace) -> Markup:
    """Draw what was cut out of the word, the longest entry first."""
    lines = [
        (cut.start, cut.end, isolated(cut.candidate), cut.found) for cut in trace.cuts[:MAX_TRACE]
    ]
    return _piece("cuts", lines=lines, more=max(0, len(trace.cuts) - MAX_TRACE))


def decoded(text: str, losses: Sequence[str]) -> Markup:
    """Draw the text that the tokens give back, and what is different in it."""
    return _piece(
        "decoded",
        text=readable(text),
        losses=[readable(loss) for loss in losses[:MAX_LOSSES]],
        more=max(0, len(losses) - MAX_LOSSES),
    )


def readable(text: str) -> Markup:
    """Return the beginning of a text, with what draws nothing shown by name."""
    shown = text if len(text) <= MAX_CHIPS else text[: MAX_CHIPS - 1] + "…"
    return join((visible(part) if part.strip(" ") else part) for part in re.split("( +)", shown))


def remark(said: Message | None) -> Markup:
    """Draw a sentence below a panel, if there is one."""
    return Markup('<p class="why short">{}</p>').format(sentence(said)) if said else EMPTY

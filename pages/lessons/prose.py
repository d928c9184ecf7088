"""Texts of lessons, in which the engine computes every figure.

    `##gs`                          a token
    {count ##u ##g @0}              the pair's count in the lesson's own training, at step 0
    {count u g @0 of toy-bpe}       the same in another training
    {pair @1}                       the pair of merge 1, with a plus between its symbols
    {printed 1/15}                  a figure as a source prints it, marked as such

The word after the brace is a key of `FIGURES` or `FIGURES_BY_NAME`. ``@end`` is the last step. The
names of trainings are those in `pages.trainings.named.TRAININGS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import log, prod

from markupsafe import Markup

from pages import locale
from pages.locale import number
from pages.panels.html import pieces, sentence
from pages.trainings.named import encode_unseen, encoder, timeline, top_down, unigram
from wordpiece.encoding.encoders import WordPieceEncoder
from wordpiece.message import Part, Token, message
from wordpiece.recipes import BYTES
from wordpiece.records import Decision, PairScore
from wordpiece.teaching.decisions import decisions_of_round
from wordpiece.teaching.likelihood import log_likelihood
from wordpiece.teaching.quiz import change_in_use
from wordpiece.teaching.size import size
from wordpiece.teaching.wording import formula
from wordpiece.topdown.textbook import Reading
from wordpiece.training.timeline import Timeline

_piece = pieces("lessons/page.html")


def prose(text: str) -> str:
    """Return a literal, marked as a text to translate. A text without words needs no mark."""
    return text


@dataclass(frozen=True, slots=True)
class Print:
    """A figure as a source prints it."""

    text: str


Filled = tuple[str | Token | Print, ...]
"""A text with its figures."""

_SPACE = "\N{NO-BREAK SPACE}"
_PLUS = f"{_SPACE}+{_SPACE}"
_PART = re.compile(r"\{([^}]*)\}|`([^`]+)`")


def fill(template: str, training: str) -> Filled:
    """Fill in the figures of a text.

    Args:
        template: the text in English.
        training: the training of its figures, unless they name another.

    Raises:
        KeyError: a figure or a training is unknown.
    """
    text = locale.language().template(message(template))
    parts: list[str | Token | Print] = []
    end = 0
    for match in _PART.finditer(text):
        parts.append(text[end : match.start()])
        asked, token = match.groups()
        parts += [Token(token)] if token else _figure(asked, training)
        end = match.end()
    parts.append(text[end:])
    # Pairs and formulas do not wrap.
    return tuple(_PLUS if part == " + " else part for part in parts if part != "")


def plain(parts: Filled) -> str:
    """Return a filled-in text as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in parts)


def draw_text(parts: Filled) -> Markup:
    """Draw a filled-in text; printed figures are marked."""
    return Markup("").join(
        _piece("as_printed", text=part.text) if isinstance(part, Print) else sentence((part,))
        for part in parts
    )


def _figure(asked: str, training: str) -> Filled:
    verb, *words = asked.split()
    if verb == "printed":
        return (Print(" ".join(words)),)
    if len(words) >= 2 and words[-2] == "of":
        training, words = words[-1], words[:-2]
    trained, step = timeline(training), 0
    if words and words[-1].startswith("@"):
        step = len(trained) if words[-1] == "@end" else int(words[-1][1:])
        words = words[:-1]
    if verb in FIGURES:
        answer = FIGURES[verb](trained, step, *words)
    else:
        answer = FIGURES_BY_NAME[verb](training, step, *words)
    return (answer,) if isinstance(answer, str) else answer


def _row(trained: Timeline, step: int, left: str, right: str) -> PairScore:
    row = trained.scores(step).find((left, right))
    if row is None:
        raise KeyError(f"{left} {right} stands in no word after step {step}.")
    return row


def _fraction(trained: Timeline, step: int, left: str, right: str) -> str:
    exact = trained.score.formula(_row(trained, step, left, right)).fraction
    if exact is None:
        raise ValueError("This score is no fraction to ask for.")
    return number(exact)


def _symbol(trained: Timeline, step: int, symbol: str) -> str:
    words = trained.words_with(step, symbol)
    each = (trained.word(step, i) for i in words)
    return number(sum(word.symbols.count(symbol) * word.frequency for word in each))


def _decision(name: str, round: int, token: str, threshold: str, reading: Reading) -> Decision:
    return decisions_of_round(top_down(name, int(threshold), reading), round)[token]


def _pair(pair: tuple[str, str]) -> tuple[Part, ...]:
    return Token(pair[0]), " + ", Token(pair[1])


def _tokens(tokens: list[str] | tuple[str, ...]) -> tuple[Part, ...]:
    return tuple(part for token in tokens for part in (" ", Token(token)))[1:]


FIGURES: dict[str, Callable[..., str | tuple[Part, ...]]] = {
    # The corpus.
    "words": lambda t, k: number(len(t.words)),
    "occurrences": lambda t, k: number(t.occurrences),
    "frequency": lambda t, k, word: number(int(t.frequencies[t.words.index(word)])),
    "alphabet": lambda t, k: number(len(t.alphabet)),
    "special": lambda t, k: number(len(t.special_tokens)),
    # The state after step k.
    "entries": lambda t, k: number(t.growth(k).vocabulary),
    "in-use": lambda t, k: number(t.growth(k).in_use),
    "most-in-use": lambda t, k: number(max(t.growth(i).in_use for i in range(len(t) + 1))),
    "corpus-tokens": lambda t, k: number(t.growth(k).corpus_tokens),
    "split": lambda t, k, word: _tokens(t.splits(k)[word]),
    # Pairs after step k.
    "count": lambda t, k, a, b: number(_row(t, k, a, b).pair_count),
    "symbol": _symbol,
    "formula": lambda t, k, a, b: locale.to_text(formula(_row(t, k, a, b), t.score)).replace(
        " ", "\N{NO-BREAK SPACE}"
    ),
    "score": _fraction,
    "float": lambda t, k, a, b: number(_row(t, k, a, b).score, "plain"),
    "frequent": lambda t, k: _pair(t.scores(k).most_frequent()[0].pair),
    "tied-now": lambda t, k: number(t.scores(k).ties),
    # Merge k, and all of them.
    "pair": lambda t, k: _pair(t.pair(k)),
    "token": lambda t, k: (Token(t.merge(k).token),),
    "change": lambda t, k: number(change_in_use(t, k), "signed"),
    "merges": lambda t, k: number(len(t)),
    "ties-broken": lambda t, k: number(sum(len(step.tied) > 1 for step in t.steps())),
    "learned": lambda t, k: _tokens([t.merge(i).token for i in range(1, len(t) + 1)]),
    "made": lambda t, k, a, b: number(next(s.index for s in t.steps() if s.pair == (a, b))),
    "fertility": lambda t, k: number(size(t, k).fertility, "fixed2"),
    "log-likelihood": lambda t, k: number(log_likelihood(t, k), "gain4"),
    # Of no training.
    "byte-values": lambda t, k: number(len(BYTES)),
    "utf8": lambda t, k, text: number(len(text.encode())),
    "given": lambda t, k, n: number(int(n)),
    "product": lambda t, k, a, b: number(int(a) * int(b)),
    "longest-word": lambda t, k: number(WordPieceEncoder([]).max_input_chars_per_word),
}
"""The figures of texts; each function gets the training, the step and the following words."""

FIGURES_BY_NAME: dict[str, Callable[..., str | tuple[Part, ...]]] = {
    "match": lambda name, k, word: _tokens(encoder(name, k, "match").encode_word(word)),
    "replay": lambda name, k, word: _tokens(encoder(name, k, "replay").encode_word(word)),
    "own": lambda name, k, word: _tokens(encoder(name, k, "own").encode_word(word)),
    # The text that the training does not see.
    "unseen": lambda name, k: number(encode_unseen(name, k).words),
    "unseen-new": lambda name, k: number(encode_unseen(name, None).unknown),
    "unseen-tokens": lambda name, k: number(encode_unseen(name, k).tokens),
    # Top-down, on the words of the training: a count at the beginning of round k, or when decided.
    "counted": lambda name, k, token, *how: number(_decision(name, k, token, *how).counted),
    "stands": lambda name, k, token, *how: number(_decision(name, k, token, *how).count),
    # Unigram, on the words of the training, before its first removal.
    "pieces": lambda name, k: number(len(unigram(name).pieces(0))),
    "removals": lambda name, k: number(len(unigram(name))),
    "removal-cost": lambda name, k, piece: number(
        next(row.cost for row in unigram(name).costs(0) if row.piece == piece), "fixed2"
    ),
    "piece-count": lambda name, k, piece: number(unigram(name).counts(0)[piece]),
    "piece-probability": lambda name, k, piece: (
        f"{unigram(name).counts(0)[piece]}/{unigram(name).total(0)}"
    ),
    "split-probability": lambda name, k, *pieces: number(
        prod(unigram(name).probability(0, piece) for piece in pieces)
    ),
    "word-loss": lambda name, k, word: number(
        -log(unigram(name).best_split(0, word).probability), "fixed3"
    ),
    "loss": lambda name, k: number(unigram(name).loss(0), "fixed2"),
}
"""More figures; each function gets the name of a training."""

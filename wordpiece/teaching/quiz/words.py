"""Questions about words: into which tokens longest match, or merge replay, splits them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle, islice, pairwise, repeat

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.marking import Marking
from wordpiece.records import Pair
from wordpiece.teaching.quiz.model import (
    LONGEST,
    MERGES,
    POOL,
    TRIES,
    UNK,
    Question,
    ReplayQuestion,
    SplitQuestion,
    spread,
)
from wordpiece.textbook import merge as merge_pair
from wordpiece.training.timeline import Timeline

ALL_TOKENS, SOME_TOKENS = 24, 16
"""A vocabulary of up to the first is offered whole, of a larger one at least the second."""

FLAVOURS = ("new", "unknown", "known", "new")
"""The kinds of words asked about in turn: new words, words with an unseen character, and words of
the corpus that longest match splits otherwise than training did."""

REPLAYED = ("new", "new", "unknown")
"""The kinds of words that merges are replayed on, in turn."""

STRANGERS = "mzqxjkvwéñßø"
"""Characters to try where a word needs one that training never saw in that place."""


def split_questions(timeline: Timeline, rng: random.Random) -> Iterator[Question]:
    """Ask about words of each of the FLAVOURS in turn."""
    ranks = {timeline.pair(k): k for k in range(len(timeline), 0, -1)}
    positions = rng.sample(range(len(timeline.words)), min(len(timeline.words), 4 * POOL))
    pool = [timeline.words[i] for i in positions if _can_be_typed(timeline.words[i])][:POOL]
    if not ranks or not pool:
        return
    steps = chain.from_iterable(spread(len(timeline), rng) for _ in repeat(None))
    asked: set[str] = set()
    for flavour, step in zip(cycle(FLAVOURS), islice(steps, TRIES), strict=False):
        question = _split(timeline, step + 1, flavour, pool, ranks, rng)
        if question and question.word not in asked:
            asked.add(question.word)
            yield question


def replay_questions(timeline: Timeline, rng: random.Random) -> Iterator[Question]:
    """Ask what the merges of a training make of words of each of the REPLAYED kinds in turn."""
    makes: dict[str, list[int]] = {}
    for k in range(1, len(timeline) + 1):
        makes.setdefault(_spelling(timeline.merge(k).token, timeline.marking), []).append(k)
    positions = rng.sample(range(len(timeline.words)), min(len(timeline.words), 4 * POOL))
    pool = [timeline.words[i] for i in positions if _can_be_typed(timeline.words[i])][:POOL]
    if not makes or not pool:
        return
    steps = chain.from_iterable(spread(len(timeline), rng) for _ in repeat(None))
    asked: set[str] = set()
    for flavour, step in zip(cycle(REPLAYED), islice(steps, TRIES), strict=False):
        question = _replayed(timeline, step + 1, flavour, pool, makes, rng)
        if question and question.word not in asked:
            asked.add(question.word)
            yield question


def _replayed(
    timeline: Timeline,
    step: int,
    flavour: str,
    pool: Sequence[str],
    makes: Mapping[str, Sequence[int]],
    rng: random.Random,
) -> ReplayQuestion | None:
    encoder = BPEEncoder.from_timeline(timeline, step, unk_token=UNK)
    match = WordPieceEncoder.from_timeline(timeline, step, unk_token=UNK)
    marking, known = timeline.marking, set(timeline.words)
    words = [w for w in (_new_word(pool, rng) for _ in range(POOL)) if w not in known] or pool
    if flavour == "unknown":
        words = [_with_a_stranger(w, timeline, encoder, rng) for w in words]
    best: tuple[float, str, list[int]] | None = None
    for word in dict.fromkeys(w for w in words if len(w) <= LONGEST and UNK not in w):
        trace = encoder.trace(word)
        pieces = trace.pieces
        if not trace.replays or any(p.unknown for p in pieces) != (flavour == "unknown"):
            continue
        text = word + marking.suffix
        parts = {text[i:j] for i in range(len(text)) for j in range(i + 1, len(text) + 1)}
        apply = sorted(k for part in parts for k in makes.get(part, ()) if k <= step)
        if len(apply) > MERGES:
            continue
        # Prefer words that longest match would split otherwise, of several merges and tokens.
        tokens = [piece.token for piece in pieces]
        differs = flavour != "unknown" and tokens != match.encode_word(word)
        worth = 2 * differs + (len(trace.replays) > 1) + (2 <= len(tokens) <= 5) + rng.random()
        if best is None or worth > best[0]:
            best = (worth, word, apply)
    if best is None:
        return None
    _, word, apply = best
    others = [k for k in range(1, step + 1) if k not in apply]
    listed = sorted([*apply, *rng.sample(others, min(len(others), MERGES - len(apply)))])
    entries = [t for t in timeline.vocabulary(step) if t not in timeline.special_tokens]
    return ReplayQuestion(
        step=step,
        word=word,
        merges=tuple((k, timeline.pair(k)) for k in listed),
        trace=encoder.trace(word),
        matched=tuple(match.encode_word(word)),
        choices=_choices(word, entries, marking, rng),
        marking=marking,
    )


def _spelling(token: str, marking: Marking) -> str:
    """Return the characters of a token that a merge made, without the prefix."""
    return token.removeprefix(marking.prefix) if marking.prefix else token


def _can_be_typed(text: str) -> bool:
    return bool(text) and text.isprintable() and not any(char.isspace() for char in text)


def _split(
    timeline: Timeline,
    step: int,
    flavour: str,
    pool: Sequence[str],
    ranks: Mapping[Pair, int],
    rng: random.Random,
) -> SplitQuestion | None:
    encoder = WordPieceEncoder.from_timeline(timeline, step, unk_token=UNK)
    marking, seen = timeline.marking, timeline.splits(step)
    if flavour == "known":
        words = [w for w in pool if tuple(encoder.encode_word(w)) != seen[w]]
    else:
        words = [w for w in (_new_word(pool, rng) for _ in range(POOL)) if w not in seen]
    if flavour == "unknown":
        words = [_with_a_stranger(w, timeline, encoder, rng) for w in words or pool]

    best: tuple[float, str] | None = None
    for word in dict.fromkeys(w for w in words if len(w) <= LONGEST):
        pieces = encoder.pieces(word)
        if not pieces or any(piece.unknown for piece in pieces) != (flavour == "unknown"):
            continue
        if any(p.token in timeline.special_tokens and not p.unknown for p in pieces):
            continue  # a word spelled like [CLS]: special tokens are not among the choices
        # Prefer words that the merges would split otherwise, of several tokens, not all characters.
        tokens = tuple(piece.token for piece in pieces)
        differs = flavour != "unknown" and tokens != _replay(word, marking, ranks, step)
        telling = 2 * differs + (2 <= len(tokens) <= 5) + (len(tokens) < len(word))
        worth = telling + rng.random()
        if best is None or worth > best[0]:
            best = (worth, word)
    if best is None:
        return None
    word = best[1]
    entries = [t for t in timeline.vocabulary(step) if t not in timeline.special_tokens]
    return SplitQuestion(
        step=step,
        word=word,
        trace=encoder.trace(word),
        replayed=_replay(word, marking, ranks, step),
        choices=_choices(word, entries, marking, rng),
        vocabulary=len(entries),
        marking=marking,
    )


def _new_word(pool: Sequence[str], rng: random.Random) -> str:
    """Make a word of the beginning of one word and the end of another."""
    a, b = rng.choice(pool), rng.choice(pool)
    return a[: rng.randint(1, len(a))] + b[rng.randrange(len(b)) :]


def _with_a_stranger(word: str, timeline: Timeline, encoder: Encoder, rng: random.Random) -> str:
    """Replace one character by one never seen in that place, if there is such a character."""
    at = rng.randrange(len(word))
    prefix = timeline.marking.prefix
    bare = [symbol.removeprefix(prefix) for symbol in timeline.alphabet]
    chars = dict.fromkeys([*timeline.alphabet, *bare, *STRANGERS])
    mark = prefix if at else ""
    strangers = [
        c for c in chars if len(c) == 1 and mark + c not in encoder.ids and _can_be_typed(c)
    ]
    letters = [c for c in strangers if c.isalpha()] or strangers
    return word[:at] + rng.choice(letters) + word[at + 1 :] if letters else word


def _replay(word: str, marking: Marking, ranks: Mapping[Pair, int], step: int) -> tuple[str, ...]:
    """Return the symbols of a word after replaying the first ``step`` merges."""
    symbols = marking.split(word)
    while known := [(ranks[p], p) for p in pairwise(symbols) if ranks.get(p, step + 1) <= step]:
        pair = min(known)[1]
        symbols = merge_pair(symbols, pair, marking.join(*pair))
    return symbols


def _choices(
    word: str, entries: Sequence[str], marking: Marking, rng: random.Random
) -> tuple[str, ...]:
    """Return tokens to put an answer together from; see `SplitQuestion.choices`."""
    typed = [token for token in entries if _can_be_typed(token)]
    if len(typed) > ALL_TOKENS:
        text = word + marking.suffix
        fits = {
            (marking.prefix if i else "") + text[i:j]
            for i in range(len(text))
            for j in range(i + 1, len(text) + 1)
        }
        others = [token for token in typed if token not in fits]
        missing = max(4, SOME_TOKENS - (len(typed) - len(others)))
        fits.update(rng.sample(others, min(missing, len(others))))
        typed = [token for token in typed if token in fits]
    return (*typed, UNK)

"""Questions about words: into which tokens longest match, or merge replay, splits them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, cycle, islice, repeat
from typing import Literal

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.teaching.quiz.model import (
    LONGEST,
    MERGES,
    POOL,
    TRIES,
    UNK,
    ReplayQuestion,
    SplitQuestion,
    TypedQuestion,
    spread,
)
from wordpiece.training.timeline import Timeline

ALL_TOKENS, SOME_TOKENS = 24, 16
"""A vocabulary of up to the first is offered whole, of a larger one at least the second."""

_FLAVOURS: dict[Literal["split", "replay"], tuple[str, ...]] = {
    "split": ("new", "unknown", "known", "new"),
    "replay": ("new", "new", "unknown"),
}
"""The words of each kind of question in turn: new words, words with an unseen character, and words
of the corpus that longest match does not split as training did."""

STRANGERS = "mzqxjkvwéñßø"
"""Characters to try where a word needs one that training never saw in that place."""


def word_questions(
    kind: Literal["split", "replay"], timeline: Timeline, rng: random.Random
) -> Iterator[TypedQuestion]:
    """Yield questions of one kind about words of each of the `_FLAVOURS` in turn."""
    words = _Words(timeline, rng)
    if not len(timeline) or not words.pool:
        return
    ask = _ask_split if kind == "split" else _ask_replay
    steps = chain.from_iterable(spread(len(timeline), rng) for _ in repeat(None))
    asked: set[str] = set()
    for flavour, step in zip(cycle(_FLAVOURS[kind]), islice(steps, TRIES), strict=False):
        question = ask(words, step + 1, flavour)
        if question and question.word not in asked:
            asked.add(question.word)
            yield question


def _ask_split(words: _Words, step: int, flavour: str) -> SplitQuestion | None:
    timeline = words.timeline
    match = WordPieceEncoder.from_timeline(timeline, step, unk_token=UNK)
    replay = BPEEncoder(
        (timeline.pair(k) for k in range(1, step + 1)),
        alphabet=timeline.alphabet,
        marking=timeline.marking,
        keep_unknown=True,
    )

    def worth(word: str) -> int | None:
        pieces = match.pieces(word)
        if not pieces or any(piece.unknown for piece in pieces) != (flavour == "unknown"):
            return None
        if any(p.token in timeline.special_tokens and not p.unknown for p in pieces):
            return None  # a word spelled like [CLS]: special tokens are not among the choices
        # Prefer words that the merges would split otherwise, of several tokens, not all characters.
        tokens = [piece.token for piece in pieces]
        differs = flavour != "unknown" and tokens != replay.encode_word(word)
        return 2 * differs + (2 <= len(tokens) <= 5) + (len(tokens) < len(word))

    if flavour == "known":
        splits = timeline.splits(step)
        tried = [w for w in words.pool if tuple(match.encode_word(w)) != splits[w]]
    else:
        tried = words.new()
    if flavour == "unknown":
        tried = [words.with_a_stranger(w, match) for w in tried or words.pool]
    word = words.best(tried, worth)
    if word is None:
        return None
    entries = words.entries(step)
    return SplitQuestion(
        step=step,
        word=word,
        trace=match.trace(word),
        replayed=tuple(replay.encode_word(word)),
        choices=words.choices(word, entries),
        vocabulary=len(entries),
        marking=timeline.marking,
    )


def _ask_replay(words: _Words, step: int, flavour: str) -> ReplayQuestion | None:
    timeline = words.timeline
    match = WordPieceEncoder.from_timeline(timeline, step, unk_token=UNK)
    replay = BPEEncoder.from_timeline(timeline, step, unk_token=UNK)

    def worth(word: str) -> int | None:
        trace = replay.trace(word)
        has_unknown = any(piece.unknown for piece in trace.pieces)
        if UNK in word or not trace.replays or has_unknown != (flavour == "unknown"):
            return None
        if len(words.applicable(word, step)) > MERGES:
            return None
        # Prefer words that longest match would split otherwise, of several merges and tokens.
        tokens = [piece.token for piece in trace.pieces]
        differs = flavour != "unknown" and tokens != match.encode_word(word)
        return 2 * differs + (len(trace.replays) > 1) + (2 <= len(tokens) <= 5)

    tried = words.new() or words.pool
    if flavour == "unknown":
        tried = [words.with_a_stranger(w, replay) for w in tried]
    word = words.best(tried, worth)
    if word is None:
        return None
    apply = words.applicable(word, step)
    others = [k for k in range(1, step + 1) if k not in apply]
    listed = sorted([*apply, *words.rng.sample(others, min(len(others), MERGES - len(apply)))])
    return ReplayQuestion(
        step=step,
        word=word,
        merges=tuple((k, timeline.pair(k)) for k in listed),
        trace=replay.trace(word),
        matched=tuple(match.encode_word(word)),
        choices=words.choices(word, words.entries(step)),
        marking=timeline.marking,
    )


class WordPool:
    """Words of a corpus to ask about, and the random choices among them."""

    def __init__(self, words: Sequence[str], rng: random.Random) -> None:
        self.rng = rng
        positions = rng.sample(range(len(words)), min(len(words), 4 * POOL))
        self.known = frozenset(words)
        self.pool = [words[i] for i in positions if _can_be_typed(words[i])][:POOL]

    def best(self, words: Iterable[str], worth: Callable[[str], int | None]) -> str | None:
        """Return the word with the highest worth, by chance among equals; None if none has one."""
        rated: dict[str, float] = {}
        for word in dict.fromkeys(words):
            value = worth(word) if len(word) <= LONGEST else None
            if value is not None:
                rated[word] = value + self.rng.random()
        return max(rated, key=rated.__getitem__, default=None)

    def new(self) -> list[str]:
        """Return words that are not in the corpus: the beginning of one, the end of another."""
        made: list[str] = []
        for _ in range(POOL):
            a, b = self.rng.choice(self.pool), self.rng.choice(self.pool)
            made.append(a[: self.rng.randint(1, len(a))] + b[self.rng.randrange(len(b)) :])
        return [word for word in made if word not in self.known]


class _Words(WordPool):
    """Words of a training by merges to ask about."""

    def __init__(self, timeline: Timeline, rng: random.Random) -> None:
        super().__init__(timeline.words, rng)
        self.timeline = timeline

    def with_a_stranger(self, word: str, encoder: Encoder) -> str:
        """Replace one character by one never seen in that place, if there is such a character."""
        alphabet, prefix = self.timeline.alphabet, self.timeline.marking.prefix
        at = self.rng.randrange(len(word))
        mark = prefix if at else ""
        bare = [symbol.removeprefix(prefix) for symbol in alphabet]
        strangers = [
            char
            for char in dict.fromkeys([*alphabet, *bare, *STRANGERS])
            if len(char) == 1 and mark + char not in encoder.ids and _can_be_typed(char)
        ]
        letters = [char for char in strangers if char.isalpha()] or strangers
        return word[:at] + self.rng.choice(letters) + word[at + 1 :] if letters else word

    def applicable(self, word: str, step: int) -> list[int]:
        """Return which of the first ``step`` merges make a part of a word."""
        parts = {part for _, part in _parts(word + self.timeline.marking.suffix)}
        return sorted(k for part in parts for k in self._made_by.get(part, ()) if k <= step)

    @cached_property
    def _made_by(self) -> dict[str, list[int]]:
        """The merges that make each token, by its characters without the prefix."""
        made_by: dict[str, list[int]] = {}
        tokens = self.timeline.tokens_made(range(1, len(self.timeline) + 1))
        for k, token in enumerate(tokens, 1):
            made_by.setdefault(token.removeprefix(self.timeline.marking.prefix), []).append(k)
        return made_by

    def entries(self, step: int) -> list[str]:
        """Return the vocabulary after a step without special tokens."""
        special = self.timeline.special_tokens
        return [token for token in self.timeline.vocabulary(step) if token not in special]

    def choices(self, word: str, entries: Iterable[str]) -> tuple[str, ...]:
        """Return tokens to put an answer together from; see `SplitQuestion.choices`."""
        marking = self.timeline.marking
        typed = [token for token in entries if _can_be_typed(token)]
        if len(typed) > ALL_TOKENS:
            text = word + marking.suffix
            fits = {(marking.prefix if at else "") + part for at, part in _parts(text)}
            others = [token for token in typed if token not in fits]
            missing = max(4, SOME_TOKENS - (len(typed) - len(others)))
            fits.update(self.rng.sample(others, min(missing, len(others))))
            typed = [token for token in typed if token in fits]
        return (*typed, UNK)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield where each part of a text begins, and the part."""
    for start, end in combinations(range(len(text) + 1), 2):
        yield start, text[start:end]


def _can_be_typed(text: str) -> bool:
    return bool(text) and text.isprintable() and not any(char.isspace() for char in text)

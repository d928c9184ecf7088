"""What the size of a vocabulary buys, and what it costs.

It buys shorter texts: fertility is the number of tokens per word. It costs numbers of a model,
which keeps a row of them, an embedding, for each entry; so entries that stand in no word any more
cost as much as the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wordpiece.message import message
from wordpiece.teaching.grading import Verdict
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Size:
    """A vocabulary after some merges, by its figures.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> at = size(timeline, 3)
    >>> at.entries, at.unused, at.tokens, at.words, at.longest
    (15, 3, 88, 36, 'hugs')

    Attributes:
        step: the merges made.
        entries: entries of the vocabulary.
        unused: those that stand in no word of the corpus.
        tokens: symbols in the corpus.
        words: words in the corpus.
        learned: how many tokens were learned.
        learned_length: their mean length in characters; 0 if there are none.
        longest: the longest of them; of several the first. Empty if there are none.
        longest_length: its length in characters; 0 if there are none.
    """

    step: int
    entries: int
    unused: int
    tokens: int
    words: int
    learned: int
    learned_length: float
    longest: str
    longest_length: int

    @property
    def fertility(self) -> float:
        """Tokens per word."""
        return self.tokens / max(1, self.words)

    def parameters(self, width: int) -> int:
        """Return how many numbers a model's embeddings have, at ``width`` numbers an entry."""
        return self.entries * width


def size(timeline: Timeline, step: int) -> Size:
    """Return the figures of a vocabulary after a step.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "hugs": 5}, special_tokens=())
    >>> trainer.run()
    3
    >>> at = size(trainer.timeline(), 3)
    >>> at.entries, at.unused, at.tokens, at.fertility, at.parameters(100)
    (7, 5, 15, 1.0, 700)
    >>> at.learned, round(at.learned_length, 2), at.longest, at.longest_length
    (3, 3.0, 'hugs', 4)
    """
    growth = timeline.growth(step)
    lengths = _lengths(timeline, step)
    unused = growth.vocabulary - len(timeline.special_tokens) - growth.in_use
    return Size(
        step=step,
        entries=growth.vocabulary,
        unused=unused,
        tokens=growth.corpus_tokens,
        words=timeline.occurrences,
        learned=len(lengths),
        learned_length=sum(lengths.values()) / max(1, len(lengths)),
        longest=max(lengths, key=lambda token: lengths[token], default=""),
        longest_length=max(lengths.values(), default=0),
    )


def _lengths(timeline: Timeline, step: int) -> dict[str, int]:
    """Return the characters of each learned token; marks and the end of a word are none."""
    known = {symbol: int(symbol != timeline.marking.suffix) for symbol in timeline.alphabet}
    learned: dict[str, int] = {}
    for k in range(1, step + 1):
        merge = timeline.merge(k)
        left, right = merge.pair
        known[merge.token] = known[left] + known[right]
        if merge.is_new_token:
            learned[merge.token] = known[merge.token]
    return learned


def step_of(timeline: Timeline, entries: int) -> int:
    """Return the last step at which a vocabulary has at most so many entries; 0 if none has.

    >>> from wordpiece import WordPieceTrainer
    >>> trainer = WordPieceTrainer({"hug": 10, "hugs": 5}, special_tokens=())
    >>> trainer.run()
    3
    >>> [step_of(trainer.timeline(), entries) for entries in (3, 5, 99)]
    [0, 1, 3]
    """
    found = 0
    for step in range(len(timeline) + 1):
        if timeline.growth(step).vocabulary <= entries:
            found = step
    return found


def at_entries(timelines: Mapping[str, Timeline], entries: int) -> dict[str, Size]:
    """Return the figures of several trainings where each has at most so many entries.

    >>> from wordpiece import BPETrainer, WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainers = WordPieceTrainer(toy), BPETrainer(toy)
    >>> merges = [trainer.run() for trainer in trainers]
    >>> wordpiece, bpe = (trainer.timeline() for trainer in trainers)
    >>> both = at_entries({"wordpiece": wordpiece, "bpe": bpe}, 14)
    >>> {name: (at.step, at.entries, at.tokens) for name, at in both.items()}
    {'wordpiece': (2, 14, 93), 'bpe': (7, 14, 36)}
    """
    return {name: size(each, step_of(each, entries)) for name, each in timelines.items()}


def parameter_choices(timeline: Timeline, step: int, width: int) -> list[int]:
    """Return numbers to choose from, the smallest first; one is that of the whole vocabulary.

    The others forget special tokens, the alphabet or what was learned, or count no rows at all.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> parameter_choices(timeline, 3, width=100)
    [100, 300, 1000, 1200, 1500]
    """
    at, special = size(timeline, step), len(timeline.special_tokens)
    rows = {at.entries, at.entries - special, at.learned, at.entries - at.learned}
    return sorted({width, *(n * width for n in rows if n)})


def grade_parameters(timeline: Timeline, step: int, width: int, answer: int) -> Verdict:
    """Grade how many numbers a model keeps for the vocabulary after a step.

    >>> from wordpiece import WordPieceTrainer
    >>> toy = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trainer = WordPieceTrainer(toy)
    >>> merges = trainer.run()
    >>> timeline = trainer.timeline()
    >>> print(*grade_parameters(timeline, 3, 100, 1500).reason)
    Special tokens, alphabet and learned tokens all have a row: 15 rows of 100 are 1,500 numbers.
    """
    at = size(timeline, step)
    truth = at.parameters(width)
    return Verdict(
        answer == truth,
        (
            message(
                "Special tokens, alphabet and learned tokens all have a row: {entries} rows of "
                "{width} are {numbers} numbers.",
                entries=at.entries,
                width=width,
                numbers=truth,
            ),
        ),
    )

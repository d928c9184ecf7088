"""Questions with one right answer, graded by the engine; nothing is looked up in a key.

Each function takes an answer and gives a `Verdict`: right or wrong, and a sentence that shows
the figures on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from wordpiece.encoding.encoders import BPEEncoder, Encoder, WordPieceEncoder
from wordpiece.message import Part, Token
from wordpiece.records import Pair, PairScore
from wordpiece.scoring import Score
from wordpiece.teaching.wording import (
    Sentence,
    formula,
    plus,
    spaced,
    times,
    unknown_characters,
    unknown_word,
)
from wordpiece.training.timeline import Timeline


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right, and why."""

    right: bool
    why: Sentence


def candidates(timeline: Timeline, step: int, count: int = 4) -> list[Pair]:
    """Pairs to choose from after a step, in an order that tells nothing.

    Among them the winner, up to one pair tied with it, the most frequent pair, and then the
    next by score.
    """
    table = timeline.scores(step)
    if not len(table):
        return []
    rows = table.rows(0, min(2, table.ties))
    rows += [table.most_frequent()[0], *table.rows(table.ties, table.ties + count)]
    rows += table.rows(0, count)
    return sorted([*dict.fromkeys(row.pair for row in rows)][:count])


def grade_next(timeline: Timeline, step: int, pair: Pair) -> Verdict:
    """Is this the pair that merges after ``step``? Every pair tied for the best score is.

    Raises:
        ValueError: the pair does not stand in any word then.
    """
    table = timeline.scores(step)
    chosen, best = table.find(pair), table.rows(0, 1)
    if chosen is None or not best:
        raise ValueError(f"{pair!r} stands in no word after step {step}.")
    own: list[Part] = [*plus(pair), f": {formula(chosen, timeline.score)}"]
    if pair in table.tied:
        if table.ties == 1:
            return Verdict(True, (*own, ", the best score. "))
        first = (" is seen first and goes first. ",)
        if pair == best[0].pair:
            first = (" goes first, as it is seen first. ",)
        return Verdict(
            True,
            (*own, f". {table.ties:,} pairs share this best score; ", *plus(best[0].pair), *first),
        )
    winner = (*plus(best[0].pair), f": {formula(best[0], timeline.score)}")
    most = not timeline.score.ranks_by_count and chosen.count_rank == 1
    remark = " It is the most frequent pair, so BPE would take it. " if most else ""
    return Verdict(False, (*own, ". ", *winner, ", which is more. ", remark))


def grade_score(timeline: Timeline, step: int, pair: Pair, answer: Fraction) -> Verdict:
    """Is this the pair's score after ``step``?

    Raises:
        ValueError: the pair does not stand in any word then, or scores are no fractions.
    """
    row = timeline.scores(step).find(pair)
    if row is None:
        raise ValueError(f"{pair!r} stands in no word after step {step}.")
    right = answer == _exact(row, timeline.score)
    counts = (*plus(pair), f": {formula(row, timeline.score)}")
    return Verdict(right, (*counts, ". " if right else f", not {answer}. "))


def score_choices(timeline: Timeline, step: int) -> list[Fraction]:
    """The different scores that stand in the table after a step, the smallest first.

    Raises:
        ValueError: scores are no fractions.
    """
    return sorted({_exact(row, timeline.score) for row in timeline.scores(step).rows()})


def _exact(row: PairScore, score: Score) -> Fraction:
    formula = score.formula(row)
    if formula.fraction is None:
        raise ValueError("This score is no fraction to ask for.")
    return Fraction(str(formula.value)) if formula.is_rounded else formula.fraction


def change_in_use(timeline: Timeline, step: int) -> int:
    """What merge ``step`` does to the number of symbols in use.

    The new token comes in (+1, unless it is in use already) and each part that then stands
    nowhere any more goes (-1), so it is +1, 0 or -1 where no token is made twice.
    """
    return timeline.growth(step).in_use - timeline.growth(step - 1).in_use


def survivors(timeline: Timeline, step: int) -> tuple[str, ...]:
    """The parts of merge ``step`` that still stand in some word after it."""
    return tuple(dict.fromkeys(s for s in timeline.pair(step) if s in timeline.in_use(step)))


def grade_change(timeline: Timeline, step: int, answer: int) -> Verdict:
    """Does merge ``step`` change the number of symbols in use by this much?"""
    truth = change_in_use(timeline, step)
    merge = timeline.merge(step)
    old = merge.token in timeline.in_use(step - 1)
    parts: list[Part] = [Token(merge.token), " was in use before. " if old else " comes in. "]
    stay = survivors(timeline, step)
    for symbol in dict.fromkeys(merge.pair):
        where = timeline.words_with(step, symbol)
        parts.append(Token(symbol))
        if symbol in stay:
            parts += [" stays in ", Token(timeline.words[where[0]]), ". "]
        else:
            parts.append(" stands nowhere any more. ")
    parts.append(f"So the change is {signed(truth)}. ")
    return Verdict(answer == truth, tuple(parts))


def signed(change: int) -> str:
    """A change with its sign.

    >>> signed(1), signed(0), signed(-1)
    ('+1', '0', '−1')
    """
    return f"{change:+d}".replace("-", "−") if change else "0"


def grade_tokens(encoder: Encoder, word: str, typed: str, *, prefix: str = "") -> Verdict:
    """Are these, with spaces between them, the tokens of the word?

    ``prefix`` is the encoder's continuation prefix, so that leaving it out can be named.
    """
    answer, tokens = typed.split(), encoder.encode_word(word)
    if answer == tokens:
        truth: Sentence = (Token(word), " becomes ", *spaced(tokens), ". ")
        return Verdict(True, (*truth, *_how(encoder, word)))
    if not answer:
        return Verdict(False, ("Type the tokens with spaces between them. ",))
    bare = [token.removeprefix(prefix) for token in tokens]
    if prefix and answer == bare:
        cuts = "The cuts are right. Every token but the first needs "
        return Verdict(False, (cuts, Token(prefix), ". "))
    strange = [token for token in answer if token not in encoder.ids and token != encoder.unk_token]
    said = (Token(strange[0]), " is not in the vocabulary. ") if strange else ()
    return Verdict(False, (*said, *_hint(encoder, word, answer, tokens)))


def _hint(encoder: Encoder, word: str, answer: list[str], tokens: list[str]) -> Sentence:
    """Where a wrong answer leaves the rule, without all of what is right."""
    if isinstance(encoder, WordPieceEncoder):
        match = encoder.trace(word)
        if match.unknown:
            return unknown_word(match)
        same = next(
            (i for i, (a, b) in enumerate(zip(answer, tokens, strict=False)) if a != b),
            min(len(answer), len(tokens)),
        )
        after: Sentence = ("After ", Token(tokens[same - 1]), ", ") if same else ("First, ",)
        if same == len(tokens):
            return (*after, "nothing of the word is left. ")
        return (*after, "the longest entry that fits is ", Token(tokens[same]), ". ")
    assert isinstance(encoder, BPEEncoder)
    replay = encoder.trace(word)
    if not replay.replays:
        return ("No merge applies to it. ", *unknown_characters(replay))
    first = replay.replays[0]
    known = ("First ", *plus(first.pair), " merges: ", *spaced([*first.after]), ". ")
    more = "Then other merges follow. " if len(replay.replays) > 1 else "No other merge applies. "
    return (*known, more, *unknown_characters(replay))


def _how(encoder: Encoder, word: str) -> Sentence:
    """What the rule did with the word, in a sentence."""
    if isinstance(encoder, WordPieceEncoder):
        match = encoder.trace(word)
        if match.unknown:
            return unknown_word(match)
        found = [probe.candidate for probe in match.probes if probe.found]
        return ("From the left, the longest entry that fits: ", *spaced(found), ". ")
    assert isinstance(encoder, BPEEncoder)
    replay = encoder.trace(word)
    merges = len(replay.replays)
    return (
        f"From single characters, merges apply {times(merges)}, the earliest learned first. "
        if merges
        else "No merge applies. ",
        *unknown_characters(replay),
    )

"""Records and traces explained as `Message`s: one message for each sentence.

Functions that may have nothing to say return None, or an empty tuple where several sentences are
possible. `wordpiece.message.paragraph` makes plain text of several messages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, Protocol

from wordpiece.message import Message, Spaced, Token, message
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore, ReplayTrace, StopReason
from wordpiece.scoring import WORDPIECE, Score, TieBreak
from wordpiece.training.comparison import Divergence

Chooser = Literal["user", "file"]
"""Who chose the pair of a forced merge: somebody on the page, or a merges file."""


class Counted(Protocol):
    """Anything with the three counts that a score is made of, such as a `PairScore`."""

    @property
    def pair_count(self) -> int: ...
    @property
    def left_count(self) -> int: ...
    @property
    def right_count(self) -> int: ...


def fraction(numerator: int, denominator: int) -> str:
    """A score in lowest terms on one line.

    >>> fraction(5, 75), fraction(3, 1)
    ('1/15', '3')
    """
    value = Fraction(numerator, denominator)
    bottom = "" if value.denominator == 1 else f"/{value.denominator:,}"
    return f"{value.numerator:,}{bottom}"


def in_lowest_terms(row: Counted, score: Score) -> str:
    """A score by itself: an exact fraction, the rounded ratio, how often the pair is met, or the
    gain, for which the row must be a record that has it."""
    if score.kind == "count":
        return str(times(row.pair_count))
    if score.kind == "gain":
        assert isinstance(row, PairScore | MergeStep)  # three counts do not make a gain
        return gained(row.score)
    if score.digits is not None:
        value = score.value(row.pair_count, row.left_count, row.right_count)
        return f"{value:.{score.digits}f}"
    return _fraction(row)


def _fraction(row: Counted) -> str:
    return fraction(row.pair_count, row.left_count * row.right_count)


def formula(row: Counted, score: Score) -> str:
    """A score with the counts that make it.

    >>> from wordpiece.scoring import BLOG_CODE, LIKELIHOOD_GAIN, PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> formula(row, WORDPIECE), formula(row, PAIR_COUNT), formula(row, BLOG_CODE)
    ('20 / (36 × 20) = 1/36', '20 times', '20 / (36 × 20) = 1/36, rounded to 0.0278')
    >>> formula(PairScore(("##u", "##g"), 20, 36, 20, 28.0178, 1, 1, False), LIKELIHOOD_GAIN)
    '+28.02 in log-likelihood (20 together; 36 and 20 in all)'
    """
    value = in_lowest_terms(row, score)
    left, right = f"{row.left_count:,}", f"{row.right_count:,}"
    if score.kind == "count":
        return value
    if score.kind == "gain":
        counts = f"{row.pair_count:,} together; {left} and {right} in all"
        return f"{value} in log-likelihood ({counts})"
    counts = f"{row.pair_count:,} / ({left} × {right}) = {_fraction(row)}"
    return counts if score.digits is None else f"{counts}, rounded to {value}"


def gained(value: float) -> str:
    """A gain in log-likelihood, with its sign: two digits after the point, more if it is small.

    >>> gained(28.0178), gained(-0.0012345), gained(1234567.891), gained(0)
    ('+28.02', '−0.001234', '+1,234,567.89', '0')
    """
    if not value:
        return "0"
    digits = f"{value:+,.2f}" if abs(value) >= 1 else f"{value:+.4g}"
    return digits.replace("-", "−")


def plus(pair: Pair) -> Message:
    """Return a pair with a plus sign between its symbols.

    >>> str(plus(("##u", "##g")))
    '##u + ##g'
    """
    return message("{left} + {right}", left=Token(pair[0]), right=Token(pair[1]))


def times(count: int) -> Message:
    """Return how often something occurs.

    >>> [str(times(count)) for count in (1, 2, 1200)]
    ['once', 'twice', '1,200 times']
    """
    if count == 1:
        return message("once", context="how often")
    if count == 2:
        return message("twice", context="how often")
    return message("{n} time", "{n} times", n=count)


def merges_in_words(merges: int) -> Message:
    """Return a number of merges.

    >>> str(merges_in_words(1)), str(merges_in_words(2500))
    ('1 merge', '2,500 merges')
    """
    return message("{n} merge", "{n} merges", n=merges)


# --- One merge ---------------------------------------------------------------------------------


def company(step: MergeStep, score: Score) -> tuple[Message, ...]:
    """Say how often the two parts of a merge occur, together and apart: what the score is made of.

    Returns:
        One or two sentences.
    """
    left, right = (Token(part) for part in step.pair)
    same = step.pair[0] == step.pair[1]
    n, met = step.pair_count, times(step.pair_count)
    if score.by_pairs:
        there = times(step.left_count)
        counted = (
            message(
                "Counted once for each pair it is in, {left} is there {left_times}.",
                left=left,
                left_times=there,
            )
            if same
            else message(
                "Counted once for each pair it is in, {left} is there {left_times} and {right} "
                "{right_times}.",
                left=left,
                left_times=there,
                right=right,
                right_times=times(step.right_count),
            )
        )
        return message("They met {times}.", times=met), counted
    if same:
        return (
            message(
                "They met {times}, out of {left_count} {left} in all.",
                times=met,
                left_count=step.left_count,
                left=left,
            ),
        )
    left_is_alone, right_is_alone = step.left_count > n, step.right_count > n
    if not left_is_alone and not right_is_alone:
        return (message("They met {times} and are never seen apart.", times=met),)
    if not right_is_alone:
        return (
            message(
                "They met {times}, and {right} is never seen without {left} before it.",
                times=met,
                left=left,
                right=right,
            ),
        )
    if not left_is_alone:
        return (
            message(
                "They met {times}, and {left} is never seen without {right} after it.",
                times=met,
                left=left,
                right=right,
            ),
        )
    return (
        message(
            "They met {times}, out of {left_count} {left} and {right_count} {right} in all.",
            times=met,
            left_count=step.left_count,
            left=left,
            right_count=step.right_count,
            right=right,
        ),
    )


def tie(step: MergeStep, rule: TieBreak) -> Message | None:
    """Say why this pair won and not another with the same score; None if there was no tie."""
    if step.forced or len(step.tied) < 2:
        return None
    n = len(step.tied)
    if rule == "first-seen":
        return message(
            "{n} pair shares this score; the one seen first in the corpus wins.",
            "{n} pairs share this score; the one seen first in the corpus wins.",
            n=n,
        )
    if rule == "alphabetical":
        return message(
            "{n} pair shares this score; the first in alphabetical order wins.",
            "{n} pairs share this score; the first in alphabetical order wins.",
            n=n,
        )
    return message(
        "{n} pair shares this score; a seeded draw decided.",
        "{n} pairs share this score; a seeded draw decided.",
        n=n,
    )


def by_count(step: MergeStep, most_frequent: PairScore, equals: int) -> Message:
    """Say what BPE would have merged at this point.

    Args:
        step: the merge.
        most_frequent: the pair with the highest count just before the merge.
        equals: how many pairs have that count.
    """
    if most_frequent.pair == step.pair:
        return message("BPE would have merged the same pair: it is also the most frequent.")
    met = times(most_frequent.pair_count)
    if most_frequent.pair_count == step.pair_count:
        return message(
            "BPE would have had a tie: {n} pair is met {times}.",
            "BPE would have had a tie: {n} pairs are met {times}.",
            n=equals,
            times=met,
        )
    if equals > 1:
        return message(
            "By count alone, BPE would have merged {pair} ({times}, first of {equals} with that "
            "count).",
            pair=plus(most_frequent.pair),
            times=met,
            equals=equals,
        )
    return message(
        "By count alone, BPE would have merged {pair} ({times}).",
        pair=plus(most_frequent.pair),
        times=met,
    )


def by_ratio(step: MergeStep, best: PairScore) -> Message:
    """Say what WordPiece's published ratio would have merged, where the gain decided."""
    if best.pair == step.pair:
        return message("The published ratio would have merged the same pair.")
    return message(
        "The published ratio would have merged {pair}: {formula}.",
        pair=plus(best.pair),
        formula=formula(best, WORDPIECE),
    )


def oddities(step: MergeStep, forced_by: Chooser = "user") -> tuple[Message, ...]:
    """Say what is unusual about a merge; mostly nothing.

    Args:
        step: the merge.
        forced_by: who chose the pair, if it was forced.
    """
    found: list[Message] = []
    if step.forced and step.pair != step.best_pair:
        best = plus(step.best_pair)
        found.append(
            message("Your file has this pair; {best} would have won.", best=best)
            if forced_by == "file"
            else message("You chose this pair; {best} would have won.", best=best)
        )
    if step.replaced_count < step.pair_count:
        found.append(
            message(
                "Counted {counted}, replaced {replaced}: in a run of the same symbol the "
                "occurrences overlap.",
                counted=times(step.pair_count),
                replaced=times(step.replaced_count),
            )
        )
    if not step.is_new_token:
        found.append(
            message(
                "The vocabulary had {token} already, so it does not grow.", token=Token(step.token)
            )
        )
    return tuple(found)


def explain(
    step: MergeStep,
    score: Score,
    rule: TieBreak,
    most_frequent: PairScore,
    equals: int,
    *,
    forced_by: Chooser = "user",
    ratio: PairScore | None = None,
) -> tuple[Message, ...]:
    """Explain in two to four short sentences what happened in one merge and why.

    Args:
        step: the merge.
        score: the training's scoring rule.
        rule: the training's tie-break.
        most_frequent: the pair with the highest count just before the merge.
        equals: how many pairs have that count.
        forced_by: who chose a pair that was forced.
        ratio: the pair with the best ratio just before the merge, to be told beside a gain.
    """
    tied = tie(step, rule)
    told = () if score.kind == "count" else company(step, score)
    told += ((tied,) if tied else ()) + oddities(step, forced_by)
    if score.kind != "count":
        told += (by_count(step, most_frequent, equals),)
    if score.kind == "gain" and ratio:
        told += (by_ratio(step, ratio),)
    return told


def spoken(step: MergeStep, total: int) -> Message:
    """Return one merge as a line for a screen reader.

    >>> pair = ("h", "##u")
    >>> step = MergeStep(2, pair, "hu", True, 15, 15, 36, 1 / 36, (pair,), False, pair, 15)
    >>> str(spoken(step, 9))
    'Step 2 of 9: h and ##u make hu.'
    """
    left, right = step.pair
    return message(
        "Step {step} of {total}: {left} and {right} make {token}.",
        step=step.index,
        total=total,
        left=Token(left),
        right=Token(right),
        token=Token(step.token),
    )


# --- The end of a training ---------------------------------------------------------------------


def stopped(reason: StopReason | None, merges: int) -> Message | None:
    """Say why there is no next merge; None while training could go on."""
    match reason:
        case StopReason.VOCAB_SIZE:
            return message(
                "Training stopped after {n} merge: the vocabulary has the size you asked for.",
                "Training stopped after {n} merges: the vocabulary has the size you asked for.",
                n=merges,
            )
        case StopReason.MAX_MERGES:
            return message(
                "Training stopped after {n} merge: that is as many as you asked for.",
                "Training stopped after {n} merges: that is as many as you asked for.",
                n=merges,
            )
        case StopReason.NO_PAIRS:
            return message(
                "Training stopped after {n} merge: every word is one symbol, so no pair is left.",
                "Training stopped after {n} merges: every word is one symbol, so no pair is left.",
                n=merges,
            )
        case StopReason.MIN_PAIR_COUNT:
            return message(
                "Training stopped after {n} merge: the best pair left is too rare.",
                "Training stopped after {n} merges: the best pair left is too rare.",
                n=merges,
            )
        case StopReason.NO_GAIN:
            return message(
                "Training stopped after {n} merge: no merge would make the corpus more likely.",
                "Training stopped after {n} merges: no merge would make the corpus more likely.",
                n=merges,
            )
    return None


# --- Encoding ----------------------------------------------------------------------------------


def unknown_word(trace: MatchTrace) -> Message | None:
    """Say why longest match found a word unknown; None if it did not."""
    if trace.unknown == "too-long":
        return message(
            "The word has {n} character, more than the encoder looks at.",
            "The word has {n} characters, more than the encoder looks at.",
            n=len(trace.word),
        )
    if trace.unknown != "no-match":
        return None
    found = [probe.candidate for probe in trace.probes if probe.found]
    if not found:
        return message(
            "{missing} is not in the vocabulary, so nothing fits at the beginning, and the whole "
            "word is unknown.",
            missing=Token(trace.missing),
        )
    return message(
        "{missing} is not in the vocabulary, so nothing fits after {found}, and the whole word is "
        "unknown, pieces found before included.",
        missing=Token(trace.missing),
        found=Spaced(tuple(found)),
    )


def unknown_characters(trace: ReplayTrace) -> Message | None:
    """Say which characters merge replay did not know; None if it knew all."""
    unknown = [trace.word[piece.start : piece.end] for piece in trace.pieces if piece.unknown]
    characters = list(dict.fromkeys(unknown))
    if not characters:
        return None
    return message(
        "{characters} was never seen in training and alone unknown; the rest goes on.",
        "{characters} were never seen in training and alone unknown; the rest goes on.",
        n=len(characters),
        characters=Spaced(tuple(characters)),
    )


def vocabulary_or_merges(word: str, by_match: Sequence[str], by_replay: Sequence[str]) -> Message:
    """Say why longest match and merge replay split a word differently; the splits must differ."""
    return message(
        "{word} becomes {by_match} by longest match and {by_replay} by replaying the same merges: "
        "the vocabulary only knows which tokens exist and takes the longest, the merges also know "
        "in which order they were learned.",
        word=Token(word),
        by_match=Spaced(tuple(by_match)),
        by_replay=Spaced(tuple(by_replay)),
    )


# --- Two trainings -----------------------------------------------------------------------------


def explain_divergence(
    divergence: Divergence | None, titles: Mapping[str, Message]
) -> tuple[Message, ...]:
    """Say where WordPiece and BPE part, in one to three short sentences.

    Args:
        divergence: of a training with WordPiece's score from one with BPE's, in this order.
        titles: the names of both on screen.
    """
    if divergence is None:
        return (message("They never part: every merge is the same in both."),)
    a, b = (titles[name] for name in divergence.names)
    ours, theirs = divergence.choices
    before = divergence.step - 1
    if ours is None or theirs is None:
        ended, goes_on = (a, b) if ours is None else (b, a)
        return (
            message(
                "They do the same for {n} merge; then {ended} stops and {goes_on} goes on.",
                "They do the same for {n} merges; then {ended} stops and {goes_on} goes on.",
                n=before,
                ended=ended,
                goes_on=goes_on,
            ),
        )
    told: tuple[Message, ...] = ()
    if before:
        told = (
            message(
                "After {n} merge that does the same, they part.",
                "After {n} merges that do the same, they part.",
                n=before,
            ),
        )
    our_pair, their_pair = plus(ours.chosen.pair), plus(theirs.chosen.pair)
    our_times, their_times = times(ours.chosen.pair_count), times(theirs.chosen.pair_count)
    if divergence.kind == "places":
        return (
            *told,
            message(
                "Both merge {their_pair}, but {theirs} in all {n} place, as it does not mark where "
                "in a word a symbol stands; {ours} only {our_pair}, {our_times}.",
                "Both merge {their_pair}, but {theirs} in all {n} places, as it does not mark "
                "where in a word a symbol stands; {ours} only {our_pair}, {our_times}.",
                n=theirs.chosen.pair_count,
                ours=a,
                theirs=b,
                our_pair=our_pair,
                their_pair=their_pair,
                our_times=our_times,
            ),
        )
    most = message(
        "{theirs} takes what is met most often: {their_pair} ({their_times}).",
        theirs=b,
        their_pair=their_pair,
        their_times=their_times,
    )
    if ours.chosen.pair_count < theirs.chosen.pair_count:
        exclusive = message(
            "{ours} takes {our_pair}, met only {our_times}, but that is often for parts so rare.",
            ours=a,
            our_pair=our_pair,
            our_times=our_times,
        )
    else:
        exclusive = message(
            "{ours} takes {our_pair}, met {our_times} too.",
            ours=a,
            our_pair=our_pair,
            our_times=our_times,
        )
    return (*told, most, exclusive)

"""Records as plain English sentences.

A sentence is a tuple of parts, text and `Token`s, so that a page can draw the tokens as
chips and a notebook can print them; `plain` makes one string of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wordpiece.message import Message, Part, Token, parts
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore, ReplayTrace, StopReason
from wordpiece.scoring import WORDPIECE, Counted, Score, TieBreak

Sentence = tuple[Part, ...]


def plain(sentence: Sentence) -> str:
    """A sentence as one string.

    >>> plain(("By count, ", Token("##u"), " wins."))
    'By count, ##u wins.'
    """
    return "".join(part if isinstance(part, str) else part.text for part in sentence)


def sentences(said: Iterable[Message]) -> Sentence:
    """Return messages as one `Sentence`, a space after each."""
    return tuple(part for each in said for part in (*parts(each), " "))


def in_lowest_terms(row: Counted, score: Score) -> Message:
    """Return a score by itself; see `Formula.alone`."""
    return score.formula(row).alone


def formula(row: Counted, score: Score) -> Message:
    """Return a score with the counts that make it; see `Formula.text`.

    >>> from wordpiece.scoring import PAIR_COUNT, WORDPIECE
    >>> row = PairScore(("##u", "##g"), 20, 36, 20, 1 / 36, 2, 1, True)
    >>> str(formula(row, WORDPIECE)), str(formula(row, PAIR_COUNT))
    ('20 / (36 × 20) = 1/36', '20 times')
    """
    return score.formula(row).text


def plus(pair: Pair) -> Sentence:
    """A pair: ``##u + ##g``."""
    return Token(pair[0]), " + ", Token(pair[1])


def spaced(tokens: Iterable[str]) -> list[Part]:
    """Tokens with spaces between them."""
    return [part for token in tokens for part in (" ", Token(token))][1:]


def times(count: int) -> str:
    """A count of occurrences in words.

    >>> times(1), times(2), times(1200)
    ('once', 'twice', '1,200 times')
    """
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def company(step: MergeStep, score: Score) -> Sentence:
    """How exclusively the two parts of a merge keep each other's company: what the score sees."""
    return sentences(score.company(step))


def tie(step: MergeStep, rule: TieBreak) -> Sentence:
    """Why this pair and not another with the same score; empty if there was no other."""
    if step.forced or len(step.tied) < 2:
        return ()
    why = {
        "first-seen": "the one seen first in the corpus wins",
        "alphabetical": "the first in alphabetical order wins",
        "random": "a seeded draw decided",
    }[rule]
    return (f"{len(step.tied):,} pairs share this score; {why}. ",)


def by_count(step: MergeStep, most_frequent: PairScore, equals: int) -> Sentence:
    """What BPE would have merged at this point."""
    if most_frequent.pair == step.pair:
        return ("BPE would have merged the same pair: it is also the most frequent. ",)
    if most_frequent.pair_count == step.pair_count:
        return (f"BPE would have had a tie: {equals:,} pairs are met {times(step.pair_count)}. ",)
    left, right = (Token(part) for part in most_frequent.pair)
    tied = f", first of {equals:,} with that count" if equals > 1 else ""
    return (
        "By count alone, BPE would have merged ", left, " + ", right,
        f" ({times(most_frequent.pair_count)}{tied}). ",
    )  # fmt: skip


def by_ratio(step: MergeStep, best: PairScore) -> Sentence:
    """What WordPiece's published ratio would have merged, where the gain decides."""
    if best.pair == step.pair:
        return ("The published ratio would have merged the same pair. ",)
    would = "The published ratio would have merged "
    return (would, *plus(best.pair), f": {formula(best, WORDPIECE)}. ")


YOU_CHOSE = "You chose"


def oddities(step: MergeStep, forced: str = YOU_CHOSE) -> Sentence:
    """What is out of the ordinary about a merge; mostly empty."""
    odd: list[Part] = []
    if step.forced and step.pair != step.best_pair:
        left, right = (Token(part) for part in step.best_pair)
        odd += [f"{forced} this pair; ", left, " + ", right, " would have won. "]
    if step.replaced_count < step.pair_count:
        odd.append(
            f"Counted {times(step.pair_count)}, replaced {times(step.replaced_count)}: "
            "in a run of the same symbol the occurrences overlap. "
        )
    if not step.is_new_token:
        token = Token(step.token)
        odd += ["The vocabulary had ", token, " already, so it does not grow. "]
    return tuple(odd)


def explain(
    step: MergeStep,
    score: Score,
    rule: TieBreak,
    most_frequent: PairScore,
    equals: int,
    *,
    forced: str = YOU_CHOSE,
    ratio: PairScore | None = None,
) -> Sentence:
    """What happened in one merge and why, in two to four short sentences.

    Args:
        step: the merge.
        score: the training's scoring rule.
        rule: the training's tie-break.
        most_frequent: the pair with the highest count just before the merge.
        equals: how many pairs have that count.
        forced: who took a pair that was forced.
        ratio: the pair with the best ratio just before the merge, to be told beside a gain.
    """
    said = company(step, score) + tie(step, rule) + oddities(step, forced)
    if "count" in score.rivals:
        said += by_count(step, most_frequent, equals)
    if "ratio" in score.rivals and ratio:
        said += by_ratio(step, ratio)
    return said


def unknown_word(trace: MatchTrace) -> Sentence:
    """Why longest match gave a word up; empty if it did not."""
    if trace.unknown == "too-long":
        return (f"The word has {len(trace.word):,} characters, more than the encoder looks at. ",)
    if trace.unknown != "no-match":
        return ()
    sentence: list[Part] = [Token(trace.missing), " is not in the vocabulary, so nothing fits "]
    before = [probe.candidate for probe in trace.probes if probe.found]
    if not before:
        return (*sentence, "at the beginning, and the whole word is unknown. ")
    for token in before:
        sentence += ["after " if token is before[0] else " ", Token(token)]
    return (*sentence, ", and the whole word is unknown, pieces found before included. ")


def unknown_characters(trace: ReplayTrace) -> Sentence:
    """Which characters merge replay did not know; empty if it knew all."""
    unknown = [trace.word[piece.start : piece.end] for piece in trace.pieces if piece.unknown]
    if not unknown:
        return ()
    tokens = [part for char in dict.fromkeys(unknown) for part in (Token(char), " ")]
    are = "was" if len(tokens) == 2 else "were"
    return (*tokens, f"{are} never seen in training and alone unknown; the rest goes on. ")


def vocabulary_or_merges(word: str, by_match: Sequence[str], by_replay: Sequence[str]) -> Sentence:
    """Why a word can come out differently; the two splits must differ."""
    return (
        Token(word), " becomes ", *spaced(by_match), " by longest match and ", *spaced(by_replay),
        " by replaying the same merges: the vocabulary only knows which tokens exist and takes "
        "the longest, the merges also know in which order they were learned. ",
    )  # fmt: skip


def stopped(reason: StopReason | None, merges: int) -> str:
    """Why there is no next merge, as a sentence; empty while training could go on."""
    if reason is None:
        return ""
    why = {
        StopReason.VOCAB_SIZE: "the vocabulary has the size you asked for",
        StopReason.MAX_MERGES: "that is as many as you asked for",
        StopReason.NO_PAIRS: "every word is one symbol, so no pair is left",
        StopReason.MIN_PAIR_COUNT: "the best pair left is too rare",
        StopReason.NO_GAIN: "no merge would make the corpus more likely",
    }[reason]
    return f"Training stopped after {merges_in_words(merges)}: {why}."


def merges_in_words(merges: int) -> str:
    """A number of merges in words.

    >>> merges_in_words(1), merges_in_words(2500)
    ('1 merge', '2,500 merges')
    """
    return "1 merge" if merges == 1 else f"{merges:,} merges"


def spoken(step: MergeStep, total: int) -> str:
    """One merge as a line for a screen reader.

    >>> pair = ("h", "##u")
    >>> spoken(MergeStep(2, pair, "hu", True, 15, 15, 36, 1 / 36, (pair,), False, pair, 15), 9)
    'Step 2 of 9: h and ##u make hu.'
    """
    left, right = step.pair
    return f"Step {step.index:,} of {total:,}: {left} and {right} make {step.token}."

"""Records and traces explained as `Message`s: one message for each sentence.

A function that may have no sentence returns None, or an empty tuple if it may have several.
`wordpiece.message.paragraph` makes plain text of several messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wordpiece.marking import (
    CONTINUATION_PREFIX,
    CONTINUES,
    ENDS,
    STANDS_FOR_SPACE,
    UNDERSCORE,
    Marking,
)
from wordpiece.message import Message, Spaced, Token, fill_all, message, unworded
from wordpiece.records import MatchTrace, MergeStep, Pair, PairScore, ReplayTrace, StopReason
from wordpiece.scoring import WORDPIECE, Counted, Score, TieOrder, times
from wordpiece.text.pre_tokenizers import METASPACE, PreTokenizer, are_bytes, is_byte_level
from wordpiece.training.comparison import Divergence


def in_lowest_terms(row: Counted, score: Score) -> Message:
    """Return a score by itself; see `Formula.alone`."""
    return score.formula(row).alone


def formula(row: Counted, score: Score) -> Message:
    """Return a score with the counts that make it; see `Formula.text`."""
    return score.formula(row).text


def plus(pair: Pair) -> Message:
    """Return a pair with a plus sign between its symbols.

    >>> str(plus(("##u", "##g")))
    '##u + ##g'
    """
    return unworded("{left} + {right}", left=Token(pair[0]), right=Token(pair[1]))


def from_to(what: Message | Token, before: int, after: int) -> Message:
    """Return a phrase on a count that changes, such as "##g from 20 to 15"."""
    return message("{what} from {before} to {after}", what=what, before=before, after=after)


def before_and_after(pair: Pair, before: Message, after: Message) -> Message:
    """Return a sentence on a score that a merge changes."""
    return message(
        "{pair} before the merge: {before}; after it: {after}.",
        pair=plus(pair),
        before=before,
        after=after,
    )


def becomes(word: str, tokens: Sequence[str]) -> Message:
    """Return a sentence on the tokens of a word."""
    return message("{word} becomes {tokens}.", word=Token(word), tokens=Spaced(tuple(tokens)))


# --- The start ---------------------------------------------------------------------------------


def begin_with_space(words: Sequence[str], corpus: Sequence[str]) -> bool:
    """Return whether one of some words of a corpus begins with Ġ for a space, not the letter Ġ."""
    return any(word.startswith(SPACE) for word in words) and are_bytes(corpus)


def marks(words: Sequence[str], marking: Marking, byte_level: bool = False) -> tuple[Message, ...]:
    """Explain the marks of the alphabet, with one of the words; nothing without marks.

    With ``byte_level``, each character of a word is one byte, as GPT-2 writes it.

    >>> print(marks(["hug"], CONTINUATION_PREFIX)[1])
    For example, hug is split into h ##u ##g at the start of training.
    """
    example = next((word for word in words if 1 < len(word) <= LONG), "")
    return fill_all(
        CONTINUES if marking.prefix else None,
        ENDS if marking.suffix else None,
        AT_THE_START if example and (marking.prefix or marking.suffix) else None,
        STANDS_FOR_SPACE if begin_with_space(words, words) else None,
        message("The words are written as bytes, with one character for each byte.")
        if byte_level
        else None,
        mark=Token(SPACE),
        prefix=Token(marking.prefix),
        suffix=Token(marking.suffix),
        word=Token(example),
        symbols=Spaced(marking.split(example)),
    )


AT_THE_START = message("For example, {word} is split into {symbols} at the start of training.")
"""The symbols of a word before the first merge."""

NO_WORD_ENDS = message(
    "Decoding puts no space between the tokens of this training, so decoded words run together."
)
"""What follows from having no mark."""

SPACE = "Ġ"
"""How GPT-2 writes a space."""

LONG = 8
"""The most characters of a word that is used as an example."""


# --- One merge ---------------------------------------------------------------------------------


def tie(step: MergeStep, rule: TieOrder) -> Message | None:
    """Explain why this pair won and not another with the same score; None without a tie.

    >>> print(tie(timeline.step(2), "first-seen"))
    6 pairs share the best score; the pair seen first in the corpus wins.
    """
    return None if step.forced else shared_score(step.tied, rule, step.pair)


def shared_score(tied: Sequence[Pair], rule: TieOrder, winner: Pair) -> Message | None:
    """Return how many pairs share a score and why one wins; None if it is one alone."""
    if len(tied) < 2:
        return None
    said = message("{n} {n:pair shares|pairs share} the best score; {rule}.")
    return said.fill(n=len(tied), rule=wins(rule, tied, winner))


def wins(rule: TieOrder, tied: Sequence[Pair], winner: Pair) -> Message:
    """Return what decides a tie, as a clause.

    In the order of code points, and in that of bytes, ``#`` comes before every letter. The clause
    says so where some other pair has a letter in the place in which the winner has ``##``.

    >>> print(wins("alphabetical", [("h", "##u"), ("##u", "##g")], ("##u", "##g")))
    the pair that comes first in alphabetical order (by code points) wins, and ## comes before \
every letter
    """
    for other in tied if rule.startswith("alphabetical") else ():
        differing = ((a, b) for a, b in zip(winner, other, strict=True) if a != b)
        ours, theirs = next(differing, ("", ""))
        if ours.startswith(_HASHES) and theirs[:1].isalpha():
            return _MARKED.fill(first=WINS[rule], mark=Token(_HASHES))
    return WINS[rule]


_HASHES = CONTINUATION_PREFIX.prefix
_MARKED = message("{first}, and {mark} comes before every letter")
WINS: dict[TieOrder, Message] = {
    "first-seen": message("the pair seen first in the corpus wins"),
    "alphabetical": message(
        "the pair that comes first in alphabetical order (by code points) wins"
    ),
    "greatest": message("the pair that comes last in alphabetical order (by code points) wins"),
    "alphabetical by bytes": message(
        "the pair that comes first in alphabetical order (by bytes) wins"
    ),
    "greatest by bytes": message("the pair that comes last in alphabetical order (by bytes) wins"),
    "random": message("a random choice with a fixed seed decides"),
}
"""What decides a tie by each rule, as a clause."""


def _by_count(step: MergeStep, most_frequent: PairScore, by_language: bool) -> Message:
    """Return a sentence on the pair with the highest count, which BPE's rule would merge here.

    BPE's own training may merge another pair at this step, as its earlier merges may differ.
    """
    count = most_frequent.pair_count
    if step.pair == most_frequent.pair or step.pair_count == count:
        said = message("The pair of this merge has the highest count, {count}.")
        if by_language:
            said = message(
                "In all languages together, the pair of this merge has the highest count, {count}."
            )
    else:
        said = message("No pair occurs more often than {pair} ({times}).")
        if by_language:
            said = message(
                "In all languages together, no pair occurs more often than {pair} ({times})."
            )
    return said.fill(count=count, pair=plus(most_frequent.pair), times=times(count))


def _by_ratio(step: MergeStep, best: PairScore) -> Message:
    """Return a sentence on the pair with the best ratio, for a training with another score."""
    here = step.pair_count * best.left_count * best.right_count
    if here == best.pair_count * step.left_count * step.right_count:
        return message(
            "The pair of this merge has the best score by the Hugging Face course's formula."
        )
    return message(
        "By the Hugging Face course's formula, no pair has a better score than {pair}: {formula}.",
        pair=plus(best.pair),
        formula=formula(best, WORDPIECE),
    )


def oddities(step: MergeStep) -> tuple[Message, ...]:
    """Return a sentence for each unusual thing about a merge; mostly nothing.

    >>> print(*oddities(WordPieceTrainer(toy).step(("p", "##u"))))
    Before this merge, another pair had rank 1: ##g + ##s.
    """
    return fill_all(
        _FORCED if step.forced and step.pair != step.best_pair else None,
        overlapping(step) if step.replaced_count < step.pair_count else None,
        None if step.is_new_token else _KNOWN_TOKEN,
        best=plus(step.best_pair),
        token=Token(step.token),
    )


_FORCED = message("Before this merge, another pair had rank 1: {best}.")
_KNOWN_TOKEN = message("{token} was in the vocabulary already, so the vocabulary does not grow.")


def overlapping(step: MergeStep) -> Message:
    """Return a sentence on a pair whose occurrences overlap, as those of (a, a) do in ``aaa``."""
    return message(
        "Where the same symbol occurs three times in a row, its pairs overlap: {pair} is counted "
        "{counted}, but merged only {replaced}.",
        pair=plus(step.pair),
        counted=times(step.pair_count),
        replaced=times(step.replaced_count),
    )


def explain(
    step: MergeStep,
    score: Score,
    rule: TieOrder,
    most_frequent: PairScore,
    *,
    ratio: PairScore | None = None,
) -> tuple[Message, ...]:
    """Explain in two to four short sentences what happened in one merge and why.

    >>> row, _ = timeline.scores(0).most_frequent()
    >>> for said in explain(timeline.step(1), timeline.score, timeline.tie_order(), row):
    ...     print(said)
    The two parts occur together 5 times, and ##s occurs nowhere else.
    No pair occurs more often than ##u + ##g (20 times).

    Args:
        step: the merge.
        score, rule: the training's scoring rule, and how it decides a tie.
        most_frequent: the top pair by count just before the merge.
        ratio: the pair with the best ratio just before the merge, for a score that compares
            itself with the ratio.
    """
    return fill_all(
        *score.together_and_apart(step),
        tie(step, rule),
        *oddities(step),
        _by_count(step, most_frequent, score.by_language) if "count" in score.rivals else None,
        _by_ratio(step, ratio) if "ratio" in score.rivals and ratio else None,
    )


def spoken(step: MergeStep, total: int) -> Message:
    """Return one merge as a line for a screen reader.

    >>> str(spoken(timeline.step(2), 9))
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


def stopped(reason: StopReason | None, steps: int) -> Message | None:
    """Explain why training ended, after how many steps; None if it could continue.

    >>> print(stopped(timeline.stop_reason, len(timeline)))
    Training stopped after 9 merges: every word is one symbol, so no pair is left.
    """
    return _STOPS[reason].fill(n=steps) if reason else None


_STOPS = {
    StopReason.VOCAB_SIZE: message(
        "Training stopped after {n} {n:merge|merges}: the vocabulary has reached the size that was "
        "set."
    ),
    StopReason.NO_GAIN: message(
        "Training stopped after {n} {n:merge|merges}: no remaining pair has a score above 0."
    ),
    StopReason.MAX_MERGES: message(
        "Training stopped after {n} {n:merge|merges}: the number of merges that was set is reached."
    ),
    StopReason.NO_PAIRS: message(
        "Training stopped after {n} {n:merge|merges}: every word is one symbol, so no pair is left."
    ),
    StopReason.MIN_PAIR_COUNT: message(
        "Training stopped after {n} {n:merge|merges}: the count of the best remaining pair is "
        "below the minimum pair count."
    ),
    StopReason.FEW_PIECES: message(
        "Training stopped after {n} {n:removal|removals}: the vocabulary is no larger than the "
        "size that was set."
    ),
    StopReason.ROUNDS: message(
        "Training stopped after {n} {n:decision|decisions}: the last round is complete."
    ),
    StopReason.CHARACTERS: message(
        "Training stopped after {n} {n:removal|removals}: only single characters or bytes are left."
    ),
}


# --- Encoding ----------------------------------------------------------------------------------


def unseen_characters(
    text: str, words: Iterable[str], pre_tokenizer: PreTokenizer | str = "whitespace"
) -> Message | None:
    """Explain that a text has characters that are in no word of a training.

    Returns:
        None if the text has no such character, and for words that are spelled as bytes or with a
        mark for the space before or the end, since they show other characters than the corpus.

    >>> print(unseen_characters("a mug", ["hug", "gun"]))
    Training saw only 4 characters: g h n u. A word that has any other character after \
normalization becomes [UNK], whole or in part.
    >>> unseen_characters("a mug", ["▁hug", "▁gun"], "metaspace")
    """
    spelled = [*words]
    is_marked = any(word.startswith((SPACE, METASPACE)) for word in spelled) or all(
        word.endswith(UNDERSCORE.suffix) for word in spelled
    )
    seen = sorted({*"".join(spelled)})
    if is_byte_level(pre_tokenizer) or is_marked or {*"".join(text.split())} <= {*seen}:
        return None
    listed = Spaced((*seen[:_MOST_SEEN], *["…"] * (len(seen) > _MOST_SEEN)))
    return message(
        "Training saw only {n} {n:character|characters}: {seen}. A word that has any other "
        "character after normalization becomes [UNK], whole or in part.",
        n=len(seen),
        seen=listed,
    )


_MOST_SEEN = 48
"""The most characters that a sentence lists."""


def unknown_word(trace: MatchTrace) -> Message | None:
    """Explain why longest match found a word unknown; None if it did not.

    >>> said = unknown_word(WordPieceEncoder(["[UNK]", "b", "##u"]).trace("bum"))
    >>> str(said).partition(". ")[0]
    'No entry fits after b ##u: not even ##m is in the vocabulary'
    """
    if trace.unknown == "too-long":
        return message("The word is longer than the encoder allows, so it is unknown.")
    if trace.unknown != "no-match":
        return None
    found = tuple(probe.candidate for probe in trace.probes if probe.found)
    if not found:
        said = message(
            "No entry fits at the beginning: not even {missing} is in the vocabulary. The "
            "whole word is unknown."
        )
    elif len(trace.pieces) > 1:  # the segmenter keeps what it has found
        said = message(
            "No entry fits after {found}: not even {missing} is in the vocabulary. This "
            "encoder keeps {found} and writes {unknown} for the rest."
        )
    else:
        said = message(
            "No entry fits after {found}: not even {missing} is in the vocabulary. The whole "
            "word is unknown, and every token found so far is dropped."
        )
    unknown = Token(trace.pieces[-1].token)
    return said.fill(missing=Token(trace.missing), found=Spaced(found), unknown=unknown)


def unknown_symbols(trace: ReplayTrace) -> Message | None:
    """Return a sentence on the symbols that merge replay did not know; None if it knew all.

    >>> print(unknown_symbols(BPEEncoder([("u", "g")]).trace("mug")))
    The alphabet lacks m, so this symbol is unknown.
    """
    if not trace.unknown:
        return None
    return message(
        "The alphabet lacks {symbols}, so {n:this symbol is|these symbols are} unknown.",
        n=len(trace.unknown),
        symbols=Spaced(trace.unknown),
    )


def vocabulary_or_merges(word: str, by_match: Sequence[str], by_replay: Sequence[str]) -> Message:
    """Explain why longest match and merge replay split a word differently; the splits must differ.

    >>> said = vocabulary_or_merges("pugs", ["pug", "##s"], ["pu", "##gs"])
    >>> str(said).partition(". ")[0]
    'pugs becomes pug ##s by longest match and pu ##gs by merge replay'
    """
    return message(
        "{word} becomes {by_match} by longest match and {by_replay} by merge replay. Longest "
        "match uses only the vocabulary; merge replay uses the merges, in the order in which "
        "they were learned.",
        word=Token(word),
        by_match=Spaced(tuple(by_match)),
        by_replay=Spaced(tuple(by_replay)),
    )


def longest_match_gives(tokens: Sequence[str]) -> Message:
    """Return a sentence on the tokens that longest match makes."""
    return message("Longest match gives {tokens}.", tokens=Spaced(tuple(tokens)))


def merge_replay_gives(tokens: Sequence[str]) -> Message:
    """Return a sentence on the tokens that merge replay makes."""
    return message("Merge replay gives {tokens}.", tokens=Spaced(tuple(tokens)))


LONGEST_IS_CUT_OUT = message(
    "The longest entry that occurs anywhere in the word is cut out first. Then the part before "
    "this entry and the part after it are cut in the same way."
)
"""How a table of tokens sorted by length encodes a word."""


# --- Two trainings -----------------------------------------------------------------------------


def explain_divergence(
    divergence: Divergence | None, titles: Mapping[str, Message]
) -> tuple[Message, ...]:
    """Explain in one to three short sentences where WordPiece and BPE begin to differ.

    Args:
        divergence: of a training with WordPiece's score from one with BPE's, in this order.
        titles: the names of both on screen, in this order; others may follow.
    """
    if divergence is None:
        a, b, *_ = titles.values()
        same = message(
            "With these settings, {a} and {b} do not differ: at each step, both split every word "
            "at the same places."
        )
        return (same.fill(a=a, b=b),)
    before = divergence.step - 1
    a, b = (titles[name] for name in divergence.names)
    ours, theirs = divergence.choices
    common = message(
        "The first merge has the same effect in both trainings; then the trainings differ.",
        "The first {n} merges have the same effect in both trainings; then the trainings differ.",
    )
    if ours is None or theirs is None:
        stops = message("{goes_on} makes more merges than {ended}.")
        ended, goes_on = (a, b) if ours is None else (b, a)
        return fill_all(common if before else None, stops, n=before, ended=ended, goes_on=goes_on)
    if divergence.kind == "places":
        places = message(
            "At merge {step}, both trainings merge the same characters, but different pairs, "
            "because marks such as ## show where in a word a symbol is. {theirs} merges "
            "{their_pair}, which occurs {n} {n:time|times}. {ours} merges {our_pair}, which occurs "
            "{our_times}.",
            step=before + 1,
            n=theirs.chosen.pair_count,
            ours=a,
            theirs=b,
            our_pair=plus(ours.chosen.pair),
            their_pair=plus(theirs.chosen.pair),
            our_times=times(ours.chosen.pair_count),
        )
        return fill_all(common if before else None, places, n=before)
    chosen = message("For {training}, {pair}, which occurs {times}, was chosen by hand.")
    top = message(
        "{training} merges {pair}, which occurs {times}: no other pair occurs more often."
    )
    best = message(
        "{training} merges {pair}, which occurs {times}: this count, divided by the product of "
        "the counts of the two parts, is the best score."
    )
    reasons = [
        (chosen if choice.rank > 1 else usual).fill(
            training=title, pair=plus(choice.pair), times=times(choice.pair_count)
        )
        for choice, usual, title in ((theirs.chosen, top, b), (ours.chosen, best, a))
    ]
    return fill_all(common if before else None, *reasons, n=before)

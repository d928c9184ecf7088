"""Questions about the course of a training: ties, scores that change, where it ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from wordpiece.message import Message, Token, message
from wordpiece.records import Pair, PairScore, StopReason
from wordpiece.scoring import WORDPIECE, TieBreak, times
from wordpiece.teaching.answers.model import LISTED, WORDS, Answer, Context, list_some
from wordpiece.teaching.wording import (
    HASHES,
    TieCase,
    formula,
    in_lowest_terms,
    join_phrases,
    plus,
    stopped,
    tie_case,
)
from wordpiece.trainer import Trainer
from wordpiece.training.timeline import Timeline

_RETRAINED = 50
"""Merges made again to show that training is repeatable."""

_LOOKED_BACK = 20
"""Merges searched for the last tie."""

_LARGE = 200_000
"""Characters in the words of a corpus; a larger one is not trained again."""


def compare_with_library(c: Context) -> Answer | None:
    """Answer with the first merge at which the `tokenizers` library and WordPiece differ."""
    other = c.hugging_face
    if other is None or c.timeline.score != WORDPIECE:
        return None
    both = min(len(c.timeline), len(other))
    step = next((k for k in range(1, both + 1) if c.timeline.pair(k) != other.pair(k)), None)
    if step is None or any(c.timeline.merge(k).forced for k in range(1, step + 1)):
        return None
    ours, theirs = c.timeline.merge(step), other.merge(step)
    bpe = c.bpe.merge(step) if c.bpe is not None and step <= len(c.bpe) else None
    return Answer.of(
        message(
            "The tokenizers library trains its WordPiece by BPE's rule, the highest count; only "
            "the ## is WordPiece's. So you compared BPE with BPE."
        ),
        message(
            "Here, after {n} {n:merge|merges} in common, that rule takes {pair}, which occur "
            "together {times}."
        )
        if step > 1
        else message("Here that rule takes {pair}, which occur together {times}."),
        message(
            "WordPiece's own score takes {pair}: {formula}.",
            pair=plus(ours.pair),
            formula=formula(ours, c.timeline.score),
        ),
        message(
            "BPE without ## takes {pair} as its merge {step} ({times}).",
            pair=plus(bpe.pair),
            step=step,
            times=times(bpe.pair_count),
        )
        if bpe
        else None,
        reveals=step,
        n=step - 1,
        pair=plus(theirs.pair),
        times=times(theirs.pair_count),
    )


def explain_tie(c: Context) -> Answer | None:
    """Answer with the tie that the merge on screen broke, or else with the last one before it."""
    timeline, rule = c.timeline, c.timeline.tie_break
    merge = min(c.merge or c.step + 1, len(timeline))
    if merge < 1:
        return None
    no_tie = _no_tie(c, merge)
    step = _last_tie(timeline, merge - 1) if no_tie else merge - 1
    if step is None:
        return Answer.of(no_tie, _WOULD_WIN[rule], reveals=merge)
    table = timeline.scores(step)
    tied, best = table.tied, table.rows(0, 1)[0]
    other = tied[0] if rule == "alphabetical" else min(tied)
    other_rule = tie_case(_other(rule), other, tied)
    return Answer.of(
        no_tie,
        message("{n} {n:pair shares|pairs share} the best score now, {score}: {pairs}.")
        if step == c.step
        else message(
            "At merge {merge}, {n} {n:pair|pairs} shared the best score, {score}: {pairs}."
        ),
        _WINS[tie_case(rule, best.pair, tied)],
        None
        if other == best.pair
        else _OTHERS[other_rule].fill(pair=plus(other), mark=Token(HASHES)),
        reveals=max(merge, step + 1),
        n=len(tied),
        merge=step + 1,
        score=in_lowest_terms(best, timeline.score),
        pairs=list_some([plus(pair) for pair in tied]),
        pair=plus(best.pair),
        word=Token(timeline.words[timeline.counted_in(step, best.pair)[0][0]]),
        mark=Token(HASHES),
        seed=c.seed,
    )


def _no_tie(c: Context, merge: int) -> Message | None:
    """Return a sentence on a merge that broke no tie; None if it broke one."""
    table = c.timeline.scores(merge - 1)
    best = table.rows(0, 1)[0]
    if c.timeline.merge(merge).forced:
        said = message("Merge {merge} was chosen by hand, so no tie was broken.")
    elif table.ties > 1:
        return None
    elif merge == c.step + 1:
        said = message("There is no tie now: only {pair} has the best score, {score}.")
    else:
        said = message("Merge {merge} was no tie: only {pair} had the best score, {score}.")
    score = in_lowest_terms(best, c.timeline.score)
    return said.fill(merge=merge, pair=plus(best.pair), score=score)


def _last_tie(timeline: Timeline, step: int) -> int | None:
    """Return the last step before ``step`` at which a tie was broken; None if it is not near."""
    earlier = range(step - 1, max(-1, step - 1 - _LOOKED_BACK), -1)
    broken = (k for k in earlier if not timeline.merge(k + 1).forced)
    return next((k for k in broken if timeline.scores(k).ties > 1), None)


def _other(rule: TieBreak) -> TieBreak:
    """Return the rule for ties that a rule is compared with."""
    return "first-seen" if rule == "alphabetical" else "alphabetical"


_WOULD_WIN: dict[TieBreak, Message] = {
    "first-seen": message("Had other pairs shared it, the one seen first would have won."),
    "alphabetical": message(
        "Had other pairs shared it, the first in alphabetical order would have won."
    ),
    "random": message("Had other pairs shared it, a draw with a fixed seed would have decided."),
}

_WINS: dict[TieCase, Message] = {
    "first-seen": message(
        "The score cannot choose, so a tie-break must. Here the pair seen first wins: {pair}, in "
        "{word}."
    ),
    "marked": message(
        "The score cannot choose, so a tie-break must. Here the first in alphabetical order wins: "
        "{pair}, as {mark} sorts before every letter."
    ),
    "alphabetical": message(
        "The score cannot choose, so a tie-break must. Here the first in alphabetical order wins: "
        "{pair}."
    ),
    "random": message(
        "The score cannot choose, so a tie-break must. Here a draw with the seed {seed} decides: "
        "{pair}."
    ),
}

_OTHERS: dict[TieCase, Message] = {
    "first-seen": message(
        "By the first-seen rule it would be {pair}, and later merges might differ too."
    ),
    "marked": message(
        "In alphabetical order it would be {pair}, as {mark} sorts before every letter; later "
        "merges might differ too."
    ),
    "alphabetical": message(
        "In alphabetical order it would be {pair}, and later merges might differ too."
    ),
}


def train_again(c: Context) -> Answer | None:
    """Answer with how many merges a second training repeats, and what another tie-break changes."""
    timeline, rule = c.timeline, c.timeline.tie_break
    merges = min(len(timeline), _RETRAINED)
    if not merges or timeline.word_starts[-1] > _LARGE:
        return None
    same = [pair == timeline.pair(k) for k, pair in _pairs_again(c, rule, merges)]
    others = islice(_pairs_again(c, _other(rule), merges), c.horizon)
    changed = next(((k, pair) for k, pair in others if pair != timeline.pair(k)), None)
    library: Message | None = None
    if timeline.marking.prefix:
        library = message(
            "The WordPieceTrainer of the tokenizers library is not repeatable: its {prefix} "
            "symbols get their ids in the order of a hash table, and ties go to the lower ids. "
            "Three runs on the same four sentences gave three vocabularies (version 0.23.3)."
        )
    elif timeline.score.ranks_by_count and not timeline.marking.suffix:
        library = message(
            "The BpeTrainer of the tokenizers library is repeatable too, by another rule: ties "
            "go to the lower ids."
        )
    return Answer.of(
        message(
            "Trained again just now: {same} of the first {n} {n:merge|merges} came out the same."
        ),
        message("Ties are drawn with the seed {seed}, and the same seed gives the same draw.")
        if rule == "random"
        else message("Nothing here depends on chance: a fixed rule decides between equal scores."),
        changed
        and _MERGES_OTHERWISE[_other(rule)].fill(
            merge=changed[0], other=plus(changed[1]), pair=plus(timeline.pair(changed[0]))
        ),
        library,
        reveals=changed[0] if changed else 0,
        n=merges,
        same=sum(same),
        seed=c.seed,
        prefix=Token(timeline.marking.prefix),
    )


_MERGES_OTHERWISE: dict[TieBreak, Message] = {
    "first-seen": message(
        "With the first-seen rule for ties, merge {merge} would be {other} instead of {pair}."
    ),
    "alphabetical": message(
        "With alphabetical ties, merge {merge} would be {other} instead of {pair}."
    ),
}


def _pairs_again(c: Context, rule: TieBreak, merges: int) -> Iterator[tuple[int, Pair]]:
    """Train on the words again, and yield the number and the pair of each merge.

    Merges that were chosen by hand are chosen again.
    """
    timeline = c.timeline
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    trainer = Trainer(
        words, score=timeline.score, marking=timeline.marking, tie_break=rule, seed=c.seed
    )
    for k in range(1, merges + 1):
        step = trainer.step(timeline.pair(k) if timeline.merge(k).forced else None)
        assert step is not None  # as in the first training
        yield k, step.pair


def compare_scores(c: Context) -> Answer | None:
    """Answer with the nearest merge that changes the score of a pair it leaves."""
    timeline = c.timeline
    changed = ((step, _changes(timeline, step)) for step in c.nearby if step)
    step, changes = next(((k, some) for k, some in changed if some), (0, []))
    if not changes:
        return None
    # The best example is a pair whose own count stays the same.
    changes.sort(key=lambda change: change[0].pair_count != change[1].pair_count)
    before, after = (dict(timeline.symbol_counts(k)) for k in (step - 1, step))
    parts = [
        message(
            "{symbol} {was} before and {now} after",
            symbol=Token(symbol),
            was=before[symbol],
            now=after.get(symbol, 0),
        )
        for symbol in dict.fromkeys(timeline.pair(step))
    ]
    return Answer.of(
        message(
            "Yes. Merge {step} joins {pair}, so the counts of its parts fall: {parts}.",
            step=step,
            pair=plus(timeline.pair(step)),
            parts=join_phrases(parts),
        ),
        *(
            message(
                "The score of {pair} is {before} before it and {after} after it.",
                pair=plus(was.pair),
                before=formula(was, timeline.score),
                after=formula(now, timeline.score),
            )
            for was, now in changes[:2]
        ),
        message(
            "A score kept from before the merge would be out of date, so each step scores all "
            "pairs anew."
        ),
        reveals=step,
    )


def _changes(timeline: Timeline, step: int) -> list[tuple[PairScore, PairScore]]:
    """Return pairs that share a part with a merge and get another score by it: (before, after)."""
    before, after, splits = timeline.scores(step - 1), timeline.scores(step), timeline.splits(step)
    touching = dict.fromkeys(
        pair
        for symbol in dict.fromkeys(timeline.pair(step))
        for i in timeline.words_with(step, symbol)[:WORDS]
        for pair in pairwise(splits[timeline.words[i]])
        if symbol in pair
    )
    rows = ((before.find(pair), after.find(pair)) for pair in islice(touching, 4 * LISTED))
    return [(was, now) for was, now in rows if was and now and was.score != now.score]


def explain_end(c: Context) -> Answer | None:
    """Answer with why this training ended, and what it had learned by then."""
    timeline, last = c.timeline, len(c.timeline)
    growth, table = timeline.growth(last), timeline.scores(last)
    special, alphabet = len(timeline.special_tokens), len(timeline.alphabet)
    learned = growth.vocabulary - special - alphabet
    why = stopped(timeline.stop_reason, last, timeline.score) or message(
        "It was stopped by hand after {n} {n:merge|merges}.", n=last
    )
    if c.step < last:
        why = message("{why} Merge {step} is on screen.", why=why, step=c.step)
    entries = (
        message("The vocabulary now has {n} {n:entry|entries}: {of}.")
        if c.step == last
        else message("The vocabulary then has {n} {n:entry|entries}: {of}.")
    )
    return Answer.of(
        why,
        entries.fill(
            n=growth.vocabulary,
            of=message(
                "{special} special, {alphabet} in the alphabet and {learned} learned",
                special=special,
                alphabet=alphabet,
                learned=learned,
            ),
        ),
        message("{n} {n:merge|merges} made a token that was in it already.", n=last - learned)
        if learned < last
        else None,
        _what_is_left(timeline),
        n=len(table),
        words=timeline.occurrences,
        tokens=growth.corpus_tokens,
    )


def _what_is_left(timeline: Timeline) -> Message | None:
    """Return a sentence on the pairs left at the end, or on the tokens if no pairs are left."""
    table = timeline.scores(len(timeline))
    if not len(table):
        return (
            message(
                "The corpus of {words} words is then {tokens} tokens, one for each word. To stop "
                "sooner, set a vocabulary size."
            )
            if timeline.stop_reason is StopReason.NO_PAIRS
            else None
        )
    best = table.rows(0, 1)[0]
    if timeline.score.ranks_by_count:
        said = message(
            "{n} {n:pair|pairs} could still be merged. The next would be {pair} ({times})."
        )
    else:
        said = message(
            "{n} {n:pair|pairs} could still be merged. The next would be {pair}: {formula}."
        )
    return said.fill(
        pair=plus(best.pair), times=times(best.pair_count), formula=formula(best, timeline.score)
    )
